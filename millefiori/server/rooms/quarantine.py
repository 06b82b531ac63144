"""Damaged games: each is reported once and refused from then on. The other games are not affected."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.games import DamagedGame

log = logging.getLogger(__name__)


def restored(game: str, setup: Setup, commands: list[Command]) -> Room:
    """The room of a stored game. Raises `DamagedGame` if its commands cannot be replayed."""
    try:
        return Room(game, setup, commands)
    except Exception as error:
        raise DamagedGame(f"game {game}: {type(error).__name__}: {error}") from None


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
