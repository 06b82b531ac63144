"""A fair queue for work that many tables want at the same time: bots' decisions and hints.

Who is served next is decided when a worker becomes free, not when the question is asked: the most urgent class
first, and within a class the table that has used the least time. A table that comes late begins where the others are,
so it can neither catch up on the past nor be overtaken by tables that are opened after it. Quick questions of the same
class are served together, because sending them one by one costs more than answering them.
"""

import asyncio
import heapq
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

REMEMBERED = 1000
"""Tables whose past use is remembered before those that are even with the others are forgotten."""


@dataclass(eq=False, slots=True)
class Ticket:
    """Somebody in the queue, with a question."""

    table: str
    urgency: Callable[[], int]  # asked whenever a worker becomes free: 0 is the most urgent
    question: tuple[Callable[..., Any], tuple[Any, ...]]
    is_quick: bool = False
    limit: float | None = None  # seconds that the answer may take
    tries: int = 0  # workers that were lost with it
    number: int = -1
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """Those who wait, and what each table has used."""

    def __init__(self) -> None:
        self.waiting: dict[int, Ticket] = {}  # by number
        self._numbers = itertools.count()
        self._used: dict[str, float] = {}  # seconds of each table, on a clock that all share
        self._now = 0.0  # that clock: what the table that was called last had used

    def add(self, ticket: Ticket) -> None:
        """Wait; one that waited before keeps its place."""
        if ticket.number < 0:
            ticket.number = next(self._numbers)
        self.waiting[ticket.number] = ticket

    def give_up(self, ticket: Ticket) -> None:
        """Nobody waits for it any more."""
        self.waiting.pop(ticket.number, None)

    def next(self, most: int) -> list[Ticket]:
        """Whose turn it is, now that a worker is free: one, or up to so many quick ones of the same class."""
        ranked = [(ticket.urgency(), self._used_by(ticket.table), ticket.number) for ticket in self.waiting.values()]
        if not ranked:
            return []
        first = min(ranked)
        self._now = first[1]
        chosen = [first[2]]
        if most > 1 and self.waiting[first[2]].is_quick:
            alike = (rank for rank in ranked if rank[0] == first[0] and self.waiting[rank[2]].is_quick)
            chosen = [number for _, _, number in heapq.nsmallest(most, alike)]
        return [self.waiting.pop(number) for number in chosen]

    def charge(self, tickets: Iterable[Ticket], seconds: float) -> None:
        """Each of these has used a worker for so long."""
        for ticket in tickets:
            self._used[ticket.table] = self._used_by(ticket.table) + seconds
        if len(self._used) > REMEMBERED:
            self._used = {table: used for table, used in self._used.items() if used > self._now}

    def _used_by(self, table: str) -> float:
        return max(self._used.get(table, 0.0), self._now)
