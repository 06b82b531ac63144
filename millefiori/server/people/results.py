"""Results: what the finished games of players came to, written once, with the ratings after them.

A result is made from the game as it is stored. So it does not matter who notices that a game is over, or how often: the
table itself, somebody who looks at it later, or a server that was killed in between and starts again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from millefiori.server.people.gatherings import lock
from millefiori.server.people.players import PLAYER, Player, player_of
from millefiori.server.people.ratings import LEVEL_SKILLS, NEWCOMER, Skill, prepare, rated
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.quarantine import restored
from millefiori.server.rooms.room import Room
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import DamagedGame
from millefiori.server.storage.store import Store

log = logging.getLogger(__name__)
PAUSE = 0.05
"""Seconds between two games that are looked at."""


class Outcome(NamedTuple):
    """How a game ended, by seat."""

    edition: str
    levels: list[str]  # of bots, "" for people
    scores: list[int]
    places: list[int]  # from 1; all 0 if the game was abandoned


def outcome_of(room: Room) -> Outcome:
    """The outcome of a game that is over: winners first, then by score; behind them those whom a bot had to replace."""
    table, players = room.table, room.setup.players
    winners, scores = set(table.winners), [int(score) for score in table.scores]
    worth = [
        (room.absence.stand_in(seat) is None, seat in winners, 0 if seat in winners else score)
        for seat, score in enumerate(scores)
    ]
    places = [1 + sum(other > own for other in worth) for own in worth]
    if room.absence.is_abandoned:
        places = [0] * len(players)
    return Outcome(room.setup.edition, [player.level for player in players], scores, places)


def settle(database: Connection, game: str, outcome: Outcome) -> bool:
    """Write a result, unless there is one; False if nothing was written. A job for the store."""
    if database.execute("SELECT 1 FROM results WHERE game = ?", (game,)).fetchone() is not None:
        return False
    lock(database)  # no other worker writes results at the same time
    if database.execute("SELECT 1 FROM results WHERE game = ?", (game,)).fetchone() is not None:
        return False
    rows = database.execute("SELECT seat, player FROM sittings WHERE game = ?", (game,)).fetchall()
    players = {seat: _player(database, player) for seat, player in rows}
    hall = database.execute("SELECT is_rated FROM hall_games WHERE game = ?", (game,)).fetchone()
    if hall is None and not rows:
        return False
    now = int(time.time())
    is_rated = bool(hall and hall[0] and all(outcome.places))
    before = [_skill(players.get(seat), level) for seat, level in enumerate(outcome.levels)]
    after: Sequence[Skill] = rated(before, outcome.places) if is_rated else before
    for seat, level in enumerate(outcome.levels):
        player = players.get(seat)
        counts = player is not None and is_rated
        skills = (before[seat].mu, *after[seat]) if counts else (None, None, None)
        database.execute(
            "INSERT INTO results (game, seat, player, level, edition, seats, score, place, is_rated, mu_before, mu, "
            "sigma, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(game, seat, player.id if player else None, level, outcome.edition, len(outcome.levels)),
                *(outcome.scores[seat], outcome.places[seat], int(is_rated), *skills, now),
            ),
        )
        if player is not None and counts:
            change = "UPDATE players SET mu = ?, sigma = ?, rated = rated + 1 WHERE id = ?"
            database.execute(change, (*after[seat], player.id))
    database.execute("UPDATE hall_games SET ended = ? WHERE game = ?", (now, game))
    return True


def _player(database: Connection, player: str) -> Player | None:
    row = database.execute(f"{PLAYER} WHERE id = ?", (player,)).fetchone()
    return None if row is None else player_of(row)


def _skill(player: Player | None, level: str) -> Skill:
    """Of a player, a bot, or somebody who was deleted since."""
    return player.skill if player else LEVEL_SKILLS.get(level, NEWCOMER)


def unsettled(database: Connection, after: str) -> list[str]:
    """Some games of players without a result, by name."""
    rows = database.execute(
        "SELECT DISTINCT sittings.game FROM sittings JOIN games ON games.id = sittings.game "
        "WHERE sittings.game > ? AND NOT EXISTS (SELECT 1 FROM results WHERE results.game = sittings.game) "
        "ORDER BY sittings.game LIMIT 100",
        (after,),
    )
    return [row[0] for row in rows.fetchall()]


async def settle_missed(store: Store, is_too_early: Callable[[Room], bool] = lambda room: False) -> int:
    """Write the results of games that ended when nobody could note it; returns how many."""
    await asyncio.to_thread(prepare)
    written, last = 0, ""
    while games := await store.read(partial(unsettled, after=last)):
        for game in games:
            last = game
            try:
                room = await asyncio.to_thread(restored, game, *await store.load(game))
            except (DamagedGame, Refusal):
                continue
            if room.is_over and not is_too_early(room):
                written += await store.write(partial(settle, game=game, outcome=outcome_of(room)))
            await asyncio.sleep(PAUSE)
    return written
