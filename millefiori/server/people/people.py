"""All about people on one server: players, the hall, results; and what runs beside the requests."""

import asyncio
import contextlib
import logging
import time
from functools import partial

from millefiori.engine.vocabulary import Seat
from millefiori.server.people import blocks, gatherings
from millefiori.server.people.hall import Hall
from millefiori.server.people.passkeys import Passkeys
from millefiori.server.people.players import Players, Visit, forget_unused, games_of
from millefiori.server.people.profile import Profiles
from millefiori.server.people.ratings import prepare
from millefiori.server.people.results import outcome_of, settle, settle_missed
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.lateness import is_shown_over
from millefiori.server.rooms.room import Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.store import HOUR

log = logging.getLogger(__name__)
UNUSED = 30 * 24 * HOUR
"""Seconds after which a player who has never sat down is deleted."""


class People:
    """The people of a server that has a hall."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.players = Players(rooms.store)
        self.passkeys = Passkeys(rooms.store)
        self.hall = Hall(rooms)
        self.profiles = Profiles(rooms)
        rooms.when_over.append(self.settle)
        self._late: dict[str, int] = {}  # games that are over, and when spectators will have seen it

    async def run(self) -> None:
        """The hall, and once what was missed while the server was away."""
        await self.rooms.ready
        beside = [
            asyncio.create_task(work) for work in (self._settle_missed(), self._settle_late(), self._forget_unused())
        ]
        try:
            await self.hall.run()
        finally:
            for task in beside:
                task.cancel()
            self.hall.close()

    async def _settle_missed(self) -> None:
        try:
            if written := await settle_missed(self.rooms.store, self._is_too_early):
                log.warning("wrote the results of %d games that had ended unnoticed", written)
        except Refusal as error:
            log.error("results were not written: %s", error)

    async def _forget_unused(self) -> None:
        """Once an hour: players of people who looked in once and never sat down."""
        while True:
            try:
                while await self.rooms.store.write(partial(forget_unused, before=int(time.time()) - UNUSED)):
                    await asyncio.sleep(1)
            except Refusal as error:
                log.error("unused players were not deleted: %s", error)
            await asyncio.sleep(HOUR)

    async def settle(self, room: Room) -> None:
        """Write the result of a game that is over, once: when spectators have seen the end, or ratings would tell."""
        if self._is_too_early(room):
            return
        await asyncio.to_thread(prepare)
        try:
            if await self.rooms.store.write(partial(settle, game=room.id, outcome=outcome_of(room))):
                self.hall.stir()
        except Refusal as error:  # the store is out of order: the next start writes it
            log.error("room %s: the result was not written: %s", room.id, error)

    def _is_too_early(self, room: Room) -> bool:
        """Is it to be settled later? Then it is noted when."""
        if is_shown_over(room, self.rooms.clock()):
            return False
        self._late[room.id] = room.last_at + 1000 * room.setup.delay
        return True

    async def _settle_late(self) -> None:
        while True:
            await asyncio.sleep(1)
            for game in [game for game, due in self._late.items() if due <= self.rooms.clock()]:
                del self._late[game]
                with contextlib.suppress(Refusal):  # the next start writes it
                    await self.settle((await self.rooms.get(game)).room)

    async def end_device(self, visit: Visit, device: str) -> None:
        """Sign out a device; what it has open ends at once, here and at the tables of other workers."""
        ended = await self.players.end_device(visit, device)
        for game in await self.rooms.store.read(partial(games_of, player=visit.player.id)):
            self.rooms.fanout.ended(game)
        at_tables = [client for live in self.rooms.live.values() for client in live.clients]
        for client in [*at_tables, *self.hall.clients]:
            if client.key in ended:
                client.drop()

    async def block(self, visit: Visit, game: str, seat: Seat) -> None:
        """Never meet somebody again: not in the hall, and no words at tables where both sit already."""
        player = visit.player.id

        def work(database: Connection) -> list[str]:
            gatherings.lock(database)  # at another worker one of them may just sit down beside the other
            blocked = blocks.block(database, player, game, seat)
            gatherings.part(database, player, blocked)
            return blocks.tables_of(database, player, blocked)

        await self.rooms.hush(await self.rooms.store.write(work))
        self.hall.stir()

    async def unblock(self, visit: Visit, blocked: str) -> None:
        """They may meet again, and hear each other."""
        player = visit.player.id

        def work(database: Connection) -> list[str]:
            blocks.unblock(database, player, blocked)
            return blocks.tables_of(database, player, blocked)

        await self.rooms.hush(await self.rooms.store.write(work))

    async def forget(self, visit: Visit) -> int:
        """Delete a player; at the tables the name goes at once. Returns how many games the player had."""
        games = await self.players.forget(visit)
        for game, setup in games:
            self.rooms.rename(game, setup)
        self.hall.stir()
        return len(games)
