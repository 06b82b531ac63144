"""One game between bots: each gets its seat's view and the legal actions, and answers with one of them.

A bot that raises, answers with something illegal, or thinks too long forfeits the game, and the report says why. The
deal comes from a seed and its number, the bots' seeds from these and their seats, so that anybody can play it again.
"""

import json
import math
import re
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from operator import index
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from millefiori.bots.bot import Bot, UnknownBot, make_bot
from millefiori.chance import new_stream
from millefiori.legality import IllegalAction
from millefiori.table import Table
from millefiori.vocabulary import ActionNumber, Phase, Seat

SEED_OF_SEAT = 16
"""The purpose of the first seat's stream: the bots' chances come from other streams than the deck."""
SHORTEST_LIMIT = 10.0
REHEARSAL_LIMIT = 300.0
"""Seconds for a bot's first choices, before any game: it may have to be compiled."""
STEPS_A_DECADE = 50
"""Thinking times are counted in steps of 5 %."""


class Overtime(BaseException):
    """The move limit has passed; not an Exception, so that bots do not catch it by accident."""


class Forfeited(Exception):
    """A bot has lost by what it did."""


@dataclass(frozen=True)
class Setup:
    """What a game needs besides its bots. Without a move limit each bot has ten times its budget, at least 10 s."""

    edition: str = "international"
    tactical: bool = False
    seed: int = 0
    deal: int = 0
    move_limit: float | None = None


class Unit(NamedTuple):
    """One game of a tournament: the number of its deal, and who sits where."""

    deal: int
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Forfeit:
    """Who lost by what it did, and what that was."""

    seat: Seat
    bot: str
    what: str


@dataclass
class Clock:
    """A seat's thinking times where it had a choice: their sum, and how many fell into each step of 5 %."""

    seconds: float = 0.0
    steps: dict[int, int] = field(default_factory=dict)

    def add(self, seconds: float) -> None:
        """Count one choice."""
        self.seconds += seconds
        step = round(STEPS_A_DECADE * math.log10(max(seconds, 1e-6)))
        self.steps[step] = self.steps.get(step, 0) + 1


@dataclass(frozen=True)
class GameResult:
    """A finished game. After a forfeit the winners are all seats of other bots than the one that forfeited."""

    bots: tuple[str, ...]
    deal: int
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    forfeit: Forfeit | None
    clocks: tuple[Clock, ...]

    @property
    def unit(self) -> Unit:
        """Which game of a tournament it was."""
        return Unit(self.deal, self.bots)

    def share(self, seat: Seat) -> float:
        """The seat's part of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def to_json(self) -> str:
        """The result as a line of the journal."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "GameResult":
        """A result from its line in the journal."""
        row = json.loads(line)
        clocks = [Clock(c["seconds"], {int(step): n for step, n in c["steps"].items()}) for c in row.pop("clocks")]
        forfeit = row.pop("forfeit")
        lists = {key: tuple(row[key]) for key in ("bots", "scores", "winners")}
        return cls(**{**row, **lists}, forfeit=forfeit and Forfeit(**forfeit), clocks=tuple(clocks))


class Observer:
    """Watches a game: override what you need. It sees the whole table; bots never do."""

    def before(self, table: Table) -> None:
        """The cards are dealt."""

    def step(self, table: Table, seat: Seat, action: ActionNumber) -> None:
        """The seat has played."""

    def after(self, table: Table, result: GameResult) -> None:
        """The game is over, or forfeited."""


