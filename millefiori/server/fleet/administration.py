"""What `millefiori admin` does to a database, beside servers that are running: look, close, ban, delete.

All of it is written to the database in one transaction, with an order that running workers carry out within a second
or two (`orders`). Nothing here shows a card or a key: the operator sees what everybody at a table sees, and no more.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.border.bans import ADDRESS, FOR_EVER, PLAYER, network_of
from millefiori.server.fleet import orders
from millefiori.server.people.gatherings import lock
from millefiori.server.people.players import forget_player
from millefiori.server.people.ratings import Skill, shown
from millefiori.server.people.results import outcome_of, settle
from millefiori.server.rooms.quarantine import restored
from millefiori.server.rooms.room import Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection, StoreError
from millefiori.server.storage.games import DamagedGame, stored_game
from millefiori.server.storage.retention import delete_games
from millefiori.server.storage.store import driver_of
from millefiori.server.tempo.absence import CLOSE

T = TypeVar("T")
Row = dict[str, Any]
DAY = 24 * 3600


class Unknown(StoreError):
    """Something that the operator named and that is not there, or cannot be done."""


@contextmanager
def visiting(database: Path | str) -> Iterator[Callable[[Callable[[Connection], T]], T]]:
    """Carries out jobs, each wholly or not at all. Failures of the database are `StoreError`s."""
    driver = driver_of(database)
    try:
        connection = driver.visit()
    except driver.failures as error:
        raise StoreError(f"cannot use the database {driver.name}: {str(error).strip()}") from None

    def run(job: Callable[[Connection], T]) -> T:
        try:
            connection.execute(driver.begin)
            try:
                found = job(connection)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        except Unknown:
            raise
        except driver.failures as error:
            raise StoreError(f"the database {driver.name} failed, nothing has changed: {str(error).strip()}") from None
        return found

    try:
        yield run
    finally:
        connection.close()


# --- Look


def games(database: Connection, name: str, most: int) -> list[Row]:
    """The tables: first those in the hall that wait, then the games that changed last."""
    chosen, values = ("WHERE id = ?", (name,)) if name else ("", ())
    found = [
        _waiting(database, *row)
        for row in _rows(database, f"SELECT id, edition, seats FROM gatherings {chosen}", values)
    ]
    query = f"SELECT id, created, changed FROM games {chosen} ORDER BY changed DESC, id LIMIT ?"
    return found[:most] + [_game(database, *row) for row in _rows(database, query, (*values, most))]


def _waiting(database: Connection, gathering: str, edition: str, seats: int) -> Row:
    sitters = _rows(
        database,
        "SELECT name FROM sitters JOIN players ON id = player WHERE gathering = ? ORDER BY since",
        (gathering,),
    )
    names = [name for (name,) in sitters]
    return {"id": gathering, "state": "waiting", "edition": edition, "players": names, "seats": seats}


def _game(database: Connection, game: str, created: Any, changed: int) -> Row:
    shown: Row = {"id": game, "changed": int(changed)}
    try:
        room = restored(game, *stored_game(database, game))
    except DamagedGame:
        return {**shown, "state": "damaged", "players": []}
    sitting = dict(_rows(database, "SELECT seat, player FROM sittings WHERE game = ?", (game,)))
    setup = room.setup
    return {
        **shown,
        "state": state_of(room),
        "edition": setup.edition,
        "tempo": setup.tempo.kind,
        "players": [player.name for player in setup.players],
        "ids": [sitting.get(seat, "") for seat in range(len(setup.players))],
        "scores": [int(score) for score in room.table.scores],
        "commands": room.n + 1,
    }


def state_of(room: Room) -> str:
    """How a game stands, in a word."""
    if room.absence.is_closed:
        return "closed"
    if room.absence.is_abandoned:
        return "abandoned"
    return "over" if room.table.is_over else "running"


def players(database: Connection, name: str, most: int) -> list[Row]:
    """Players, those first whose devices were seen last; by id, or by a part of the name."""
    query = """
        SELECT id, name, mu, sigma, rated, created, (SELECT max(seen) FROM devices WHERE player = players.id) AS seen,
        (SELECT count(*) FROM sittings WHERE player = players.id),
        (SELECT until FROM bans WHERE kind = 'player' AND what = players.id)
        FROM players WHERE id = ? OR lower(name) LIKE ? ESCAPE '!' ORDER BY 7 DESC, id LIMIT ?
        """
    part = "".join(f"!{letter}" if letter in "!%_" else letter for letter in name.lower())
    now = time.time()
    return [
        {
            "id": player,
            "name": called,
            "rating": shown(Skill(mu, sigma)).rating,
            "rated": rated,
            "games": sat,
            "created": created,
            "seen": seen or 0,
            "banned": until is not None and until > now,
        }
        for player, called, mu, sigma, rated, created, seen, sat, until in _rows(
            database, query, (name, f"%{part}%", most)
        )
    ]


def bans(database: Connection, name: str, most: int) -> list[Row]:
    """Who is banned, the latest first."""
    query = (
        "SELECT kind, what, reason, until, created FROM bans WHERE ? IN ('', what) ORDER BY created DESC, what LIMIT ?"
    )
    fields = ("kind", "what", "reason", "until", "created")
    return [dict(zip(fields, row, strict=True)) for row in _rows(database, query, (name, most))]


# --- Close


def close(database: Connection, table: str) -> str:
    """End a game for all, or dissolve a table that waits in the hall; returns what it was."""
    if _rows(database, "SELECT 1 FROM gatherings WHERE id = ?", (table,)):
        lock(database)
        database.execute("DELETE FROM sitters WHERE gathering = ?", (table,))
        database.execute("DELETE FROM gatherings WHERE id = ?", (table,))
        orders.give(database, orders.HALL)
        return "gathering"
    room = _room(database, table)
    if room.is_over:
        raise Unknown(f"game {table} is over already")
    command = Command(SPECTATOR, CLOSE, at=max(time.time_ns() // 1_000_000, room.last_at))
    written = database.execute(
        "INSERT INTO commands (game, n, seat, kind, value, at) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (game, n) DO NOTHING",
        (table, room.n + 1, command.seat, command.kind, command.value, command.at),
    )
    if not written.rowcount:
        raise Unknown(f"somebody played at {table} at the same moment: try again")
    room.perform(command)
    settle(database, table, outcome_of(room))
    database.execute("DELETE FROM deadlines WHERE game = ?", (table,))
    orders.give(database, orders.GAME, table)
    return "game"


def _room(database: Connection, game: str) -> Room:
    if not _rows(database, "SELECT 1 FROM games WHERE id = ?", (game,)):
        raise Unknown(f"there is no table {game}: `millefiori admin look games` lists them")
    try:
        return restored(game, *stored_game(database, game))
    except DamagedGame as error:
        raise Unknown(f"{error}: it cannot be closed, but it can be deleted") from None


# --- Ban


def ban(database: Connection, kind: str, what: str, days: float, reason: str) -> Row:
    """Ban an address or a player for some days, 0 for ever; returns the ban. A ban that exists is replaced."""
    what, now = _bannable(database, kind, what, must_exist=True), int(time.time())
    until = int(now + days * DAY) if days else FOR_EVER
    database.execute("DELETE FROM bans WHERE kind = ? AND what = ?", (kind, what))
    database.execute(
        "INSERT INTO bans (kind, what, reason, until, created) VALUES (?, ?, ?, ?, ?)", (kind, what, reason, until, now)
    )
    if kind == PLAYER:
        lock(database)
        database.execute("DELETE FROM sitters WHERE player = ?", (what,))
        database.execute("DELETE FROM gatherings WHERE id NOT IN (SELECT gathering FROM sitters)")
    orders.give(database, orders.PLAYER if kind == PLAYER else orders.HALL, what)
    return {"kind": kind, "what": what, "reason": reason, "until": until, "created": now}


def unban(database: Connection, kind: str, what: str) -> str:
    """Lift a ban; returns whose it was."""
    what = _bannable(database, kind, what, must_exist=False)
    if not database.execute("DELETE FROM bans WHERE kind = ? AND what = ?", (kind, what)).rowcount:
        raise Unknown(f"{kind} {what} is not banned: `millefiori admin look bans` lists who is")
    return what


def _bannable(database: Connection, kind: str, what: str, *, must_exist: bool) -> str:
    """The id of a player, or a network as it is written."""
    if kind == ADDRESS:
        try:
            return str(network_of(what))
        except ValueError:
            raise Unknown(f"{what!r} is neither an address nor a network, like 203.0.113.7 or 203.0.113.0/24") from None
    if must_exist and not _rows(database, "SELECT 1 FROM players WHERE id = ?", (what,)):
        raise Unknown(f"there is no player {what}: `millefiori admin look players` lists them by id")
    return what


# --- Delete


def delete_game(database: Connection, game: str) -> None:
    """Delete a game with its keys and commands; results of players stay."""
    if not _rows(database, "SELECT 1 FROM games WHERE id = ?", (game,)):
        raise Unknown(f"there is no game {game}: `millefiori admin look games` lists them")
    again = _rows(database, "SELECT id FROM games WHERE first = ?", (game,))
    if again:
        raise Unknown(f"its deal is played again in {again[0][0]}: delete that game first")
    delete_games(database, [game])
    orders.give(database, orders.GAME, game)


def delete_player(database: Connection, player: str) -> int:
    """Delete all that is known of a player, as the player can; returns how many games stay, with a neutral name."""
    if not _rows(database, "SELECT 1 FROM players WHERE id = ?", (player,)):
        raise Unknown(f"there is no player {player}: `millefiori admin look players` lists them by id")
    changed: Sequence[tuple[str, Setup]] = forget_player(database, player)
    database.execute("DELETE FROM bans WHERE kind = ? AND what = ?", (PLAYER, player))
    for game, _ in changed:
        orders.give(database, orders.GAME, game)
    orders.give(database, orders.PLAYER, player)
    return len(changed)


def _rows(database: Connection, query: str, values: Sequence[Any] = ()) -> list[Any]:
    return database.execute(query, values).fetchall()
