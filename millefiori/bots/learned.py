"""`learned`: the best turn, judged by its points and by what a network expects of the rest of the game."""

from millefiori.bots.greedy import GreedyBot
from millefiori.bots.learning.network import Network, shipped_network


class LearnedBot(GreedyBot):
    """Adds to the gain what its network expects of the rest of the game."""

    summary = "one turn ahead, valued by a network trained in self-play"

    def _network(self) -> Network:
        return shipped_network()
