"""Requests that change hands: agree on a bot for somebody who is away, come back, resign, abandon the game."""

import msgspec

from millefiori.engine.vocabulary import Seat
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.room import Command
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.tempo.absence import ABANDON, AGREE, SETTLED
from millefiori.server.tempo.clocks import SECOND

AWAY = 60 * SECOND
"""How long somebody must be away before the others can agree on a bot."""


async def change_hands(rooms: Rooms, live: Live, command: Command) -> None:
    """Carry out such a request; refused ones change nothing."""
    await rooms.perform(live, lambda: agreement(live, command, rooms.clock()) if command.kind == AGREE else command)
    await rooms.begin_if_complete(live)


def agreement(live: Live, command: Command, now: int) -> Command:
    """An agreement, marked if it is the last one needed. Nobody is replaced who is there or has a deadline in days."""
    room, about = live.room, command.value
    if about != ABANDON and about < len(room.setup.players):
        _check_away(live, about, now)
    absence, setup = room.absence, room.setup
    if absence.is_settled(command.seat, about, setup.players, setup.missing):
        return msgspec.structs.replace(command, value=about + SETTLED)
    return command


def _check_away(live: Live, seat: Seat, now: int) -> None:
    setup = live.room.setup
    if live.presence()[seat]:
        raise Refusal("present", "this player is here: ask them")
    if seat in setup.missing:
        return
    if setup.tempo.kind == "days":
        raise Refusal("days", "in a game over days a bot takes over when the time is up")
    left = AWAY - (now - live.left.get(seat, now))
    if left > 0:
        raise Refusal("early", f"this player may come back: you can propose a bot in {-(-left // SECOND)} seconds")
