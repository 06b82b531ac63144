"""`strong`: rollouts as `search` makes them, but played and judged by the trained network."""

from typing import ClassVar

from millefiori.bots.learning.network import Network, shipped_network
from millefiori.bots.search import SearchBot
from millefiori.engine.vocabulary import Phase


class StrongBot(SearchBot):
    """Rollouts by the network over a few turns, and its judgement of what comes then."""

    summary = "rollouts over redeals, played and judged by the trained network"
    own_turns: ClassVar[dict[Phase, int]] = {Phase.KEEP: 2, Phase.PLAY: 1, Phase.TAKE: 1}

    def _network(self) -> Network:
        return shipped_network()
