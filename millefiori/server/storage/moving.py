"""All rows of a database into one of the other kind: backups of PostgreSQL are files of SQLite, and can be either's."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from millefiori.server.storage.driver import StoreError
from millefiori.server.storage.sqlite import open_file

if TYPE_CHECKING:
    from millefiori.server.storage.postgresql import Connected, PostgreSQL

BATCH = 1000
"""Rows that are copied at once."""


def tables_of(file: sqlite3.Connection) -> dict[str, list[str]]:
    """The tables with their columns; what a table refers to comes before it."""
    names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")]
    return {name: [column[1] for column in file.execute(f"PRAGMA table_info({name})")] for name in names}


@contextmanager
def failures_of(server: "PostgreSQL") -> Iterator[None]:
    """What the server's library raises, as our own."""
    try:
        yield
    except server.failures as error:
        raise StoreError(str(error).strip()) from None


def read_out(server: "PostgreSQL", target: Path, progress: Callable[[int, int], None]) -> int:
    """Copy a moment of a database of PostgreSQL into a new file, while it is in use; returns the number of games."""
    with (
        failures_of(server),
        closing(cast("Connected", server.open())) as source,
        closing(open_file(target)) as file,
    ):
        source.execute("SET statement_timeout = 0")
        source.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        tables = tables_of(file)
        rows = sum(source.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables)
        file.execute("BEGIN")
        done = 0
        for table, columns in tables.items():
            for batch in source.stream(f"SELECT {', '.join(columns)} FROM {table}", BATCH):
                file.executemany(insertion(table, columns), batch)
                done += len(batch)
                progress(done, rows)
        file.execute("COMMIT")
        file.execute("PRAGMA journal_mode = DELETE")  # a copy needs no files beside it
        (games,) = file.execute("SELECT count(*) FROM games").fetchone()
    return int(games)


def read_in(file: Path, server: "PostgreSQL", progress: Callable[[int, int], None]) -> int:
    """Copy a file of the current version into an empty database of PostgreSQL, wholly or not at all."""
    with failures_of(server), closing(open_file(file)) as source, closing(server.open()) as target:
        if target.execute("SELECT 1 FROM games LIMIT 1").fetchone():
            raise StoreError("there are games already: restore to an empty database")
        tables = tables_of(source)
        rows = sum(source.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables)
        target.execute("SET statement_timeout = 0")
        target.execute("BEGIN")
        done = 0
        for table, columns in tables.items():
            found = source.execute(f"SELECT {', '.join(columns)} FROM {table}")
            for batch in batches(found):
                target.executemany(insertion(table, columns), batch)
                done += len(batch)
                progress(done, rows)
        (games,) = target.execute("SELECT count(*) FROM games").fetchone()
        target.execute("COMMIT")
    return int(games)


def insertion(table: str, columns: list[str]) -> str:
    """The statement that adds a row."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def batches(rows: sqlite3.Cursor) -> Iterator[list[Any]]:
    """Rows in handfuls."""
    while batch := rows.fetchmany(BATCH):
        yield batch
