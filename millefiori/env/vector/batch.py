"""Thousands of games side by side: one call steps them all in compiled code and writes the results in place.

Each game waits for one decision at a time: `to_act` is the seat that decides, the observation is that seat's view, and
the mask its legal actions. When a game ends, the next game of its slot begins in the same step: `terminated` is true,
`rewards` and `scores` belong to the game that ended, observation and mask to the new one.

Slot `n` of a batch of `size` plays the games n, n + size, n + 2 size, ... of the seed. Games are numbered as everywhere
in this package: `Table(seed=7, number=n)` has the same deal.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.network import NETWORK, shipped_network
from millefiori.bots.thinking.desk import DESK
from millefiori.engine.compiled import MOST_THREADS, announce, use_threads
from millefiori.engine.editions import edition_named
from millefiori.engine.state import GAME, Game, blank_game
from millefiori.env.rewards import reward_named
from millefiori.env.vector.opponents import Opponent, choose_at_random, choose_by_bot, choose_by_bots
from millefiori.env.vector.stepping import NEW_GAME, first_illegal, new_batch, step_share, step_shares
from millefiori.explain.legality import IllegalAction, check

OPPONENTS = tuple(opponent.name.lower() for opponent in Opponent if opponent != Opponent.NONE)
OBSERVATIONS = ("plain", "packed")
FORMAT = 2
"""Version of the file that `save` writes."""


class Step(NamedTuple):
    """The result of a step: arrays with one row per game. The next step overwrites them, so copy what you need."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    to_act: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    scores: NDArray[np.int16]

    def copy(self) -> "Step":
        """The same step in new arrays."""
        return Step._make(array.copy() for array in self)


@dataclass(frozen=True)
class Settings:
    """What decides the games besides the seed: one value for all slots, or a list with one per slot."""

    size: int
    players: int | Sequence[int] = 2
    edition: str | Sequence[str] = "international"
    tactical: bool | Sequence[bool] = False
    opponents: str | Sequence[str | None] | None = None
    reward: str = "margin"
    observation: str = "plain"

    def column(self, name: str) -> list[Any]:
        """One setting, as a list with one value per slot."""
        value = getattr(self, name)
        if isinstance(value, str) or not isinstance(value, Sequence):
            return [value] * self.size
        if len(value) != self.size:
            raise ValueError(
                f"{name} has {len(value)} entries for {self.size} games: give one value for all, or one per game"
            )
        return list(value)


