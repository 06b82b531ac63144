"""Help for tests of people: an application with a hall, and people with keys."""

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from millefiori.server.app import make_app
from tests.server.serving import bearer


def hall_app(folder: Path, **more: Any) -> TestClient:
    """An application with a hall over a file of its own; the caller enters it."""
    return TestClient(make_app(folder / "games.sqlite", workers=0, hall=True, **more))


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
