"""`search` and `strong`: determinised rollouts. Sample what is hidden, try good actions in the same worlds, compare.

For each world (a redeal of the view, in which the others keep cards by the policy) every candidate action is played
and the game goes on by a fixed policy that, like any player, uses only what each seat knows. Candidates meet the same
worlds, so that the luck of the deal cancels out of their differences, and those that fall clearly behind the best are
dropped. `search` plays greedily to the end of the game and scores it exactly; `strong` plays by the network and stops
after a few own turns, where the network says what is still to come.
"""

import os
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import ACTIONS
from millefiori.bots.bot import Bot, Opinion, UnknownBot
from millefiori.bots.greedy import shipped_network
from millefiori.bots.network import LEVELS, MIND, Network, new_network
from millefiori.bots.turns import action_values
from millefiori.bots.worlds import MARGIN, WON, WORTH, deal_world, try_world
from millefiori.chance import STREAM
from millefiori.state import GAME, LEGAL
from millefiori.view import View
from millefiori.vocabulary import SEATS, ActionNumber, Phase

CANDIDATES = 8
"""Actions that are tried: the best by the policy's own judgement."""
WORLDS = 4096
"""No more worlds than this for a decision."""
FEWEST_WORLDS = 16
"""Before that nothing is dropped."""
CLEARLY = 2.5
"""Standard errors behind the best at which a candidate is dropped."""
TO_THE_END = 1000
"""Own turns that are more than a game has."""


class Worker:
    """The working space of one thread."""

    def __init__(self) -> None:
        self.room = np.zeros(LEVELS, GAME)
        self.lists = np.zeros(LEVELS, LEGAL)
        self.values = np.zeros(ACTIONS)
        self.world = np.zeros(1, GAME)
        self.keeps = np.zeros(SEATS, np.int64)
        self.minds = np.zeros(1, MIND)
        self.streams = np.zeros(1, STREAM)

    def judge(self, view: View, network: Network) -> tuple[NDArray[Any], NDArray[Any]]:
        """The legal actions and what the policy thinks of them."""
        self.room[0] = view
        count = action_values(self.room, self.lists, self.values, network, cast(Any, self.minds[0]))
        return self.lists[0].actions[:count].astype(np.int64), self.values[:count].copy()

    def try_worlds(self, question: "Question", network: Network, seed: int, numbers: range) -> None:
        """Value the candidates that are left in some of the worlds."""
        for number in numbers:
            deal_world(question.view, self.world, cast(Any, self.streams[0]), seed, number)
            try_world(
                self.room,
                self.lists,
                self.values,
                self.world,
                self.keeps,
                question.actions,
                question.active,
                question.own_turns,
                network,
                cast(Any, self.minds[0]),
                question.results[number],
            )


