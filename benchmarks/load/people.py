"""People with real sockets who play whole games through the public protocol, in processes of their own.

The load is open: a table has a beat, at each beat somebody decides, and a server that falls behind does not slow the
beat down. Latency counts from the planned moment until the event arrives at the player who decided.
"""

import asyncio
import multiprocessing
import os
import random
import socket
import struct
import time
from collections import deque
from collections.abc import Awaitable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import httpx2 as httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

KINDS = {"two people": ("here", "here"), "four people": ("here",) * 4, "person and bot": ("here", "casual")}
"""Tables, and who sits there."""
NICENESS = 5
"""People step back for the server: they would be elsewhere."""
AT_ONCE = 16
"""Tables that one process opens, and sockets that it connects, at the same time."""
LONG = 120.0
"""Seconds after which an answer does not come any more."""
LOOK = 0.02
"""Seconds between two looks at the own clock: how late people are for reasons of their own."""
OVERDUE = 1.0
"""Seconds after which a decision without its event counts as late, at the end of a measurement."""
RECEIVED = struct.Struct("@128xQ")
"""Where Linux has the bytes received, in TCP_INFO."""


class Use(msgspec.Struct):
    """What can be done with a card."""

    action: int


class Choice(msgspec.Struct):
    """A card that can be kept, taken or played."""

    obtain: int | None = None
    previews: list[Use] = []


class Position(msgspec.Struct):
    """What a person looks at to decide."""

    phase: str
    decides: bool = False
    cards: list[Choice] = []


class Heard(msgspec.Struct):
    """What a person reads of any message."""

    type: str
    n: int = -1
    seat: int = -1
    code: str = ""
    position: Position | None = None


decode = msgspec.json.Decoder(Heard).decode


@dataclass
class Figures:
    """What the people of one process noticed in a while."""

    latencies: list[float] = field(default_factory=list)  # seconds from the planned moment to the event
    replies: list[float] = field(default_factory=list)  # seconds until a bot had decided
    lateness: list[float] = field(default_factory=list)  # seconds by which people were late themselves
    overdue: list[float] = field(default_factory=list)  # seconds, of decisions whose event has not come by the end
    planned: int = 0  # decisions that were due
    moves: int = 0  # events, those of bots included
    games: int = 0  # finished
    refused: int = 0
    lost: int = 0  # connections
    received: int = 0  # bytes


