"""A decision to make: its candidates, and what every sampled world says about them."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.bot import Opinion
from millefiori.bots.thinking.worlds import CANDIDATES, MARGIN, WON, WORTH, Candidates
from millefiori.engine.view import View

MOST_WORLDS = 4096
"""No more worlds than this for one decision."""
FEWEST_WORLDS = 16
"""Before this many worlds no candidate is dropped."""
CLEARLY = 2.5
"""Standard errors behind the best at which a candidate is dropped."""


class Question:
    """The candidates of a decision and their results, world by world; NaN after a candidate was dropped."""

    def __init__(self, view: View, actions: NDArray[Any], own_turns: int) -> None:
        self.array = np.zeros(1, CANDIDATES)
        self.candidates = cast(Candidates, self.array[0])
        self.candidates.seen = view
        self.candidates.actions[: len(actions)] = actions
        self.candidates.active[: len(actions)] = True
        self.candidates.count = len(actions)
        self.candidates.own_turns = own_turns
        self.results = np.full((MOST_WORLDS, len(actions), 3), np.nan)
        self.worlds = 0

    @property
    def actions(self) -> NDArray[Any]:
        """The candidates."""
        return self.candidates.actions[: self.candidates.count]

    @property
    def active(self) -> NDArray[Any]:
        """Which of them have not been dropped."""
        return self.candidates.active[: self.candidates.count].view(np.bool_)

    @property
    def tried(self) -> NDArray[Any]:
        """In how many worlds each candidate was tried."""
        return cast(NDArray[Any], (~np.isnan(self.results[: self.worlds, :, WORTH])).sum(axis=0))

    @property
    def simulations(self) -> int:
        """How many results there are."""
        return int(self.tried.sum())

    def drop(self) -> None:
        """Drop the candidates that are clearly behind the best, or equal to it, in the same worlds."""
        if self.worlds < FEWEST_WORLDS:
            return
        left = np.flatnonzero(self.active)
        worth = self.results[: self.worlds, left, WORTH]
        best = int(np.argmax(worth.mean(axis=0)))
        behind = worth[:, [best]] - worth
        error = behind.std(axis=0) / len(worth) ** 0.5
        self.active[left[behind.mean(axis=0) >= CLEARLY * error]] = False
        self.active[left[best]] = True

    def best(self) -> int:
        """The candidate that is worth most of those left; by margin where that is the same: the game is won, or lost.

        Dropped candidates do not count, whatever they had by then: the worlds that they did not see may be poor ones.
        """
        left = np.flatnonzero(self.active)
        means = self.results[: self.worlds, left].mean(axis=0)
        return int(left[max(range(len(left)), key=lambda number: (means[number, WORTH], means[number, MARGIN]))])

    def opinions(self, best: int) -> list[Opinion]:
        """What was found: of the best in all worlds, of the others by their distance from it."""
        seen = self.results[: self.worlds]
        means = seen[:, best].mean(axis=0) + np.nanmean(seen - seen[:, [best]], axis=0)
        chances = np.clip(means[:, WON], 0, 1)
        columns = (self.actions, self.tried, means[:, MARGIN], chances)
        return [Opinion(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
