"""`strong`: a race between candidates over sampled worlds, played and judged by the trained network."""

from typing import ClassVar

import numpy as np

from millefiori.bots.learning.network import Network, shipped_network
from millefiori.bots.search import SearchBot
from millefiori.bots.thinking.question import MOST_WORLDS
from millefiori.bots.thinking.race import Race
from millefiori.engine.view import View
from millefiori.engine.vocabulary import Phase

STEP = 0.05
"""The share of the budget after which the race is looked at."""


class StrongBot(SearchBot[Race]):
    """Rollouts by the network over a few turns, and its judgement of what comes then."""

    summary = "rollouts over redeals, played and judged by the trained network"
    own_turns: ClassVar[dict[Phase, int]] = {Phase.KEEP: 3, Phase.PLAY: 2, Phase.TAKE: 2}

    def _network(self) -> Network:
        return shipped_network()

    def _question(self, view: View) -> Race:
        actions, values = self._candidates(view)
        race = Race(view, actions, values, self.own_turns[Phase(view.phase)])
        race.began = self.allowance.spent(0)
        return race

    def _is_decided(self, race: Race) -> bool:
        if race.are_worlds_alike or race.active.sum() == 1:
            return True
        return self._worlds_that_fit(race, 1.0) == 0

    def _try_more(self, race: Race) -> None:
        worlds = max(1, self._worlds_that_fit(race, STEP)) if race.worlds else 1
        self._try_worlds(race, worlds)
        race.drop_slowest(self.allowance.spent(race.simulations))

    def _worlds_that_fit(self, race: Race, share: float) -> int:
        """Worlds for each thread that fit into a share of the budget and into what is left of it."""
        simulations = race.simulations
        spent = self.allowance.spent(simulations)
        pace = (spent - race.began) / simulations * race.active.sum() * self.threads
        fit = min(share, 1 - spent) / pace
        return int(np.clip(fit, 0, (MOST_WORLDS - race.worlds) // self.threads))
