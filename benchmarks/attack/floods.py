"""Floods: eight strangers want all they can get, and an honest table with a bot plays beside them.

The strangers have a process of their own that steps back for the server and the honest player: they would be elsewhere.
"""

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import astuple, dataclass, field
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from benchmarks.attack.people import Felt, Player, Target, median, memory, open_game, p99, public_server
from tests.server.serving import Server

ATTACKERS = 8
SECONDS = 12.0
"""How long a flood lasts at least: half a header becomes too old."""
LONGEST = 60.0
FEWEST_OWN, FEWEST_BOT = 20, 10
HEADING = [
    "| flood | tried | refused | closed | no answer | honest decisions "
    "| p50 ms | p99 ms | bot's p99 ms | server MB | load |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
]


@dataclass
class Tally:
    """What became of attempts: the others were served, or cancelled when the stranger left."""

    tried: int = 0
    refused: int = 0  # with a reason
    closed: int = 0  # the connection ended, or never came about
    unanswered: int = 0  # in the time that the stranger waited

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


@dataclass
class Flood:
    """One attacker: where it comes from, and what became of its attempts."""

    server: Target
    address: str
    stop: Callable[[], bool]
    tally: Tally = field(default_factory=Tally)

    def client(self) -> httpx.AsyncClient:
        """Requests from the attacker's address."""
        return httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=self.address), timeout=60)

    async def player(self, *seats: str) -> Player:
        """A seat at a table of its own."""
        opened = await asyncio.to_thread(open_game, self.server, *seats, address=self.address)
        return Player(self.server, opened["keys"]["0"], self.address)

    @contextlib.contextmanager
    def attempt(self) -> Iterator[None]:
        """One attempt, or the connection for several: an error of the network counts as what it is."""
        self.tally.tried += 1
        try:
            yield
        except (TimeoutError, httpx.TimeoutException):
            self.tally.unanswered += 1
        except (OSError, EOFError, WebSocketException, httpx.HTTPError):
            self.tally.closed += 1

    async def post(self, client: httpx.AsyncClient, path: str, **more: Any) -> None:
        """One attempt by HTTP."""
        with self.attempt():
            answer = await client.post(self.server.address + path, **more)
            self.tally.refused += answer.status_code >= 400

    def note(self, message: str | bytes) -> bool:
        """Count a refusal."""
        is_refused = bool(json.loads(message)["type"] == "refused")
        self.tally.refused += is_refused
        return is_refused


async def hints(flood: Flood) -> None:
    """Connect, ask for a hint, leave; again and again."""
    player = await flood.player("here", "master")
    while not flood.stop():
        with flood.attempt():
            async with player.socket() as socket:
                await player.hello(socket)
                if not flood.note(await asyncio.wait_for(socket.recv(), 10)):
                    await socket.send(json.dumps({"type": "hint", "at": 10**6}))


async def hints_that_wait(flood: Flood) -> None:
    """Ask for hints and wait for them, without end."""
    player = await flood.player("here", "here")
    while not flood.stop():
        with flood.attempt():
            async with player.socket() as socket:
                await player.hello(socket)
                while not flood.stop():
                    flood.tally.tried += 1
                    await socket.send(json.dumps({"type": "hint", "at": 10**6}))
                    message = ""
                    while '"hinted"' not in message and '"refused"' not in message:
                        message = str(await asyncio.wait_for(socket.recv(), 30))
                    if flood.note(message):
                        await asyncio.sleep(0.02)


async def tables(flood: Flood) -> None:
    """Open tables of four master bots, as fast as it goes."""
    seats = [{"kind": "bot", "level": "master"}] * 4
    async with flood.client() as client:
        while not flood.stop():
            await flood.post(client, "/api/games", json={"edition": "english", "seats": seats})


async def tables_for_people(flood: Flood) -> None:
    """Open tables to which nobody ever comes."""
    seats = [{"kind": "here"}, *[{"kind": "bot", "level": "master"}] * 3]
    async with flood.client() as client:
        while not flood.stop():
            await flood.post(client, "/api/games", json={"edition": "english", "seats": seats})


