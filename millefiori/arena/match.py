"""One game between bots: each gets its seat's view and the legal actions, and answers with one of them.

A bot that raises an error, plays an illegal action or thinks too long forfeits the game, and the report says why. The
seed and the deal's number decide the cards, and with the seat also the bots' seeds, so anybody can repeat the game.
"""

import json
import math
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from operator import index
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from millefiori.bots.bot import Bot, BotFailed, UnknownBot, budget_seconds, make_bot
from millefiori.engine.chance import new_stream
from millefiori.engine.vocabulary import ActionNumber, Phase, Seat
from millefiori.explain.legality import IllegalAction
from millefiori.table import Table

SEED_OF_SEAT = 16
"""The purpose of the first seat's stream: bots and deck draw from different streams."""
SHORTEST_LIMIT = 10.0
REHEARSAL_LIMIT = 300.0
"""Seconds for a bot's first choices, before any game: it may need compiling."""
STEPS_PER_DECADE = 50
"""Thinking times are counted in steps of 5 %."""


class Overtime(BaseException):
    """The move limit has passed. Not an Exception, so that bots do not catch it by accident."""


class Forfeited(Exception):
    """A bot has lost by its own fault."""


@dataclass(frozen=True)
class Terms:
    """What a game is played by, besides its bots. The default move limit is ten times a bot's budget, at least 10 s."""

    edition: str = "international"
    tactical: bool = False
    seed: int = 0
    deal: int = 0
    move_limit: float | None = None


class Unit(NamedTuple):
    """One game of a tournament: the number of its deal, and the bots by seat."""

    deal: int
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Forfeit:
    """The bot that lost by its own fault, and what it did."""

    seat: Seat
    bot: str
    what: str


@dataclass
class Clock:
    """A seat's thinking times where it had a choice: the total, and a count for each step of 5 %."""

    seconds: float = 0.0
    steps: dict[int, int] = field(default_factory=dict)

    def add(self, seconds: float) -> None:
        """Count one choice."""
        self.seconds += seconds
        step = round(STEPS_PER_DECADE * math.log10(max(seconds, 1e-6)))
        self.steps[step] = self.steps.get(step, 0) + 1


@dataclass(frozen=True)
class GameResult:
    """A finished game. After a forfeit, the seats of all other bots win."""

    bots: tuple[str, ...]
    deal: int
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    forfeit: Forfeit | None
    clocks: tuple[Clock, ...]

    @property
    def unit(self) -> Unit:
        """Which game of the tournament this is."""
        return Unit(self.deal, self.bots)

    def share(self, seat: Seat) -> float:
        """The seat's share of the win."""
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
    """Watches a game: override the methods you need. It sees the whole table, which bots never do."""

    def before(self, table: Table) -> None:
        """Called when the cards are dealt."""

    def step(self, table: Table, seat: Seat, action: ActionNumber) -> None:
        """Called after each action."""

    def after(self, table: Table, result: GameResult) -> None:
        """Called when the game is over or forfeited."""


def play_game(specs: Sequence[str], terms: Terms, observer: Observer | None = None) -> GameResult:
    """Play one game with a bot per seat. The same seed repeats it, unless budgets are times."""
    observer = observer or Observer()
    table = Table(terms.edition, len(specs), tactical=terms.tactical, seed=terms.seed, number=terms.deal)
    clocks = tuple(Clock() for _ in specs)
    limits = [terms.move_limit or move_limit(spec) for spec in specs]
    forfeit, seat = None, 0
    bots: list[Bot] = []
    for spec in specs:
        rehearse(spec)
    observer.before(table)
    try:
        for seat, spec in enumerate(specs):
            bots.append(_guarded(limits[seat], partial(make_bot, spec, bot_seed(terms, seat)))[0])
        while table.to_act is not None:
            seat = table.to_act
            observer.step(table, seat, _take_turn(table, bots[seat], limits[seat], clocks[seat]))
    except Forfeited as reason:
        forfeit = Forfeit(seat, specs[seat], str(reason))
    finally:
        for bot in bots:
            _close(bot)
    winners = table.winners if forfeit is None else _winners_after(forfeit, specs)
    result = GameResult(tuple(specs), terms.deal, tuple(table.scores), tuple(winners), forfeit, clocks)
    observer.after(table, result)
    return result


def _winners_after(forfeit: Forfeit, specs: Sequence[str]) -> list[Seat]:
    """The seats of all other bots, or all other seats if there is only one bot."""
    others = [seat for seat, spec in enumerate(specs) if spec != forfeit.bot]
    return others or [seat for seat in range(len(specs)) if seat != forfeit.seat]


def bot_seed(terms: Terms, seat: Seat) -> int:
    """The seed of the bot at a seat: the same for every bot that sits there in this deal."""
    return int(new_stream(terms.seed, terms.deal, SEED_OF_SEAT + seat).state) >> 1


def move_limit(spec: str) -> float:
    """The default move limit in seconds: ten times the budget in a name like `search:200ms`, at least 10."""
    return max(SHORTEST_LIMIT, 10 * budget_seconds(spec))


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
        raise Forfeited(f"answered with {type(answer).__name__}, which is not an action") from None
    try:
        return table.advance(number)
    except IllegalAction as error:
        raise Forfeited(f"illegal action: {error}") from None


def _close(bot: Bot) -> None:
    """End what a bot has started; it cannot lose by it any more."""
    with suppress(Exception):
        bot.close()


def _guarded(limit: float, call: Callable[[], Any]) -> tuple[Any, float]:
    """A bot's answer and the seconds it took; any error is a forfeit."""
    began = perf_counter()
    late = f"took longer than {limit:g} s for a move"
    try:
        with _alarm(limit):
            answer = call()
    except Overtime:
        raise Forfeited(late) from None
    except KeyboardInterrupt:
        raise
    except BotFailed as error:
        raise Forfeited(str(error)) from error
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
    """Interrupt anything that takes longer. Without alarms, and inside compiled code, it ends only when it is done."""
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
    """Let a bot choose twice before its first game, so that loading and compiling does not cost it time.

    Fails if the bot does not exist. Any other error will happen again in its games, and is reported there.
    """
    table = Table(seed=0)
    try:
        bot, _ = _guarded(REHEARSAL_LIMIT, partial(make_bot, spec))
    except Forfeited as reason:
        if isinstance(reason.__cause__, UnknownBot):
            raise reason.__cause__ from None
        return
    with suppress(Forfeited):
        _take_turn(table, bot, REHEARSAL_LIMIT, Clock())
        while table.phase != Phase.PLAY:
            table.advance(table.legal_actions()[0])
        _take_turn(table, bot, REHEARSAL_LIMIT, Clock())
    _close(bot)
