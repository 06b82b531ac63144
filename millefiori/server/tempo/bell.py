"""The bell: every second it looks which games are due. When somebody's time is up, a bot takes over.

It also carries out the wishes of people whose turn has come.
"""

import asyncio
import contextlib
import logging

from millefiori.engine.vocabulary import Seat
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.room import Command
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.tempo.absence import ABSENT
from millefiori.server.tempo.clocks import SECOND
from millefiori.server.tempo.wishes import fulfil_all
from millefiori.server.thinking.bot_turns import Overtaken

log = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two looks."""
GRACE = 30 * SECOND
"""How long a fast clock waits for somebody whose connection is lost when the time is up."""


async def ring_for_ever(rooms: Rooms) -> None:
    """Look at what is due while the server runs."""
    await rooms.ready
    while True:
        try:
            await ring(rooms)
            await fulfil_all(rooms)
        except Refusal as error:
            log.error("games with a clock were not looked at: %s", error)
        await asyncio.sleep(EVERY)


async def ring(rooms: Rooms) -> None:
    """Look once at all games that are due, in memory or not."""
    now = rooms.clock()
    games = {game for game, live in rooms.live.items() if live.due <= now} | set(await rooms.store.due(now))
    for game in sorted(games):
        try:
            await strike(rooms, await rooms.get(game))
        except Refusal as error:
            log.error("game %s: %s", game, error)
            if error.code == "damaged":
                await rooms.store.set_deadlines(game, [])


async def strike(rooms: Rooms, live: Live) -> None:
    """A bot takes over from everybody whose time is up."""
    room = live.room
    for seat in range(len(room.setup.players)):

        def ask(seat: Seat = seat) -> Command:
            if not is_up(live, seat, rooms.clock()):
                raise Overtaken
            return Command(seat, ABSENT)

        if is_up(live, seat, rooms.clock()):
            with contextlib.suppress(Overtaken):
                await rooms.perform(live, ask)
    await rooms.arm(live)


def is_up(live: Live, seat: Seat, now: int) -> bool:
    """Is the time of a seat up? Somebody whose connection is lost gets a little longer, unless there are days."""
    clocks = live.room.clocks
    until = clocks.until(clocks.seats[seat]) if clocks else None
    if until is None or live.room.is_over:
        return False
    is_fast = live.room.setup.tempo.kind == "real"
    return until + (GRACE if is_fast and not live.presence()[seat] else 0) <= now
