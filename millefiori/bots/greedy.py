"""`greedy` and `learned`: the best turn, seen from now.

`greedy` counts the points of the turn alone, `learned` adds what its network expects of the rest of the game.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from typing import Any, cast

import numpy as np

from millefiori.actions import ACTIONS
from millefiori.bots.bot import Bot, UnknownBot
from millefiori.bots.network import LEVELS, MIND, Network, load, new_network
from millefiori.bots.turns import action_values, pick
from millefiori.chance import PLAY, STREAM, seed_stream
from millefiori.state import GAME, LEGAL
from millefiori.view import View
from millefiori.vocabulary import ActionNumber


class GreedyBot(Bot):
    """Takes the best gain at once, against what the others get of it."""

    summary = "the best gain at once, with chains of extra cards"

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self.blur = read_blur(budget)
        self._streams = np.zeros(1, STREAM)
        seed_stream(self._streams[0], seed, 0, PLAY)
        self.network = self._network()
        self._minds = np.zeros(1, MIND)
        self._games = np.zeros(LEVELS, GAME)
        self._lists = np.zeros(LEVELS, LEGAL)
        self._values = np.zeros(ACTIONS)

    def _network(self) -> Network:
        return new_network()

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """The action of the highest value; with a blur, of the highest blurred value."""
        self._games[0] = view
        count = action_values(self._games, self._lists, self._values, self.network, cast(Any, self._minds[0]))
        best = pick(self._values, count, self.blur, cast(Any, self._streams[0]))
        return int(self._lists[0].actions[best])


def read_blur(text: str) -> float:
    """The points by which a greedy player misjudges: `greedy:6`; none if nothing is said."""
    try:
        blur = float(text or 0)
    except ValueError:
        blur = -1.0
    if not 0 <= blur < 1000:
        raise UnknownBot(f"greedy takes a number of points to blur its judgement by, as in greedy:6, not {text!r}")
    return blur


@cache
def shipped_network() -> Network:
    """The weights that come with the package."""
    with as_file(files("millefiori").joinpath("data/weights.npz")) as path:
        return load(path)


class LearnedBot(GreedyBot):
    """Adds to the gain what its network expects of the rest of the game."""

    summary = "one turn ahead, valued by a network trained in self-play"

    def _network(self) -> Network:
        return shipped_network()
