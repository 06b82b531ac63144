"""What leaves the browser: no key in any address. And the page below a path, behind a proxy."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from millefiori import record
from tests.browser.conftest import NewPage
from tests.browser.driving import decide_by_mouse, event_number, play_on, wait_for_turn
from tests.server import real_server
from tests.server.proxying import proxied
from tests.server.serving import Client, Server

pytestmark = real_server


def addresses(page: Page) -> list[str]:
    """Every address that the page asks for from now on, as a proxy would log it."""
    found = list[str]()
    page.on("request", lambda request: found.append(request.url.partition("#")[0]))
    page.on("websocket", lambda websocket: found.append(websocket.url))
    return found


def test_no_address_that_the_page_asks_for_has_a_key_in_it(server: Server, new_page: NewPage) -> None:
    page = new_page(accept_downloads=True)
    asked = addresses(page)
    game = server.open("here", "friend")
    key, invitation = game["keys"]["0"], game["invitations"]["1"]
    page.goto(f"{server.address}/join#{invitation}")
    page.get_by_role("textbox").fill("Ben")
    page.locator("mf-join button[type=submit]").click()
    page.wait_for_selector("mf-game[data-mode]")
    friend = page.evaluate("() => document.querySelector('mf-game').key")
    finished = server.open("here", "casual")["keys"]["0"]
    Client(server, finished).play()
    page.goto(f"{server.address}/play#{finished}")  # the same page: only what stands behind the # has changed
    page.wait_for_selector("mf-end table")
    with page.expect_download() as saved:
        page.locator("[data-name=record]").click()
    assert saved.value.suggested_filename.startswith("millefiori-")
    assert record.verify(json.loads(Path(saved.value.path()).read_text())) == []
    page.locator("mf-end a", has_text="Replay").click()
    page.wait_for_selector("mf-replay mf-board svg")
    assert page.url == f"{server.address}/replay#{finished}"
    page.locator("h1 a").click()
    page.wait_for_selector("mf-lobby")
    assert len(asked) > 20
    for secret in (key, invitation, friend, finished):
        assert not [address for address in asked if secret in address]


@pytest.mark.parametrize("screen", ["play", "replay"])
def test_a_bookmark_of_an_earlier_version_opens_and_is_rewritten(
    server: Server, new_page: NewPage, screen: str
) -> None:
    key = server.open("here", "casual")["keys"]["0"]
    Client(server, key).play()
    page = new_page()
    page.goto(f"{server.address}/{screen}/{key}")
    page.wait_for_selector("mf-end table" if screen == "play" else "mf-replay mf-board svg")
    assert page.url == f"{server.address}/{screen}#{key}"


def test_the_links_for_friends_hold_their_secret_behind_the_sign(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.address)
    page.locator("#own-table > summary").click()
    page.locator("#own-table select").first.select_option("friend")
    page.locator("#own-table button[type=submit]").click()
    links = page.locator("mf-share input")
    expect(links.first).to_be_visible()
    for link in links.all():
        address = urlsplit(link.input_value())
        assert address.path in ("/join", "/play") and len(address.fragment) > 20


@pytest.mark.parametrize("takes_path_away", [True, False])
def test_a_game_below_a_path(tmp_path: Path, new_page: NewPage, takes_path_away: bool) -> None:
    server = Server(tmp_path, "--root-path", "/club/millefiori")
    with proxied(server.port, "/club/millefiori", takes_path_away=takes_path_away) as address:
        page = new_page()
        asked = addresses(page)
        page.goto(address)
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("mf-game[data-mode=keep]")
        assert page.url.startswith(f"{address}play#")
        wait_for_turn(page)
        before = event_number(page)
        assert play_on(page, decide_by_mouse, 1) == 1 and event_number(page) > before
        page.reload()
        page.wait_for_selector("mf-game[data-mode]")
        page.locator("h1 a").click()
        page.wait_for_selector("mf-games .game-item")
        assert page.url == address
        assert all(urlsplit(url).path.startswith("/club/millefiori/") for url in asked)
        page.goto("about:blank")
    server.stop()


def test_a_proxy_that_hides_the_host_must_be_listed(tmp_path: Path, new_page: NewPage) -> None:
    """As nginx does by default: the server sees its own address as Host, the browser says whose page it is."""
    server = Server(tmp_path)
    key = server.open("here", "casual")["keys"]["0"]
    with proxied(server.port, "/club", host=f"127.0.0.1:{server.port}") as address:
        page = new_page(expected="403")
        page.goto(f"{address}play#{key}")
        expect(page.locator(".notice")).to_contain_text("does not accept this page")
        server.stop()
        server.options = ("--allowed-origin", address.removesuffix("/club/"))
        server.start()
        page.reload()
        page.wait_for_selector("mf-game[data-mode]")
        page.goto("about:blank")
    server.stop()
