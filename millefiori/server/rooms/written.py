"""The record of a room's game, as people keep it."""

from bisect import bisect_right
from typing import Any

from millefiori import record
from millefiori.server.rooms.room import Room


def written_record(room: Room) -> dict[str, Any]:
    """The record of a room's game, with the bots that played for people who were away."""
    table = room.table
    written = record.write(table)
    if room.setup.replays:
        written["fairness"]["replays"] = room.setup.replays

    def entries(event: int | None) -> int | None:
        return None if event is None else record.entries(table, bisect_right(room.played_by, event))

    if room.absence.history:
        written["stand_ins"] = [
            record.stand_in_entry(bot.seat, room.setup.stand_in, bot.why, entries(bot.start) or 0, entries(bot.end))
            for bot in room.absence.history
        ]
    if room.absence.is_abandoned:
        written["abandoned"] = True
    return written
