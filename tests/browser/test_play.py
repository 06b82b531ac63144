"""Whole games in a browser: by mouse, by keyboard, on a phone, two at one table, and a server that dies."""

from pathlib import Path

from playwright.sync_api import Page, expect

from millefiori import record
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    HAND,
    decide_by_keyboard,
    decide_by_mouse,
    decide_by_touch,
    event_number,
    is_asked,
    lowest_space,
    play_on,
    sit_down,
    wait_for_event,
    wait_for_turn,
)
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server


def finished_well(server: Server, key: str) -> None:
    assert record.verify(server.get("/api/record", key).json()) == []


def test_a_game_is_on_within_two_clicks(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("mf-game[data-mode=keep]")
    assert page.locator(".hand button.card").count() == 5


def test_a_whole_game_against_bots_by_mouse(server: Server, new_page: NewPage) -> None:
    page = new_page()
    opened = sit_down(page, server, "here", "casual")
    assert play_on(page, decide_by_mouse) > 20
    expect(page.locator("mf-end")).to_be_visible()
    finished_well(server, opened["keys"]["0"])


def test_a_whole_game_by_keyboard_alone(server: Server, new_page: NewPage) -> None:
    page = new_page()
    opened = sit_down(page, server, "here", "gentle", edition="german")
    assert play_on(page, decide_by_keyboard) > 20
    finished_well(server, opened["keys"]["0"])


def test_a_whole_game_on_a_phone(server: Server, new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    opened = sit_down(page, server, "here", "casual", tactical=True)
    assert play_on(page, decide_by_touch) > 15
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390, "nothing is wider than the phone"
    finished_well(server, opened["keys"]["0"])


def test_a_finger_selects_what_it_touches_right_above_the_cards(server: Server, new_page: NewPage) -> None:
    page = new_page(375, 667, has_touch=True, is_mobile=True)
    sit_down(page, server, "here", "casual", tactical=True)
    wait_for_turn(page)
    tapped = 0
    for card in page.locator(HAND).all():
        card.tap()
        expect(card).to_have_attribute("aria-pressed", "true")
        if (space := lowest_space(page)) is not None:
            page.touchscreen.tap(space["x"], space["y"])
            expect(page.locator(f"mf-board .lit.selected[data-spot='{space['space']}']")).to_be_visible()
            tapped += 1
    assert tapped > 0


def play_together(pages: tuple[Page, ...], events: int) -> None:
    """Whoever is asked decides, until every page has shown that many events."""
    while min(event_number(page) for page in pages) < events:
        for page in pages:
            if is_asked(page):
                play_on(page, decide_by_mouse, 1)


def test_two_browsers_at_one_table_with_a_reload_and_a_dropped_connection(server: Server, new_page: NewPage) -> None:
    ada, ben = new_page(), new_page()
    opened = sit_down(ada, server, "here", "friend")
    ben.goto(f"{server.address}/join#{opened['invitations']['1']}")
    ben.get_by_role("textbox").fill("Ben")
    ben.locator("mf-join button[type=submit]").click()
    ben.wait_for_selector("mf-game[data-mode]")
    expect(ada.locator(".chip .name", has_text="Ben")).to_be_visible()
    play_together((ada, ben), 6)
    ada.reload()
    ada.wait_for_selector("mf-game[data-mode]")
    play_together((ada, ben), 12)
    ben.context.set_offline(True)
    ben.evaluate("() => document.querySelector('mf-game').connection.socket?.close()")
    expect(ben.locator(".banner")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.locator(".banner")).to_be_hidden()
    play_together((ada, ben), 18)
    last = max(event_number(page) for page in (ada, ben))
    for page in (ada, ben):
        wait_for_event(page, last - 1)


def test_a_killed_server_is_waited_for_and_nothing_is_lost(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path)
    page = new_page()
    opened = sit_down(page, server, "here", "casual")
    play_on(page, decide_by_mouse, 5)
    wait_for_turn(page)
    scores = page.locator(".scores").inner_text()
    server.kill()
    expect(page.locator(".banner")).to_be_visible()
    server.start()
    expect(page.locator(".banner")).to_be_hidden()
    assert page.locator(".scores").inner_text() == scores
    play_on(page, decide_by_mouse, 5)
    assert server.get("/api/record", opened["keys"]["0"]).status_code == 403  # it goes on
    server.stop()
