"""Clocks and absent people on the page: a bot takes over, the person comes back, resigns, or all agree."""

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from millefiori.server.messages.words import Player, Tempo
from millefiori.server.rooms.room import DECIDE, Command, Room
from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.server import real_server
from tests.server.notices.receiving import mail_server
from tests.server.playing import new_room
from tests.server.serving import Client, Server
from tests.server.storage.storing import stored

pytestmark = real_server

PLACE = "https://club.example/"
SIZES = [(320, 568), (390, 844), (844, 390), (1440, 900), (3840, 2160)]


def timed(tempo: Tempo, ago: int) -> Room:
    """A game of two friends whose clocks began some milliseconds ago; seat 1 has kept its card in time."""
    room = new_room(seed=3)
    begun = time.time_ns() // 1_000_000 - ago
    players = [Player("Ada", "friend"), Player("Ben", "friend")]
    setup = msgspec.structs.replace(room.setup, players=players, tempo=tempo, begun=begun, stand_in="casual")
    room = Room(room.id, setup)
    room.perform(Command(1, DECIDE, room.position(1).hand[0], begun + 1))
    return room


@pytest.fixture(scope="module")
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with games in which much, little and no time is left."""
    folder = tmp_path_factory.mktemp("clocked")
    fast, minute = Tempo("real", bank=600, per_turn=20), 60_000
    stored(
        folder / "games.sqlite",
        {
            "calm": timed(fast, 2 * minute),
            "soon": timed(Tempo("real", bank=3600), 3600_000 - 25_000),
            "late": timed(fast, 60 * minute),
            "days": timed(Tempo("days", days=3), 24 * 60 * minute),
        },
    )
    server = Server(folder)
    yield server
    server.stop()


def enter(page: Page, server: Server, key: str) -> None:
    page.goto("about:blank")
    page.goto(f"{server.address}/play#{key}")
    page.wait_for_selector("mf-game[data-mode]")


def own_clock(page: Page) -> str:
    return page.locator(".chip.own .clock").inner_text()


def test_a_clock_counts_down_by_itself(clocked: Server, new_page: NewPage) -> None:
    page = new_page()
    enter(page, clocked, "calm-0")
    shown = own_clock(page)
    minutes, seconds = map(int, shown.split(":"))
    assert 480 < 60 * minutes + seconds <= 500, "two minutes of the turn have passed"
    page.wait_for_function("words => document.querySelector('.chip.own .clock').textContent !== words", arg=shown)
    assert page.locator(".clock.low").count() == 0
    assert page.locator(".clock.runs").count() == 1, "the other has kept a card"


def test_little_time_is_said_calmly_and_once(clocked: Server, new_page: NewPage) -> None:
    page = new_page()
    enter(page, clocked, "soon-0")
    page.wait_for_selector(".chip.own .clock.low")
    voice = page.locator("mf-game > [role=status].unseen").filter(has_text="seconds left")
    voice.wait_for(state="attached")
    assert "You have" in str(voice.text_content())
    assert voice.count() == 1, "another voice, as that of talk, says nothing of it"


def test_wishes_for_the_coming_decision_are_left_in_an_order_and_withdrawn(clocked: Server, new_page: NewPage) -> None:
    page = new_page(1280, 860, locale="de")
    enter(page, clocked, "days-1")
    page.locator("mf-wishes summary").click()
    wishes, add = page.locator("mf-wishes li span"), page.locator("mf-wishes .row button")
    labels = page.locator("mf-wishes option").all_text_contents()
    page.select_option("mf-wishes select", index=1)
    for number in (1, 2):
        add.click()
        expect(wishes).to_have_count(number)
    assert wishes.all_text_contents() == [labels[1], labels[0]], "in the order in which they were added"
    assert barriers(page, "mf-wishes") == []
    page.reload()
    expect(wishes).to_have_count(2)
    page.locator("mf-wishes li button").first.click()
    expect(wishes).to_have_text([labels[0]])
    enter(page, clocked, "days-0")
    expect(page.locator("mf-wishes")).to_be_hidden()


def test_days_are_counted_in_days_and_hours(clocked: Server, new_page: NewPage) -> None:
    page = new_page(locale="de-DE")
    enter(page, clocked, "days-0")
    assert own_clock(page) == "47h"
    page.get_by_role("button", name="Text").click()
    page.locator("mf-text").get_by_text("Noch 47 Stunden").wait_for()


def test_whoever_comes_too_late_finds_a_bot_and_takes_over_again(clocked: Server, new_page: NewPage) -> None:
    """Nobody was connected: the server has handed the seats over by itself, when it started."""
    page = new_page()
    enter(page, clocked, "late-0")
    page.wait_for_selector("[data-name=back]")
    assert page.locator(".chip.replaced").count() >= 1
    assert "time was up" in str(page.locator("mf-players .tag.bot").first.text_content())
    assert page.locator("[data-name=confirm]").count() == 0
    assert barriers(page) == []
    # Once the bot has kept a card, Ben has to play: before, the server would ask to wait for the bot.
    page.wait_for_function("() => document.querySelector('mf-game').state.position.phase === 'play'")
    take_over = page.locator("[data-name=back]")
    expect(take_over).to_be_enabled()  # nothing is being shown
    take_over.press("Enter")
    page.get_by_role("button", name="Story").click()
    page.locator("mf-log").get_by_text("You take over again").wait_for()


def test_two_people_agree_to_abandon_the_game(server: Server, new_page: NewPage) -> None:
    opened = server.open("here", "friend")
    ada, ben = new_page(), new_page(390, 844, locale="fr-FR")
    enter(ada, server, opened["keys"]["0"])
    ben.goto(f"{server.address}/join#{opened['invitations']['1']}")
    ben.fill("#join-name", "Ben")
    ben.click("button[type=submit]")
    ben.wait_for_selector("mf-game[data-mode]")
    ada.locator(".fold-leave summary").click()
    ada.once("dialog", lambda dialog: dialog.accept())
    ada.locator("[data-focus=abandon]").click()
    ben.wait_for_selector("mf-proposals section")
    for width, height in SIZES:
        ben.set_viewport_size({"width": width, "height": height})
        box = ben.locator("mf-proposals").bounding_box()
        assert (
            box is not None
            and box["x"] >= 0
            and box["x"] + box["width"] <= width
            and box["y"] + box["height"] <= height
        )
    assert barriers(ben) == []
    ben.locator("[data-focus=agree-4]").click()
    for page, words in ((ada, "The game was abandoned."), (ben, "La partie a été interrompue.")):
        page.wait_for_selector("#end-title")
        assert page.locator("#end-title").inner_text() == words


def test_a_friend_who_never_came_is_replaced_from_the_page(server: Server, new_page: NewPage) -> None:
    opened = server.open("here", "friend")
    page = new_page()
    enter(page, server, opened["keys"]["0"])
    page.locator("[data-focus=replace-1]").click()
    page.wait_for_selector(".chip.replaced")
    assert "Let a bot" not in page.locator("mf-company").inner_text()


def test_resigning_hands_the_seat_over_for_good(server: Server, new_page: NewPage) -> None:
    opened = server.open("here", "casual")
    page = new_page()
    enter(page, server, opened["keys"]["0"])
    page.locator(".fold-leave summary").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-focus=resign]").click()
    page.wait_for_selector("#end-title", timeout=60_000)
    assert "resigned" in page.locator(".ranking").inner_text()


def test_the_form_of_a_table_sets_tempo_and_stand_in(server: Server, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(timezone_id="Europe/Rome")
    page.goto(server.address)
    page.locator("#own-table > summary").click()
    page.locator("#more > summary").click()
    page.select_option("#tempo", "days-3")
    page.select_option("#sleep_to", "8")
    page.select_option("#stand-in", "master")
    assert barriers(page) == []
    page.locator("#open").click()
    page.wait_for_selector("mf-game[data-mode]")
    state = page.evaluate(
        "() => { const { tempo, standIn } = document.querySelector('mf-game').state; return { tempo, standIn }; }"
    )
    night = {"sleep_from": 22, "sleep_to": 8, "zone": "Europe/Rome"}
    assert state == {"tempo": {"kind": "days", "days": 3, **night}, "standIn": "master"}


def test_an_address_is_given_on_the_page_and_confirmed_by_the_link_in_a_letter(
    new_page: NewPage, tmp_path: Path
) -> None:
    with mail_server() as (mailbox, port):
        settings = tmp_path / "settings.toml"
        lines = [f'address = "{PLACE}"', "[notices.mail]", 'host = "127.0.0.1"', 'sender = "games@club.example"']
        settings.write_text("\n".join(["[notices]", *lines, f"port = {port}", 'security = "none"']))
        server = Server(tmp_path, "--settings", str(settings))
        try:
            page = new_page(390, 844, locale="de-DE")
            enter(page, server, server.open("here", "here", tempo={"kind": "days", "days": 1})["keys"]["0"])
            page.locator(".opener").click()
            page.locator(".fold-notices summary").click()
            page.get_by_label("E-Mail").fill("ada@example.org")
            page.get_by_role("button", name="Per E-Mail").click()
            page.get_by_text("Sieh in dein Postfach").wait_for()
            assert barriers(page) == []
            (letter,) = mailbox.letters
            path = str(letter.get_content()).split(PLACE)[1].split()[0]
            page.goto(f"{server.address}/{path}")
            page.get_by_role("button", name="Ja, gerne").click()
            page.get_by_text("Fertig.").wait_for()
            assert barriers(page) == []
        finally:
            server.stop()


def test_clients_hear_the_same_time(server: Server) -> None:
    opened = server.open("here", "here", tempo={"kind": "real", "bank": 60, "per_turn": 10})
    clients = [Client(server, key) for key in opened["keys"].values()]
    for client in clients:
        client.hear_until(lambda message: message["type"] == "welcome")
    assert clients[0].position["clocks"] == clients[1].position["clocks"]
