"""A duplicate on the page: one opens it, a friend joins by the link, both play their tables, and they compare."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.server.serving import Client, Server


def play_on(server: Server, page: Page) -> None:
    """Somebody's game, which is open on the page, to its end: over a socket, and while nothing has to draw it."""
    page.wait_for_function("() => document.querySelector('mf-game')?.state")
    address = page.url
    page.goto("about:blank")
    Client(server, address.partition("#")[2]).play()
    page.goto(address)
    page.wait_for_function("() => document.querySelector('mf-game')?.state?.position.phase === 'over'")


@pytest.mark.parametrize(("locale", "width", "height"), [("de-DE", 360, 640)])
def test_friends_open_join_play_and_compare_a_duplicate(
    server: Server, new_page: NewPage, locale: str, width: int, height: int
) -> None:
    ada, ben = new_page(), new_page(width, height, locale=locale, color_scheme="dark")
    ada.goto(server.address)
    ada.locator("#to-duplicate").click()
    ada.locator("#duplicate-name").fill("Ada")
    ada.locator("#duplicate-deals").select_option("1")
    ada.locator("#duplicate-level").select_option("gentle")
    ada.locator("#duplicate-go").click()
    link = ada.locator(".share-link input").input_value()
    ben.goto(link)
    ben.locator("#duplicate-name").fill("Ben")
    ben.locator("#duplicate-join").press("Enter")
    for page in (ada, ben):  # Ada's page looks again by itself
        page.locator("#duplicate-play-0").click()
    assert ada.url != ben.url, "each at a table of their own"
    expect(ada.locator("[data-name=links]")).to_have_count(0)
    play_on(server, ada)
    ada.locator("#to-comparison").click()
    expect(ada.locator("#duplicate-play-0")).to_have_count(0)
    expect(ada.locator(".daily-results")).to_have_count(0)
    play_on(server, ben)
    ben.locator("#to-comparison").click()
    for page in (ada, ben):
        expect(page.locator(".daily-results")).to_have_count(2)
        sums = page.locator(".daily-results").nth(1).locator("tbody tr td:last-child").all_inner_texts()
        assert sorted(text.lstrip("+\u2212") for text in sums) == [sums[0].lstrip("+\u2212")] * 2, "they add up to zero"
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert barriers(page) == []
    ben.get_by_role("link", name="Ansehen").first.click()
    ben.wait_for_selector("mf-replay mf-board")
