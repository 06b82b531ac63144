"""A newcomer's first lesson on the page: read, try, miss, try again, finish."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driving import decide_by_mouse
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


def test_a_first_game_has_a_coach_who_explains_each_situation_once(server: Server, new_page: NewPage) -> None:
    page = new_page(1280, 860, locale="de-DE")
    page.goto(f"{server.address}/learn")
    page.locator("[data-name=coach]").click()
    expect(page.locator(".coach .words")).to_have_count(1)
    first = page.locator(".coach .words").first.inner_text()
    page.locator("[data-name=coach-done]").click()
    expect(page.locator(".coach")).to_be_hidden()
    decide_by_mouse(page)
    page.wait_for_function("() => document.querySelector('mf-game').dataset.mode === 'play'")
    expect(page.locator(".coach .words").first).to_be_visible()
    second = page.locator(".coach .words").all_inner_texts()
    assert first not in second
    page.reload()
    expect(page.locator(".coach .words").first).to_be_visible()  # there is more to say: any card can sail
    assert not {first, *second} & set(page.locator(".coach .words").all_inner_texts())
    page.evaluate("document.querySelector('mf-game').showText(true)")
    expect(page.locator("mf-text")).to_be_visible()
    expect(page.locator(".coach .words").first).to_be_visible()


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 1440), ("de-DE", 320)])
def test_the_rules_of_an_edition_have_a_picture_for_each_part(
    server: Server, new_page: NewPage, locale: str, width: int
) -> None:
    page = new_page(width, 800, locale=locale)
    page.goto(server.address)
    page.locator("#learn-rules").click()
    page.locator(".rules-editions a").last.click()
    expect(page.locator(".rules-editions a").last).to_have_attribute("aria-current", "page")
    pictures = page.locator(".rules-picture img")
    expect(pictures).to_have_count(10)
    for number in range(10):
        pictures.nth(number).scroll_into_view_if_needed()
    page.wait_for_function(
        "[...document.querySelectorAll('.rules-picture img')].every((image) => image.naturalWidth > 0)"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut"
