"""Connections that stay silent or stop half-way, too many of them, and a server that is asked to stop meanwhile."""

import asyncio
import json
import logging
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from millefiori.server.border.connections import FRAMES_PER_MINUTE, LONGEST_READ, MOST_PIECES, TOO_MANY, Gradual
from millefiori.server.border.gate import HEADERS
from millefiori.server.running import Seldom
from tests.server import real_server
from tests.server.impatient import Impatient
from tests.server.serving import Client, Server

pytestmark = real_server

MOMENT = {"header": 1, "body": 1, "next_request": 1, "hello": 1, "ping": 0.5, "pong": 1, "unread": 1, "goodbye": 0.5}
LONG = 20.0
"""Seconds that are long enough for anything to happen, on a machine that is busy with something else."""
POST = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200\r\n\r\n"
GET = b"GET /api/facts HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


Start = Callable[..., Impatient]


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Impatient(tmp_path_factory.mktemp("hasty"), seconds=MOMENT)
    yield running
    running.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a server for one test."""
    started = list[Impatient]()

    def start(**settings: Any) -> Impatient:
        started.append(Impatient(tmp_path, **settings))
        return started[-1]

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def doors() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def knock(server: Server, doors: ExitStack, sent: bytes = b"") -> socket.socket:
    """A connection, with something said."""
    line = doors.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=LONG))
    if sent:
        line.sendall(sent)
    return line


def heard(line: socket.socket) -> bytes:
    """All that the server says before it ends the connection; fails if it does not end it."""
    parts = []
    try:
        while part := line.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def trickle(line: socket.socket, byte: bytes) -> None:
    """One byte after the other, until the server has enough."""
    end = time.monotonic() + LONG
    line.settimeout(0.1)
    while time.monotonic() < end:
        try:
            line.send(byte)
            if not line.recv(65_536):
                return
        except TimeoutError:
            continue
        except OSError:
            return
    raise AssertionError("the server listens for ever")


# --- What a client owes


@pytest.mark.parametrize("said", [b"", b"G", b"GET /api/facts HTTP/1.1\r\nHost: local"])
def test_whoever_says_nothing_or_half_a_header_is_disconnected(hasty: Server, doors: ExitStack, said: bytes) -> None:
    assert heard(knock(hasty, doors, said)) == b""


def test_a_header_byte_by_byte_does_not_hold_a_connection(hasty: Server, doors: ExitStack) -> None:
    trickle(knock(hasty, doors, b"GET / HTTP/1.1\r\nX: "), b"x")


def test_half_a_header_after_a_request_is_not_waited_for(hasty: Server, doors: ExitStack) -> None:
    line = knock(hasty, doors, GET)
    assert line.recv(20).startswith(b"HTTP/1.1 200")
    line.sendall(b"GET /api/f")
    heard(line)


def test_half_a_body_is_answered_and_disconnected(hasty: Server, doors: ExitStack) -> None:
    answer = heard(knock(hasty, doors, POST + b'{"edition": '))
    assert answer.startswith(b"HTTP/1.1 408") and b'"code":"slow"' in answer


def test_a_body_byte_by_byte_does_not_hold_a_connection(hasty: Server, doors: ExitStack) -> None:
    trickle(knock(hasty, doors, POST.replace(b"200", b"4000")), b" ")


def test_nor_does_a_body_that_nobody_wants(hasty: Server, doors: ExitStack) -> None:
    trickle(knock(hasty, doors, GET.replace(b"\r\n\r\n", b"\r\nContent-Length: 100000\r\n\r\n")), b" ")


def test_a_body_in_too_many_pieces_is_refused(hasty: Server, doors: ExitStack) -> None:
    head = POST.replace(b"Content-Length: 200", b"Connection: close\r\nTransfer-Encoding: chunked")
    pieces = MOST_PIECES * b"1\r\n \r\n"
    assert b"Invalid HTTP" in heard(knock(hasty, doors, head + pieces + b"1\r\n \r\n"))
    answer = heard(knock(hasty, doors, head + pieces + b"0\r\n\r\n"))
    assert b'"code":"malformed"' in answer and b"Invalid HTTP" not in answer


@pytest.mark.parametrize("frame", [b"\x89", b"\x8a", b"\x00"], ids=["pings", "pongs", "parts"])
def test_frames_without_end_that_are_no_message_end_the_connection(
    hasty: Server, doors: ExitStack, frame: bytes
) -> None:
    key = hasty.open("here", "here")["keys"]["0"]
    line = knock(hasty, doors, UPGRADE)
    answer = line.recv(4096)
    hello = json.dumps({"type": "hello", "key": key}).encode()
    line.sendall(b"\x81" + bytes([128 + len(hello)]) + bytes(4) + hello)
    line.sendall(b"\x01\x80" + bytes(4))  # the first part of another message
    line.sendall(FRAMES_PER_MINUTE * (frame + b"\x80" + bytes(4)))
    line.settimeout(0.01)
    for _ in range(1000):  # the server may have forgotten some meanwhile
        try:
            line.sendall(3 * (frame + b"\x80" + bytes(4)))
            answer += line.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            break
    assert TOO_MANY.to_bytes(2, "big") + b"too many frames" in answer


class Heard(Gradual):
    """Notes who is read, and how much."""

    def __init__(self, name: str, read: list[tuple[str, int]]) -> None:
        self.name, self.read = name, read

    def data_received(self, data: bytes) -> None:
        self.read.append((self.name, len(data)))


def test_a_connection_with_much_to_say_lets_others_have_their_turn(doors: ExitStack) -> None:
    read = list[tuple[str, int]]()

    async def listen() -> None:
        transports = list[asyncio.Transport]()
        for name, length in (("loud", 20 * LONGEST_READ), ("quiet", 1)):
            ours, theirs = socket.socketpair()
            doors.enter_context(ours).sendall(bytes(length))
            connecting = asyncio.get_running_loop().create_connection(partial(Heard, name, read), sock=theirs)
            transports.append((await connecting)[0])
        while sum(length for _, length in read) < 20 * LONGEST_READ + 1:
            await asyncio.sleep(0)
        for transport in transports:
            transport.close()
        await asyncio.sleep(0)

    asyncio.run(listen())
    assert max(length for _, length in read) == LONGEST_READ
    assert read.index(("quiet", 1)) < 10


def test_an_answer_that_nobody_reads_does_not_hold_a_connection(hasty: Server, doors: ExitStack) -> None:
    line = doors.enter_context(socket.socket())
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(LONG)
    line.connect(("127.0.0.1", hasty.port))
    asked = 400
    line.sendall(asked * b"GET /board.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(4)
    assert heard(line).count(b"HTTP/1.1 200") < asked


def test_a_socket_without_a_hello_is_closed(hasty: Server, doors: ExitStack) -> None:
    line = doors.enter_context(connect(f"ws://127.0.0.1:{hasty.port}/ws"))
    assert json.loads(line.recv(LONG))["code"] == "slow"
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(LONG)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4408


def test_a_socket_that_does_not_answer_is_closed(hasty: Server, doors: ExitStack) -> None:
    """It has said hello, and then its network is gone: it reads nothing and sends nothing."""
    hello = json.dumps({"type": "hello", "key": hasty.open("here", "here")["keys"]["0"]}).encode()
    frame = bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello  # masked with zeros
    assert len(hello) < 126
    line = knock(hasty, doors, UPGRADE)
    assert b" 101 " in line.recv(1000)
    line.sendall(frame)
    heard(line)


def test_a_player_who_thinks_is_not_disturbed(hasty: Server) -> None:
    client = Client(hasty, hasty.open("here", "here")["keys"]["0"])
    client.hear()
    time.sleep(2 * sum(MOMENT[name] for name in ("ping", "pong")))
    client.send(type="hint", at=-5)
    assert client.hear_until(lambda message: message["type"] == "refused")["code"] == "hint"


def test_a_request_that_ends_half_way_leaves_no_trace(hasty: Server, doors: ExitStack) -> None:
    with knock(hasty, doors, POST + b"{"):
        pass
    heard(knock(hasty, doors, b"nonsense\r\n\r\n"))
    assert isinstance(hasty, Impatient) and "Traceback" not in hasty.log.read_text()


def test_what_is_not_http_is_refused_like_everything_else(hasty: Server, doors: ExitStack) -> None:
    head, _, body = heard(knock(hasty, doors, b"this is not HTTP\r\n\r\n")).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    assert status.startswith("HTTP/1.1 400") and json.loads(body)["code"] == "malformed"
    headers = dict(line.split(": ", 1) for line in lines)
    assert HEADERS.items() <= headers.items() and headers["Cache-Control"] == "no-store"


# --- Too many


def test_silent_connections_make_room_for_a_newcomer(start: Start, doors: ExitStack) -> None:
    server = start(believes=16)  # places for eight
    silent = [knock(server, doors, b"G") for _ in range(30)]
    assert server.get("/api/facts").status_code == 200
    assert heard(silent[0]) == b"", "who has waited longest has left"


def test_when_all_are_busy_a_newcomer_is_turned_away_at_once(start: Start, doors: ExitStack) -> None:
    server = start(believes=16)
    key = server.open("here", "here")["keys"]["0"]
    players = [Client(server, key) for _ in range(8)]
    for player in players:
        player.hear()
    answer = heard(knock(server, doors))
    assert answer.startswith(b"HTTP/1.1 503") and b'"code":"busy"' in answer
    players[0].socket.close()
    deadline = time.monotonic() + LONG
    while b"HTTP/1.1 200" not in heard(
        knock(server, doors, GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    ):
        assert time.monotonic() < deadline, "there is room again"


@pytest.mark.parametrize("believes", [None, 100_000], ids=["knows its limit", "does not know it"])
def test_when_files_run_out_newcomers_wait_a_little_and_the_log_stays_short(
    start: Start, doors: ExitStack, believes: int | None
) -> None:
    server = start(files=200, believes=believes, seconds=MOMENT)
    for _ in range(600):
        knock(server, doors, b"G")
    deadline = time.monotonic() + LONG
    while True:
        line = knock(server, doors, GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        if b"HTTP/1.1 200" in heard(line):
            break
        assert time.monotonic() < deadline, "nobody can come in"
    assert len(server.log.read_bytes()) < 20_000


def test_the_log_does_not_repeat_itself() -> None:
    now, lines = 0.0, list[str]()
    logger = logging.Logger("test")
    logger.addFilter(Seldom(10, lambda: now))
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    for _ in range(2000):
        logger.error("no more files")
        logger.error("no more %s", "patience")
    now = 11
    logger.error("no more files")
    logger.error("something else")
    assert lines == [
        "no more files",
        "no more patience",
        "no more files (and 1999 times since this was last written)",
        "something else",
    ]


# --- The end


def test_a_server_stops_soon_whatever_is_open(start: Start, doors: ExitStack) -> None:
    server = start()  # with all the patience of a real one
    key = server.open("here", "casual")["keys"]["0"]
    player = Client(server, key)
    player.hear()
    for said in (b"", b"GET / HT", POST, POST + b"{", UPGRADE, GET):
        knock(server, doors, said)
    time.sleep(0.5)
    assert server.process is not None
    started = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(LONG) == 0
    assert time.monotonic() - started < LONG
    with pytest.raises(ConnectionClosed) as closed:
        player.play()
    assert closed.value.rcvd is not None and closed.value.rcvd.code in (1001, 1012)
