"""Bots think in processes of their own: the server never waits for them. They get the bytes of a view, nothing else."""

import asyncio
import heapq
import itertools
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any, cast

import numpy as np

from millefiori.bots.bot import Bot, best_first, make_bot
from millefiori.legality import legal_actions
from millefiori.state import GAME
from millefiori.view import View
from millefiori.vocabulary import ActionNumber

Thoughts = tuple[ActionNumber, list[tuple[ActionNumber, float, float]]]
"""The action chosen, and for each considered action the expected margin and the chance to win."""


@cache
def _bot(spec: str) -> Bot:
    return make_bot(spec)


def think(spec: str, seen: bytes) -> Thoughts:
    """What the bot would do with this view; runs in a worker."""
    view = cast(View, np.frombuffer(bytearray(seen), GAME).view(np.recarray)[0])
    bot = _bot(spec)
    action = bot.choose(view, legal_actions(view))
    return action, [(opinion.action, opinion.margin, opinion.win) for opinion in best_first(bot.opinions, action)]


def get_ready(spec: str) -> None:
    """Load and compile what a bot needs, before somebody waits for it."""
    from millefiori.table import Table

    table = Table(seed=0)
    think(spec, cast(Any, table.view(int(table.game.to_act))).tobytes())


def leave_with_the_server() -> None:
    """A server that was killed leaves no worker behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to all: it is for the server
    server = multiprocessing.parent_process()

    def wait() -> None:
        if server is not None:
            server.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


class Thinkers:
    """The workers. A worker that dies is replaced, and its question asked again."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = os.cpu_count() or 1 if workers is None else workers
        self._pool = self._new_pool()
        self._free = 2 * max(1, self.workers)  # one question is thought about, one lies ready
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._count = itertools.count()

    def _new_pool(self) -> Executor:
        if self.workers == 0:  # in this process: for tests
            return ThreadPoolExecutor(1)
        os.environ.setdefault("MILLEFIORI_THREADS", "1")  # workers are the parallel part
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=leave_with_the_server)

    async def think(self, spec: str, seen: View, *, urgent: bool = True) -> Thoughts:
        """Ask a bot; tables at which somebody sits come before those that nobody watches."""
        await self._turn(urgent)
        try:
            return await self._ask(spec, seen)
        finally:
            self._next()

    async def _turn(self, urgent: bool) -> None:
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (not urgent, next(self._count), place))
        await place

    def _next(self) -> None:
        while self._waiting:
            place = heapq.heappop(self._waiting)[2]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1

    async def _ask(self, spec: str, seen: View) -> Thoughts:
        loop, data = asyncio.get_running_loop(), cast(Any, seen).tobytes()
        for attempt in (1, 2):
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, think, spec, data)
            except BrokenProcessPool:
                if attempt == 2:
                    raise
                if self._pool is pool:
                    self._pool = self._new_pool()
        raise AssertionError

    async def get_ready(self, specs: list[str]) -> None:
        """Let every worker load the bots."""
        loop = asyncio.get_running_loop()
        jobs = [
            loop.run_in_executor(self._pool, get_ready, spec) for spec in specs for _ in range(max(1, self.workers))
        ]
        await asyncio.gather(*jobs)

    def close(self) -> None:
        """Stop the workers, whatever they think about."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self.workers:
            for worker in multiprocessing.active_children():
                worker.terminate()
