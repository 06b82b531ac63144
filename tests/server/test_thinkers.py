"""Bots think in turn: fair between tables, people first, and one fault stays one fault."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from millefiori.bots.bot import LEVELS
from millefiori.engine.view import deciding_view
from millefiori.server.thinking import thinkers as thinking
from millefiori.server.thinking.queueing import FairQueue, Ticket
from millefiori.server.thinking.thinkers import Thinkers
from millefiori.table import Table


def ticket(table: str, urgency: Callable[[], int], *, is_quick: bool = False) -> Ticket:
    return Ticket(table, urgency, (time.sleep, (0,)), is_quick)


def order_of(asked: list[tuple[str, Callable[[], int]]], *, seconds: float = 0.0) -> list[str]:
    """In which order questions of tables are answered that come while the only worker is busy."""

    async def run() -> list[str]:
        queue, called = FairQueue(), list[str]()
        for table, urgency in asked:
            queue.add(ticket(table, urgency))
        while chosen := queue.next(1):
            called += [each.table for each in chosen]
            queue.charge(chosen, seconds)
        return called

    return asyncio.run(run())


def test_a_table_with_many_questions_waits_for_one_with_few() -> None:
    """600 hints of one client silenced another table's bot: now every table has its turn."""
    asked = [("greedy", lambda: 0)] * 20 + [("modest", lambda: 0)]
    assert order_of(asked, seconds=0.005).index("modest") <= 1


def test_people_who_wait_come_before_hints_and_hints_before_tables_that_nobody_watches() -> None:
    asked: list[tuple[str, Callable[[], int]]] = [("unwatched", lambda: 2), ("hint", lambda: 1), ("watched", lambda: 0)]
    assert order_of(asked) == ["watched", "hint", "unwatched"]


def test_urgency_is_asked_when_a_worker_is_free_not_when_the_question_is_put() -> None:
    """A new table asks its first question before anybody has connected: it must not wait for ever."""
    arrived: list[bool] = []
    asked: list[tuple[str, Callable[[], int]]] = [
        ("other", lambda: arrived.append(True) or 1),  # type: ignore[func-returns-value]
        ("new", lambda: 0 if arrived else 2),
    ]
    assert order_of(asked) == ["new", "other"]


def test_a_new_table_cannot_overtake_for_ever() -> None:
    """Opening one table after the other gives no more than one's turn."""
    asked = [("old", lambda: 0)] + [(f"new {number}", lambda: 0) for number in range(20)]
    assert order_of(asked, seconds=0.001)[0] == "old"


def test_quick_questions_of_a_class_are_asked_together() -> None:
    async def run() -> None:
        queue = FairQueue()
        for number in range(5):
            queue.add(ticket(f"watched {number}", lambda: 0, is_quick=True))
            queue.add(ticket(f"unwatched {number}", lambda: 2, is_quick=True))
        queue.add(ticket("slow", lambda: 0))
        assert [each.table for each in queue.next(3)] == ["watched 0", "watched 1", "watched 2"]
        assert [each.table for each in queue.next(3)] == ["watched 3", "watched 4"], "another class waits"
        assert [each.table for each in queue.next(3)] == ["slow"], "nobody waits for what takes long"
        assert [each.table for each in queue.next(9)] == [f"unwatched {number}" for number in range(5)]

    asyncio.run(run())


def test_waiting_can_be_cancelled_and_leaves_nothing_behind() -> None:
    async def run() -> None:
        thinkers = Thinkers(0)
        first = asyncio.create_task(thinkers.run("table", lambda: 0, time.sleep, 0.1))
        await asyncio.sleep(0.01)
        others = [asyncio.create_task(thinkers.run("table", lambda: 0, time.sleep, 10)) for _ in range(600)]
        await asyncio.sleep(0)
        assert len(thinkers.queue.waiting) == 600 and thinkers.free == 0
        for task in others:
            task.cancel()
        await asyncio.gather(first, *others, return_exceptions=True)
        assert not thinkers.queue.waiting and thinkers.free == 1 and all(task.cancelled() for task in others)
        thinkers.close()

    asyncio.run(run())


def test_a_worker_that_becomes_free_as_somebody_leaves_serves_the_next() -> None:
    """The one who was leaving was called, and the error hit the bot that gave the worker back."""

    async def run() -> None:
        thinkers = Thinkers(0)
        leaving = asyncio.create_task(thinkers.run("leaving", lambda: 0, time.sleep, 10))
        last = asyncio.create_task(thinkers.run("last", lambda: 0, os.getpid))
        await asyncio.sleep(0)
        assert len(thinkers.queue.waiting) == 2
        leaving.cancel()  # when the queue is looked at, this one has not noticed yet
        assert await asyncio.wait_for(last, 5) == os.getpid()
        assert leaving.cancelled() and thinkers.free == 1
        thinkers.close()

    asyncio.run(run())


def test_one_question_that_fails_does_not_concern_those_that_were_asked_with_it() -> None:
    async def run() -> None:
        thinkers = Thinkers(1)
        tickets = [Ticket("table", lambda: 0, (int, (text,)), is_quick=True) for text in ("1", "two", "3")]
        one, two, three = await asyncio.gather(*map(thinkers._answer, tickets), return_exceptions=True)
        assert (one, three) == (1, 3) and isinstance(two, ValueError)
        thinkers.close()

    asyncio.run(run())


