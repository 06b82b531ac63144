"""A server for all tests of a worker, a browser for those of a file; a page that must not complain."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.find import chromium
from tests.server.serving import Server

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]

COMPLAINTS = ("error", "warning")
"""What the console must not show; a missing text is a warning."""

LONG = 60_000
"""Milliseconds that are enough for anything, on a machine that is busy with something else."""

# The board can be clicked, but is not painted: without a graphics card that takes half of a test's time.
UNPAINTED = """addEventListener("DOMContentLoaded", () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("mf-board { opacity: 0 }");
  document.adoptedStyleSheets.push(sheet);
});"""

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a file only: as long as it is there, Playwright has an event loop, and other tests run loops of their own."""
    expect.set_options(timeout=LONG)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Makes pages, each of a person with a browser of their own; an error in any of them fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    expected_words = [
        "ERR_INTERNET_DISCONNECTED",
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "WebSocket connection to",
        "Service Worker registration blocked",
    ]

    def make(width: int = 1280, height: int = 860, expected: str = "", painted: bool = False, **more: Any) -> Page:
        if expected:
            expected_words.append(expected)
        settings = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONG)
        if not painted:
            page.add_init_script(UNPAINTED)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type in COMPLAINTS else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert [told for told in complaints if not any(word in told for word in expected_words)] == []
