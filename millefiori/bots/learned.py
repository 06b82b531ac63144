"""`learned`: the best turn, judged by its points and by what a network expects of the rest of the game."""

from millefiori.bots.bot import read_percent
from millefiori.bots.greedy import GreedyBot
from millefiori.bots.learning.network import Network, copy_network, shipped_network

EARLIER = {"0.2": "weights-0.2.npz"}
"""The weights of earlier versions, to measure newer ones against: `learned:0.2`."""


class LearnedBot(GreedyBot):
    """Adds to the gain what its network expects of the rest of the game, or a share of it: `learned:40%`."""

    summary = "one turn ahead, valued by a network trained in self-play"

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        self.weights = EARLIER.get(budget, "weights.npz")
        self.foresight = read_percent("learned", budget) if budget.endswith("%") else 1.0
        super().__init__(seed, "" if budget in EARLIER or budget.endswith("%") else budget)
        self.budget = budget

    def _network(self) -> Network:
        network = shipped_network(self.weights)
        if self.foresight < 1:
            network = copy_network(network)
            network.last *= self.foresight
            network.last_bias *= self.foresight
        return network
