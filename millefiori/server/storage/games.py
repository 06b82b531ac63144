"""Games in the database, for jobs of the store: what a game begins with, and its commands."""

import time
from collections.abc import Callable, Sequence

import msgspec

from millefiori.engine.vocabulary import Seat
from millefiori.server.rooms.room import Command
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection


class DamagedGame(Exception):
    """A stored game that cannot be read or replayed."""


def add_game(database: Connection, game: str, setup: Setup) -> None:
    """A new game within a job, without its keys."""
    database.execute(
        "INSERT INTO games (id, setup, first, changed) VALUES (?, ?, ?, ?)",
        (game, msgspec.json.encode(setup), setup.first or None, int(time.time())),
    )


def change_setup(database: Connection, game: str, change: Callable[[Setup], Setup]) -> Setup:
    """Change the setup of a game within a job; returns the new one. Other workers may change it at the same time."""
    while True:
        (old,) = database.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone()
        setup = change(msgspec.json.decode(old, type=Setup))
        values = (msgspec.json.encode(setup), game, old)
        if database.execute("UPDATE games SET setup = ? WHERE id = ? AND setup = ?", values).rowcount:
            return setup


def renamed(setup: Setup, seat: Seat, name: str) -> Setup:
    """The setup with another name at a seat."""
    players = list(setup.players)
    players[seat] = msgspec.structs.replace(players[seat], name=name)
    return msgspec.structs.replace(setup, players=players)


def seated(setup: Setup, seat: Seat) -> Setup:
    """The setup without a seat among those that nobody has taken."""
    return msgspec.structs.replace(setup, missing=[missing for missing in setup.missing if missing != seat])


def stored_game(database: Connection, game: str) -> tuple[Setup, list[Command]]:
    """A game within a job. Raises `DamagedGame` if it is not there or cannot be decoded."""
    try:
        return setup_of(database, game), commands_after(database, game)
    except (ValueError, msgspec.MsgspecError) as error:
        raise DamagedGame(f"game {game}: {type(error).__name__}: {error}") from None


def setup_of(database: Connection, game: str) -> Setup:
    """What a game begins with."""
    (setup,) = database.execute("SELECT setup FROM games WHERE id = ?", (game,)).fetchone() or (None,)
    return msgspec.json.decode(setup or b"", type=Setup)


def add_commands(database: Connection, game: str, commands: Sequence[Command]) -> None:
    """The first commands of a new game, within the job that adds it."""
    rows = [(game, n, each.seat, each.kind, each.value, each.at) for n, each in enumerate(commands)]
    database.executemany("INSERT INTO commands (game, n, seat, kind, value, at) VALUES (?, ?, ?, ?, ?, ?)", rows)


def commands_after(database: Connection, game: str, n: int = -1) -> list[Command]:
    """The commands of a game that follow number n."""
    found = []
    rows = database.execute(
        "SELECT n, seat, kind, value, at FROM commands WHERE game = ? AND n > ? ORDER BY n", (game, n)
    )
    for number, (stored, seat, kind, value, at) in enumerate(rows, start=n + 1):
        if stored != number:
            raise DamagedGame(f"command {number} is missing")
        found.append(msgspec.convert({"seat": seat, "kind": kind, "value": value, "at": at}, Command))
    return found
