"""Bots at the tables: woken when it is their turn, paced so that their time says nothing, tried again if they fail."""

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable, Sequence
from typing import Protocol

from millefiori.bots.bot import budget_seconds
from millefiori.engine.view import deciding_view
from millefiori.engine.vocabulary import Seat
from millefiori.server.fleet.fanout import Fanout
from millefiori.server.messages.events import Event
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.thinking.thinkers import NOBODY_WATCHES, PEOPLE_WAIT, Thinkers

log = logging.getLogger(__name__)
OVERHEAD = 0.25
"""Seconds that an answer may take beyond a bot's budget: a search that uses all of it must not be seen to."""
LONGEST_BACKOFF = 10.0
"""Seconds between the tries of a bot that fails again and again; people wait for it."""
STORE_AWAY = 1.0
"""Seconds between the tries while the store is away: it is out of order for all bots alike, and back at once."""
TAKING_OVER = 1.0
"""Seconds between two attempts to drive the bots of a game that another worker drives."""


class Overtaken(Exception):
    """While somebody was thinking, the game has moved on."""


class Owner(Protocol):
    """What the bots need of the rooms of a worker."""

    thinkers: Thinkers
    fanout: Fanout
    pace: float

    async def perform(self, live: Live, ask: Callable[[], Command]) -> Event:
        """Ask for a command and carry it out."""

    def show_presence(self, live: Live) -> None:
        """To everybody who is connected here."""


def pause_after(passed: float, thinking: Sequence[str], workers: int, pace: float) -> float:
    """How long a bot still waits when so many seconds have passed since it was asked: until the next beat.

    `thinking` are the levels of all bots of its table that were asked at the same moment. Their beat is the largest
    budget and a little more, and at least the pace; if they take turns at the workers, the first beats pass as if
    each used its whole budget. So no bot's time says anything about a hand, its own or another's. Without a pace, for
    programs that play, it does not wait.
    """
    if not pace:
        return 0.0
    budgets = [budget for level in thinking if (budget := budget_seconds(level))]
    beat = max(pace, max(budgets) + OVERHEAD if budgets else 0.0)
    turns = math.ceil(len(budgets) / max(1, workers))
    return max(1, turns, math.ceil(passed / beat)) * beat - passed


class Drivers:
    """The bots in the rooms of a worker."""

    def __init__(self, owner: Owner) -> None:
        self.owner = owner

    def wake(self, live: Live) -> None:
        """Let every bot think that has something to decide."""
        room = live.room
        for seat in range(len(room.setup.players)):
            level = room.bot_of(seat)
            if level and seat not in live.thinking and room.is_awaited(seat) and not room.is_over:
                task = asyncio.create_task(self._play(live, seat, level))
                live.thinking[seat] = task
                task.add_done_callback(lambda task, seat=seat: self._done(live, seat, task))  # type: ignore[misc]

    def _done(self, live: Live, seat: Seat, task: asyncio.Task[None]) -> None:
        live.thinking.pop(seat, None)
        if not task.cancelled():
            self.wake(live)

    async def _play(self, live: Live, seat: Seat, level: str) -> None:
        """One decision of a bot. If it fails (a full disk, a dead worker), it tries again, and the players see that."""
        pause = 1.0
        while True:
            try:
                if await self._drives(live, seat):
                    await self._decide(live, seat, level)
                break
            except Exception as error:
                is_stored = not (isinstance(error, Refusal) and error.code == "storage")
                if is_stored:  # else the store has reported its failure already
                    failed = "room %s: the bot at seat %d failed; it tries again in %.0f s"
                    log.exception(failed, live.room.id, seat, pause)
                live.failing.add(seat)
                self.owner.show_presence(live)
                await asyncio.sleep(pause if is_stored else STORE_AWAY)
                pause = min(2 * pause, LONGEST_BACKOFF) if is_stored else pause
        if seat in live.failing:
            live.failing.discard(seat)
            self.owner.show_presence(live)

    async def _drives(self, live: Live, seat: Seat) -> bool:
        """Wait until this worker drives the bots; False if another one has decided meanwhile."""
        while live.room.is_awaited(seat):
            if await self.owner.fanout.drives(live):
                return True
            await asyncio.sleep(TAKING_OVER)
        return False

    async def _decide(self, live: Live, seat: Seat, level: str) -> None:
        """Think, wait and decide; discarded if a step was undone meanwhile."""
        room, loop = live.room, asyncio.get_running_loop()
        start, mark = loop.time(), room.changed
        seen = deciding_view(room.table.game, seat)
        programs = self.owner.thinkers.programs
        thinking = [programs.bot_of(room.bot_of(other)) for other in live.thinking]
        urgency = lambda: PEOPLE_WAIT if live.is_watched else NOBODY_WATCHES  # noqa: E731
        action, _ = await self.owner.thinkers.think(level, seen, room.id, urgency)
        if live.is_watched:
            await asyncio.sleep(
                pause_after(loop.time() - start, thinking, self.owner.thinkers.workers, self.owner.pace)
            )

        def ask() -> Command:
            if room.changed != mark or not room.is_awaited(seat) or not room.bot_of(seat) or room.is_over:
                raise Overtaken
            return Command(seat, DECIDE, action)

        with contextlib.suppress(Overtaken):
            await self.owner.perform(live, ask)
