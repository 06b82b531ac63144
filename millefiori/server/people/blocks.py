"""Blocks: players who do not want to meet again. They get no seats at the same table in the hall, and at tables where
they meet all the same, the one who has blocked hears nothing from the other.

All of these are jobs for the store.
"""

import time

from millefiori.engine.vocabulary import Seat
from millefiori.server.messages.players import Blocked
from millefiori.server.refusal import Refusal
from millefiori.server.storage.driver import Connection

MOST_BLOCKS = 200
"""Players whom a player can block."""
BLOCKED = """EXISTS (SELECT 1 FROM blocks
WHERE (blocks.player = sitters.player AND blocked = ?) OR (blocks.player = ? AND blocked = sitters.player))"""
"""Of somebody who waits at a gathering: has one of the two blocked the other?"""


def block(database: Connection, player: str, game: str, seat: Seat) -> str:
    """A player blocks whoever sits at another seat of a game; returns whom."""
    seats = dict(database.execute("SELECT seat, player FROM sittings WHERE game = ?", (game,)).fetchall())
    if player not in seats.values() or seats.get(seat, player) == player:
        raise Refusal("block", "you can block players with whom you sit at a table")
    if len(blocked_by(database, player)) >= MOST_BLOCKS:
        raise Refusal("limit", f"you can block {MOST_BLOCKS} players: unblock one of them first")
    database.execute(
        "INSERT INTO blocks (player, blocked, since) VALUES (?, ?, ?) ON CONFLICT (player, blocked) DO NOTHING",
        (player, seats[seat], int(time.time())),
    )
    return str(seats[seat])


def unblock(database: Connection, player: str, blocked: str) -> None:
    """They may meet again."""
    database.execute("DELETE FROM blocks WHERE player = ? AND blocked = ?", (player, blocked))


def blocked_by(database: Connection, player: str) -> list[Blocked]:
    """Whom a player has blocked, the last one first."""
    rows = database.execute(
        "SELECT id, name, emblem FROM blocks JOIN players ON players.id = blocked "
        "WHERE blocks.player = ? ORDER BY since DESC, id",
        (player,),
    )
    return [Blocked(*row) for row in rows.fetchall()]


def check_apart(database: Connection, player: str, gathering: str) -> None:
    """Refuse a seat beside somebody whom the player has blocked, or who has blocked the player."""
    found = database.execute(f"SELECT 1 FROM sitters WHERE gathering = ? AND {BLOCKED}", (gathering, player, player))
    if found.fetchone():
        raise Refusal("blocked", "you cannot sit at this table: you or somebody there has blocked the other")


def tables_of(database: Connection, player: str, other: str) -> list[str]:
    """The games in which two players sit together."""
    rows = database.execute(
        "SELECT own.game FROM sittings AS own JOIN sittings AS their ON their.game = own.game "
        "WHERE own.player = ? AND their.player = ?",
        (player, other),
    )
    return [game for (game,) in rows.fetchall()]


def hushed(database: Connection, game: str) -> set[tuple[Seat, Seat]]:
    """At a table: who hears nothing from whom."""
    rows = database.execute(
        "SELECT hearer.seat, speaker.seat FROM sittings AS hearer JOIN blocks ON blocks.player = hearer.player "
        "JOIN sittings AS speaker ON speaker.player = blocked AND speaker.game = hearer.game WHERE hearer.game = ?",
        (game,),
    )
    return {(hearer, speaker) for hearer, speaker in rows.fetchall()}


def forget(database: Connection, player: str) -> None:
    """A player is deleted."""
    database.execute("DELETE FROM blocks WHERE player = ? OR blocked = ?", (player, player))
