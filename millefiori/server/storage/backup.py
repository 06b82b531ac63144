"""Copies of the database: made and checked while a server is running, restored when none is.

A copy is one file of SQLite, whatever the database: so games can also be moved from one kind to the other.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from millefiori.server.storage.driver import StoreError
from millefiori.server.storage.moving import read_in, read_out
from millefiori.server.storage.sqlite import SQLite, check_owner, code_of, create, hold
from millefiori.server.storage.store import driver_of

STEP = 500
"""Pages that are copied between two reports of progress."""
Progress = Callable[[int, int], None]
"""Gets the number of pages or rows that were copied, and of all."""


def back_up(database: Path | str, copy: Path, progress: Progress) -> int:
    """Copy a database, also while a server is using it; returns the number of games. The copy is one file, checked."""
    driver = driver_of(database)
    if not isinstance(driver, SQLite):
        with replacing(copy) as unfinished:
            return read_out(cast(Any, driver), unfinished, progress)
    database = driver.path
    if not database.exists():
        raise StoreError(f"there is no database {database}")
    if copy.exists() and copy.samefile(database):
        raise StoreError(f"{copy} is the database itself")
    with replacing(copy) as unfinished:
        return _copy(database, unfinished, progress)


@contextmanager
def replacing(copy: Path) -> Iterator[Path]:
    """A new file that takes the place of another when it is complete."""
    unfinished = copy.with_name(copy.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    create(unfinished)
    try:
        yield unfinished
        os.replace(unfinished, copy)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(copy: Path, database: Path | str, progress: Progress) -> tuple[int, Path | None]:
    """Replace the database with a copy; returns its number of games, and where the replaced database is now.

    Refused while a server is using the file. On PostgreSQL nothing is replaced: the database must be empty.
    """
    driver = driver_of(database)
    if not isinstance(driver, SQLite):
        with TemporaryDirectory() as folder:
            back_up(copy, Path(folder, "copy"), lambda done, pages: None)
            return read_in(Path(folder, "copy"), cast(Any, driver), progress), None
    database = driver.path
    lock = hold(database)
    arriving = database.with_name(database.name + ".arriving")
    try:
        games = back_up(copy, arriving, progress)
        aside = set_aside(database) if database.exists() else None
        os.replace(arriving, database)
    finally:
        arriving.unlink(missing_ok=True)
        lock.release()
    return games, aside


def set_aside(database: Path) -> Path:
    """Rename a database with all that belongs to it; refused if another program made it or is using it."""
    with damage_allowed(), closing(_opened(database)) as old:
        check_owner(old)
        old.execute("PRAGMA journal_mode = DELETE")  # brings into the file what is still beside it
    aside = database.with_name(f"{database.name}.replaced-{datetime.now():%Y-%m-%d-%H%M%S}")
    while aside.exists():
        aside = aside.with_name(aside.name + "-again")
    for suffix in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            os.rename(f"{database}{suffix}", f"{aside}{suffix}")
    return aside


@contextmanager
def damage_allowed() -> Iterator[None]:
    """What is replaced may be damaged: that is why people restore."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if code_of(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise


def _copy(source: Path, target: Path, progress: Progress) -> int:
    with closing(_opened(source)) as old, closing(_opened(target)) as new:
        old.execute("BEGIN")
        if check_owner(old) == 0:
            raise StoreError(f"{source} holds no games")
        (games,) = old.execute("SELECT count(*) FROM games").fetchone()
        # The transaction stays open: what a server writes meanwhile neither changes the copy nor starts it again.
        old.backup(new, pages=STEP, progress=lambda _, left, pages: progress(pages - left, pages))
        old.execute("COMMIT")
        new.execute("PRAGMA journal_mode = DELETE")  # a copy needs no files beside it
        found = [line for (line,) in new.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise StoreError(f"{source} is damaged: {found[0]}")
    return int(games)


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)
