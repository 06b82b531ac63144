"""Comforts: colours, the discard pile, spectators, hints by agreement, shared replays, your games in numbers."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from millefiori.drawing.palettes import PALETTES
from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.browser.driving import decide_by_mouse, play_on, sit_down
from tests.server import real_server
from tests.server.serving import Client, Server

pytestmark = real_server


def finished(server: Server, *seats: str) -> str:
    key = str(server.open(*(seats or ("here", "casual")))["keys"]["0"])
    Client(server, key).play()
    return key


# --- Colours


def gem_colours(page: Page, owner: int) -> set[str]:
    """The colours in the drawing of an owner's diamond."""
    return set(
        page.evaluate(
            """owner => [...document.querySelectorAll(`#glass-${owner} stop, #gem-${owner} *, #diamond-${owner} *`)]
              .flatMap((part) => ["fill", "stroke", "stop-color"].map((name) => part.getAttribute(name) ?? ""))""",
            owner,
        )
    )


def test_other_colours_for_all_seats_are_remembered(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.locator(".settings-button").click()
    for name in ("contrast", "safe"):
        page.locator(f"input[name=palette][value={name}]").check()
        for owner in range(4):
            assert set(PALETTES[name][owner]) <= gem_colours(page, owner)
            assert not set(PALETTES["classic"][owner][:3]) & gem_colours(page, owner)
    assert barriers(page, "dialog[open]") == []
    sit_down(page, server, "here", "casual")
    assert set(PALETTES["safe"][0]) <= gem_colours(page, 0)
    names = page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--seat-0')")
    assert "#b34f00" in names
    page.locator(".settings-button").click()
    page.locator("input[name=palette][value=classic]").check()
    assert set(PALETTES["classic"][1]) <= gem_colours(page, 1)


def test_diamonds_that_lie_on_the_board_change_too(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    play_on(page, decide_by_mouse, 8)
    page.locator(".settings-button").click()
    page.locator("input[name=palette][value=contrast]").check()
    classic = {colour for glass in PALETTES["classic"][:4] for colour in glass[:3]}
    lying = page.evaluate(
        "() => [...document.querySelectorAll('mf-board .diamond *')].map((part) => part.getAttribute('fill') ?? '')"
    )
    assert lying and not classic & set(lying)


# --- Cards and spectators


def test_the_discard_pile_opens_on_demand(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    play_on(page, decide_by_mouse, 4)
    page.locator("mf-side [data-name=details]").click()
    pile = page.locator("mf-discards")
    expect(pile.locator("summary")).to_contain_text("Discard pile")
    pile.locator("summary").focus()
    page.keyboard.press("Enter")
    shown = page.evaluate("() => document.querySelector('mf-game').state.position.discarded")
    assert len(shown) > 0
    expect(pile.locator(".pile li")).to_have_count(len(set(shown)))
    expect(pile.locator(".last-played")).to_contain_text("Played last")
    assert barriers(page, "mf-discards") == []


def test_everybody_sees_how_many_watch(server: Server, new_page: NewPage) -> None:
    page, other = new_page(), new_page(locale="de")
    opened = sit_down(page, server, "here", "casual")
    badge = page.locator(".spectators")
    expect(badge).to_be_hidden()
    other.goto(f"{server.address}/play#{opened['watch']}")
    expect(badge).to_have_attribute("title", "1 spectator")
    expect(other.locator(".spectators")).to_have_attribute("title", re.compile("Du schaust zu · 1 Zuschauer"))
    assert barriers(page, ".spectators") == []
    other.goto("about:blank")
    expect(badge).to_be_hidden()


# --- Hints


def test_a_table_with_friends_has_no_hints_unless_all_agree(server: Server, new_page: NewPage) -> None:
    page, friend = new_page(), new_page()
    opened = sit_down(page, server, "here", "friend")
    expect(page.locator(".hand button.card").first).to_be_visible()
    expect(page.locator("[data-name=hint]")).to_have_count(0)
    friend.goto(f"{server.address}/join#{opened['invitations']['1']}")
    expect(friend.locator("mf-join")).to_contain_text("Nobody gets hints")
    opened = sit_down(page, server, "here", "friend", hints=True)
    expect(page.locator("[data-name=hint]")).to_have_count(1)
    friend.goto(f"{server.address}/join#{opened['invitations']['1']}")
    expect(friend.locator("mf-join")).to_contain_text("If you join, you agree")


def test_the_form_of_a_table_asks_for_hints(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    for summary in ("Your own table", "More options"):
        page.locator("#own-table summary", has_text=summary).click()
    hints = page.locator("#hints")
    expect(hints).to_be_checked()
    page.locator("#seat-1").select_option("friend")
    expect(hints).not_to_be_checked()
    hints.check()
    with page.expect_request("**/api/games") as asked:
        page.locator("#own-table button[type=submit]").click()
    assert json.loads(asked.value.post_data or "{}")["hints"] is True


# --- Shared replays


def test_a_replay_is_shared_by_a_link_until_sharing_ends(server: Server, new_page: NewPage) -> None:
    page, guest = new_page(), new_page(expected="404")
    key = finished(server)
    page.goto(f"{server.address}/play#{key}")
    page.locator("[data-name=share]").click()
    field = page.locator(".share-replay input")
    expect(field).to_have_value(re.compile(r"/replay#[\w-]{20,}$"))
    assert barriers(page, "dialog[open]") == []
    link = field.input_value()
    assert key not in link
    guest.goto(link)
    guest.wait_for_selector("mf-replay mf-board svg")
    page.locator("[data-name=unshare]").click()
    expect(page.locator(".share-replay [role=status]")).to_contain_text("no longer work")
    guest.goto(server.address)
    guest.goto(link)
    expect(guest.locator("mf-replay [role=alert]")).to_contain_text("does not belong to any game")


# --- Your games in numbers


ENDED = """key => document.querySelector("mf-game")?.state?.key === key &&
  document.querySelector("mf-end table") !== null"""


def test_your_games_are_counted_on_this_device_once(server: Server, new_page: NewPage) -> None:
    page = new_page(accept_downloads=True)
    keys = [finished(server), finished(server, "here", "casual", "casual")]
    for key in [*keys, keys[0]]:
        page.goto(f"{server.address}/play#{key}")  # the same page: the end of the last game may still be there
        page.wait_for_function(ENDED, arg=key)
    results = page.evaluate("() => JSON.parse(localStorage.getItem('millefiori.statistics'))")
    assert [result["players"] for result in results] == [3, 2]
    for result, key in zip(results, reversed(keys), strict=True):
        made = server.get("/api/record", key).json()["result"]
        assert result["score"] == made["scores"][0] and sum(result["points"].values()) == result["score"]
    page.goto(server.address)
    panel = page.locator("mf-statistics")
    panel.locator("summary").click()
    expect(panel.locator("dd").first).to_have_text("2")
    page.locator("#statistics-players").select_option("3")
    expect(panel.locator("dd").first).to_have_text("1")
    expect(panel.locator("tbody tr").first).to_contain_text(re.compile("workshops", re.IGNORECASE))
    assert barriers(page, "mf-statistics") == []
    with page.expect_download() as saved:
        panel.locator("[data-name=export]").click()
    assert json.loads(Path(saved.value.path()).read_text()) == results
    page.on("dialog", lambda dialog: dialog.accept())
    panel.locator("[data-name=forget]").click()
    expect(panel).to_be_hidden()
    assert page.evaluate("() => localStorage.getItem('millefiori.statistics')") == "[]"


def test_a_spectator_counts_no_game(server: Server, new_page: NewPage) -> None:
    opened = server.open("here", "casual")
    Client(server, opened["keys"]["0"]).play()
    page = new_page()
    page.goto(f"{server.address}/play#{opened['watch']}")
    page.wait_for_selector("mf-end table")
    assert page.evaluate("() => localStorage.getItem('millefiori.statistics')") is None


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_all_comforts_have_words(server: Server, new_page: NewPage, language: str) -> None:
    page = new_page(locale=language)
    page.goto(f"{server.address}/play#{finished(server)}")
    page.locator("[data-name=share]").click()
    page.goto(server.address)
    page.locator("mf-statistics summary").click()
    page.locator(".settings-button").click()
    shown = page.locator("body").inner_text()
    assert re.findall(r"\b(?:statistics|share|hints|discards|spectators|settings)\.[a-z]|[{}]", shown) == []
