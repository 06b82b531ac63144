"""Duplicates in the database, for jobs of the store. A duplicate is known by the hash of its link."""

import contextlib
import hashlib
import json
import secrets
import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.duplicates import DuplicateTerms
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import add_game, change_setup
from millefiori.server.storage.keys import Key, add_link


class Person(NamedTuple):
    """Somebody who has joined; `number` is a place in the movement."""

    number: int
    who: str
    name: str


class Stored(NamedTuple):
    """A duplicate as it is stored."""

    id: str
    terms: DuplicateTerms
    begun: int  # in seconds since 1970; 0 as long as people are missing
    people: list[Person]

    def number_of(self, who: str) -> int:
        """The place of somebody; -1 without one."""
        return next((person.number for person in self.people if person.who == who), -1)


class Result(NamedTuple):
    """How a table ended: no scores if it was abandoned or its game is lost."""

    scores: list[int]
    stood_in: list[Seat]  # seats at which a bot has played for a person


class Table(NamedTuple):
    """A table of a duplicate."""

    game: str
    deal: int
    number: int
    commitment: str
    is_begun: bool
    result: Result | None
    is_open: bool  # may its cards be seen?
    share: str  # then this opens its replay and review


class NewTable(NamedTuple):
    """A table to be added."""

    game: str
    deal: int
    number: int
    commitment: str
    setup: Setup


def id_of(link: str) -> str:
    """By what a duplicate is stored: the link itself is not."""
    return hashlib.sha256(link.encode()).hexdigest()


# --- Its people


def add(database: Connection, link: str, terms: DuplicateTerms) -> None:
    """A new duplicate without people."""
    database.execute(
        "INSERT INTO duplicates (id, terms, created, begun, changes) VALUES (?, ?, ?, 0, 0)",
        (id_of(link), msgspec.json.encode(terms).decode(), int(time.time())),
    )


def look(database: Connection, duplicate: str) -> Stored:
    """A duplicate with its people."""
    row = database.execute("SELECT terms, begun FROM duplicates WHERE id = ?", (duplicate,)).fetchone()
    if row is None:
        raise Refusal("key", "this link opens no duplicate here")
    people = database.execute(
        "SELECT number, who, name FROM duplicate_people WHERE duplicate = ? ORDER BY number", (duplicate,)
    ).fetchall()
    terms = msgspec.json.decode(row[0], type=DuplicateTerms)
    return Stored(duplicate, terms, row[1], [Person(*person) for person in people])


def join(database: Connection, duplicate: str, who: str, name: str) -> None:
    """Somebody takes a place; asked again, nothing changes."""
    found = _locked(database, duplicate)
    if found.number_of(who) >= 0:
        return
    free = set(range(found.terms.people)) - {person.number for person in found.people}
    if found.begun or not free:
        raise Refusal("duplicate", "all places of this duplicate are taken")
    database.execute(
        "INSERT INTO duplicate_people (duplicate, number, who, name) VALUES (?, ?, ?, ?)",
        (duplicate, min(free), who, name),
    )


def leave(database: Connection, duplicate: str, who: str) -> None:
    """Somebody gives up a place, as long as people are missing."""
    if _locked(database, duplicate).begun:
        raise Refusal("duplicate", "the tables are there already: resign at yours")
    database.execute("DELETE FROM duplicate_people WHERE duplicate = ? AND who = ?", (duplicate, who))


def begin(database: Connection, duplicate: str, people: Sequence[Person], tables: Collection[NewTable]) -> None:
    """All tables of all deals for these people; nothing if it has begun, or somebody has left meanwhile."""
    found = _locked(database, duplicate)
    if found.begun or found.people != people:
        return
    for table in tables:
        add_game(database, table.game, table.setup)
        database.execute(
            "INSERT INTO duplicate_tables (game, duplicate, deal, number, commitment, result, is_open, share) "
            "VALUES (?, ?, ?, ?, ?, '', 0, '')",
            (table.game, duplicate, table.deal, table.number, table.commitment),
        )
    database.execute("UPDATE duplicates SET begun = ? WHERE id = ?", (int(time.time()), duplicate))


def _locked(database: Connection, duplicate: str) -> Stored:
    """A duplicate that no other worker changes until this job is written."""
    database.execute("UPDATE duplicates SET changes = changes + 1 WHERE id = ?", (duplicate,))
    return look(database, duplicate)


# --- Its tables


def tables_of(database: Connection, duplicate: str) -> list[Table]:
    """The tables of all deals, in order."""
    rows = database.execute(
        "SELECT game, deal, number, commitment, "
        "EXISTS (SELECT 1 FROM commands WHERE commands.game = duplicate_tables.game), result, is_open, share "
        "FROM duplicate_tables WHERE duplicate = ? ORDER BY deal, number",
        (duplicate,),
    ).fetchall()
    return [
        Table(
            game,
            deal,
            number,
            commitment,
            bool(begun),
            Result(*json.loads(found)) if found else None,
            bool(opened),
            share,
        )
        for game, deal, number, commitment, begun, found, opened, share in rows
    ]


def settle(database: Connection, game: str, result: Result) -> None:
    """A table is over."""
    database.execute(
        "UPDATE duplicate_tables SET result = ? WHERE game = ? AND result = ''", (json.dumps(result), game)
    )


def open_deals(database: Connection, duplicate: str) -> list[tuple[str, Setup]]:
    """Unseal every deal that is over at all its tables; returns the games that are open now."""
    _locked(database, duplicate)
    tables, opened = tables_of(database, duplicate), list[tuple[str, Setup]]()
    running = {table.deal for table in tables if table.result is None}
    for table in tables:
        if table.is_open or table.deal in running:
            continue
        share, setup = "", _unseal(database, table.game)
        if setup is not None:
            opened.append((table.game, setup))
            if table.result and table.result.scores:
                share = secrets.token_urlsafe(16)
                add_link(database, share, Key(table.game, SPECTATOR, "share"))
        database.execute("UPDATE duplicate_tables SET is_open = 1, share = ? WHERE game = ?", (share, table.game))
    return opened


def _unseal(database: Connection, game: str) -> Setup | None:
    """The setup of a game that other tables need no longer fear; None if the game is deleted or damaged."""
    if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
        return None
    with contextlib.suppress(msgspec.MsgspecError, ValueError):
        return change_setup(database, game, lambda setup: msgspec.structs.replace(setup, sealed=""))
    return None


# --- The end


def forget(database: Connection, before: int) -> None:
    """Delete what was opened before a time and has no games any more."""
    database.execute(
        "DELETE FROM duplicates WHERE created < ? AND NOT EXISTS (SELECT 1 FROM duplicate_tables "
        "JOIN games ON games.id = duplicate_tables.game WHERE duplicate_tables.duplicate = duplicates.id)",
        (before,),
    )
    for table in ("duplicate_people", "duplicate_tables"):
        database.execute(f"DELETE FROM {table} WHERE duplicate NOT IN (SELECT id FROM duplicates)")
