"""People in real browsers: who they are, how they carry it to another device, and how they meet in the hall."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers, barriers_in_light_and_dark
from tests.browser.conftest import NewPage
from tests.browser.driving import decide_by_mouse, wait_for_event, wait_for_turn
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("hall"), "--hall")
    yield running
    running.stop()


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


def test_no_barriers_are_found_on_the_page_of_a_player(hall: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{hall.address}/player")
    page.wait_for_selector("#save-player")
    assert barriers_in_light_and_dark(page) == [], "before there is a player"
    become(page, hall, "Eve")
    page.click("#new-ticket")
    page.wait_for_selector(".ticket .qr svg")
    page.click("#edit-player")
    assert barriers_in_light_and_dark(page) == []


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800), (3840, 2160)])
def test_the_page_of_a_player_fits(hall: Server, new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size)
    become(page, hall, "Wilhelmina Featherstone")
    page.click("#new-ticket")
    page.wait_for_selector(".ticket .qr svg")
    page.click("#edit-player")
    assert overflow(page) <= 0


# --- The hall


def test_two_strangers_meet_and_begin_a_third_watches_and_one_continues_elsewhere(
    hall: Server, new_page: NewPage
) -> None:
    ada, ben, cleo = new_page(), new_page(), new_page()
    become(ada, hall, "Ada")
    become(ben, hall, "Ben")
    ada.click("#to-hall")
    ada.click("label:has(#hall-seats-2)")
    ada.click("#quick-match")
    expect(ada.locator(".waiting")).to_contain_text("Ada")
    ben.goto(f"{hall.address}/hall")
    ben.get_by_role("button", name="Join Ada").click()
    for page in (ada, ben):
        page.wait_for_selector("mf-game button.card")
    cleo.goto(f"{hall.address}/hall")
    cleo.locator("#hall-running").locator("..").get_by_role("link", name="Watch").first.click()
    cleo.wait_for_selector("mf-game")
    expect(cleo.locator("mf-game")).to_contain_text("You are watching")
    expect(cleo.locator("button.card.hand")).to_have_count(0)
    for page in (ada, ben):
        assert wait_for_turn(page)
        decide_by_mouse(page)
    wait_for_event(ada, 0)
    ada.goto(f"{hall.address}/player")
    ada.click("#new-ticket")
    phone = new_page(390, 844)
    phone.goto(ada.locator(".ticket input").input_value())
    phone.click("#sign-in")
    phone.get_by_role("button", name="Continue: Ben").click()
    phone.wait_for_selector("mf-game")
    phone.wait_for_function("() => document.querySelector('mf-game').state?.n > 0")


def test_a_table_in_the_hall_appears_and_vanishes_for_others_at_once(hall: Server, new_page: NewPage) -> None:
    ada, looking = new_page(), new_page()
    become(ada, hall, "Wanda")
    looking.goto(f"{hall.address}/hall")
    looking.wait_for_selector("#hall-tables")
    ada.goto(f"{hall.address}/hall")
    ada.locator("#own-gathering summary").click()
    ada.click("label:has(#own-seats-4)")
    ada.locator("#own-tempo").select_option("days-3")
    ada.locator("#own-tactical").check()
    ada.click("#open-gathering")
    item = looking.locator(".hall-lists .game-item", has_text="Wanda")
    expect(item).to_contain_text("3 free seats")
    expect(item).to_contain_text("Tactical variant · 3 days for each decision · rated")
    ada.get_by_role("button", name="Leave").click()
    expect(item).to_have_count(0)


def test_without_a_player_one_can_look_and_says_who_one_is_before_playing(hall: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(hall.address)
    page.click("#to-hall")
    page.click("#quick-match")
    expect(page.locator("#save-player")).to_have_text("That’s me")
    page.fill("#player-name", "Xenia")
    page.click("#save-player")
    expect(page.locator("#quick-match")).to_be_visible()
    assert page.url.endswith("/hall"), "back to where the game was asked for"


def test_no_barriers_are_found_in_the_hall(hall: Server, new_page: NewPage) -> None:
    ada, ben = new_page(), new_page()
    for page, name in ((ada, "Ilse"), (ben, "Jules")):
        become(page, hall, name)
        page.goto(f"{hall.address}/hall")
        page.click("label:has(#hall-seats-4)")
    ben.click("#quick-match")
    expect(ben.locator(".waiting")).to_contain_text("Jules")
    ada.locator("#own-gathering summary").click()
    ada.click("#open-gathering")
    expect(ben.locator(".hall-lists")).to_contain_text("Ilse")
    ben.locator("#own-gathering summary").click()
    assert barriers_in_light_and_dark(ben) == []
    for page in (ada, ben):
        page.get_by_role("button", name="Leave").click()
        expect(page.locator(".waiting")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (844, 390), (1280, 800), (3840, 2160)])
def test_the_hall_fits(hall: Server, new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size, locale="de-DE")
    become(page, hall, "Wilhelmina Featherstone")
    page.goto(f"{hall.address}/hall")
    page.click("label:has(#hall-seats-4)")
    page.click("#quick-match")
    page.wait_for_selector(".waiting")
    page.locator("#own-gathering summary").click()
    assert overflow(page) <= 0
    page.locator(".waiting button[id^=leave]").click()
    expect(page.locator(".waiting")).to_have_count(0)


def test_the_hall_by_keyboard_alone(hall: Server, new_page: NewPage) -> None:
    page = new_page()
    become(page, hall, "Kay")
    page.goto(f"{hall.address}/hall")
    page.wait_for_selector("#quick-match")
    page.focus("#quick-match")
    page.keyboard.press("Enter")
    expect(page.locator(".waiting")).to_contain_text("Kay")
    assert page.evaluate("() => document.activeElement.id") == "quick-match", "the focus stays when the hall changes"
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if str(page.evaluate("() => document.activeElement.id")).startswith("leave-"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".waiting")).to_have_count(0)


# --- Passkeys


def test_a_passkey_brings_the_player_back_when_every_device_is_lost(hall: Server, new_page: NewPage) -> None:
    """With the virtual authenticator of the browser, which signs like a real one."""
    page = new_page()
    address = hall.address.replace("127.0.0.1", "localhost")
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{address}/player")
    page.fill("#player-name", "Petra")
    page.click("#save-player")
    page.click("#add-passkey")
    expect(page.locator("[aria-labelledby=passkeys-title] .game-item")).to_have_count(1)
    assert barriers(page) == []
    player = page.evaluate("() => JSON.parse(localStorage.getItem('millefiori.player'))")
    page.evaluate("() => localStorage.clear()")
    page.reload()
    page.click("#use-passkey")
    expect(page.locator("#player-title")).to_have_text("Petra")
    again = page.evaluate("() => JSON.parse(localStorage.getItem('millefiori.player'))")
    assert again["id"] == player["id"] and again["key"] != player["key"]
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("[aria-labelledby=passkeys-title] .game-item")).to_have_count(0)


def test_a_page_at_a_bare_address_does_not_mention_passkeys(hall: Server, new_page: NewPage) -> None:
    page = new_page()
    become(page, hall, "Quentin")
    expect(page.locator("#add-passkey")).to_have_count(0)
