"""All rooms: connections, commands and bots. The one authority over every game."""

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from millefiori.bots.bot import budget_seconds
from millefiori.engine.editions import EditionError
from millefiori.engine.view import deciding_view
from millefiori.engine.vocabulary import SEAT_LETTERS, SPECTATOR, Seat
from millefiori.fairness import new_salt
from millefiori.server.fleet.broker import Broker, Within
from millefiori.server.fleet.fanout import Fanout
from millefiori.server.limits import NO_LIMITS, Gate, Limits
from millefiori.server.live import Client, Live, Notes
from millefiori.server.messages import (
    Again,
    Event,
    Hint,
    Join,
    NewGame,
    Opened,
    Player,
    Presence,
    ShownOpinion,
    Welcome,
    encode,
)
from millefiori.server.names import person_name
from millefiori.server.quarantine import Quarantine, restored
from millefiori.server.room import DECIDE, Command, Refusal, Room, Setup
from millefiori.server.seating import check_level, seated, turned
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.store import Key, Store, Taken
from millefiori.server.tempo.clocks import NEVER
from millefiori.server.tempo.deadlines import deadlines
from millefiori.server.tempo.wanted import check_tempo
from millefiori.server.thinkers import Thinkers
from millefiori.server.version import page_version
from millefiori.table import SetupError, Table

log = logging.getLogger(__name__)
ADVISER = "strong:1s"
BUILDERS = 4
"""Rooms that are built at the same time."""
OVERHEAD = 0.25
"""Seconds that an answer may take beyond a bot's budget: a search that uses all of it must not be seen to."""
LONGEST_BACKOFF = 60.0
"""Seconds between the tries of a bot that fails again and again."""
TAKING_OVER = 1.0
"""Seconds between two attempts to drive the bots of a game that another worker drives."""
HEALING = 1.0
"""Seconds between two attempts to read a game again after the store has failed."""
PEOPLE_WAIT, SOMEBODY_ASKS, NOBODY_WATCHES = range(3)
"""How urgent a question is: a bot's move that people wait for; a hint or a replay; a table of bots alone."""
MOST_REPLAYING = 8
"""Games that may wait to be shown step by step."""
IDLE = 60.0
"""Seconds after which an empty room is dropped from memory."""


def milliseconds() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def pause_after(passed: float, thinking: Sequence[str], workers: int, pace: float) -> float:
    """How long a bot still waits when so many seconds have passed since it was asked: until the next beat.

    `thinking` are the levels of all bots of its table that were asked at the same moment. Their beat is the largest
    budget and a little more, and at least the pace; if they take turns at the workers, the first beats pass as if
    each used its whole budget. So no bot's time says anything about a hand, its own or another's. Without a pace, for
    programs that play, it does not wait.
    """
    if not pace:
        return 0.0
    budgets = [budget for level in thinking if (budget := budget_seconds(level))]
    beat = max(pace, max(budgets) + OVERHEAD if budgets else 0.0)
    turns = math.ceil(len(budgets) / max(1, workers))
    return max(1, turns, math.ceil(passed / beat)) * beat - passed


class Overtaken(Exception):
    """While a bot was thinking, the game has moved on."""


def new_game() -> str:
    """The name of a game; it opens nothing."""
    return secrets.token_urlsafe(9)


