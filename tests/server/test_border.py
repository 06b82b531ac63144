"""The border: what every answer carries, who may ask, where keys travel, and a page below a path."""

from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from millefiori.server.app import make_app
from millefiori.server.border.gate import FOREIGN, HEADERS, PART_HEADERS, Guests, own_names
from millefiori.server.site.version import page_version
from tests.server.serving import bearer

PARTS = ("/static/main.js", "/static/css/page.css", "/static/css/base.css", "/static/icon.svg", "/board.svg")
LASTING = ("/static/main.js", "/static/css/base.css", "/board.svg", "/api/facts", "/api/lang/en")
ANSWERS = (
    *(("GET", path) for path in ("/", "/play", "/join", "/replay", "/play/old", *LASTING)),
    *(("GET", path) for path in ("/api/record", "/api/replay", "/api/invitation", "/nothing", "/static/no", "/api/no")),
    *(("POST", path) for path in ("/api/games", "/api/again", "/api/join", "/api/replay", "/", "/api/facts", "/no")),
    *(("HEAD", "/"), ("OPTIONS", "/api/games"), ("DELETE", "/api/facts"), ("GET", "/static/../app.py")),
)
NEW_GAME = {"edition": "international", "seats": [{"kind": "here"}, {"kind": "friend"}]}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    """What a browser on the same machine sees."""
    app = make_app(
        tmp_path / "games.sqlite", workers=0, guests=Guests.of("127.0.0.1", ("club.example", "*.board.games"))
    )
    with TestClient(app, "http://localhost:8370", raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


def opened(web: TestClient, **more: Any) -> Any:
    answer = web.post("/api/games", json=NEW_GAME, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()


def closed_socket(web: TestClient, headers: dict[str, str]) -> tuple[str, int]:
    """Why a socket was closed: the code of the refusal, and that of the closing."""
    with web.websocket_connect("/ws", headers=headers) as socket:
        code = socket.receive_json()["code"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    return code, closed.value.code


# --- Headers


@pytest.mark.parametrize(("method", "path"), ANSWERS)
def test_every_answer_carries_the_headers(web: TestClient, method: str, path: str) -> None:
    answer = web.request(method, path)
    expected = PART_HEADERS if method == "GET" and path in PARTS else HEADERS
    assert {name: answer.headers.get(name) for name in expected} == expected
    assert answer.headers["Cache-Control"] == ("no-cache" if method == "GET" and path in LASTING else "no-store")


def test_errors_of_the_framework_carry_them_too(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.rooms.routes.open_game", lambda rooms, wanted: 1 / 0)
    answer = web.post("/api/games", json=NEW_GAME)
    assert answer.status_code == 500
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answer.headers["Cache-Control"] == "no-store"


def test_scripts_and_styles_come_from_the_server_alone() -> None:
    rules = dict(rule.split(" ", 1) for rule in HEADERS["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == "'none'" and "unsafe" not in HEADERS["Content-Security-Policy"]
    assert set(rules.values()) == {"'none'", "'self'"}


@pytest.mark.parametrize("path", PARTS)
def test_a_file_that_is_only_a_part_of_the_page_can_do_nothing_by_itself(web: TestClient, path: str) -> None:
    """Opened alone it is a document, too: then nothing runs, nothing is loaded, nobody frames it."""
    headers = web.get(path).headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin" and headers["Referrer-Policy"] == "no-referrer"
    assert "Permissions-Policy" not in headers and "Cross-Origin-Opener-Policy" not in headers


@pytest.mark.parametrize("path", ["/worker.js", "/static/lost.html", "/api/facts", "/app.webmanifest"])
def test_what_is_more_than_a_part_has_all_headers(web: TestClient, path: str) -> None:
    """The service worker runs by the policy that it comes with, and it must fetch."""
    headers = web.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize("path", LASTING)
def test_what_holds_no_secret_is_sent_again_only_if_it_has_changed(web: TestClient, path: str) -> None:
    first = web.get(path)
    again = web.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert web.get(path, headers={"If-None-Match": '"another"'}).content == first.content


def test_secrets_are_never_stored(web: TestClient) -> None:
    game = opened(web)
    invitation = game["invitations"]["1"]
    joined = web.post("/api/join", json={"invitation": invitation, "name": "Ben"})
    asked = web.get("/api/record", headers=bearer(game["keys"]["0"]))
    for answer in (joined, asked, web.post("/api/games", json=NEW_GAME), web.get("/play")):
        assert answer.headers["Cache-Control"] == "no-store"


# --- Hosts and origins


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8370", "127.0.0.1:80", "[::1]:8370", "club.example", "a.board.games"]
)
def test_the_server_answers_to_its_own_names(web: TestClient, host: str) -> None:
    assert web.get("/api/facts", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "board.games", "192.168.1.5", "", "a b", "x:y", "[::2]"]
)
def test_a_name_that_was_made_to_lead_here_is_refused(web: TestClient, host: str) -> None:
    """DNS rebinding: a page of evil.example must not reach a server at home by its own name."""
    answer = web.get("/api/facts", headers={"Host": host})
    assert answer.status_code == 400 and answer.json()["code"] == "host"
    assert "--allowed-host" in answer.json()["message"]
    assert closed_socket(web, {"Host": host}) == ("host", FOREIGN)


def test_in_a_home_network_any_address_and_the_machines_names_will_do() -> None:
    guests = Guests.of("0.0.0.0")
    for host in ("192.168.1.5", "10.0.0.7", "fe80::1", "localhost", *own_names()):
        assert guests.has_host(host)
    assert not guests.has_host("evil.example") and not Guests.of("192.168.1.5").has_host("192.168.1.6")
    assert Guests.of("192.168.1.5").has_host("192.168.1.5")


def test_an_application_in_another_program_leaves_hosts_to_it() -> None:
    assert Guests().has_host("anything.example")


OWN = ("http://localhost:8370", "https://localhost:8370")
FOREIGN_ORIGINS = (
    "http://evil.example",
    "http://localhost",
    "http://localhost:8371",
    "null",
    "file://",
    "localhost:8370",
)


@pytest.mark.parametrize("origin", OWN)
def test_the_page_itself_may_do_everything(web: TestClient, origin: str) -> None:
    key = opened(web, headers={"Origin": origin})["keys"]["0"]
    with web.websocket_connect("/ws", headers={"Origin": origin, "Host": "localhost:8370"}) as socket:
        socket.send_json({"type": "hello", "key": key})
        assert socket.receive_json()["type"] == "welcome"


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_a_page_of_another_origin_may_not(web: TestClient, origin: str) -> None:
    answer = web.post("/api/games", json=NEW_GAME, headers={"Origin": origin})
    assert answer.status_code == 403 and answer.json()["code"] == "origin"
    headers = {"Origin": origin, "Host": "localhost:8370"}
    assert closed_socket(web, headers) == ("origin", FOREIGN)


def test_nor_may_it_beside_an_origin_that_may(web: TestClient) -> None:
    headers = [("Origin", "http://localhost:8370"), ("Origin", "http://evil.example"), ("Host", "localhost:8370")]
    assert web.post("/api/games", json=NEW_GAME, headers=headers).status_code == 403


def test_another_origin_may_if_it_is_listed(tmp_path: Path) -> None:
    """A proxy that shows its own address as Host: the browser's origin is that of the club."""
    app = make_app(
        tmp_path / "games.sqlite", workers=0, guests=Guests.of("127.0.0.1", (), ("https://Club.example:443/",))
    )
    with TestClient(app, "http://127.0.0.1:8370") as web:
        opened(web, headers={"Origin": "https://club.example"})
        for origin in ("http://club.example", "https://club.example:8443", "https://club.example.evil.example"):
            assert web.post("/api/games", json=NEW_GAME, headers={"Origin": origin}).status_code == 403


def test_default_ports_need_not_be_named() -> None:
    guests = Guests.of("127.0.0.1", ("club.example",))
    for origin, host in (("https://club.example", "club.example"), ("https://club.example", "club.example:443")):
        assert guests.refusal(scope("POST", host, origin)) is None
    assert guests.refusal(scope("POST", "club.example:8443", "https://club.example")) is not None
    assert guests.refusal(scope("GET", "club.example", "https://evil.example")) is None  # it cannot read the answer


def scope(method: str, host: str, origin: str) -> dict[str, Any]:
    return {"type": "http", "method": method, "headers": [(b"host", host.encode()), (b"origin", origin.encode())]}


# --- Keys


def test_no_address_of_the_server_takes_a_key(web: TestClient) -> None:
    game = opened(web)
    key, invitation = game["keys"]["0"], game["invitations"]["1"]
    assert web.get("/api/invitation", headers=bearer(invitation)).json()["seat"] == 1
    for path in ("record", "replay"):
        assert web.get(f"/api/{path}", headers=bearer(key)).json()["code"] == "running"
        assert web.get(f"/api/{path}/{key}").status_code == 404
        assert web.get(f"/api/{path}", params={"key": key}).json()["code"] == "key"
    assert web.get(f"/api/invitation/{invitation}").status_code == 404
    for wrong in ("", "Bearer", "Bearer ", f"Basic {key}", key):
        assert web.get("/api/record", headers={"Authorization": wrong}).json()["code"] == "key"


@pytest.mark.parametrize("screen", ["play", "join", "replay"])
def test_a_link_of_an_earlier_version_leads_to_where_its_key_is_not_sent(web: TestClient, screen: str) -> None:
    answer = web.get(f"/{screen}/i7gBuHRBfUnh354BWvn9og")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"../{screen}#i7gBuHRBfUnh354BWvn9og")
    odd = web.get(f"/{screen}/%0d%0aSet-Cookie:x%23%22")
    assert odd.headers["Location"] == f"../{screen}#%0D%0ASet-Cookie%3Ax%23%22" and "Set-Cookie" not in odd.headers


# --- Below a path


def below(database: Path, path: str) -> Starlette:
    """Another program that has our application below a path."""
    inner = make_app(database, workers=0)

    @asynccontextmanager
    async def lifespan(outer: Starlette) -> Any:
        async with inner.router.lifespan_context(inner):
            yield

    return Starlette(routes=[Mount(path, inner)], lifespan=lifespan)


def play_below(web: TestClient, root: str) -> None:
    """The page, a game and its socket, with addresses as the browser makes them from relative ones."""
    assert f'src="static/{page_version()}/main.js"' in web.get(f"{root}/play").text
    assert web.get(f"{root}/static/main.js").status_code == 200
    game = web.post(f"{root}/api/games", json=NEW_GAME).json()
    with web.websocket_connect(f"{root}/ws") as socket:
        socket.send_json({"type": "hello", "key": game["keys"]["0"]})
        assert socket.receive_json()["type"] == "welcome"
    old = web.get(f"{root}/play/abc", follow_redirects=False)
    assert old.headers["Location"] == "../play#abc"


def test_it_can_be_mounted_in_another_application(tmp_path: Path) -> None:
    with TestClient(below(tmp_path / "games.sqlite", "/millefiori")) as web:
        play_below(web, "/millefiori")
        assert web.get("/").status_code == 404


@pytest.mark.parametrize("seen", ["", "/games/millefiori"])
def test_a_proxy_may_take_the_path_away_or_leave_it(tmp_path: Path, seen: str) -> None:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, root_path="/games/millefiori")) as web:
        play_below(web, seen)
        slash = web.get("/games/millefiori", follow_redirects=False)
        assert (slash.status_code, slash.headers["Location"]) == (308, "millefiori/")


def test_no_address_in_the_page_begins_at_the_root() -> None:
    static = Path(__file__).parents[2] / "millefiori" / "server" / "static"
    texts = {file: file.read_text() for file in (static / "index.html", *static.rglob("*.js"), *static.rglob("*.css"))}
    for file, text in texts.items():
        for start in ('"/', "'/", "`/", "(/"):
            wrong = [line for line in text.splitlines() if f"{start}static" in line or f"{start}api" in line]
            assert not wrong and f"{start}ws" not in text and f"{start}play" not in text, f"{file.name}: {wrong}"
    assert not any('href: "/"' in text for text in texts.values())
