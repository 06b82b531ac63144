"""All rooms: into memory and out of it, commands, and what other workers say. The one authority over every game."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence

import msgspec

from millefiori.engine.vocabulary import SPECTATOR, Phase
from millefiori.server.border.limits import NO_LIMITS, Gate, Limits
from millefiori.server.fleet.broker import Broker, Within
from millefiori.server.fleet.fanout import Fanout
from millefiori.server.ids import new_id
from millefiori.server.messages.events import Event
from millefiori.server.messages.games import Opened
from millefiori.server.messages.talk import Line
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.audience import Audience
from millefiori.server.rooms.live import Live, Notes
from millefiori.server.rooms.quarantine import Quarantine, restored_gradually
from millefiori.server.rooms.room import DECIDE, Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.games import add_commands
from millefiori.server.storage.keys import Key
from millefiori.server.storage.store import Store, Taken
from millefiori.server.talk.hearing import Hearing
from millefiori.server.tempo.arming import arm, due
from millefiori.server.thinking.bot_turns import Drivers
from millefiori.server.thinking.thinkers import Thinkers

log = logging.getLogger(__name__)
BUILDERS = 4
"""Rooms that are built at the same time."""
HEALING = 1.0
"""Seconds between two attempts to read a game again after the store has failed."""
IDLE = 60.0
"""Seconds after which an empty room is dropped from memory."""


def milliseconds() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_watch() -> str:
    """A key to watch."""
    return secrets.token_urlsafe(16)


def is_hidden(room: Room, command: Command) -> bool:
    """Does a command name a card that others must not see? Workers read it from the store, not from the broker."""
    return command.kind == DECIDE and room.table.game.phase == Phase.KEEP


class Rooms:
    """Every game of this server."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        ready: Awaitable[None],
        pace: float = 0.0,
        limits: Limits = NO_LIMITS,
        clock: Callable[[], int] = milliseconds,
        broker: Broker | None = None,
    ) -> None:
        self.store = store
        self.clock = clock  # the only clock that counts
        self.thinkers = thinkers
        self.ready = ready  # games wait until the engine is compiled; the page does not
        self.pace = pace  # seconds before a bot plays, so that people can follow and undo
        self.live: dict[str, Live] = {}
        self.notes = Notes()
        self.quarantine = Quarantine()
        self.when_over: list[Callable[[Room], Awaitable[None]]] = []  # called for each finished game, perhaps again
        self._telling: set[asyncio.Future[None]] = set()
        self.replaying = 0  # games that are being made ready to be shown step by step: see `asking`
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._builders = asyncio.Semaphore(BUILDERS)
        broker = broker or Within()
        self.gate = Gate(limits, broker)
        self.fanout = Fanout(broker, self)
        self.drivers = Drivers(self)
        self.hearing = Hearing(store, clock, is_shared=broker.is_shared)
        self.audience = Audience(clock, self.hearing, self.fanout.present)

    # --- Into memory and out of it

    async def add(
        self,
        setup: Setup,
        commands: Sequence[Command] = (),
        also: Callable[[Connection, str], None] = lambda database, game: None,
    ) -> Opened:
        """A new game, with the keys and invitations to its seats; with `commands` it begins in the middle.

        `also` is written with the game, or neither.
        """
        game, watch = new_id(), new_watch()
        keys: dict[str, str] = {}
        invitations: dict[str, str] = {}
        rows = [(watch, Key(game, SPECTATOR, "watch"))]
        for seat, player in enumerate(setup.players):
            if player.kind != "bot":
                token = secrets.token_urlsafe(16)
                (keys if player.kind == "here" else invitations)[str(seat)] = token
                rows.append((token, Key(game, seat, "seat" if player.kind == "here" else "invitation")))
        missing = [int(seat) for seat in invitations]
        setup = msgspec.structs.replace(setup, missing=missing, begun=0 if missing else self.clock())
        room = Room(game, setup, list(commands))

        def more(database: Connection) -> None:
            add_commands(database, game=game, commands=commands)
            also(database, game)

        await self.store.add_game(game, setup, rows, more)
        await self._begin(room)
        return Opened(game, keys, invitations, watch)

    async def open_for(self, game: str, setup: Setup, watch: str, also: Callable[[Connection], None]) -> None:
        """A game of people who have met: each of them gets a key as a player. `also` is written with it, or neither."""
        setup = msgspec.structs.replace(setup, begun=self.clock())
        await self.store.add_game(game, setup, [(watch, Key(game, SPECTATOR, "watch"))], also)
        await self._begin(Room(game, setup))

    async def _begin(self, room: Room) -> None:
        live = self._hold(room)
        await self.arm(live)
        self.drivers.wake(live)

    def rename(self, game: str, setup: Setup) -> None:
        """Somebody has another name now; it is stored already."""
        self.fanout.seated(game)
        if game in self.live:
            self._resettle(self.live[game], setup)
            self.audience.show_presence(self.live[game])

    async def enter(self, token: str, *, kinds: Collection[str] = ("seat", "watch")) -> tuple[Key, Live]:
        """The room that a key opens, if it is of such a kind."""
        key = await self.store.key(token)
        if key is None or key.kind not in kinds:
            raise Refusal("key", "this link does not open a game here")
        return key, await self._fresh(key.game)

    async def get(self, game: str) -> Live:
        """A room, from memory or from the database."""
        await self.ready
        if game not in self.live:
            if game not in self._loading:  # many may ask for it at the same time: it is built once
                self._loading[game] = asyncio.create_task(self._load(game))
                self._loading[game].add_done_callback(lambda _: self._loading.pop(game))
            room = await asyncio.shield(self._loading[game])
            if game not in self.live:
                live = self._hold(room)
                await self.begin_if_complete(live)
                self.drivers.wake(live)
                self._tell_over(room)
        self.live[game].used = asyncio.get_running_loop().time()
        return self.live[game]

    async def _fresh(self, game: str) -> Live:
        """A room with everything that is stored: whoever asks may have been at another worker a moment ago."""
        known = self.live.get(game)
        live = await self.get(game)
        if live is known and self.fanout.broker.is_shared:
            await self.learn(live, live.room.n + 1)
        return live

    def _hold(self, room: Room) -> Live:
        """A room comes into memory: from now on it follows what happens elsewhere."""
        live = self.live[room.id] = Live(room, used=asyncio.get_running_loop().time())
        live.note_presence(self.clock())
        live.due = due(room, self.clock())
        self.fanout.follow(live)
        return live

    async def begin_if_complete(self, live: Live) -> None:
        """The clocks begin to run when everybody is there, or a bot plays for those who are not."""
        room, setup = live.room, live.room.setup
        if room.clocks is None or setup.begun or any(not room.bot_of(seat) for seat in setup.missing):
            return
        now = self.clock()

        def begin(setup: Setup) -> Setup:
            return setup if setup.begun else msgspec.structs.replace(setup, begun=now)

        has_begun = self._resettle(live, await self.store.change_setup(room.id, begin))
        self.fanout.seated(room.id)
        await self.arm(live)
        if has_begun:
            self.audience.welcome_again(live)

    def _resettle(self, live: Live, setup: Setup) -> bool:
        """Names have changed, or the clocks have begun to run: then it returns True."""
        has_begun = bool(setup.begun and not live.room.setup.begun)
        live.room.resettle(setup)
        if live.late:
            live.late.room.resettle(setup)
        live.due = due(live.room, self.clock())
        return has_begun

    async def arm(self, live: Live) -> None:
        """Note when the game must be looked at again."""
        await arm(self.store, live, self.clock())

    async def _load(self, game: str) -> Room:
        """Build a room: replaying its commands takes a while."""
        async with self._builders:
            with self.quarantine.guard(game):
                return await restored_gradually(game, *await self.store.load(game))

    def forget_idle(self, now: float, idle: float = IDLE) -> None:
        """Drop rooms from memory that nobody has used for a while; they are stored."""
        for game, live in list(self.live.items()):
            if live.is_idle and not live.lock.locked() and now - live.used > idle:
                self.fanout.leave(live)
                del self.live[game]

    # --- What other workers say: see `fleet.fanout`

    async def learn(self, live: Live, n: int, command: Command | None = None) -> None:
        """There are commands up to number n: the next one, or those in the store."""
        async with live.lock:
            if n == live.room.n + 1 and command is not None and not live.is_behind:
                live.room.check_stored(command)
                self._carry_out(live, command)
            elif n > live.room.n:
                try:
                    await self._catch_up(live)
                except Refusal as error:
                    if error.code == "storage":
                        self._heal(live)

    def show_presence(self, live: Live) -> None:
        """Somebody has come or gone elsewhere."""
        live.note_presence(self.clock())
        self.audience.show_presence(live)

    def hear(self, live: Live, line: Line | None) -> None:
        """A line was said elsewhere; without it, lines may have been missed."""
        self.hearing.hear(live, line)

    async def look_who_hears(self, live: Live) -> None:
        """Somebody has blocked or unblocked somebody elsewhere."""
        with contextlib.suppress(Refusal):  # the store is out of order: the next newcomer makes it good
            await self.hearing.look_again(live)

    async def compare(self, games: list[str]) -> dict[str, int]:
        """The number of the last command of each game in the store."""
        return await self.store.last_commands(games)

    # --- What the operator decides: see `fleet.orders`

    async def look_again(self, game: str) -> None:
        """A game was closed, renamed or deleted."""
        live = self.live.get(game)
        if live is None:
            return
        if await self.store.has_game(game):
            await self.learn(live, live.room.n + 1)
        else:
            self._drop(live)

    def _drop(self, live: Live) -> None:
        """A game that exists no more leaves the memory; whoever comes back learns that."""
        for task in live.tasks():
            task.cancel()
        self.fanout.leave(live)
        self.live.pop(live.room.id, None)
        for client in live.clients:
            client.drop()

    async def end_closed_keys(self, live: Live | None = None) -> None:
        """Disconnect those whose key opens nothing any more, at one table or at all."""
        clients = [client for each in ([live] if live else self.live.values()) for client in each.clients]
        opening = await self.store.opening([client.key for client in clients])
        for client in clients:
            if client.key not in opening:
                client.drop()

    async def end_links(self, link: Key) -> int:
        """The links of a kind that a seat has given away end, with what they have open here or elsewhere."""
        ended = await self.store.end_links(link)
        live = await self.get(link.game)
        await self.end_closed_keys(live)
        self.fanout.ended(link.game)
        return len(ended)

    async def hush(self, games: Collection[str]) -> None:
        """Who hears whom has changed at these tables, here and at other workers."""
        for game in games:
            self.fanout.hushed(game)
            if live := self.live.get(game):
                await self.hearing.look_again(live)

    # --- Commands

    async def submit(self, live: Live, command: Command, at: int) -> Event:
        """Check a command, store it, carry it out, send the event to everybody. Refused commands change nothing."""

        def ask() -> Command:
            if command.seat != SPECTATOR and at < live.room.changed:
                raise Refusal("stale", f"the game has moved on since event {at}")
            if command.seat != SPECTATOR and live.room.absence.stand_in(command.seat):
                raise Refusal("absent", "a bot plays for you: take over first")
            return command

        return await self.perform(live, ask)

    async def perform(self, live: Live, ask: Callable[[], Command]) -> Event:
        """Ask for a command and carry it out.

        The store decides who wrote the next command. Whoever comes second learns what happened and is asked again.
        """
        event = await self._perform(live, ask)
        await self.arm(live)
        return event

    async def _perform(self, live: Live, ask: Callable[[], Command]) -> Event:
        room = live.room
        async with live.lock:
            while True:
                if live.is_behind:
                    await self._catch_up(live)
                command = msgspec.structs.replace(ask(), at=max(self.clock(), room.last_at))
                room.check(command)
                start = time.perf_counter()
                try:
                    await self.store.append(room.id, room.n + 1, command)
                    self.notes.seconds.append(time.perf_counter() - start)
                    self.notes.counts["stored"] += 1
                    is_secret = is_hidden(room, command)
                    event = self._carry_out(live, command)
                    self.fanout.happened(live, None if is_secret else command)
                    return event
                except Taken:
                    self.notes.counts["taken"] += 1
                    live.is_behind = True
                except Refusal as error:
                    if error.code == "storage":  # it may be stored all the same
                        self._heal(live)
                    raise

    async def _catch_up(self, live: Live) -> None:
        """Carry out what is stored of a game and not yet known here, names included; the lock is held."""
        room = live.room
        with self.quarantine.guard(room.id):
            setup = await self.store.setup(room.id)
            for command in await self.store.commands_after(room.id, room.n):
                room.check_stored(command)
                self._carry_out(live, command)
        live.is_behind = False
        if setup != room.setup:
            if self._resettle(live, setup):
                self.audience.welcome_again(live)
            self.audience.show_presence(live)

    def _heal(self, live: Live) -> None:
        """Nobody knows what the store has kept: read it again as soon as it answers."""
        live.is_behind = True
        if live.healing is None:
            live.healing = asyncio.create_task(self._heal_soon(live))

    async def _heal_soon(self, live: Live) -> None:
        try:
            while live.is_behind:
                await asyncio.sleep(HEALING)
                try:
                    async with live.lock:
                        await self._catch_up(live)
                except Refusal as error:
                    if error.code != "storage":  # there is nothing to wait for
                        break
        finally:
            live.healing = None

    def _carry_out(self, live: Live, command: Command) -> Event:
        """A stored command: change the game, send the event to everybody, wake the bots."""
        room = live.room
        event = room.perform(command)
        self.audience.show(live, event)
        live.due = due(room, self.clock())
        self.drivers.wake(live)
        self._tell_over(room)
        if room.is_over:
            self.hearing.open_up(live)
        return event

    def _tell_over(self, room: Room) -> None:
        """Whoever keeps results hears of a game that is over; nobody at the table waits for that."""
        for tell in self.when_over if room.is_over else ():
            telling = asyncio.ensure_future(tell(room))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def close(self) -> None:
        """Stop the bots and disconnect all clients; everything is stored."""
        tasks = [task for live in self.live.values() for task in live.tasks()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._telling, return_exceptions=True)
        await self.hearing.close()
        await self.fanout.close()
        for live in self.live.values():
            for client in live.clients:
                client.drop()
