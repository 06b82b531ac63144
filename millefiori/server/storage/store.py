"""What must not be lost: games, the keys to their seats, and every command in order. One store for both databases.

`append` returns when the command is on disk; it decides who wrote command n when two workers try. Keys are stored as
hashes, so that the database alone opens no seat. When the disk or the database fails, a request is refused as
`storage`, and the next one is tried again.
"""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import Command
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage import keys
from millefiori.server.storage.database import Database
from millefiori.server.storage.driver import Connection, Driver, StoreError
from millefiori.server.storage.games import DamagedGame, add_game, change_setup, commands_after, setup_of
from millefiori.server.storage.keys import Key
from millefiori.server.storage.sqlite import SQLite
from millefiori.server.tempo.deadlines import Deadline

log = logging.getLogger(__name__)
T = TypeVar("T")
HOUR = 3600
MOST_REPLAYS = 4
"""How often a deal can be played again."""
ADDRESSES = ("postgresql://", "postgres://")
MOST_DUE, CLAIMED = 50, 30_000
"""Games that are looked at together when their time has come, and the milliseconds until others may try."""
TOGETHER = 500
"""Games that one question is about."""


class Taken(Exception):
    """Somebody else has written this command of a game; nothing has changed."""


def is_address(database: Path | str) -> bool:
    """Is it the address of PostgreSQL, not a file?"""
    return str(database).startswith(ADDRESSES)


def driver_of(database: Path | str) -> Driver:
    """PostgreSQL for an address, SQLite for a file."""
    if not is_address(database):
        return SQLite(Path(database))
    try:
        from millefiori.server.storage.postgresql import PostgreSQL
    except ImportError as error:
        needed = "pip install 'millefiori[server]'"
        raise StoreError(f"PostgreSQL needs psycopg, which is missing ({error}): {needed}") from None
    return PostgreSQL(str(database))


def name_of(database: Path | str) -> str:
    """A database for people, without a password."""
    try:
        return driver_of(database).name
    except StoreError:
        return "the database"


