"""Sockets: one client each. Hello first, then requests and events until it goes; every request is validated here."""

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from millefiori.server.live import Client, Live
from millefiori.server.messages import (
    LONGEST_MESSAGE,
    PROTOCOL,
    Act,
    AskHint,
    Choose,
    Hello,
    Refused,
    Undo,
    encode,
    request_decoder,
)
from millefiori.server.room import ACT, CHOOSE, RESET, UNDO, Command, Refusal
from millefiori.server.rooms import Rooms


def rooms_of(request: HTTPConnection) -> Rooms:
    """The rooms of the application."""
    rooms: Rooms = request.app.state.rooms
    return rooms


async def socket(websocket: WebSocket) -> None:
    """One client: hello, then requests and events until it goes."""
    await websocket.accept()
    rooms = rooms_of(websocket)
    try:
        hello = read_request(await websocket.receive())
        if not isinstance(hello, Hello):
            raise Refusal("hello", "the first message is a hello")
        if hello.protocol != PROTOCOL:
            raise Refusal("protocol", "the server speaks another version: reload the page")
        key, live = await rooms.enter(hello.key)
    except Refusal as error:
        await websocket.send_text(encode(Refused(error.code, str(error))).decode())
        await websocket.close(4404 if error.code == "key" else 4400)
        return
    except WebSocketDisconnect:
        return
    client = rooms.connect(live, key.seat, hello.seen)
    writing = asyncio.create_task(write(websocket, client))
    try:
        await listen(websocket, rooms, live, client)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        client.drop()
        rooms.disconnect(live, client)
        with contextlib.suppress(Exception):
            await writing


async def write(websocket: WebSocket, client: Client) -> None:
    """Send what waits for the client."""
    while (message := await client.outbox.get()) is not None:
        await websocket.send_text(message.decode())
    with contextlib.suppress(RuntimeError):
        await websocket.close(1013)


async def listen(websocket: WebSocket, rooms: Rooms, live: Live, client: Client) -> None:
    """Obey requests until the client goes; a refusal is told to this client alone."""
    while True:
        message = await websocket.receive()
        try:
            await obey(read_request(message), rooms, live, client)
        except Refusal as error:
            client.send(encode(Refused(error.code, str(error))))


def read_request(message: Any) -> Any:
    """A validated request from the socket."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    data = message.get("text") or message.get("bytes") or ""
    if len(data) > LONGEST_MESSAGE:
        raise Refusal("oversized", f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        return request_decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", str(error)) from None


async def tell_hint(rooms: Rooms, live: Live, client: Client, at: int) -> None:
    """A hint takes a while: meanwhile the client may go on."""
    try:
        client.send(encode(await rooms.hint(live, client.seat, at)))
    except Refusal as error:
        client.send(encode(Refused(error.code, str(error))))


async def obey(request: Any, rooms: Rooms, live: Live, client: Client) -> None:
    """One request of a client that has said hello."""
    seat = client.seat
    match request:
        case Choose(card=card, at=at):
            await rooms.submit(live, Command(seat, CHOOSE, card), at)
        case Act(action=action, at=at):
            await rooms.submit(live, Command(seat, ACT, action), at)
        case Undo(at=at, whole_turn=whole):
            await rooms.submit(live, Command(seat, RESET if whole else UNDO), at)
        case AskHint(at=at):
            if client.hint is not None and not client.hint.done():
                raise Refusal("busy", "the last hint is still being thought about")
            client.hint = asyncio.create_task(tell_hint(rooms, live, client, at))
        case _:
            raise Refusal("hello", "hello was said already")
