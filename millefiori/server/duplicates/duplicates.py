"""Duplicates: people join by one link, tables begin when all are there, a deal is opened when all have played it.

Everything is worked out from what is stored, so it does not matter which worker notices that a table is over, or how
often: the table itself, or somebody who looks at the duplicate later.
"""

import contextlib
import secrets
import time
from functools import partial

from millefiori.engine.vocabulary import Seat
from millefiori.server.duplicates import keeping
from millefiori.server.duplicates.keeping import NewTable, Result, Stored, Table
from millefiori.server.duplicates.movement import BOT, check_movement, seat_of, seating
from millefiori.server.duplicates.scoring import compared, margins, totals
from millefiori.server.ids import new_id
from millefiori.server.messages.duplicates import Duplicate, DuplicateDeal, DuplicateTable, DuplicateTerms
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import Command, Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.rooms.seating import check_level
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection
from millefiori.server.tempo.absence import RESIGN
from millefiori.table import Table as Game

DAY = 24 * 3600


class Duplicates:
    """All duplicates of a server."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        rooms.when_over.append(self._note)

    async def open(self, terms: DuplicateTerms, who: str, name: str) -> str:
        """A new duplicate with its first person; returns the link."""
        check_movement(terms)
        check_level(terms.level)
        await self.rooms.ready
        _deal(terms)  # refused if the edition has no such tables
        link = secrets.token_urlsafe(16)

        def work(database: Connection) -> None:
            keeping.add(database, link, terms)
            keeping.join(database, keeping.id_of(link), who, name)

        await self.rooms.store.write(work)
        return link

    async def join(self, link: str, who: str, name: str) -> None:
        """Somebody joins."""
        await self.rooms.store.write(partial(keeping.join, duplicate=keeping.id_of(link), who=who, name=name))

    async def leave(self, link: str, who: str) -> None:
        """Somebody leaves before the tables are there."""
        await self.rooms.store.write(partial(keeping.leave, duplicate=keeping.id_of(link), who=who))

    async def seat(self, link: str, who: str, deal: int) -> tuple[str, Seat]:
        """The game and seat of a person on a deal."""
        found = await self._found(link)
        person = found.number_of(who)
        if person < 0 or not found.begun or deal >= found.terms.deals:
            raise Refusal("key", "you have no seat there")
        tables = await self._tables(found)
        number, seat = seat_of(person, seating(found.terms, deal))
        return next(table.game for table in tables if (table.deal, table.number) == (deal, number)), seat

    async def look(self, link: str, who: str) -> Duplicate:
        """How it stands, for whoever asks; what is due is done first."""
        found = await self._found(link)
        person = found.number_of(who)
        names = {each.number: each.name for each in found.people}
        until = found.begun + DAY * found.terms.days if found.begun else 0
        all_names = [names.get(number, "") for number in range(found.terms.people)]
        deals = await self._deals(found, person, until) if person >= 0 and found.begun else []
        return Duplicate(found.terms, all_names, person, until, deals, totals(found.terms.people, deals))

    async def _found(self, link: str) -> Stored:
        """The duplicate of a link. If all people are there, so are its tables, even if a worker has died in between."""
        look = partial(keeping.look, duplicate=keeping.id_of(link))
        found = await self.rooms.store.read(look)
        if found.begun or len(found.people) < found.terms.people:
            return found
        await self.rooms.ready
        tables = [table for deal in range(found.terms.deals) for table in _new_tables(found, deal)]
        begin = partial(keeping.begin, duplicate=found.id, people=found.people, tables=tables)
        await self.rooms.store.write(begin)
        return await self.rooms.store.read(look)

    # --- Its tables

    async def _tables(self, found: Stored) -> list[Table]:
        return await self.rooms.store.read(partial(keeping.tables_of, duplicate=found.id))

    async def _deals(self, found: Stored, person: int, until: int) -> list[DuplicateDeal]:
        tables = await self._tables(found)
        if waiting := [table for table in tables if table.result is None]:
            for table in waiting:
                await self._look_after(table, is_late=time.time() > until)
            tables = await self._tables(found)
        running = {table.deal for table in tables if table.result is None}
        if any(not table.is_open and table.deal not in running for table in tables):
            await self._open(found.id)
            tables = await self._tables(found)
        return [
            _shown(found.terms, deal, person, [table for table in tables if table.deal == deal])
            for deal in range(found.terms.deals)
        ]

    async def _look_after(self, table: Table, *, is_late: bool) -> None:
        """Note how a table has ended. If its people are late, bots play on for them."""
        if not table.is_begun and not is_late:
            return
        try:
            live = await self.rooms.get(table.game)
        except Refusal as error:
            if error.code == "damaged":  # a lost game must not close the deal for ever
                await self.rooms.store.write(partial(keeping.settle, game=table.game, result=Result([], [])))
            return
        room = live.room
        if room.is_over:
            await self._settle(room)
        elif is_late:
            for seat in range(len(room.setup.players)):
                if not room.bot_of(seat):
                    with contextlib.suppress(Refusal):
                        await self.rooms.perform(live, partial(Command, seat, RESIGN))

    async def _note(self, room: Room) -> None:
        """A game is over: perhaps it was the last table of a deal."""
        if room.setup.sealed:
            with contextlib.suppress(Refusal):  # the store is out of order: whoever looks next does it
                await self._settle(room)
                await self._open(room.setup.sealed)

    async def _settle(self, room: Room) -> None:
        scores = [] if room.absence.is_abandoned else [int(score) for score in room.table.scores]
        result = Result(scores, sorted({bot.seat for bot in room.absence.history}))
        await self.rooms.store.write(partial(keeping.settle, game=room.id, result=result))

    async def _open(self, duplicate: str) -> None:
        """Show the cards of deals that are over everywhere."""
        for game, setup in await self.rooms.store.write(partial(keeping.open_deals, duplicate=duplicate)):
            self.rooms.rename(game, setup)


def _deal(terms: DuplicateTerms) -> Game:
    """A shuffled deck with a start player."""
    try:
        return Game(terms.edition, terms.seats, tactical=terms.tactical)
    except ValueError as error:
        raise Refusal("setup", str(error)) from None


def _new_tables(found: Stored, deal: int) -> list[NewTable]:
    """The tables of a deal: the same deck, start player and salt, so that all show the same commitment."""
    terms, game = found.terms, _deal(found.terms)
    names = {person.number: person.name for person in found.people}
    bot = Player(f"bot: {terms.level}", "bot", terms.level)
    tables = []
    for number, people in enumerate(seating(terms, deal)):
        players = [bot if person == BOT else Player(names[person], "friend") for person in people]
        setup = Setup(
            terms.edition,
            terms.tactical,
            players,
            list(game.deck),
            game.start_player,
            game.salt,
            hints=False,
            stand_in=terms.level,
            sealed=found.id,
        )
        tables.append(NewTable(new_id(), deal, number, game.commitment, setup))
    return tables


def _shown(terms: DuplicateTerms, deal: int, person: int, tables: list[Table]) -> DuplicateDeal:
    """A deal for one of its people. As long as it is closed, nothing is shown but how far each table is."""
    sitting = seating(terms, deal)
    is_over = all(table.is_open for table in tables)
    results = [table.result if table.result and is_over else Result([], []) for table in tables]
    shown = [
        DuplicateTable(
            people=people,
            progress="over" if table.result else "running" if table.is_begun else "free",
            scores=result.scores,
            margins=margins(result),
            compared=values,
            stood_in=result.stood_in,
            share=table.share,
        )
        for people, table, result, values in zip(sitting, tables, results, compared(results), strict=True)
    ]
    own, _ = seat_of(person, sitting)
    return DuplicateDeal(tables[0].commitment, is_over, tables[own].game, shown)
