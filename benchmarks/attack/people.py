"""Who takes part: an honest player with a stopwatch, and servers to attack."""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect

from millefiori.bots.bot import LEVELS
from millefiori.server.thinking.thinkers import get_ready
from tests.server.serving import Server

HONEST = "127.0.0.1"
REACTION = 0.05
"""Seconds for which an honest player looks at the board: nobody decides twenty times a second."""


@dataclass
class Felt:
    """What an honest player waits for, in milliseconds: its own decisions, and the bot's."""

    own: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    refused: int = 0


def p99(times: list[float]) -> float:
    """The time that all but one in a hundred stay under; the longest of few."""
    return sorted(times)[min(len(times) - 1, int(0.99 * len(times)))] if times else float("nan")


def median(times: list[float]) -> float:
    """The time in the middle."""
    return sorted(times)[len(times) // 2] if times else float("nan")


@dataclass(frozen=True)
class Target:
    """Where a server is."""

    port: int

    @property
    def address(self) -> str:
        """The beginning of its addresses."""
        return f"http://127.0.0.1:{self.port}"


class Player:
    """A client with a key that plays at random from what it is shown."""

    def __init__(self, server: Server | Target, key: str, address: str = HONEST, seed: int = 0) -> None:
        self.server, self.key, self.address = server, key, address
        self.chooser = random.Random(seed)
        self.position: dict[str, Any] = {}
        self.n = -1
        self.acknowledged: list[int] = []  # events of own decisions

    def socket(self) -> Any:
        """A connection from the player's address."""
        return connect(f"ws://127.0.0.1:{self.server.port}/ws", local_addr=(self.address, 0), open_timeout=30)

    async def hello(self, socket: ClientConnection) -> None:
        """Say hello."""
        await socket.send(json.dumps({"type": "hello", "key": self.key, "seen": self.n}))

    def note(self, message: dict[str, Any]) -> None:
        """Remember where the game stands."""
        if message["type"] in ("welcome", "event"):
            self.n = message["n"]
            self.position = message.get("position") or self.position

    def decision(self) -> int:
        """Any possible action."""
        cards = self.position["cards"]
        if self.position["phase"] == "play":
            return int(self.chooser.choice(cards[0]["previews"])["action"])
        return int(self.chooser.choice(cards)["obtain"])

    async def play(self, felt: Felt, until: Callable[[], bool], reaction: float = REACTION) -> None:
        """Play, one decision after the other, until told to stop or the game is over."""
        async with self.socket() as socket:
            await self.hello(socket)
            sent, asked = 0.0, time.perf_counter()
            while not until() and self.position.get("phase") != "over":
                message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                self.note(message)
                now = time.perf_counter()
                if message["type"] == "refused":
                    felt.refused += 1
                if message["type"] == "event" and message["seat"] == 0 and sent:
                    felt.own.append(1000 * (now - sent))
                    self.acknowledged.append(message["n"])
                    sent, asked = 0.0, now
                elif message["type"] == "event" and message["seat"] != 0:
                    felt.bot.append(1000 * (now - asked))
                    asked = now
                if self.position.get("decides") and not sent:
                    await asyncio.sleep(reaction)
                    sent = time.perf_counter()
                    await socket.send(json.dumps({"type": "decide", "action": self.decision(), "at": self.n}))


def open_game(server: Server | Target, *seats: str, address: str = HONEST) -> dict[str, Any]:
    """A new game, asked for from an address; without keys if that was refused."""
    wanted = [{"kind": "here"} if seat == "here" else {"kind": "bot", "level": seat} for seat in seats]
    body = {"edition": "international", "seats": wanted}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
        answer: dict[str, Any] = client.post(f"{server.address}/api/games", json=body, timeout=60).json()
    return answer


@contextmanager
def public_server() -> Iterator[Server]:
    """A server with the limits of one that strangers can reach, and its default number of workers on two cores."""
    for level in LEVELS:
        get_ready(level)  # compiled, as on any server that has run before
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text("[limits]\n", encoding="utf-8")
        server = Server(Path(folder), "--settings", str(settings), "--thinkers", "2")
        try:
            yield server
        finally:
            server.kill()


def memory(server: Server) -> int:
    """Resident memory of the server's process, in megabytes."""
    assert server.process is not None
    for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


def processor_seconds(server: Server) -> float:
    """What the server's process, without its workers, has used of the processors."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
