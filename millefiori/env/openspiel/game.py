"""The game for OpenSpiel (extra `[rl]`). Importing this module registers it as `python_mille_fiori`.

    import pyspiel, millefiori.env.openspiel.game
    game = pyspiel.load_game("python_mille_fiori(players=3,edition=german)")

Parameters: `players` (2-4), `edition`, `tactical`, `reward` (margin, win or points, see `rewards`) and `start_player`
(a seat, or -1 to let chance draw it). Cards are drawn by explicit chance nodes, one by one (see `playthrough`). Players
keep cards in seat order, without seeing what the others keep. Observations are those of `observation`. The information
state string recalls everything; the information state tensor is the observation: what the seat knows now.
"""

import pickle
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.actions import ACTIONS
from millefiori.engine.board import CARD_NAMES, CARDS, DECK
from millefiori.engine.calls import legal_actions
from millefiori.engine.chance import new_stream
from millefiori.engine.compiled import announce
from millefiori.engine.editions import FEWEST_PLAYERS, MOST_PLAYERS, edition_named
from millefiori.engine.state import HAND, Game, blank_game
from millefiori.engine.view import View, redeal, view
from millefiori.engine.vocabulary import ALL_SEEING, SEAT_LETTERS, SEATS, SPECTATOR, ActionNumber, Seat
from millefiori.env.observation import FIELDS, LAP, SIZE, SLICES, observe, scaled
from millefiori.env.openspiel.playthrough import CHANCE, NOBODY, Playthrough, new_playthrough, playthrough_from
from millefiori.env.openspiel.worlds import resampled
from millefiori.env.rewards import Reward, reward_named, write_rewards
from millefiori.env.sight import write_scaled
from millefiori.explain.legality import IllegalAction, check
from millefiori.explain.outcome import action_words

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("OpenSpiel is not installed: pip install 'millefiori[rl]'", name="pyspiel") from missing

SHORT_NAME = "python_mille_fiori"
MOST_POINTS = 10.0 * LAP
"""Above any score, as in the observation: all residences in one row score 745, and the rest adds little."""
PRIVATE = ("hand", "card")
"""The fields of the observation that only the seat knows; all others are public."""

_UTILITIES = {
    Reward.MARGIN: (pyspiel.GameType.Utility.ZERO_SUM, -MOST_POINTS, MOST_POINTS, 0.0),
    Reward.WIN: (pyspiel.GameType.Utility.CONSTANT_SUM, 0.0, 1.0, 1.0),
    Reward.POINTS: (pyspiel.GameType.Utility.GENERAL_SUM, 0.0, MOST_POINTS, None),
}
"""Kind of utility, with its minimum, maximum and sum."""
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
                f"start_player must be 0 to {blank.seats - 1}, or -1 to draw it, not {options['start_player']}"
            )
        self.reward = reward_named(options["reward"])
        self.is_start_drawn: bool = options["start_player"] < 0
        self.beginning = new_playthrough(blank, options["start_player"])
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
        """Every card, plus the start player if drawn."""
        return self._cards + self.is_start_drawn

    def new_initial_state(self) -> "MilleFioriState":
        """Before the first card."""
        return MilleFioriState(self)

    def state_from_view(self, seen: View, seed: int = 0) -> "MilleFioriState":
        """A state that the view's seat could be in. It holds no secret: hidden cards are dealt from the seed.

        Its history and its information states begin here. Resampling deals the hidden cards again.
        """
        blank = self.beginning.game
        if seen.option != blank.option or seen.seats != blank.seats:
            raise ValueError(f"the view is from another edition, variant or number of players than {self}")
        state = self.new_initial_state()
        state.playthrough = playthrough_from(redeal(seen, seed))
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "MilleFioriObserver":
        """An observer; without a type, OpenSpiel means the usual observation."""
        return MilleFioriObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def longest_game(blank: Game) -> int:
    """An upper bound for the decisions of a game.

    A card takes two decisions: it is kept or taken, then played. Each turn can have one more: declining an extra card.
    """
    cards = len(DECK) - int(blank.option.removed)
    rounds = (cards - int(blank.option.opening_display)) // (HAND * int(blank.seats))
    return 2 * cards + rounds * int(blank.seats) * int(blank.option.cards_played)


