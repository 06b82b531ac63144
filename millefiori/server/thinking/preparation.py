"""The first minute of a version: what is compiled before anybody can play, what afterwards, and how far it is.

A table needs the rules in this process: that takes seconds, and the page shows the progress. Bots need much more; a
process of its own compiles it, and until then they run the same code uncompiled (`thinkers`), so nobody waits.
"""

import asyncio
import gc
import logging
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from millefiori.bots.bot import LEVELS
from millefiori.server.messages.house import Progress
from millefiori.server.messages.words import Player, encode
from millefiori.server.rooms.room import DECIDE, Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.server.thinking.thinkers import Thinkers, get_ready, processes
from millefiori.server.thinking.worker import end_with_the_server, step_back
from millefiori.table import Table
from millefiori.warmup import DEALING, PLAYING, mark_complete, play_once, table_steps

log = logging.getLogger(__name__)
SECONDS = {
    DEALING: 0.7,
    "legal actions": 0.6,
    "views": 0.3,
    PLAYING: 1.2,
    "outcomes": 0.3,
    "standings": 0.3,
    "previews": 0.6,
    "positions": 0.3,
}
"""About how long each piece is waited for, for an honest bar; others take no time to speak of."""
BOTS = {"gentle": 2.0, "casual": 9.0, "master": 5.0}
"""The bots whose code is compiled, and about how long it takes: the other levels run the code of these."""


def pieces() -> Iterator[tuple[str, Callable[[], object]]]:
    """All that this process compiles before the first table."""
    yield from table_steps()
    yield "positions", show_a_table


def show_a_table() -> None:
    """Everything that opening a table and a first decision need."""
    table = Table(seed=0)
    room = Room("", Setup("international", False, [Player("A", "here")] * 2, list(table.deck), 0, table.salt))
    for seat in (0, 1):
        room.perform(Command(seat, DECIDE, room.position(seat).hand[0]))
    room.position(0)


def review_once() -> None:
    """Everything that a review needs."""
    from millefiori.teacher.reviewing import warm_up

    warm_up()


class Preparation:
    """Compiles what is needed, in that order; on an empty cache another process helps."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers, self.progress = thinkers, Progress()
        self.compiler = processes(1, end_with_the_server) if thinkers.is_plain else None
        self.table = asyncio.create_task(self._table())
        self.bots = asyncio.create_task(self._bots())

    async def _table(self) -> None:
        """Compile or load the engine, piece by piece: a server that is stopped meanwhile waits for one piece only."""
        steps = list(pieces())
        total = sum(SECONDS.get(name, 0.1) for name, _ in steps)
        largest = asyncio.create_task(self._help(play_once)) if self.compiler else None
        for name, compile_piece in steps:
            if name == PLAYING and largest:
                await largest
            await asyncio.to_thread(compile_piece)
            self.progress.table = min(0.99, self.progress.table + SECONDS.get(name, 0.1) / total)
        gc.freeze()  # compiled code is here to stay: no need to look through it for garbage again and again
        self.progress.table = 1.0

    async def _bots(self) -> None:
        """Then the bots: they share what was compiled for the table."""
        if self.compiler:
            await self.thinkers.get_ready(["gentle"], 1)  # uncompiled: it can answer as soon as there is a table
        await self.table
        if not self.thinkers.workers:
            return
        if self.compiler:
            await self._help(step_back)
            for spec, seconds in BOTS.items():
                await self._help(get_ready, spec)
                self.progress.bots += 0.99 * seconds / sum(BOTS.values())
            self.thinkers.take_over()
        await self.thinkers.get_ready(list(LEVELS), self.thinkers.workers)
        self.progress.bots = 1.0
        if self.compiler:
            await self._help(review_once)
            self.compiler.shutdown(wait=False)
        mark_complete()

    async def _help(self, work: Callable[..., None], *arguments: Any) -> None:
        """Let the other process compile something. If it dies, whoever needs that piece compiles it."""
        try:
            await asyncio.get_running_loop().run_in_executor(self.compiler, work, *arguments)
        except BrokenProcessPool:
            log.warning("the process that compiles the bots has died")


async def get_progress(request: Request) -> Response:
    """How far the first compilation is."""
    preparation: Preparation = request.app.state.preparation
    return Response(encode(preparation.progress), media_type="application/json")
