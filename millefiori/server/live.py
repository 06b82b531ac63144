"""A room in memory: its game, its lock, who is connected, and which bots are thinking."""

import asyncio
from dataclasses import dataclass, field

from millefiori.server.room import Room
from millefiori.vocabulary import Seat

WAITING = 256
"""Messages that may wait for a slow client before it is disconnected; it comes back and gets the rest."""


@dataclass(eq=False)
class Client:
    """One connection: whose eyes it is, and what it has still to be sent."""

    seat: Seat
    outbox: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(WAITING))
    hint: asyncio.Task[None] | None = None  # being thought about

    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not keep up is dropped."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the connection."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


@dataclass(eq=False)
class Live:
    """A room in memory, with all that concerns it now."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    clients: set[Client] = field(default_factory=set)
    thinking: dict[Seat, asyncio.Task[None]] = field(default_factory=dict)
    used: float = 0.0  # when somebody last came, on the loop's clock

    @property
    def is_idle(self) -> bool:
        """Can it be forgotten until somebody comes back?"""
        return not self.clients and not self.thinking

    def presence(self) -> list[bool]:
        """Who is there, by seat; bots always are."""
        here = {client.seat for client in self.clients}
        return [player.kind == "bot" or seat in here for seat, player in enumerate(self.room.setup.players)]
