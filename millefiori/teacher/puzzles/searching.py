"""The long search: every legal action is played out in the same worlds, until one is surely the best.

Worlds are dealt from the seat's view and everybody plays on as `learned` does, as in a review. An action is out of the
race once it is several standard errors, and enough points, behind the best in the same worlds. What was found best is
then tested against its nearest rivals in worlds of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.network import shipped_network
from millefiori.bots.thinking.desk import DESK
from millefiori.engine.layout import array_of
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber
from millefiori.teacher.playouts import ENDING, MOST_ACTIONS, TRIAL, Trial, play_worlds

LEAST = 3.0
"""Points by which the answer must be better than anything else."""
CLEARLY = 4.0
"""Standard errors by which it must."""
STAGES = (48, 144, 432, 1296)
"""Worlds after which the search looks who is still in the race."""
FEWEST = 192
"""Fresh worlds for the answer and its nearest rivals: as many as the race took, but not fewer."""
TESTED_CLEARLY = 3.0
"""Standard errors of the answer's lead in these."""
RIVALS = 2
FOUND, TESTED = 0, 1
"""The purposes of worlds: what looked best in some is tested in others."""


@dataclass(frozen=True)
class Proof:
    """What the search is sure of: the best action, and for every other one the points that it costs."""

    best: ActionNumber
    costs: dict[
        ActionNumber, NDArray[np.float64]
    ]  # mean points by seat and reason: with this action less with the best
    lead: float  # over the nearest rival, in points of the margin
    error: float


class LongSearch:
    """A bench for one thread. The same seed gives the same worlds."""

    def __init__(self, seed: int = 0, stages: Sequence[int] = STAGES) -> None:
        self.seed, self.stages = seed, tuple(stages)
        self._networks = array_of(shipped_network())
        self._desks = np.zeros(1, DESK)

    def best(self, view: View, legal: Sequence[ActionNumber]) -> Proof | None:
        """The action that is surely the best; None if there is none, or if it cannot be told."""
        race = _Race(view, legal)
        for worlds in self.stages:
            race.add(self.play(view, race.running, FOUND, race.worlds, worlds - race.worlds))
            if race.is_hopeless(self.stages[-1]):
                return None
            race.drop()
            if len(race.running) == 1:
                return self._tested(view, race)
        return None

    def play(
        self, view: View, actions: Sequence[ActionNumber], purpose: int, first: int, worlds: int
    ) -> dict[ActionNumber, NDArray[np.int64]]:
        """How the game ends after each action: points by world, seat and reason."""
        found = dict[ActionNumber, NDArray[np.int64]]()
        for start in range(0, len(actions), MOST_ACTIONS):
            batch = list(actions[start : start + MOST_ACTIONS])
            trials = np.zeros(1, TRIAL)
            trial = cast(Trial, trials[0])
            trial.game, trial.count = view, len(batch)
            trial.actions[: len(batch)] = batch
            endings = np.zeros((worlds, len(batch)), ENDING)
            play_worlds(self._desks, trials, self._networks, 2 * self.seed + purpose, first, endings)
            points = endings["points"].astype(np.int64)[:, :, : int(view.seats)]
            found |= {action: points[:, number] for number, action in enumerate(batch)}
        return found

    def _tested(self, view: View, race: "_Race") -> Proof | None:
        """The winner of the race, if worlds that have not chosen it say the same."""
        best = race.running[0]
        rivals = sorted((action for action in race.points if action != best), key=race.behind)[:RIVALS]
        found = self.play(view, [best, *rivals], TESTED, 0, max(race.worlds, FEWEST))
        leads = [lead_of(found[best], found[rival], race.seat) for rival in rivals]
        if not all(is_clear(*lead, TESTED_CLEARLY) for lead in leads):
            return None
        return Proof(best, race.costs(), *min(leads))


class _Race:
    """The actions of a decision and how the games ended after them."""

    def __init__(self, view: View, legal: Sequence[ActionNumber]) -> None:
        self.seat = int(view.to_act)
        self.running = list(legal)
        self.points: dict[ActionNumber, NDArray[np.int64]] = {}

    @property
    def worlds(self) -> int:
        """In how many worlds those in the race were played."""
        return len(self.points[self.running[0]]) if self.points else 0

    @property
    def leader(self) -> ActionNumber:
        return max(self.running, key=lambda action: float(margins(self.points[action], self.seat).mean()))

    def add(self, found: dict[ActionNumber, NDArray[np.int64]]) -> None:
        for action, points in found.items():
            known = self.points.get(action)
            self.points[action] = points if known is None else np.concatenate([known, points])

    def behind(self, action: ActionNumber) -> tuple[float, float]:
        """How far an action is behind the leader, with the error."""
        return lead_of(self.points[self.leader], self.points[action], self.seat)

    def is_hopeless(self, most: int) -> bool:
        """Is something too close to the leader to be left behind, by this lead, in so many worlds?"""
        leader = self.leader
        leads = [self.behind(action) for action in self.running if action != leader]
        shrinks = (self.worlds / most) ** 0.5
        return any(lead + error < LEAST or lead < CLEARLY * error * shrinks for lead, error in leads)

    def drop(self) -> None:
        """Those that are clearly behind leave the race."""
        leader = self.leader
        self.running = [action for action in self.running if action == leader or not is_clear(*self.behind(action))]

    def costs(self) -> dict[ActionNumber, NDArray[np.float64]]:
        """What every action but the winner costs, each in all its worlds."""
        best = self.running[0]
        return {
            action: (points - self.points[best][: len(points)]).mean(axis=0)
            for action, points in self.points.items()
            if action != best
        }


def margins(points: NDArray[Any], seat: int) -> NDArray[np.float64]:
    """How far the seat is ahead of the others' mean, world by world."""
    scores = points.sum(axis=2)
    others = (scores.sum(axis=1) - scores[:, seat]) / (scores.shape[1] - 1)
    return cast(NDArray[np.float64], scores[:, seat] - others)


def lead_of(one: NDArray[Any], other: NDArray[Any], seat: int) -> tuple[float, float]:
    """By how many points an action is better than another in the same worlds, with the standard error."""
    worlds = min(len(one), len(other))
    differences = margins(one[:worlds], seat) - margins(other[:worlds], seat)
    return float(differences.mean()), float(differences.std(ddof=1) / worlds**0.5)


def is_clear(lead: float, error: float, clearly: float = CLEARLY) -> bool:
    """Is a lead beyond doubt, and worth finding?"""
    return lead >= LEAST and lead >= clearly * error
