"""How long games are kept. Once an hour the server deletes those that nobody has played for too long.

Whether an old game is finished is found out by replaying it, once: nothing has to be noted when a game ends.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from millefiori.server.duplicates.keeping import forget as forget_duplicates
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.quarantine import restored_gradually
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import DamagedGame
from millefiori.server.storage.store import HOUR, Store

log = logging.getLogger(__name__)
DAY = 24 * HOUR
BATCH = 20
"""Games that are looked at or deleted at once; players wait for no longer than that."""
PAUSE = 0.2
"""Seconds between two batches."""


@dataclass(frozen=True)
class Retention:
    """Days for which a game is kept after its last command; 0 keeps it forever."""

    finished: int = 90
    unfinished: int = 180

    @classmethod
    def of_days(cls, days: int) -> "Retention":
        """Finished games are kept for some days, unfinished ones twice as long."""
        return cls(days, 2 * days)

    def deadlines(self, now: float) -> tuple[int, int]:
        """Finished and unfinished games that last changed before these times are deleted."""
        finished, unfinished = (int(now - days * DAY) if days else 0 for days in (self.finished, self.unfinished))
        return finished, unfinished


FOR_EVER = Retention(0, 0)


async def clean_every_hour(store: Store, retention: Retention, in_use: Callable[[], Collection[str]]) -> None:
    """Delete old games, except those in use, while the server runs."""
    while retention != FOR_EVER:
        try:
            if deleted := await clean(store, retention, in_use, time.time()):
                log.warning("deleted %d old games", deleted)
        except Refusal as error:
            log.error("old games were not deleted: %s", error)
        await asyncio.sleep(HOUR)


async def clean(store: Store, retention: Retention, in_use: Callable[[], Collection[str]], now: float) -> int:
    """Delete what is older than the rule allows, in small batches; returns how many games."""
    deadlines, deleted = retention.deadlines(now), 0
    while games := await store.read(partial(_unknown, deadlines=deadlines)):
        for game in games:
            await store.write(partial(_note, game=game, finished=await is_finished(store, game)))
        await asyncio.sleep(PAUSE)
    while batch := await store.write(partial(_delete, deadlines=deadlines, spared=set(in_use()))):
        deleted += batch
        await asyncio.sleep(PAUSE)
    if retention.finished:  # records that were only uploaded to be reviewed
        await store.write(partial(_delete_records, before=deadlines[0]))
        await store.write(partial(forget_duplicates, before=deadlines[0]))
    return deleted


async def is_finished(store: Store, game: str) -> bool:
    """Is the game over? A damaged one will never be."""
    try:
        room = await restored_gradually(game, *await store.load(game))
    except DamagedGame:
        return False
    return room.is_over


def _unknown(database: Connection, deadlines: tuple[int, int]) -> list[str]:
    """Some old games of which nobody knows whether they are finished."""
    rows = database.execute(
        "SELECT id FROM games WHERE changed < ? AND finished IS NULL LIMIT ?", (max(deadlines), BATCH)
    )
    return [game for (game,) in rows]


def _note(database: Connection, game: str, finished: bool) -> None:
    database.execute("UPDATE games SET finished = ? WHERE id = ?", (int(finished), game))


def _delete(database: Connection, deadlines: tuple[int, int], spared: set[str]) -> int:
    """A batch of old games with their keys and commands.

    The first game of a deal is kept as long as those that play it again: its keys prove who may join them.
    """
    rows = database.execute(
        """
        SELECT id FROM games AS old
        WHERE changed < ? AND finished IS NOT NULL AND changed < CASE WHEN finished = 1 THEN ? ELSE ? END
        AND NOT EXISTS (SELECT 1 FROM games AS later WHERE later.first = old.id)
        LIMIT ?
        """,
        (max(deadlines), *deadlines, BATCH + len(spared)),
    ).fetchall()
    games = [game for (game,) in rows if game not in spared][:BATCH]
    delete_games(database, games)
    return len(games)


def _delete_records(database: Connection, before: int) -> None:
    """Delete uploaded records that nobody has looked at since then; reviews of games go with their games."""
    database.execute("DELETE FROM reviews WHERE record IS NOT NULL AND changed < ?", (before,))


def delete_games(database: Connection, games: Sequence[str]) -> None:
    """Delete games with all that belongs to them but the results of their players."""
    rows = [(game,) for game in games]
    for table in (
        "commands",
        "keys",
        "deadlines",
        "subscribed_seats",
        "sittings",
        "hall_games",
        "lines",
        "reviews",
        "daily_tries",
        "wishes",
    ):
        database.executemany(f"DELETE FROM {table} WHERE game = ?", rows)
    database.executemany("DELETE FROM games WHERE id = ?", rows)
