"""When a game must be looked at again, in the database: also when nobody is connected, and after a restart."""

from dataclasses import dataclass

from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.rooms.room import Room
from millefiori.server.tempo.clocks import SECOND

LATEST = 60 * SECOND
"""A game that waits for bots alone is looked at again after this time: a bot may have been lost with its server."""


@dataclass(frozen=True)
class Deadline:
    """What a game waits for: a seat, or at a table with a fast clock simply the next moment to look at it."""

    seat: Seat
    since: int
    due: int


def deadlines(room: Room, now: int) -> list[Deadline]:
    """All deadlines of a game; none if it has no clock, has not begun or is over."""
    clocks = room.clocks
    if clocks is None or not room.setup.begun or room.is_over:
        return []
    running = [
        Deadline(seat, clock.since, until)
        for seat, clock in enumerate(clocks.seats)
        if (until := clocks.until(clock)) is not None
    ]
    if clocks.tempo.kind == "days" and running:
        return running
    return [Deadline(SPECTATOR, now, min((found.due for found in running), default=now + LATEST))]
