"""The door: connections that stay silent or stop half-way are closed, and there is always room for a newcomer.

uvicorn waits for a header or a body as long as the client likes. Here everything that a client owes has a time limit
(`Patience`), and when all connections are in use, the one that has been idle longest is closed. No connection holds up
the others with many small things: each is read a little at a time, and what comes in too many pieces is refused.
"""

import asyncio
import logging
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from millefiori.server.border.gate import FORGET, HEADERS
from millefiori.server.border.limits import Bucket
from millefiori.server.border.patience import Patience
from millefiori.server.messages.words import Refused, encode

LONGEST_READ = 1024
"""Bytes that are read from a connection before it is the turn of others: of one-byte pieces they hold 170."""
MOST_PIECES = 1000
"""Pieces of a body. Parsing one costs as much as a few hundred bytes; the longest record has 200 bytes in each."""
FRAMES_PER_MINUTE = 1200
"""Frames of one socket that are no messages, but pings, pongs and continuations."""
TOO_MANY = 1008
"""Closes a socket with more of them."""

logger = logging.getLogger("uvicorn.error")


class Door:
    """Shared by all connections: how many there may be, and which of them have no request."""

    def __init__(self, patience: Patience, most: int) -> None:
        self.patience, self.most = patience, most
        self.silent: dict[Guarded, None] = {}  # who has waited longest comes first

    def make_room(self) -> bool:
        """Close the connection that has been silent for the longest time; False if all are busy."""
        longest = next(iter(self.silent), None)
        if longest is not None:
            del self.silent[longest]
            longest.transport.abort()
        return longest is not None


class DoorConfig(uvicorn.Config):
    """What uvicorn's connections know, with the door."""

    def __init__(self, app: Any, door: Door, **more: Any) -> None:
        super().__init__(app, http=Guarded, ws=GuardedSocket, **more)
        self.door = door


class Gradual(asyncio.BufferedProtocol):
    """Reads a little at a time. The system keeps the rest, and a client that sends more has to wait."""

    def get_buffer(self, sizehint: int) -> bytearray:
        """Where the next bytes go."""
        self.arriving = bytearray(LONGEST_READ)
        return self.arriving

    def buffer_updated(self, nbytes: int) -> None:
        """They are there."""
        self.data_received(bytes(self.arriving[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """What a connection does with them."""
        raise NotImplementedError


class Pieces(h11.Connection):
    """A connection that counts the pieces of a body, whoever wants it."""

    pieces = 0

    def next_event(self) -> Any:
        """The next event; too many pieces are no HTTP for us."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.pieces = 0
        self.pieces += isinstance(event, h11.Data)
        if self.pieces > MOST_PIECES:
            raise h11.RemoteProtocolError("a body in too many pieces")
        return event


class Guarded(H11Protocol, Gradual):
    """A connection with a time limit for everything that the client owes."""

    def __init__(self, config: DoorConfig, *arguments: Any, **more: Any) -> None:
        super().__init__(config, *arguments, **more)
        self.conn = Pieces(h11.SERVER)
        self.door = config.door
        self.owed: Any = None  # what the client must send: its state in h11
        self.limit: asyncio.TimerHandle | None = None
        self.unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new connection: a header is owed from now on."""
        super().connection_made(transport)
        if len(self.connections) > self.door.most and not self.door.make_room():
            logger.warning("All connections are in use, and newcomers are turned away.")
            self.refuse(503, Refused("busy", "the server has too many connections: try again in a moment"))
            return
        self.watch()

    def data_received(self, data: bytes) -> None:
        """Something of what is owed."""
        super().data_received(data)
        self.watch()

    def on_response_complete(self) -> None:
        """The connection may stay open for another request; uvicorn limits how long."""
        super().on_response_complete()
        self.forget()
        if self.conn.their_state is h11.IDLE:
            self.door.silent[self] = None
        else:
            self.watch()

    def watch(self) -> None:
        """Begin to count when the client owes something else than before."""
        owed, patience = self.conn.their_state, self.door.patience
        is_over = self.transport.is_closing() or self.transport.get_protocol() is not self  # it may be a socket now
        if owed is self.owed and not is_over:
            return
        self.forget()
        if is_over:
            return
        self.owed = owed
        if owed is h11.IDLE:
            self.door.silent[self] = None
            self.limit = self.loop.call_later(patience.header, self.transport.abort)
        elif owed is h11.SEND_BODY:  # a little longer than the application waits for the body
            self.limit = self.loop.call_later(patience.body + patience.goodbye, self.transport.abort)

    def forget(self) -> None:
        """Nothing is owed."""
        self.owed = None
        self.door.silent.pop(self, None)
        if self.limit is not None:
            self.limit.cancel()
            self.limit = None

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self.unread = self.loop.call_later(self.door.patience.unread, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        if self.unread is not None:
            self.unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.forget()
        if self.unread is not None:
            self.unread.cancel()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops: it does not wait for what has not arrived yet."""
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.transport.abort()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """What is not HTTP is refused like everything else."""
        if self.cycle is not None and self.cycle.response_started:
            self.transport.close()
        else:
            self.refuse(400, Refused("malformed", msg))

    def refuse(self, status: int, refused: Refused) -> None:
        """An answer to whatever comes, and the end of the connection."""
        body = encode(refused)
        headers = {**HEADERS, "Cache-Control": FORGET, "Content-Type": "application/json", "Connection": "close"}
        lines = [f"HTTP/1.1 {status} Refused", *(f"{name}: {value}" for name, value in headers.items())]
        head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""])
        self.transport.write(head.encode() + body)
        self.transport.close()


class GuardedSocket(WebSocketsSansIOProtocol, Gradual):
    """A socket that does not listen to frames without end which never become a message."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.frames_left = Bucket(FRAMES_PER_MINUTE, 60.0)

    def handle_cont(self, event: Frame) -> None:
        """A part of a message: it may be empty."""
        if self.may_continue():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """A question that wants an answer."""
        if self.may_continue():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer, perhaps to no question."""
        if self.may_continue():
            super().handle_pong(event)

    def may_continue(self) -> bool:
        """Is another of these frames all right? If not, the connection ends."""
        if not self.close_sent and self.frames_left.wait(""):
            self.conn.fail(TOO_MANY, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return not self.close_sent
