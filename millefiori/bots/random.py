"""`random`: any legal action, all equally likely."""

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from millefiori.bots.bot import Bot
from millefiori.engine.chance import PLAY, STREAM, below, seed_stream
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber


class RandomBot(Bot):
    """Plays uniformly at random."""

    summary = "any legal action"

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self._streams = np.zeros(1, STREAM)
        seed_stream(self._streams[0], seed, 0, PLAY)

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """Any of them."""
        return legal[below(cast(Any, self._streams[0]), len(legal))]
