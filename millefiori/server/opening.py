"""The database file: created for its owner alone, held by one server at a time, opened and brought up to date."""

import os
import sqlite3
from pathlib import Path

from filelock import FileLock, Timeout

from millefiori.server.migrations import StoreError, check_owner, migrate

OWNER_ONLY = 0o600
STARTING_SECONDS, BUSY_SECONDS = 5.0, 0.2
"""How long to wait for somebody else's lock on the file: when it is opened, and while others wait for an answer."""


def hold(path: Path) -> FileLock:
    """The lock of a database, in a file beside it; refused if another process has it. It ends with the process."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", mode=OWNER_ONLY, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError("another server is using this database: stop it first, or use another --database") from None
    return lock


def create(path: Path) -> None:
    """An empty file, unless there is one. SQLite gives the files beside it (-wal, -shm) the same mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))


def open_database(path: Path, *, again: bool = False) -> sqlite3.Connection:
    """A connection to a file of the current version. Opened `again`, the file must be there, and nobody waits long."""
    if not again:
        create(path)
    wait = BUSY_SECONDS if again else STARTING_SECONDS
    address = f"{path.resolve().as_uri()}?mode=rw"
    database = sqlite3.connect(address, uri=True, timeout=wait, isolation_level=None, check_same_thread=False)
    try:
        check_owner(database)  # before anything is written
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")  # an acknowledged action survives a power failure too
        migrate(database)
        database.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")
    except BaseException:
        database.close()
        raise
    return database
