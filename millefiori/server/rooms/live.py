"""A room in memory: its game, its lock, who is connected, and which bots are thinking."""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass, field

from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.talk import Line
from millefiori.server.rooms.lateness import Late, is_shown_over, shown_until
from millefiori.server.rooms.room import Room
from millefiori.server.tempo.clocks import NEVER

WAITING = 256
"""Messages that may wait for a slow client; with more it is disconnected, and gets the rest when it reconnects."""
MOST_NAMES = 50
"""Spectators who are named; the others are counted."""


@dataclass(eq=False)
class Client:
    """One connection: the seat it sees with, and the messages that wait for it."""

    seat: Seat
    is_watching: bool = False  # a spectator, or somebody who looks over the shoulder of the player at the seat
    outbox: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(WAITING))
    hint: asyncio.Task[None] | None = None  # being thought about
    key: bytes = b""  # the hash of the key that it came with
    name: str = ""  # of a spectator who likes to be seen

    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not keep up is dropped."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the connection, and cancel its hint."""
        if self.hint is not None:
            self.hint.cancel()
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


@dataclass
class Notes:
    """What happens in the rooms of a worker, for those who measure: see `fleet.metrics`."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: deque[float] = field(default_factory=lambda: deque(maxlen=10_000))  # until commands were stored


@dataclass(frozen=True)
class Elsewhere:
    """Who is connected to a worker for a game, and which bots it cannot drive at present."""

    seats: list[Seat]
    spectators: int
    failing: list[Seat]
    names: list[str] = field(default_factory=list)  # of spectators who like to be seen


@dataclass(eq=False)
class Live:
    """A room in memory, with all that concerns it now."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clients: set[Client] = field(default_factory=set)
    thinking: dict[Seat, asyncio.Task[None]] = field(default_factory=dict)
    failing: set[Seat] = field(default_factory=set)  # bots whose last try failed: they try again
    is_behind: bool = False  # the store may hold commands that are not known here
    healing: asyncio.Task[None] | None = None  # reads them as soon as the store answers
    elsewhere: dict[str, Elsewhere] = field(default_factory=dict)  # by worker; see `fleet.fanout`
    is_elsewhere: bool = False  # has another worker ever followed this game?
    told: Elsewhere | None = None  # what the other workers were told last
    shown_presence: bytes = b""  # what was sent last
    left: dict[Seat, int] = field(default_factory=dict)  # since when people are not connected, on the server's clock
    due: int = NEVER  # when its clocks must be looked at
    stored_due: int = NEVER  # the same as it stands in the database
    used: float = 0.0  # when a client last came, on the loop's clock
    lines: list[Line] | None = None  # the last lines of talk; None until they are read
    hushed: set[tuple[Seat, Seat]] = field(default_factory=set)  # who hears nothing from whom: see `people.blocks`
    late: Late | None = None  # the game as it is shown to those who watch with a delay, if anybody does

    @property
    def is_idle(self) -> bool:
        """Can it be dropped from memory until a client comes back?"""
        return not self.clients and not self.tasks()

    def tasks(self) -> list[asyncio.Task[None]]:
        """What is going on beside the clients' requests."""
        following = self.late and self.late.following
        return [*self.thinking.values(), *(task for task in (self.healing, following) if task)]

    def presence(self) -> list[bool]:
        """Who is there, by seat; bots always are. People at the host's screen come and go together."""
        players = self.room.setup.players
        here = {client.seat for client in self.clients if not client.is_watching}
        here |= {seat for other in self.elsewhere.values() for seat in other.seats}
        is_host_here = any(player.kind == "here" and seat in here for seat, player in enumerate(players))
        there = {"bot": True, "here": is_host_here, "friend": False}
        return [there[player.kind] or seat in here for seat, player in enumerate(players)]

    def note_presence(self, now: int) -> None:
        """Remember since when somebody has been away."""
        self.left = {seat: self.left.get(seat, now) for seat, there in enumerate(self.presence()) if not there}

    def spectators(self) -> int:
        """How many watch; a person with two windows counts twice."""
        return self.here().spectators + sum(other.spectators for other in self.elsewhere.values())

    def troubled(self) -> list[Seat]:
        """The bots that fail, here or elsewhere."""
        return sorted(self.failing.union(*(other.failing for other in self.elsewhere.values())))

    def here(self) -> Elsewhere:
        """What other workers must know of this one."""
        seats = sorted({client.seat for client in self.clients if not client.is_watching})
        watching = [client for client in self.clients if client.is_watching]
        names = sorted(client.name for client in watching if client.name)[:MOST_NAMES]
        return Elsewhere(seats, len(watching), sorted(self.failing), names)

    def watching(self) -> list[str]:
        """The names of spectators who like to be seen."""
        return sorted(self.here().names + [name for other in self.elsewhere.values() for name in other.names])[
            :MOST_NAMES
        ]

    def is_late(self, client: Client) -> bool:
        """Does a client see the game with a delay?"""
        return client.is_watching and self.room.setup.delay > 0

    def may_hear(self, client: Client, line: Line, now: int) -> bool:
        """Spectators talk among themselves as long as the game lasts: nobody at the table gets advice from them.

        What players say is as late for those who watch as what they do.
        """
        if (client.seat, line.seat) in self.hushed:
            return False
        if line.channel == "players":
            return not self.is_late(client) or line.at <= shown_until(self.room, now)
        if self.is_late(client):
            return client.seat == SPECTATOR or is_shown_over(self.room, now)
        return client.seat == SPECTATOR or self.room.is_over

    @property
    def is_watched(self) -> bool:
        """Is anybody connected, here or elsewhere?"""
        return bool(self.clients) or any(other.seats or other.spectators for other in self.elsewhere.values())
