"""People who play on whatever happens to the servers, and a look into the database at what became of their decisions.

A decision counts as acknowledged when its event has arrived. In the end every event that anybody has received must be
stored as it was received, once, and every game must be over.
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx2 as httpx
import msgspec
from websockets.asyncio.client import connect

from millefiori.server.refusal import Refusal
from millefiori.server.rooms.events import seen_by
from millefiori.server.rooms.quarantine import restored
from millefiori.server.storage.driver import StoreError
from millefiori.server.storage.store import Store
from tests.server.services import Postgres, Redis
from tests.server.serving import Server

EXPECTED = {"storage", "stale", "same", "busy", "offline"}
"""Refusals that a person meets with a shrug and tries again."""
BURST = 3
"""Workers that are killed one after the other, at most."""
REACTION = 0.1
"""Seconds that people think, on average."""
PATIENCE = 60.0
"""Seconds without any event after which a game counts as stuck."""


class Fleet(Server):
    """`millefiori serve` with several workers."""

    def __init__(self, address: str, broker: str, workers: int = 2, *options: str) -> None:
        self.address_of_database, self.number = address, workers
        super().__init__(Path(), "--broker", broker, "--workers", str(workers), *options)

    def command(self) -> list[str]:
        command = super().command()
        command[command.index("--database") + 1] = self.address_of_database
        return command

    def workers(self) -> list[int]:
        """The processes of the workers that live."""
        found = []
        for process in self.children():
            with contextlib.suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                    found.append(process)
        return found

    def kill_worker(self, chooser: random.Random) -> bool:
        """SIGKILL for one of them, if there is one."""
        workers = self.workers()
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(chooser.choice(workers), signal.SIGKILL)
        return bool(workers)


class Seen(NamedTuple):
    """What an event says of a decision; a kept card only to its own seat."""

    kind: str
    seat: int
    card: int | None
    space: int | None
    at: int


def seen(event: dict[str, Any]) -> Seen:
    """The same of an event as it was sent."""
    return Seen(*(event.get(name) for name in Seen._fields))  # type: ignore[arg-type]


@dataclass
class Report:
    """What happened."""

    games: int = 0
    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    stuck: int = 0
    connections: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    gaps: list[float] = field(default_factory=list)  # seconds between two events of a game
    moved: dict[int, float] = field(default_factory=dict)  # by table: when something happened there last

    @property
    def is_clean(self) -> bool:
        """Did all go well?"""
        return not (self.lost or self.twice or self.stuck) and set(self.refused) <= EXPECTED

    def __str__(self) -> str:
        gaps = sorted(self.gaps) or [0.0]
        return (
            f"{self.games} games, {self.acknowledged} decisions acknowledged, {self.lost} lost, {self.twice} twice, "
            f"{self.stuck} games stuck; {self.connections} connections, refused {dict(self.refused)}; "
            f"longest pause of a game {gaps[-1]:.1f} s, 99 % below {gaps[int(0.99 * (len(gaps) - 1))]:.2f} s"
        )


class Person:
    """Somebody at a seat who decides at random, reconnects, and tries again."""

    def __init__(self, fleet: Fleet, key: str, table: int, seed: int, report: Report) -> None:
        self.fleet, self.key, self.table, self.report = fleet, key, table, report
        self.chooser = random.Random(seed)
        self.n, self.seat = -1, -1
        self.position: dict[str, Any] = {}
        self.sent: int | None = None  # the action that waits for its event
        self.acknowledged = 0
        self.events: dict[int, Seen] = {}
        self.heard = time.monotonic()

    @property
    def is_over(self) -> bool:
        return self.position.get("phase") == "over"

    async def play(self) -> None:
        """To the end of the game, through any number of connections."""
        while not self.is_over:
            with contextlib.suppress(OSError, EOFError, TimeoutError, httpx.HTTPError, Exception):
                await self.play_connected()
            await asyncio.sleep(self.chooser.uniform(0.02, 0.2))

    async def play_connected(self) -> None:
        address = f"ws://127.0.0.1:{self.fleet.port}/ws"
        async with connect(address, open_timeout=10, ping_interval=2, ping_timeout=5) as socket:
            self.report.connections += 1
            self.sent = None
            await socket.send(json.dumps({"type": "hello", "key": self.key, "seen": self.n}))
            while not self.is_over:
                self.note(json.loads(await socket.recv()))
                if self.position.get("decides") and self.sent is None:
                    await asyncio.sleep(self.chooser.uniform(0, 2 * REACTION))
                    if self.sent is None:
                        self.sent = self.decision()
                        await socket.send(json.dumps({"type": "decide", "action": self.sent, "at": self.n}))

    def decision(self) -> int:
        cards, chooser = self.position["cards"], self.chooser
        if self.position["phase"] == "play":
            return int(chooser.choice(cards[0]["previews"])["action"])
        return int(chooser.choice(cards)["obtain"])

    def note(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self.seat = message["seat"]
        elif message["type"] == "event":
            assert message["n"] == self.n + 1, "no event is missed, none comes twice"
            self.report.gaps.append(time.monotonic() - self.heard)
            self.events[message["n"]] = seen({"at": 0, **message})
            if message["seat"] == self.seat:
                self.acknowledged += self.sent is not None
                self.sent = None
        elif message["type"] == "refused":
            self.report.refused[message["code"]] += 1
            self.sent = None
        if message["type"] in ("welcome", "event"):
            self.heard = self.report.moved[self.table] = time.monotonic()
            self.n, self.position = (
                message["n"],
                message.get("position") or {},
            )  # of missed events only the last has one


async def open_game(fleet: Fleet, *seats: str) -> dict[str, Any]:
    """A new game, whatever happens meanwhile."""
    wanted = [{"kind": "here"} if seat == "here" else {"kind": "bot", "level": seat} for seat in seats]
    while True:
        with contextlib.suppress(httpx.HTTPError):
            async with httpx.AsyncClient(timeout=20) as web:
                body = {"edition": "international", "seats": wanted}
                answer = await web.post(f"{fleet.address}/api/games", json=body)
                if answer.status_code == 201:
                    found: dict[str, Any] = answer.json()
                    return found
        await asyncio.sleep(0.2)


async def keep_playing(fleet: Fleet, table: int, enough: asyncio.Event, report: Report) -> None:
    """One game after the other at a table, until it is enough; then everything is compared with the database."""
    seats = ("here", "here") if table % 2 else ("here", "casual")
    while not enough.is_set():
        opened = await open_game(fleet, *seats)
        people = [
            Person(fleet, key, table, 1000 * report.games + 10 * table + int(seat), report)
            for seat, key in opened["keys"].items()
        ]
        playing = asyncio.gather(*(person.play() for person in people))
        while not playing.done():
            await asyncio.wait([playing], timeout=1)
            if time.monotonic() - max(person.heard for person in people) > PATIENCE:
                report.stuck += 1
                playing.cancel()
                break
        await asyncio.gather(playing, return_exceptions=True)
        await check(fleet.address_of_database, opened["game"], people, report)


async def check(address: str, game: str, people: list[Person], report: Report) -> None:
    """Is everything stored that was acknowledged, once?"""
    while True:
        try:
            with closing(await asyncio.to_thread(Store, address)) as store:
                room = restored(game, *await store.load(game))
            break
        except (StoreError, Refusal):  # PostgreSQL is being restarted
            await asyncio.sleep(0.2)
    report.games += 1
    for person in people:
        report.acknowledged += person.acknowledged
        for n, received in person.events.items():
            stored = seen_by(room.events[n], person.seat) if n <= room.n else None
            report.lost += stored is None or received != seen(msgspec.structs.asdict(stored))
    keeps = Counter((event.round, event.turn, event.seat) for event in room.events if event.kind == "keep")
    report.twice += sum(count - 1 for count in keeps.values())


async def progress(report: Report, tables: int) -> None:
    """Wait until something has happened at every table, but no longer than a game may stand still."""
    start = time.monotonic()
    while time.monotonic() < start + PATIENCE:
        if sum(moved > start for moved in report.moved.values()) == tables:
            return
        await asyncio.sleep(0.05)


@contextmanager
def fleet_of(workers: int, *options: str, fsync: str = "off") -> Iterator[tuple[Fleet, Postgres, Redis]]:
    """Workers with a PostgreSQL and a Redis of their own, which may be stopped."""
    postgres, redis = Postgres(f"fsync={fsync}"), Redis()
    try:
        fleet = Fleet(postgres.address(), redis.address, workers, *options)
        try:
            yield fleet, postgres, redis
        finally:
            fleet.stop()
    finally:
        postgres.remove()
        redis.remove()


async def torment(
    fleet: Fleet,
    postgres: Postgres,
    redis: Redis,
    *,
    tables: int,
    kills: int,
    every: float,
    restarts: int,
    seed: int = 1,
    show: Callable[[int, Report], None] = lambda kill, report: None,
) -> Report:
    """Kill workers while people play, and restart PostgreSQL and Redis so many times each; returns what happened.

    Up to three workers die one after the other, wherever they are. Then all tables must have moved on before the next
    kill: a game that stands still meanwhile is stuck, however long a worker needs to start on a busy machine.
    """
    report, enough, chooser = Report(), asyncio.Event(), random.Random(seed)
    playing = [asyncio.create_task(keep_playing(fleet, table, enough, report)) for table in range(tables)]
    killed = done = 0
    while killed < kills:
        await progress(report, tables)
        await asyncio.sleep(chooser.uniform(0, 2) * every)
        show(killed, report)
        for _ in range(min(chooser.randint(1, BURST), kills - killed)):
            while not await asyncio.to_thread(fleet.kill_worker, chooser):
                await asyncio.sleep(0.1)
            killed += 1
            await asyncio.sleep(chooser.uniform(0, every))
        if done < restarts * killed // kills:
            done += 1
            for service in (postgres, redis):
                await asyncio.sleep(chooser.uniform(0, every))
                await asyncio.to_thread(service.kill if chooser.random() < 0.5 else service.stop)
                await asyncio.sleep(chooser.uniform(0, 1))
                await asyncio.to_thread(service.start)
    await asyncio.sleep(every)
    enough.set()
    await asyncio.gather(*playing)
    return report
