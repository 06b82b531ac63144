"""Bots across the border: ours in OpenSpiel's matches, OpenSpiel's at our tables. Each gets what its side lets it see.

`OurBot` wraps a bot of ours, which gets the seat's view and never the state. `SpielBot` wraps a bot of OpenSpiel: it
gets a state made from the view, with the hidden cards dealt anew, so that it cannot peek. `IsmctsBot` is such a bot:

    millefiori arena --bots millefiori/env/openspiel_bots.py:IsmctsBot,greedy
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import numpy as np

from millefiori.bots.bot import Bot, UnknownBot, make_bot
from millefiori.bots.network import new_network
from millefiori.bots.search import TO_THE_END, Worker
from millefiori.bots.worlds import play_on
from millefiori.chance import PLAY, below, new_stream
from millefiori.editions import EDITIONS
from millefiori.env.openspiel import SHORT_NAME, MilleFioriGame, MilleFioriState
from millefiori.env.rewards import write_rewards
from millefiori.playouts import play_random
from millefiori.state import Game, new_legal
from millefiori.view import View
from millefiori.vocabulary import SEATS, ActionNumber, Seat

# isort: split
import pyspiel  # after our own modules, which tell what to install where it is missing
from open_spiel.python.algorithms.ismcts import ISMCTSBot

SEEDS = 2**31 - 1


class OurBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots, by its name (`greedy`, `search:200ms`) or itself, for a seat of OpenSpiel's games."""

    def __init__(self, player: Seat, bot: Bot | str, seed: int = 0) -> None:
        super().__init__()
        self._player = player
        self._bot = make_bot(bot, seed) if isinstance(bot, str) else bot

    def step(self, state: MilleFioriState) -> ActionNumber:
        """Its choice in a state where its seat decides."""
        return int(self._bot.choose(state.view(self._player), state.legal_actions(self._player)))

    def restart(self) -> None:
        """A new game: our bots remember nothing of the last."""

    def restart_at(self, state: MilleFioriState) -> None:
        """A game in the middle: our bots need nothing but the view."""

    def inform_action(self, state: MilleFioriState, player: Seat, action: ActionNumber) -> None:
        """What others do is in the next view, as far as it can be seen."""


class SpielBot(Bot):
    """A bot of OpenSpiel, for our tables: subclasses make it."""

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self._stream = new_stream(seed, purpose=PLAY)
        self._bots: dict[tuple[str, Seat], Any] = {}

    def make(self, game: MilleFioriGame, player: Seat, seed: int) -> Any:
        """A `pyspiel.Bot` for a seat of the game."""
        raise NotImplementedError

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """What the bot would do in a state that looks like the view."""
        game, player = game_of(view), int(view.seen_by)
        state = game.state_from_view(view, below(self._stream, SEEDS))
        bot = self._bots.get((str(game), player))
        if bot is None:
            bot = self._bots[str(game), player] = self.make(game, player, below(self._stream, SEEDS))
        bot.restart_at(state)
        return int(bot.step(state))


def game_of(seen: View) -> MilleFioriGame:
    """OpenSpiel's game for the table that is seen."""
    return _game(list(EDITIONS)[seen.option.edition], int(seen.seats), bool(seen.option.tactical))


@cache
def _game(edition: str, players: int, tactical: bool) -> MilleFioriGame:
    game: MilleFioriGame = pyspiel.load_game(SHORT_NAME, {"edition": edition, "players": players, "tactical": tactical})
    return game


class RandomPlayouts:
    """What a state is worth when all play at random to the end: OpenSpiel's usual evaluator, in compiled code."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed, purpose=PLAY)
        self._legal = new_legal()

    def evaluate(self, state: MilleFioriState) -> np.ndarray[Any, Any]:
        """The returns of a playout; cards that are not drawn yet are shuffled for it."""
        rewards = np.zeros(SEATS)
        over = self.play(state.line.shuffled(self._stream))
        write_rewards(state.reward, over, np.zeros(SEATS, np.int16), rewards)
        return rewards[: state.num_players()]

    def play(self, game: Game) -> Game:
        """Play the game to its end."""
        play_random(game, self._stream, self._legal)
        return game

    def prior(self, state: MilleFioriState) -> list[tuple[ActionNumber, float]]:
        """All legal actions alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class GreedyPlayouts(RandomPlayouts):
    """The same with all playing like `greedy`: a much better guess, and still a fraction of the search's own time."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._worker, self._network = Worker(), new_network()

    def play(self, game: Game) -> Game:
        """Play the game to its end."""
        room, lists, values, minds = (getattr(self._worker, name) for name in ("room", "lists", "values", "minds"))
        room[0] = game
        play_on(room, lists, values, 0, TO_THE_END, self._network, minds[0])
        over: Game = room[0]
        return over


class _Search(ISMCTSBot):  # type: ignore[misc]
    """The framework's search, which forgets to say that it can take up a game anywhere: every choice begins anew."""

    def restart_at(self, state: MilleFioriState) -> None:
        """Nothing to do."""


def new_ismcts(
    game: MilleFioriGame, simulations: int, seed: int = 0, exploration: float = 20.0, evaluator: Any = None
) -> Any:
    """OpenSpiel's information set tree search, with greedy playouts; equal seeds give equal choices.

    It is the search in Python: `pyspiel.ISMCTSBot`, in C++, crashes with every game that is written in Python.
    """
    chance = np.random.RandomState(seed)
    bot = _Search(game, evaluator or GreedyPlayouts(seed), exploration, simulations, random_state=chance)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.uniform))
    return bot


class IsmctsBot(SpielBot):
    """OpenSpiel's information set tree search; the budget is its number of simulations for a choice."""

    summary: ClassVar[str] = "OpenSpiel's information set Monte Carlo tree search, greedy playouts"
    default: ClassVar[int] = 100

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        digits = budget.removesuffix("sims") or str(self.default)
        if not digits.isdecimal() or int(digits) < 1:
            raise UnknownBot(f"a budget of simulations reads like 100 or 100sims, not {budget!r}")
        self.simulations = int(digits)

    def make(self, game: MilleFioriGame, player: Seat, seed: int) -> Any:
        """The search."""
        return new_ismcts(game, self.simulations, seed)
