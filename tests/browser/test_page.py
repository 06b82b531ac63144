"""The page for everyone: languages, accessibility, previews, undo, wrong links, replay."""

import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driving import HAND, decide_by_mouse, mode, play_on, sit_down, wait_for_turn
from tests.server import real_server
from tests.server.serving import Client, Server

pytestmark = real_server
STATIC = Path(__file__).parents[2] / "millefiori" / "server" / "static"


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barriers_are_found(server: Server, new_page: NewPage, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    page.goto(server.address)
    page.wait_for_selector("mf-lobby button")
    assert violations(page) == [], "start page"
    sit_down(page, server, "here", "casual")
    assert violations(page) == [], "choosing a card"
    play_on(page, decide_by_mouse, 4)
    wait_for_turn(page)
    assert violations(page) == [], "in the game"
    page.get_by_role("button", name="Text").click()
    assert violations(page) == [], "text view"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barriers_are_found_around_the_game(server: Server, new_page: NewPage, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    invited = server.open("here", "friend")
    page.goto(f"{server.address}/join/{invited['invitations']['1']}")
    page.wait_for_selector("mf-join button[type=submit]")
    assert violations(page) == [], "joining"
    key = server.open("here", "casual")["keys"]["0"]
    Client(server, key).play()
    page.goto(f"{server.address}/play/{key}")
    page.wait_for_selector("mf-end table")
    assert violations(page) == [], "the end"
    page.goto(f"{server.address}/replay/{key}")
    page.wait_for_selector("mf-replay mf-board svg")
    assert violations(page) == [], "replay"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_page_follows_the_browsers_language(server: Server, new_page: NewPage, language: str) -> None:
    page = new_page(locale=language)
    sit_down(page, server, "here", "casual")
    words = {"en": "Your hand", "de": "Deine", "fr": "main"}
    expect(page.locator(".hand h2")).to_contain_text(words[language], ignore_case=True)
    assert page.locator("html").get_attribute("lang") == language
    shown = page.locator("body").inner_text()
    assert "game." not in shown and "panels." not in shown and "{" not in shown, "no text is missing"


def test_every_language_has_every_text() -> None:
    for file in sorted((STATIC / "lang" / "en").glob("*.json")):
        english = json.loads(file.read_text())
        for language in ("de", "fr"):
            other = json.loads((STATIC / "lang" / language / file.name).read_text())
            assert other.keys() == english.keys(), f"{language}/{file.name}"
            for key, text in english.items():
                named = {part.split("}")[0] for part in text.split("{")[1:]}
                assert {part.split("}")[0] for part in other[key].split("{")[1:]} == named, f"{language}: {key}"


def test_hovering_and_choosing_a_space_tells_what_everybody_would_gain(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    play_on(page, decide_by_mouse, 1)
    wait_for_turn(page)
    if mode(page) == "draft":
        play_on(page, decide_by_mouse, 1)
        wait_for_turn(page)
    told = page.evaluate(
        """() => { const { turn } = document.querySelector("mf-game"); const play = turn.offer.plays[0];
        turn.pickPlay(play); return [turn.points(play), document.querySelector("mf-turn").innerText]; }"""
    )
    assert f"+{told[0]}" in told[1] or told[0] == 0


def test_a_hint_shows_chances_and_can_be_followed(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    page.locator("[data-name=hint]").click()
    opinion = page.locator(".opinion").first
    expect(opinion.locator("small")).to_have_text(re.compile(r"^\d+% · [+−]?\d+\.\d$"))
    opinion.click()
    assert page.locator(f"{HAND}[aria-pressed=true]").count() > 0
    page.locator("[data-name=confirm]").click()
    expect(page.locator(".opinions")).to_have_count(0)


def test_of_two_equal_cards_the_clicked_one_is_selected(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    page.evaluate(
        """() => { const twin = { card: 7, enabled: true, selected: true };
        document.querySelector(".hand mf-cards").show([twin, { card: 9, enabled: true }, twin], "hand"); }"""
    )
    cards = page.locator(".hand button.card")
    for place, other in ((2, 0), (0, 2)):
        cards.nth(place).click()
        expect(cards.nth(place)).to_have_attribute("aria-pressed", "true")
        expect(cards.nth(other)).to_have_attribute("aria-pressed", "false")


def test_a_chain_can_be_taken_back(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    for _ in range(60):
        if not wait_for_turn(page):
            pytest.skip("no chain in this game")
        if page.locator("[data-name=undo]").count():
            break
        play_on(page, decide_by_mouse, 1)
    n = page.evaluate("() => document.querySelector('mf-game').state.n")
    page.locator("[data-name=undo]").click()
    page.wait_for_function("n => document.querySelector('mf-game').state.n > n", arg=n)
    assert mode(page) in ("play", "pick", "extra")


def test_a_wrong_link_says_so_kindly(server: Server, new_page: NewPage) -> None:
    page = new_page(expected="404")
    page.goto(f"{server.address}/play/nothing-here")
    expect(page.locator(".notice")).to_be_visible()
    page.goto(f"{server.address}/join/nothing-here")
    expect(page.locator("mf-join")).to_contain_text("invitation", ignore_case=True)


def test_a_finished_game_is_replayed_step_by_step(server: Server, new_page: NewPage) -> None:
    opened = server.open("here", "casual")
    Client(server, opened["keys"]["0"]).play()
    page = new_page()
    page.goto(f"{server.address}/replay/{opened['keys']['0']}")
    page.wait_for_selector("mf-replay mf-board svg")
    expect(page.locator("mf-replay mf-board .diamond")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("mf-replay mf-board .diamond").first).to_be_visible()
