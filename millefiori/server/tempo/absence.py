"""Who plays for somebody who is away: bots that stand in, resignations, and what the players agree on (docs/time.md).

Worked out from the commands alone. `Room` asks `check` before a command and calls `perform` when it is stored.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from millefiori.engine.vocabulary import Seat
from millefiori.server.messages.position import ShownProposal
from millefiori.server.messages.words import Player

ABSENT, BACK, RESIGN, AGREE, DISAGREE = "absent", "back", "resign", "agree", "disagree"
HANDS = (ABSENT, BACK, RESIGN, AGREE, DISAGREE)
"""The commands that do not touch the table: they say who plays, and whether the game goes on."""
CLOSE = "close"
"""The operator of the server ends the game; no seat can."""
ABANDON = 4
"""What can be agreed on: a bot for a seat (its number), or to abandon the game."""
SETTLED = 8
"""Added to the value of an agreement that was the last one needed."""
Why = Literal["clock", "agreed", "resigned"]


@dataclass
class StandIn:
    """A bot that plays for a person, from one event to another."""

    seat: Seat
    why: Why
    start: int  # the event with which it took over
    end: int | None = None  # the event with which the person came back


@dataclass
class Absence:
    """Stand-ins and proposals of one game."""

    history: list[StandIn] = field(default_factory=list)
    proposals: dict[int, set[Seat]] = field(default_factory=dict)  # what about, and who agrees
    is_abandoned: bool = False
    is_closed: bool = False  # abandoned, but by the operator

    @property
    def used(self) -> bool:
        """Has anybody been away, or proposed anything?"""
        return bool(self.history or self.proposals or self.is_abandoned)

    def stand_in(self, seat: Seat) -> StandIn | None:
        """The bot that plays for a seat now."""
        return next((found for found in reversed(self.history) if found.seat == seat and found.end is None), None)

    def changed_hands(self, seat: Seat) -> int:
        """The last event after which somebody else played the seat; -1 if there was none."""
        events = [event for found in self.history if found.seat == seat for event in (found.start, found.end)]
        return max((event for event in events if event is not None), default=-1)

    def perform(self, seat: Seat, kind: str, value: int, n: int) -> None:
        """Carry out a command that was checked; `n` is its event."""
        about = value % SETTLED
        if kind == ABSENT:
            self._take_over(seat, "clock", n)
        elif kind == RESIGN:
            self._end(seat, n)
            self._take_over(seat, "resigned", n)
        elif kind == BACK:
            self._end(seat, n)
        elif kind == DISAGREE:
            self.proposals.pop(about, None)
        elif kind == CLOSE:
            self.is_abandoned = self.is_closed = True
            self.proposals.clear()
        elif value < SETTLED:
            self.proposals.setdefault(about, set()).add(seat)
        elif about == ABANDON:
            self.is_abandoned = True
            self.proposals.clear()
        else:
            self._take_over(about, "agreed", n)

    def _take_over(self, seat: Seat, why: Why, n: int) -> None:
        self.history.append(StandIn(seat, why, n))
        self.lapse(seat)

    def _end(self, seat: Seat, n: int) -> None:
        if found := self.stand_in(seat):
            found.end = n

    def lapse(self, seat: Seat) -> None:
        """Somebody acts: a proposal about this seat, or that this seat has agreed to, no longer counts."""
        gone = [about for about, agreed in self.proposals.items() if about == seat or seat in agreed]
        for about in gone:
            del self.proposals[about]

    def is_settled(self, seat: Seat, about: int, players: Sequence[Player], missing: Collection[Seat]) -> bool:
        """Do all agree, if this seat does? Nobody is asked who is away; people at one screen speak with one voice."""
        agreed = {seat, *self.proposals.get(about, ())}
        if any(players[other].kind == "here" for other in agreed):
            agreed |= {other for other, player in enumerate(players) if player.kind == "here"}
        asked = {other for other, player in enumerate(players) if player.kind != "bot" and not self.stand_in(other)}
        return asked - set(missing) - {about} <= agreed

    def shown(self) -> list[ShownProposal]:
        """The proposals for the page."""
        return [ShownProposal(about, sorted(agreed)) for about, agreed in sorted(self.proposals.items())]
