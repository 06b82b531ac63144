"""`greedy`: the turn with the most points, chains of extra cards included."""

from collections.abc import Sequence

import numpy as np

from millefiori.bots.bot import Bot, UnknownBot
from millefiori.bots.learning.network import Network, new_network
from millefiori.bots.thinking.desk import DESK
from millefiori.bots.thinking.turns import choose as best_for
from millefiori.engine.chance import PLAY, seed_stream
from millefiori.engine.layout import array_of
from millefiori.engine.state import GAME
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber


class GreedyBot(Bot):
    """Takes the best immediate gain, less what the others gain by it."""

    summary = "the best immediate gain, with chains of extra cards"

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self.blur = read_blur(budget)
        self._networks = array_of(self._network())
        self._desks, self._views = np.zeros(1, DESK), np.zeros(1, GAME)
        seed_stream(self._desks[0].stream, seed, 0, PLAY)

    def _network(self) -> Network:
        return new_network()

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """The action of the highest value; with a blur, of the highest blurred value."""
        self._views[0] = view
        return int(best_for(self._desks, self._views, self._networks, self.blur))


def read_blur(text: str) -> float:
    """The points by which a greedy player misjudges, as in `greedy:6`; 0 without a number."""
    try:
        blur = float(text or 0)
    except ValueError:
        blur = -1.0
    if not 0 <= blur < 1000:
        raise UnknownBot(f"greedy takes a number of points to blur its judgement by, as in greedy:6, not {text!r}")
    return blur
