"""Those who watch a table with a delay: they see the game as it was some time ago, and nothing of it earlier.

A second room holds the game as late as they see it. It is built from the same stored commands, and their times alone
decide what it knows: the same at every worker, after a restart, and for somebody who connects again.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from millefiori.server.messages.events import Event
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import Room

GLANCE = 0.5
"""Seconds between two looks at what has become old enough, at most."""


@dataclass(eq=False)
class Late:
    """A game as late watchers see it."""

    room: Room
    heard: int = 0  # what was said up to this time has been told
    following: asyncio.Task[None] | None = None


def shown_until(room: Room, now: int) -> int:
    """The time up to which those who watch see a game."""
    return now - 1000 * room.setup.delay


def is_shown_over(room: Room, now: int) -> bool:
    """Have those who watch seen the end?"""
    return room.is_over and room.last_at <= shown_until(room, now)


def check_over(kind: str, room: Room, now: int) -> None:
    """Refuse whoever has a key of this kind as long as record, replay or review could reveal hidden cards."""
    if not (room.is_over if kind == "seat" else is_shown_over(room, now)):
        raise Refusal("running", "the game is not over yet, and this would reveal hidden cards")
    check_unsealed(room)


def check_unsealed(room: Room) -> None:
    """Refuse to show the cards of a deal that other tables of a duplicate still play."""
    if room.setup.sealed:
        raise Refusal("sealed", "other tables of this duplicate still play this deal: wait until all of them are over")


def as_it_was(room: Room, now: int) -> Callable[[], Room]:
    """Builds the room as late watchers see it now; it takes a while, so not on the loop."""
    until = shown_until(room, now)
    game, setup, commands = room.id, room.setup, [command for command in room.commands if command.at <= until]
    return lambda: Room(game, setup, commands)


def next_event(late: Late, room: Room, now: int) -> Event | None:
    """Carry out the next command if it is old enough by now."""
    n = late.room.n + 1
    if n > room.n or room.commands[n].at > shown_until(room, now):
        return None
    late.room.check_stored(room.commands[n])
    return late.room.perform(room.commands[n])