def new_watch() -> str:
    """A key to watch."""
    return secrets.token_urlsafe(16)


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
        self.gate = Gate(limits)
        self.live: dict[str, Live] = {}
        self.notes = Notes()
        self.quarantine = Quarantine()
        self.when_over: Callable[[Room], Awaitable[None]] | None = None  # called for each finished game, perhaps again
        self._telling: set[asyncio.Future[None]] = set()
        self._replaying = 0
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._builders = asyncio.Semaphore(BUILDERS)
        self.fanout = Fanout(broker or Within(), self)

    # --- Opening and joining

    async def open(self, wanted: NewGame) -> Opened:
        """A new game; refused if it breaks the rules of setup."""
        await self.ready
        players = [seated(seat, number) for number, seat in enumerate(wanted.seats)]
        names = [player.name or SEAT_LETTERS[seat] for seat, player in enumerate(players)]
        try:
            table = Table(wanted.edition, names, tactical=wanted.tactical, start_player=wanted.start_player)
        except (EditionError, SetupError) as error:
            raise Refusal("setup", str(error)) from None
        deal = (list(table.deck), table.start_player, table.salt)
        check_tempo(wanted.tempo)
        check_level(wanted.stand_in)
        setup = Setup(wanted.edition, wanted.tactical, players, *deal, hints=wanted.hints)
        return await self._add(msgspec.structs.replace(setup, tempo=wanted.tempo, stand_in=wanted.stand_in))

    async def again(self, wanted: Again) -> tuple[Opened, Seat]:
        """The next game of the same players, everybody one seat further, and where the caller sits.

        The caller gets the seats of its screen.
        """
        key, live = await self.enter(wanted.key)
        old = live.room.setup
        if not live.room.is_over:
            raise Refusal("running", "the game is not over yet")
        if key.seat == SPECTATOR:
            raise Refusal("watching", "spectators cannot open the next game")
        old = msgspec.structs.replace(old, hints=old.allows_hints)
        players = [old.players[seat - 1] for seat in range(len(old.players))]
        mine = (key.seat + 1) % len(players)
        if players[mine].kind == "friend":  # the one who opens the next game plays it here, the others are invited
            players = [turned(player, seat == mine) for seat, player in enumerate(players)]
        if wanted.same_deal:
            return await self._add(self._replayed(live.room.id, old, players)), mine
        table = Table(old.edition, len(players), tactical=old.tactical)
        deal = (list(table.deck), table.start_player, table.salt)
        setup = Setup(old.edition, old.tactical, players, *deal, hints=old.hints)
        return await self._add(msgspec.structs.replace(setup, tempo=old.tempo, stand_in=old.stand_in)), mine

    def _replayed(self, game: str, old: Setup, players: list[Player]) -> Setup:
        """The deal of a finished game once more. Only those who played it first may join."""
        first = old.first or game
        return msgspec.structs.replace(old, players=players, salt=new_salt(), first=first, replays=old.replays + 1)

    async def _add(self, setup: Setup) -> Opened:
        game, watch = new_game(), new_watch()
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
        await self.store.add_game(game, setup, rows)
        await self._begin(Room(game, setup))
        return Opened(game, keys, invitations, watch)

    async def open_for(self, game: str, setup: Setup, watch: str, also: Callable[[Connection], None]) -> None:
        """A game of people who have met: each of them gets a key as a player. `also` is written with it, or neither."""
        setup = msgspec.structs.replace(setup, begun=self.clock())
        await self.store.add_game(game, setup, [(watch, Key(game, SPECTATOR, "watch"))], also)
        await self._begin(Room(game, setup))

    async def _begin(self, room: Room) -> None:
        live = self._hold(room)
        await self.arm(live)
        self._wake_bots(live)

    async def invitation(self, token: str) -> tuple[Key, Live]:
        """What an invitation is for."""
        key = await self.store.key(token)
        if key is None or key.kind != "invitation":
            raise Refusal("invitation", "this invitation does not exist or has already been accepted")
        return key, await self.get(key.game)

    async def join(self, wanted: Join) -> tuple[Key, str]:
        """Accept an invitation: it becomes a key that nobody else has."""
        key, live = await self.invitation(wanted.invitation)
        await self._check_proof(live.room.setup, key.seat, wanted.proof)
        name = person_name(wanted.name, key.seat)
        async with live.lock:
            token = secrets.token_urlsafe(16)
            setup = await self.store.accept(wanted.invitation, token, name)
            if setup is None:
                raise Refusal("invitation", "this invitation has already been accepted")
            self.rename(key.game, setup)
            await self.begin_if_complete(live)
        return Key(key.game, key.seat, "seat"), token

    def rename(self, game: str, setup: Setup) -> None:
        """Somebody has another name now; it is stored already."""
        if game in self.live:
            self._resettle(self.live[game], setup)
            self.fanout.seated(self.live[game])
            self._send_presence(self.live[game])

    async def _check_proof(self, setup: Setup, seat: Seat, proof: str | None) -> None:
        """A deal that was played before is only for those who sat at that table: the others do not know its cards."""
        if not setup.replays:
            return
        key = await self.store.key(proof) if proof else None
        before = (seat - setup.replays) % len(setup.players)
        if key is None or (key.game, key.seat, key.kind) != (setup.first, before, "seat"):
            raise Refusal("proof", "this deal has been played before: only those who played it then may join")

    async def enter(self, token: str, *, kinds: tuple[str, ...] = ("seat", "watch")) -> tuple[Key, Live]:
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
                self._wake_bots(live)
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
        live.due = self._due(room)
        self.fanout.follow(live)
        return live

    def _due(self, room: Room) -> int:
        """When the clocks of a game must be looked at."""
        if room.clocks is None:
            return NEVER
        return min((found.due for found in deadlines(room, self.clock())), default=NEVER)

    async def begin_if_complete(self, live: Live) -> None:
        """The clocks begin to run when everybody is there, or a bot plays for those who are not."""
        room, setup = live.room, live.room.setup
        if room.clocks is None or setup.begun or any(not room.bot_of(seat) for seat in setup.missing):
            return
        now = self.clock()

        def begin(setup: Setup) -> Setup:
            return setup if setup.begun else msgspec.structs.replace(setup, begun=now)

        has_begun = self._resettle(live, await self.store.change_setup(room.id, begin))
        self.fanout.seated(live)
        await self.arm(live)
        if has_begun:
            self._welcome_all(live)

    def _resettle(self, live: Live, setup: Setup) -> bool:
        """Names have changed, or the clocks have begun to run: then it returns True."""
        has_begun = bool(setup.begun and not live.room.setup.begun)
        live.room.resettle(setup)
        live.due = self._due(live.room)
        return has_begun

    def _welcome_all(self, live: Live) -> None:
        for client in live.clients:
            client.send(encode(self._welcome(live, client.seat)))

    async def arm(self, live: Live) -> None:
        """Note when the game must be looked at again. A fast clock is stored only when it would be missed."""
        if live.room.clocks is None:
            return
        now = self.clock()
        found = deadlines(live.room, now)
        is_slow = live.room.setup.tempo.kind == "days"
        if is_slow or not found or live.due < live.stored_due or live.stored_due <= now:
            try:
                await self.store.set_deadlines(live.room.id, found)
                live.stored_due = live.due
            except Refusal as error:  # the game itself is stored: it is looked at as long as it is in memory
                log.error("game %s: its deadlines were not stored: %s", live.room.id, error)

    async def _load(self, game: str) -> Room:
        """Build a room in a thread of its own: replaying its commands takes a while."""
        async with self._builders:
            with self.quarantine.guard(game):
                return await asyncio.to_thread(restored, game, *await self.store.load(game))

    # --- Connections

    def connect(self, live: Live, seat: Seat, seen: int) -> Client:
        """A client connects: it gets everything that has happened, or what it missed."""
        client, room = Client(seat), live.room
        live.clients.add(client)
        live.note_presence(self.clock())
        if 0 <= seen < room.n:
            missed = list(room.story(seat, seen))
            missed[-1] = msgspec.structs.replace(missed[-1], position=room.position(seat))
            for event in missed:
                client.send(encode(event))
        elif seen != room.n or seen < 0:
            client.send(encode(self._welcome(live, seat)))
        self._send_presence(live, client)
        return client

    def _welcome(self, live: Live, seat: Seat) -> Welcome:
        room = live.room
        return Welcome(
            game=room.id,
            seat=seat,
            edition=room.setup.edition,
            tactical=room.setup.tactical,
            players=room.setup.players,
            n=room.n,
            log=list(room.story(seat)),
            position=room.position(seat),
            presence=live.presence(),
            replays=room.setup.replays,
            hints=room.setup.allows_hints,
            tempo=room.setup.tempo,
            stand_in=room.setup.stand_in,
            now=self.clock(),
            commitment=room.table.commitment,
        )

    def disconnect(self, live: Live, client: Client) -> None:
        """A client has left."""
        live.clients.discard(client)
        live.note_presence(self.clock())
        self._send_presence(live)

    def forget_idle(self, now: float, idle: float = IDLE) -> None:
        """Drop rooms from memory that nobody has used for a while; they are stored."""
        for game, live in list(self.live.items()):
            if live.is_idle and not live.lock.locked() and now - live.used > idle:
                self.fanout.leave(live)
                del self.live[game]

    def _send_presence(self, live: Live, newcomer: Client | None = None) -> None:
        """To everybody if it has changed, to other workers, too; a newcomer gets it in any case."""
        self.fanout.present(live)
        message = encode(
            Presence(live.presence(), live.room.setup.players, live.troubled(), live.spectators(), page_version())
        )
        for client in live.clients if message != live.shown_presence else [newcomer]:
            if client is not None:
                client.send(message)
        live.shown_presence = message

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
        self._send_presence(live)

    async def compare(self, games: list[str]) -> dict[str, int]:
        """The number of the last command of each game in the store."""
        return await self.store.last_commands(games)

    # --- Commands

    async def submit(self, live: Live, command: Command, at: int) -> Event:
        """Check a command, store it, carry it out, send the event to everybody. Refused commands change nothing."""

        def ask() -> Command:
            if at < live.room.changed:
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
                    event = self._carry_out(live, command)
                    self.fanout.happened(live, command)
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
                self._welcome_all(live)
            self._send_presence(live)

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
        messages: dict[Seat, bytes] = {}
        for client in live.clients:
            if client.seat not in messages:
                seen = room.seen_by(event, client.seat)
                messages[client.seat] = encode(msgspec.structs.replace(seen, position=room.position(client.seat)))
            client.send(messages[client.seat])
        live.due = self._due(room)
        self._wake_bots(live)
        self._tell_over(room)
        return event

    def _tell_over(self, room: Room) -> None:
        """Whoever keeps results hears of a game that is over; nobody at the table waits for that."""
        if room.is_over and self.when_over is not None:
            telling = asyncio.ensure_future(self.when_over(room))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def hint(self, live: Live, seat: Seat, at: int) -> Hint:
        """What a strong bot would do in the seat's place."""
        room = live.room
        if at < room.changed or seat == SPECTATOR or not room.is_asked(seat):
            raise Refusal("hint", "you have nothing to decide now")
        if room.bot_of(seat):
            raise Refusal("hint", "a bot plays for you")
        if not room.setup.allows_hints:
            raise Refusal("hints", "this table plays without hints")
        n, seen = room.n, deciding_view(room.table.game, seat)
        most = self.gate.limits.hints_per_table
        with (
            self.gate.open(f"hint {room.id} {seat}", 1, "hints"),
            self.gate.open(f"hints {room.id}", most, "hints at this table"),
        ):
            action, opinions = await self.thinkers.think(ADVISER, seen, f"hints of {room.id}", lambda: SOMEBODY_ASKS)
        if not opinions:
            return Hint(n, [ShownOpinion(action, None, None)])
        return Hint(n, [ShownOpinion(*opinion) for opinion in opinions[:5]])

    async def replay(self, address: str, work: Callable[..., bytes], *arguments: object) -> bytes:
        """A game step by step, made in a worker when the bots leave one free; for one address after the other."""
        if self._replaying >= MOST_REPLAYING:
            raise Refusal("busy", "too many games are being replayed: try again in a moment")
        self._replaying += 1
        try:
            return await self.thinkers.run(f"replays of {address}", lambda: SOMEBODY_ASKS, work, *arguments)
        finally:
            self._replaying -= 1

    # --- Bots

    def _wake_bots(self, live: Live) -> None:
        room = live.room
        for seat in range(len(room.setup.players)):
            level = room.bot_of(seat)
            if level and seat not in live.thinking and room.is_awaited(seat) and not room.is_over:
                task = asyncio.create_task(self._play_bot(live, seat, level))
                live.thinking[seat] = task
                task.add_done_callback(lambda task, seat=seat: self._bot_done(live, seat, task))  # type: ignore[misc]

    def _bot_done(self, live: Live, seat: Seat, task: asyncio.Task[None]) -> None:
        live.thinking.pop(seat, None)
        if not task.cancelled():
            self._wake_bots(live)

    async def _play_bot(self, live: Live, seat: Seat, level: str) -> None:
        """One decision of a bot. If it fails (a full disk, a dead worker), it tries again, and the players see that."""
        pause = 1.0
        while True:
            try:
                if await self._drives(live, seat):
                    await self._decide(live, seat, level)
                break
            except Exception:
                log.exception("room %s: the bot at seat %d failed; it tries again in %.0f s", live.room.id, seat, pause)
                live.failing.add(seat)
                self._send_presence(live)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_BACKOFF)
        if seat in live.failing:
            live.failing.discard(seat)
            self._send_presence(live)

    async def _drives(self, live: Live, seat: Seat) -> bool:
        """Wait until this worker drives the bots; False if another one has decided meanwhile."""
        while live.room.is_awaited(seat):
            if await self.fanout.drives(live):
                return True
            await asyncio.sleep(TAKING_OVER)
        return False

    async def _decide(self, live: Live, seat: Seat, level: str) -> None:
        """Think, wait and decide; discarded if a step was undone meanwhile."""
        room, loop = live.room, asyncio.get_running_loop()
        start, mark = loop.time(), room.changed
        seen = deciding_view(room.table.game, seat)
        thinking = [room.bot_of(other) for other in live.thinking]
        urgency = lambda: PEOPLE_WAIT if live.is_watched else NOBODY_WATCHES  # noqa: E731
        action, _ = await self.thinkers.think(level, seen, room.id, urgency)
        if live.is_watched:
            await asyncio.sleep(pause_after(loop.time() - start, thinking, self.thinkers.workers, self.pace))

        def ask() -> Command:
            if room.changed != mark or not room.is_awaited(seat) or not room.bot_of(seat) or room.is_over:
                raise Overtaken
            return Command(seat, DECIDE, action)

        with contextlib.suppress(Overtaken):
            await self.perform(live, ask)

    async def close(self) -> None:
        """Stop the bots and disconnect all clients; everything is stored."""
        tasks = [task for live in self.live.values() for task in live.tasks()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self._telling, return_exceptions=True)
        await self.fanout.close()
        for live in self.live.values():
            for client in live.clients:
                client.drop()
