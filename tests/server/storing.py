"""Help for tests of the store: games in a real file, and what can happen to the file."""

import asyncio
import random
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.server.room import Command, Room
from millefiori.server.store import Key, Store
from tests.server.playing import new_room, play

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Wait for the store; a test that would hang fails instead."""

    async def wait() -> T:
        return await asyncio.wait_for(work, 20)

    return asyncio.run(wait())


@contextmanager
def web_of(path: Path) -> Iterator[TestClient]:
    """The application in this process; an error on the server is an answer here too, as in a browser."""
    with TestClient(make_app(path, workers=0), raise_server_exceptions=False) as client:
        yield client


def change(path: Path, statement: str, *values: Any) -> None:
    """What somebody or something else does to the file."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)


def ask(path: Path, question: str) -> Any:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(question).fetchone()[0]


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


def stored(path: Path, games: dict[str, Room]) -> None:
    """A file with these games."""

    async def work() -> None:
        for game, room in games.items():
            await keep(store, game, room)

    with closing(Store(path)) as store:
        run(work())


def commands_of(store: Store, game: str) -> list[Command]:
    return run(store.load(game))[1]