async def sockets(flood: Flood) -> None:
    """Connections to one seat, left open."""
    player, kept = await flood.player("here", "here"), list[ClientConnection]()
    while not flood.stop():
        with flood.attempt():
            socket = await player.socket()
            await player.hello(socket)
            if flood.note(await asyncio.wait_for(socket.recv(), 10)):
                await socket.close()
            else:
                kept.append(socket)
    for socket in kept:
        await socket.close()


async def comings(flood: Flood) -> None:
    """Come and leave: everybody at the table hears of it, and the newcomer gets the whole game."""
    player = await flood.player("here", "here")
    while not flood.stop():
        with flood.attempt():
            async with player.socket() as socket:
                await player.hello(socket)
                flood.note(await asyncio.wait_for(socket.recv(), 10))


async def changes(flood: Flood) -> None:
    """Keep one card, another one, the first again ..."""
    player = await flood.player("here", "here")
    while not flood.stop():
        with flood.attempt():
            async with player.socket() as socket:
                await player.hello(socket)
                player.note(json.loads(await asyncio.wait_for(socket.recv(), 10)))
                cards = player.position["hand"]
                while not flood.stop():
                    decision = {"type": "decide", "action": cards[flood.tally.tried % 2], "at": 10**6}
                    flood.tally.tried += 1
                    await socket.send(json.dumps(decision))
                    flood.note(await asyncio.wait_for(socket.recv(), 10))


async def noise(flood: Flood) -> None:
    """Nonsense messages, faster than they are answered."""
    player, chooser = await flood.player("here", "here"), random.Random(flood.address)

    async def count(socket: ClientConnection) -> None:
        async for message in socket:
            flood.note(message)

    while not flood.stop():
        with flood.attempt():
            async with player.socket() as socket:
                counting = asyncio.create_task(count(socket))
                await player.hello(socket)
                while not flood.stop() and not counting.done():
                    text = "".join(chr(chooser.randrange(32, 0x250)) for _ in range(chooser.randrange(300)))
                    flood.tally.tried += 1
                    await socket.send(text if chooser.random() < 0.5 else json.dumps({"type": text[:8], "at": text}))
                    await asyncio.sleep(0.001)
                if counting.done():
                    counting.result()  # the connection was lost
                counting.cancel()


async def records(flood: Flood) -> None:
    """Records to replay."""
    text = finished_record().encode()
    async with flood.client() as client:
        while not flood.stop():
            await flood.post(client, "/api/replay", content=text)


async def records_by_bytes(flood: Flood) -> None:
    """Records to replay in pieces of one byte, ready to be sent at once: reading them costs the server much more."""
    pieces = b"".join(b"1\r\n%c\r\n" % byte for byte in finished_record().encode())
    head = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    while not flood.stop():
        with flood.attempt():
            local = (flood.address, 0)
            reader, writer = await asyncio.open_connection("127.0.0.1", flood.server.port, local_addr=local)
            try:
                writer.write(head + pieces + b"0\r\n\r\n")
                flood.tally.refused += (await asyncio.wait_for(reader.read(), 30)).startswith(b"HTTP/1.1 4")
            finally:
                writer.close()


async def frames(flood: Flood, frame: bytes, first: bytes = b"") -> None:
    """A socket with frames that never become a message, as fast as they are read."""
    player = await flood.player("here", "here")
    while not flood.stop():
        with flood.attempt():
            async with player.socket() as socket:
                await player.hello(socket)
                if flood.note(await asyncio.wait_for(socket.recv(), 10)):
                    continue
                socket.transport.write(first)
                while not flood.stop():
                    if socket.transport.is_closing():
                        raise EOFError
                    if socket.transport.get_write_buffer_size() < 50_000:
                        socket.transport.write(frame * 1000)
                    await asyncio.sleep(0.001)


async def pings(flood: Flood) -> None:
    """Pings, each of which wants an answer."""
    await frames(flood, b"\x89\x80" + bytes(4))


async def empty_parts(flood: Flood) -> None:
    """A message in parts without end, all of them empty."""
    await frames(flood, b"\x00\x80" + bytes(4), b"\x01\x80" + bytes(4))


