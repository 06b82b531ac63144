"""Clients at the tables: what each of them is sent when it connects, and when something happens.

Players see the game at once. Those who watch, and those who look over a player's shoulder by a link of that player, may
see it later (`lateness`).
"""

import asyncio
from collections.abc import Callable

import msgspec

from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.events import Event, Presence, Welcome
from millefiori.server.messages.position import Position
from millefiori.server.messages.words import encode
from millefiori.server.rooms.events import seen_by
from millefiori.server.rooms.lateness import GLANCE, Late, as_it_was, next_event, shown_until
from millefiori.server.rooms.live import Client, Live
from millefiori.server.rooms.room import Room
from millefiori.server.site.version import page_version
from millefiori.server.talk.hearing import Hearing


class Audience:
    """All clients of a worker. Other workers are told who is here (`tell_others`)."""

    def __init__(self, clock: Callable[[], int], hearing: Hearing, tell_others: Callable[[Live], None]) -> None:
        self.clock, self.hearing, self.tell_others = clock, hearing, tell_others

    # --- Coming and going

    async def make_room_for(self, live: Live, *, is_watching: bool) -> None:
        """Before somebody connects who may see the game late: build it as it was."""
        if is_watching and live.room.setup.delay and live.late is None:
            built = await asyncio.to_thread(as_it_was(live.room, self.clock()))
            live.late = live.late or Late(built, self.clock() - 1000 * live.room.setup.delay)

    def connect(self, live: Live, seat: Seat, seen: int, *, is_watching: bool = False) -> Client:
        """A client connects: it gets everything that has happened, or what it missed."""
        client = Client(seat, is_watching or seat == SPECTATOR)
        room = self._room(live, client)
        live.clients.add(client)
        live.note_presence(self.clock())
        if 0 <= seen < room.n:
            *missed, last = room.story(seat, seen)
            for event in (*missed, msgspec.structs.replace(last, position=self._position(room, client))):
                client.send(encode(event))
        elif seen != room.n or seen < 0:
            client.send(encode(self._welcome(live, client)))
        self.show_presence(live, client)
        if live.late and live.late.following is None and room is live.late.room:
            live.late.following = asyncio.create_task(self._follow(live, live.late))
        return client

    def disconnect(self, live: Live, client: Client) -> None:
        """A client has left."""
        live.clients.discard(client)
        live.note_presence(self.clock())
        self.show_presence(live)

    def welcome_again(self, live: Live) -> None:
        """Everybody gets the whole game again: its clocks have begun to run."""
        for client in live.clients:
            client.send(encode(self._welcome(live, client)))

    def _welcome(self, live: Live, client: Client) -> Welcome:
        room, setup = self._room(live, client), live.room.setup
        return Welcome(
            game=room.id,
            seat=client.seat,
            edition=setup.edition,
            tactical=setup.tactical,
            players=setup.players,
            n=room.n,
            log=list(room.story(client.seat)),
            position=self._position(room, client),
            presence=live.presence(),
            replays=setup.replays,
            hints=setup.allows_hints,
            tempo=setup.tempo,
            stand_in=setup.stand_in,
            now=shown_until(room, self.clock()) if client.is_watching else self.clock(),
            is_host=setup.is_host(client.seat) and not client.is_watching,
            is_watching=client.is_watching,
            delay=setup.delay,
            commitment=room.table.commitment,
        )

    # --- What happens

    def show(self, live: Live, event: Event) -> None:
        """Something has happened: those who see it at once get it, each as its seat may know it."""
        self._send_event(live.room, event, [client for client in live.clients if not live.is_late(client)])

    def _send_event(self, room: Room, event: Event, clients: list[Client]) -> None:
        messages: dict[tuple[Seat, bool], bytes] = {}
        for client in clients:
            eyes = client.seat, client.is_watching
            if eyes not in messages:
                position = self._position(room, client)
                messages[eyes] = encode(msgspec.structs.replace(seen_by(event, client.seat), position=position))
            client.send(messages[eyes])

    async def _follow(self, live: Live, late: Late) -> None:
        """As long as somebody watches late, show what has become old enough."""
        try:
            while clients := [client for client in live.clients if live.is_late(client)]:
                now = self.clock()
                while event := next_event(late, live.room, now):
                    self._send_event(late.room, event, clients)
                self.hearing.tell_late(live, late, now, clients)
                await asyncio.sleep(GLANCE)
        finally:
            if live.late is late:
                live.late = None

    def _room(self, live: Live, client: Client) -> Room:
        """The game as early as a client may see it."""
        if not live.is_late(client):
            return live.room
        assert live.late is not None, "see make_room_for"
        return live.late.room

    def _position(self, room: Room, client: Client) -> Position:
        """Where the game stands for a client. Whoever looks over a player's shoulder has nothing to decide."""
        position = room.position(client.seat)
        if not client.is_watching:
            return position
        return msgspec.structs.replace(position, decides=False, cards=[], can_decline=False, can_undo=0)

    # --- Who is there

    def show_presence(self, live: Live, newcomer: Client | None = None) -> None:
        """To everybody if it has changed, to other workers, too; a newcomer gets it in any case."""
        self.tell_others(live)
        setup = live.room.setup
        message = encode(
            Presence(
                presence=live.presence(),
                players=setup.players,
                failing=live.troubled(),
                spectators=live.spectators(),
                watching=live.watching(),
                talk=setup.talk,
                version=page_version(),
            )
        )
        for client in live.clients if message != live.shown_presence else [newcomer]:
            if client is not None:
                client.send(message)
        live.shown_presence = message
