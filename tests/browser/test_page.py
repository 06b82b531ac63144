"""The page for everyone: accessibility, languages, previews, hints, undo, wrong links, replay."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import barriers_in_light_and_dark
from tests.browser.conftest import NewPage
from tests.browser.driving import (
    HAND,
    decide_by_mouse,
    event_number,
    mode,
    play_on,
    sit_down,
    sit_down_at,
    wait_for_event,
    wait_for_turn,
)
from tests.server import real_server
from tests.server.serving import Client, Server

pytestmark = real_server


def test_no_barriers_are_found(server: Server, new_page: NewPage) -> None:
    page = new_page(painted=True)
    page.goto(server.address)
    page.wait_for_selector("mf-lobby button")
    assert barriers_in_light_and_dark(page) == [], "start page"
    sit_down(page, server, "here", "casual")
    assert barriers_in_light_and_dark(page) == [], "keeping a card"
    play_on(page, decide_by_mouse, 4)
    wait_for_turn(page)
    assert barriers_in_light_and_dark(page) == [], "in the game"
    page.get_by_role("button", name="Text").click()
    assert barriers_in_light_and_dark(page) == [], "text view"


def test_no_barriers_are_found_around_the_game(server: Server, new_page: NewPage) -> None:
    page = new_page(painted=True)
    invited = server.open("here", "friend")
    page.goto(f"{server.address}/join#{invited['invitations']['1']}")
    page.wait_for_selector("mf-join button[type=submit]")
    assert barriers_in_light_and_dark(page) == [], "joining"
    key = server.open("here", "casual")["keys"]["0"]
    Client(server, key).play()
    page.goto(f"{server.address}/play#{key}")
    page.wait_for_selector("mf-end table")
    assert barriers_in_light_and_dark(page) == [], "the end"
    page.goto(f"{server.address}/replay#{key}")
    page.wait_for_selector("mf-replay mf-board svg")
    assert barriers_in_light_and_dark(page) == [], "replay"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_page_follows_the_browsers_language(server: Server, new_page: NewPage, language: str) -> None:
    page = new_page(locale=language)
    sit_down(page, server, "here", "casual")
    words = {"en": "Your hand", "de": "Deine", "fr": "main"}
    expect(page.locator(".hand h2")).to_contain_text(words[language], ignore_case=True)
    assert page.locator("html").get_attribute("lang") == language
    shown = page.locator("body").inner_text()
    assert re.findall(r"\b(?:game|status|players|text|log|lobby|settings)\.[a-z]|[{}]", shown) == [], (
        "no text is missing"
    )


def own_points(preview: dict[str, Any]) -> int:
    return sum(gain["points"] for gain in preview["gains"] if gain["seat"] == 0)


def scoring_places(position: dict[str, Any]) -> list[dict[str, Any]]:
    """Placements of the card in play that bring points to their player."""
    previews = position["cards"][0]["previews"] if position["phase"] == "play" else []
    return [preview for preview in previews if preview["space"] is not None and own_points(preview) > 0]


def test_hovering_over_a_space_shows_what_everybody_would_gain(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("localStorage.setItem('millefiori.settings', JSON.stringify({ coordinates: true }))")
    client = sit_down_at(page, server, lambda position: len(scoring_places(position)) > 1)
    names = server.get("/api/facts").json()["spaces"]
    preview, rows = page.locator("mf-turn .preview"), page.locator("mf-turn .gains li")
    expect(preview).to_have_count(0)
    for place in scoring_places(client.position):
        space = page.locator(f"mf-board .lit[data-spot='{place['space']}']")
        space.hover()
        name = names[place["space"]]["name"]
        expect(preview.locator("h3")).to_contain_text(name)
        expect(rows.first.locator("strong")).to_have_text(f"+{own_points(place)}")
        others = sum(gain["points"] for gain in place["gains"] if gain["seat"] == 1)
        expect(rows.last.locator("strong")).to_have_text(f"+{others}" if others else "–")
        assert space.get_attribute("aria-pressed") == "false", "a look selects nothing"
        page.mouse.move(2, 2)
        expect(preview).to_have_count(0)


def test_a_selected_space_keeps_its_preview_until_it_is_confirmed(server: Server, new_page: NewPage) -> None:
    page = new_page()
    client = sit_down_at(page, server, lambda position: bool(scoring_places(position)))
    place = scoring_places(client.position)[0]
    page.locator(f"mf-board .lit[data-spot='{place['space']}']").click()
    page.mouse.move(2, 2)
    expect(page.locator("mf-turn .gains .own strong")).to_have_text(f"+{own_points(place)}")
    before = event_number(page)
    page.locator("[data-name=confirm]").click()
    wait_for_event(page, before)
    after = page.evaluate("n => document.querySelector('mf-game').state.log.find((e) => e.n === n + 1)", before)
    assert (after["kind"], after["space"]) == ("place", place["space"])
    assert own_points(after) == own_points(place)


def test_a_hint_shows_chances_and_can_be_followed(server: Server, new_page: NewPage) -> None:
    server.wait_for_bots()
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


def test_a_chain_can_be_undone_step_by_step(server: Server, new_page: NewPage) -> None:
    page = new_page()
    client = sit_down_at(page, server, lambda position: position["phase"] == "take" and position["can_undo"] > 0)
    placed = client.log[-1]
    assert mode(page) == "take" and placed["extra_card"]
    n = event_number(page)
    page.locator("[data-name=undo]").click()
    wait_for_event(page, n)
    assert mode(page) == "play"
    expect(page.locator("[data-name=undo]")).to_have_count(0)
    undone = page.evaluate("() => document.querySelector('mf-game').state.log.at(-1)")
    assert (undone["kind"], undone["taken_back"]) == ("undo", [placed["n"]])


def test_a_whole_chain_can_be_undone_at_once(server: Server, new_page: NewPage) -> None:
    page = new_page()
    client = sit_down_at(page, server, lambda position: position["phase"] == "take" and position["can_undo"] > 0)
    first, n = client.position["can_undo"], event_number(page)
    client.send(type="decide", action=client.position["cards"][0]["obtain"], at=client.n)
    wait_for_event(page, n)
    assert mode(page) == "play", "the extra card is in play"
    page.locator("[data-name=reset]").click()
    wait_for_event(page, n + 1)
    assert mode(page) == "play"
    expect(page.locator("[data-name=undo]")).to_have_count(0)
    undone = page.evaluate("() => document.querySelector('mf-game').state.log.at(-1)")
    assert undone["kind"] == "undo" and len(undone["taken_back"]) == first + 1


def test_nothing_can_be_undone_once_others_have_acted(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, server, lambda position: position["all_keep"] and position["turn"] == 1)
    assert page.locator("[data-name=hint]").count() == 1, "the buttons are there"
    assert page.locator("[data-name=undo]").count() == 0
    n = event_number(page)
    page.keyboard.press("u")
    page.keyboard.press("U")
    page.wait_for_timeout(300)
    assert event_number(page) == n and page.locator(".toast").is_hidden()


def test_a_wrong_link_says_so_kindly(server: Server, new_page: NewPage) -> None:
    page = new_page(expected="404")
    page.goto(f"{server.address}/play#nothing-here")
    expect(page.locator(".notice")).to_be_visible()
    page.goto(f"{server.address}/join#nothing-here")
    expect(page.locator("mf-join")).to_contain_text("invitation", ignore_case=True)


def test_a_finished_game_is_replayed_step_by_step(server: Server, new_page: NewPage) -> None:
    opened = server.open("here", "casual")
    Client(server, opened["keys"]["0"]).play()
    page = new_page()
    page.goto(f"{server.address}/replay#{opened['keys']['0']}")
    page.wait_for_selector("mf-replay mf-board svg")
    expect(page.locator("mf-replay mf-board .diamond")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("mf-replay mf-board .diamond").first).to_be_visible()


def test_reloading_a_replay_lost_the_record(server: Server, new_page: NewPage, tmp_path: Path) -> None:
    key = server.open("here", "gentle")["keys"]["0"]
    Client(server, key).play()
    (tmp_path / "game.json").write_text(server.get("/api/record", key).text)
    page = new_page()
    page.goto(f"{server.address}/replay")
    page.locator("input[type=file]").set_input_files(tmp_path / "game.json")
    page.wait_for_selector("mf-replay mf-board svg")
    page.reload()
    page.wait_for_selector("mf-replay .replay-scores li")


def test_the_replay_highlighted_the_wrong_player_and_counted_the_reserve_in(server: Server, new_page: NewPage) -> None:
    key = server.open("here", "gentle")["keys"]["0"]
    Client(server, key).play()
    frames = server.get("/api/replay", key).json()["frames"]
    page = new_page()
    page.goto(f"{server.address}/replay#{key}")
    page.wait_for_selector("mf-replay mf-board svg")
    rows = page.locator(".replay-scores li")
    expect(page.locator(".replay-scores .acted")).to_have_count(0)
    for step in range(1, 8):
        page.keyboard.press("ArrowRight")
        expect(page.locator("mf-replay output")).to_contain_text(f"{step} / ")
        seat, players = frames[step]["event"]["seat"], frames[step]["position"]["players"]
        expect(rows.nth(seat)).to_have_class("acted")
        expect(rows.nth(1 - seat)).not_to_have_class("acted")
        assert players[0]["reserve"] > 0
        expect(rows.nth(0)).to_contain_text(f"diamonds left: {players[0]['supply']}, and {players[0]['reserve']}")