def play_game(specs: Sequence[str], setup: Setup, observer: Observer | None = None) -> GameResult:
    """Play one game, a bot for each seat; with equal seeds and budgets that count simulations, always the same."""
    observer = observer or Observer()
    table = Table(setup.edition, len(specs), tactical=setup.tactical, seed=setup.seed, number=setup.deal)
    clocks = tuple(Clock() for _ in specs)
    limits = [setup.move_limit or move_limit(spec) for spec in specs]
    forfeit, seat = None, 0
    for spec in specs:
        rehearse(spec)
    observer.before(table)
    try:
        bots = []
        for seat, spec in enumerate(specs):
            bots.append(_guarded(limits[seat], partial(make_bot, spec, bot_seed(setup, seat)))[0])
        while table.to_act is not None:
            seat = table.to_act
            observer.step(table, seat, _take_turn(table, bots[seat], limits[seat], clocks[seat]))
    except Forfeited as reason:
        forfeit = Forfeit(seat, specs[seat], str(reason))
    winners = table.winners if forfeit is None else _winners_after(forfeit, specs)
    result = GameResult(tuple(specs), setup.deal, tuple(table.scores), tuple(winners), forfeit, clocks)
    observer.after(table, result)
    return result


def _winners_after(forfeit: Forfeit, specs: Sequence[str]) -> list[Seat]:
    """All seats of other bots; if there are none, all other seats."""
    others = [seat for seat, spec in enumerate(specs) if spec != forfeit.bot]
    return others or [seat for seat in range(len(specs)) if seat != forfeit.seat]


def bot_seed(setup: Setup, seat: Seat) -> int:
    """The seed of the bot on a seat: the same for every bot that sits there in this deal."""
    return int(new_stream(setup.seed, setup.deal, SEED_OF_SEAT + seat).state) >> 1


def move_limit(spec: str) -> float:
    """Seconds that a bot has for a move unless told otherwise: ten times the budget of `search:200ms`, at least 10."""
    name, _, budget = spec.partition(":")
    time = None if name.endswith(".py") else re.search(r"\b(\d+(?:\.\d+)?)(ms|s)\b", budget)
    seconds = 0.0 if time is None else float(time[1]) / (1000 if time[2] == "ms" else 1)
    return max(SHORTEST_LIMIT, 10 * seconds)


def _take_turn(table: Table, bot: Bot, limit: float, clock: Clock) -> ActionNumber:
    seat, legal = int(table.game.to_act), table.legal_actions()
    choices = len(legal)
    answer, seconds = _guarded(limit, partial(bot.choose, table.view(seat), legal))
    if choices > 1:
        clock.add(seconds)
    try:
        if isinstance(answer, (bool, str)):
            raise TypeError
        number = index(answer)
    except Exception:
        raise Forfeited(f"answered with {type(answer).__name__}, which is no action") from None
    try:
        return table.advance(number)
    except IllegalAction as error:
        raise Forfeited(f"illegal action: {error}") from None


def _guarded(limit: float, call: Callable[[], Any]) -> tuple[Any, float]:
    """What a bot answers, and after how many seconds; whatever goes wrong is a forfeit."""
    began = perf_counter()
    late = f"took longer than {limit:g} s for a move"
    try:
        with _alarm(limit):
            answer = call()
    except Overtime:
        raise Forfeited(late) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        last = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
        raise Forfeited(f"raised {last} ({Path(frame.filename).name}, line {frame.lineno})") from error
    seconds = perf_counter() - began
    if seconds > limit:
        raise Forfeited(late)
    return answer, seconds


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer. Where the system has no alarms, and inside compiled code, it only ends late."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise Overtime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@cache
def rehearse(spec: str) -> None:
    """Let a bot choose twice before its first game, so that what is loaded or compiled does not cost it time.

    A bot that does not exist is refused. What else goes wrong will go wrong in its games too, and is reported there.
    """
    table = Table(seed=0)
    try:
        bot, _ = _guarded(REHEARSAL_LIMIT, partial(make_bot, spec))
        _take_turn(table, bot, REHEARSAL_LIMIT, Clock())
        while table.phase != Phase.PLAY:
            table.advance(table.legal_actions()[0])
        _take_turn(table, bot, REHEARSAL_LIMIT, Clock())
    except Forfeited as reason:
        if isinstance(reason.__cause__, UnknownBot):
            raise reason.__cause__ from None