class Question:
    """A decision to make: the candidates, and what each world told of them; NaN where one had been dropped."""

    def __init__(self, view: View, actions: NDArray[Any], own_turns: int) -> None:
        self.view = np.array([view], GAME)
        self.actions = actions
        self.own_turns = own_turns
        self.active = np.ones(len(actions), np.bool_)
        self.results = np.full((WORLDS, len(actions), 3), np.nan)
        self.worlds = 0

    def best(self) -> int:
        """Who is worth most of those that are left; by margin where that is the same: the game is won, or lost.

        Who was dropped does not count, whatever it had by then: the worlds that it did not see may have been poor ones.
        """
        left = np.flatnonzero(self.active)
        means = self.results[: self.worlds, left].mean(axis=0)
        return int(left[max(range(len(left)), key=lambda place: (means[place, WORTH], means[place, MARGIN]))])

    def opinions(self, best: int) -> list[Opinion]:
        """What was found of the candidates: of the best in all worlds, of others by their distance from it."""
        seen = self.results[: self.worlds]
        means = seen[:, best].mean(axis=0) + np.nanmean(seen - seen[:, [best]], axis=0)
        chances = np.clip(means[:, WON], 0, 1)
        columns = (self.actions, self.tried, means[:, MARGIN], chances)
        return [Opinion(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]

    @property
    def simulations(self) -> int:
        """How many values there are."""
        return int(self.tried.sum())

    @property
    def tried(self) -> NDArray[Any]:
        """In how many worlds each candidate was tried."""
        return cast(NDArray[Any], (~np.isnan(self.results[: self.worlds, :, WORTH])).sum(axis=0))


class SearchBot(Bot):
    """Greedy rollouts to the end of the game over sampled worlds."""

    summary = "rollouts over redeals to the end of the game, played greedily"
    own_turns: ClassVar[dict[Phase, int]] = dict.fromkeys((Phase.KEEP, Phase.PLAY, Phase.EXTRA), TO_THE_END)

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self.milliseconds, self.simulations = read_budget(budget or "200ms")
        self.network = self._network()
        # With a budget in simulations the answer must not depend on the machine: one thread.
        threads = int(os.environ.get("MILLEFIORI_THREADS", os.cpu_count() or 1)) if self.milliseconds else 1
        self._workers = [Worker() for _ in range(threads)]
        self._pool: ThreadPoolExecutor | None = None

    def _network(self) -> Network:
        return new_network()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}  # a copy begins threads of its own

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """The candidate that is worth most over the worlds; what was found of each is left in `opinions`."""
        self.opinions = []
        if len(legal) == 1:
            return legal[0]
        deadline = time.perf_counter() + self.milliseconds / 1000
        actions, values = self._workers[0].judge(view, self.network)
        promising = np.argsort(-values, kind="stable")[:CANDIDATES]
        question = Question(view, actions[promising], self.own_turns[Phase(view.phase)])
        while question.active.sum() > 1 and not self._is_spent(question, deadline):
            self._try_more(question)
        best = question.best()
        self.opinions = question.opinions(best)
        return self.opinions[best].action

    def _is_spent(self, question: Question, deadline: float) -> bool:
        if question.worlds + len(self._workers) > WORLDS or question.worlds == 0:
            return question.worlds > 0
        if self.milliseconds:
            return time.perf_counter() >= deadline
        return question.simulations >= self.simulations

    def _try_more(self, question: Question) -> None:
        """One world for each thread; then drop who is clearly behind."""
        end = question.worlds + len(self._workers)
        self._pool = self._pool or ThreadPoolExecutor(len(self._workers))
        jobs = [
            self._pool.submit(worker.try_worlds, question, self.network, self.seed, range(number, number + 1))
            for number, worker in zip(range(question.worlds, end), self._workers, strict=True)
        ]
        for job in jobs:
            job.result()
        question.worlds = end
        if end >= FEWEST_WORLDS:
            drop(question.results[:end, :, WORTH], question.active)


def drop(worth: NDArray[Any], active: NDArray[Any]) -> None:
    """Drop the candidates that are clearly behind the best, or its equals, by their differences in the same worlds."""
    candidates = np.flatnonzero(active)
    found = worth[:, candidates]  # who is left has a value in every world
    best = int(np.argmax(found.mean(axis=0)))
    behind = found[:, [best]] - found
    error = behind.std(axis=0) / len(found) ** 0.5
    active[candidates[behind.mean(axis=0) >= CLEARLY * error]] = False
    active[candidates[best]] = True


def read_budget(text: str) -> tuple[int, int]:
    """Milliseconds or simulations: `200ms`, `2s`, `500sims`; the other is 0."""
    found = re.fullmatch(r"(\d+)(ms|s|sims)", text)
    if found is None or int(found[1]) == 0:
        raise UnknownBot(f"a budget reads like 200ms, 2s or 500sims, not {text!r}")
    number = int(found[1])
    return (0, number) if found[2] == "sims" else (number * (1000 if found[2] == "s" else 1), 0)


class StrongBot(SearchBot):
    """Rollouts by the network over a few turns, and its judgement of what comes then."""

    summary = "rollouts over redeals, played and judged by the trained network"
    own_turns: ClassVar[dict[Phase, int]] = {Phase.KEEP: 2, Phase.PLAY: 1, Phase.EXTRA: 1}

    def _network(self) -> Network:
        return shipped_network()
