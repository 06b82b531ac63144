"""Who wants to be told, and about which seats. Secrets are stored as hashes; an address goes when somebody says so."""

import secrets
from dataclasses import dataclass
from typing import Any

from millefiori.server.refusal import Refusal
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.keys import Key, hashed
from millefiori.server.storage.store import Store

HOUR = 3_600_000
UNCONFIRMED = 48 * HOUR
"""An address that nobody has confirmed is forgotten after this time."""
MOST_GAMES = 100
MOST_LETTERS = 3
"""Unconfirmed requests for one address; more would let strangers fill somebody's mailbox."""
COLUMNS = "id, kind, address, language, leaving, confirming, told"


@dataclass(frozen=True)
class Subscription:
    """An address, and what is known about it."""

    id: str
    kind: str  # mail or push
    address: str  # for push, its JSON
    language: str
    leaving: str  # the secret of the link that ends it; it opens nothing else
    confirming: str  # the hash of the secret that confirms it; empty when it is confirmed
    told: int  # when something was sent last

    @property
    def is_confirmed(self) -> bool:
        """Has somebody with this address said yes?"""
        return not self.confirming


class Subscriptions:
    """All addresses of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, kind: str, address: str, language: str, key: Key, now: int) -> tuple[Subscription, str, str]:
        """A new one; returns it with its secret and the secret that confirms it. Browsers have confirmed by asking."""
        secret, confirming = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        hash_of = "" if kind == "push" else hashed(confirming).hex()
        new = Subscription(secrets.token_urlsafe(9), kind, address, language, secrets.token_urlsafe(16), hash_of, 0)

        def work(database: Connection) -> None:
            _forget_unconfirmed(database, now)
            waiting = "SELECT count(*) FROM subscriptions WHERE address = ? AND confirming <> ''"
            if database.execute(waiting, (address,)).fetchone()[0] >= MOST_LETTERS:
                raise Refusal("limit", "there are letters to this address already: look for one, or try again tomorrow")
            database.execute(
                "INSERT INTO subscriptions (id, kind, address, language, leaving, confirming, told, secret, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (new.id, kind, address, language, new.leaving, hash_of, 0, hashed(secret).hex(), now),
            )
            _add_seat(database, new.id, key)

        await self.store.write(work)
        return new, secret, confirming

    async def add_seat(self, secret: str, address: str, key: Key) -> Subscription | None:
        """Another seat for an address that this device has given before; None if it has not."""

        def work(database: Connection) -> Any:
            row = database.execute(
                f"SELECT {COLUMNS} FROM subscriptions WHERE secret = ? AND address = ?", (hashed(secret).hex(), address)
            ).fetchone()
            if row is not None:
                _add_seat(database, row[0], key)
            return row

        row = await self.store.write(work)
        return None if row is None else Subscription(*row)

    async def find(self, secret: str) -> tuple[Subscription, int]:
        """What a secret stands for, and for how many seats."""

        def work(database: Connection) -> Any:
            row = database.execute(
                f"SELECT {COLUMNS} FROM subscriptions WHERE secret = ?", (hashed(secret).hex(),)
            ).fetchone()
            if row is None:
                return None
            seats = "SELECT count(*) FROM subscribed_seats WHERE subscription = ?"
            return Subscription(*row), database.execute(seats, (row[0],)).fetchone()[0]

        found: tuple[Subscription, int] | None = await self.store.read(work)
        if found is None:
            raise Refusal("notice", "these notices have ended")
        return found

    async def confirm(self, token: str) -> None:
        """Somebody has opened the link in the first letter."""
        await self._use(
            "UPDATE subscriptions SET confirming = '' WHERE confirming = ? RETURNING id", hashed(token).hex()
        )

    async def leave(self, token: str) -> None:
        """Somebody has opened the link that ends it."""
        await self._end("leaving", token)

    async def end(self, secret: str) -> None:
        """A device ends what it has begun."""
        await self._end("secret", hashed(secret).hex())

    async def _end(self, column: str, value: str) -> None:
        await self._use(f"DELETE FROM subscriptions WHERE {column} = ? RETURNING id", value, is_end=True)

    async def _use(self, statement: str, value: str, *, is_end: bool = False) -> None:
        def work(database: Connection) -> bool:
            found = database.execute(statement, (value,)).fetchone()
            if found and is_end:
                database.execute("DELETE FROM subscribed_seats WHERE subscription = ?", (found[0],))
            return found is not None

        if not value or not await self.store.write(work):
            raise Refusal("notice", "this link was used already, or it is too old")

    # --- Whom to tell

    async def waiting(self, before: int) -> dict[Subscription, list[tuple[str, int, int, int]]]:
        """For each confirmed address the seats that games over days wait for: game, seat, since when, until when."""
        names = ", ".join(f"s.{name.strip()}" for name in COLUMNS.split(","))

        def work(database: Connection) -> list[Any]:
            return database.execute(
                f"SELECT {names}, d.game, d.seat, d.since, d.due FROM deadlines AS d "
                "JOIN subscribed_seats AS w ON w.game = d.game AND w.seat = d.seat "
                "JOIN subscriptions AS s ON s.id = w.subscription "
                "WHERE s.confirming = '' AND d.since <= ? ORDER BY d.due, d.game",
                (before,),
            ).fetchall()

        found: dict[Subscription, list[tuple[str, int, int, int]]] = {}
        for row in await self.store.read(work):
            found.setdefault(Subscription(*row[:7]), []).append(tuple(row[7:]))
        return found

    async def claim(self, found: Subscription, told: int) -> bool:
        """Note that something is sent now; False if another server was quicker."""
        claim = "UPDATE subscriptions SET told = ? WHERE id = ? AND told = ? RETURNING id"
        values = (told, found.id, found.told)
        return await self.store.write(lambda database: database.execute(claim, values).fetchone()) is not None


def _add_seat(database: Connection, subscription: str, key: Key) -> None:
    count = "SELECT count(*) FROM subscribed_seats WHERE subscription = ?"
    if database.execute(count, (subscription,)).fetchone()[0] >= MOST_GAMES:
        raise Refusal("limit", f"an address can be told about {MOST_GAMES} games at most")
    database.execute(
        "INSERT INTO subscribed_seats (subscription, game, seat) VALUES (?, ?, ?) "
        "ON CONFLICT (subscription, game, seat) DO NOTHING",
        (subscription, key.game, key.seat),
    )


def _forget_unconfirmed(database: Connection, now: int) -> None:
    old = "SELECT id FROM subscriptions WHERE confirming <> '' AND created < ?"
    for (subscription,) in database.execute(old, (now - UNCONFIRMED,)).fetchall():
        database.execute("DELETE FROM subscribed_seats WHERE subscription = ?", (subscription,))
        database.execute("DELETE FROM subscriptions WHERE id = ?", (subscription,))


async def my_turns(store: Store, player: str) -> list[tuple[str, int, int, int]]:
    """The games over days that wait for a player, the most urgent first: game, seat, since when and until when."""
    return [
        tuple(row)
        for row in await store.read(
            lambda database: database.execute(
                "SELECT d.game, d.seat, d.since, d.due FROM deadlines AS d "
                "JOIN sittings AS s ON s.game = d.game AND s.seat = d.seat WHERE s.player = ? ORDER BY d.due, d.game",
                (player,),
            ).fetchall()
        )
    ]
