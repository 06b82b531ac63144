"""What a million hostile messages are: over sockets of tables and the hall, as requests, and as bytes that are neither.

Each kind is sent by several strangers, every one from an address of its own, as fast as the server answers.
"""

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.attack.floods import finished_record
from benchmarks.attack.fuzz import BODIES, MESSAGES, damaged
from benchmarks.attack.people import Target, open_game
from millefiori.engine.actions import ACTIONS
from millefiori.server.messages.words import LONGEST_MESSAGE
from millefiori.server.running import LONGEST_FRAME

TOGETHER = 50
"""Messages that are on their way at once over one socket: more than 256 answers must not wait there."""
PATIENCE = 20.0
"""Seconds that a stranger waits for an answer."""


@dataclass
class Stranger:
    """One attacker: where it comes from, how much it has still to send, and what became of what it sent."""

    server: Target
    address: str
    chooser: random.Random
    left: int
    is_late: Callable[[], bool]
    answers: Counter[str] = field(default_factory=Counter)

    def more(self, number: int = 1) -> bool:
        """Send so many more, if they are wanted."""
        if self.left <= 0 or self.is_late():
            return False
        self.left -= number
        self.answers["sent"] += number
        return True

    def socket(self, path: str = "/ws") -> Any:
        """A connection from the stranger's address; one that the server turns away is an answer, too."""
        place = f"ws://127.0.0.1:{self.server.port}{path}"
        return connect(place, local_addr=(self.address, 0), open_timeout=PATIENCE, ping_interval=None, max_size=None)

    async def key(self, *, to_watch: bool = False) -> str:
        """The key of a seat at a table of its own; any word if the server opens no more for this address."""
        opened = await asyncio.to_thread(open_game, self.server, "here", "here", address=self.address)
        if "keys" not in opened:
            return "no-key"
        return str(opened["watch"] if to_watch else opened["keys"]["0"])

    async def survive(self, work: Awaitable[None]) -> None:
        """What the network says to a stranger is counted, and it comes back."""
        try:
            await work
        except TimeoutError:
            self.answers["no answer"] += 1
        except (OSError, EOFError, WebSocketException):
            self.answers["closed"] += 1
            await asyncio.sleep(0.005)


Kind = Callable[[Stranger], Awaitable[None]]


# --- Over a socket


async def over_socket(stranger: Stranger, make: Callable[[], str | bytes], *, to_watch: bool = False) -> None:
    """Messages without end over one connection after the other; every one is answered, or ends its connection."""
    key = await stranger.key(to_watch=to_watch)

    async def once() -> None:
        async with stranger.socket() as socket:
            await socket.send(json.dumps({"type": "hello", "key": key}))
            await asyncio.wait_for(socket.recv(), PATIENCE)
            while stranger.left > 0 and not stranger.is_late():
                await burst(stranger, socket, make)

    while stranger.left > 0 and not stranger.is_late():
        await stranger.survive(once())


async def burst(stranger: Stranger, socket: ClientConnection, make: Callable[[], str | bytes]) -> None:
    """Some messages at once, and an answer to the last of them."""
    number = min(TOGETHER, stranger.left)
    if not stranger.more(number):
        return
    for _ in range(number):
        await socket.send(make())
    await socket.send("the last")
    heard = 0
    while heard <= number:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] == "refused":
            stranger.answers[message["code"]] += heard < number
            heard += 1
        elif message["type"] in ("event", "talk", "hinted", "reported"):
            stranger.answers["accepted"] += 1
            heard += message["type"] != "talk" or len(message["lines"]) == 1


