"""Help for tests of the store: games in a real database, and what others can do to it."""

import asyncio
import random
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.server.rooms.room import Command, Room
from millefiori.server.storage.keys import Key
from millefiori.server.storage.postgresql import translated
from millefiori.server.storage.store import Store
from tests.server.playing import new_room, play

T = TypeVar("T")
Place = Path | str
"""Where a database is: a file, or an address."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Wait for the store; a test that would hang fails instead."""

    async def wait() -> T:
        return await asyncio.wait_for(work, 20)

    return asyncio.run(wait())


@contextmanager
def web_of(path: Place) -> Iterator[TestClient]:
    """The application in this process; an error on the server is an answer here too, as in a browser."""
    with TestClient(make_app(path, workers=0), raise_server_exceptions=False) as client:
        yield client


def change(place: Place, statement: str, *values: Any) -> None:
    """What somebody or something else does to the database."""
    if isinstance(place, str):
        with psycopg.connect(place, autocommit=True) as database:
            database.execute(translated(statement), values)
    else:
        with closing(sqlite3.connect(place)) as file, file:
            file.execute(statement, values)


def ask(place: Place, question: str) -> Any:
    """The first column of the only row."""
    if isinstance(place, str):
        with psycopg.connect(place, autocommit=True) as database:
            row = database.execute(question.encode()).fetchone()
            assert row is not None
            return row[0]
    with closing(sqlite3.connect(place)) as file:
        return file.execute(question).fetchone()[0]


def played(decisions: int = 10, seed: int = 1) -> Room:
    """A room after some decisions, or at its end."""
    room = new_room(seed=seed)
    for number, _ in enumerate(play(room, random.Random(seed)), start=1):
        if number == decisions:
            break
    return room


async def keep(store: Store, game: str, room: Room) -> None:
    """Store a room as a game whose keys are `game`-0, `game`-1 and `game`-watch."""
    keys = [(f"{game}-{seat}", Key(game, seat, "seat")) for seat in range(2)]
    await store.add_game(game, room.setup, [*keys, (f"{game}-watch", Key(game, -1, "watch"))])
    for n, command in enumerate(room.commands):
        await store.append(game, n, command)


def stored(path: Place, games: dict[str, Room]) -> None:
    """A database with these games."""

    async def work() -> None:
        for game, room in games.items():
            await keep(store, game, room)

    with closing(Store(path)) as store:
        run(work())


def commands_of(store: Store, game: str) -> list[Command]:
    return run(store.load(game))[1]
