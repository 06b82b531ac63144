"""The thread that owns the connection to SQLite. An error answers the job that caused it, and the thread continues.

Jobs that wait are carried out together: the reads are answered at once, the writes share one commit, and a write is
answered when it is on disk. A connection that breaks is opened again, with growing pauses while that fails.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from millefiori.server.migrations import StoreError
from millefiori.server.opening import open_database

log = logging.getLogger(__name__)
T = TypeVar("T")
GROUP = 500
"""No more jobs than this are carried out together."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between attempts to open a connection again."""
FAILURES = (sqlite3.Error, OSError, StoreError)
"""What the disk or the database can do to a job; anything else is the job's own."""
LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
PASSING = LOCKED | {sqlite3.SQLITE_FULL, sqlite3.SQLITE_CONSTRAINT}
"""Errors after which the connection can still be used."""


def code_of(error: Exception) -> int | None:
    """SQLite's number of an error, without its details; None for errors that are not SQLite's own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


@dataclass(eq=False)
class Job:
    """Something to do with the connection, and the answer to wait for."""

    work: Callable[[sqlite3.Connection], Any]
    writes: bool
    answer: Future[Any] = field(default_factory=Future)


class Database:
    """A database file on a thread of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = open_database(path)
        self._pause = FIRST_PAUSE
        self._retry_at = 0.0
        self._failure = ""  # why the connection could not be opened again
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[sqlite3.Connection], T], *, writes: bool) -> T:
        """The result of a job; what is written is on disk then."""
        if self._closed:
            raise sqlite3.ProgrammingError("the database is closed")
        job = Job(work, writes)
        self._jobs.put(job)
        result: T = await asyncio.wrap_future(job.answer)
        return result

    def close(self) -> None:
        """Finish what is waiting and close the file."""
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
                if code_of(error) in LOCKED:  # the others would wait as long, one after the other
                    raise
                self._judge(error)
                job.answer.set_exception(error)

    def _write(self, jobs: list[Job]) -> None:
        """All in one transaction; a job that fails undoes only itself."""
        if not jobs:
            return
        database = self._connected()
        answers: list[tuple[Job, Any, Exception | None]] = []
        database.execute("BEGIN IMMEDIATE")
        for job in jobs:
            database.execute("SAVEPOINT job")
            try:
                answers.append((job, job.work(database), None))
            except Exception as error:
                if not database.in_transaction:  # SQLite has given up all of it
                    raise
                database.execute("ROLLBACK TO job")
                answers.append((job, None, error))
            database.execute("RELEASE job")
        database.execute("COMMIT")
        for job, result, problem in answers:
            if problem is None:
                job.answer.set_result(result)
            else:
                self._judge(problem)
                job.answer.set_exception(problem)

    # --- The connection

    def _connected(self) -> sqlite3.Connection:
        """The connection, opened again if it was lost; between two attempts everybody is refused at once."""
        if self._connection is None:
            if time.monotonic() < self._retry_at:
                raise StoreError(self._failure)
            try:
                self._connection = open_database(self.path, again=True)
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
            except sqlite3.Error:
                self._disconnect()

    def _judge(self, error: Exception) -> None:
        """Drop the connection after an error that it may not survive."""
        if isinstance(error, sqlite3.Error) and code_of(error) not in PASSING:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
