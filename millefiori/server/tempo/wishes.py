"""Wishes: what somebody would like to decide next in a game over days, left in advance (docs/time.md).

They are no part of the game. They lie in the database alone, as a secret of their seat, until it has been that seat's
turn for a minute; then whichever worker takes them out gives the first possible one as the seat's ordinary command. The
store lets one worker take them, so what was withdrawn before is never played. They are for the first decision after
they were left: once the seat has decided or undone something, or a bot plays it, they are void.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import msgspec

from millefiori.engine.view import view
from millefiori.engine.vocabulary import ActionNumber, Card, Phase, Seat
from millefiori.explain.previews import card_previews
from millefiori.server.messages.position import ShownPreview
from millefiori.server.messages.wishes import NewWishes, Wishes
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.positions import shown_preview
from millefiori.server.rooms.room import DECIDE, UNDO, UNDO_TURN, Command, Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.store import Store
from millefiori.server.tempo.clocks import SECOND
from millefiori.server.thinking.bot_turns import Overtaken

log = logging.getLogger(__name__)
PAUSE = 60 * SECOND
"""How long it has been a seat's turn before its wishes count: so long the others may take back what they did."""
TOGETHER = 50
"""Games that are looked at in one go."""


class Left(NamedTuple):
    """Wishes as they are stored."""

    n: int  # the last event when they were left
    actions: list[ActionNumber]  # empty: none of them was possible


# --- What may be wished for


def next_cards(room: Room, seat: Seat) -> list[Card]:
    """The cards that a seat may keep next, as far as it knows: those that it has seen in other hands.

    In the tactical variant it may still have to decide with its own hand.
    """
    shown = room.position(seat)
    hands = [*shown.known.values(), shown.hand] if room.setup.tactical else shown.known.values()
    return sorted({card for hand in hands for card in hand})


def next_uses(room: Room, seat: Seat) -> list[ShownPreview]:
    """What the card that a seat has kept could do if it were its turn; from its own view alone."""
    seen, kept = view(room.table.game, seat), room.keeps.get(seat)
    if kept is None:
        seen.phase, seen.to_act, seen.extra_cards = Phase.PLAY, seat, 0
    found = next(card for card in card_previews(seen) if kept is None or card.obtain == kept)
    return [shown_preview(preview) for preview in found.previews]


def shown(room: Room, seat: Seat, left: Left | None) -> Wishes:
    """Wishes for their own seat. Void ones are as good as none."""
    if left is not None and is_void(room, seat, left):
        left = None
    actions, was_dropped = (left.actions, not left.actions) if left else ([], False)
    if room.is_over or room.bot_of(seat) or room.is_awaited(seat):
        return Wishes(actions, was_dropped, [], [])
    if room.position(seat).kept is None:
        return Wishes(actions, was_dropped, next_cards(room, seat), [])
    return Wishes(actions, was_dropped, [], next_uses(room, seat))


def is_void(room: Room, seat: Seat, left: Left) -> bool:
    """Has the decision that they were meant for been made?"""
    since = room.commands[left.n + 1 :]
    return any(command.seat == seat and command.kind in (DECIDE, UNDO, UNDO_TURN) for command in since)


def check(room: Room, seat: Seat, wanted: NewWishes) -> None:
    """Refuse wishes that make no sense now."""
    if room.setup.tempo.kind != "days":
        raise Refusal("wishes", "wishes can be left in games over days only")
    if room.is_over:
        raise Refusal("over", "the game is over")
    if room.bot_of(seat):
        raise Refusal("absent", "a bot plays for you: take over first")
    if room.is_awaited(seat):
        raise Refusal("wishes", "it is your turn: decide now")
    if wanted.at < room.changed:
        raise Refusal("stale", f"the game has moved on since event {wanted.at}")
    found = shown(room, seat, None)
    possible = {*found.cards, *(use.action for use in found.uses)}
    if len(set(wanted.actions)) < len(wanted.actions) or not possible.issuperset(wanted.actions):
        raise Refusal("wishes", "wish for different cards that you know, or different uses of your kept card")