class Person:
    """Somebody at a seat, with a socket."""

    def __init__(self, table: "Table", key: str) -> None:
        self.table, self.key = table, key
        self.seat, self.n = -1, -1
        self.position: Position | None = None
        self.socket: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Say hello, and read the welcome."""
        address = f"ws://127.0.0.1:{self.table.crowd.port}/ws"
        self.socket = await connect(address, ping_interval=None, open_timeout=LONG, close_timeout=1, max_queue=64)
        await self.socket.send(msgspec.json.encode({"type": "hello", "key": self.key, "seen": -1}), text=True)
        while self.seat < 0:
            self.hear(await asyncio.wait_for(self.socket.recv(), LONG))
        self.reading = asyncio.create_task(self.read())

    async def read(self) -> None:
        """Hear all that comes."""
        assert self.socket is not None
        try:
            async for message in self.socket:
                self.hear(message)
        except WebSocketException:
            self.table.crowd.figures.lost += 1

    def hear(self, message: str | bytes) -> None:
        """Note where the game stands."""
        heard = decode(message)
        if heard.type == "welcome":
            self.seat = heard.seat
        if heard.type in ("welcome", "event"):
            self.n, self.position = heard.n, heard.position or self.position
        if heard.type in ("event", "refused", "welcome"):
            self.table.note(self, heard)

    async def decide(self) -> None:
        """Anything that is possible."""
        assert self.socket is not None and self.position is not None
        cards, chooser = self.position.cards, self.table.crowd.chooser
        use = (
            chooser.choice(cards[0].previews).action if self.position.phase == "play" else chooser.choice(cards).obtain
        )
        try:
            await self.socket.send(msgspec.json.encode({"type": "decide", "action": use, "at": self.n}), text=True)
        except WebSocketException:
            self.table.crowd.figures.lost += 1

    async def leave(self) -> None:
        """Close the socket."""
        if self.reading is not None:
            self.reading.cancel()
        if self.socket is not None:
            self.table.crowd.gone += self.received()
            await self.socket.close()

    def received(self) -> int:
        """Bytes that have come in by this socket, compressed as they were."""
        wire = self.socket.transport.get_extra_info("socket") if self.socket else None
        if wire is None or wire.fileno() < 0:
            return 0
        found: int = RECEIVED.unpack(wire.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RECEIVED.size))[0]
        return found


class Table:
    """One game after the other, with a beat: at most one decision waits for its event."""

    def __init__(self, crowd: "Crowd", first_beat: float) -> None:
        self.crowd, self.first_beat = crowd, first_beat
        self.people: list[Person] = []
        self.due: deque[float] = deque()  # when decisions were due that nobody could take yet
        self.waiting: tuple[Person, float] | None = None  # whose event is awaited, and since when it counts
        self.asked = self.answered = 0.0  # when a bot had decided; when the last decision of a person was an event
        self.beat: asyncio.TimerHandle | None = None
        self.renewing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """A new game; its people are not there yet."""
        answer = await self.crowd.web.post("/api/games", json={"edition": "international", "seats": self.crowd.seats})
        answer.raise_for_status()
        self.people = [Person(self, key) for key in answer.json()["keys"].values()]

    async def sit_down(self) -> None:
        """Everybody connects."""
        for person in self.people:
            await person.connect()

    def begin(self, interval: float, start: float) -> None:
        """Decide every `interval` seconds from now on, each table at another moment."""
        if self.beat is not None:
            self.beat.cancel()
        self.due.clear()
        self.beat = self.crowd.loop.call_at(start + self.first_beat * interval, self.tick, interval)

    def tick(self, interval: float) -> None:
        """A decision is due. The beat does not wait for the server."""
        assert self.beat is not None
        planned = self.beat.when()
        self.crowd.figures.planned += 1
        self.beat = self.crowd.loop.call_at(planned + interval, self.tick, interval)
        self.due.append(planned)
        self.press()

    def press(self) -> None:
        """If a decision is due and somebody can take it: decide."""
        if not self.due or self.waiting is not None:
            return
        for person in self.people:
            if person.position is not None and person.position.decides:
                self.waiting = (person, max(self.due.popleft(), self.asked))  # nobody can decide while a bot thinks
                self.crowd.start(person.decide())
                return

    def note(self, person: Person, heard: Heard) -> None:
        """A message for one of the people."""
        now, figures = self.crowd.loop.time(), self.crowd.figures
        if heard.type == "refused":
            figures.refused += 1
            self.waiting = None
        elif heard.type == "event":
            figures.moves += person is self.people[0]
            if self.waiting is not None and self.waiting[0] is person and heard.seat == person.seat:
                figures.latencies.append(now - self.waiting[1])
                self.waiting, self.answered = None, now
            elif len(self.people) == 1:
                self.asked = now
                figures.replies.append(now - self.answered)
        if person.position is not None and person.position.phase == "over":
            if self.renewing is None or self.renewing.done():
                figures.games += 1
                self.renewing = self.crowd.start(self.renew())
        else:
            self.press()

    async def renew(self) -> None:
        """The game is over: the next one."""
        self.waiting = None
        while True:
            await asyncio.gather(*(person.leave() for person in self.people))
            try:
                await self.open()
                await self.sit_down()
                break
            except (OSError, httpx.HTTPError, WebSocketException):
                self.crowd.figures.lost += 1
                await asyncio.sleep(1)
        self.asked = self.crowd.loop.time()  # a decision that was due meanwhile waited for the new game
        self.press()


class Crowd:
    """All people of one process."""

    def __init__(self, port: int, kind: str, tables: int, seed: int) -> None:
        self.port, self.chooser = port, random.Random(seed)
        self.loop = asyncio.get_running_loop()
        self.web = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=LONG)
        self.seats: list[dict[str, str]] = [
            {"kind": "here"} if seat == "here" else {"kind": "bot", "level": seat} for seat in KINDS[kind]
        ]
        self.tables = [Table(self, (number + self.chooser.random()) / tables) for number in range(tables)]
        self.figures, self.gone = Figures(), 0  # bytes that had come in by sockets that are closed
        self.tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Any) -> asyncio.Task[None]:
        """Do something beside everything else."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def each(self, work: str) -> None:
        """Every table does something, a few at a time."""
        few = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table) -> None:
            async with few:
                await getattr(table, work)()

        await asyncio.gather(*(one(table) for table in self.tables))

    def received(self) -> int:
        """Bytes that have come in by all sockets so far."""
        return self.gone + sum(person.received() for table in self.tables for person in table.people)

    async def play(self, rate: float, start: float, settle: float, seconds: float) -> Figures:
        """Decide so many times per second, all tables together; returns what was noticed after a while."""
        for table in self.tables:
            table.begin(len(self.tables) / rate, start)
        await asyncio.sleep(max(0.0, start + settle - self.loop.time()))
        self.figures, before = Figures(), self.received()
        end = self.loop.time() + seconds
        while (now := self.loop.time()) < end:
            await asyncio.sleep(LOOK)
            self.figures.lateness.append(self.loop.time() - now - LOOK)
        found, self.figures = self.figures, Figures()
        found.received = self.received() - before
        now = self.loop.time()
        since = [time for table in self.tables for time in ([table.waiting[1]] if table.waiting else []) + [*table.due]]
        found.overdue = [now - time for time in since if now - time > OVERDUE]
        return found

    async def obey(self, orders: Connection) -> None:
        """What the measuring process asks for, one after the other."""
        while (order := await asyncio.to_thread(orders.recv)) is not None:
            name, arguments = order
            done: Awaitable[Figures | None] = self.each(name) if name in ("open", "sit_down") else self.play(*arguments)
            orders.send(await done)
        for table in self.tables:
            if table.beat is not None:
                table.beat.cancel()
        await self.web.aclose()


