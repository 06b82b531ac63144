"""A Gymnasium environment: one learner at a table of bots.

    env = gymnasium.make("millefiori.env.gymnasium:MilleFiori-v0", opponents="greedy")

Importing this module registers the name; what stands before the colon makes Gymnasium import it. An observation is what
the learner's seat sees (`observation`), a reward what it is paid (`rewards`) from its action to its next decision: the
bots' turns in between are part of the step. Most of the 200 actions are illegal at any time: sample with
`info["action_mask"]`, or give `action_masks()` to a learner that asks for it.
"""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.actions import ACTIONS
from millefiori.bots.bot import Bot, make_bot
from millefiori.bots.seats import bot_players
from millefiori.editions import edition_named
from millefiori.env.observation import SIZE, observe, scaled
from millefiori.env.rewards import Reward, reward_named, rewards_of
from millefiori.legality import IllegalAction
from millefiori.table import Table
from millefiori.text import picture
from millefiori.vocabulary import SPECTATOR, ActionNumber, Seat

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
"""Print the table, or return it as text: what everybody sees, never a hidden card."""
PENALTY = {Reward.MARGIN: -1000.0, Reward.WIN: -1.0, Reward.POINTS: -1000.0}
"""What an illegal action is paid that ends a game: less than any lost game, since scores have three digits."""
AFTER_ILLEGAL = ("lose", "raise")


def mask(legal: Iterable[ActionNumber], actions: int = ACTIONS) -> NDArray[np.int8]:
    """1 for every legal action."""
    values = np.zeros(actions, np.int8)
    values[list(legal)] = 1
    return values


def show(table: Table, render_mode: str | None) -> str | None:
    """What everybody at the table sees, as text: returned (`ansi`) or printed (`human`)."""
    if render_mode is None:
        gymnasium.logger.warn("render() shows nothing without a render_mode: choose 'human' or 'ansi'")
        return None
    if render_mode == "ansi":
        return picture(table.view(SPECTATOR), table.players)
    sys.stdout.write(picture(table.view(SPECTATOR), table.players, colour=sys.stdout.isatty()) + "\n\n")
    return None


class UnknownRenderMode(ValueError, TypeError):
    """A TypeError too: Stable-Baselines3 asks for pictures first, and does without them where it gets one."""


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a mode that there is not."""
    if render_mode not in (None, *RENDER_MODES):
        raise UnknownRenderMode(f"there is no render mode {render_mode!r}; the modes are {', '.join(RENDER_MODES)}")


class MilleFioriEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A learner against bots.

    `opponents` is a bot for all other seats (`greedy`, `search:50ms`, `mybot.py:MyBot`), or a list of bots from the
    learner's left neighbour round the table. The learner's `seat` is drawn anew for each game unless given. An illegal
    action ends the episode with the `PENALTY` and the reason in `info["illegal"]` (`illegal="lose"`), or is refused
    with the rule that it breaks, and nothing has happened (`illegal="raise"`). Equal seeds give equal episodes:
    `reset(seed=7)` deals as `Table(seed=7)`, and the seat, the bots' chances and all games until the next seed follow.
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
            raise ValueError(f"a table of {players} has {players - 1} opponents, not {len(self.opponents)}")
        for spec in self.opponents:
            make_bot(spec)  # an unknown bot is told here, not at the first reset
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} at a table of {players}: seats are 0 to {players - 1}")
        if illegal not in AFTER_ILLEGAL:
            raise ValueError(f"an illegal action can {' or '.join(map(repr, AFTER_ILLEGAL))}, not {illegal!r}")
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
        """The table, secrets included: for looking on and for tests, not for learners."""
        if self._table is None:
            raise ResetNeeded("no game has begun: call reset() first")
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new game and play it to the learner's first decision; there are no options."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**63)) if seed is None else seed
        drawn = int(self.np_random.integers(self.players))
        self.seat = drawn if self._wanted_seat is None else self._wanted_seat
        names = [LEARNER, *bot_players(self.opponents)]
        around = [names[(seat - self.seat) % self.players] for seat in range(self.players)]
        self._table = Table(self.edition, around, tactical=self.tactical, seed=deal)
        self._bots = {
            (self.seat + place) % self.players: make_bot(spec, int(self.np_random.integers(2**32)))
            for place, spec in enumerate(self.opponents, start=1)
        }
        self._is_done = False
        self._let_bots_play()
        self._render_for_humans()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action, then the bots, up to the learner's next decision or the end."""
        table = self.table
        if self._is_done:
            raise ResetNeeded("the episode has ended: call reset() for another")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action is a whole number from 0 to {ACTIONS - 1}, not {action!r}")
        before = table.game.score.copy()
        try:
            table.advance(int(action), self.seat)
        except IllegalAction as refusal:
            if self.illegal == "raise":
                raise
            self._is_done = True
            return self._observation(), PENALTY[self.reward], True, False, {**self._info(), "illegal": str(refusal)}
        self._let_bots_play()
        self._render_for_humans()
        self._is_done = table.is_over
        return (
            self._observation(),
            rewards_of(self.reward, table.game, before)[self.seat],
            self._is_done,
            False,
            self._info(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now; none once the episode has ended."""
        return mask([] if self._is_done else self.table.legal_actions()).astype(np.bool_)

    def render(self) -> str | None:
        """The table as everybody sees it."""
        return show(self.table, self.render_mode)

    def _let_bots_play(self) -> None:
        while (seat := self.table.to_act) is not None and seat != self.seat:
            self.table.advance(self._bots[seat].choose(self.table.view(seat), self.table.legal_actions()), seat)

    def _render_for_humans(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> NDArray[np.float32]:
        return scaled(observe(self.table.view(self.seat)))

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "seat": self.seat,
            "scores": np.array(self.table.scores),
        }


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point=f"{__name__}:{MilleFioriEnv.__name__}")
