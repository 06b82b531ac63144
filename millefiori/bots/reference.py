"""`reference`: the `strong` of version 0.2, to measure newer bots against."""

from typing import ClassVar

from millefiori.bots.learning.network import Network, shipped_network
from millefiori.bots.search import SearchBot
from millefiori.bots.thinking.question import Question
from millefiori.engine.vocabulary import Phase


class ReferenceBot(SearchBot[Question]):
    """Rollouts by the network over a turn or two, with every extra card looked at wherever one is earned."""

    summary = "the strong bot of version 0.2, for comparison"
    own_turns: ClassVar[dict[Phase, int]] = {Phase.KEEP: 2, Phase.PLAY: 1, Phase.TAKE: 1}

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        for desk in self._desks:
            desk.is_patient = True

    def _network(self) -> Network:
        return shipped_network("weights-0.2.npz")
