"""Who hears what is said at a table: the last lines are in the store, and new ones go to all who are connected."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial

from millefiori.engine.vocabulary import Seat
from millefiori.server.messages.talk import Line, Talk
from millefiori.server.messages.words import encode
from millefiori.server.people.blocks import hushed
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.lateness import Late, shown_until
from millefiori.server.rooms.live import Client, Live
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.store import Store
from millefiori.server.talk.lines import MOST_LINES, last_lines


class Hearing:
    """The talk in the rooms of a worker; `is_shared` if there are other workers."""

    def __init__(self, store: Store, clock: Callable[[], int], *, is_shared: bool) -> None:
        self.store, self.clock, self.is_shared = store, clock, is_shared
        self._telling: set[asyncio.Future[None]] = set()

    async def lines(self, live: Live) -> list[Line]:
        """The last lines at a table. They are read once, and with several workers for each newcomer."""
        if live.lines is None or self.is_shared:
            live.lines = await self._read(live)
        return live.lines

    async def _read(self, live: Live) -> list[Line]:
        def work(database: Connection) -> tuple[set[tuple[Seat, Seat]], list[Line]]:
            return hushed(database, live.room.id), last_lines(database, live.room.id)

        live.hushed, lines = await self.store.read(work)
        return lines

    async def look_again(self, live: Live) -> None:
        """Who at the table has blocked whom?"""
        live.hushed = await self.store.read(partial(hushed, game=live.room.id))

    def hear(self, live: Live, line: Line | None) -> None:
        """A line was said, here or elsewhere: all who may hear it get it. None: lines may have been missed."""
        if line is not None:
            self._tell(live, [line])
        if live.lines is None:
            return
        known = [each.n for each in live.lines if line and each.channel == line.channel]
        if line is None or (known and line.n > known[-1] + 1):
            telling = asyncio.ensure_future(self._tell_again(live))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)
        elif not known or line.n == known[-1] + 1:
            live.lines = [*live.lines, line][-2 * MOST_LINES :]

    def open_up(self, live: Live) -> None:
        """The game is over: now players hear what spectators have said."""
        if live.lines:
            self._tell(live, [line for line in live.lines if line.channel == "spectators"])

    async def _tell_again(self, live: Live) -> None:
        """The last lines once more, to everybody: pages know which ones they have."""
        with contextlib.suppress(Refusal):
            live.lines = await self._read(live)
            self._tell(live, live.lines)

    def _tell(self, live: Live, lines: Sequence[Line]) -> None:
        now = self.clock()
        for client in live.clients:
            heard = [line for line in lines if live.may_hear(client, line, now)]
            if heard:
                client.send(encode(Talk(heard)))

    def tell_late(self, live: Live, late: Late, now: int, clients: Sequence[Client]) -> None:
        """Those who watch with a delay hear what players said that long ago."""
        until = shown_until(live.room, now)
        lines = [line for line in live.lines or () if line.channel == "players" and late.heard < line.at <= until]
        late.heard = until
        for client in clients if lines else ():
            client.send(encode(Talk(lines)))

    async def close(self) -> None:
        """Wait for what is being told."""
        await asyncio.gather(*self._telling, return_exceptions=True)