def test_a_question_that_kills_its_worker_is_given_up_and_the_others_are_answered() -> None:
    async def run() -> None:
        thinkers = Thinkers(1)
        deadly = Ticket("deadly", lambda: 0, (signal.raise_signal, (signal.SIGKILL,)), is_quick=True)
        harmless = [Ticket(f"table {number}", lambda: 0, (abs, (-number,)), is_quick=True) for number in range(5)]
        found = await asyncio.gather(*map(thinkers._answer, [deadly, *harmless]), return_exceptions=True)
        assert isinstance(found[0], RuntimeError) and found[1:] == list(range(5))
        assert thinkers.free == 1
        thinkers.close()

    asyncio.run(run())


def test_a_question_that_cannot_be_sent_is_answered_with_an_error_and_the_others_are_answered() -> None:
    """It was never sent, and whoever had asked waited for ever, as did those who had asked with it."""

    async def run() -> None:
        thinkers = Thinkers(1)
        unsendable = Ticket("unsendable", lambda: 0, (abs, (lambda: 0,)), is_quick=True)
        harmless = [Ticket(f"table {number}", lambda: 0, (abs, (-number,)), is_quick=True) for number in range(3)]
        asked = map(thinkers._answer, [harmless[0], unsendable, *harmless[1:]])
        zero, problem, *others = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 30)
        assert (zero, others) == (0, [1, 2])
        assert isinstance(problem, RuntimeError) and "cannot be sent" in str(problem)
        alone = Ticket("alone", lambda: 0, (abs, (lambda: 0,)))
        with pytest.raises(RuntimeError, match="cannot be sent"):
            await asyncio.wait_for(thinkers._answer(alone), 30)
        assert thinkers.free == 1
        thinkers.close()

    asyncio.run(run())


def test_a_worker_at_work_is_not_free_because_its_client_has_left() -> None:
    """Connect, ask, leave: the queue took the worker to be free, and the next bot waited behind work for nobody."""

    async def run() -> None:
        thinkers = Thinkers(0)
        asked = asyncio.create_task(thinkers.run("table", lambda: 0, time.sleep, 0.3))
        await asyncio.sleep(0.1)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert thinkers.free == 0
        start = time.monotonic()
        await thinkers.run("other", lambda: 0, time.sleep, 0)
        assert time.monotonic() - start > 0.1 and thinkers.free == 1
        thinkers.close()

    asyncio.run(run())


def test_a_worker_that_hangs_is_replaced_even_if_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LONGEST_WORK", 0.3)

    async def run() -> None:
        thinkers = Thinkers(1)
        with contextlib.suppress(RuntimeError):  # a worker takes longer than that to start
            await thinkers.run("table", lambda: 0, time.sleep, 0)
        asked = asyncio.create_task(thinkers.run("table", lambda: 0, time.sleep, 60))
        await asyncio.sleep(0.1)
        asked.cancel()
        for _ in range(100):
            await asyncio.sleep(0.1)
            if thinkers.free == 1:
                break
        assert thinkers.free == 1
        thinkers.close()

    asyncio.run(run())


def ask(thinkers: Thinkers, spec: str, table: Table, seat: int) -> Any:
    return thinkers.think(spec, deciding_view(table.game, seat), "table", lambda: 0)


def test_a_bot_answers_from_a_view() -> None:
    async def run() -> None:
        thinkers, table = Thinkers(0), Table(seed=3, start_player=0)
        action, _ = await ask(thinkers, "greedy", table, 1)
        assert action in table.game.hand[1]
        thinkers.close()

    asyncio.run(run())


def test_two_threads_thought_at_one_desk_and_crashed() -> None:
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        bots = [thread.submit(lambda: thinking.BOTS.named("master")).result() for thread in (one, other, one)]
    assert bots[0] is bots[2] and bots[0] is not bots[1]


def test_a_worker_that_dies_is_replaced_and_asked_again() -> None:
    async def run() -> None:
        thinkers, table = Thinkers(1), Table(seed=3, start_player=0)
        await ask(thinkers, "greedy", table, 0)
        for process in multiprocessing.active_children():
            os.kill(process.pid or 0, signal.SIGKILL)
        action, _ = await ask(thinkers, "greedy", table, 0)
        assert action in table.game.hand[0]
        thinkers.close()

    asyncio.run(run())


def test_the_first_reply_of_a_bot_does_not_wait_until_all_bots_are_compiled() -> None:
    """On an empty cache it took a minute: now the workers begin uncompiled, and master lets its network stand in."""

    async def run() -> None:
        thinkers, table = Thinkers(1, is_compiled=False), Table(seed=3, start_player=0)
        for level in LEVELS:
            action, _ = await ask(thinkers, level, table, 0)
            assert action in table.game.hand[0]
        assert thinkers.standing_in("master") == thinkers.standing_in("strong:1s") == "learned"
        is_disabled = await thinkers.run("table", lambda: 0, os.getenv, "NUMBA_DISABLE_JIT")
        assert is_disabled == "1" and thinkers.is_plain
        thinkers.take_over()
        assert thinkers.standing_in("master") == "master"
        assert await thinkers.run("table", lambda: 0, os.getenv, "NUMBA_DISABLE_JIT") is None
        action, _ = await ask(thinkers, "gentle", table, 0)
        assert action in table.game.hand[0]
        thinkers.close()

    asyncio.run(run())
