"""What a player has played and plays: games that go on, history, numbers, and all of it as a file."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from millefiori.server.messages.players import MyGame, MyGames, Numbers, PastGame, PastSeat
from millefiori.server.messages.words import Player as Seated
from millefiori.server.messages.words import Tempo
from millefiori.server.people.players import Visit
from millefiori.server.people.ratings import LEVEL_SKILLS, Skill, shown
from millefiori.server.rooms.quarantine import restored
from millefiori.server.rooms.room import Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import DamagedGame

MOST_PLAYING = 30
PAGE = 20
MOST_PAGES = 500
REMEMBERED = 2000
"""Games of which it is remembered how they stand."""


class Standing(NamedTuple):
    """How a running game stands, as everybody at the table may know it."""

    edition: str
    tactical: bool
    tempo: Tempo
    players: list[Seated]
    awaited: list[int]
    scores: list[int]
    is_over: bool


def standing(room: Room) -> Standing:
    """How a game stands."""
    setup, seats = room.setup, range(len(room.setup.players))
    awaited = [seat for seat in seats if room.is_awaited(seat)]
    rules = (setup.edition, setup.tactical, setup.tempo, setup.players)
    return Standing(*rules, awaited, [int(score) for score in room.table.scores], room.is_over)


class Profiles:
    """The games of players."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._known: OrderedDict[str, tuple[int, Standing]] = OrderedDict()  # and after how many commands

    async def games(self, visit: Visit, page: int) -> MyGames:
        """A page of finished games; the first one with all that goes on."""
        player = visit.player.id
        past, has_more = await self.rooms.store.read(partial(_past, player=player, page=min(page, MOST_PAGES)))
        if page:
            return MyGames([], past, has_more, [], {})
        playing = await self._playing(player)
        numbers = await self.rooms.store.read(partial(_numbers, player=player))
        return MyGames(playing, past, has_more, numbers, level_ratings())

    async def _playing(self, player: str) -> list[MyGame]:
        rows = await self.rooms.store.read(partial(_unfinished, player=player))
        standings = [await self._standing(game, commands) for game, _, _, commands in rows]
        games = [
            MyGame(
                game=game,
                seat=seat,
                edition=found.edition,
                tactical=found.tactical,
                tempo=found.tempo,
                players=found.players,
                is_my_turn=seat in found.awaited,
                scores=found.scores,
                changed=changed,
            )
            for (game, seat, changed, _), found in zip(rows, standings, strict=True)
            if found is not None and not found.is_over
        ]
        return sorted(games, key=lambda game: not game.is_my_turn)

    async def _standing(self, game: str, commands: int) -> Standing | None:
        """How a game stands: from memory, or replayed once for each new command."""
        if game in self.rooms.live:
            return standing(self.rooms.live[game].room)
        known = self._known.get(game)
        if known is None or known[0] != commands:
            try:
                room = await asyncio.to_thread(restored, game, *await self.rooms.store.load(game))
            except DamagedGame:
                return None
            known = self._known[game] = commands, standing(room)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return known[1]

    async def everything(self, visit: Visit, me: Any) -> dict[str, Any]:
        """All that is stored about a player, for a file."""
        player = visit.player.id
        results = await self.rooms.store.read(partial(_everything, player=player))
        return {"format": "millefiori-player", "version": 1, "player": me, **results}


def level_ratings() -> dict[str, int]:
    """What the bots' levels are worth."""
    return {level: shown(skill).rating for level, skill in LEVEL_SKILLS.items()}


# --- Jobs for the store


def _unfinished(database: Connection, player: str) -> list[tuple[str, int, int, int]]:
    """Games without a result, the last played first: game, seat, when somebody last played, number of commands."""
    rows = database.execute(
        "SELECT sittings.game, seat, games.changed, "
        "(SELECT count(*) FROM commands WHERE commands.game = sittings.game) "
        "FROM sittings JOIN games ON games.id = sittings.game WHERE player = ? "
        "AND NOT EXISTS (SELECT 1 FROM results WHERE results.game = sittings.game) "
        "ORDER BY games.changed DESC, sittings.game LIMIT ?",
        (player, MOST_PLAYING),
    )
    return [(str(game), int(seat), int(changed), int(count)) for game, seat, changed, count in rows.fetchall()]


def _past(database: Connection, player: str, page: int) -> tuple[list[PastGame], bool]:
    rows = database.execute(
        "SELECT results.game, seat, edition, ended, is_rated, mu_before, mu, sigma, games.id FROM results "
        "LEFT JOIN games ON games.id = results.game WHERE player = ? "
        "ORDER BY ended DESC, results.game LIMIT ? OFFSET ?",
        (player, PAGE + 1, PAGE * page),
    ).fetchall()
    return [_past_game(database, row) for row in rows[:PAGE]], len(rows) > PAGE


def _past_game(database: Connection, row: Sequence[Any]) -> PastGame:
    game, seat, edition, ended, is_rated, mu_before, mu, sigma, kept = row
    seats = database.execute(
        "SELECT name, level, score, place FROM results LEFT JOIN players ON players.id = results.player "
        "WHERE game = ? ORDER BY seat",
        (game,),
    ).fetchall()
    after = None if mu is None else shown(Skill(mu, sigma)).rating
    change = None if after is None else after - shown(Skill(mu_before, sigma)).rating
    shown_seats = [PastSeat(name or "", *rest) for name, *rest in seats]
    return PastGame(game, seat, edition, ended, shown_seats, bool(is_rated), after, change, kept is not None)


def _numbers(database: Connection, player: str) -> list[Numbers]:
    rows = database.execute(
        "SELECT edition, seats, count(*), sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), "
        "avg(score), max(score), avg(place) "
        "FROM results WHERE player = ? AND place > 0 GROUP BY edition, seats ORDER BY count(*) DESC, edition, seats",
        (player,),
    )
    return [
        Numbers(edition, seats, games, won, round(float(mean), 1), best, round(float(place), 2))
        for edition, seats, games, won, mean, best, place in rows.fetchall()
    ]


def _everything(database: Connection, player: str) -> dict[str, Any]:
    sittings = database.execute("SELECT game, seat FROM sittings WHERE player = ? ORDER BY game", (player,))
    fields = ("game", "seat", "edition", "seats", "score", "place", "is_rated", "mu_before", "mu", "sigma", "ended")
    results = database.execute(
        f"SELECT {', '.join(fields)} FROM results WHERE player = ? ORDER BY ended, game", (player,)
    )
    return {
        "seats": [{"game": game, "seat": seat} for game, seat in sittings.fetchall()],
        "results": [dict(zip(fields, row, strict=True)) for row in results.fetchall()],
    }
