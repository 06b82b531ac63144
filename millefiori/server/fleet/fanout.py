"""Rooms of the same game in several workers: each tells the others what happened, who is there, who has sat down.

A command is told after it was stored, with its number. A worker that has missed one reads it from the store; now and
then it compares numbers, so that even the last message of a channel cannot be lost for good.

Many games are followed by one worker alone, and then nobody has to be told of commands. A worker that begins to follow
a game says so; whoever hears of another one for the first time answers with its number, and tells it everything from
then on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from millefiori.engine.vocabulary import Seat
from millefiori.server.fleet.broker import Broker
from millefiori.server.messages.talk import Line
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Elsewhere, Live
from millefiori.server.rooms.room import Command

log = logging.getLogger(__name__)
COMPARING, COMPARING_ALONE = 10.0, 1.0
"""Seconds between two comparisons with the store, and while the broker is away."""


class Happened(msgspec.Struct, tag="happened", frozen=True):
    """A command was stored; it is left out if it names a card that is hidden from others."""

    worker: str
    n: int
    command: Command | None = None


class Seated(msgspec.Struct, tag="seated", frozen=True):
    """Names have changed: see the store."""

    worker: str


class Present(msgspec.Struct, tag="present", frozen=True):
    """Who is connected to this worker, and which bots it cannot drive at present."""

    worker: str
    seats: list[Seat]
    spectators: int
    failing: list[Seat]
    names: list[str] = []  # of spectators who like to be seen
    asks: bool = False  # the others shall say who is connected to them


class Said(msgspec.Struct, tag="said", frozen=True):
    """A line of talk was stored."""

    worker: str
    line: Line


class Ended(msgspec.Struct, tag="ended", frozen=True):
    """Some keys to the game open nothing any more: see the store."""

    worker: str


class Hushed(msgspec.Struct, tag="hushed", frozen=True):
    """Who hears whom has changed: see the store."""

    worker: str


Message = Happened | Seated | Present | Said | Ended | Hushed
MESSAGE = msgspec.json.Decoder(Message)
encode = msgspec.json.Encoder().encode


class Owner(Protocol):
    """What the rooms of a worker do when they hear from another one."""

    live: dict[str, Live]

    async def learn(self, live: Live, n: int, command: Command | None = None) -> None:
        """There may be commands up to number n: this one, or those in the store."""

    def show_presence(self, live: Live) -> None:
        """To everybody who is connected here."""

    def hear(self, live: Live, line: Line | None) -> None:
        """A line was said; without it, lines may have been missed."""

    async def look_who_hears(self, live: Live) -> None:
        """Somebody has blocked or unblocked somebody."""

    async def end_closed_keys(self, live: Live | None = None) -> None:
        """Disconnect those whose key opens nothing any more."""

    async def compare(self, games: list[str]) -> dict[str, int]:
        """The number of the last command of each game in the store."""


class Fanout:
    """The rooms of this worker, and what is said about their games."""

    def __init__(self, broker: Broker, owner: Owner) -> None:
        self.broker, self.owner = broker, owner
        self._hearers: dict[str, Callable[[bytes], None]] = {}
        self._joined: set[str] = set()  # the games whose channels are heard
        self._tasks: set[asyncio.Future[None]] = set()
        broker.on_join, broker.on_gone = self._join, self._gone
        if broker.is_shared:
            self._start(self._compare())

    # --- What happens here

    def follow(self, live: Live) -> None:
        """A room has come into memory."""
        if self.broker.is_shared:
            hear = self._hearers[live.room.id] = lambda message: self._hear(live, message)
            self.broker.subscribe(channel(live.room.id), hear)

    def leave(self, live: Live) -> None:
        """A room is dropped from memory."""
        if hear := self._hearers.pop(live.room.id, None):
            self.broker.unsubscribe(channel(live.room.id), hear)
            self._joined.discard(live.room.id)
            self.broker.release(live.room.id)

    def happened(self, live: Live, command: Command | None) -> None:
        """A command was stored and carried out here; None if it is for the store alone."""
        is_alone = self.broker.is_up and live.room.id in self._joined and not live.is_elsewhere
        if not is_alone:
            self._say(live.room.id, Happened(self.broker.worker, live.room.n, command))

    def seated(self, game: str) -> None:
        """A name was stored. The game need not be in memory here."""
        self._say(game, Seated(self.broker.worker))

    def present(self, live: Live, *, asks: bool = False) -> None:
        """Somebody has come or gone."""
        here = live.here()
        if asks or here != live.told:
            live.told = here
            told = Present(self.broker.worker, here.seats, here.spectators, here.failing, here.names, asks)
            self._say(live.room.id, told)

    def said(self, live: Live, line: Line) -> None:
        """A line of talk was stored."""
        self._say(live.room.id, Said(self.broker.worker, line))

    def ended(self, game: str) -> None:
        """Keys were deleted."""
        self._say(game, Ended(self.broker.worker))

    def hushed(self, game: str) -> None:
        """Somebody has blocked or unblocked somebody at a table."""
        self._say(game, Hushed(self.broker.worker))

    async def drives(self, live: Live) -> bool:
        """Does this worker drive the bots of a game?"""
        return await self.broker.lease(live.room.id)

    def _say(self, game: str, message: Message) -> None:
        if self.broker.is_shared:
            self.broker.publish(channel(game), encode(message))

    # --- What is heard

    def _join(self, joined: str) -> None:
        """A channel is heard from now on: what was said before is in the store."""
        live = self.owner.live.get(joined.partition(":")[2])
        if live is not None and live.room.id in self._hearers:
            self._joined.add(live.room.id)
            self._start(self.owner.learn(live, live.room.n + 1))
            self.owner.hear(live, None)
            self.present(live, asks=True)

    def _hear(self, live: Live, data: bytes) -> None:
        message = MESSAGE.decode(data)
        if message.worker == self.broker.worker:
            return
        if not live.is_elsewhere:
            live.is_elsewhere = True
            if live.room.n >= 0:  # what was stored since it has read the game was not told
                self._say(live.room.id, Happened(self.broker.worker, live.room.n))
        match message:
            case Happened(n=n, command=command):
                self._start(self.owner.learn(live, n, command))
            case Seated():
                self._start(self.owner.learn(live, live.room.n + 1))
            case Ended():
                self._start(self.owner.end_closed_keys(live))
            case Hushed():
                self._start(self.owner.look_who_hears(live))
            case Said(line=line):
                self.owner.hear(live, line)
            case Present(worker=worker, seats=seats, spectators=spectators, failing=failing, names=names, asks=asks):
                live.elsewhere[worker] = Elsewhere(seats, spectators, failing, names)
                self.owner.show_presence(live)
                if asks:
                    live.told = None
                    self.present(live)

    def _gone(self, worker: str) -> None:
        """Nobody is connected to a worker that is dead."""
        for live in self.owner.live.values():
            if live.elsewhere.pop(worker, None):
                self.owner.show_presence(live)

    async def _compare(self) -> None:
        """Heal what a lost message has left behind."""
        while True:
            waited = 0.0
            while waited < (COMPARING if self.broker.is_up else COMPARING_ALONE):
                await asyncio.sleep(COMPARING_ALONE)
                waited += COMPARING_ALONE
            try:
                stored = await self.owner.compare(list(self.owner.live))
            except Refusal:
                continue
            for game, n in stored.items():
                live = self.owner.live.get(game)
                if live is not None and n > live.room.n:
                    self._start(self.owner.learn(live, n))
                    self.present(live, asks=True)  # perhaps nobody has heard that it is followed here

    # --- Tasks

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("what another worker said could not be carried out", exc_info=error)

    async def close(self) -> None:
        """Leave all channels."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.broker.close()


def channel(game: str) -> str:
    """On which workers talk about a game."""
    return f"game:{game}"
