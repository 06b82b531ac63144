"""Bots think in their own processes, so the server never waits for them. They get the bytes of a view, nothing else."""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Any, TypeVar, cast

import numpy as np

from millefiori.bots.bot import FALLBACK, LEVELS, Bot, BotFailed, best_first, make_bot
from millefiori.engine.calls import legal_actions
from millefiori.engine.state import GAME
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber
from millefiori.server.thinking.pool import ProcessWorker, ThreadWorker, Worker
from millefiori.server.thinking.programs import Programs
from millefiori.server.thinking.queueing import FairQueue, Ticket
from millefiori.server.thinking.worker import Answer, leave_with_the_server, stay_plain

log = logging.getLogger(__name__)
T = TypeVar("T")
TRIES = 2
LONGEST_WORK = 60.0
"""Seconds after which a worker counts as hung and is killed."""
TOGETHER = 16
"""Questions for quick bots that a worker gets in one message."""
QUICK = ("random", "novice", "greedy", "learned")
"""Bots that decide in less than a millisecond, if they are compiled."""
STAND_INS = {"search": "greedy", "strong": "learned"}
"""Who answers for a bot that is not compiled yet."""
PEOPLE_WAIT, SOMEBODY_ASKS, NOBODY_WATCHES = range(3)
"""How urgent a question is: a bot's move that people wait for; a hint or a replay; a table of bots alone."""
Thoughts = tuple[ActionNumber, list[tuple[ActionNumber, float, float]]]
"""The bot's action, and for each considered action the expected margin and the chance to win."""


class Bots(threading.local):
    """The bots of each thread: two threads that wrote at one desk would crash compiled code."""

    def __init__(self) -> None:
        self.named: Callable[[str], Bot] = cache(make_bot)


BOTS = Bots()


