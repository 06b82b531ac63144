"""Clocks: how much time each seat has left, worked out from the times of a game's commands alone (docs/time.md).

Nothing here asks what time it is: whoever replays the commands finds the same clocks. All times are milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from millefiori.engine.vocabulary import Seat
from millefiori.server.messages.position import ShownClock
from millefiori.server.messages.words import Tempo

SECOND = 1000
DAY = 24 * 3600 * SECOND
NEVER = 1 << 62
"""Before a game has begun, its clocks run from then on."""
AFTER_RETURN = 30 * SECOND
"""What somebody who comes back has at least in the bank."""
Turn = tuple[int, int, bool]
"""What a clock runs for: round, turn, and whether all keep a card. A turn with all its extra cards is one."""


@dataclass(frozen=True)
class Clock:
    """The clock of one seat; it runs if it has a turn."""

    bank: int  # before the turn that runs is counted
    since: int = NEVER
    turn: Turn | None = None


@dataclass
class Clocks:
    """The clocks of a game."""

    tempo: Tempo
    begun: int
    seats: list[Clock] = field(default_factory=list)

    @classmethod
    def of(cls, tempo: Tempo, seats: int, begun: int) -> "Clocks":
        """All clocks stand. They begin to run at `begun`, or if it is 0, when `begin` says so."""
        return cls(tempo, begun or NEVER, [Clock(tempo.bank * SECOND)] * seats)

    def begin(self, at: int) -> None:
        """Everybody is there."""
        self.begun = at
        self.seats = [self.moved(clock) for clock in self.seats]

    def moved(self, clock: Clock) -> Clock:
        """A clock that waited for the beginning runs from then on."""
        return replace(clock, since=self.begun) if clock.since == NEVER and clock.turn else clock

    def update(self, turns: Sequence[Turn | None], seat: Seat, at: int) -> None:
        """After a command of a seat: whom the game waits for, and for what.

        Only the seat that acted pays for the time that it took. If another clock stops, that turn was taken back
        before it began.
        """
        for number, (turn, clock) in enumerate(zip(turns, self.seats, strict=True)):
            if turn != clock.turn:
                bank = self._bank_at(clock, at) if number == seat else clock.bank
                self.seats[number] = Clock(bank, max(at, self.begun) if turn else NEVER, turn)

    def _bank_at(self, clock: Clock, at: int) -> int:
        if clock.turn is None:
            return clock.bank
        return max(0, clock.bank - max(0, at - clock.since - self.tempo.per_turn * SECOND))

    def welcome_back(self, seat: Seat) -> None:
        """Somebody comes back: with an empty bank the time would be up at once."""
        clock = self.seats[seat]
        if self.tempo.kind == "real":
            self.seats[seat] = replace(clock, bank=max(clock.bank, AFTER_RETURN))

    def until(self, clock: Clock) -> int | None:
        """When the time is up; None if the clock stands."""
        if clock.turn is None or clock.since == NEVER:
            return None
        if self.tempo.kind == "days":
            return after_sleep(clock.since + self.tempo.days * DAY, self.tempo)
        return clock.since + self.tempo.per_turn * SECOND + clock.bank

    def shown(self) -> list[ShownClock]:
        """The clocks for the page, which counts down by itself."""
        return [self._shown(clock) for clock in self.seats]

    def _shown(self, clock: Clock) -> ShownClock:
        until = self.until(clock)
        since = None if until is None else clock.since
        return ShownClock(bank=clock.bank, since=since, until=until)


def after_sleep(at: int, tempo: Tempo) -> int:
    """A time, or if it falls into the sleeping hours, their end."""
    start, end = tempo.sleep_from, tempo.sleep_to
    local = datetime.fromtimestamp(at / SECOND, _zone(tempo.zone))
    is_asleep = start <= local.hour < end if start <= end else local.hour >= start or local.hour < end
    if not is_asleep:
        return at
    day = local + timedelta(days=1) if local.hour >= end else local
    return int(day.replace(hour=end, minute=0, second=0, microsecond=0).timestamp()) * SECOND


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
