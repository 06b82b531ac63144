"""The thread that owns the connection. An error answers the job that caused it, and the thread continues.

Jobs that wait are carried out together: the reads are answered at once, the writes share one commit, and a write is
answered when it is on disk. A connection that breaks is opened again, with growing pauses while that fails.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from millefiori.server.storage.driver import Connection, Driver, StoreError

log = logging.getLogger(__name__)
T = TypeVar("T")
GROUP = 500
"""No more jobs than this are carried out together."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between attempts to open a connection again."""


@dataclass(eq=False)
class Job:
    """Something to do with the connection, and the answer to wait for."""

    work: Callable[[Connection], Any]
    writes: bool
    answer: Future[Any] = field(default_factory=Future)


class Database:
    """A database on a thread of its own."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._connection: Connection | None = driver.open()
        self._pause = FIRST_PAUSE
        self._retry_at = 0.0
        self._failure = ""  # why the connection could not be opened again
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        """The result of a job; what is written is on disk then."""
        if self._closed:
            raise StoreError("the database is closed")
        job = Job(work, writes)
        self._jobs.put(job)
        result: T = await asyncio.wrap_future(job.answer)
        return result

    def close(self) -> None:
        """Finish what is waiting and end the connection."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()

    # --- The thread

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job, *self._more()]
            self._carry_out([job for job in group if job.answer.set_running_or_notify_cancel()])
        self._disconnect()

    def _more(self) -> list[Job]:
        """What waits besides."""
        found: list[Job] = []
        while len(found) < GROUP and not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)
                break
            found.append(job)
        return found

    def _carry_out(self, group: list[Job]) -> None:
        try:
            self._read([job for job in group if not job.writes])
            self._write([job for job in group if job.writes])
        except Exception as error:  # it concerns all who wait: a lock of another program, a full disk, a lost file
            self._roll_back()
            self._judge(error)
            for job in group:
                if not job.answer.done():
                    job.answer.set_exception(error)

    def _read(self, jobs: list[Job]) -> None:
        for job in jobs:
            try:
                job.answer.set_result(job.work(self._connected()))
            except Exception as error:
                if self.driver.is_locked(error):  # the others would wait as long, one after the other
                    raise
                self._judge(error)
                job.answer.set_exception(error)

    def _write(self, jobs: list[Job]) -> None:
        """All in one transaction; those that other workers got in the way of, again, one by one."""
        again = []
        for job, result, problem in self._transact(jobs) if jobs else ():
            if problem is None:
                job.answer.set_result(result)
            elif self.driver.is_collision(problem) and len(jobs) > 1:
                again.append(job)
            else:
                self._judge(problem)
                job.answer.set_exception(problem)
        for job in again:
            self._write([job])

    def _transact(self, jobs: list[Job]) -> list[tuple[Job, Any, Exception | None]]:
        """What becomes of each job, once all are on disk; a job that fails undoes only itself."""
        database = self._connected()
        answers: list[tuple[Job, Any, Exception | None]] = []
        database.execute(self.driver.begin)
        for job in jobs:
            database.execute("SAVEPOINT job")
            try:
                answers.append((job, job.work(database), None))
            except Exception as error:
                if not database.in_transaction:  # the database has given up all of it
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
