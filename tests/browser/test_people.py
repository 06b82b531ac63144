"""People in real browsers: who they are, and how they carry it to another device."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("hall"), "--hall")
    yield running
    running.stop()


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


def become(page: Page, server: Server, name: str) -> None:
    """A player on the device of this page."""
    page.goto(f"{server.address}/player")
    page.fill("#player-name", name)
    page.click("#save-player")
    expect(page.locator("#player-title")).to_have_text(name)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than the window."""
    return int(page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_a_player_is_carried_to_a_second_device_and_ended_there(hall: Server, new_page: NewPage) -> None:
    first, second = new_page(), new_page(expected="401")
    become(first, hall, "Ada")
    first.click("#new-ticket")
    link = first.locator(".ticket input").input_value()
    assert "/player#" in link, "the ticket stands behind the #, which browsers do not send"
    expect(first.locator(".ticket .qr svg")).to_be_visible()
    second.goto(link)
    second.click("#sign-in")
    expect(second.locator("#player-title")).to_have_text("Ada")
    first.reload()
    first.on("dialog", lambda dialog: dialog.accept())
    first.get_by_role("button", name="Sign out").click()
    expect(first.get_by_role("button", name="Sign out")).to_have_count(0)
    second.reload()
    expect(second.locator("#save-player")).to_have_text("That’s me")


def test_a_link_for_another_device_works_once(hall: Server, new_page: NewPage) -> None:
    first, second, third = new_page(), new_page(), new_page(expected="404")
    become(first, hall, "Ben")
    first.click("#new-ticket")
    link = first.locator(".ticket input").input_value()
    second.goto(link)
    second.click("#sign-in")
    expect(second.locator("#player-title")).to_have_text("Ben")
    third.goto(link)
    third.click("#sign-in")
    expect(third.get_by_role("alert")).to_contain_text("used already")


def test_a_game_is_continued_on_the_second_device(hall: Server, new_page: NewPage) -> None:
    page = new_page()
    become(page, hall, "Cleo")
    page.goto(hall.address)
    expect(page.locator("#to-player")).to_contain_text("Cleo")
    page.click("#play")
    page.wait_for_selector("mf-game button.card")
    seated = page.evaluate(
        """async () => { const { key } = JSON.parse(localStorage.getItem("millefiori.player"));
        const game = JSON.parse(localStorage.getItem("millefiori.games"))[0].game;
        const answer = await fetch("api/seat", { method: "POST", body: JSON.stringify({ game }),
          headers: { authorization: `Bearer ${key}` } });
        return answer.json(); }"""
    )
    other = new_page()
    other.goto(f"{hall.address}/play#{seated['key']}")
    other.wait_for_selector("mf-game button.card")


def test_everything_is_deleted(hall: Server, new_page: NewPage) -> None:
    page = new_page()
    become(page, hall, "Dan")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#delete-player")
    expect(page.locator("#save-player")).to_have_text("That’s me")
    assert page.evaluate("() => localStorage.getItem('millefiori.player')") is None


def test_a_server_without_a_hall_does_not_mention_it(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.wait_for_selector("#play")
    expect(page.locator("#to-player")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barriers_are_found_on_the_page_of_a_player(hall: Server, new_page: NewPage, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    page.goto(f"{hall.address}/player")
    page.wait_for_selector("#save-player")
    assert violations(page) == [], "before there is a player"
    become(page, hall, "Eve")
    page.click("#new-ticket")
    page.wait_for_selector(".ticket .qr svg")
    page.click("#edit-player")
    assert violations(page) == []


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800), (3840, 2160)])
def test_the_page_of_a_player_fits(hall: Server, new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size)
    become(page, hall, "Wilhelmina Featherstone")
    page.click("#new-ticket")
    page.wait_for_selector(".ticket .qr svg")
    page.click("#edit-player")
    assert overflow(page) <= 0
