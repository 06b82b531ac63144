"""When a game in memory must be looked at next, noted here and, where a restart would miss it, in the store."""

import logging

from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.room import Room
from millefiori.server.storage.store import Store
from millefiori.server.tempo.clocks import NEVER
from millefiori.server.tempo.deadlines import deadlines

log = logging.getLogger(__name__)


def due(room: Room, now: int) -> int:
    """When the clocks of a game must be looked at."""
    if room.clocks is None:
        return NEVER
    return min((found.due for found in deadlines(room, now)), default=NEVER)


async def arm(store: Store, live: Live, now: int) -> None:
    """Store when the game must be looked at again. A fast clock is stored only when it would be missed."""
    if live.room.clocks is None:
        return
    found = deadlines(live.room, now)
    is_slow = live.room.setup.tempo.kind == "days"
    if is_slow or not found or live.due < live.stored_due or live.stored_due <= now:
        try:
            await store.set_deadlines(live.room.id, found)
            live.stored_due = live.due
        except Refusal as error:  # the game itself is stored: it is looked at as long as it is in memory
            log.error("game %s: its deadlines were not stored: %s", live.room.id, error)
