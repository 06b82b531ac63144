"""Reviews in the database: the notes of each game, and records that were uploaded to be reviewed.

A record is kept by a name made from its bytes, so nobody can guess one who does not have the record.
"""

import hashlib
import json
import time
import zlib
from base64 import urlsafe_b64encode
from typing import Any

from millefiori.server.storage.driver import Connection
from millefiori.teacher.notes import Notes, NotesError, from_json, to_json

RECORD = "record-"
"""How the name of an uploaded record begins; names of games have no such beginning."""


def name_of(text: str) -> str:
    """The name of an uploaded record, which is the key to its review, too."""
    return RECORD + urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:18]).decode()


def packed(value: Any) -> bytes:
    """JSON, made small."""
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode())


def stored_notes(database: Connection, game: str) -> Notes | None:
    """What a review has found; None if there are no notes, or those of another version, which are of no use."""
    row = database.execute("SELECT notes FROM reviews WHERE game = ?", (game,)).fetchone()
    if row is None or row[0] is None:
        return None
    try:
        return from_json(json.loads(zlib.decompress(bytes(row[0]))))
    except (NotesError, ValueError, KeyError, zlib.error):
        return None


def keep_notes(database: Connection, game: str, notes: bytes) -> None:
    """Write down what a review has found. A game that was deleted meanwhile gets none."""
    changed = database.execute(
        "UPDATE reviews SET notes = ?, changed = ? WHERE game = ?", (notes, int(time.time()), game)
    ).rowcount
    if not changed and not game.startswith(RECORD):
        database.execute(
            "INSERT INTO reviews (game, notes, changed) SELECT id, ?, ? FROM games WHERE id = ?",
            (notes, int(time.time()), game),
        )


def notes_to_keep(notes: Notes) -> bytes:
    """Notes as they are stored."""
    return packed(to_json(notes))


def keep_record(database: Connection, game: str, text: str) -> None:
    """An uploaded record; one that is there already counts as used again."""
    now = int(time.time())
    if not database.execute("UPDATE reviews SET changed = ? WHERE game = ?", (now, game)).rowcount:
        values = (game, zlib.compress(text.encode()), now)
        database.execute("INSERT INTO reviews (game, record, changed) VALUES (?, ?, ?)", values)


def stored_record(database: Connection, game: str) -> str | None:
    """The text of an uploaded record."""
    row = database.execute("SELECT record FROM reviews WHERE game = ?", (game,)).fetchone()
    return None if row is None or row[0] is None else zlib.decompress(bytes(row[0])).decode()