class VectorEnv:
    """A batch of games. Every setting except size, reward and observation may be a list with one entry per game.

    Without `opponents` you play all seats. With an opponent (`random`, `greedy`, `learned`) you play one seat of each
    game, a different one from game to game, and the opponents play their turns inside the step. Observations are
    `plain`, or `packed` into a quarter of the bytes (see `packing.unpack`). `threads` share the batch; their number
    does not change the games.
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
        observation: str = "plain",
        threads: int = 1,
    ) -> None:
        if size < 1 or not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"a batch needs at least 1 game, and 1 to {MOST_THREADS} threads on this machine")
        if observation not in OBSERVATIONS:
            raise ValueError(f"there is no observation {observation!r}: use one of {', '.join(OBSERVATIONS)}")
        announce()
        columns = (_plain(players), _plain(edition), _plain(tactical), _plain(opponents))
        self.settings = Settings(size, *columns, reward, observation)
        self.threads = threads
        self.seed = 0
        self._reward = int(reward_named(reward))  # Numba is slow to type an IntEnum
        self._batch = new_batch(_blank_games(self.settings), observation == "packed")
        self._batch.slots["opponent"] = [_opponent_named(name) for name in self.settings.column("opponents")]
        self._has_opponents = bool(self._batch.slots["opponent"].any())
        self._desks = np.zeros(threads, DESK)
        self._networks = np.zeros(2, NETWORK)  # of greedy, which has learned nothing, and of learned
        self._networks[1] = shipped_network()
        self._actions = np.full(size, NEW_GAME, np.int64)
        self._step = Step(
            _bytes_of(self._batch.packed if observation == "packed" else self._batch.rows),
            self._batch.masks.view(np.bool_).reshape(size, -1),
            *(self._batch.to_act, self._batch.rewards, self._batch.terminated, self._batch.scores),
        )
        self._is_reset = False

    def __len__(self) -> int:
        return self.settings.size

    def reset(self, seed: int) -> Step:
        """Begin the first games of a seed. All rewards are 0 and no game is terminated."""
        if not 0 <= seed < 2**63:
            raise ValueError("a seed must be a number from 0 to 2**63 - 1")
        self.seed = int(seed)
        self._is_reset = True
        self._batch.slots["number"] = np.arange(len(self))
        self._actions[:] = NEW_GAME
        self._advance()
        return self._step

    def step(self, actions: Any) -> Step:
        """Play one legal action per game, given as an array of integers from NumPy or any library with DLPack.

        If an action is illegal, no action is played, and `IllegalAction` names the game and the rule.
        """
        self._check_is_reset()
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise ValueError(f"{len(self)} games need {len(self)} integers, not {chosen.dtype} of shape {chosen.shape}")
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
        networks = self._networks if self._has_opponents else None
        if self.threads == 1:
            step_share(self._batch, self._desks, 0, networks, self._actions, self._reward, self.seed)
        else:
            use_threads(self.threads)
            step_shares(self._batch, self._desks, networks, self._actions, self._reward, self.seed)

    def _refuse(self, index: int, action: int) -> None:
        try:
            check(cast(Game, self._batch.games[index]), action)
        except IllegalAction as error:
            raise IllegalAction(f"game {index}: {error}") from None

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for each game, all equally likely; the seed repeats the sequence of calls."""
        self._check_is_reset()
        actions = np.empty(len(self), np.int64)
        choose_at_random(self._batch.games, self._batch.slots, actions)
        return actions

    def bot_actions(self, bot: str) -> NDArray[np.int64]:
        """What a bot would do in each game, from the view of the player to act: a teacher or a partner."""
        opponent = _opponent_named(bot)
        if opponent == Opponent.RANDOM:
            return self.random_actions()
        self._check_is_reset()
        actions = np.empty(len(self), np.int64)
        network = self._networks[opponent - Opponent.GREEDY :][:1]
        if self.threads == 1:
            choose_by_bot(self._batch.games, self._desks, 0, network, actions)
        else:
            use_threads(self.threads)
            choose_by_bots(self._batch.games, self._desks, network, actions)
        return actions

    @property
    def learners(self) -> NDArray[np.int8]:
        """The seat that you play in each game; -1 if you play all."""
        return self._batch.slots["learner"].copy()

    @property
    def numbers(self) -> NDArray[np.uint64]:
        """The number of the game that each slot plays."""
        return self._batch.slots["number"].copy()

    # --- Saving

    def save(self, file: str | Path | BinaryIO) -> None:
        """Save everything needed to continue exactly from here. The file holds the decks: keep it from the players."""
        np.savez_compressed(file, allow_pickle=False, **self._state())

    @classmethod
    def load(cls, file: str | Path | BinaryIO, *, threads: int = 1) -> "VectorEnv":
        """Load a saved batch, to continue exactly where it was. The games are not checked: load only your own files."""
        if isinstance(file, (str, Path)):
            with Path(file).open("rb") as opened:  # NumPy would not close a file that is no archive
                return cls.load(opened, threads=threads)
        try:
            with np.load(file, allow_pickle=False) as saved:
                return cls._restored({name: saved[name] for name in saved.files}, threads)
        except (ValueError, KeyError, TypeError, BadZipFile) as error:
            raise ValueError(
                "cannot load the batch: not a file saved by VectorEnv.save, or saved by another version"
            ) from error

    def copy(self) -> "VectorEnv":
        """An independent batch that continues exactly as this one would."""
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


def _bytes_of(rows: NDArray[Any]) -> NDArray[np.uint8]:
    return rows.view(np.uint8).reshape(len(rows), -1)


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
        raise ValueError(f"there is no opponent {name!r} in compiled code: use one of {', '.join(OPPONENTS)}")
    return Opponent.NONE if name is None else Opponent[name.upper()]
