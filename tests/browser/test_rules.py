"""The rules with pictures on the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.server.serving import Server


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
