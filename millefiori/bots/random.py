"""`random`: any legal action, all equally likely."""

from collections.abc import Sequence

from millefiori.bots.bot import Bot
from millefiori.chance import PLAY, below, new_stream
from millefiori.view import View
from millefiori.vocabulary import ActionNumber


class RandomBot(Bot):
    """Plays uniformly at random."""

    summary = "any legal action"

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self._stream = new_stream(seed, purpose=PLAY)

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """Any of them."""
        return legal[below(self._stream, len(legal))]
