"""PostgreSQL: one database for any number of workers, which may be on several machines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from millefiori.server.storage.driver import Connection, Rows, StoreError, check_version
from millefiori.server.storage.migrations import APPLICATION, MIGRATIONS, VERSION

CONNECTING = {"connect_timeout": "5", "tcp_user_timeout": "10000", "application_name": "millefiori"}
"""A server that does not answer is given up soon; an address may say otherwise."""
PATIENCE = """
    SET statement_timeout = '10s'; SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '10s';
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""
"""A worker that hangs must not stop the others; an acknowledged action survives a power failure."""
LOCKED, COLLISIONS = "55P03", ("40001", "40P01")
LOST = ("08", "57")
"""Classes of errors after which the connection is gone."""
CORRUPTED = ("XX001", "XX002")


class PostgreSQL:
    """A database on a server; see `Driver`."""

    begin = "BEGIN"
    failures: tuple[type[Exception], ...] = (psycopg.Error, OSError, StoreError)

    def __init__(self, address: str) -> None:
        try:
            parts = conninfo_to_dict(address)
        except psycopg.ProgrammingError as error:
            raise StoreError(f"this is not an address of PostgreSQL: {error}".strip()) from None
        self.settings = {**CONNECTING, **parts}
        self.name = named(parts)

    def hold(self) -> None:
        """Others are welcome."""

    def release(self) -> None:
        """Nobody was refused."""

    def open(self, *, again: bool = False) -> Connection:
        """A connection to a database of the current version."""
        return self._connected(migrate)

    def visit(self) -> Connection:
        """A connection beside servers that may be running."""
        return self._connected(lambda connection: check_version(version_of(connection), VERSION))

    def _connected(self, prepare: Callable[[psycopg.Connection[tuple[Any, ...]]], None]) -> "Connected":
        connection = psycopg.connect(**cast(Any, self.settings), autocommit=True)
        try:
            prepare(connection)
            connection.execute(PATIENCE)
        except BaseException:
            connection.close()
            raise
        return Connected(connection)

    def is_locked(self, error: Exception) -> bool:
        """Does another program hold a lock?"""
        return code_of(error) == LOCKED

    def is_collision(self, error: Exception) -> bool:
        """Did two workers wait for each other?"""
        return code_of(error) in COLLISIONS

    def is_broken(self, connection: Connection, error: Exception) -> bool:
        """Must it be opened again?"""
        code = code_of(error) or LOST[0]
        return isinstance(error, psycopg.Error) and (code[:2] in LOST or cast(Connected, connection).is_closed)

    def is_damage(self, error: Exception) -> bool:
        """Is what was stored damaged?"""
        return code_of(error) in CORRUPTED


def code_of(error: Exception) -> str | None:
    """PostgreSQL's code of an error; None if it is not the server's."""
    return error.sqlstate if isinstance(error, psycopg.Error) else None


def named(parts: dict[str, Any]) -> str:
    """An address for people, without a password."""
    user = f"{parts['user']}@" if "user" in parts else ""
    port = f":{parts['port']}" if "port" in parts else ""
    return f"postgresql://{user}{parts.get('host', '')}{port}/{parts.get('dbname', '')}"


class Connected:
    """A connection that understands `?` for values; see `Connection`."""

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        self._connection = connection

    @property
    def in_transaction(self) -> bool:
        """Has a transaction begun that has not ended?"""
        return self._connection.info.transaction_status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    @property
    def is_closed(self) -> bool:
        """Is it over?"""
        return self._connection.closed

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        """Carry out a statement."""
        return self._connection.execute(translated(sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> None:
        """Carry out a statement for each row of values."""
        with self._connection.cursor() as cursor:
            cursor.executemany(translated(sql), rows)

    def stream(self, sql: str, size: int) -> Iterator[list[Any]]:
        """The rows of a long answer, so many at once; within a transaction."""
        with self._connection.cursor("rows") as cursor:
            cursor.execute(translated(sql))
            while batch := cursor.fetchmany(size):
                yield batch

    def close(self) -> None:
        """End the connection."""
        self._connection.close()


@lru_cache(1000)
def translated(sql: str) -> bytes:
    """A statement in the words of psycopg."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


# --- Versions


def version_of(connection: psycopg.Connection[tuple[Any, ...]]) -> int:
    """The version of a database, 0 of an empty one; refused if another program uses it, or a newer version."""
    marks = connection.execute("SELECT to_regclass('millefiori') IS NOT NULL, current_schema()").fetchone()
    if marks is None or marks[1] is None:
        raise StoreError("there is no schema in which to create tables")
    if not marks[0]:
        if connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = %s", (marks[1],)).fetchone():
            raise StoreError("this is a database of another program")
        return 0
    row = connection.execute("SELECT version FROM millefiori").fetchone()
    version = int(row[0]) if row else 0
    if version > VERSION:
        raise StoreError(f"made by a newer version of this program (version {version}, this reads {VERSION})")
    return version


def migrate(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Bring a database up to date, wholly or not at all; workers that start at the same time wait for each other."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (APPLICATION,))
        version = version_of(connection)
        if version == VERSION:
            return
        for step in MIGRATIONS[version:]:
            if step.postgresql:
                connection.execute(step.postgresql.encode())
        connection.execute("CREATE TABLE IF NOT EXISTS millefiori (version BIGINT NOT NULL)")
        connection.execute("DELETE FROM millefiori")
        connection.execute("INSERT INTO millefiori VALUES (%s)", (VERSION,))
