"""A race: all candidates begin in the same worlds, and the worse ones leave as the budget is spent.

So the close ones meet in many worlds. Before any world is dealt the network has judged each candidate, and that counts
like some worlds more: in a few worlds luck says more than the candidates.
"""

import math
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.thinking.question import Question
from millefiori.bots.thinking.worlds import MARGIN, WORTH, write_judgement
from millefiori.engine.view import View

RUNNING = ((0.2, 8), (0.5, 4), (1.0, 2))
"""How many candidates may still run until which share of the budget is spent."""
TRUST = 8
"""Worlds that the network's own judgement counts for."""
FEWEST_WORLDS = 8
"""Before this many worlds nothing is certain."""
USUAL_DEVIATION, USUAL_WORLDS = 0.08, 8
"""How far the lead of one candidate over another strays from world to world, before it can be told; it counts for so
many worlds."""
NOT_WORTH_IT = 0.0001
"""A chance to win that is not worth another world."""


class Race(Question):
    """The candidates of a decision, their results, and who is still in the race."""

    began = 0.0
    """The share of the budget that was spent before."""

    def __init__(self, view: View, actions: NDArray[Any], values: NDArray[Any], own_turns: int) -> None:
        super().__init__(view, actions, own_turns)
        self.judged = np.zeros((len(actions), 3))
        """What the network says at once, as if it were the result of a world."""
        self.are_worlds_alike = write_judgement(self.array, values, self.judged)

    def estimates(self) -> NDArray[Any]:
        """What each candidate still in the race is worth."""
        left = np.flatnonzero(self.active)
        seen = self.results[: self.worlds, left].sum(axis=0) + TRUST * self.judged[left]
        return cast(NDArray[Any], seen / (self.worlds + TRUST))

    def drop_slowest(self, spent: float) -> None:
        """Only as many run on as may after this share of the budget, and nobody who cannot matter any more."""
        left = np.flatnonzero(self.active)
        worth = self.estimates()[:, WORTH]
        order = np.argsort(-worth, kind="stable")
        may_run = next(number for share, number in RUNNING if spent < share or share == 1)
        keep = order[:may_run].tolist()
        if self.worlds >= FEWEST_WORLDS:
            keep = [number for number in keep if number == keep[0] or self._may_matter(left, worth, keep[0], number)]
        self.active[:] = False
        self.active[left[keep]] = True

    def _may_matter(self, left: NDArray[Any], worth: NDArray[Any], best: int, other: int) -> bool:
        """Could more worlds show that this one is better, by enough?"""
        leads = self.results[: self.worlds, left[best], WORTH] - self.results[: self.worlds, left[other], WORTH]
        squares = leads.var() * self.worlds + USUAL_DEVIATION**2 * USUAL_WORLDS
        error = math.sqrt(squares / (self.worlds + USUAL_WORLDS) / (self.worlds + TRUST))
        return error * shortfall(float(worth[best] - worth[other]) / error) > NOT_WORTH_IT

    def best(self) -> int:
        """The most valuable candidate of those left; by margin where that is the same: the game is won, or lost."""
        left = np.flatnonzero(self.active)
        worth = self.estimates()
        return int(left[max(range(len(left)), key=lambda number: (worth[number, WORTH], worth[number, MARGIN]))])


def shortfall(distance: float) -> float:
    """By how much, on average, a normal number exceeds a distance that it seldom reaches; in standard deviations."""
    beyond = 0.5 * math.erfc(distance / math.sqrt(2))
    return math.exp(-distance * distance / 2) / math.sqrt(2 * math.pi) - distance * beyond
