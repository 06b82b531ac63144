"""Our bots in OpenSpiel's matches, and OpenSpiel's bots at our tables.

`OurBot` wraps one of our bots, which gets the seat's view and never the state. `SpielBot` wraps a bot of OpenSpiel: it
gets a state made from the view, with the hidden cards redealt, so it cannot peek. `IsmctsBot` is such a bot:

    millefiori arena --bots ismcts,greedy
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import numpy as np

from millefiori.bots.bot import Bot, UnknownBot, make_bot
from millefiori.bots.learning.network import new_network
from millefiori.bots.search import TO_THE_END
from millefiori.bots.thinking.desk import new_desk
from millefiori.bots.thinking.worlds import play_on
from millefiori.engine.chance import PLAY, below, new_stream
from millefiori.engine.editions import edition_numbered
from millefiori.engine.playouts import play_random
from millefiori.engine.state import Game
from millefiori.engine.view import View
from millefiori.engine.vocabulary import SEATS, ActionNumber, Seat
from millefiori.env.openspiel.game import SHORT_NAME, MilleFioriGame, MilleFioriState
from millefiori.env.rewards import write_rewards

# isort: split
import pyspiel  # after our own modules, which say what to install if it is missing
from open_spiel.python.algorithms.ismcts import ISMCTSBot

SEEDS = 2**31 - 1


class OurBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots, given by name (`greedy`, `search:200ms`) or as an object, for a seat in OpenSpiel's games."""

    def __init__(self, player: Seat, bot: Bot | str, seed: int = 0) -> None:
        super().__init__()
        self._player = player
        self._bot = make_bot(bot, seed) if isinstance(bot, str) else bot

    def step(self, state: MilleFioriState) -> ActionNumber:
        """The bot's choice in a state where its seat decides."""
        return int(self._bot.choose(state.view(self._player), state.legal_actions(self._player)))

    def restart(self) -> None:
        """Start a new game: nothing to do, our bots remember nothing."""

    def restart_at(self, state: MilleFioriState) -> None:
        """Start in the middle of a game: nothing to do, our bots need only the view."""

    def inform_action(self, state: MilleFioriState, player: Seat, action: ActionNumber) -> None:
        """Hear of another player's action: nothing to do, the next view shows it."""


class SpielBot(Bot):
    """A bot of OpenSpiel for our tables; subclasses implement `make`."""

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self._stream = new_stream(seed, purpose=PLAY)
        self._bots: dict[tuple[str, Seat], Any] = {}

    def make(self, game: MilleFioriGame, player: Seat, seed: int) -> Any:
        """A `pyspiel.Bot` for a seat of the game."""
        raise NotImplementedError

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """What the bot does in a state that looks like the view."""
        game, player = game_of(view), int(view.seen_by)
        state = game.state_from_view(view, below(self._stream, SEEDS))
        bot = self._bots.get((str(game), player))
        if bot is None:
            bot = self._bots[str(game), player] = self.make(game, player, below(self._stream, SEEDS))
        bot.restart_at(state)
        return int(bot.step(state))


def game_of(seen: View) -> MilleFioriGame:
    """OpenSpiel's game with the edition and the players of the view."""
    return _game(edition_numbered(seen.option.edition).name, int(seen.seats), bool(seen.option.tactical))


@cache
def _game(edition: str, players: int, tactical: bool) -> MilleFioriGame:
    game: MilleFioriGame = pyspiel.load_game(SHORT_NAME, {"edition": edition, "players": players, "tactical": tactical})
    return game


class RandomPlayouts:
    """OpenSpiel's usual evaluator in compiled code: everybody plays at random to the end."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = new_stream(seed, purpose=PLAY)

    def evaluate(self, state: MilleFioriState) -> np.ndarray[Any, Any]:
        """The returns of one playout, with the undrawn cards shuffled."""
        rewards = np.zeros(SEATS)
        over = self.play(state.playthrough.shuffled(self._stream))
        write_rewards(state.reward, over, np.zeros(SEATS, np.int16), rewards)
        return rewards[: state.num_players()]

    def play(self, game: Game) -> Game:
        """Play the game to its end."""
        play_random(game, self._stream)
        return game

    def prior(self, state: MilleFioriState) -> list[tuple[ActionNumber, float]]:
        """Equal probabilities for all legal actions."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class GreedyPlayouts(RandomPlayouts):
    """Playouts in which everybody plays like `greedy`: a much better estimate for a fraction of the search's time."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._desk, self._network = new_desk(), new_network()

    def play(self, game: Game) -> Game:
        """Play the game to its end."""
        self._desk.games[0] = game
        play_on(self._desk, 0, TO_THE_END, self._network)
        over: Game = self._desk.games[0]
        return over


class _Search(ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search, which starts afresh at every choice but does not declare that it can restart anywhere."""

    def restart_at(self, state: MilleFioriState) -> None:
        """Nothing to do."""


def new_ismcts(
    game: MilleFioriGame, simulations: int, seed: int = 0, exploration: float = 20.0, evaluator: Any = None
) -> Any:
    """OpenSpiel's information set tree search with greedy playouts; the same seed gives the same choices.

    This is the Python search: the C++ one, `pyspiel.ISMCTSBot`, crashes with games written in Python.
    """
    chance = np.random.RandomState(seed)
    bot = _Search(game, evaluator or GreedyPlayouts(seed), exploration, simulations, random_state=chance)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.uniform))
    return bot


class IsmctsBot(SpielBot):
    """OpenSpiel's information set tree search; the budget is the number of simulations per choice."""

    summary: ClassVar[str] = "OpenSpiel's information set Monte Carlo tree search, greedy playouts"
    default: ClassVar[int] = 100

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        digits = budget.removesuffix("sims") or str(self.default)
        if not digits.isdecimal() or int(digits) < 1:
            raise UnknownBot(f"unknown budget {budget!r}: give a number of simulations, such as 100 or 100sims")
        self.simulations = int(digits)

    def make(self, game: MilleFioriGame, player: Seat, seed: int) -> Any:
        """The search."""
        return new_ismcts(game, self.simulations, seed)
