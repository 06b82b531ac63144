"""Keys in the database, for jobs of the store. They are kept as hashes: the database alone opens no seat."""

import hashlib
import hmac
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from millefiori.engine.vocabulary import SEATS, SPECTATOR, Seat
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import change_setup, renamed, seated

KINDS = ("seat", "invitation", "watch", "share", "view")
TOGETHER = 500
"""Keys that one question is about."""
KEY = """
SELECT hash, game, seat, kind, (
    SELECT until FROM bans JOIN sittings ON bans.kind = 'player' AND what = player
    WHERE sittings.game = keys.game AND sittings.seat = keys.seat AND keys.kind = 'seat')
FROM keys
"""
"""What a key opens, and until when the player at that seat is banned."""
MOST_LINKS = 20
"""Links of each kind that a seat can give away: to its replay, to its view."""


@dataclass(frozen=True)
class Key:
    """What a secret opens: a seat, an invitation to it, a look at the game, at this seat, or at its replay."""

    game: str
    seat: Seat
    kind: str  # one of KEY_KINDS


def hashed(token: str) -> bytes:
    """What is stored of a secret."""
    return hashlib.sha256(token.encode()).digest()


def add(database: Connection, secrets: Iterable[tuple[str, Key]]) -> None:
    """New keys."""
    rows = [(hashed(token), key.game, key.seat, key.kind) for token, key in secrets]
    database.executemany("INSERT INTO keys (hash, game, seat, kind) VALUES (?, ?, ?, ?)", rows)


def find(database: Connection, token: str) -> Key | None:
    """What a secret opens; a damaged key opens nothing."""
    row = database.execute(f"{KEY} WHERE hash = ?", (hashed(token),)).fetchone()
    if row is None or row[2] not in (SPECTATOR, *range(SEATS)) or row[3] not in KINDS:
        return None
    _, *key, ban = row
    if ban is not None and ban > time.time():
        raise Refusal("banned", "the player at this seat has been banned by the operator of the server")
    return Key(*key)


def opening(database: Connection, hashes: Sequence[bytes]) -> set[bytes]:
    """Those of these hashes whose keys open something."""
    found: set[bytes] = set()
    for start in range(0, len(hashes), TOGETHER):
        part = hashes[start : start + TOGETHER]
        rows = database.execute(f"{KEY} WHERE hash IN ({', '.join('?' * len(part))})", part)
        found.update(bytes(key) for key, *_, ban in rows if ban is None or ban <= time.time())
    return found


def own_key(database: Connection, secret: str, key: Key) -> str:
    """A key of a seat, made from a secret of the device: the same every time, and nobody else can work it out."""
    made = hmac.digest(secret.encode(), f"seat {key.seat} of {key.game}".encode(), "sha256")
    token = urlsafe_b64encode(made[:16]).decode().rstrip("=")
    database.execute(
        "INSERT INTO keys (hash, game, seat, kind) VALUES (?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING",
        (hashed(token), key.game, key.seat, key.kind),
    )
    return token


def accept(database: Connection, invitation: str, token: str, name: str) -> Setup | None:
    """Turn an invitation into a key and write the new name; None if it was already accepted."""
    if database.execute("SELECT 1 FROM keys WHERE hash = ?", (hashed(token),)).fetchone():
        return None
    changed = database.execute(
        "UPDATE keys SET hash = ?, kind = 'seat' WHERE hash = ? AND kind = 'invitation' RETURNING game, seat",
        (hashed(token), hashed(invitation)),
    ).fetchone()
    if changed is None:
        return None
    game, seat = changed
    database.execute("UPDATE games SET changed = ? WHERE id = ?", (int(time.time()), game))
    return change_setup(database, game, lambda setup: seated(renamed(setup, seat, name), seat))


def add_link(database: Connection, token: str, link: Key) -> bool:
    """A secret that a seat gives away; False if it has given away enough of this kind."""
    links = "SELECT count(*) FROM keys WHERE game = ? AND seat = ? AND kind = ?"
    if database.execute(links, (link.game, link.seat, link.kind)).fetchone()[0] >= MOST_LINKS:
        return False
    add(database, [(token, link)])
    return True


def end_links(database: Connection, link: Key) -> set[bytes]:
    """The links of this kind that the seat has given away open nothing any more; returns their hashes."""
    ended = "DELETE FROM keys WHERE game = ? AND seat = ? AND kind = ? RETURNING hash"
    return {bytes(key) for (key,) in database.execute(ended, (link.game, link.seat, link.kind)).fetchall()}
