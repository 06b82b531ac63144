"""A real server in a process of its own, and real clients."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import httpx2 as httpx
from websockets.sync.client import ClientConnection, connect

OPEN = ExitStack()
"""The connections of a test; a fixture closes them after it."""
LONG = 180.0
"""Seconds that are enough for anything, even if a server compiles on a machine that is busy with something else."""
COMPILING = 900.0
"""Seconds that are enough to compile all bots there, with an empty cache."""


def bearer(key: str) -> dict[str, str]:
    """The header that carries a key or an invitation."""
    return {"Authorization": f"Bearer {key}"} if key else {}


class Server:
    """`millefiori serve` on a free port. `kill` is SIGKILL; `start` again goes on with the same database."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.database, self.options = folder / "games.sqlite", options
        self.port = 0
        self.http = httpx.Client(timeout=LONG, verify=False, limits=httpx.Limits(max_keepalive_connections=0))
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def command(self) -> list[str]:
        """What starts it."""
        command = [sys.executable, "-m", "millefiori", "serve", "--database", str(self.database), "--pace", "0"]
        return [*command, "--thinkers", "1", "--port", str(self.port), *self.options]

    def start(self, **more: Any) -> None:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, text=True, env=environment, **more)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Mille Fiori is at" in line, line
        self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])

    def children(self) -> list[int]:
        """The processes that the server has started."""
        assert self.process is not None
        task = Path(f"/proc/{self.process.pid}/task")
        return [int(child) for file in task.glob("*/children") for child in file.read_text().split()]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self._wait()
        assert self.process.returncode == 0, "it ends in good order"

    def _wait(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.wait(LONG)
        self.process.stdout.close()

    def post(self, path: str, body: Any) -> httpx.Response:
        content = body if isinstance(body, (bytes, str)) else json.dumps(body)
        return self.http.post(self.address + path, content=content)

    def get(self, path: str, key: str = "") -> httpx.Response:
        return self.http.get(self.address + path, headers=bearer(key))

    def wait_for_bots(self) -> None:
        """Until the bots are compiled: before that, others stand in for those that search."""
        deadline = time.monotonic() + COMPILING
        while self.get("/api/progress").json()["bots"] < 1:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def open(self, *seats: str, edition: str = "international", **more: Any) -> dict[str, Any]:
        """A game; a seat is `here`, `friend` or the level of a bot."""
        wanted = [
            {"kind": seat, "name": f"P{number}"} if seat in ("here", "friend") else {"kind": "bot", "level": seat}
            for number, seat in enumerate(seats)
        ]
        answer = self.post("/api/games", {"edition": edition, "seats": wanted, **more})
        assert answer.status_code == 201, answer.text
        return cast(dict[str, Any], answer.json())


class Client:
    """A player at a socket who knows only what it hears."""

    def __init__(self, server: Server, key: str, seed: int = 0, seen: int = -1) -> None:
        self.server, self.key, self.chooser = server, key, random.Random(seed)
        self.n, self.position, self.log = seen, cast(dict[str, Any], {}), cast(list[dict[str, Any]], [])
        self.seat = -2
        self.socket: ClientConnection = self.connect()

    def connect(self) -> ClientConnection:
        self.waits = False
        self.socket = OPEN.enter_context(connect(f"ws://127.0.0.1:{self.server.port}/ws"))
        self.send(type="hello", key=self.key, seen=self.n)
        return self.socket

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = LONG) -> dict[str, Any]:
        """The next message; events must follow each other without a gap."""
        message = json.loads(self.socket.recv(timeout))
        if message["type"] == "welcome":
            self.n, self.position, self.log, self.seat = (
                message["n"],
                message["position"],
                message["log"],
                message["seat"],
            )
        elif message["type"] == "event":
            assert message["n"] == self.n + 1
            self.n = message["n"]
            self.log.append({key: value for key, value in message.items() if key != "position"})
            self.waits = self.waits and message["seat"] != self.seat
            self.position = message.get("position") or self.position
        return cast(dict[str, Any], message)

    def hear_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(message := self.hear()):
            pass
        return message

    def decide(self) -> None:
        """Do something that is possible now."""
        at, position = self.n, self.position
        self.waits = True
        if position["phase"] == "play":
            action = self.chooser.choice(position["cards"][0]["previews"])["action"]
        else:
            action = self.chooser.choice(position["cards"])["obtain"]
        self.send(type="decide", action=action, at=at)

    def play(self, decisions: int = 10_000) -> None:
        """Play on until the game is over, or for some decisions."""
        while self.position.get("phase") != "over" and (decisions > 0 or self.waits):
            if self.position.get("decides") and not self.waits:
                decisions -= 1
                self.decide()
            message = self.hear()
            assert message["type"] != "refused", message
