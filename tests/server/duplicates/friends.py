"""Friends who play a duplicate: requests over HTTP, and games played to the end."""

import hashlib
from typing import Any

from starlette.testclient import TestClient

from millefiori.server.rooms.room import Room
from millefiori.server.rooms.rooms import Rooms
from tests.server.serving import bearer


def secret(name: str) -> str:
    """What the device of somebody keeps."""
    return hashlib.sha256(name.encode()).hexdigest()


def ask(web: TestClient, who: str, what: str, **body: Any) -> Any:
    """A request of somebody."""
    return web.post(f"/api/duplicate{what}", json=body, headers=bearer(secret(who)))


def answered(web: TestClient, who: str, what: str, **body: Any) -> Any:
    answer = ask(web, who, what, **body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def gather(web: TestClient, *people: str, **terms: Any) -> str:
    """A duplicate that all of them have joined; returns its link."""
    wanted = {"edition": "international", "seats": 2, "people": len(people), "deals": 1, "level": "gentle", **terms}
    link = str(answered(web, people[0], "", terms=wanted, name=people[0])["link"])
    for other in people[1:]:
        answered(web, other, "/join", link=link, name=other)
    return link


def standing(web: TestClient, who: str, link: str) -> Any:
    return answered(web, who, "/look", link=link)


def seat(web: TestClient, who: str, link: str, deal: int = 0) -> Any:
    return answered(web, who, "/seat", link=link, deal=deal)


def room_of(web: TestClient, game: str) -> Room:
    rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
    return rooms.live[game].room


def play(web: TestClient, key: str, decisions: int = 3000) -> None:
    """Always the first action, until the game is over or some decisions are made."""
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "protocol": 3, "key": key})
        own, waits = -2, False
        while True:
            message = socket.receive_json()
            assert message["type"] != "refused", message
            if message["type"] not in ("welcome", "event"):
                continue
            if message["type"] == "welcome":
                own = message["seat"]
            elif message["seat"] == own:
                waits = False
            position = message["position"]
            if position["phase"] == "over" or (not decisions and not waits):
                return
            if position["decides"] and not waits:
                card = position["cards"][0]
                action = card["previews"][0]["action"] if position["phase"] == "play" else card["obtain"]
                socket.send_json({"type": "decide", "action": action, "at": message["n"]})
                decisions, waits = decisions - 1, True
