"""The hall: who waits for others, which games can be watched, live for everybody who looks.

The store is the only truth. Every quarter of a second at most, and when nothing seems to happen every few seconds
(another worker may have changed something), the hall reads its lists and sends what has changed: encoded once, the same
for all. Lists are short, and nothing in them comes from a game's cards.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

import msgspec

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.ids import new_id
from millefiori.server.messages.hall import (
    Gathering,
    HallChanges,
    HallGame,
    HallNow,
    HallPlayer,
    NewGathering,
    QuickMatch,
)
from millefiori.server.messages.words import Player as Seated
from millefiori.server.messages.words import Tempo, encode
from millefiori.server.people import gatherings
from millefiori.server.people.players import Player
from millefiori.server.people.ratings import LEVEL_SKILLS, Skill, shown
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Client
from millefiori.server.rooms.rooms import Rooms, new_watch
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection
from millefiori.table import Table

log = logging.getLogger(__name__)
BEAT = 0.25
"""Seconds between two messages to everybody, at least."""
GLANCE = 4.0
"""Seconds after which the hall looks even if nobody here has changed anything."""
NOTED = 20.0
"""Seconds between two notes of who is present."""
RECENT = 30
"""Seconds for which the hall remembers what has begun."""
CHANNEL = "hall"
"""On which workers say that something has changed; a message that is lost heals with the next glance."""
MOST_RUNNING, MOST_FINISHED = 60, 40
SEEN = "ended + CASE WHEN delay > 0 THEN delay + 1 ELSE 0 END"
"""When spectators have seen the end; times are in whole seconds."""
GAMES = (
    "SELECT game, watch, edition, tactical, tempo, is_rated, levels, began, "
    f"CASE WHEN {SEEN} <= ? THEN ended END, delay FROM hall_games WHERE is_listed = 1"
)
T = TypeVar("T")


def listed_games(database: Connection) -> list[HallGame]:
    """The latest games that everybody may watch, and those that are over, as far as spectators have seen that."""
    now = int(time.time())
    going = f"{GAMES} AND (ended IS NULL OR {SEEN} > ?) ORDER BY began DESC, game LIMIT ?"
    over = f"{GAMES} AND {SEEN} <= ? ORDER BY ended DESC, game LIMIT ?"
    rows = database.execute(going, (now, now, MOST_RUNNING)).fetchall()
    rows += database.execute(over, (now, now, MOST_FINISHED)).fetchall()
    return [_game(database, *row) for row in rows]


def _game(
    database: Connection,
    game: str,
    watch: str,
    edition: str,
    tactical: int,
    tempo: str,
    is_rated: int,
    levels: str,
    began: int,
    ended: int | None,
    delay: int,
) -> HallGame:
    players = [HallPlayer(level=level, rating=_level_rating(level)) for level in json.loads(levels)]
    seated = "SELECT seat, name, emblem, mu, sigma FROM sittings JOIN players ON players.id = player WHERE game = ?"
    for seat, name, emblem, mu, sigma in database.execute(seated, (game,)).fetchall():
        players[seat] = HallPlayer(name, emblem, shown(Skill(mu, sigma)).rating)
    found = database.execute("SELECT score FROM results WHERE game = ? ORDER BY seat", (game,)).fetchall()
    scores = [score for (score,) in found] if ended is not None else []
    read = msgspec.json.decode(tempo, type=Tempo)
    rules = (edition, bool(tactical), read, bool(is_rated))
    return HallGame(game, watch, *rules, players, began, ended, scores, delay)


def _level_rating(level: str) -> int | None:
    return shown(LEVEL_SKILLS[level]).rating if level in LEVEL_SKILLS else None


class Hall:
    """The hall of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.clients: dict[Client, str] = {}  # with the player's id, if there is one
        self.n = 0
        self.gatherings: dict[str, Gathering] = {}
        self.games: dict[str, HallGame] = {}
        self.begun: dict[str, str] = {}  # a little while ago: those were told already
        self.snapshot = b""
        self._stirred = asyncio.Event()
        self.broker = rooms.fanout.broker
        self.broker.subscribe(CHANNEL, lambda message: self._stirred.set())
        self._told_people = 0
        self._noted = 0.0

    # --- Coming and going

    async def create(self, wanted: NewGathering, player: Player) -> tuple[str, str]:
        """A new gathering; returns it, and its game if it could begin at once."""
        gatherings.check(wanted)
        work = partial(gatherings.create, wanted=wanted, player=player, most=self._most)
        return await self._changed(await self.rooms.store.write(work))

    async def quick(self, wanted: QuickMatch, player: Player) -> tuple[str, str]:
        """A gathering that fits, or a new one."""
        gatherings.check(NewGathering(wanted.edition, wanted.seats or gatherings.FEWEST, tempo=wanted.tempo))
        work = partial(gatherings.quick, wanted=wanted, player=player, most=self._most)
        return await self._changed(await self.rooms.store.write(work))

    async def join(self, gathering: str, player: Player) -> tuple[str, str]:
        """Take a seat; with the last one the game begins."""
        work = partial(gatherings.join, gathering=gathering, player=player, most=self._most)
        await self.rooms.store.write(work)
        return await self._changed(gathering)

    async def leave(self, gathering: str, player: Player) -> tuple[str, str]:
        """Give up the seat."""
        await self.rooms.store.write(partial(gatherings.leave, gathering=gathering, player=player.id))
        return await self._changed(gathering)

    async def agree(self, gathering: str, player: Player, level: str) -> tuple[str, str]:
        """Agree to bots; when all do, the game begins."""
        work = partial(gatherings.agree, gathering=gathering, player=player.id, level=level)
        await self.rooms.store.write(work)
        return await self._changed(gathering)

    @property
    def _most(self) -> int:
        return self.rooms.gate.limits.gatherings_per_player

    async def _changed(self, gathering: str) -> tuple[str, str]:
        self.stir()
        read = self.rooms.store.read
        found = await read(partial(gatherings.one_gathering, gathering=gathering))
        if found and gatherings.is_ready(found) and (game := await self.begin(found)):
            return gathering, game
        return gathering, await read(partial(gatherings.game_of, gathering=gathering))

    async def begin(self, gathering: Gathering) -> str:
        """The game of a gathering that is ready; empty if somebody else has begun it, or something has changed."""
        await self.rooms.ready
        order = gatherings.seats_at_random(gathering)
        names = {sitter.id: sitter.name for sitter in gathering.sitters}
        players = [
            Seated(names[each], "friend") if each in names else Seated(f"bot: {each}", "bot", each) for each in order
        ]
        table = Table(gathering.edition, [player.name for player in players], tactical=gathering.tactical)
        deal = (list(table.deck), table.start_player, table.salt)
        setup = Setup(
            gathering.edition,
            gathering.tactical,
            players,
            *deal,
            hints=False,
            tempo=gathering.tempo,
            talk=gathering.talk,
            delay=gathering.delay,
            host=order.index(gathering.sitters[0].id),
        )
        game, watch = new_id(), new_watch()
        also = partial(gatherings.begin, gathering=gathering, game=game, watch=watch, order=order)
        try:
            await self.rooms.open_for(game, setup, watch, also)
        except Refusal as error:
            if error.code != "gathering":
                raise
            return ""
        self.stir()
        return game

    # --- Looking

    def enter(self, player: str) -> Client:
        """Somebody looks into the hall."""
        client = Client(SPECTATOR)
        self.clients[client] = player
        if not self.snapshot:
            self.snapshot = encode(self._now())
        client.send(self.snapshot)
        self._stirred.set()
        return client

    def depart(self, client: Client) -> None:
        """Somebody looks no more."""
        self.clients.pop(client, None)

    def end_player(self, player: str) -> None:
        """A player was banned or deleted: its connections end."""
        for client, looking in self.clients.items():
            if looking == player:
                client.drop()

    def present(self) -> Counter[str]:
        """The players who look, by id."""
        return Counter(player for player in self.clients.values() if player)

    def _now(self) -> HallNow:
        games = self.games.values()
        running = [game for game in games if game.ended is None]
        finished = [game for game in games if game.ended is not None]
        here = (self.n, int(time.time()), len(self.clients))
        return HallNow(*here, list(self.gatherings.values()), self.begun, running, finished)

    def stir(self) -> None:
        """Something has changed: look soon, here and at the other workers."""
        self._stirred.set()
        if self.broker.is_shared:
            self.broker.publish(CHANNEL, b"changed")

    async def run(self) -> None:
        """Look and tell, for as long as the server runs."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stirred.wait(), GLANCE)
            self._stirred.clear()
            try:
                await self.look()
            except Refusal as error:
                log.error("the hall could not be looked at: %s", error)
            except Exception:  # a fault of one moment must not close the hall
                log.exception("the hall could not be looked at")
            await asyncio.sleep(BEAT)

    async def look(self) -> None:
        """Read the lists, and tell everybody what has changed."""
        await self._note_present()
        found = await self.rooms.store.read(gatherings.all_gatherings)
        for gathering in found:
            if gatherings.is_ready(gathering):  # whoever took the last seat could not begin: a worker that was killed
                await self.begin(gathering)
        self._tell(*await self.rooms.store.read(_lists))

    async def _note_present(self) -> None:
        now = asyncio.get_running_loop().time()
        if not self.gatherings or (self._noted and now - self._noted < NOTED):
            return
        sitting = {sitter.id for gathering in self.gatherings.values() for sitter in gathering.sitters}
        players = sorted(sitting & set(self.present()))
        await self.rooms.store.write(partial(_note_and_drop, players=players))
        self._noted = now

    def _tell(self, waiting: dict[str, Gathering], games: dict[str, HallGame], begun: dict[str, str]) -> None:
        changed, gone = _differences(self.gatherings, waiting)
        news, dropped = _differences(self.games, games)
        new = {gathering: game for gathering, game in begun.items() if gathering not in self.begun}
        self.gatherings, self.games, self.begun = waiting, games, begun
        people = len(self.clients)
        if not (changed or gone or news or dropped or new or _is_far(people, self._told_people)):
            return
        self.n += 1
        self._told_people = people
        message = encode(HallChanges(self.n, int(time.time()), people, changed, gone, new, news, dropped))
        self.snapshot = b""  # made again for the next newcomer
        for client in list(self.clients):
            client.send(message)

    def close(self) -> None:
        """Disconnect everybody."""
        for client in list(self.clients):
            client.drop()


def _lists(database: Connection) -> tuple[dict[str, Gathering], dict[str, HallGame], dict[str, str]]:
    """All that the hall shows, by name, and what has begun a little while ago."""
    waiting = {gathering.id: gathering for gathering in gatherings.all_gatherings(database)}
    games = {game.game: game for game in listed_games(database)}
    return waiting, games, gatherings.begun_since(database, int(time.time()) - RECENT)


def _note_and_drop(database: Connection, players: Sequence[str]) -> None:
    gatherings.note_present(database, players)
    gatherings.drop_absent(database)


def _differences(before: dict[str, T], now: dict[str, T]) -> tuple[list[T], list[str]]:
    """What is new or different, and the names of what is gone."""
    return [each for name, each in now.items() if before.get(name) != each], [
        name for name in before if name not in now
    ]


def _is_far(people: int, told: int) -> bool:
    """Is the number of people worth a message of its own? In a full hall somebody always comes or goes."""
    return abs(people - told) > told // 20