def text_of(data: bytes) -> str | bytes:
    """As text if it is any."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


async def damaged_messages(stranger: Stranger) -> None:
    """Not JSON, wrong types, fields too many and too few, broken letters; of a spectator, for whom all is refused."""
    draw = stranger.chooser
    await over_socket(stranger, lambda: text_of(damaged(draw.choice(MESSAGES), draw)), to_watch=True)


async def senseless_messages(stranger: Stranger) -> None:
    """Well-formed, and impossible now."""
    draw = stranger.chooser

    def make() -> str:
        wrong: list[dict[str, Any]] = [
            {"type": "decide", "action": draw.randrange(74, ACTIONS), "at": draw.randrange(-5, 9)},
            {"type": "undo", "at": draw.randrange(-1, 9), "whole_turn": draw.random() < 0.5},
            {"type": "agree", "about": draw.randrange(4)},
            {"type": "disagree", "about": draw.randrange(5)},
            {"type": "back"},
            {"type": "report", "channel": "players", "n": draw.randrange(2**40)},
            {"type": "hello", "key": "again"},
            {"type": "appear", "name": "x"},
        ]
        return json.dumps(draw.choice(wrong))

    await over_socket(stranger, make)


async def huge_messages(stranger: Stranger) -> None:
    """Longer than a request may be; one in a hundred is longer than a frame may be, and ends its connection."""
    draw = stranger.chooser

    def make() -> str:
        longest = LONGEST_FRAME + 2000 if draw.random() < 0.01 else LONGEST_FRAME - 10
        return json.dumps({"type": "say", "text": "x" * (draw.randrange(LONGEST_MESSAGE, longest) - 30)})

    await over_socket(stranger, make)


async def lines_of_talk(stranger: Stranger) -> None:
    """Talk without end, with phrases, emotes and letters of all kinds."""
    draw = stranger.chooser

    def make() -> str:
        text = "".join(chr(draw.randrange(32, 0x3000)) for _ in range(draw.randrange(1, 200)))
        return json.dumps({"type": "say", "text": text, "kind": draw.choice(["text", "text", "phrase", "emote"])})

    await over_socket(stranger, make)


async def hints(stranger: Stranger) -> None:
    """Hints, at a table of one person and a bot's empty chair, more than anybody gets."""
    await over_socket(stranger, lambda: json.dumps({"type": "hint", "at": 10**6}))


async def into_the_hall(stranger: Stranger) -> None:
    """Subscribe to the hall, say something, leave, come back."""

    async def once() -> None:
        if stranger.more():
            async with stranger.socket("/ws/hall") as socket:
                await socket.send(json.dumps({"type": "hall", "key": "x" * stranger.chooser.randrange(1, 70)}))
                stranger.answers[kind_of(await asyncio.wait_for(socket.recv(), PATIENCE))] += 1
                while stranger.more():
                    await socket.send("[" * stranger.chooser.randrange(1, 3000))
                    stranger.answers[kind_of(await asyncio.wait_for(socket.recv(), PATIENCE))] += 1

    while stranger.left > 0 and not stranger.is_late():
        await stranger.survive(once())


async def sockets(stranger: Stranger) -> None:
    """Connect, say hello with a key that is right, wrong or damaged, leave."""
    key = await stranger.key()

    async def once() -> None:
        if stranger.more():
            async with stranger.socket() as socket:
                hello = {"type": "hello", "key": stranger.chooser.choice([key, "wrong", "x" * 65, None]), "seen": -1}
                await socket.send(json.dumps(hello))
                stranger.answers[kind_of(await asyncio.wait_for(socket.recv(), PATIENCE))] += 1

    while stranger.left > 0 and not stranger.is_late():
        await stranger.survive(once())


def kind_of(message: str | bytes) -> str:
    """What an answer is: why it was refused, or that it was not."""
    told = json.loads(message)
    return str(told["code"]) if told["type"] == "refused" else "accepted"


# --- Requests


