"""A fair queue for work that many tables want at the same time: bots' decisions and hints.

Who is served next is decided when a worker becomes free, not when the question is asked: the most urgent class
first, and within a class the table that has used the least time. A table that comes late begins where the others are,
so it can neither catch up on the past nor be overtaken by tables that are opened after it. Asking is cancelled like any
other waiting in asyncio, and leaves no trace. A worker that is already at work cannot be stopped: it is free again when
it has finished, even if nobody waits for the result any more.
"""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

REMEMBERED = 1000
"""Tables whose past use is remembered before those that are even with the others are forgotten."""


@dataclass(eq=False)
class Ticket:
    """Somebody in the queue."""

    table: str
    urgency: Callable[[], int]  # asked whenever a worker becomes free: 0 is the most urgent
    number: int
    work: Future[Any] | None = None  # what the worker does
    called: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class FairQueue:
    """A number of workers for all tables."""

    def __init__(self, workers: int) -> None:
        self.free = workers
        self.waiting: list[Ticket] = []
        self._numbers = itertools.count()
        self._used: dict[str, float] = {}  # seconds of each table, on a clock that all share
        self._now = 0.0  # that clock: what the table that was called last had used

    @contextlib.asynccontextmanager
    async def worker(self, table: str, urgency: Callable[[], int]) -> AsyncIterator[Ticket]:
        """Wait for a worker, and give it back when its work is done."""
        ticket = Ticket(table, urgency, next(self._numbers))
        self.waiting.append(ticket)
        self._call_next()
        try:
            await ticket.called
        except asyncio.CancelledError:
            self._give_up(ticket)
            raise
        loop = asyncio.get_running_loop()
        begin, start = self._used_by(table), loop.time()

        def give_back() -> None:
            self._used[table] = max(self._used_by(table), begin + loop.time() - start)
            self.free += 1
            self._call_next()

        def finished(_: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(give_back)

        try:
            yield ticket
        finally:
            if ticket.work is None or ticket.work.done():
                give_back()
            else:
                ticket.work.add_done_callback(finished)

    def _used_by(self, table: str) -> float:
        return max(self._used.get(table, 0.0), self._now)

    def _call_next(self) -> None:
        self.waiting = [ticket for ticket in self.waiting if not ticket.called.cancelled()]  # they leave in a moment
        while self.free and self.waiting:
            ticket = min(self.waiting, key=lambda each: (each.urgency(), self._used_by(each.table), each.number))
            self.waiting.remove(ticket)
            self.free -= 1
            self._now = self._used_by(ticket.table)
            ticket.called.set_result(None)
        if len(self._used) > REMEMBERED:
            self._used = {table: used for table, used in self._used.items() if used > self._now}

    def _give_up(self, ticket: Ticket) -> None:
        if ticket in self.waiting:
            self.waiting.remove(ticket)
        elif not ticket.called.cancelled():  # it was called at the same moment
            self.free += 1
            self._call_next()
