"""The game for OpenSpiel: importing this module registers it as `python_mille_fiori` (extra `[rl]`).

    import pyspiel, millefiori.env.openspiel
    game = pyspiel.load_game("python_mille_fiori(players=3,edition=german)")

Parameters: `players` (2-4), `edition`, `tactical`, `reward` (margin, win or points, see `rewards`) and `start_player`
(a seat, or -1: drawn by chance). Cards are explicit chance, one after another: see `openspiel_line`. The draft is
sequential, each keeping a card without seeing what the others keep. Observations are those of `observation`. The
information state string recalls everything; its tensor is the observation again, what the seat knows now.
"""

import pickle
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import ACTIONS
from millefiori.board import CARD_NAMES, CARDS, DECK
from millefiori.chance import new_stream
from millefiori.compiled import announce
from millefiori.editions import FEWEST_PLAYERS, MOST_PLAYERS, edition_named
from millefiori.env.observation import FIELDS, LAP, SIZE, SLICES, observe, scaled
from millefiori.env.openspiel_line import CHANCE, NOBODY, Line, new_line, taken_up
from millefiori.env.openspiel_worlds import resampled
from millefiori.env.rewards import Reward, reward_named, write_rewards
from millefiori.legality import IllegalAction, check, legal_actions
from millefiori.outcome import action_words
from millefiori.state import HAND, Game, blank_game
from millefiori.view import View, redeal, view
from millefiori.vocabulary import ALL_SEEING, SEAT_LETTERS, SEATS, SPECTATOR, ActionNumber, Seat

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("OpenSpiel is not installed: pip install 'millefiori[rl]'", name="pyspiel") from missing

SHORT_NAME = "python_mille_fiori"
MOST_POINTS = 10.0 * LAP
"""No score reaches it, as the observation has it too: all residences in one row bring 745, what is left not much."""
PRIVATE = ("hand", "card")
"""The fields of the observation that are the seat's own knowledge; all others everybody can see."""

_UTILITIES = {
    Reward.MARGIN: (pyspiel.GameType.Utility.ZERO_SUM, -MOST_POINTS, MOST_POINTS, 0.0),
    Reward.WIN: (pyspiel.GameType.Utility.CONSTANT_SUM, 0.0, 1.0, 1.0),
    Reward.POINTS: (pyspiel.GameType.Utility.GENERAL_SUM, 0.0, MOST_POINTS, None),
}
"""Kind of utility, lowest, highest and sum."""
_DEFAULTS = {"players": 2, "edition": "international", "tactical": False, "reward": "margin", "start_player": -1}


def _game_type(reward: Reward) -> Any:
    model = pyspiel.GameType.RewardModel
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Mille Fiori",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=_UTILITIES[reward][0],
        reward_model=model.REWARDS if reward == Reward.POINTS else model.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=FEWEST_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_DEFAULTS,
    )


