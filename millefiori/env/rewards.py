"""What a learner is paid, three ways; every step pays all seats."""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.turns import margin, win_share
from millefiori.compiled import rule
from millefiori.state import Game
from millefiori.vocabulary import SEATS, Phase


class Reward(IntEnum):
    """The kinds of reward, by the names that every environment takes."""

    MARGIN = 0  # at the end: points ahead of the others' mean. The seats' rewards add up to 0
    WIN = 1  # at the end: 1 for the winner, shared by those who share the win. They add up to 1
    POINTS = 2  # at every step: points scored since the step before. They add up to the final score


def reward_named(name: str) -> Reward:
    """The kind of reward of that name."""
    if name.upper() not in Reward.__members__:
        raise ValueError(
            f"there is no reward {name!r}; the rewards are {', '.join(map(str.lower, Reward.__members__))}"
        )
    return Reward[name.upper()]


@rule
def write_rewards(kind: int, game: Game, before: NDArray[Any], rewards: NDArray[Any]) -> None:
    """Pay all seats for a step that began with the scores `before`; absent seats get 0."""
    for seat in range(SEATS):
        rewards[seat] = game.score[seat] - before[seat] if kind == Reward.POINTS else 0
    if kind != Reward.POINTS and game.phase == Phase.OVER:
        for seat in range(game.seats):
            rewards[seat] = margin(game, seat) if kind == Reward.MARGIN else win_share(game, seat)


def rewards_of(kind: Reward, game: Game, before: NDArray[Any]) -> list[float]:
    """What each seat of the table is paid for a step that began with the scores `before`."""
    rewards = np.zeros(SEATS, np.float32)
    write_rewards(int(kind), game, before, rewards)  # Numba is slow to tell the type of an IntEnum
    return [float(reward) for reward in rewards[: game.seats]]