class Line:
    """A connection for requests, one after the other; nothing but bytes, so that the stranger is fast."""

    def __init__(self, stranger: Stranger) -> None:
        self.stranger = stranger
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, path: str, body: bytes, key: str = "", method: str = "POST") -> None:
        """A request and its answer."""
        if self.streams is None:
            place = self.stranger.server.port
            self.streams = await asyncio.open_connection("127.0.0.1", place, local_addr=(self.stranger.address, 0))
        reader, writer = self.streams
        bearer = f"Authorization: Bearer {key}\r\n" if key else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{bearer}Content-Length: {len(body)}\r\n\r\n"
        try:
            writer.write(head.encode() + body)
            async with asyncio.timeout(PATIENCE):
                answer = await reader.readuntil(b"\r\n\r\n")
                fields = answer.lower().split(b"content-length: ")
                found = await reader.readexactly(int(fields[1].split(b"\r\n")[0])) if len(fields) > 1 else b""
        except BaseException:
            self.close()
            raise
        status = int(answer.split()[1])
        if b"connection: close" in answer.lower():
            self.close()
        self.stranger.answers[named(status, found)] += 1

    def close(self) -> None:
        """The next request opens another one."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


def named(status: int, body: bytes) -> str:
    """An answer in a word: accepted, the code of its refusal, or the fault of the server."""
    if status >= 500:
        with contextlib.suppress(ValueError, KeyError, TypeError):
            if json.loads(body)["code"] in ("busy", "storage"):
                return str(json.loads(body)["code"])
        return "server error"
    if status < 400:
        return "accepted"
    with contextlib.suppress(ValueError, KeyError, TypeError):
        return str(json.loads(body)["code"])
    return str(status)


Request = tuple[str, bytes]


async def requests(stranger: Stranger, make: Callable[[], Request], key: str = "") -> None:
    """Requests without end."""
    line = Line(stranger)
    while stranger.more():
        await stranger.survive(line.send(*make(), key=key))
    line.close()


async def damaged_bodies(stranger: Stranger) -> None:
    """Damaged bodies of everything that can be asked by POST."""
    draw = stranger.chooser
    paths = {
        **BODIES,
        "/api/player": {"name": "x", "emblem": 1, "device": "x"},
        "/api/hall/gatherings": {"edition": "german", "seats": 2},
        "/api/hall/join": {"gathering": "x"},
        "/api/notices": {"mail": "a@example.org"},
        "/api/wishes": {"actions": [198], "at": 0},
        "/api/share": {"key": "x"},
        "/api/view": {"key": "x"},
        "/api/review": {"key": "x"},
        "/api/analysis": {"position": "x"},
    }

    def make() -> Request:
        path = draw.choice(list(paths))
        return path, damaged(paths[path], draw)

    await requests(stranger, make, key="no-key")


async def tables(stranger: Stranger) -> None:
    """Tables of all kinds, most with bots that would think for ever."""
    draw = stranger.chooser

    def make() -> Request:
        kinds = [{"kind": "bot", "level": "master"}, {"kind": "here"}, {"kind": "friend"}]
        seats = [draw.choice(kinds) for _ in range(draw.randrange(2, 5))]
        return "/api/games", json.dumps({"edition": "english", "seats": seats}).encode()

    await requests(stranger, make)


async def uploads(stranger: Stranger) -> None:
    """Records to replay and to review: whole ones, damaged ones, and as long as the server reads them."""
    whole, draw = finished_record().encode(), stranger.chooser

    def make() -> Request:
        cut = draw.randrange(len(whole))
        text = draw.choice([whole, whole[:cut], whole[:cut] + b"?" + whole[cut + 1 :], b"[" * 190_000])
        return draw.choice(["/api/replay", "/api/review/record"]), text

    await requests(stranger, make)


async def people_of_the_hall(stranger: Stranger) -> None:
    """New players without end, and tables in the hall by people who are none."""
    draw = stranger.chooser

    def make() -> Request:
        return draw.choice(
            [
                ("/api/player", json.dumps({"name": f"P{draw.randrange(10**6)}", "emblem": 3, "device": "x"}).encode()),
                ("/api/hall/gatherings", b'{"edition":"german","seats":2}'),
                ("/api/hall/quick", b'{"edition":"german"}'),
                ("/api/hall/join", b'{"gathering":"x"}'),
                ("/api/player/devices", json.dumps({"ticket": f"t{draw.random()}", "device": "x"}).encode()),
            ]
        )

    await requests(stranger, make, key="x" * 43)


async def other_bytes(stranger: Stranger) -> None:
    """Bytes that are no HTTP at all, headers without end, lengths that lie."""
    draw = stranger.chooser

    async def once() -> None:
        if not stranger.more():
            return
        place = stranger.server.port
        reader, writer = await asyncio.open_connection("127.0.0.1", place, local_addr=(stranger.address, 0))
        try:
            writer.write(
                draw.choice(
                    [
                        draw.randbytes(200),
                        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 30_000,
                        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{",
                        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                        b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                    ]
                )
            )
            writer.write_eof()
            async with asyncio.timeout(PATIENCE):
                answer = await reader.read(100)
            words = answer.split()
            stranger.answers[words[1].decode() if len(words) > 1 else "closed"] += 1
        finally:
            writer.close()

    while stranger.left > 0 and not stranger.is_late():
        await stranger.survive(once())


KINDS: dict[str, tuple[Kind, int]] = {
    "damaged messages at a table": (damaged_messages, 300),
    "well-formed messages that are impossible now": (senseless_messages, 200),
    "lines of talk": (lines_of_talk, 150),
    "messages of 4 to 10 kB": (huge_messages, 60),
    "requests for hints": (hints, 40),
    "subscriptions to the hall, and nonsense there": (into_the_hall, 30),
    "connections to a table": (sockets, 30),
    "tables to open": (tables, 60),
    "damaged bodies of all requests": (damaged_bodies, 70),
    "records to replay and review, up to 190 kB": (uploads, 20),
    "players and tables in the hall": (people_of_the_hall, 30),
    "bytes that are no request": (other_bytes, 10),
}
"""What is sent, and how many of a thousand."""