class MilleFioriGame(pyspiel.Game):  # type: ignore[misc]
    """The game of one edition for a number of players."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        options = {**_DEFAULTS, **(params or {})}
        announce()
        blank = blank_game(edition_named(options["edition"]), options["players"], options["tactical"])
        if not -1 <= options["start_player"] < blank.seats:
            raise ValueError(
                f"start_player is a seat from 0 to {blank.seats - 1}, or -1 to draw it, not {options['start_player']}"
            )
        self.reward = reward_named(options["reward"])
        self.is_start_drawn: bool = options["start_player"] < 0
        self.beginning = new_line(blank, options["start_player"])
        self._cards = len(DECK) - int(blank.option.removed)
        _, lowest, highest, total = _UTILITIES[self.reward]
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=int(blank.seats),
            min_utility=lowest,
            max_utility=highest,
            utility_sum=total,
            max_game_length=longest_game(blank),
        )
        super().__init__(_game_type(self.reward), info, options)

    def max_chance_nodes_in_history(self) -> int:
        """Every card, and the start player."""
        return self._cards + self.is_start_drawn

    def new_initial_state(self) -> "MilleFioriState":
        """Before the first card."""
        return MilleFioriState(self)

    def state_from_view(self, seen: View, seed: int = 0) -> "MilleFioriState":
        """A state with nothing secret in it that the view's seat could be in: hidden cards are dealt by the seed.

        Its history and its information states begin here. Resampled, it is dealt anew.
        """
        blank = self.beginning.game
        if seen.option != blank.option or seen.seats != blank.seats:
            raise ValueError(f"the view is not one of {self}: another edition, variant or number of players")
        state = self.new_initial_state()
        state.line = taken_up(redeal(seen, seed))
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "MilleFioriObserver":
        """An observer; OpenSpiel leaves out the type to ask for the usual observation."""
        return MilleFioriObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def longest_game(blank: Game) -> int:
    """More decisions than any game has.

    Every card is played once at most, and was kept or taken before: two decisions for each. And each turn has one more,
    if an extra card is declined.
    """
    cards = len(DECK) - int(blank.option.removed)
    rounds = (cards - int(blank.option.opening_display)) // (HAND * int(blank.seats))
    return 2 * cards + rounds * int(blank.seats) * int(blank.option.cards_played)


class MilleFioriState(pyspiel.State):  # type: ignore[misc]
    """A state: OpenSpiel's history, and the line of play that it leads to."""

    def __init__(self, game: MilleFioriGame) -> None:
        super().__init__(game)
        self.line: Line = game.beginning  # lines never change, so that states share them
        self.reward = game.reward

    def current_player(self) -> int:
        """The player in turn, chance, or nobody any more."""
        return self.line.player

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.line.player == NOBODY

    def view(self, player: Seat) -> View:
        """What the player may know, as our bots get it; before the action whose cards are being drawn."""
        return view(self.line.game, player)

    def _legal_actions(self, player: Seat) -> list[ActionNumber]:
        return legal_actions(self.line.game)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn: first a start player, then cards."""
        return self.line.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.line.waits:
            if action not in dict(self.line.outcomes()):
                raise pyspiel.SpielError(f"chance cannot draw {action} now: {self._action_to_string(CHANCE, action)}")
            self.line = self.line.draw(action)
            return
        try:
            check(self.line.game, action)
        except IllegalAction as error:
            raise pyspiel.SpielError(str(error)) from None
        self.line = self.line.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return action_words(self.line.game, action) if 0 <= action < ACTIONS else f"no action: {action}"
        if self.line.start_player < 0:
            return f"{SEAT_LETTERS[action]} starts" if 0 <= action < SEATS else f"no seat: {action}"
        return f"draw {CARD_NAMES[action]}" if 0 <= action < CARDS else f"no card: {action}"

    def rewards(self) -> list[float]:
        """What the last action has paid, once its cards are drawn."""
        before = self.line.before.game if self.line.before else self.line.game
        rewards = np.zeros(SEATS)
        write_rewards(int(self.reward), self.line.game, before.score, rewards)
        return [float(reward) for reward in rewards[: self.num_players()]]

    def returns(self) -> list[float]:
        """What has been paid so far."""
        if self.reward == Reward.POINTS:
            return [float(score) for score in self.line.game.score[: self.num_players()]]
        return self.rewards()

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> "MilleFioriState":
        """A state with another history that the player cannot tell from this one; the sampler gives numbers below 1.

        OpenSpiel's searches in Python ask for it; those in C++ do not work with games that are written in Python.
        """
        if self.is_chance_node():
            raise pyspiel.SpielError("a state can be resampled where a player decides, not while cards are drawn")
        line = resampled(self.line, player, new_stream(int(sampler() * 2**53)))
        return _state_with_past(self.get_game(), line)

    def __str__(self) -> str:
        return self.line.story(ALL_SEEING)


def _state_with_past(game: MilleFioriGame, line: Line) -> MilleFioriState:
    """A state at the end of a line. Only what is read from a text can have a history without living through it."""
    history = [f"{player}:{action}" for here in line.past() for player, action in here.events]
    if game.is_start_drawn and line.root.rounds == 0:
        history.insert(0, f"{CHANCE}:{line.start_player}")
    text = f"history={','.join(history)}\nmove_number={len(history)}\n__dict__={b64encode(pickle.dumps({})).decode()}"
    state: MilleFioriState = game.deserialize_state(text)
    state.line = line
    return state


class MilleFioriObserver:
    """What a player sees, as a tensor with named parts and as a text."""

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, but {params} were given")
        private = iig_obs_type.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees the cards of all players: there is no such observation")
        self._is_recalling = iig_obs_type.perfect_recall
        self._is_public = private == pyspiel.PrivateInfoType.NONE
        if not iig_obs_type.public_info and (self._is_recalling or self._is_public):
            raise ValueError("what is recalled is public too, and something must be told: there is no such observation")
        told = [
            field for field in FIELDS if (not self._is_public if field.name in PRIVATE else iig_obs_type.public_info)
        ]
        self._places = np.concatenate([np.arange(SIZE)[SLICES[field.name]] for field in told])
        self.tensor = np.zeros(len(self._places), np.float32)
        ends = np.cumsum([np.prod(field.shape) for field in told])
        parts = np.split(self.tensor, ends[:-1])
        self.dict = {field.name: part.reshape(field.shape) for field, part in zip(told, parts, strict=True)}

    def set_from(self, state: MilleFioriState, player: Seat) -> None:
        """Write what the player sees into the tensor."""
        self.tensor[:] = scaled(self._observe(state, player))[self._places]

    def _observe(self, state: MilleFioriState, player: Seat) -> NDArray[np.uint8]:
        """The player's observation; what is public is told to all alike, from the place of seat 0."""
        seen = state.view(0 if self._is_public else player)
        observation = observe(seen)
        if self._is_public and seen.to_act == 0 and seen.extra_cards > 0:
            observation[SLICES["extra_card"]] = observation[SLICES["card"]]  # everybody saw it in the display
        return observation

    def string_from(self, state: MilleFioriState, player: Seat) -> str:
        """What the player sees in words, or the story of all it has seen."""
        if self._is_recalling:
            return state.line.story(SPECTATOR if self._is_public else player)
        observation = self._observe(state, player)
        lines: dict[str, list[str]] = {}
        for place in self._places[observation[self._places] > 0].tolist():
            name, label, is_number = _WORDS[place]
            lines.setdefault(name, []).append(f"{label} {observation[place]}".strip() if is_number else label)
        return "\n".join(f"{name}: {', '.join(words)}" for name, words in lines.items())


def _words() -> Iterator[tuple[str, str, bool]]:
    """For each number of an observation: its field, its label, and whether it can be more than 1."""
    for field in FIELDS:
        for index in np.ndindex(field.shape):
            labels = [axis[place] for axis, place in zip(field.axes, index, strict=True) if axis != (field.name,)]
            is_number = int(np.max(field.high)) > 1
            yield field.name, " ".join(labels) or ("" if is_number else "yes"), is_number


_WORDS = list(_words())
assert (CHANCE, NOBODY) == (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL)
pyspiel.register_game(_game_type(Reward.MARGIN), MilleFioriGame)
