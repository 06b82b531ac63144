"""The page's files: one version at a time, what installs it, link previews, and unknown addresses."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.server.border.gate import Guests
from millefiori.server.site import pages, version
from millefiori.server.site.texts import STATIC, page_texts, spoken_language
from millefiori.server.site.version import page_version

HTML = {"Accept": "text/html,*/*"}


@pytest.fixture(params=["", "/club/games"])
def web(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    """What a browser on the same machine sees, at the root of its host and below a path."""
    root = str(request.param)
    app = make_app(tmp_path / "games.sqlite", workers=0, guests=Guests.of("127.0.0.1"), root_path=root)
    with TestClient(app, f"http://localhost:8370{root}", follow_redirects=False) as client:
        yield client


def kept(web: TestClient) -> list[str]:
    """The files that the service worker keeps, as addresses."""
    worker = web.get("/worker.js").text
    (files,) = re.findall(r"^const FILES = (.*);$", worker, re.MULTILINE)
    return [urljoin("/", file) for file in json.loads(files)]


def test_the_page_asks_for_files_of_its_own_version(web: TestClient) -> None:
    files = re.findall(r'(?:href|src)="(static/[^"]+)"', web.get("/play").text)
    assert len(files) > 3 and all(file.startswith(f"static/{page_version()}/") for file in files)
    assert all(web.get(f"/{file}").status_code == 200 for file in files)
    assert web.get(f"/{files[-1]}").content == web.get(f"/static/{files[-1].split('/', 2)[2]}").content


def test_files_of_another_version_do_not_exist(web: TestClient) -> None:
    """A page that was loaded half before an update and half after it must fail, not mix."""
    assert web.get("/static/0123456789abcdef/main.js").status_code == 404


def test_whatever_the_page_is_made_of_changes_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "STATIC", tmp_path)
    found = set[str]()
    for name, text in (("a.js", "1"), ("a.js", "2"), ("b.js", "2"), ("css/a.css", "")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        found.add(version.page_version.__wrapped__())
    (tmp_path / "b.js").rename(tmp_path / "c.js")
    monkeypatch.setattr(version, "empty_board", lambda: "another board")
    found |= {version.page_version.__wrapped__()}
    assert len(found) == 5


def test_facts_health_and_presence_say_the_version(web: TestClient) -> None:
    assert web.get("/api/facts").json()["version"] == web.get("/health").json()["version"] == page_version()
    seats = [{"kind": "here"}, {"kind": "friend"}]
    opened = web.post("/api/games", json={"edition": "international", "seats": seats}).json()
    with web.websocket_connect("/ws", headers={"Host": "localhost:8370"}) as socket:
        socket.send_json({"type": "hello", "key": opened["keys"]["0"]})
        assert (answer := socket.receive_json())["type"] == "welcome", answer
        assert socket.receive_json()["version"] == page_version()


# --- Installing


def test_the_manifest_works_below_any_path(web: TestClient) -> None:
    answer = web.get("/app.webmanifest", headers={"Accept-Language": "de-AT,de;q=0.9"})
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    addresses = [manifest["start_url"], manifest["scope"], manifest["id"], *(icon["src"] for icon in manifest["icons"])]
    assert all(not address.startswith(("/", "http")) for address in addresses)
    assert all(web.get(f"/{icon['src']}").status_code == 200 for icon in manifest["icons"])
    assert manifest["lang"] == "de" and manifest["description"] == page_texts("de")["preview.home"]


def test_the_service_worker_keeps_all_that_the_page_loads(web: TestClient) -> None:
    files = kept(web)
    for file in files:
        assert web.get(file).status_code == 200, file
    page = web.get("/").text
    assert {urljoin("/", file) for file in re.findall(r'(?:href|src)="([^"]+)"', page)} <= set(files)
    modules = {file for file in files if file.endswith(".js")}
    for module in modules:
        for imported in re.findall(r'^(?:import|} from|import .* from) "(\..*?)"', web.get(module).text, re.MULTILINE):
            assert urljoin(module, imported) in modules


def test_nothing_that_the_service_worker_keeps_can_hold_a_secret(web: TestClient) -> None:
    """Only files, facts, texts, the drawing and the bare page: what everybody gets who asks."""
    public = r"/(static/[0-9a-f]{16}/.+|app\.webmanifest|(api/facts|api/lang/\w\w|board\.svg)\?v=[0-9a-f]{16})?"
    assert [file for file in kept(web) if not re.fullmatch(public, file)] == []
    source = (STATIC / "worker.js").read_text()
    assert re.findall(r"\.(?:put|add)\(", source) == [], "what is kept is decided when the worker is installed"
    assert source.count("addAll(FILES.") == 1


def test_a_new_version_is_another_service_worker(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    before = web.get("/worker.js")
    assert f'const VERSION = "{page_version()}"' in before.text and before.headers["Cache-Control"] == "no-cache"
    monkeypatch.setattr(pages, "page_version", lambda: "0123456789abcdef")
    assert web.get("/worker.js").text != before.text


# --- Link previews


@pytest.mark.parametrize("path", ["/", "/play", "/join", "/replay"])
def test_links_have_a_preview_with_a_whole_address(web: TestClient, path: str) -> None:
    text = web.get(path, headers={"Accept-Language": "fr"}).text
    (picture,) = re.findall(r'property="og:image" content="([^"]+)"', text)
    assert picture == f"{str(web.base_url).rstrip('/')}/static/preview.png"
    assert web.get(picture).headers["content-type"] == "image/png"
    assert re.search(r'property="og:description" content="[^"%]{20,}"', text) and '<html lang="fr">' in text


def test_a_preview_needs_no_key_and_a_host_cannot_become_markup(web: TestClient) -> None:
    assert web.get("/", headers={"Host": '"><script>'}).status_code == 400
    assert "%" not in re.sub(r"\d+%", "", web.get("/join").text)


# --- Addresses that do not exist


@pytest.mark.parametrize(("path", "up"), [("/nothing", "./"), ("/a/b/c", "../../"), ("/playing/", "../")])
def test_an_unknown_address_has_a_page_in_the_readers_language(web: TestClient, path: str, up: str) -> None:
    answer = web.get(path, headers={**HTML, "Accept-Language": "de"})
    assert answer.status_code == 404 and answer.headers["Cache-Control"] == "no-store"
    assert page_texts("de")["lost.title"] in answer.text and '<html lang="de">' in answer.text
    files = re.findall(r'(?:href|src)="([^"]+)"', answer.text)
    assert up in files
    for file in files:
        assert web.get(urljoin(f"{str(web.base_url).rstrip('/')}{path}", file)).status_code == 200


@pytest.mark.parametrize("path", ["/nothing", "/api/nothing", "/static/nothing.js"])
def test_programs_get_no_page(web: TestClient, path: str) -> None:
    accept = {"Accept": "application/json"} if path == "/nothing" else HTML
    answer = web.get(path, headers=accept)
    assert (answer.status_code, answer.text) == (404, "Not Found")


def test_a_wrong_key_is_still_refused_as_json(web: TestClient) -> None:
    answer = web.get("/api/record", headers={**HTML, "Authorization": "Bearer nothing"})
    assert answer.status_code == 404 and answer.json()["code"] == "key"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("fr-CH, de;q=0.5", "fr"), ("it, de;q=0.5, en;q=0.7", "en"), ("de;q=0, *", "en"), ("de;q=x,fr", "fr")],
)
def test_the_language_that_a_browser_likes_best(accepted: str, language: str) -> None:
    assert spoken_language(accepted) == language


def test_all_style_sheets_come_as_one_file(web: TestClient) -> None:
    """Each file costs a request and its headers."""
    answer = web.get("/static/css/page.css")
    assert answer.headers["content-type"].startswith("text/css") and answer.headers["cache-control"] == "no-cache"
    assert "@import" not in answer.text
    sheets = [file for file in STATIC.glob("css/*.css") if file.name != "page.css"]
    written = [re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL) for sheet in sheets]
    assert [line for text in written for line in map(str.strip, text.splitlines()) if line not in answer.text] == []
    assert "/*" not in answer.text


def test_modules_come_without_comments_and_line_by_line(web: TestClient) -> None:
    """Comments and types would be a quarter of each; an error on the page still names the line in the file."""
    for file in STATIC.rglob("*.js"):
        path = f"/static/{file.relative_to(STATIC).as_posix()}"
        source, answer = file.read_text(encoding="utf-8"), web.get(path)
        assert answer.headers["content-type"].startswith("text/javascript") and answer.headers["etag"]
        lines, sent = source.splitlines(), answer.text.splitlines()
        assert len(sent) == len(lines) and "/**" not in answer.text
        code = [
            number for number, line in enumerate(lines) if not re.match(r"\s*(/\*\*| \*)", line) and "/**" not in line
        ]
        assert [sent[number] for number in code] == [lines[number] for number in code]
        again = web.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content
