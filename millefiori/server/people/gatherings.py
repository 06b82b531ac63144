"""Gatherings: tables in the hall before their game. Nobody sees a card until all seats are taken.

Everything is decided by the store, in one job each: who gets the last seat, which gathering fits a quick match, whether
all agree to bots. So any number of people can ask at the same moment, at any worker.
"""

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from millefiori.bots.bot import LEVELS
from millefiori.engine.editions import EditionError, edition_named
from millefiori.server.ids import new_id
from millefiori.server.messages.hall import Gathering, NewGathering, QuickMatch, Sitter
from millefiori.server.messages.words import Tempo
from millefiori.server.people.blocks import BLOCKED, check_apart
from millefiori.server.people.players import Player, add_sitting
from millefiori.server.people.ratings import Skill, shown
from millefiori.server.refusal import Refusal
from millefiori.server.storage.driver import Connection
from millefiori.server.tempo.wanted import check_tempo

BOTS_AFTER = 30
"""Seconds after which bots can be proposed for the empty seats."""
AWAY = 60
"""Seconds after which somebody who has left the hall loses the seat; not in games over days."""
MOST_GATHERINGS = 500
"""In the whole hall."""
FEWEST = 2
SITTERS = """
SELECT gathering, players.id, name, emblem, mu, sigma, agrees
FROM sitters JOIN players ON players.id = sitters.player
"""
COLUMNS = "id, edition, tactical, seats, tempo, is_rated, level, created, talk, delay"
Row = tuple[Any, ...]


def check(wanted: NewGathering) -> None:
    """Refuse an edition, a number of players or a tempo that cannot be played."""
    check_tempo(wanted.tempo)
    try:
        edition_named(wanted.edition).check_players(wanted.seats)
    except EditionError as error:
        raise Refusal("setup", str(error)) from None


def tempo_text(wanted: NewGathering | QuickMatch) -> str:
    """A tempo as it is stored; equal tempos have equal texts."""
    return msgspec.json.encode(wanted.tempo).decode()


# --- Coming and going. Each function is a job for the store; they are carried out one after the other.


def lock(database: Connection) -> None:
    """Until this job is written, no other worker changes anything in the hall."""
    database.execute("UPDATE hall SET changes = changes + 1")


def create(database: Connection, wanted: NewGathering, player: Player, most: int) -> str:
    """A new gathering at which the player waits."""
    lock(database)
    _check_rated(player, wanted.is_rated)
    if database.execute("SELECT count(*) FROM gatherings").fetchone()[0] >= MOST_GATHERINGS:
        raise Refusal("limit", "the hall is full: join one of the tables, or try again later")
    gathering, now = new_id(), int(time.time())
    values = (wanted.edition, int(wanted.tactical), wanted.seats, wanted.tempo.kind, tempo_text(wanted))
    database.execute(
        "INSERT INTO gatherings (id, edition, tactical, seats, kind, tempo, is_rated, is_listed, level, created, talk, "
        "delay) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?)",
        (gathering, *values, int(wanted.is_rated), int(wanted.is_listed), now, wanted.talk, wanted.delay),
    )
    _sit(database, gathering, player, most)
    return gathering


def join(database: Connection, gathering: str, player: Player, most: int) -> None:
    """The player takes a seat; refused if there is none."""
    lock(database)
    seats, is_rated = _found(database, gathering, "seats, is_rated")
    sitters = database.execute("SELECT player FROM sitters WHERE gathering = ?", (gathering,)).fetchall()
    if (player.id,) in [tuple(row) for row in sitters]:
        return
    if len(sitters) >= seats:
        raise Refusal("full", "somebody was quicker: all seats are taken")
    _check_rated(player, bool(is_rated))
    check_apart(database, player.id, gathering)
    _sit(database, gathering, player, most)


def quick(database: Connection, wanted: QuickMatch, player: Player, most: int) -> str:
    """The fullest gathering that fits, then the oldest; a new one if there is none."""
    lock(database)
    is_rated = int(wanted.is_rated)
    row = database.execute(
        f"""
        SELECT gatherings.id FROM gatherings JOIN sitters ON sitters.gathering = gatherings.id
        WHERE edition = ? AND tactical = 0 AND tempo = ? AND is_rated = ? AND (seats = ? OR ? = 0)
        AND NOT EXISTS (SELECT 1 FROM sitters AS own WHERE own.gathering = gatherings.id AND own.player = ?)
        AND NOT EXISTS (SELECT 1 FROM sitters WHERE sitters.gathering = gatherings.id AND {BLOCKED})
        GROUP BY gatherings.id, gatherings.seats, gatherings.created HAVING count(*) < gatherings.seats
        ORDER BY gatherings.seats - count(*), gatherings.created, gatherings.id LIMIT 1
        """,
        (wanted.edition, tempo_text(wanted), is_rated, wanted.seats, wanted.seats, *[player.id] * 3),
    ).fetchone()
    if row is not None:
        _check_rated(player, wanted.is_rated)
        _sit(database, row[0], player, most)
        return str(row[0])
    seats = wanted.seats or FEWEST
    return create(database, NewGathering(wanted.edition, seats, False, wanted.tempo, wanted.is_rated), player, most)