async def halves(flood: Flood, beginning: bytes = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Le") -> None:
    """Connections that never finish their request; the server closes them."""
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    while not flood.stop():
        if len(held) < 200:
            with flood.attempt():
                local = (flood.address, 0)
                held.append(await asyncio.open_connection("127.0.0.1", flood.server.port, local_addr=local))
                held[-1][1].write(beginning)
        else:
            await asyncio.sleep(0.05)
        ended = [pair for pair in held if pair[0].at_eof() or pair[0].exception()]
        flood.tally.closed += len(ended)
        held = [pair for pair in held if pair not in ended]
    for _, writer in held:
        writer.close()


async def half_bodies(flood: Flood) -> None:
    """The header, and half of what it announces."""
    await halves(flood, b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{")


FLOODS: dict[str, Callable[[Flood], Awaitable[None]]] = {
    "connect, ask for a hint, leave": hints,
    "ask for hints and wait": hints_that_wait,
    "tables of four master bots": tables,
    "tables to which nobody comes": tables_for_people,
    "sockets to one seat": sockets,
    "come, look, leave": comings,
    "keep A, B, A ...": changes,
    "nonsense messages": noise,
    "pings": pings,
    "a message in empty parts": empty_parts,
    "records to replay": records,
    "records, byte by byte": records_by_bytes,
    "half a header": halves,
    "half a body": half_bodies,
}
_record = ""


def finished_record() -> str:
    """The record of a random game, to upload."""
    global _record
    if not _record:
        from millefiori import record
        from millefiori.table import Table

        table, chooser = Table("international", 4, seed=1), random.Random(1)
        while not table.is_over:
            table.advance(chooser.choice(table.legal_actions()))
        _record = record.dump(record.write(table))
    return _record


async def strangers(name: str, port: int, network: int, begun: Callable[[], None], stop: Callable[[], bool]) -> Tally:
    """All attackers, each from an address of its own: what became of all they tried."""
    floods = [Flood(Target(port), f"127.0.{network}.{number + 1}", stop) for number in range(ATTACKERS)]
    attacks = asyncio.gather(*(FLOODS[name](flood) for flood in floods))
    while not attacks.done() and not all(flood.tally.tried for flood in floods):
        await asyncio.sleep(0.01)
    begun()
    await attacks
    return sum((flood.tally for flood in floods), Tally())


def attack(name: str, port: int, network: int, end: Event, found: "Queue[Tally]") -> None:
    """The strangers, in a process of their own."""
    os.nice(5)
    found.put(asyncio.run(strangers(name, port, network, lambda: found.put(Tally()), end.is_set)))


@contextlib.contextmanager
def attackers(server: Server, name: str, network: int) -> Iterator[list[Tally]]:
    """Strangers attack; afterwards the list holds what became of it. An error in an attack itself is an error here."""
    figures = list[Tally]()
    if not name:
        yield [Tally()]
        return
    spawn = multiprocessing.get_context("spawn")
    end, found = spawn.Event(), spawn.Queue()
    process = spawn.Process(target=attack, args=(name, server.port, network, end, found), daemon=True)
    process.start()
    found.get(timeout=60)
    try:
        yield figures
        end.set()
        figures.append(found.get(timeout=60))
    finally:
        process.kill()
        process.join()


async def attacked(server: Server, name: str, seconds: float, network: int = 1) -> tuple[Felt, Tally]:
    """An honest game while strangers flood the server: what it felt, and what became of the strangers' attempts."""
    felt = Felt()
    with attackers(server, name, network) as figures:
        start = time.perf_counter()

        def stop() -> bool:
            passed = time.perf_counter() - start
            is_enough = len(felt.own) >= FEWEST_OWN and len(felt.bot) >= FEWEST_BOT
            return passed > LONGEST or (passed > seconds and is_enough)

        while not stop():
            opened = await asyncio.to_thread(open_game, server, "here", "casual")
            await Player(server, opened["keys"]["0"], seed=len(felt.own)).play(felt, stop)
    return felt, figures[0]


def measure(name: str, seconds: float) -> str:
    """A line of the table; every flood gets a server of its own."""
    with public_server() as server:
        asyncio.run(attacked(server, "", 2))  # everything is compiled
        felt, tally = asyncio.run(attacked(server, name, seconds))
        counts = " | ".join(f"{count:,}" for count in astuple(tally))
        times = f"{median(felt.own):.0f} | {p99(felt.own):.0f} | {p99(felt.bot):.0f} | {memory(server)}"
        return f"| {name or 'none'} | {counts} | {len(felt.own)} | {times} |"
