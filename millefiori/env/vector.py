"""Thousands of games side by side: one call steps them all in compiled code, and writes what there is to see in place.

A game of the batch waits for one decision at a time: `to_act` says which seat's, the observation is that seat's view,
the mask its legal actions. Where a game ends, the next one of the same slot begins in the same step: `terminated` says
so, `rewards` and `scores` are still those of the game that ended, observation and mask belong to the new one.

Slot `n` of a batch of `size` plays the games n, n + size, n + 2 size, ... of the seed, counted as everywhere in this
package: `Table(seed=7, number=n)` has the same deal.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.greedy import shipped_network
from millefiori.compiled import MOST_THREADS, announce, use_threads
from millefiori.editions import edition_named
from millefiori.env import observation
from millefiori.env.choosing import Opponent, choose_at_random, choose_by_bot, choose_by_bots
from millefiori.env.rewards import reward_named
from millefiori.env.stepping import NEW_GAME, first_illegal, new_batch, new_desks, step_part, step_parts
from millefiori.legality import IllegalAction, check
from millefiori.state import GAME, Game, blank_game

OPPONENTS = tuple(opponent.name.lower() for opponent in Opponent if opponent != Opponent.NONE)
FORMAT = 1
"""Version of the saved form."""


class Step(NamedTuple):
    """What a step tells: arrays with a row for each game. The next step writes over them: copy what you keep."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    to_act: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    scores: NDArray[np.int16]

    def copy(self) -> "Step":
        """Arrays of its own."""
        return Step._make(array.copy() for array in self)


@dataclass(frozen=True)
class Settings:
    """What decides the games besides the seed; lists have an entry for each slot, or one for all."""

    size: int
    players: int | Sequence[int] = 2
    edition: str | Sequence[str] = "international"
    tactical: bool | Sequence[bool] = False
    opponents: str | Sequence[str | None] | None = None
    reward: str = "margin"

    def column(self, name: str) -> list[Any]:
        """A setting of every slot."""
        value = getattr(self, name)
        if isinstance(value, str) or not isinstance(value, Sequence):
            return [value] * self.size
        if len(value) != self.size:
            raise ValueError(f"{name}: {len(value)} entries for {self.size} games; give one for all or one for each")
        return list(value)


