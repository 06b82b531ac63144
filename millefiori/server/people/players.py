"""Who one is: a key on the device, and here its hash, with a name and an emblem. There are no passwords.

Another device gets a key of its own with a ticket, which works once and soon expires. A player who sits at a table has
a row in `sittings`, so that every device of the player can play there: each with a key of its own, which ends with it.
"""

import hashlib
import secrets
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from millefiori.engine.vocabulary import SEAT_LETTERS, Seat
from millefiori.server.border.names import person_name, shown_name
from millefiori.server.ids import new_id
from millefiori.server.messages.players import LONGEST_DEVICE, ChangePlayer, Device, Me, NewPlayer, Passkey
from millefiori.server.people import blocks
from millefiori.server.people.ratings import NEWCOMER, Skill, shown
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import change_setup, renamed
from millefiori.server.storage.keys import Key, own_key
from millefiori.server.storage.store import HOUR, Store

MOST_DEVICES = 10
MOST_TICKETS = 3
TICKET_SECONDS = 600
NAMELESS = "–"
"""What is left in duplicates of somebody who was deleted."""
PLAYER = "SELECT id, name, emblem, is_unrated, mu, sigma, rated FROM players"


class Player(msgspec.Struct, frozen=True):
    """A player as stored."""

    id: str
    name: str
    emblem: int
    is_unrated: bool
    mu: float
    sigma: float
    rated: int  # how many games

    @property
    def skill(self) -> Skill:
        """What OpenSkill believes."""
        return Skill(self.mu, self.sigma)


@dataclass(frozen=True)
class Visit:
    """A player on a device that has shown its key."""

    player: Player
    key: str


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def player_of(row: Any) -> Player:
    """A player from a row of PLAYER."""
    identity, name, emblem, is_unrated, *rest = row
    return Player(identity, name, emblem, bool(is_unrated), *rest)


def checked_name(name: str) -> str:
    """The name of a player; there must be one."""
    if not shown_name(name):
        raise Refusal("nameless", "a player needs a name")
    return person_name(name, 0)


def device_name(name: str) -> str:
    """What a device is called in the list."""
    return shown_name(name)[:LONGEST_DEVICE]


