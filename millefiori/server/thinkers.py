"""Bots think in their own processes, so the server never waits for them. They get the bytes of a view, nothing else."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any, TypeVar, cast

import numpy as np

from millefiori.bots.bot import LEVELS, Bot, best_first, make_bot
from millefiori.engine.calls import legal_actions
from millefiori.engine.state import GAME
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber
from millefiori.server.queueing import FairQueue
from millefiori.server.worker import leave_with_the_server, stay_plain

T = TypeVar("T")
TRIES = 2
LONGEST_WORK = 60.0
"""Seconds after which a worker counts as hung and is killed."""
STAND_INS = {"search": "greedy", "strong": "learned"}
"""Who answers for a bot that is not compiled yet."""
Thoughts = tuple[ActionNumber, list[tuple[ActionNumber, float, float]]]
"""The bot's action, and for each considered action the expected margin and the chance to win."""


@cache
def _bot(spec: str) -> Bot:
    return make_bot(spec)


def think(spec: str, seen: bytes) -> Thoughts:
    """What the bot would do with this view; runs in a worker."""
    view = cast(View, np.frombuffer(bytearray(seen), GAME)[0])
    bot = _bot(spec)
    action = bot.choose(view, legal_actions(view))
    return action, [(opinion.action, opinion.margin, opinion.win) for opinion in best_first(bot.opinions, action)]


def get_ready(spec: str) -> None:
    """Load and compile what a bot needs before a player waits for it."""
    from millefiori.table import Table

    table = Table(seed=0)
    think(spec, cast(Any, table.view(int(table.game.to_act))).tobytes())


def processes(workers: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Workers that begin with a call."""
    return ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"), initializer=begin)


class Thinkers:
    """The workers and the queue before them. A worker that dies is replaced, and its question asked again.

    As long as the bots are not compiled, the workers run them uncompiled, and one that would be too slow lets another
    stand in. Another process compiles them (`preparation`); then compiled workers take over.
    """

    def __init__(self, workers: int | None = None, *, is_compiled: bool = True) -> None:
        self.workers = os.cpu_count() or 1 if workers is None else workers
        self.is_plain = self.workers > 0 and not is_compiled
        self.queue = FairQueue(max(1, self.workers))
        self._pool = self._new_pool()

    def _new_pool(self) -> Executor:
        if self.workers == 0:  # in this process: for tests
            return ThreadPoolExecutor(1)
        os.environ.setdefault("MILLEFIORI_THREADS", "1")  # workers are the parallel part
        return processes(self.workers, stay_plain if self.is_plain else leave_with_the_server)

    async def think(self, spec: str, seen: View, table: str, urgency: Callable[[], int]) -> Thoughts:
        """Ask a bot for a table, when its turn has come (see `FairQueue`)."""
        return await self.run(table, urgency, think, self.standing_in(spec), cast(Any, seen).tobytes())

    def standing_in(self, spec: str) -> str:
        """The bot that answers: uncompiled, a search would see too little, so its network decides alone."""
        name = LEVELS.get(spec, spec).partition(":")[0]
        return STAND_INS.get(name, spec) if self.is_plain else spec

    async def run(self, table: str, urgency: Callable[[], int], work: Callable[..., T], *arguments: Any) -> T:
        """Let a worker do something that would take too long here."""
        async with self.queue.worker(table, urgency) as ticket:
            for _ in range(TRIES):
                pool = self._pool
                try:
                    job = ticket.work = pool.submit(work, *arguments)
                    return await asyncio.wait_for(asyncio.wrap_future(job), LONGEST_WORK)
                except (BrokenProcessPool, TimeoutError):
                    self._replace(pool)
                except asyncio.CancelledError:  # nobody waits any more; but it must not hang for ever either
                    asyncio.get_running_loop().call_later(LONGEST_WORK, self._end_if_hanging, pool, job)
                    raise
            raise RuntimeError(f"{work.__name__} has failed {TRIES} times in a worker")

    def _end_if_hanging(self, pool: Executor, job: Future[Any]) -> None:
        if not job.done():
            self._replace(pool)

    def _replace(self, old: Executor) -> None:
        """New workers, after one has died or hangs; unless somebody else has replaced them already."""
        if self._pool is not old:
            return
        self._pool = self._new_pool()
        for process in list(getattr(old, "_processes", None) or {}):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        old.shutdown(wait=False, cancel_futures=True)

    async def get_ready(self, specs: list[str], workers: int) -> None:
        """Let this many workers load the bots."""
        loop = asyncio.get_running_loop()
        jobs = [loop.run_in_executor(self._pool, get_ready, spec) for spec in specs for _ in range(max(1, workers))]
        await asyncio.gather(*jobs)

    def take_over(self) -> None:
        """The bots are compiled: new workers answer from now on. Who still thinks uncompiled may finish."""
        old, self.is_plain = self._pool, False
        self._pool = self._new_pool()
        old.shutdown(wait=False)

    def close(self) -> None:
        """Stop the workers, whatever they think about."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self.workers:
            for worker in multiprocessing.active_children():
                worker.terminate()
