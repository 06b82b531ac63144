"""How long a search may think: a time or a number of simulations, as in `search:200ms` and `search:500sims`."""

import re
import time
from dataclasses import dataclass

from millefiori.bots.bot import UnknownBot


@dataclass
class Budget:
    """Milliseconds or simulations for one decision; the other is 0."""

    milliseconds: int = 0
    simulations: int = 0
    _began: float = 0.0

    def begin(self) -> None:
        """A decision begins now."""
        self._began = time.perf_counter()

    def spent(self, simulations: int) -> float:
        """Which share of the decision's budget is spent after so many simulations?"""
        if self.milliseconds:
            return (time.perf_counter() - self._began) * 1000 / self.milliseconds
        return simulations / self.simulations


def read_budget(text: str) -> Budget:
    """A budget from its text: `200ms`, `2s` or `500sims`."""
    found = re.fullmatch(r"(\d+)(ms|s|sims)", text)
    if found is None or int(found[1]) == 0:
        raise UnknownBot(f"a budget reads like 200ms, 2s or 500sims, not {text!r}")
    number = int(found[1])
    if found[2] == "sims":
        return Budget(simulations=number)
    return Budget(milliseconds=number * (1000 if found[2] == "s" else 1))
