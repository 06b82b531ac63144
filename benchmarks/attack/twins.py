"""Twins: pairs of games that differ only in what a seat cannot know. Over the wire, not one byte may differ.

Two cards of the deck are exchanged and the game is replayed; the pair is used if the seat's view, as the engine defines
it, is the same in both. Then a client asks both games for everything it can get. The game's name and the commitment
to the deck are left out, because they are random, and so are the times of the server's clock.
"""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec

from benchmarks.attack.people import Player
from millefiori.engine.editions import EDITIONS
from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.words import encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import DECIDE, UNDO, Command, Room
from millefiori.server.storage.keys import Key
from millefiori.server.storage.store import Store
from tests.server.playing import new_room, play
from tests.server.serving import Server, bearer

EXCHANGES = 8
"""Pairs of cards that are exchanged, if the seat cannot notice it."""
TIMES = re.compile(rb'"(at|now)":\d+')
TRIED = (*range(0, 200, 9), 198, 199)
"""Actions that are tried; those that are refused change nothing, and the words of the refusal are compared."""


@dataclass
class Pair:
    """Two games that are the same for a seat."""

    seat: Seat
    one: Room
    other: Room

    def is_refused(self, command: Command) -> bool:
        """Does the command change nothing?"""
        try:
            self.one.check(command)
        except Refusal:
            return True
        return False

    @property
    def requests(self) -> list[dict[str, Any]]:
        """All that the seat asks for: what is refused, and at last a decision if it shows nothing hidden."""
        tried = [action for action in TRIED if self.is_refused(Command(self.seat, DECIDE, action))]
        asked: list[dict[str, Any]] = [{"type": "decide", "action": action, "at": 10**6} for action in tried]
        if self.is_refused(Command(self.seat, UNDO)):
            asked.append({"type": "undo", "at": 10**6})
        if (decision := self.next_decision()) is not None:
            asked.append({"type": "decide", "action": decision.value, "at": 10**6})
        return asked

    def next_decision(self) -> Command | None:
        """A decision of the seat whose outcome shows nothing hidden: it is the same in both games."""
        for card in self.one.position(self.seat).cards if self.seat != SPECTATOR else []:
            action = card.obtain if card.obtain is not None else card.previews[0].action
            command, after = Command(self.seat, DECIDE, action), []
            for room in (self.one, self.other):
                copy = Room(room.id, room.setup, list(room.commands))
                try:
                    copy.check(command)
                except Refusal:
                    break
                copy.perform(command)
                after.append(seen(copy, self.seat))
            if len(after) == 2 and after[0] == after[1]:
                return command
        return None


def seen(room: Room, seat: Seat) -> bytes:
    """What the seat may know, by the engine, and what has happened in public."""
    view: Any = room.table.view(seat)
    return bytes(view.tobytes()) + encode(room.story(seat))


def twin(room: Room, seat: Seat, chooser: random.Random) -> Room:
    """The same game for the seat, with other hidden cards."""
    found, deck = room, list(room.setup.deck)
    last = int(room.table.game.dealt)  # cards that have left the deck
    for _ in range(EXCHANGES):
        one, other = chooser.randrange(max(0, last - 5 * len(room.setup.players)), last), chooser.randrange(len(deck))
        changed = list(found.setup.deck)
        changed[one], changed[other] = changed[other], changed[one]
        try:
            tried = Room(room.id, msgspec.structs.replace(room.setup, deck=changed), list(room.commands))
        except ValueError:  # somebody has played what is no longer in the hand
            continue
        if seen(tried, seat) == seen(room, seat):
            found = tried
    return found


def pairs(number: int) -> Iterator[Pair]:
    """Pairs in all editions, in all phases, for all seats and spectators."""
    chooser = random.Random(5)
    for game in range(number):
        edition = chooser.choice(list(EDITIONS))
        players = chooser.choice(list(EDITIONS[edition].players))
        room = new_room(edition, players, seed=game, tactical=chooser.random() < 0.3)
        for _ in zip(range(chooser.randrange(80)), play(room, chooser), strict=False):
            pass
        seat = chooser.choice([*range(players), SPECTATOR])
        other = twin(room, seat, chooser)
        if not room.table.is_over and other is not room:
            yield Pair(seat, room, other)


async def store_pairs(path: Path, found: list[Pair]) -> None:
    """Write both games of every pair into a new database."""
    with closing(Store(path)) as store:
        for number, pair in enumerate(found):
            for which, room in (("one", pair.one), ("other", pair.other)):
                name, setup = f"{which} {number}", msgspec.structs.replace(room.setup, salt=f"{number:064}")
                key = Key(name, pair.seat, "watch" if pair.seat == SPECTATOR else "seat")
                await store.add_game(name, setup, [(f"key {name}", key)])
                for n, command in enumerate(room.commands):
                    await store.append(name, n, command)


async def everything(server: Server, name: str, requests: list[dict[str, Any]]) -> list[bytes]:
    """All that a client with the key can get, with what is random left out."""
    found = list[bytes]()
    async with httpx.AsyncClient(timeout=60) as client:
        for path in ("/api/record", "/api/replay"):
            answer = await client.get(server.address + path, headers=bearer(f"key {name}"))
            found.append(str(answer.status_code).encode() + answer.content)
    player = Player(server, f"key {name}")
    async with player.socket() as socket:
        await player.hello(socket)
        found += [str(await socket.recv()).encode() for _ in range(2)]  # welcome, presence
        for message in requests:
            await socket.send(json.dumps(message))
            found.append(str(await asyncio.wait_for(socket.recv(), 30)).encode())
    return [_without_random(part, name) for part in found]


def _without_random(part: bytes, name: str) -> bytes:
    text = json.loads(part) if part.startswith(b"{") else {}
    if commitment := text.get("commitment"):
        part = part.replace(commitment.encode(), b"")
    return TIMES.sub(b"", part.replace(f'"{name}"'.encode(), b""))


async def compare(server: Server, found: list[Pair]) -> tuple[int, int]:
    """How many bytes were compared, and how many messages differ."""
    size = differ = 0
    for number, pair in enumerate(found):
        requests = pair.requests
        one, other = [await everything(server, f"{which} {number}", requests) for which in ("one", "other")]
        size += sum(map(len, one))
        differ += sum(a != b for a, b in zip(one, other, strict=True))
    return size, differ


def measure(folder: Path, number: int) -> str:
    """A sentence with the figures."""
    found = list(pairs(number))
    asyncio.run(store_pairs(folder / "games.sqlite", found))
    server = Server(folder)
    try:
        size, differ = asyncio.run(compare(server, found))
    finally:
        server.kill()
    return (
        f"{len(found)} pairs of games that differ only in what a seat cannot know: "
        f"{size / 1e6:.1f} MB compared, {differ} messages differ."
    )
