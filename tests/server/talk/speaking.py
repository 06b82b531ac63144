"""Help for tests of talk: people at sockets who say something and listen."""

from contextlib import ExitStack
from typing import Any

from starlette.testclient import TestClient

HERE, FRIEND, BOT = {"kind": "here", "name": "Ada"}, {"kind": "friend"}, {"kind": "bot", "level": "casual"}


class Table:
    """A table of Ada, who opened it, and Ben, with people who watch."""

    def __init__(self, web: TestClient, held: ExitStack, **more: Any) -> None:
        self.web, self.held = web, held
        answer = web.post(
            "/api/games", json={"edition": "international", "seats": [HERE, FRIEND], "start_player": 0, **more}
        )
        assert answer.status_code == 201, answer.text
        self.opened = answer.json()
        invitation = self.opened["invitations"]["1"]
        self.keys = {
            "Ada": self.opened["keys"]["0"],
            "Ben": web.post("/api/join", json={"invitation": invitation, "name": "Ben"}).json()["key"],
        }
        self.game: str = self.opened["game"]

    def sit(self, name: str, web: TestClient | None = None) -> "Speaker":
        """Somebody connects: Ada, Ben, or anybody else to watch."""
        socket = self.held.enter_context((web or self.web).websocket_connect("/ws"))
        return Speaker(socket, self.keys.get(name, self.opened["watch"]))


class Speaker:
    """Somebody at a socket."""

    def __init__(self, socket: Any, key: str, seen: int = -1) -> None:
        self.socket = socket
        self.send(type="hello", key=key, seen=seen)
        self.welcome = self.hear("welcome")
        self.hear("presence")

    def send(self, **message: Any) -> None:
        self.socket.send_json(message)

    def say(self, text: str, kind: str = "text") -> None:
        self.send(type="say", text=text, kind=kind)

    def hear(self, kind: str) -> Any:
        while (message := self.socket.receive_json())["type"] != kind:
            assert message["type"] != "refused" or kind == "reported", message
        return message

    def lines(self) -> list[tuple[int, str]]:
        """Who says what, as it arrives next."""
        return [(line["seat"], line["text"]) for line in self.hear("talk")["lines"]]

    def refusal(self) -> tuple[str, str]:
        """Why the last request was refused, and which one it was."""
        while (message := self.socket.receive_json())["type"] != "refused":
            pass
        return message["code"], message.get("request", "")

    def everything(self) -> list[Any]:
        """All that has arrived by now: the server answers requests one after the other."""
        self.socket.send_text("{}")
        heard = []
        while (message := self.socket.receive_json())["type"] != "refused":
            heard.append(message)
        return heard

    def heard(self) -> list[tuple[int, str]]:
        """All that was said by now."""
        talks = [message for message in self.everything() if message["type"] == "talk"]
        return [(line["seat"], line["text"]) for message in talks for line in message["lines"]]
