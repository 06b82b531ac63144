"""Fingerprints of random games: final games, and views and redeals on the way. `python -m tests.laws.digests`.

Run compiled and uncompiled, they must be the same: see `test_replay`.
"""

import hashlib
import sys

import numpy as np

from millefiori.engine.editions import EDITIONS
from millefiori.engine.playouts import random_games
from millefiori.engine.state import GAME, blank_game
from millefiori.engine.view import redeal, view
from tests.laws.strategies import ALL_SETUPS, Position, Setup, bytes_of, onlookers

BATCH = 2


def digest(data: bytes) -> str:
    """A short name for some bytes."""
    return hashlib.sha256(data).hexdigest()[:12]


def digests() -> list[str]:
    """One line for each edition, number of players and variant."""
    lines = []
    for number, (edition, players) in enumerate(ALL_SETUPS):
        for tactical in (False, True):
            blank = np.array([blank_game(EDITIONS[edition], players, tactical)], GAME)
            games = np.zeros(BATCH, GAME)
            random_games(games, blank, 2024, number, -1)
            parts = [digest(b"".join(bytes_of(game) for game in games))]
            for played in (7, 60):
                game = Position(Setup(edition, players, tactical, seed=number, eager=False), played).game()
                views = [view(game, seat) for seat in onlookers(game)]
                parts.append(digest(b"".join(bytes_of(seen) for seen in views)))
                parts.append(digest(b"".join(bytes_of(redeal(seen, played)) for seen in views)))
            lines.append(" ".join([edition, str(players), "tactical" if tactical else "plain", *parts]))
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(digests()) + "\n")
