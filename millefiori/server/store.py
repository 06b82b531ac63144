"""What must not be lost, in SQLite: games, the keys to their seats, and every command in order.

`append` returns when the command is on disk. Keys are stored as hashes, so that the file alone opens no seat. When the
disk or the database fails, a request is refused as `storage`, and the next one is tried again.
"""

import hashlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

import msgspec

from millefiori.engine.vocabulary import SEATS, SPECTATOR, Seat
from millefiori.server.database import FAILURES, LOCKED, Database, code_of
from millefiori.server.migrations import StoreError
from millefiori.server.opening import hold
from millefiori.server.room import Command, Refusal, Setup

log = logging.getLogger(__name__)
T = TypeVar("T")
Connection: TypeAlias = sqlite3.Connection
"""What a job gets: it takes SQL with `?` for values."""
HOUR = 3600
MOST_REPLAYS = 4
"""How often a deal can be played again."""
KEY_KINDS = ("seat", "invitation", "watch", "share")
MOST_SHARES = 20
"""Links to its replay that a seat can give away."""


@dataclass(frozen=True)
class Key:
    """What a secret opens: a seat, an invitation to it, a look at the game, or a replay that this seat has shared."""

    game: str
    seat: Seat
    kind: str  # one of KEY_KINDS


class DamagedGame(Exception):
    """A stored game that cannot be read or replayed."""


