"""The thread that owns the connection. An error answers the job that caused it, and the thread continues.

Jobs that wait are carried out together: the reads are answered at once, the writes share one commit, and a write is
answered when it is on disk. Waking a thread costs more than most jobs: what a loop asks for in one go is handed over
together, and so are the answers. A connection that breaks is opened again, with growing pauses while that fails.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from millefiori.server.storage.driver import Connection, Driver, StoreError

log = logging.getLogger(__name__)
T = TypeVar("T")
GROUP = 500
"""No more jobs than this are carried out together."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between attempts to open a connection again."""


@dataclass(eq=False, slots=True)
class Job:
    """Something to do with the connection, and the answer to wait for."""

    work: Callable[[Connection], Any]
    writes: bool
    answer: asyncio.Future[Any]
    is_done: bool = False
    result: Any = None
    problem: Exception | None = None

    def settle(self, result: Any, problem: Exception | None) -> None:
        """Note what has become of it."""
        self.is_done, self.result, self.problem = True, result, problem


def deliver(jobs: list[Job]) -> None:
    """Answer those who wait in this loop."""
    for job in jobs:
        if job.answer.done():  # nobody waits any more
            continue
        if job.problem is None:
            job.answer.set_result(job.result)
        else:
            job.answer.set_exception(job.problem)


class Database:
    """A database on a thread of its own."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._connection: Connection | None = driver.open()
        self._pause = FIRST_PAUSE
        self._retry_at = 0.0
        self._failure = ""  # why the connection could not be opened again
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._gathered: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # asked for, and not yet handed over
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        """The result of a job; what is written is on disk then. A job that writes may be called twice."""
        if self._closed:
            raise StoreError("the database is closed")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        gathered = self._gathered.setdefault(loop, [])
        if not gathered:
            loop.call_soon(self._hand_over, loop)
        gathered.append(Job(work, writes, answer))
        return await answer

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        if jobs := self._gathered.pop(loop, None):
            self._jobs.put(jobs)

    def close(self) -> None:
        """Finish what is waiting and end the connection."""
        if not self._closed:
            self._closed = True
            for loop in list(self._gathered):
                self._hand_over(loop)
            self._jobs.put(None)
            self._thread.join()

    # --- The thread

    def _work(self) -> None:
        while (jobs := self._jobs.get()) is not None:
            self._carry_out([job for job in self._with_more(jobs) if not job.answer.cancelled()])
        self._disconnect()

    def _with_more(self, jobs: list[Job]) -> list[Job]:
        """With what waits besides."""
        while len(jobs) < GROUP and not self._jobs.empty():
            more = self._jobs.get()
            if more is None:
                self._jobs.put(None)
                break
            jobs += more
        return jobs

    def _carry_out(self, group: list[Job]) -> None:
        try:
            self._read([job for job in group if not job.writes])
            self._write([job for job in group if job.writes])
        except Exception as error:  # it concerns all who wait: a lock of another program, a full disk, a lost file
            self._roll_back()
            self._judge(error)
            left = [job for job in group if not job.is_done]
            for job in left:
                job.settle(None, error)
            self._answer(left)

    def _answer(self, jobs: list[Job]) -> None:
        """Wake each loop once."""
        by_loop: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        for job in jobs:
            by_loop.setdefault(job.answer.get_loop(), []).append(job)
        for loop, some in by_loop.items():
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(deliver, some)

    def _read(self, jobs: list[Job]) -> None:
        try:
            for job in jobs:
                try:
                    job.settle(job.work(self._connected()), None)
                except Exception as error:
                    if self.driver.is_locked(error):  # the others would wait as long, one after the other
                        raise
                    self._judge(error)
                    job.settle(None, error)
        finally:
            self._answer([job for job in jobs if job.is_done])

    def _write(self, jobs: list[Job]) -> None:
        """All in one transaction; those that other workers got in the way of, again, one by one."""
        again = []
        for job, result, problem in self._transact(jobs) if jobs else ():
            if problem is not None and self.driver.is_collision(problem) and len(jobs) > 1:
                again.append(job)
                continue
            if problem is not None:
                self._judge(problem)
            job.settle(result, problem)
        self._answer([job for job in jobs if job.is_done])
        for job in again:
            self._write([job])

    def _transact(self, jobs: list[Job]) -> list[tuple[Job, Any, Exception | None]]:
        """What becomes of each job, once all are on disk; a job that fails undoes only itself.

        Few ever fail: at first there is nothing to undo a single job, and if one does fail, all begin again.
        """
        database = self._connected()
        answers: list[tuple[Job, Any, Exception | None]] = []
        database.execute(self.driver.begin)
        try:
            answers = [(job, job.work(database), None) for job in jobs]
        except Exception as error:
            if not database.in_transaction:  # the database has given up all of it
                raise
            database.execute("ROLLBACK")
            return [(jobs[0], None, error)] if len(jobs) == 1 else self._transact_apart(jobs)
        database.execute("COMMIT")
        return answers

    def _transact_apart(self, jobs: list[Job]) -> list[tuple[Job, Any, Exception | None]]:
        """The same, when a job is known to fail."""
        database = self._connected()
        answers: list[tuple[Job, Any, Exception | None]] = []
        database.execute(self.driver.begin)
        for job in jobs:
            database.execute("SAVEPOINT job")
            try:
                answers.append((job, job.work(database), None))
            except Exception as error:
                if not database.in_transaction:
                    raise
                database.execute("ROLLBACK TO job")
                answers.append((job, None, error))
            database.execute("RELEASE job")
        database.execute("COMMIT")
        return answers

    # --- The connection

    def _connected(self) -> Connection:
        """The connection, opened again if it was lost; between two attempts everybody is refused at once."""
        if self._connection is None:
            if time.monotonic() < self._retry_at:
                raise StoreError(self._failure)
            try:
                self._connection = self.driver.open(again=True)
            except Exception as error:
                self._failure = str(error)
                self._retry_at = time.monotonic() + self._pause
                self._pause = min(2 * self._pause, LONGEST_PAUSE)
                raise
            self._pause = FIRST_PAUSE
            log.warning("the database was opened again")
        return self._connection

    def _roll_back(self) -> None:
        if self._connection is not None:
            try:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            except self.driver.failures:
                self._disconnect()

    def _judge(self, error: Exception) -> None:
        """Drop the connection after an error that it may not survive."""
        if self._connection is not None and self.driver.is_broken(self._connection, error):
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(*self.driver.failures):
                self._connection.close()
            self._connection = None
