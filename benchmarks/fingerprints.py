"""Fingerprints of thousands of random games and of batches: a faster program must print the same lines as the last one.

    PYTHONPATH=../millefiori-0.2.0 python benchmarks/fingerprints.py > before
    PYTHONPATH=. python benchmarks/fingerprints.py | diff before -

They cover what a game holds, not how it lies in memory: all fields of the final games in every edition, with every
number of players and in both variants, and all that `VectorEnv` returns, alone and against each bot.
"""

import hashlib
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.editions import EDITIONS
from millefiori.engine.playouts import random_games
from millefiori.engine.state import GAME, HAND, blank_game
from millefiori.env.vector import VectorEnv

GAMES = 400
STEPS = {None: 400, "random": 400, "greedy": 40, "learned": 40}


def feed(digest: Any, name: str, values: NDArray[Any]) -> None:
    """Add a field, or the fields of a record, as numbers of one size; of a hand the places that all versions have."""
    if values.dtype.names:
        for inner in values.dtype.names:
            if inner != "padding":
                feed(digest, inner, values[inner])
    else:
        values = values[..., : HAND + 1] if name == "hand" else values
        digest.update(np.ascontiguousarray(values).astype(np.int64).tobytes())


def of_games(edition: str, players: int, tactical: bool) -> str:
    """Random games to the end."""
    blank = np.array([blank_game(EDITIONS[edition], players, tactical)], GAME)
    games, digest = np.zeros(GAMES, GAME), hashlib.sha256()
    played = random_games(games, blank, 77, 5, -1)
    feed(digest, "", games)
    return f"{edition}, {players} players{', tactical' * tactical}: {played} actions {digest.hexdigest()[:12]}"


def of_batch(players: int, opponents: str | None) -> str:
    """Everything that the steps of a batch return."""
    editions = [name for name, edition in EDITIONS.items() if players in edition.players]
    env = VectorEnv(
        24,
        players=players,
        edition=[editions[slot % len(editions)] for slot in range(24)],
        tactical=[slot % 3 == 0 for slot in range(24)],
        opponents=opponents,
        reward="margin" if opponents else "points",
    )
    step, digest = env.reset(seed=5), hashlib.sha256()
    for _ in range(STEPS[opponents]):
        for array in step:
            digest.update(np.ascontiguousarray(array).tobytes())
        step = env.step(env.random_actions())
    return f"batch, {players} players against {opponents or 'nobody'}: {digest.hexdigest()[:12]}"


def main() -> None:
    """Print them all."""
    for name, edition in EDITIONS.items():
        for players in edition.players:
            for tactical in (False, True):
                sys.stdout.write(of_games(name, players, tactical) + "\n")
    for players in (2, 3, 4):
        for opponents in STEPS:
            sys.stdout.write(of_batch(players, opponents) + "\n")


if __name__ == "__main__":
    main()