def hashed(token: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(token.encode()).digest()


class Store:
    """The games of one file, which no other server can use at the same time."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._reported = ""
        self._reported_at = 0.0
        try:
            self._lock = hold(self.path)
            try:
                self._database = Database(self.path)
            except BaseException:
                self._lock.release()
                raise
        except FAILURES as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise StoreError(f"cannot use the database {path}: {reason}") from None

    def close(self) -> None:
        """Finish what is waiting, close the file and let others use it."""
        self._database.close()
        self._lock.release()

    # --- Games and keys

    async def add_game(self, game: str, setup: Setup, keys: Iterable[tuple[str, Key]]) -> None:
        """A new game with its keys; refused if its deal has been played often enough."""
        rows = [(hashed(token), key.game, key.seat, key.kind) for token, key in keys]

        def work(database: sqlite3.Connection) -> None:
            if setup.first:  # counted here: between two jobs, many could ask for the last one
                count = database.execute("SELECT count(*) FROM games WHERE first = ?", (setup.first,)).fetchone()[0]
                if count >= MOST_REPLAYS:
                    raise Refusal("replays", f"this deal has already been played {count + 1} times, which is the limit")
            database.execute(
                "INSERT INTO games (id, setup, first, changed) VALUES (?, ?, ?, ?)",
                (game, msgspec.json.encode(setup), setup.first or None, int(time.time())),
            )
            database.executemany("INSERT INTO keys VALUES (?, ?, ?, ?)", rows)

        await self.write(work)

    async def key(self, token: str) -> Key | None:
        """What a secret opens; a damaged key opens nothing."""
        row = await self.read(
            lambda database: database.execute(
                "SELECT game, seat, kind FROM keys WHERE hash = ?", (hashed(token),)
            ).fetchone()
        )
        if row is None or row[1] not in (SPECTATOR, *range(SEATS)) or row[2] not in KEY_KINDS:
            return None
        return Key(*row)

    async def accept(self, invitation: str, token: str, setup: Setup) -> bool:
        """Turn an invitation into a key and write the new name; False if it was already accepted."""

        def work(database: sqlite3.Connection) -> bool:
            changed = database.execute(
                "UPDATE keys SET hash = ?, kind = 'seat' WHERE hash = ? AND kind = 'invitation' RETURNING game",
                (hashed(token), hashed(invitation)),
            ).fetchone()
            if changed is None:
                return False
            database.execute(
                "UPDATE games SET setup = ?, changed = ? WHERE id = ?",
                (msgspec.json.encode(setup), int(time.time()), changed[0]),
            )
            return True

        return await self.write(work)

    async def add_share(self, token: str, key: Key) -> bool:
        """A secret that opens the replay of a game; False if the seat has given away enough of them."""

        def work(database: sqlite3.Connection) -> bool:
            shares = "SELECT count(*) FROM keys WHERE game = ? AND seat = ? AND kind = 'share'"
            if database.execute(shares, (key.game, key.seat)).fetchone()[0] >= MOST_SHARES:
                return False
            database.execute("INSERT INTO keys VALUES (?, ?, ?, 'share')", (hashed(token), key.game, key.seat))
            return True

        return await self.write(work)

    async def end_shares(self, key: Key) -> int:
        """What the seat has shared opens nothing any more; returns how many secrets there were."""
        return await self.write(
            lambda database: (
                database.execute(
                    "DELETE FROM keys WHERE game = ? AND seat = ? AND kind = 'share'", (key.game, key.seat)
                ).rowcount
            )
        )

    async def load(self, game: str) -> tuple[Setup, list[Command]]:
        """A game as it was stored. Raises `DamagedGame` if it is not there or cannot be decoded."""

        def work(database: sqlite3.Connection) -> tuple[Setup, list[Command]]:
            try:
                (setup,) = database.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone() or (None,)
                rows = database.execute(
                    "SELECT n, seat, kind, value, at FROM commands WHERE game = ? ORDER BY n", (game,)
                )
                commands = [_command(number, row) for number, row in enumerate(rows)]
                return msgspec.json.decode(setup or b"", type=Setup), commands
            except Exception as error:
                if is_damage(error):
                    raise DamagedGame(f"game {game}: {type(error).__name__}: {error}") from None
                raise

        return await self.read(work)

    async def append(self, game: str, n: int, command: Command) -> None:
        """The next command of a game; it is on disk when this returns.

        A disk that fails may keep a command that it has reported as lost: the next one takes its place.
        """
        now = int(time.time())

        def work(database: sqlite3.Connection) -> None:
            row = database.execute("SELECT changed FROM games WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise Refusal("key", "this game was deleted, because nobody had played it for a long time")
            if row[0] <= now - HOUR:
                database.execute("UPDATE games SET changed = ?, finished = NULL WHERE id = ?", (now, game))
            database.execute(
                "INSERT OR REPLACE INTO commands (game, n, seat, kind, value, at) VALUES (?, ?, ?, ?, ?, ?)",
                (game, n, command.seat, command.kind, command.value, command.at),
            )

        await self.write(work)

    # --- Any other question

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What a question to the database finds."""
        return await self._run(work, writes=False)

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What a change of the database returns, when it is on disk."""
        return await self._run(work, writes=True)

    async def _run(self, work: Callable[[sqlite3.Connection], T], *, writes: bool) -> T:
        try:
            return await self._database.run(work, writes=writes)
        except FAILURES as error:
            self._report(f"the database {self.path} failed: {error}")
            why = "locked by another program" if code_of(error) in LOCKED else "out of order"
            raise Refusal("storage", f"the server's storage is {why}: nothing has changed, try again soon") from None

    def _report(self, problem: str) -> None:
        """Log a problem, and while it lasts once a minute."""
        if problem != self._reported or time.monotonic() > self._reported_at + 60:
            log.error(problem)
            self._reported, self._reported_at = problem, time.monotonic()


def _command(number: int, row: tuple[object, ...]) -> Command:
    n, seat, kind, value, at = row
    if n != number:
        raise DamagedGame(f"command {number} is missing")
    return msgspec.convert({"seat": seat, "kind": kind, "value": value, "at": at}, Command)


def is_damage(error: Exception) -> bool:
    """Is what was stored damaged? Else the disk or the database cannot be used at present."""
    if not isinstance(error, sqlite3.Error):
        return True
    is_no_text = type(error) is sqlite3.OperationalError and code_of(error) is None  # a text that is not UTF-8
    return is_no_text or code_of(error) == sqlite3.SQLITE_CORRUPT
