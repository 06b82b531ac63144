"""A newcomer's first lesson on the page: read, try, miss, try again, finish."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.server.serving import Server

SOLVE = """async () => { const { game, step } = document.querySelector("mf-lesson");
  await game.state.requests.decide(...step.solution); }"""


def solve(page: Page) -> None:
    """Do what the step asks for."""
    page.wait_for_function("() => document.querySelector('mf-game').state?.position.decides")
    page.evaluate(SOLVE)
    page.wait_for_selector(".verdict.reached")


@pytest.mark.parametrize(
    ("locale", "width", "height"), [("en-GB", 1280, 860), ("de-DE", 390, 844), ("fr-FR", 844, 390)]
)
def test_a_newcomer_finishes_the_first_lesson(
    server: Server, new_page: NewPage, locale: str, width: int, height: int
) -> None:
    page = new_page(width, height, locale=locale)
    page.goto(server.address)
    page.locator("#learn-start").click()
    page.locator("[data-name=lesson-next]").click()
    page.locator("[data-name=sail]").click()
    page.locator("[data-name=confirm]").click()
    expect(page.locator(".verdict.missed")).to_be_visible()
    expect(page.locator(".brought small")).to_contain_text("+1")
    page.locator("[data-name=lesson-again]").click()
    while True:
        if page.evaluate("() => document.querySelector('mf-lesson').step.goal !== null"):
            solve(page)
        following = page.locator("[data-name=lesson-next], [data-name=lesson-finish]")
        is_last = following.get_attribute("data-name") == "lesson-finish"
        following.click()
        if is_last:
            break
    expect(page.locator("#lesson-start.finished")).to_be_visible()
    page.reload()
    expect(page.locator("#lesson-start.finished")).to_be_visible()
