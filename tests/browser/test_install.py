"""The page as an app: it installs, starts from what it has kept, says when the server is away, and renews itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.browser.driving import decide_by_mouse, play_on, sit_down, wait_for_turn
from tests.server import real_server
from tests.server.proxying import proxied
from tests.server.serving import Client, Server

pytestmark = real_server
WITH_WORKER: dict[str, Any] = {"service_workers": "allow", "expected": "503"}

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  return found;
}"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may stop; it keeps its port."""
    running = Server(tmp_path)
    yield running
    running.stop()


def wait_for_worker(page: Page) -> None:
    """Until it has kept all files and watches over this page."""
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")


def test_the_browser_finds_nothing_that_keeps_the_page_from_being_installed(server: Server, new_page: NewPage) -> None:
    page = new_page(**WITH_WORKER)
    page.goto(server.address)
    wait_for_worker(page)
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["url"] == f"{server.address}/app.webmanifest" and manifest["errors"] == []
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_when_the_server_is_away_the_page_says_so_and_continues_when_it_is_back(
    own_server: Server, new_page: NewPage
) -> None:
    page = new_page(**WITH_WORKER, locale="de")
    key = own_server.open("here", "casual")["keys"]["0"]
    page.goto(f"{own_server.address}/play#{key}")
    page.wait_for_selector("mf-game[data-mode=keep]")
    wait_for_worker(page)
    own_server.stop()
    page.reload()
    expect(page.locator("mf-away h2")).to_have_text("Der Server ist gerade weg")
    assert barriers(page) == []
    assert page.url.endswith(f"/play#{key}")
    own_server.start()
    page.wait_for_selector("mf-game[data-mode=keep]")


def test_a_whole_game_leaves_nothing_but_the_pages_files_in_the_cache(server: Server, new_page: NewPage) -> None:
    page = new_page(**WITH_WORKER)
    page.goto(server.address)
    wait_for_worker(page)
    before = page.evaluate(KEPT)
    invitation = server.open("here", "friend")["invitations"]["1"]
    page.goto(f"{server.address}/join#{invitation}")
    page.wait_for_selector("mf-join button[type=submit]")
    key = server.open("here", "casual")["keys"]["0"]
    page.goto(f"{server.address}/play#{key}")
    page.wait_for_selector("mf-game[data-mode=keep]")
    play_on(page, decide_by_mouse, 2)
    Client(server, key).play()
    page.reload()  # it would show every event
    page.wait_for_selector("mf-end table")
    with page.expect_download():
        page.locator("[data-name=record]").click()
    page.goto(f"{server.address}/replay#{key}")
    page.wait_for_selector("mf-replay mf-board svg")
    page.goto(f"{server.address}/replay/{key}")  # an old bookmark, with the key in its address
    page.wait_for_selector("mf-replay mf-board svg")
    after = page.evaluate(KEPT)
    assert sorted(after) == sorted(before) and len(after) > 50
    public = rf"{server.address}/(static/.*|app\.webmanifest|api/facts\?.*|api/lang/.*|board\.svg\?.*)?"
    assert [url for url in after if not re.fullmatch(public, url) or key in url] == []


def test_the_page_starts_from_the_cache(server: Server, new_page: NewPage) -> None:
    page = new_page(**WITH_WORKER)
    page.goto(server.address)
    wait_for_worker(page)
    page.reload()
    page.wait_for_selector("mf-lobby button")
    asked = page.evaluate(
        """() => performance.getEntriesByType("resource").filter(({ transferSize }) => transferSize > 0)
          .map(({ name }) => new URL(name).pathname)"""
    )
    assert [path for path in asked if path.startswith("/static/") and path.count("/") > 3] == []
    assert not {"/api/facts", "/board.svg", "/api/lang/en"} & {path for path in asked if path != "/board.svg"}


def test_it_works_below_a_path(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path, "--root-path", "/club/millefiori")
    with proxied(server.port, "/club/millefiori", takes_path_away=True) as address:
        page = new_page(**WITH_WORKER)
        page.goto(address)
        wait_for_worker(page)
        assert all(url.startswith(address) for url in page.evaluate(KEPT))
        assert page.evaluate("() => navigator.serviceWorker.controller.scriptURL") == f"{address}worker.js"
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("mf-away h2")).to_have_text("The server is away")
        page.context.set_offline(False)
        page.wait_for_selector("mf-lobby button")
        page.goto("about:blank")
    server.stop()


# --- New versions


def pretend_new_version(page: Page, version: str = "fedcba9876543210") -> None:
    """As if the server had been exchanged for another version."""
    page.evaluate("async (version) => (await import(`${STATIC}core/version.js`)).noticeVersion(version)", version)


