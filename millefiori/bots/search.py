"""`search` and `strong`: determinised rollouts. Sample what is hidden, try good actions in the same worlds, compare.

For each world (a redeal of the view) every candidate action is played and the game goes on by a fixed policy that,
like any player, uses only what each seat knows. Candidates meet the same worlds, so that the luck of the deal cancels
out of their differences, and those that fall clearly behind the best are dropped. `search` plays greedily to the end
of the game and scores it exactly; `strong` plays by the network and stops after a few own turns, where the network
says what is still to come.
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
from millefiori.bots.network import LEVELS, MIND, Mind, Network, new_network
from millefiori.bots.turns import action_values, best_action, margin, win_share
from millefiori.chance import STREAM, Stream, seed_stream
from millefiori.compiled import rule
from millefiori.rules.flow import apply
from millefiori.state import GAME, LEGAL, Game, Games, Lists
from millefiori.view import View, fill_in
from millefiori.vocabulary import ActionNumber, Phase, Seat

CANDIDATES = 8
"""Actions that are tried: the best by the policy's own judgement."""
WORLDS = 4096
"""No more worlds than this for a decision."""
FEWEST_WORLDS = 30
"""Before that nothing is dropped."""
CLEARLY = 4.0
"""Standard errors behind the best at which a candidate is dropped."""
TO_THE_END = 1000
"""Own turns that are more than a game has."""
SPREAD = 12.0
"""Points by which a margin may still change for each diamond to come (as a random walk): for the chance to win."""


@rule
def play_on(
    games: Games, lists: Lists, values: NDArray[Any], seat: Seat, own_turns: int, network: Network, mind: Mind
) -> float:
    """Play `games[0]` on by the policy to the seat's n-th card from now, and value that turn; or to the end."""
    while games[0].phase != Phase.OVER:
        if games[0].to_act == seat and games[0].phase == Phase.PLAY and games[0].extra_cards == 0:
            own_turns -= 1
            if own_turns == 0:
                return best_of(values, action_values(games, lists, values, network, mind))
        apply(games[0], best_action(games, lists, values, network, mind))
    return margin(games[0], seat)


@rule
def chance_to_win(game: Game, seat: Seat, expected: float) -> float:
    """Told by the winners if the game is over, else guessed from the expected margin and the diamonds left."""
    if game.phase == Phase.OVER:
        return win_share(game, seat)
    spread = SPREAD * np.sqrt(max(game.supply[seat], 1))
    return 1 / (1 + (game.seats - 1) * np.exp(-1.7 * expected / spread))


@rule
def best_of(values: NDArray[Any], count: int) -> float:
    """The highest of the first values."""
    best = values[0]
    for number in range(1, count):
        best = max(best, values[number])
    return best


@rule
def try_world(
    room: Games,
    lists: Lists,
    values: NDArray[Any],
    world: Games,
    actions: NDArray[Any],
    active: NDArray[Any],
    own_turns: int,
    network: Network,
    mind: Mind,
    results: NDArray[Any],
    wins: NDArray[Any],
) -> None:
    """The value of every active candidate in one world, and its chance to win."""
    seat = world[0].to_act
    for number in range(len(actions)):
        if active[number]:
            room[0] = world[0]
            apply(room[0], actions[number])
            results[number] = play_on(room, lists, values, seat, own_turns, network, mind)
            wins[number] = chance_to_win(room[0], seat, results[number])


@rule
def deal_world(view: Games, world: Games, stream: Stream, seed: int, number: int) -> None:
    """The n-th world of a seed that fits the view."""
    seed_stream(stream, seed, number, 0)
    world[0] = view[0]
    fill_in(world[0], stream)


class Worker:
    """The working space of one thread."""

    def __init__(self) -> None:
        self.room = np.zeros(LEVELS, GAME)
        self.lists = np.zeros(LEVELS, LEGAL)
        self.values = np.zeros(ACTIONS)
        self.world = np.zeros(1, GAME)
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
                question.actions,
                question.active,
                question.own_turns,
                network,
                cast(Any, self.minds[0]),
                question.results[number],
                question.wins[number],
            )


class Question:
    """A decision to make: the candidates, and their values by world; NaN where a candidate had been dropped."""

    def __init__(self, view: View, actions: NDArray[Any], own_turns: int) -> None:
        self.view = np.array([view], GAME)
        self.actions = actions
        self.own_turns = own_turns
        self.active = np.ones(len(actions), np.bool_)
        self.results = np.full((WORLDS, len(actions)), np.nan)
        self.wins = np.full((WORLDS, len(actions)), np.nan)
        self.worlds = 0

    def opinion(self, number: int) -> Opinion:
        """What was found of one candidate."""
        values, wins = self.results[: self.worlds, number], self.wins[: self.worlds, number]
        tried = ~np.isnan(values)
        return Opinion(
            int(self.actions[number]), int(tried.sum()), float(values[tried].mean()), float(wins[tried].mean())
        )

    @property
    def simulations(self) -> int:
        """How many values there are."""
        return int((~np.isnan(self.results[: self.worlds])).sum())


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
        """The candidate with the best mean over the worlds; what was found of each is left in `opinions`."""
        self.opinions = []
        if len(legal) == 1:
            return legal[0]
        deadline = time.perf_counter() + self.milliseconds / 1000
        actions, values = self._workers[0].judge(view, self.network)
        best = np.argsort(-values, kind="stable")[:CANDIDATES]
        question = Question(view, actions[best], self.own_turns[Phase(view.phase)])
        while question.active.sum() > 1 and not self._is_spent(question, deadline):
            self._try_more(question)
        self.opinions = [question.opinion(number) for number in range(len(question.actions))]
        return max(self.opinions, key=lambda opinion: opinion.margin).action

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
            drop(question.results[:end], question.active)


def drop(results: NDArray[Any], active: NDArray[Any]) -> None:
    """Drop the candidates that are clearly behind the best, by their differences in the same worlds."""
    candidates = np.flatnonzero(active)
    found = results[:, candidates]  # who is left has a value in every world
    behind = found[:, [int(np.argmax(found.mean(axis=0)))]] - found
    error = behind.std(axis=0) / len(found) ** 0.5
    active[candidates[behind.mean(axis=0) > CLEARLY * error]] = False


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