class VectorEnv:
    """A batch of games. Every setting but size and reward may be a list with an entry for each game.

    Without `opponents` all seats are played from outside. With an opponent (`random`, `greedy`, `learned`) one seat is,
    another one from game to game, and the opponents' turns are played inside the step. `threads` share the batch; the
    games are the same with any number of them.
    """

    def __init__(
        self,
        size: int,
        players: int | Sequence[int] = 2,
        edition: str | Sequence[str] = "international",
        *,
        tactical: bool | Sequence[bool] = False,
        opponents: str | Sequence[str | None] | None = None,
        reward: str = "margin",
        threads: int = 1,
    ) -> None:
        if size < 1 or not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"a batch has one game or more, and 1 to {MOST_THREADS} threads here")
        announce()
        self.settings = Settings(size, _plain(players), _plain(edition), _plain(tactical), _plain(opponents), reward)
        self.threads = threads
        self.seed = 0
        self._reward = int(reward_named(reward))  # Numba is slow to tell the type of an IntEnum
        self._batch = new_batch(_blank_games(self.settings))
        self._batch.slots["opponent"] = [_opponent_named(name) for name in self.settings.column("opponents")]
        self._desks = new_desks(threads)
        self._desks.networks[1] = shipped_network()
        self._actions = np.full(size, NEW_GAME, np.int64)
        self._step = Step(
            observation.flat(self._batch.rows),
            self._batch.masks.view(np.bool_).reshape(size, -1),
            *(self._batch.to_act, self._batch.rewards, self._batch.terminated, self._batch.scores),
        )
        self._is_reset = False

    def __len__(self) -> int:
        return self.settings.size

    def reset(self, seed: int) -> Step:
        """Begin the first games of a seed. Rewards are 0, nothing is terminated."""
        if not 0 <= seed < 2**63:
            raise ValueError("a seed is a number from 0 to 2**63 - 1")
        self.seed = int(seed)
        self._is_reset = True
        self._batch.slots["number"] = np.arange(len(self))
        self._actions[:] = NEW_GAME
        self._advance()
        return self._step

    def step(self, actions: Any) -> Step:
        """Play a legal action in every game: an array of integers, NumPy's or of any library with DLPack.

        An illegal action is refused with the game and the rule it breaks, and nothing has happened in any game.
        """
        self._check_is_reset()
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise ValueError(f"{len(self)} games take as many integers, not {chosen.dtype} of shape {chosen.shape}")
        index = first_illegal(self._batch.masks, chosen)
        if index >= 0:
            self._refuse(index, int(chosen[index]))
        self._actions[:] = chosen
        self._advance()
        return self._step

    def _check_is_reset(self) -> None:
        if not self._is_reset:
            raise RuntimeError("no game has begun: call reset(seed) first")

    def _advance(self) -> None:
        if self.threads == 1:
            step_part(*self._batch, *self._desks, self._actions, self._reward, self.seed, 0, 1)
        else:
            use_threads(self.threads)
            step_parts(*self._batch, *self._desks, self._actions, self._reward, self.seed, self.threads)

    def _refuse(self, index: int, action: int) -> None:
        try:
            check(cast(Game, self._batch.games[index]), action)
        except IllegalAction as error:
            raise IllegalAction(f"game {index}: {error}") from None

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely: repeated by the seed, and different at every call."""
        self._check_is_reset()
        actions = np.empty(len(self), np.int64)
        choose_at_random(self._batch.slots, actions)
        return actions

    def bot_actions(self, bot: str) -> NDArray[np.int64]:
        """What a bot would do for the player to act, from what that player sees: a teacher, or a partner."""
        opponent = _opponent_named(bot)
        if opponent == Opponent.RANDOM:
            return self.random_actions()
        self._check_is_reset()
        actions = np.empty(len(self), np.int64)
        if self.threads == 1:
            choose_by_bot(self._batch.games, *self._desks, int(opponent), actions, 0, 1)
        else:
            use_threads(self.threads)
            choose_by_bots(self._batch.games, *self._desks, int(opponent), actions, self.threads)
        return actions

    @property
    def learners(self) -> NDArray[np.int8]:
        """The seat that is played from outside in each game; -1 where all are."""
        return self._batch.slots["learner"].copy()

    @property
    def numbers(self) -> NDArray[np.uint64]:
        """Which game of the seed each slot plays."""
        return self._batch.slots["number"].copy()

    # --- Saving

    def save(self, file: str | Path | BinaryIO) -> None:
        """Write all that is needed to go on exactly from here: the decks too, so this is not for those who play."""
        np.savez_compressed(file, allow_pickle=False, **self._state())

    @classmethod
    def load(cls, file: str | Path | BinaryIO, *, threads: int = 1) -> "VectorEnv":
        """A saved batch, to go on exactly where it was. Its games are believed: load what you saved yourself."""
        if isinstance(file, (str, Path)):
            with Path(file).open("rb") as opened:  # NumPy would leave what is no archive open
                return cls.load(opened, threads=threads)
        try:
            with np.load(file, allow_pickle=False) as saved:
                return cls._restored({name: saved[name] for name in saved.files}, threads)
        except (ValueError, KeyError, TypeError, BadZipFile) as error:
            raise ValueError("this is no saved batch of games that this version can go on with") from error

    def copy(self) -> "VectorEnv":
        """An independent batch that goes on exactly as this one would."""
        return self._restored(self._state(), self.threads)

    def __deepcopy__(self, memo: object) -> "VectorEnv":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return VectorEnv._restored, (self._state(), self.threads)

    def _state(self) -> dict[str, NDArray[Any]]:
        about = {"format": FORMAT, "seed": self.seed, "is_reset": self._is_reset, "settings": asdict(self.settings)}
        arrays = {name: array.copy().view(np.uint8) for name, array in self._batch._asdict().items()}
        return {"about": np.array(json.dumps(about)), **arrays}

    @classmethod
    def _restored(cls, state: dict[str, NDArray[Any]], threads: int) -> "VectorEnv":
        about = json.loads(str(state["about"]))
        if about["format"] != FORMAT:
            raise ValueError(f"the batch was saved in format {about['format']}, not {FORMAT}")
        env = cls(**about["settings"], threads=threads)
        env.seed, env._is_reset = about["seed"], about["is_reset"]
        for name, array in env._batch._asdict().items():
            array.view(np.uint8)[...] = state[name]
        return env


def _plain(column: Any) -> Any:
    return column.tolist() if isinstance(column, np.ndarray) else column


def _blank_games(settings: Settings) -> NDArray[Any]:
    columns = zip(*(settings.column(name) for name in ("edition", "players", "tactical")), strict=True)
    blanks: dict[Any, Game] = {}
    games = np.zeros(settings.size, GAME)
    for index, (edition, players, tactical) in enumerate(columns):
        if (edition, players, tactical) not in blanks:
            blanks[edition, players, tactical] = blank_game(edition_named(edition), players, tactical)
        games[index] = blanks[edition, players, tactical]
    return games


def _opponent_named(name: str | None) -> Opponent:
    if name is not None and name not in OPPONENTS:
        raise ValueError(f"there is no opponent {name!r} inside compiled code; there are {', '.join(OPPONENTS)}")
    return Opponent.NONE if name is None else Opponent[name.upper()]
