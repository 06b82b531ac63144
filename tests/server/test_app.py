"""The application in this process, compiled or not: routes, sockets, storage, bots, all in one game."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

import millefiori.server
from millefiori.server.app import make_app
from millefiori.server.site.texts import TEXT_PARTS, page_texts
from tests.server.serving import bearer
from tools.docs import by_edition, environment_speed, ladder, observation_axes, observation_table, pairings
from tools.protocol import protocol_tables


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def web(database: Path) -> Iterator[TestClient]:
    with TestClient(make_app(database, workers=0)) as client:
        yield client


def opened(web: TestClient, *seats: dict[str, str], **more: Any) -> Any:
    answer = web.post("/api/games", json={"edition": "international", "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


HERE, FRIEND, BOT = {"kind": "here", "name": "Ada"}, {"kind": "friend"}, {"kind": "bot", "level": "casual"}


class Seat:
    """One socket with the last message it got."""

    def __init__(self, socket: WebSocketTestSession, key: str, seen: int = -1) -> None:
        self.socket, self.n = socket, seen
        self.position: dict[str, Any] = {}
        socket.send_json({"type": "hello", "key": key, "seen": seen})

    def hear(self, kind: str) -> Any:
        """Listen until a message of this kind comes."""
        while (message := self.socket.receive_json())["type"] != kind:
            self.note(message)
        self.note(message)
        return message

    def note(self, message: Any) -> None:
        if message["type"] in ("welcome", "event"):
            self.n, self.position = message["n"], message.get("position") or self.position

    def decide(self, chooser: random.Random) -> None:
        """A decision, and the event that comes of it."""
        cards = self.position["cards"]
        is_play = self.position["phase"] == "play"
        action = chooser.choice(cards[0]["previews"])["action"] if is_play else chooser.choice(cards)["obtain"]
        self.socket.send_json({"type": "decide", "action": action, "at": self.n})


def test_a_game_with_a_bot_goes_on_and_comes_back(web: TestClient, database: Path) -> None:
    game = opened(web, HERE, BOT)
    key, chooser, decisions = game["keys"]["0"], random.Random(4), 0
    with web.websocket_connect("/ws") as socket:
        seat = Seat(socket, key)
        assert seat.hear("welcome")["seat"] == 0
        while decisions < 6:
            if seat.position["decides"]:
                seat.decide(chooser)
                decisions += 1
            seat.hear("event")
    with web.websocket_connect("/ws") as socket:
        seat = Seat(socket, key, seat.n - 2)
        seat.hear("event")
        socket.send_json({"type": "undo", "at": -1})
        assert seat.hear("refused")["code"] == "stale"
        socket.send_text("nonsense")
        assert seat.hear("refused")["code"] == "malformed"
        socket.send_json({"type": "hello", "key": key})
        assert seat.hear("refused")["code"] == "hello"
    for path in ("record", "replay"):
        assert web.get(f"/api/{path}", headers=bearer(key)).status_code == 403
    assert web.post("/api/again", json={"key": key}).json()["code"] == "running"
    web.app.state.rooms.forget_idle(1e12)  # type: ignore[attr-defined]
    with web.websocket_connect("/ws") as socket:
        assert Seat(socket, key).hear("welcome")["n"] >= seat.n


def test_friends_are_invited_once(web: TestClient) -> None:
    game = opened(web, HERE, FRIEND, start_player=1)
    invitation = game["invitations"]["1"]
    assert web.get("/api/invitation", headers=bearer(invitation)).json()["seat"] == 1
    joined = web.post("/api/join", json={"invitation": invitation, "name": " Ben\u200b "})
    assert joined.status_code == 201
    assert web.post("/api/join", json={"invitation": invitation}).status_code == 404
    with web.websocket_connect("/ws") as socket:
        told = Seat(socket, joined.json()["key"]).hear("welcome")
        assert [player["name"] for player in told["players"]] == ["Ada", "Ben"]
    with web.websocket_connect("/ws") as socket:
        watching = Seat(socket, game["watch"])
        assert watching.hear("welcome")["position"]["hand"] == []
        for message in ({"type": "decide", "action": 198, "at": -1}, {"type": "hint", "at": -1}):
            socket.send_json(message)
            assert watching.hear("refused")["code"] in ("watching", "hint")


def test_wrong_keys_and_old_pages_are_refused_with_a_reason(web: TestClient) -> None:
    for hello, code in (
        ({"type": "hello", "key": "nothing"}, "key"),
        ({"type": "hello", "key": "x", "protocol": 0}, "protocol"),
        ({"type": "undo", "at": 0}, "hello"),
    ):
        with web.websocket_connect("/ws") as socket:
            socket.send_json(hello)
            assert socket.receive_json()["code"] == code


def test_pages_facts_and_texts_are_served(web: TestClient) -> None:
    for path in ("/", "/play", "/join", "/replay"):
        assert "<title>Mille Fiori</title>" in web.get(path).text
    assert len(web.get("/api/facts").json()["spaces"]) == 109
    assert web.get("/api/lang/xx").json() == web.get("/api/lang/en").json() != web.get("/api/lang/de").json()
    assert web.get("/board.svg").text.count("data-space") == 109
    assert web.post("/api/replay", content=b"{}").json()["code"] == "record"
    assert web.post("/api/games", content=b"x" * 9000).json()["code"] == "oversized"


def test_the_documentation_is_made_from_the_source() -> None:
    assert "Welcome" in protocol_tables()
    assert "`learned`" in ladder("two") and "caipirinha" in by_edition("two", ("learned", "greedy"))
    assert "strong" in pairings("ladder-four") and "VectorEnv" in environment_speed()
    assert "`diamonds`" in observation_table() and "caipirinha" in observation_axes()


def test_every_refusal_is_documented_and_has_words_on_the_page() -> None:
    folder = Path(millefiori.server.__file__).parent
    sources = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    codes = set(re.findall(r'Refus(?:al|ed)\(\s*"(\w+)"', sources))
    table = re.findall(r"^\| (`\w+`.*?) \|", (folder.parents[1] / "docs/protocol.md").read_text(), re.MULTILINE)
    documented = set(re.findall(r"`(\w+)`", " ".join(table)))
    assert len(codes) > 15 and codes <= documented
    words = {name for part in ("", *TEXT_PARTS) for name in page_texts("en", part)}
    assert {f"error.{code}" for code in codes} <= words
