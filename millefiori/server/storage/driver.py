"""What the store asks of a kind of database. There are two: `sqlite` and `postgresql`.

Jobs are written once for both, in SQL that both understand, with `?` for values.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol


class StoreError(RuntimeError):
    """A database that cannot be used."""


def check_version(version: int, expected: int) -> None:
    """Refuse a database of an earlier version: only a server that starts brings it up to date."""
    if version != expected:
        raise StoreError(
            f"made by an earlier version of this program ({version}, not {expected}): start the server once"
        )


class Rows(Protocol):
    """What a statement has found or changed."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection to a database: a transaction begins with BEGIN, and any other statement is one of its own."""

    @property
    def in_transaction(self) -> bool:
        """Has a transaction begun that has not ended?"""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        """Carry out a statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Carry out a statement for each row of values."""

    def close(self) -> None:
        """End the connection."""


class Driver(Protocol):
    """One database: how it is opened, and what its errors mean."""

    name: str
    """For people and log files: without a password."""
    begin: str
    """Begins a transaction that writes."""
    failures: tuple[type[Exception], ...]
    """What the database can do to a job; anything else is the job's own."""

    def hold(self) -> None:
        """Refuse other servers, if only one can use the database."""

    def release(self) -> None:
        """Let others use it."""

    def open(self, *, again: bool = False) -> Connection:
        """A connection to a database of the current version; opened `again`, it must be there, nobody waits long."""

    def visit(self) -> Connection:
        """A connection beside a server that may be running: nothing is migrated, and the versions must agree."""

    def is_locked(self, error: Exception) -> bool:
        """Does another program hold a lock? Those who wait would wait as long, one after the other."""

    def is_collision(self, error: Exception) -> bool:
        """Did two workers get into each other's way? A job that is carried out alone can be tried again."""

    def is_broken(self, connection: Connection, error: Exception) -> bool:
        """Must the connection be opened again after this error?"""

    def is_damage(self, error: Exception) -> bool:
        """Is what was stored damaged? Else the database cannot be used at present."""
