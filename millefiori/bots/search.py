"""`search`: determinised rollouts. Sample what is hidden, try good actions in the same worlds, compare.

For each world (a redeal of the view, in which the others keep cards by the policy) every candidate action is played,
and the game continues by a fixed policy that, like any player, uses only what each seat knows. All candidates meet the
same worlds, so that the luck of the deal cancels out of their differences, and those that fall clearly behind the best
are dropped. `search` plays greedily to the end of the game and scores it exactly; `strong` (see there) judges earlier.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.bot import Bot
from millefiori.bots.learning.network import Network, new_network
from millefiori.bots.thinking.budget import read_budget
from millefiori.bots.thinking.desk import DESK, Desk
from millefiori.bots.thinking.question import MOST_WORLDS, Question
from millefiori.bots.thinking.turns import judge
from millefiori.bots.thinking.worlds import MOST_CANDIDATES, try_worlds
from millefiori.engine.layout import array_of
from millefiori.engine.state import GAME
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber, Phase

Q = TypeVar("Q", bound=Question)
"""What a decision is to the bot: a question, or a race."""
TO_THE_END = 1000
"""Own turns that are more than a game has."""


class SearchBot(Bot, Generic[Q]):
    """Greedy rollouts to the end of the game over sampled worlds."""

    summary = "rollouts over redeals to the end of the game, played greedily"
    own_turns: ClassVar[dict[Phase, int]] = dict.fromkeys((Phase.KEEP, Phase.PLAY, Phase.TAKE), TO_THE_END)

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self.allowance = read_budget(budget or "200ms")
        self._networks = array_of(self._network())
        # With a budget in simulations the answer must not depend on the machine: one thread.
        is_timed = self.allowance.milliseconds > 0
        self.threads = int(os.environ.get("MILLEFIORI_THREADS", os.cpu_count() or 1)) if is_timed else 1
        self._desks, self._views = np.zeros(self.threads, DESK), np.zeros(1, GAME)
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
        self.allowance.begin()
        question = self._question(view)
        while question.worlds == 0 or not self._is_decided(question):
            self._try_more(question)
        best = question.best()
        self.opinions = question.opinions(best)
        return self.opinions[best].action

    def _question(self, view: View) -> Q:
        """The candidates: the best actions by the policy's own judgement."""
        return cast(Q, Question(view, self._candidates(view)[0], self.own_turns[Phase(view.phase)]))

    def _candidates(self, view: View) -> tuple[NDArray[Any], NDArray[Any]]:
        """The best actions by the policy's own judgement, and their values."""
        self._views[0] = view
        count = judge(self._desks, self._views, self._networks)
        desk = cast(Desk, self._desks[0])
        promising = np.argsort(-desk.values[:count], kind="stable")[:MOST_CANDIDATES]
        return desk.lists[0].actions[promising], desk.values[promising]

    def _is_decided(self, question: Q) -> bool:
        """Is one candidate left, or no budget?"""
        if question.active.sum() == 1 or question.worlds + self.threads > MOST_WORLDS:
            return True
        return self.allowance.spent(question.simulations) >= 1

    def _try_more(self, question: Q) -> None:
        """One world for each thread; then drop the candidates that are clearly behind."""
        self._try_worlds(question, 1)
        question.drop()

    def _try_worlds(self, question: Question, worlds: int) -> None:
        """So many worlds for each thread; with a single one nothing is handed over."""
        if self._pool is None and self.threads > 1:
            self._pool = ThreadPoolExecutor(self.threads)
            self._try_at(question, 0, 1)  # compiled, or loaded, before several threads call it at the same time
        if self._pool is None:
            self._try_at(question, 0, worlds)
        else:
            for job in [self._pool.submit(self._try_at, question, thread, worlds) for thread in range(self.threads)]:
                job.result()
        question.worlds += self.threads * worlds

    def _try_at(self, question: Question, thread: int, worlds: int) -> None:
        first = question.worlds + thread * worlds
        rows = question.results[first : first + worlds]
        try_worlds(self._desks, thread, question.array, self._networks, self.seed, first, rows)