# --- Jobs for the store


def put(database: Connection, game: str, seat: Seat, left: Left) -> None:
    """Wishes instead of those that the seat had."""
    take(database, game, seat)
    keep(database, game, seat, left)


def keep(database: Connection, game: str, seat: Seat, left: Left) -> None:
    """Wishes, unless the seat has others by now."""
    database.execute(
        "INSERT INTO wishes (game, seat, n, actions) VALUES (?, ?, ?, ?) ON CONFLICT (game, seat) DO NOTHING",
        (game, seat, left.n, msgspec.json.encode(left.actions).decode()),
    )


def find(database: Connection, game: str, seat: Seat) -> Left | None:
    """The wishes of a seat."""
    row = database.execute("SELECT n, actions FROM wishes WHERE game = ? AND seat = ?", (game, seat)).fetchone()
    return _left(row)


def take(database: Connection, game: str, seat: Seat) -> Left | None:
    """The wishes of a seat, which has none afterwards. Of several workers one gets them."""
    row = database.execute("DELETE FROM wishes WHERE game = ? AND seat = ? RETURNING n, actions", (game, seat))
    return _left(row.fetchone())


def _left(row: Sequence[object] | None) -> Left | None:
    return None if row is None else Left(int(str(row[0])), msgspec.json.decode(str(row[1]), type=list[int]))


def ripe(database: Connection, before: int) -> list[tuple[str, Seat]]:
    """Some seats with wishes whose turn has begun before a time."""
    rows = database.execute(
        "SELECT wishes.game, wishes.seat FROM wishes JOIN deadlines "
        "ON deadlines.game = wishes.game AND deadlines.seat = wishes.seat "
        "WHERE since <= ? AND actions <> '[]' ORDER BY since LIMIT ?",
        (before, TOGETHER),
    )
    return [(game, seat) for game, seat in rows.fetchall()]


# --- Carrying them out


async def fulfil_all(rooms: Rooms) -> None:
    """Carry out what is ripe; the bell does it every second."""
    for game, seat in await rooms.store.read(partial(ripe, before=rooms.clock() - PAUSE)):
        try:
            await fulfil(rooms, game, seat)
        except Refusal as error:
            log.error("game %s: wishes were not carried out: %s", game, error)
            if error.code == "damaged":
                await rooms.store.write(partial(take, game=game, seat=seat))


async def fulfil(rooms: Rooms, game: str, seat: Seat) -> None:
    """Give the first possible wish of a seat as its command. If none is possible, note that."""
    live, store = await rooms.get(game), rooms.store
    room = live.room
    left = await store.write(partial(take, game=game, seat=seat))

    def ask() -> Command:
        if not left or is_void(room, seat, left) or not room.is_awaited(seat) or room.bot_of(seat) or room.is_over:
            raise Overtaken
        for action in left.actions:
            command = Command(seat, DECIDE, action, rooms.clock())
            with suppress(Refusal):
                room.check(command)
                return command
        raise Impossible

    try:
        await rooms.perform(live, ask)
    except Impossible:
        await store.write(partial(keep, game=game, seat=seat, left=Left(room.n, [])))
    except Overtaken:
        await _keep_for_later(store, room, seat, left)
    except Refusal:
        await _keep_for_later(store, room, seat, left)
        raise


async def _keep_for_later(store: Store, room: Room, seat: Seat, left: Left | None) -> None:
    """Somebody has taken a step back meanwhile, or the store was away: wishes that are still good stay."""
    if left and not is_void(room, seat, left) and not room.bot_of(seat) and not room.is_over:
        await store.write(partial(keep, game=room.id, seat=seat, left=left))


class Impossible(Exception):
    """No wish of a list can be carried out."""
