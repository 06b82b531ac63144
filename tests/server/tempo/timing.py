"""Help for tests of time: a clock that moves when told to, rooms with a tempo, and a server without sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from millefiori.server.messages.games import NewGame, Opened, SeatWanted
from millefiori.server.messages.words import Player, Tempo
from millefiori.server.rooms.live import Client, Live
from millefiori.server.rooms.room import DECIDE, Command, Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.store import Store
from millefiori.server.thinking.thinkers import Thinkers
from tests.server.playing import new_room

START = 1_790_000_000_000
"""A moment in 2026."""
SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000
REAL = Tempo("real", bank=60, per_turn=10)
DAYS = Tempo("days", days=1)


class Hand:
    """A clock that stands until it is moved."""

    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_by(self, milliseconds: int) -> None:
        self.now += milliseconds


def timed_room(tempo: Tempo = REAL, players: int = 2, *, begun: int = START, bots: int = 0, **more: Any) -> Room:
    """A room with people, and then some bots."""
    room = new_room(players=players, **more)
    people = [
        player if seat < players - bots else Player("bot: random", "bot", "random")
        for seat, player in enumerate(room.setup.players)
    ]
    setup = msgspec.structs.replace(room.setup, players=people, tempo=tempo, begun=begun)
    return Room(room.id, setup)


def keep(room: Room, seat: int, at: int, number: int = 0) -> None:
    """A seat keeps a card of its hand."""
    perform(room, Command(seat, DECIDE, room.position(seat).hand[number], at))


def perform(room: Room, command: Command) -> None:
    room.check(command)
    room.perform(command)


# --- A house of rooms


@asynccontextmanager
async def house(path: Path | str, clock: Callable[[], int]) -> AsyncIterator[Rooms]:
    """All rooms of a server, with bots that answer at once."""

    async def ready() -> None:
        pass

    store, thinkers = Store(path), Thinkers(0)
    rooms = Rooms(store, thinkers, asyncio.create_task(ready()), clock=clock)
    try:
        yield rooms
    finally:
        await rooms.close()
        thinkers.close()
        store.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def wanted(*kinds: str, tempo: Tempo = REAL, **more: Any) -> NewGame:
    seats = [SeatWanted("bot", level="random") if kind == "bot" else SeatWanted(kind) for kind in kinds]  # type: ignore[arg-type]
    return NewGame("international", seats, start_player=0, tempo=tempo, stand_in="random", **more)


async def sit_down(rooms: Rooms, opened: Opened) -> tuple[Live, list[Client]]:
    """Everybody who has a key connects."""
    live = await rooms.get(opened.game)
    return live, [rooms.audience.connect(live, int(seat), -1) for seat in opened.keys]


async def settle(live: Live) -> None:
    """Wait until the bots have nothing to do."""
    while live.thinking:
        await asyncio.gather(*live.thinking.values())
        await asyncio.sleep(0)


def heard(client: Client) -> list[dict[str, Any]]:
    """The messages that wait for a client."""
    found = []
    while not client.outbox.empty():
        message = client.outbox.get_nowait()
        if message is not None:
            found.append(msgspec.json.decode(message))
    return found
