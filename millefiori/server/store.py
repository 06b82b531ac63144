"""What must not be lost, in SQLite: games, the keys to their seats, and every command in its order.

One thread owns the database and commits in groups: whoever waits for `append` goes on when the command is on disk.
Keys are stored as hashes, so that the file alone opens no seat.
"""

import asyncio
import hashlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from millefiori.server.room import Command, Setup
from millefiori.vocabulary import Seat

T = TypeVar("T")
VERSION = 1
GROUP = 500
"""No more writes than this wait for one commit."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, setup BLOB NOT NULL, created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE IF NOT EXISTS keys (
    hash BLOB PRIMARY KEY, game TEXT NOT NULL REFERENCES games, seat INTEGER NOT NULL, kind TEXT NOT NULL)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS commands (
    game TEXT NOT NULL REFERENCES games, n INTEGER NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL,
    value INTEGER NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Key:
    """What a secret opens: a seat, an invitation to it, or a look at the game."""

    game: str
    seat: Seat
    kind: str  # seat, invitation, watch


class StoreError(RuntimeError):
    """A database that cannot be used."""


def hashed(token: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(token.encode()).digest()


class Store:
    """The database, behind a thread of its own."""

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], Any], Callable[..., None]] | None] = (
            queue.SimpleQueue()
        )
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._ready: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()
        self._thread.start()
        error = self._ready.get()
        if error is not None:
            raise StoreError(f"{path}: {error}")

    def close(self) -> None:
        """Finish what is waiting and close the file."""
        self._jobs.put(None)
        self._thread.join()

    # --- Games and keys

    async def add_game(self, game: str, setup: Setup, keys: Iterable[tuple[str, Key]]) -> None:
        """A new game with its keys."""
        rows = [(hashed(token), key.game, key.seat, key.kind) for token, key in keys]

        def write(database: sqlite3.Connection) -> None:
            database.execute("INSERT INTO games (id, setup) VALUES (?, ?)", (game, msgspec.json.encode(setup)))
            database.executemany("INSERT INTO keys VALUES (?, ?, ?, ?)", rows)

        await self._run(write)

    async def key(self, token: str) -> Key | None:
        """What a secret opens."""
        row = await self._run(
            lambda database: database.execute(
                "SELECT game, seat, kind FROM keys WHERE hash = ?", (hashed(token),)
            ).fetchone()
        )
        return None if row is None else Key(*row)

    async def accept(self, invitation: str, token: str, setup: Setup) -> bool:
        """Turn an invitation into a key and write the new name; False if somebody was faster."""

        def write(database: sqlite3.Connection) -> bool:
            changed = database.execute(
                "UPDATE keys SET hash = ?, kind = 'seat' WHERE hash = ? AND kind = 'invitation' RETURNING game",
                (hashed(token), hashed(invitation)),
            ).fetchone()
            if changed is None:
                return False
            database.execute("UPDATE games SET setup = ? WHERE id = ?", (msgspec.json.encode(setup), changed[0]))
            return True

        return await self._run(write)

    async def load(self, game: str) -> tuple[Setup, list[Command]] | None:
        """A game as it was stored."""

        def read(database: sqlite3.Connection) -> tuple[Setup, list[Command]] | None:
            row = database.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone()
            if row is None:
                return None
            commands = database.execute("SELECT seat, kind, value FROM commands WHERE game = ? ORDER BY n", (game,))
            return msgspec.json.decode(row[0], type=Setup), [Command(*command) for command in commands]

        return await self._run(read)

    async def append(self, game: str, n: int, command: Command) -> None:
        """The next command of a game; it is on disk when this returns."""
        await self._run(
            lambda database: database.execute(
                "INSERT INTO commands VALUES (?, ?, ?, ?, ?)", (game, n, command.seat, command.kind, command.value)
            )
        )

    # --- The thread

    async def _run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def answer(result: T | None, error: Exception | None) -> None:
            def settle() -> None:
                if future.cancelled():
                    return
                if error is None:
                    future.set_result(result)  # type: ignore[arg-type]
                else:
                    future.set_exception(error)

            loop.call_soon_threadsafe(settle)

        self._jobs.put((job, answer))
        return await future

    def _work(self) -> None:
        try:
            database = self._open()
        except (sqlite3.Error, StoreError) as error:
            self._ready.put(error)
            return
        self._ready.put(None)
        while (job := self._jobs.get()) is not None:
            group = [job]
            while len(group) < GROUP and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                group.append(following)
            self._commit(database, group)
        database.close()

    def _open(self) -> sqlite3.Connection:
        if self.path != ":memory:":
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self.path, isolation_level=None)
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise StoreError(f"made by another version of this program ({version}, this is {VERSION})")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")  # an acknowledged action survives a power failure too
        database.executescript(SCHEMA)
        database.execute(f"PRAGMA user_version = {VERSION}")
        return database

    def _commit(self, database: sqlite3.Connection, group: list[tuple[Any, Callable[..., None]]]) -> None:
        """A group of jobs in one transaction; a job that fails undoes only itself."""
        answers: list[tuple[Callable[..., None], Any, Exception | None]] = []
        try:
            database.execute("BEGIN")
            for job, answer in group:
                database.execute("SAVEPOINT job")
                try:
                    answers.append((answer, job(database), None))
                except sqlite3.Error as error:
                    database.execute("ROLLBACK TO job")
                    answers.append((answer, None, error))
                database.execute("RELEASE job")
            database.execute("COMMIT")
        except sqlite3.Error as failure:  # a full disk, say: nobody of the group is told that it was stored
            if database.in_transaction:
                database.execute("ROLLBACK")
            answers = [(answer, None, failure) for _, answer in group]
        for answer, result, problem in answers:
            answer(result, problem)