class Store:
    """The games of a database: a file, which no other server can use at the same time, or an address."""

    def __init__(self, database: Path | str) -> None:
        self.driver = driver_of(database)
        self._reported = ""
        self._reported_at = 0.0
        try:
            self.driver.hold()
            try:
                self._database = Database(self.driver)
            except BaseException:
                self.driver.release()
                raise
        except self.driver.failures as error:
            reason = error.strerror if isinstance(error, OSError) else str(error).strip()
            raise StoreError(f"cannot use the database {self.driver.name}: {reason}") from None

    def close(self) -> None:
        """Finish what is waiting, end the connection and let others use the database."""
        self._database.close()
        self.driver.release()

    # --- Games and keys

    async def add_game(
        self,
        game: str,
        setup: Setup,
        secrets: Iterable[tuple[str, Key]],
        also: Callable[[Connection], None] = lambda database: None,
    ) -> None:
        """A new game with its keys; refused if its deal has been played often enough. `also` is part of the job."""
        rows = list(secrets)

        def work(database: Connection) -> None:
            if setup.first:  # counted here: between two jobs, many could ask for the last one
                count = database.execute("SELECT count(*) FROM games WHERE first = ?", (setup.first,)).fetchone()[0]
                if count >= MOST_REPLAYS:
                    raise Refusal("replays", f"this deal has already been played {count + 1} times, which is the limit")
            add_game(database, game, setup)
            keys.add(database, rows)
            also(database)

        await self.write(work)

    async def key(self, token: str) -> Key | None:
        """What a secret opens; a damaged key opens nothing."""
        return await self.read(partial(keys.find, token=token))

    async def opening(self, hashes: Sequence[bytes]) -> set[bytes]:
        """Those of these hashes whose keys open something."""
        return await self.read(partial(keys.opening, hashes=hashes))

    async def accept(self, invitation: str, token: str, name: str) -> Setup | None:
        """Turn an invitation into a key and write the new name; None if it was already accepted."""
        return await self.write(partial(keys.accept, invitation=invitation, token=token, name=name))

    async def add_link(self, token: str, link: Key) -> bool:
        """A secret that a seat gives away; False if it has given away enough of this kind."""
        return await self.write(partial(keys.add_link, token=token, link=link))

    async def end_links(self, link: Key) -> set[bytes]:
        """The links of this kind that the seat has given away open nothing any more; returns their hashes."""
        return await self.write(partial(keys.end_links, link=link))

    async def load(self, game: str) -> tuple[Setup, list[Command]]:
        """A game as it was stored. Raises `DamagedGame` if it is not there or cannot be decoded."""

        return await self._read_game(game, lambda database: (setup_of(database, game), commands_after(database, game)))

    async def has_game(self, game: str) -> bool:
        """Is there such a game?"""
        query = "SELECT 1 FROM games WHERE id = ?"
        return await self.read(lambda database: database.execute(query, (game,)).fetchone()) is not None

    async def setup(self, game: str) -> Setup:
        """What a game begins with. Raises `DamagedGame` if it is not there or cannot be decoded."""

        return await self._read_game(game, lambda database: setup_of(database, game))

    async def last_commands(self, games: Sequence[str]) -> dict[str, int]:
        """The number of the last command of each of these games that has any."""

        def work(database: Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            for start in range(0, len(games), TOGETHER):
                part = games[start : start + TOGETHER]
                rows = database.execute(
                    "SELECT id, (SELECT max(n) FROM commands WHERE game = id) FROM games "
                    f"WHERE id IN ({', '.join('?' * len(part))})",
                    part,
                )
                found.update((game, n) for game, n in rows if n is not None)
            return found

        return await self.read(work)

    async def commands_after(self, game: str, n: int) -> list[Command]:
        """The commands of a game that follow number n, in order. Raises `DamagedGame` if they cannot be decoded."""
        return await self._read_game(game, lambda database: commands_after(database, game, n))

    async def _read_game(self, game: str, work: Callable[[Connection], T]) -> T:
        def guarded(database: Connection) -> T:
            try:
                return work(database)
            except Exception as error:
                if isinstance(error, self.driver.failures) and not self.driver.is_damage(error):
                    raise
                raise DamagedGame(f"game {game}: {type(error).__name__}: {error}") from None

        return await self.read(guarded)

    async def append(self, game: str, n: int, command: Command) -> None:
        """Write command n of a game; it is on disk when this returns. Raises `Taken` if there is one already.

        After a refusal as `storage` the command may be there nevertheless: nobody knows until it is read again.
        """
        now = int(time.time())

        def work(database: Connection) -> None:
            row = database.execute(
                """
                INSERT INTO commands (game, n, seat, kind, value, at) SELECT id, ?, ?, ?, ?, ? FROM games WHERE id = ?
                ON CONFLICT (game, n) DO NOTHING RETURNING (SELECT changed FROM games WHERE id = ?)
                """,
                (n, command.seat, command.kind, command.value, command.at, game, game),
            ).fetchone()
            if row is None:
                if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone():
                    raise Taken(f"game {game} has a command {n} already")
                raise Refusal(
                    "key", "this game was deleted: by the operator, or because nobody had played it for a long time"
                )
            if row[0] <= now - HOUR:
                database.execute("UPDATE games SET changed = ?, finished = NULL WHERE id = ?", (now, game))

        await self.write(work)

    async def change_setup(self, game: str, change: Callable[[Setup], Setup]) -> Setup:
        """Change a game's setup; returns the new one. Others may change it at the same time."""
        return await self.write(lambda database: change_setup(database, game, change))

    # --- Deadlines

    async def set_deadlines(self, game: str, found: Sequence[Deadline]) -> None:
        """What a game waits for, instead of what was stored before."""
        rows = [(game, each.seat, each.since, each.due) for each in found]

        def work(database: Connection) -> None:
            database.execute("DELETE FROM deadlines WHERE game = ?", (game,))
            database.executemany("INSERT INTO deadlines (game, seat, since, due) VALUES (?, ?, ?, ?)", rows)

        await self.write(work)

    async def due(self, now: int) -> list[str]:
        """Some games that must be looked at. They are not given to anybody else for a while."""
        query = "SELECT game FROM deadlines WHERE due <= ? ORDER BY due LIMIT ?"
        if not await self.read(lambda database: database.execute(query, (now, 1)).fetchall()):
            return []

        def work(database: Connection) -> set[str]:
            claim = f"UPDATE deadlines SET due = ? WHERE due <= ? AND game IN ({query}) RETURNING game"
            return {game for (game,) in database.execute(claim, (now + CLAIMED, now, now, MOST_DUE)).fetchall()}

        return sorted(await self.write(work))

    # --- Any other question

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a question to the database finds."""
        return await self._run(work, writes=False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What a change of the database returns, when it is on disk."""
        return await self._run(work, writes=True)

    async def _run(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        try:
            return await self._database.run(work, writes=writes)
        except self.driver.failures as error:
            self._report(f"the database {self.driver.name} failed: {error}")
            why = "locked by another program" if self.driver.is_locked(error) else "out of order"
            raise Refusal("storage", f"the server's storage is {why}: try again soon") from None

    def _report(self, problem: str) -> None:
        """Log a problem, and while it lasts once a minute."""
        if problem != self._reported or time.monotonic() > self._reported_at + 60:
            log.error(problem)
            self._reported, self._reported_at = problem, time.monotonic()
