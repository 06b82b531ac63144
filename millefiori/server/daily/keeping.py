"""The deals of the day in the database: the server's secret, who has played which day, and what they reached."""

import json
import secrets
from typing import NamedTuple

from millefiori.server.storage.driver import Connection

MOST_SHOWN = 500
"""Results of a day that are shown."""


class Entry(NamedTuple):
    """Somebody's try: `scores` are empty until the game is over, `share` opens its replay and review then."""

    who: str
    name: str
    game: str
    scores: list[int]
    share: str


def secret_of(database: Connection) -> bytes:
    """The secret from which all deals follow; made when it is first needed, by whichever worker is first."""
    database.execute(
        "INSERT INTO daily_secret (id, secret) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", (secrets.token_hex(32),)
    )
    row = database.execute("SELECT secret FROM daily_secret WHERE id = 1").fetchone()
    return bytes.fromhex(row[0])


def begin(database: Connection, day: str, who: str, name: str, game: str) -> bool:
    """A try begins; False if there is one already. The primary key decides between two at the same moment."""
    insert = "INSERT INTO daily_tries (day, who, name, game, scores, share) VALUES (?, ?, ?, ?, '[]', '')"
    return database.execute(f"{insert} ON CONFLICT (day, who) DO NOTHING", (day, who, name, game)).rowcount > 0


def settle(database: Connection, day: str, entry: Entry) -> None:
    """A try is over."""
    database.execute(
        "UPDATE daily_tries SET scores = ?, share = ? WHERE day = ? AND who = ? AND share = ''",
        (json.dumps(entry.scores), entry.share, day, entry.who),
    )


def try_of(database: Connection, day: str, who: str) -> Entry | None:
    """Somebody's try of a day."""
    row = database.execute(
        "SELECT who, name, game, scores, share FROM daily_tries WHERE day = ? AND who = ?", (day, who)
    ).fetchone()
    return None if row is None else Entry(row[0], row[1], row[2], json.loads(row[3]), row[4])


def tries_of(database: Connection, day: str) -> list[Entry]:
    """All tries of a day."""
    rows = database.execute(
        "SELECT who, name, game, scores, share FROM daily_tries WHERE day = ? LIMIT ?", (day, MOST_SHOWN)
    ).fetchall()
    return [Entry(row[0], row[1], row[2], json.loads(row[3]), row[4]) for row in rows]
