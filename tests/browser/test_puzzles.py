"""A puzzle on the page, solved by keyboard."""

from playwright.sync_api import expect

from millefiori.teacher.puzzles.puzzle import puzzles
from tests.browser.conftest import NewPage
from tests.server.serving import Server


def test_a_puzzle_is_solved_by_keyboard_in_the_text_view(server: Server, new_page: NewPage) -> None:
    puzzle = next(each for each in puzzles().values() if each.themes[0] in ("keep", "hand_on"))
    page = new_page()
    page.goto(f"{server.address}/puzzles#{puzzle.name}")
    page.wait_for_function("() => document.querySelector('mf-puzzle')?.game.state?.position.decides")
    page.get_by_role("button", name="Text").click()
    expect(page.locator("mf-text")).to_be_visible()
    page.get_by_role("button", name="Text").click()
    page.locator(f"mf-cards [data-card='{puzzle.answer[0]}']").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict.reached")).to_be_visible()
    expect(page.locator("[data-name=puzzle-next]")).to_be_focused()
