"""A Gymnasium environment: one learner against bots.

    env = gymnasium.make("millefiori.env.gymnasium:MilleFiori-v0", opponents="greedy")

Importing this module registers the name; Gymnasium imports the part before the colon. An observation is what the
learner's seat sees (`observation`); a reward is what it is paid from its action to its next decision (`rewards`),
including the bots' turns in between. Most of the 200 actions are illegal at any given time: sample with
`info["action_mask"]`, or use a learner that calls `action_masks()`.
"""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.bot import Bot, make_bot
from millefiori.bots.seats import bot_players
from millefiori.drawing.plain_text import picture
from millefiori.engine.actions import ACTIONS
from millefiori.engine.editions import edition_named
from millefiori.engine.vocabulary import SPECTATOR, ActionNumber, Seat
from millefiori.env.observation import SIZE
from millefiori.env.rewards import Reward, reward_named, rewards_of
from millefiori.env.sight import sight
from millefiori.explain.legality import IllegalAction
from millefiori.table import Table

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import InvalidAction, ResetNeeded
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "Gymnasium is not installed: pip install 'millefiori[rl]'", name=missing.name
    ) from missing

ENV_ID = "MilleFiori-v0"
LEARNER = "learner"
"""The learner's name at the table."""
RENDER_MODES = ("human", "ansi")
"""Print the table or return it as text: public information only."""
PENALTY = {Reward.MARGIN: -1000.0, Reward.WIN: -1.0, Reward.POINTS: -1000.0}
"""The reward for an illegal action that ends the game: worse than any loss, since scores have three digits."""
AFTER_ILLEGAL = ("lose", "raise")


def mask(legal: Iterable[ActionNumber], actions: int = ACTIONS) -> NDArray[np.int8]:
    """1 for every legal action."""
    values = np.zeros(actions, np.int8)
    values[list(legal)] = 1
    return values


def show(table: Table, render_mode: str | None) -> str | None:
    """Return (`ansi`) or print (`human`) what everybody at the table sees."""
    if render_mode is None:
        gymnasium.logger.warn("render() needs a render_mode: pass 'human' or 'ansi' when you make the environment")
        return None
    if render_mode == "ansi":
        return picture(table.view(SPECTATOR), table.players)
    sys.stdout.write(picture(table.view(SPECTATOR), table.players, colour=sys.stdout.isatty()) + "\n\n")
    return None


class UnknownRenderMode(ValueError, TypeError):
    """Also a TypeError: Stable-Baselines3 asks for pictures first and goes without them if it gets one."""


def check_render_mode(render_mode: str | None) -> None:
    """Refuse an unknown render mode."""
    if render_mode not in (None, *RENDER_MODES):
        raise UnknownRenderMode(f"there is no render mode {render_mode!r}: use one of {', '.join(RENDER_MODES)}")


class MilleFioriEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A learner against bots.

    `opponents` is one bot for all other seats (`greedy`, `search:50ms`, `mybot.py:MyBot`), or a list of bots, starting
    with the learner's left neighbour. The learner's `seat` is drawn for each game unless given. An illegal action ends
    the episode with the `PENALTY` and the reason in `info["illegal"]` (`illegal="lose"`), or raises `IllegalAction`
    with the rule it breaks and changes nothing (`illegal="raise"`). The same seed gives the same episodes:
    `reset(seed=7)` deals the same cards as `Table(seed=7)`, and also fixes the seat, the bots and all games until the
    next seed.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (declared so by Gymnasium)

    def __init__(
        self,
        opponents: str | Sequence[str] = "greedy",
        players: int = 2,
        edition: str = "international",
        tactical: bool = False,
        reward: str = "margin",
        seat: Seat | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        edition_named(edition).check_players(players)
        self.opponents = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != players - 1:
            raise ValueError(f"{players} players need {players - 1} opponents, not {len(self.opponents)}")
        for spec in self.opponents:
            make_bot(spec)  # fails here, not at the first reset, if the bot is unknown
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}: {players} players sit at seats 0 to {players - 1}")
        if illegal not in AFTER_ILLEGAL:
            raise ValueError(f"illegal must be {' or '.join(map(repr, AFTER_ILLEGAL))}, not {illegal!r}")
        check_render_mode(render_mode)
        self.players = players
        self.edition = edition
        self.tactical = tactical
        self.reward = reward_named(reward)
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (SIZE,), np.float32)
        self.action_space = spaces.Discrete(ACTIONS)
        self.seat = seat or 0
        self._wanted_seat = seat
        self._table: Table | None = None
        self._bots: dict[Seat, Bot] = {}
        self._is_done = False

    @property
    def table(self) -> Table:
        """The table, secrets included: for debugging and tests, not for learners."""
        if self._table is None:
            raise ResetNeeded("no game has begun: call reset() first")
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new game and play it up to the learner's first decision; `options` is not used."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**63)) if seed is None else seed
        drawn = int(self.np_random.integers(self.players))
        self.seat = drawn if self._wanted_seat is None else self._wanted_seat
        names = [LEARNER, *bot_players(self.opponents)]
        around = [names[(seat - self.seat) % self.players] for seat in range(self.players)]
        self._table = Table(self.edition, around, tactical=self.tactical, seed=deal)
        self._bots = {
            (self.seat + distance) % self.players: make_bot(spec, int(self.np_random.integers(2**32)))
            for distance, spec in enumerate(self.opponents, start=1)
        }
        self._is_done = False
        self._let_bots_play()
        self._render_for_humans()
        return self._sight()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action, then the bots, up to the learner's next decision or the end."""
        table = self.table
        if self._is_done:
            raise ResetNeeded("the episode has ended: call reset() to begin another")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action must be a whole number from 0 to {ACTIONS - 1}, not {action!r}")
        before = table.game.score.copy()
        try:
            table.advance(int(action), self.seat)
        except IllegalAction as refusal:
            if self.illegal == "raise":
                raise
            self._is_done = True
            seen, info = self._sight()
            return seen, PENALTY[self.reward], True, False, {**info, "illegal": str(refusal)}
        self._let_bots_play()
        self._render_for_humans()
        self._is_done = table.is_over
        seen, info = self._sight()
        return seen, rewards_of(self.reward, table.game, before)[self.seat], self._is_done, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The actions that are legal now; none once the episode has ended."""
        return mask([] if self._is_done else self.table.legal_actions()).view(np.bool_)

    def render(self) -> str | None:
        """The table as everybody sees it."""
        return show(self.table, self.render_mode)

    def _let_bots_play(self) -> None:
        table = self.table
        while (seat := table.to_act) is not None and seat != self.seat:
            table.advance(self._bots[seat].choose(table.view(seat), table.legal_actions()), seat)

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _sight(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """The observation and the info; an episode that has ended leaves nothing legal."""
        seen, legal = sight(self.table.view(self.seat))
        if self._is_done:
            legal[:] = 0
        scores = self.table.game.score[: self.players].astype(np.int64)
        return seen, {"action_mask": legal, "seat": self.seat, "scores": scores}


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point=f"{__name__}:{MilleFioriEnv.__name__}")
