"""Clients at the tables: what each of them is sent when it connects, and when something happens."""

from collections.abc import Callable

import msgspec

from millefiori.engine.vocabulary import Seat
from millefiori.server.messages.events import Event, Presence, Welcome
from millefiori.server.messages.words import encode
from millefiori.server.rooms.events import seen_by
from millefiori.server.rooms.live import Client, Live
from millefiori.server.site.version import page_version


class Audience:
    """All clients of a worker. Other workers are told who is here (`tell_others`)."""

    def __init__(self, clock: Callable[[], int], tell_others: Callable[[Live], None]) -> None:
        self.clock, self.tell_others = clock, tell_others

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
        self.show_presence(live, client)
        return client

    def disconnect(self, live: Live, client: Client) -> None:
        """A client has left."""
        live.clients.discard(client)
        live.note_presence(self.clock())
        self.show_presence(live)

    def welcome_again(self, live: Live) -> None:
        """Everybody gets the whole game again: its clocks have begun to run."""
        for client in live.clients:
            client.send(encode(self._welcome(live, client.seat)))

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
            is_host=room.setup.is_host(seat),
            commitment=room.table.commitment,
        )

    def show(self, live: Live, event: Event) -> None:
        """Something has happened: each client gets it as its seat may know it."""
        messages: dict[Seat, bytes] = {}
        for client in live.clients:
            if client.seat not in messages:
                seen = seen_by(event, client.seat)
                messages[client.seat] = encode(msgspec.structs.replace(seen, position=live.room.position(client.seat)))
            client.send(messages[client.seat])

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