class Players:
    """All players of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # --- Coming and going

    async def add(self, wanted: NewPlayer) -> Visit:
        """A new player on one device."""
        name, key, now = checked_name(wanted.name), secrets.token_urlsafe(24), int(time.time())
        player = Player(new_id(), name, wanted.emblem, False, *NEWCOMER, 0)

        def work(database: Connection) -> None:
            database.execute(
                "INSERT INTO players (id, name, emblem, is_unrated, mu, sigma, rated, created) "
                "VALUES (?, ?, ?, 0, ?, ?, 0, ?)",
                (player.id, name, wanted.emblem, *NEWCOMER, now),
            )
            add_device(database, player.id, key, wanted.device, now)

        await self.store.write(work)
        return Visit(player, key)

    async def visit(self, key: str) -> Visit:
        """The player whose device has this key."""
        player = await self.find(key, is_visit=True)
        if player is None:
            raise Refusal("player", "this device does not hold a player that is known here")
        return Visit(player, key)

    async def find(self, key: str, *, is_visit: bool = False) -> Player | None:
        """The same, or None, as for a player who is banned; a visit is refused then. Notes to the hour that it came."""
        now = int(time.time())

        def look(database: Connection) -> tuple[Any, Any, Any]:
            found = database.execute("SELECT player, seen FROM devices WHERE hash = ?", (digest(key),)).fetchone()
            if found is None:
                return None, None, None
            ban = database.execute("SELECT until FROM bans WHERE kind = 'player' AND what = ?", (found[0],)).fetchone()
            return found, database.execute(f"{PLAYER} WHERE id = ?", (found[0],)).fetchone(), ban

        device, row, ban = await self.store.read(look)
        if row is None:
            return None
        if ban is not None and ban[0] > now:
            if is_visit:
                raise Refusal("banned", "this player has been banned by the operator of the server")
            return None
        if device[1] <= now - HOUR:
            await self.store.write(
                lambda database: database.execute("UPDATE devices SET seen = ? WHERE hash = ?", (now, digest(key)))
            )
        return player_of(row)

    async def me(self, visit: Visit) -> Me:
        """What a player sees of itself."""
        rows = await self.store.read(
            lambda database: database.execute(
                "SELECT id, name, created, seen, hash FROM devices WHERE player = ? ORDER BY created, id",
                (visit.player.id,),
            ).fetchall()
        )
        this = digest(visit.key)
        devices = [Device(number, name, created, seen, key == this) for number, name, created, seen, key in rows]
        passkeys = await self.store.read(
            lambda database: database.execute(
                "SELECT id, created FROM passkeys WHERE player = ? ORDER BY created, id", (visit.player.id,)
            ).fetchall()
        )
        player = visit.player
        rating = shown(player.skill, player.rated)
        keys = [Passkey(*row) for row in passkeys]
        blocked = await self.store.read(partial(blocks.blocked_by, player=player.id))
        return Me(player.id, player.name, player.emblem, player.is_unrated, rating, devices, keys, blocked)

    async def change(self, visit: Visit, wanted: ChangePlayer) -> Visit:
        """Another name or emblem, rated or not."""
        old = visit.player
        new = msgspec.structs.replace(
            old,
            name=old.name if wanted.name is None else checked_name(wanted.name),
            emblem=old.emblem if wanted.emblem is None else wanted.emblem,
            is_unrated=old.is_unrated if wanted.is_unrated is None else wanted.is_unrated,
        )
        values = (new.name, new.emblem, int(new.is_unrated), new.id)
        change = "UPDATE players SET name = ?, emblem = ?, is_unrated = ? WHERE id = ?"
        await self.store.write(lambda database: database.execute(change, values))
        return Visit(new, visit.key)

    # --- Devices

    async def ticket(self, visit: Visit) -> str:
        """A secret that signs in another device once; the oldest of too many ends."""
        ticket, now = secrets.token_urlsafe(16), int(time.time())

        def work(database: Connection) -> None:
            database.execute("DELETE FROM tickets WHERE expires <= ?", (now,))
            rows = database.execute(
                "SELECT hash FROM tickets WHERE player = ? ORDER BY expires DESC, hash", (visit.player.id,)
            ).fetchall()
            for row in rows[MOST_TICKETS - 1 :]:
                database.execute("DELETE FROM tickets WHERE hash = ?", row)
            database.execute(
                "INSERT INTO tickets (hash, player, expires) VALUES (?, ?, ?)",
                (digest(ticket), visit.player.id, now + TICKET_SECONDS),
            )

        await self.store.write(work)
        return ticket

    async def sign_in(self, ticket: str, device: str) -> Visit:
        """The player of a ticket on a new device, with a key of its own."""
        key, now = secrets.token_urlsafe(24), int(time.time())

        def work(database: Connection) -> Any:
            used = database.execute(
                "DELETE FROM tickets WHERE hash = ? RETURNING player, expires", (digest(ticket),)
            ).fetchone()
            if used is None or used[1] <= now:
                return None
            add_device(database, used[0], key, device, now)
            return database.execute(f"{PLAYER} WHERE id = ?", (used[0],)).fetchone()

        row = await self.store.write(work)
        if row is None:
            raise Refusal("ticket", "this link was used already, or it is too old: show a new one on the other device")
        return Visit(player_of(row), key)

    async def end_device(self, visit: Visit, device: str) -> set[bytes]:
        """A device is signed out; returns the hashes of its keys, which open nothing any more."""

        def work(database: Connection) -> set[bytes]:
            found = database.execute(
                "SELECT hash FROM devices WHERE id = ? AND player = ?", (device, visit.player.id)
            ).fetchone()
            return set() if found is None else _end_device(database, found[0])

        ended = await self.store.write(work)
        if not ended:
            raise Refusal("device", "this player has no such device")
        return ended

    # --- Seats

    async def sit(self, game: str, seat: Seat, player: Player) -> None:
        """The player sits at a seat of a game."""
        await self.store.write(lambda database: add_sitting(database, game, seat, player.id))

    async def seat_key(self, visit: Visit, game: str) -> tuple[Key, str]:
        """The key of this device to the player's seat. Asked again, it is the same key."""

        def work(database: Connection) -> tuple[Key, str] | None:
            row = database.execute(
                "SELECT seat FROM sittings WHERE game = ? AND player = ?", (game, visit.player.id)
            ).fetchone()
            if row is None:
                return None
            key = Key(game, row[0], "seat")
            token = own_key(database, visit.key, key)
            database.execute(
                "INSERT INTO device_keys (device, hash) VALUES (?, ?) ON CONFLICT (device, hash) DO NOTHING",
                (digest(visit.key), digest(token)),
            )
            return key, token

        found = await self.store.write(work)
        if found is None:
            raise Refusal("key", "you have no seat in this game")
        return found

    # --- The end

    async def forget(self, visit: Visit) -> list[tuple[str, Setup]]:
        """Delete all that is known of a player. The games stay with a neutral name: returns them as they are now."""
        return await self.store.write(partial(forget_player, player=visit.player.id))


