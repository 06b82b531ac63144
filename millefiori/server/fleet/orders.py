"""What the operator does (`millefiori admin`) reaches running workers by the store: each of them looks every second.

An order only says what must be looked at again, and what has become of it is in the store. So an order may be carried
out twice, and a worker that starts later needs none of them.
"""

import asyncio
import logging
import time
from functools import partial
from typing import Any

from millefiori.server.border.bans import ADDRESS, Bans
from millefiori.server.people.people import People
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.driver import Connection

log = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two looks."""
GAME, PLAYER, HALL = "game", "player", "hall"
"""What an order is about."""
KEPT = 24 * 3600
"""Seconds for which orders are kept."""


def give(database: Connection, kind: str, what: str = "") -> None:
    """An order to all workers, within a job. Their numbers are given one after the other."""
    now = int(time.time())
    database.execute("UPDATE hall SET changes = changes + 1")
    database.execute(
        "INSERT INTO orders (n, kind, what, given) SELECT coalesce(max(n), 0) + 1, ?, ?, ? FROM orders",
        (kind, what, now),
    )
    database.execute("DELETE FROM orders WHERE given < ? AND n < (SELECT max(n) FROM orders)", (now - KEPT,))


class Orders:
    """The orders as a worker carries them out."""

    def __init__(self, rooms: Rooms, people: People | None, bans: Bans) -> None:
        self.rooms, self.people, self.bans = rooms, people, bans
        self.last: int | None = None  # the number of the last one that was carried out

    async def follow(self) -> None:
        """Look as long as the worker lives."""
        while True:
            try:
                await self.look()
            except Refusal as error:
                if error.code != "storage":  # the store reports its own failures
                    log.error("an order of the operator was not carried out: %s", error)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Learn whom the operator has banned, and carry out new orders."""
        last, orders, banned = await self.rooms.store.read(partial(_news, after=self.last))
        self.bans.learn(banned)
        for kind, what in orders:
            await self._carry_out(kind, what)
        self.last = last

    async def _carry_out(self, kind: str, what: str) -> None:
        if kind == GAME:
            await self.rooms.look_again(what)
        elif kind == PLAYER:
            await self.rooms.end_closed_keys()
            if self.people is not None:
                self.people.hall.end_player(what)
        if self.people is not None:
            self.people.hall.stir()


def _news(database: Connection, after: int | None) -> tuple[int, list[Any], list[tuple[str, int]]]:
    """The number of the last order, the orders after a number (None: none of them), and the banned addresses."""
    last = database.execute("SELECT coalesce(max(n), 0) FROM orders").fetchone()[0]
    orders: list[Any] = []
    if after is not None and last > after:
        orders = database.execute("SELECT kind, what FROM orders WHERE n > ? ORDER BY n", (after,)).fetchall()
    banned = database.execute("SELECT what, until FROM bans WHERE kind = ? ORDER BY what", (ADDRESS,)).fetchall()
    return int(last), orders, [(what, until) for what, until in banned]
