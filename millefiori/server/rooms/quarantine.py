"""Damaged games: each is reported once and refused from then on. The other games are not affected."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.games import DamagedGame

log = logging.getLogger(__name__)
AT_ONCE = 8
"""Commands that are replayed before it is the turn of others: a tenth of a millisecond."""


def restoring(game: str, setup: Setup, commands: list[Command]) -> Iterator[Room]:
    """The room of a stored game, a few commands further each time. Raises `DamagedGame` if one cannot be replayed."""
    try:
        room = Room(game, setup)
        yield room
        for start in range(0, len(commands), AT_ONCE):
            for command in commands[start : start + AT_ONCE]:
                room.check_stored(command)
                room.perform(command)
            yield room
    except Exception as error:
        raise DamagedGame(f"game {game}: {type(error).__name__}: {error}") from None


def restored(game: str, setup: Setup, commands: list[Command]) -> Room:
    """The room of a stored game, at once."""
    *_, room = restoring(game, setup, commands)
    return room


async def restored_gradually(game: str, setup: Setup, commands: list[Command]) -> Room:
    """The same on the loop, a little at a time.

    Not in a thread: every call of a compiled rule lets go of the interpreter's lock, and on two cores threads that
    fight for it need twice the processor time.
    """
    steps = restoring(game, setup, commands)
    room = next(steps)
    for _ in steps:
        await asyncio.sleep(0)
    return room


class Quarantine:
    """The games that were found damaged."""

    def __init__(self) -> None:
        self.games: set[str] = set()

    @contextmanager
    def guard(self, game: str) -> Iterator[None]:
        """Wraps the loading of a game: a damaged one is refused, and not loaded again the next time."""
        try:
            if game not in self.games:
                yield
                return
        except DamagedGame as error:
            self.games.add(game)
            log.error("%s: this game is damaged and cannot be opened", error)
        raise Refusal("damaged", "this game is damaged and cannot be opened; the others are not affected")