def live(orders: Connection, port: int, kind: str, tables: int, seed: int) -> None:
    """A process of people."""
    os.nice(NICENESS)

    async def main() -> None:
        await Crowd(port, kind, tables, seed).obey(orders)

    asyncio.run(main())


class Crowds:
    """All processes of people, as the measuring process sees them."""

    def __init__(self, port: int, kind: str, people: int, processes: int) -> None:
        seats = sum(seat == "here" for seat in KINDS[kind])
        self.tables, self.people = people // seats, people // seats * seats
        spawn, self.ends, self.processes = multiprocessing.get_context("spawn"), list[Connection](), list[Any]()
        for number in range(processes):
            ours, theirs = spawn.Pipe()
            share = self.tables // processes + (number < self.tables % processes)
            self.ends.append(ours)
            self.processes.append(spawn.Process(target=live, args=(theirs, port, kind, share, number), daemon=True))
            self.processes[-1].start()
            theirs.close()

    def order(self, name: str, *arguments: Any) -> None:
        """All begin to do something."""
        for end in self.ends:
            end.send((name, arguments))

    def answers(self) -> list[Any]:
        """What they answer when all are done."""
        return [end.recv() for end in self.ends]

    def begin(self, rate: float, settle: float, seconds: float) -> float:
        """Decide at this rate, all together; returns when the measurement begins, after a time to settle."""
        start = time.monotonic() + 0.2
        self.order("play", rate / len(self.ends), start, settle, seconds)
        return start + settle

    def close(self) -> None:
        """Everybody leaves."""
        for end in self.ends:
            end.send(None)
        for process in self.processes:
            process.join(20)
            if process.is_alive():
                process.kill()
