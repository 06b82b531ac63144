"""SQLite: one file, created for its owner alone, held by one server at a time."""

import os
import sqlite3
from pathlib import Path

from filelock import FileLock, Timeout

from millefiori.server.storage.driver import Connection, StoreError, check_version
from millefiori.server.storage.migrations import APPLICATION, MARKED, MIGRATIONS, VERSION

OWNER_ONLY = 0o600
STARTING_SECONDS, BUSY_SECONDS = 5.0, 0.2
"""How long to wait for somebody else's lock on the file: when it is opened, and while others wait for an answer."""
LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
PASSING = LOCKED | {sqlite3.SQLITE_FULL, sqlite3.SQLITE_CONSTRAINT}
"""Errors after which the connection can still be used."""


class SQLite:
    """A database file; see `Driver`."""

    begin = "BEGIN IMMEDIATE"
    failures: tuple[type[Exception], ...] = (sqlite3.Error, OSError, StoreError)

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, str(path)
        self._lock: FileLock | None = None

    def hold(self) -> None:
        """Refuse other servers."""
        self._lock = hold(self.path)

    def release(self) -> None:
        """Let others use the file."""
        if self._lock is not None:
            self._lock.release()

    def open(self, *, again: bool = False) -> Connection:
        """A connection to a file of the current version."""
        return open_file(self.path, again=again)

    def visit(self) -> Connection:
        """A connection beside a server that may be running."""
        if not self.path.exists():
            raise StoreError("there is no such file")
        database = connect(self.path, STARTING_SECONDS)
        try:
            check_version(check_owner(database), VERSION)
            database.execute("PRAGMA synchronous = FULL")
        except BaseException:
            database.close()
            raise
        return database

    def is_locked(self, error: Exception) -> bool:
        """Does another program hold a lock?"""
        return code_of(error) in LOCKED

    def is_collision(self, error: Exception) -> bool:
        """There is only one worker."""
        return False

    def is_broken(self, connection: Connection, error: Exception) -> bool:
        """Must the file be opened again?"""
        return isinstance(error, sqlite3.Error) and code_of(error) not in PASSING

    def is_damage(self, error: Exception) -> bool:
        """Is what was stored damaged?"""
        is_no_text = type(error) is sqlite3.OperationalError and code_of(error) is None  # a text that is not UTF-8
        return is_no_text or code_of(error) == sqlite3.SQLITE_CORRUPT


def code_of(error: Exception) -> int | None:
    """SQLite's number of an error, without its details; None for errors that are not SQLite's own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


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


def open_file(path: Path, *, again: bool = False) -> sqlite3.Connection:
    """A connection to a file of the current version. Opened `again`, the file must be there, and nobody waits long."""
    if not again:
        create(path)
    database = connect(path, BUSY_SECONDS if again else STARTING_SECONDS)
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


def connect(path: Path, wait: float) -> sqlite3.Connection:
    """A connection to a file that exists; it waits so many seconds for other people's locks."""
    address = f"{path.resolve().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=wait, isolation_level=None, check_same_thread=False)


def check_owner(database: sqlite3.Connection) -> int:
    """The version of a file; refused if another program made it, or a newer version of this one. Nothing is written."""
    owner, version = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    is_new = not tables and owner == version == 0
    is_early = owner == 0 and 0 < version < MARKED and {"games", "keys", "commands"} <= tables
    if not (owner == APPLICATION or is_new or is_early):
        raise StoreError("this is a database of another program")
    if version > VERSION:
        raise StoreError(f"made by a newer version of this program (file version {version}, this reads {VERSION})")
    return int(version)


def migrate(database: sqlite3.Connection) -> None:
    """Bring a file of an earlier version up to date, each step wholly or not at all; `user_version` counts them."""
    version = check_owner(database)
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        database.executescript(f"BEGIN IMMEDIATE; {step.sqlite} PRAGMA user_version = {number}; COMMIT;")