def think(spec: str, seen: bytes) -> Thoughts:
    """What the bot would do with this view; runs in a worker."""
    view = cast(View, np.frombuffer(bytearray(seen), GAME)[0])
    bot = BOTS.named(spec)
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
    """The workers and the queue before them. A worker that dies or hangs is replaced, and its questions asked again.

    As long as the bots are not compiled, the workers run them uncompiled, and one that would be too slow lets another
    stand in. Another process compiles them (`preparation`); then compiled workers take over.
    """

    def __init__(
        self, workers: int | None = None, *, is_compiled: bool = True, programs: Programs | None = None
    ) -> None:
        self.programs = programs or Programs()
        self.workers = os.cpu_count() or 1 if workers is None else workers
        self.is_plain = self.workers > 0 and not is_compiled
        self.queue = FairQueue()
        self._free: list[Worker] = []
        self._busy: dict[Worker, list[Ticket]] = {}
        self._retired: set[Worker] = set()  # they finish what they think about
        self._is_looking = self._is_closed = False

    @property
    def free(self) -> int:
        """How many workers have nothing to do; those that have not been started yet are counted."""
        return max(1, self.workers) - len(self._busy.keys() - self._retired)

    async def think(self, spec: str, seen: View, table: str, urgency: Callable[[], int]) -> Thoughts:
        """Ask a bot for a table, when its turn has come (see `FairQueue`). If a program fails, another bot decides."""
        asked = self.standing_in(self.programs.bot_of(spec))
        is_quick = not self.is_plain and LEVELS.get(asked, asked).partition(":")[0] in QUICK
        question = think, (asked, cast(Any, seen).tobytes())
        try:
            found: Thoughts = await self._answer(Ticket(table, urgency, question, is_quick, LONGEST_WORK))
        except BotFailed as failure:
            rests = self.programs.failed(spec)
            log.warning("the bot %s %s; %s decides%s", spec, failure, FALLBACK, ", for a minute" if rests else "")
            return await self.think(FALLBACK, seen, table, urgency)
        self.programs.answered(spec)
        return found

    def standing_in(self, spec: str) -> str:
        """The bot that answers: uncompiled, a search would see too little, so its network decides alone."""
        name = LEVELS.get(spec, spec).partition(":")[0]
        return STAND_INS.get(name, spec) if self.is_plain else spec

    async def run(self, table: str, urgency: Callable[[], int], work: Callable[..., T], *arguments: Any) -> T:
        """Let a worker do something that would take too long here."""
        found: T = await self._answer(Ticket(table, urgency, (work, arguments), limit=LONGEST_WORK))
        return found

    async def get_ready(self, specs: list[str], workers: int) -> None:
        """Let this many workers load the bots; compiling takes as long as it takes."""
        later = lambda: SOMEBODY_ASKS  # a table that waits loads what it needs by itself  # noqa: E731
        questions = [(get_ready, (spec,)) for spec in specs for _ in range(max(1, workers))]
        await asyncio.gather(*(self._answer(Ticket("getting ready", later, question)) for question in questions))

    def take_over(self) -> None:
        """The bots are compiled: new workers answer from now on. Who still thinks uncompiled may finish."""
        self.is_plain = False
        self._retired.update(self._busy)
        free, self._free = self._free, []
        for worker in free:
            worker.end()

    def close(self) -> None:
        """Stop the workers, whatever they think about."""
        self._is_closed = True
        for ticket in self.queue.waiting.values():
            ticket.answer.cancel()
        for worker in (*self._free, *self._busy):
            worker.end()
        if self.workers:
            for process in multiprocessing.active_children():
                process.terminate()

    # --- Questions

    async def _answer(self, ticket: Ticket) -> Any:
        """Wait for the answer. Whoever stops waiting leaves no trace, but a worker at work finishes first."""
        self._ask(ticket)
        try:
            return await ticket.answer
        except asyncio.CancelledError:
            self.queue.give_up(ticket)
            raise

    def _ask(self, ticket: Ticket) -> None:
        self.queue.add(ticket)
        if not self._is_looking:  # others may ask at the same moment
            self._is_looking = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        """Give work to those who are free."""
        self._is_looking = False
        while self.queue.waiting and self.free > 0 and not self._is_closed:
            share = -(-len(self.queue.waiting) // self.free)
            batch = self.queue.next(min(TOGETHER, share))
            if batch := [ticket for ticket in batch if not ticket.answer.done()]:
                self._give(batch)

    def _give(self, batch: list[Ticket]) -> None:
        self._free = [worker for worker in self._free if not worker.is_lost]
        worker = self._free.pop() if self._free else self._new_worker()
        self._busy[worker] = batch
        loop = asyncio.get_running_loop()
        limit = batch[0].limit
        timer = loop.call_later(limit, worker.end) if limit is not None else None
        worker.ask([ticket.question for ticket in batch], partial(self._answered, worker, loop.time(), timer))

    def _new_worker(self) -> Worker:
        if self.workers == 0:
            return ThreadWorker()
        return ProcessWorker(stay_plain if self.is_plain else leave_with_the_server)

    def _answered(
        self, worker: Worker, start: float, timer: asyncio.TimerHandle | None, found: list[Answer] | None
    ) -> None:
        """A worker is free again, or lost."""
        batch = self._busy.pop(worker)
        if timer is not None:
            timer.cancel()
        self.queue.charge(batch, (asyncio.get_running_loop().time() - start) / len(batch))
        if found is None:
            self._ask_again(batch)
        else:
            for ticket, (result, problem) in zip(batch, found, strict=True):
                if ticket.answer.done():  # nobody waits any more
                    continue
                if problem is None:
                    ticket.answer.set_result(result)
                else:
                    ticket.answer.set_exception(problem)
            if worker in self._retired or worker.is_lost or self._is_closed:
                worker.end()
            else:
                self._free.append(worker)
        self._retired.discard(worker)
        self._look()

    def _ask_again(self, batch: list[Ticket]) -> None:
        """Their worker was lost. One of these questions may be the reason: from now on each is asked alone."""
        for ticket in batch:
            ticket.tries += 1
            ticket.is_quick = False
            if ticket.answer.done() or self._is_closed:
                ticket.answer.cancel()
            elif ticket.tries < TRIES:
                self.queue.add(ticket)
            else:
                work = ticket.question[0]
                ticket.answer.set_exception(RuntimeError(f"{work.__name__} has failed {TRIES} times in a worker"))
