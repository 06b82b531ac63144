"""A puzzle on the page: missed, explained, shown, and the next one solved by keyboard; what the device remembers."""

import pytest
from playwright.sync_api import Page, expect

from millefiori.engine.actions import action_named
from millefiori.teacher.puzzles.puzzle import puzzles
from tests.browser.conftest import NewPage
from tests.server.serving import Server

DECIDE = "async (actions) => document.querySelector('mf-puzzle').game.state.requests.decide(...actions)"


def ready(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('mf-game')?.state?.position.decides")


@pytest.mark.parametrize(
    ("locale", "width", "height"), [("en-GB", 1280, 860), ("de-DE", 390, 844), ("fr-FR", 844, 390)]
)
def test_a_missed_puzzle_is_explained_and_the_next_one_solved(
    server: Server, new_page: NewPage, locale: str, width: int, height: int
) -> None:
    page = new_page(width, height, locale=locale)
    page.goto(server.address)
    page.locator("#to-puzzles").click()
    page.locator("#puzzle-next").click()
    ready(page)
    puzzle = puzzles()[page.url.rpartition("#")[2]]
    wrong = action_named(next(iter(puzzle.choices[0].others)))
    page.evaluate(DECIDE, [wrong])
    expect(page.locator(".verdict.missed")).to_be_visible()
    expect(page.locator(".others > li.own")).to_be_visible()
    page.locator("[data-name=puzzle-show]").click()
    expect(page.locator(".verdict.reached")).to_be_visible()
    page.locator("[data-name=puzzle-next]").click()
    page.wait_for_function("(name) => !location.hash.includes(name)", arg=puzzle.name)
    ready(page)
    page.evaluate(DECIDE, puzzles()[page.url.rpartition("#")[2]].answer)
    expect(page.locator(".verdict.reached")).to_be_visible()
    page.locator("#leave").click()
    expect(page.locator(".figures dd").nth(1)).to_contain_text("1")
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('millefiori.puzzles'))")
    assert list(kept["results"].values()) == [False, True]
    assert kept["streak"] == 1


def test_a_puzzle_is_solved_by_keyboard_in_the_text_view(server: Server, new_page: NewPage) -> None:
    puzzle = next(each for each in puzzles().values() if each.themes[0] in ("keep", "hand_on"))
    page = new_page()
    page.goto(f"{server.address}/puzzles#{puzzle.name}")
    ready(page)
    page.get_by_role("button", name="Text").click()
    expect(page.locator("mf-text")).to_be_visible()
    page.get_by_role("button", name="Text").click()
    page.locator(f"mf-cards [data-card='{puzzle.answer[0]}']").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict.reached")).to_be_visible()
    expect(page.locator("[data-name=puzzle-next]")).to_be_focused()