class MilleFioriState(pyspiel.State):  # type: ignore[misc]
    """A state: OpenSpiel's history and the playthrough that it leads to."""

    def __init__(self, game: MilleFioriGame) -> None:
        super().__init__(game)
        self.playthrough: Playthrough = game.beginning  # never changes, so states share it
        self.reward = game.reward

    def current_player(self) -> int:
        """The player to act, CHANCE, or NOBODY once the game is over."""
        return self.playthrough.player

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.playthrough.player == NOBODY

    def view(self, player: Seat) -> View:
        """What the player may know, as our bots get it. While cards are drawn: before the action that deals them."""
        return view(self.playthrough.game, player)

    def _legal_actions(self, player: Seat) -> list[ActionNumber]:
        return legal_actions(self.playthrough.game)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn: first the start player, then cards."""
        return self.playthrough.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.playthrough.waits:
            try:
                self.playthrough = self.playthrough.draw(action)
            except ValueError:
                words = self._action_to_string(CHANCE, action)
                raise pyspiel.SpielError(f"chance cannot draw {action} now: {words}") from None
            return
        try:
            check(self.playthrough.game, action)
        except IllegalAction as error:
            raise pyspiel.SpielError(str(error)) from None
        self.playthrough = self.playthrough.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return action_words(self.playthrough.game, action) if 0 <= action < ACTIONS else f"no action: {action}"
        if self.playthrough.start_player < 0:
            return f"{SEAT_LETTERS[action]} starts" if 0 <= action < SEATS else f"no seat: {action}"
        return f"draw {CARD_NAMES[action]}" if 0 <= action < CARDS else f"no card: {action}"

    def rewards(self) -> list[float]:
        """What the last action paid, once its cards are drawn."""
        before = self.playthrough.before.game if self.playthrough.before else self.playthrough.game
        rewards = np.zeros(SEATS)
        write_rewards(int(self.reward), self.playthrough.game, before.score, rewards)
        return [float(reward) for reward in rewards[: self.num_players()]]

    def returns(self) -> list[float]:
        """What has been paid so far."""
        if self.reward == Reward.POINTS:
            return [float(score) for score in self.playthrough.game.score[: self.num_players()]]
        return self.rewards()

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> "MilleFioriState":
        """A state with another history that the player cannot tell from this one; the sampler returns numbers below 1.

        OpenSpiel's Python searches call this; its C++ searches do not work with games written in Python.
        """
        if self.is_chance_node():
            raise pyspiel.SpielError("cannot resample while cards are being drawn: only where a player decides")
        playthrough = resampled(self.playthrough, player, new_stream(int(sampler() * 2**53)))
        return _state_with_past(self.get_game(), playthrough)

    def __str__(self) -> str:
        return self.playthrough.story(ALL_SEEING)


def _state_with_past(game: MilleFioriGame, playthrough: Playthrough) -> MilleFioriState:
    """A state at the end of a playthrough. OpenSpiel sets a history without replaying it only when it deserializes."""
    history = [f"{player}:{action}" for here in playthrough.past() for player, action in here.events]
    if game.is_start_drawn and playthrough.root.rounds == 0:
        history.insert(0, f"{CHANCE}:{playthrough.start_player}")
    text = f"history={','.join(history)}\nmove_number={len(history)}\n__dict__={b64encode(pickle.dumps({})).decode()}"
    state: MilleFioriState = game.deserialize_state(text)
    state.playthrough = playthrough
    return state


class MilleFioriObserver:
    """What a player sees, as a tensor with named parts and as text."""

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        private = iig_obs_type.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observation shows the cards of all players")
        self._is_recalling = iig_obs_type.perfect_recall
        self._is_public = private == pyspiel.PrivateInfoType.NONE
        if not iig_obs_type.public_info and (self._is_recalling or self._is_public):
            raise ValueError("this observation would be empty or would recall public information: set public_info")
        fields = [
            field for field in FIELDS if (not self._is_public if field.name in PRIVATE else iig_obs_type.public_info)
        ]
        self._indices = np.concatenate([np.arange(SIZE)[SLICES[field.name]] for field in fields])
        self.tensor = np.zeros(len(self._indices), np.float32)
        ends = np.cumsum([np.prod(field.shape) for field in fields])
        parts = np.split(self.tensor, ends[:-1])
        self.dict = {field.name: part.reshape(field.shape) for field, part in zip(fields, parts, strict=True)}

    def set_from(self, state: MilleFioriState, player: Seat) -> None:
        """Write what the player sees into the tensor."""
        if len(self.tensor) == SIZE:
            write_scaled(state.view(player), self.tensor)
        else:
            self.tensor[:] = scaled(self._observe(state, player))[self._indices]

    def _observe(self, state: MilleFioriState, player: Seat) -> NDArray[np.uint8]:
        """The player's observation; the public one is the same for all, as seen from seat 0."""
        seen = state.view(0 if self._is_public else player)
        observation = observe(seen)
        if self._is_public and seen.to_act == 0 and seen.extra_cards > 0:
            observation[SLICES["extra_card"]] = observation[SLICES["card"]]  # everybody saw it in the display
        return observation

    def string_from(self, state: MilleFioriState, player: Seat) -> str:
        """What the player sees now, in words, or the story of all it has seen."""
        if self._is_recalling:
            return state.playthrough.story(SPECTATOR if self._is_public else player)
        observation = self._observe(state, player)
        lines: dict[str, list[str]] = {}
        for number in self._indices[observation[self._indices] > 0].tolist():
            name, label, is_number = _WORDS[number]
            lines.setdefault(name, []).append(f"{label} {observation[number]}".strip() if is_number else label)
        return "\n".join(f"{name}: {', '.join(words)}" for name, words in lines.items())


def _words() -> Iterator[tuple[str, str, bool]]:
    """For each number of an observation: its field, its label, and whether it can be more than 1."""
    for field in FIELDS:
        for index in np.ndindex(field.shape):
            labels = [axis[number] for axis, number in zip(field.axes, index, strict=True) if axis != (field.name,)]
            is_number = int(np.max(field.high)) > 1
            yield field.name, " ".join(labels) or ("" if is_number else "yes"), is_number


_WORDS = list(_words())
assert (CHANCE, NOBODY) == (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL)
pyspiel.register_game(_game_type(Reward.MARGIN), MilleFioriGame)
