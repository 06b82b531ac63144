"""Help for tests of people: an application with a hall, and people with keys."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.server.messages.hall import HallNow
from millefiori.server.people.hall import Hall
from millefiori.server.people.people import People
from millefiori.server.rooms.rooms import Rooms
from tests.server.playing import awaited, decide
from tests.server.serving import bearer
from tests.server.storage.storing import Place

T = TypeVar("T")


def hall_app(place: Place, **more: Any) -> TestClient:
    """An application with a hall over a database, or a file in a folder; the caller enters it."""
    database = place / "games.sqlite" if isinstance(place, Path) and place.is_dir() else place
    return TestClient(make_app(database, workers=0, hall=True, **more))


class Person:
    """Somebody with a device."""

    def __init__(self, web: TestClient, key: str, told: dict[str, Any]) -> None:
        self.web, self.key, self.id, self.name = web, key, str(told["id"]), str(told["name"])

    @classmethod
    def named(cls, web: TestClient, name: str, emblem: int = 7) -> "Person":
        answer = web.post("/api/player", json={"name": name, "emblem": emblem, "device": "a test"})
        assert answer.status_code == 201, answer.text
        return cls(web, answer.json()["key"], answer.json()["player"])

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request with the key of the device."""
        more = {} if body is None else {"json": body}
        return self.web.request(method, f"/api{path}", headers=bearer(self.key), **more)

    def me(self) -> dict[str, Any]:
        answer = self.ask("GET", "/player")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def on_another_device(self) -> "Person":
        ticket = self.ask("POST", "/player/ticket").json()["ticket"]
        answer = self.web.post("/api/player/devices", json={"ticket": ticket, "device": "a telephone"})
        assert answer.status_code == 201, answer.text
        return Person(self.web, answer.json()["key"], answer.json()["player"])

    def gather(self, **more: Any) -> Any:
        """Open a table in the hall."""
        wanted = {"edition": "international", "seats": 2, **more}
        return self.ask("POST", "/hall/gatherings", wanted)

    def quick(self, **more: Any) -> Any:
        return self.ask("POST", "/hall/quick", {"edition": "international", **more})

    def join(self, gathering: str) -> Any:
        return self.ask("POST", "/hall/join", {"gathering": gathering})

    def leave(self, gathering: str) -> Any:
        return self.ask("POST", "/hall/leave", {"gathering": gathering})

    def agree(self, gathering: str, level: str) -> Any:
        return self.ask("POST", "/hall/bots", {"gathering": gathering, "level": level})

    def seat(self, game: str) -> dict[str, Any]:
        answer = self.ask("POST", "/seat", {"game": game})
        assert answer.status_code == 201, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def games(self, page: int = 0) -> dict[str, Any]:
        answer = self.ask("GET", f"/player/games?page={page}")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told


def call(web: TestClient, work: Callable[[], Awaitable[T]]) -> T:
    """Something done inside the application's loop."""
    assert web.portal is not None
    return web.portal.call(work)


def hall_of(web: TestClient) -> Hall:
    people: People = web.app.state.people  # type: ignore[attr-defined]
    return people.hall


def lists(web: TestClient) -> HallNow:
    """What somebody sees who comes into the hall now."""
    hall = hall_of(web)
    call(web, hall.look)
    return hall._now()


def play_to_the_end(web: TestClient, game: str, seed: int = 1, decisions: int = 10_000) -> None:
    """All seats decide at random, and the result is written."""
    rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
    chooser = random.Random(seed)

    async def play() -> None:
        live = await rooms.get(game)
        for _ in range(decisions):
            if live.room.table.is_over:
                break
            await rooms.submit(live, decide(live.room, chooser.choice(awaited(live.room)), chooser), live.room.n)
        await asyncio.gather(*rooms._telling)

    call(web, play)
