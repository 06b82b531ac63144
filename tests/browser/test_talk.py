"""People who talk in real browsers: two players in two languages, and a third who watches."""

from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server


def sit(page: Page, server: Server, key: str) -> Page:
    page.goto(f"{server.address}/play#{key}")
    page.wait_for_selector("mf-game[data-mode]")
    return page


def edge(page: Page, selector: str, name: str) -> float:
    """The top or bottom of an element."""
    return float(page.locator(selector).first.evaluate(f"element => element.getBoundingClientRect().{name}"))


def test_two_talk_in_two_languages_and_a_third_watches(server: Server, new_page: NewPage) -> None:
    opened = server.open("here", "friend")
    joined = server.post("/api/join", {"invitation": opened["invitations"]["1"], "name": "Ben"}).json()
    ada = sit(new_page(locale="de-DE"), server, opened["keys"]["0"])
    ben = sit(new_page(390, 844, locale="fr-FR"), server, joined["key"])
    cleo = sit(new_page(), server, opened["watch"])

    ada.keyboard.press("t")
    expect(ada.locator("mf-talk .talk-form input")).to_be_focused()
    ada.get_by_role("button", name="Schöner Zug!").click()
    expect(ada.locator(".talk-lines")).to_contain_text("Schöner Zug!")
    expect(ben.locator(".talk-button .unread")).to_have_text("1")
    expect(ben.locator("p.unseen[role=status]", has_text="Joli coup")).to_have_count(1)

    ben.locator(".talk-button").click()
    expect(ben.locator(".talk-lines")).to_contain_text("Joli coup")
    expect(ben.locator(".talk-button .unread")).to_have_count(0)
    assert edge(ben, "mf-talk", "top") >= edge(ben, "mf-board", "bottom") - 1, "on a phone it lies below the board"
    ben.locator("[data-emote=heart]").click()
    expect(ada.get_by_role("img", name="schickt ein Herz")).to_be_visible()

    ada.locator(".talk-form input").fill("https://example.org <b>hier</b>")
    ada.keyboard.press("Enter")
    expect(ben.locator(".talk-lines")).to_contain_text("https://example.org <b>hier</b>")
    expect(ben.locator(".talk-lines :is(a, b)")).to_have_count(0)

    cleo.locator(".talk-button").click()
    expect(cleo.locator(".talk-lines")).to_contain_text("Nice move!")
    cleo.locator(".talk-form input").fill("Go, Ada!")
    cleo.keyboard.press("Enter")
    expect(cleo.locator(".talk-lines")).to_contain_text("Go, Ada!")
    ben.locator("[data-phrase=thanks]").click()
    expect(ada.locator(".talk-lines")).to_contain_text("Danke!")
    expect(ada.locator(".talk-lines")).not_to_contain_text("Go, Ada!")

    ada.locator(".talk-lines button.speaker", has_text="Ben").first.click()
    ada.get_by_role("button", name="Stummschalten").click()
    expect(ada.locator(".talk-lines")).not_to_contain_text("Danke!")
    ada.locator("#talk-mode").select_option("none")
    expect(ben.locator(".talk-form")).to_be_hidden()
    expect(cleo.locator(".talk-lines")).to_contain_text("Talk is closed")
    for page in (ada, ben, cleo):
        assert barriers(page) == []
    ada.locator("mf-talk header .round").focus()
    ada.keyboard.press("Escape")
    expect(ada.locator("mf-talk")).to_be_hidden()
    expect(ada.locator(".talk-button")).to_be_focused()
