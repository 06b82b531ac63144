"""What learners are paid, in three ways. Every step pays all seats."""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.compiled import rule
from millefiori.engine.layout import array_of
from millefiori.engine.rules.end import margin, win_share
from millefiori.engine.state import Game, Games
from millefiori.engine.vocabulary import SEATS, Phase


class Reward(IntEnum):
    """The kinds of reward; every environment accepts their names."""

    MARGIN = 0  # at the end: points ahead of the others' mean; adds up to 0 over the seats
    WIN = 1  # at the end: 1 for the winner, or an equal share for each winner; adds up to 1 over the seats
    POINTS = 2  # at every step: points scored in it; adds up to the final score over the game


def reward_named(name: str) -> Reward:
    """The kind of reward with that name."""
    if name.upper() not in Reward.__members__:
        raise ValueError(f"there is no reward {name!r}: use one of {', '.join(map(str.lower, Reward.__members__))}")
    return Reward[name.upper()]


@rule
def write_rewards(kind: int, game: Game, before: NDArray[Any], rewards: NDArray[Any]) -> None:
    """Write what a step pays all seats, given the scores `before` it; absent seats get 0."""
    for seat in range(SEATS):
        rewards[seat] = game.score[seat] - before[seat] if kind == Reward.POINTS else 0
    if kind != Reward.POINTS and game.phase == Phase.OVER:
        for seat in range(game.seats):
            rewards[seat] = margin(game, seat) if kind == Reward.MARGIN else win_share(game, seat)


def rewards_of(kind: Reward, game: Game, before: NDArray[Any]) -> list[float]:
    """What a step pays each seat of the table, given the scores `before` it."""
    rewards = np.empty(SEATS, np.float32)
    seats = _write_rewards(int(kind), array_of(game), before, rewards)  # Numba is slow to type an IntEnum
    paid: list[float] = rewards[:seats].tolist()
    return paid


@rule
def _write_rewards(kind: int, games: Games, before: NDArray[Any], rewards: NDArray[Any]) -> int:
    """Write the rewards in the first game; returns the number of seats."""
    write_rewards(kind, games[0], before, rewards)
    return games[0].seats
