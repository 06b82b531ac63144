"""The deal of the day on the page: play it, come back to it, one try only."""

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.server.serving import Server


@pytest.mark.parametrize(
    ("locale", "width", "height", "scheme"), [("en-GB", 1280, 860, "dark"), ("fr-FR", 360, 640, "light")]
)
def test_a_visitor_plays_the_deal_of_the_day_once(
    server: Server, new_page: NewPage, locale: str, width: int, height: int, scheme: str
) -> None:
    page = new_page(width, height, locale=locale, color_scheme=scheme)
    page.goto(server.address)
    page.locator("#to-daily").click()
    page.locator("#daily-play").click()
    page.wait_for_function("() => document.querySelector('mf-game')?.state?.position.decides")
    played = page.url
    page.goto(f"{server.address}/daily")
    expect(page.locator("#daily-play")).to_have_count(0)
    page.locator("#daily-continue").click()
    page.wait_for_function("() => document.querySelector('mf-game')?.state")
    assert page.url == played
    page.goto(f"{server.address}/daily")
    page.locator("#daily-before").click()
    expect(page.locator("#daily-play")).to_be_visible()
    expect(page.locator(".daily-results .bot")).to_have_count(4)
    assert barriers(page) == []