def leave(database: Connection, gathering: str, player: str) -> None:
    """The player gives up the seat. With more seats for bots than before, the others are asked again."""
    lock(database)
    database.execute("DELETE FROM sitters WHERE gathering = ? AND player = ?", (gathering, player))
    _propose(database, gathering, "")
    _drop_empty(database)


def part(database: Connection, player: str, other: str) -> None:
    """The player does not want to meet another one: at tables where both wait, the player gives up the seat."""
    lock(database)
    rows = database.execute(
        "SELECT own.gathering FROM sitters AS own JOIN sitters AS their ON their.gathering = own.gathering "
        "WHERE own.player = ? AND their.player = ?",
        (player, other),
    )
    for (gathering,) in rows.fetchall():
        leave(database, gathering, player)


def agree(database: Connection, gathering: str, player: str, level: str) -> None:
    """The player agrees to bots of this level, and proposes them if nobody has."""
    lock(database)
    if level and level not in LEVELS:
        raise Refusal("setup", f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    proposed, created = _found(database, gathering, "level, created")
    own = (gathering, player)
    if database.execute("SELECT 1 FROM sitters WHERE gathering = ? AND player = ?", own).fetchone() is None:
        raise Refusal("gathering", "you do not wait at this table")
    if level and time.time() < created + BOTS_AFTER:
        raise Refusal("soon", f"bots can take seats {BOTS_AFTER} seconds after a table was opened")
    if level != proposed:
        _propose(database, gathering, level)
    if level:
        database.execute("UPDATE sitters SET agrees = 1 WHERE gathering = ? AND player = ?", own)


def _propose(database: Connection, gathering: str, level: str) -> None:
    database.execute("UPDATE gatherings SET level = ? WHERE id = ?", (level, gathering))
    database.execute("UPDATE sitters SET agrees = 0 WHERE gathering = ?", (gathering,))


def _found(database: Connection, gathering: str, columns: str) -> Row:
    row = database.execute(f"SELECT {columns} FROM gatherings WHERE id = ?", (gathering,)).fetchone()
    if row is None:
        raise Refusal("gathering", "this table is gone: its game has begun, or all have left")
    return tuple(row)


def _check_rated(player: Player, is_rated: bool) -> None:
    if is_rated and player.is_unrated:
        raise Refusal("unrated", "this table is rated, and you play unrated only: change that on your page")


def _sit(database: Connection, gathering: str, player: Player, most: int) -> None:
    count = database.execute("SELECT count(*) FROM sitters WHERE player = ?", (player.id,)).fetchone()[0]
    if most and count >= most:
        raise Refusal("limit", f"you wait at {count} tables already: leave one of them first")
    now = time.time()
    database.execute(
        "INSERT INTO sitters (gathering, player, agrees, since, seen) VALUES (?, ?, 0, ?, ?)",
        (gathering, player.id, int(1000 * now), int(now)),
    )


def _drop_empty(database: Connection) -> None:
    database.execute("DELETE FROM gatherings WHERE id NOT IN (SELECT gathering FROM sitters)")


# --- Presence


def note_present(database: Connection, players: Sequence[str]) -> None:
    """These players are in the hall."""
    now = int(time.time())
    database.executemany("UPDATE sitters SET seen = ? WHERE player = ?", [(now, player) for player in players])


def drop_absent(database: Connection) -> int:
    """Who has left the hall loses the seat, unless the game would take days; returns how many seats are free again."""
    lock(database)
    rows = database.execute(
        "SELECT gathering, player FROM sitters JOIN gatherings ON gatherings.id = sitters.gathering "
        "WHERE seen < ? AND kind <> 'days'",
        (int(time.time()) - AWAY,),
    ).fetchall()
    for gathering, player in rows:
        leave(database, gathering, player)
    return len(rows)


# --- Looking


def all_gatherings(database: Connection) -> list[Gathering]:
    """What the hall shows, the oldest first."""
    rows = database.execute(f"SELECT {COLUMNS} FROM gatherings ORDER BY created, id LIMIT ?", (MOST_GATHERINGS,))
    found = {row[0]: (row, list[Sitter]()) for row in rows.fetchall()}
    sitters = database.execute(f"{SITTERS} ORDER BY since, players.id")
    for gathering, *sitter in sitters.fetchall():
        if gathering in found:
            found[gathering][1].append(_sitter(*sitter))
    return [_gathering(row, sitters) for row, sitters in found.values()]


def one_gathering(database: Connection, gathering: str) -> Gathering | None:
    """A gathering as it is now, if it is there."""
    row = database.execute(f"SELECT {COLUMNS} FROM gatherings WHERE id = ?", (gathering,)).fetchone()
    if row is None:
        return None
    sitters = database.execute(f"{SITTERS} WHERE gathering = ? ORDER BY since, players.id", (gathering,))
    return _gathering(row, [_sitter(*sitter) for _, *sitter in sitters.fetchall()])


def _sitter(identity: str, name: str, emblem: int, mu: float, sigma: float, agrees: int) -> Sitter:
    return Sitter(identity, name, emblem, shown(Skill(mu, sigma)).rating, bool(agrees))


def _gathering(row: Row, sitters: list[Sitter]) -> Gathering:
    identity, edition, tactical, seats, tempo, is_rated, level, created, talk, delay = row
    rules = (edition, bool(tactical), seats, msgspec.json.decode(tempo, type=Tempo), bool(is_rated))
    return Gathering(identity, *rules, level, created + BOTS_AFTER, sitters, talk, delay)


def is_ready(gathering: Gathering) -> bool:
    """Can the game begin? All seats are taken, or all who wait agree to bots."""
    return bool(gathering.sitters) and (
        len(gathering.sitters) == gathering.seats
        or (bool(gathering.level) and all(sitter.agrees for sitter in gathering.sitters))
    )


# --- The game begins


def begin(database: Connection, gathering: Gathering, game: str, watch: str, order: Sequence[str]) -> None:
    """Part of the job that adds the game: those who waited sit in it. `order` has a player's id or a level by seat.

    Refused if anything has changed meanwhile, so a gathering begins once.
    """
    lock(database)
    row = database.execute("SELECT is_listed FROM gatherings WHERE id = ?", (gathering.id,)).fetchone()
    if row is None or one_gathering(database, gathering.id) != gathering:
        raise Refusal("gathering", "the table has changed")
    people = {sitter.id for sitter in gathering.sitters}
    levels = ["" if each in people else each for each in order]
    for seat, player in enumerate(order):
        if player in people:
            add_sitting(database, game, seat, player)
            database.execute(
                "DELETE FROM sitters WHERE player = ? AND (gathering = ? OR gathering IN "
                "(SELECT id FROM gatherings WHERE kind <> 'days'))",
                (player, gathering.id),
            )
    database.execute("DELETE FROM gatherings WHERE id = ?", (gathering.id,))
    _drop_empty(database)
    tempo = msgspec.json.encode(gathering.tempo).decode()
    database.execute(
        "INSERT INTO hall_games (game, gathering, edition, tactical, tempo, levels, is_rated, is_listed, watch, began, "
        "delay) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game,
            gathering.id,
            gathering.edition,
            int(gathering.tactical),
            tempo,
            json.dumps(levels),
            int(gathering.is_rated),
            row[0],
            watch,
            int(time.time()),
            gathering.delay,
        ),
    )


def seats_at_random(gathering: Gathering) -> list[str]:
    """Who sits where: drawn by lot."""
    bots = [gathering.level] * (gathering.seats - len(gathering.sitters))
    order = [sitter.id for sitter in gathering.sitters] + bots
    secrets.SystemRandom().shuffle(order)
    return order


def game_of(database: Connection, gathering: str) -> str:
    """The game that a gathering has come to; empty if it has not begun."""
    row = database.execute("SELECT game FROM hall_games WHERE gathering = ?", (gathering,)).fetchone()
    return str(row[0]) if row else ""


def begun_since(database: Connection, since: int) -> dict[str, str]:
    """The games that have begun since a time, by the gatherings that they came of."""
    rows = database.execute(
        "SELECT gathering, game FROM hall_games WHERE began >= ? ORDER BY began DESC LIMIT 500", (since,)
    )
    return dict(rows.fetchall())
