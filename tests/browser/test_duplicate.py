"""A duplicate on the page: one opens it, a friend joins by the link, both play their tables, and they compare."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.barriers import check_barriers
from tests.browser.conftest import NewPage
from tests.server.serving import Client, Server


def play_on(server: Server, page: Page) -> None:
    """Somebody's game, which is open on the page, to its end; over a socket, since what is tested is around it."""
    page.wait_for_function("() => document.querySelector('mf-game')?.state")
    key = page.url.partition("#")[2]
    Client(server, key).play()
    page.wait_for_function("() => document.querySelector('mf-game').state.position.phase === 'over'")