def forget_player(database: Connection, player: str) -> list[tuple[str, Setup]]:
    """The same within a job."""
    for (device,) in database.execute("SELECT hash FROM devices WHERE player = ?", (player,)).fetchall():
        _end_device(database, device)
    changed = []
    for game, seat in database.execute("SELECT game, seat FROM sittings WHERE player = ?", (player,)).fetchall():
        if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone():
            neutral = partial(renamed, seat=seat, name=SEAT_LETTERS[seat])
            changed.append((game, change_setup(database, game, neutral)))
    database.execute("UPDATE results SET player = NULL WHERE player = ?", (player,))
    database.execute(
        "UPDATE duplicate_people SET who = duplicate || number, name = ? WHERE who = ?", (NAMELESS, f"player {player}")
    )
    for table in ("tickets", "challenges", "passkeys", "sitters", "sittings"):
        database.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
    blocks.forget(database, player)
    database.execute("DELETE FROM players WHERE id = ?", (player,))
    database.execute("DELETE FROM gatherings WHERE id NOT IN (SELECT gathering FROM sitters)")
    return changed


def add_sitting(database: Connection, game: str, seat: Seat, player: str) -> None:
    """The player sits there; nobody sits at two seats of a game."""
    database.execute(
        "INSERT INTO sittings (game, seat, player) SELECT ?, ?, ? "
        "WHERE NOT EXISTS (SELECT 1 FROM sittings WHERE game = ? AND (seat = ? OR player = ?))",
        (game, seat, player, game, seat, player),
    )


def games_of(database: Connection, player: str) -> list[str]:
    """The games in which a player sits."""
    return [game for (game,) in database.execute("SELECT game FROM sittings WHERE player = ?", (player,)).fetchall()]


def add_device(database: Connection, player: str, key: str, name: str, now: int) -> None:
    """A device of a player; refused if there are too many."""
    count = database.execute("SELECT count(*) FROM devices WHERE player = ?", (player,)).fetchone()[0]
    if count >= MOST_DEVICES:
        raise Refusal("limit", f"a player can use {MOST_DEVICES} devices: end one of them first")
    database.execute(
        "INSERT INTO devices (hash, id, player, name, created, seen) VALUES (?, ?, ?, ?, ?, ?)",
        (digest(key), secrets.token_urlsafe(6), player, device_name(name), now, now),
    )


def _end_device(database: Connection, device: str) -> set[bytes]:
    ended = {bytes.fromhex(device)}
    for (key,) in database.execute("SELECT hash FROM device_keys WHERE device = ?", (device,)).fetchall():
        ended.add(bytes.fromhex(key))
        database.execute("DELETE FROM keys WHERE hash = ?", (bytes.fromhex(key),))
    for table, column in (("device_keys", "device"), ("devices", "hash")):
        database.execute(f"DELETE FROM {table} WHERE {column} = ?", (device,))
    return ended


def forget_unused(database: Connection, before: int) -> int:
    """Delete players who have never sat down and have not come back since a time; returns how many."""
    rows = database.execute(
        """
        SELECT id FROM players WHERE created < ?
        AND NOT EXISTS (SELECT 1 FROM devices WHERE devices.player = players.id AND seen >= ?)
        AND NOT EXISTS (SELECT 1 FROM sittings WHERE sittings.player = players.id)
        AND NOT EXISTS (SELECT 1 FROM sitters WHERE sitters.player = players.id)
        AND NOT EXISTS (SELECT 1 FROM results WHERE results.player = players.id)
        LIMIT 500
        """,
        (before, before),
    ).fetchall()
    for (player,) in rows:
        for (device,) in database.execute("SELECT hash FROM devices WHERE player = ?", (player,)).fetchall():
            _end_device(database, device)
        for table in ("tickets", "challenges", "passkeys"):
            database.execute(f"DELETE FROM {table} WHERE player = ?", (player,))
        blocks.forget(database, player)
        database.execute("DELETE FROM players WHERE id = ?", (player,))
    return len(rows)
