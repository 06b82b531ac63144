"""All rooms: who is connected, what is stored, which bot has to think. The one authority over every game."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Awaitable

import msgspec

from millefiori.editions import EditionError
from millefiori.server.live import Client, Live
from millefiori.server.messages import (
    Again,
    Event,
    Hint,
    Join,
    NewGame,
    Opened,
    OpinionTold,
    Presence,
    Welcome,
    encode,
)
from millefiori.server.room import ACT, CHOOSE, Command, Refusal, Room, Setup
from millefiori.server.seating import seated, tidy, turned
from millefiori.server.store import Key, Store
from millefiori.server.thinking import Thinkers
from millefiori.table import SetupError, Table
from millefiori.view import choosing_view
from millefiori.vocabulary import SEAT_LETTERS, SPECTATOR, Seat

log = logging.getLogger(__name__)
ADVISER = "strong:1s"
IDLE = 60.0
"""Seconds after which a room without anybody is forgotten until somebody comes back."""


class Rooms:
    """Every game of this server."""

    def __init__(self, store: Store, thinkers: Thinkers, ready: Awaitable[None], pace: float = 0.0) -> None:
        self.store = store
        self.thinkers = thinkers
        self.ready = ready  # the engine may have to be compiled; the page does not wait for it, games do
        self.pace = pace  # seconds before a bot's play, so that people can follow and take back
        self.live: dict[str, Live] = {}
        self._loading = asyncio.Lock()

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
        setup = Setup(wanted.edition, wanted.tactical, players, list(table.deck), table.start_player)
        return await self._add(setup)

    async def again(self, wanted: Again) -> Opened:
        """The next game of the same players, everybody one seat on. The caller gets the seats of its screen."""
        key, live = await self.enter(wanted.key)
        old = live.room.setup
        if not live.room.table.is_over:
            raise Refusal("running", "the game is not over yet")
        if key.seat == SPECTATOR:
            raise Refusal("watching", "who watches cannot open the next game")
        players = [old.players[seat - 1] for seat in range(len(old.players))]
        deck, start = old.deck, old.start_player
        if not wanted.same_deal:
            table = Table(old.edition, len(players), tactical=old.tactical)
            deck, start = list(table.deck), table.start_player
        mine = (key.seat + 1) % len(players)
        if players[mine].kind == "friend":  # who asks for the next game plays it here, the others are invited
            players = [turned(player, seat == mine) for seat, player in enumerate(players)]
        return await self._add(Setup(old.edition, old.tactical, players, deck, start))

    async def _add(self, setup: Setup) -> Opened:
        game = secrets.token_urlsafe(9)
        keys: dict[str, str] = {}
        invitations: dict[str, str] = {}
        watch = secrets.token_urlsafe(16)
        rows = [(watch, Key(game, SPECTATOR, "watch"))]
        for seat, player in enumerate(setup.players):
            if player.kind != "bot":
                token = secrets.token_urlsafe(16)
                (keys if player.kind == "here" else invitations)[str(seat)] = token
                rows.append((token, Key(game, seat, "seat" if player.kind == "here" else "invitation")))
        await self.store.add_game(game, setup, rows)
        live = self.live[game] = Live(Room(game, setup), used=asyncio.get_running_loop().time())
        self._wake_bots(live)
        return Opened(game, keys, invitations, watch)

    async def invitation(self, token: str) -> tuple[Key, Live]:
        """What an invitation is for."""
        key = await self.store.key(token)
        if key is None or key.kind != "invitation":
            raise Refusal("invitation", "this invitation is not known, or somebody has accepted it already")
        return key, await self.get(key.game)

    async def join(self, wanted: Join) -> tuple[Key, str]:
        """Accept an invitation: it becomes a key that nobody else has."""
        key, live = await self.invitation(wanted.invitation)
        async with live.lock:
            token = secrets.token_urlsafe(16)
            players = list(live.room.setup.players)
            players[key.seat] = msgspec.structs.replace(players[key.seat], name=tidy(wanted.name, key.seat))
            setup = msgspec.structs.replace(live.room.setup, players=players)
            if not await self.store.accept(wanted.invitation, token, setup):
                raise Refusal("invitation", "somebody has accepted this invitation already")
            live.room.rename(setup)
            self._tell_presence(live)
        return Key(key.game, key.seat, "seat"), token

    async def enter(self, token: str) -> tuple[Key, Live]:
        """The room that a key opens."""
        key = await self.store.key(token)
        if key is None or key.kind == "invitation":
            raise Refusal("key", "this link opens no game here")
        return key, await self.get(key.game)

    async def get(self, game: str) -> Live:
        """A room, from memory or from the database."""
        await self.ready
        async with self._loading:
            if game not in self.live:
                stored = await self.store.load(game)
                assert stored is not None, "every key belongs to a game"
                self.live[game] = Live(Room(game, *stored))
                self._wake_bots(self.live[game])
            self.live[game].used = asyncio.get_running_loop().time()
            return self.live[game]

    # --- Connections

    def connect(self, live: Live, seat: Seat, seen: int) -> Client:
        """A client comes (back): it gets the whole story, or what it missed."""
        client, room = Client(seat), live.room
        live.clients.add(client)
        if 0 <= seen < room.n:
            missed = list(room.story(seat, seen))
            missed[-1] = msgspec.structs.replace(missed[-1], position=room.position(seat))
            for event in missed:
                client.send(encode(event))
        elif seen != room.n or seen < 0:
            client.send(encode(self._welcome(live, seat)))
        self._tell_presence(live)
        self._wake_bots(live)  # one whose thinking has failed tries again when somebody comes back
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
        )

    def disconnect(self, live: Live, client: Client) -> None:
        """A client has gone."""
        live.clients.discard(client)
        self._tell_presence(live)

    def forget_idle(self, now: float, idle: float = IDLE) -> None:
        """Forget the rooms that nobody has used for a while; they are stored."""
        for game, live in list(self.live.items()):
            if live.is_idle and not live.lock.locked() and now - live.used > idle:
                del self.live[game]

    def _tell_presence(self, live: Live) -> None:
        message = encode(Presence(live.presence(), live.room.setup.players))
        for client in live.clients:
            client.send(message)

    # --- Commands

    async def submit(self, live: Live, command: Command, at: int) -> Event:
        """Check a command, store it, obey it, tell everybody. Refused commands change nothing."""
        async with live.lock:
            if at < live.room.changed:
                raise Refusal("stale", f"the game has gone on since event {at}")
            return await self._perform(live, command)

    async def _perform(self, live: Live, command: Command) -> Event:
        room = live.room
        room.check(command)
        try:
            await self.store.append(room.id, room.n + 1, command)
        except sqlite3.Error as error:
            log.error("room %s: a command was not stored: %s", room.id, error)
            raise Refusal("storage", "the server could not store this: nothing has changed") from None
        event = room.perform(command)
        messages: dict[Seat, bytes] = {}
        for client in live.clients:
            if client.seat not in messages:
                told = room.told(event, client.seat)
                messages[client.seat] = encode(msgspec.structs.replace(told, position=room.position(client.seat)))
            client.send(messages[client.seat])
        self._wake_bots(live)
        return event

    async def hint(self, live: Live, seat: Seat, at: int) -> Hint:
        """What a strong bot would do in the seat's place."""
        room = live.room
        if at < room.changed or seat == SPECTATOR or not room.is_asked(seat):
            raise Refusal("hint", "there is nothing to decide for you now")
        n = room.n
        action, opinions = await self.thinkers.think(ADVISER, choosing_view(room.table.game, seat))
        if not opinions:
            return Hint(n, [OpinionTold(action, None, None)])
        return Hint(n, [OpinionTold(*opinion) for opinion in opinions[:5]])

    # --- Bots

    def _wake_bots(self, live: Live) -> None:
        for seat, player in enumerate(live.room.setup.players):
            if player.kind == "bot" and seat not in live.thinking and live.room.is_waiting_for(seat):
                task = asyncio.create_task(self._play_bot(live, seat, player.level))
                live.thinking[seat] = task
                task.add_done_callback(lambda task, seat=seat: self._slept(live, seat, task))  # type: ignore[misc]

    def _slept(self, live: Live, seat: Seat, task: asyncio.Task[None]) -> None:
        live.thinking.pop(seat, None)
        if not task.cancelled() and task.exception() is not None:
            log.error("a bot of room %s has failed", live.room.id, exc_info=task.exception())
        elif not task.cancelled():
            self._wake_bots(live)

    async def _play_bot(self, live: Live, seat: Seat, level: str) -> None:
        """One decision of a bot; thrown away if somebody has taken back a step meanwhile."""
        room, loop = live.room, asyncio.get_running_loop()
        start, mark = loop.time(), room.changed
        keeps = room.is_choosing
        seen = choosing_view(room.table.game, seat)
        action, _ = await self.thinkers.think(level, seen, urgent=bool(live.clients))
        if not keeps and live.clients:
            await asyncio.sleep(max(0.0, self.pace - (loop.time() - start)))
        async with live.lock:
            if room.changed == mark:
                await self._perform(live, Command(seat, CHOOSE if keeps else ACT, action))

    async def close(self) -> None:
        """Let go of everything; what happened is stored."""
        tasks = [task for live in self.live.values() for task in live.thinking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for live in self.live.values():
            for client in live.clients:
                client.drop()