@pytest.fixture
def static() -> str:
    return "window.STATIC = document.querySelector('script[type=module]').src.replace('main.js', '')"


def test_an_old_page_reloads_at_a_quiet_moment_only(server: Server, new_page: NewPage, static: str) -> None:
    page = new_page()
    page.clock.install()
    sit_down(page, server, "here", "casual")
    wait_for_turn(page)
    page.evaluate(f"() => {{ {static}; window.isOld = true; }}")
    page.locator(".hand button.card:not(.idle)").first.click()  # something is selected
    pretend_new_version(page)
    bar = page.locator(".renewal")
    expect(bar).to_contain_text("new version")
    assert barriers(page, ".renewal") == []
    page.clock.run_for(60_000)
    assert page.evaluate("() => window.isOld"), "not in the middle of a decision"
    page.keyboard.press("Escape")
    page.locator("[data-name=cancel]").click() if page.locator("[data-name=cancel]").count() else None
    with page.expect_navigation():
        page.clock.run_for(5000)
    assert not page.evaluate("() => window.isOld")
    page.wait_for_selector("mf-game[data-mode]")


def test_a_page_does_not_reload_for_ever(server: Server, new_page: NewPage, static: str) -> None:
    """A proxy may keep old pages: then the page says that it is old, and is left alone."""
    page = new_page()
    page.clock.install()
    for _ in range(2):
        page.goto(f"{server.address}/")
        page.wait_for_selector("mf-lobby button")
        page.evaluate(
            f"() => {{ {static}; window.isOld = true; sessionStorage['millefiori.reloaded'] = 'fedcba9876543210'; }}"
        )
        pretend_new_version(page)
        page.clock.run_for(60_000)
        assert page.evaluate("() => window.isOld")
        page.locator(".renewal button").click()
        page.wait_for_function("() => !window.isOld")


def test_the_server_says_which_version_it_has(server: Server, new_page: NewPage) -> None:
    page = new_page()
    asked = list[str]()
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: asked.append(str(data))))
    sit_down(page, server, "here", "casual")
    version = server.get("/api/facts").json()["version"]
    page.wait_for_function("() => document.querySelector('mf-game').state.presence.length > 0")
    assert any('"presence"' in frame and version in frame for frame in asked)
    assert f"/static/{version}/main.js" in page.content() or page.locator(f"script[src*='{version}']").count() == 1
    expect(page.locator(".renewal")).to_be_hidden()


def test_a_screen_of_an_old_version_that_is_gone_is_loaded_anew(server: Server, new_page: NewPage) -> None:
    """Screens are loaded when they are needed: by then the server may have another version."""
    page = new_page(expected="404")
    page.goto(server.address)
    page.wait_for_selector("mf-lobby button")
    asked = list[str]()

    def is_gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, body="")

    page.route("**/screens/join.js", is_gone, times=1)
    page.evaluate("() => { history.pushState(null, '', 'join#x'); dispatchEvent(new PopStateEvent('popstate')); }")
    page.wait_for_selector("mf-join [role=alert]")
    assert len(asked) == 1


# --- Unknown addresses


@pytest.mark.parametrize(("language", "words"), [("en", "nothing here"), ("de", "Hier ist nichts"), ("fr", "rien ici")])
def test_an_unknown_address_has_a_page_of_our_own(server: Server, new_page: NewPage, language: str, words: str) -> None:
    page = new_page(locale=language, expected="404")
    answer = page.goto(f"{server.address}/no/such/page")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", level=2)).to_contain_text(words)
    assert barriers(page) == []
    page.get_by_role("link").click()
    page.wait_for_selector("mf-lobby button")
    assert page.url == f"{server.address}/"


def test_the_page_of_an_unknown_address_follows_the_settings(server: Server, new_page: NewPage) -> None:
    page = new_page(expected="404")
    page.goto(server.address)
    page.wait_for_selector("mf-lobby button")
    page.evaluate(
        """() => { localStorage.setItem("millefiori.language", "fr");
          localStorage.setItem("millefiori.settings", '{"theme": "dark"}'); }"""
    )
    page.goto(f"{server.address}/nothing")
    expect(page.get_by_role("heading", level=2)).to_contain_text("rien ici")
    assert page.get_attribute("html", "data-theme") == "dark"


def test_the_first_load_is_small(server: Server, new_page: NewPage) -> None:
    """With headers, and with the game that is loaded ahead: 180 kB are the limit of what a visit may cost."""
    page = new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes = list[int]()
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(server.address)
    page.wait_for_selector("#play")
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 20
    assert sum(sizes) < 180_000
