"""The analysis board on the page: move for both seats, take back, branch, ask the bots, set up, export."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.server.serving import Server

PLAY = """async (last) => { const screen = document.querySelector("mf-analysis");
  const { cards } = screen.game.state.position;
  const card = last ? cards.at(-1) : cards[0];
  await screen.play(typeof card.obtain === "number" ? card.obtain : card.previews[0].action); }"""


def ready(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('mf-game')?.state?.position.decides")


@pytest.mark.parametrize(
    ("locale", "width", "height", "scheme"), [("en-GB", 1440, 900, "light"), ("de-DE", 390, 844, "dark")]
)
def test_lines_are_tried_judged_and_kept(
    server: Server, new_page: NewPage, locale: str, width: int, height: int, scheme: str
) -> None:
    page = new_page(width, height, locale=locale, color_scheme=scheme)
    page.goto(f"{server.address}/analysis")
    ready(page)
    page.evaluate(PLAY, False)
    page.evaluate(PLAY, False)
    page.keyboard.press("PageUp")
    expect(page.locator(".node")).to_have_count(3)
    expect(page.locator(".node").nth(1)).to_have_attribute("aria-current", "step")
    page.evaluate(PLAY, True)
    expect(page.locator(".tree .branch")).to_have_count(1)
    page.locator("#analysis-think").click()
    expect(page.locator(".opinions-list .opinion").first).to_be_visible(timeout=240_000)  # the first waits for the bots
    assert barriers(page) == []
    page.reload()
    ready(page)
    expect(page.locator(".tree .branch")).to_have_count(1)


def test_a_position_is_set_up_painted_and_saved_as_a_picture(server: Server, new_page: NewPage) -> None:
    page = new_page(expected="400 (Bad Request)")
    page.goto(f"{server.address}/analysis#line/international-2%20T=A.../..../..../..../....")
    ready(page)
    page.locator("#analysis-setup > summary").click()
    page.locator(".brush").nth(1).click()
    page.locator('.lit[data-spot="0"]').click()
    page.wait_for_function("() => document.querySelector('#analysis-line').value.includes(' W=B')")
    page.locator(".brush").nth(1).click()
    page.locator("#analysis-line").fill("nonsense")
    page.locator("#analysis-apply").click()
    expect(page.locator(".analysis .error")).to_contain_text("nonsense")
    page.locator("#analysis-export > summary").click()
    with page.expect_download() as picture:
        page.locator("#export-png").click()
    assert picture.value.path().read_bytes()[:4] == b"\x89PNG"
