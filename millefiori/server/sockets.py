"""Sockets, one per client: hello first, then requests and events. Every request is validated here."""

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.border.limits import Bucket, network
from millefiori.server.border.patience import Patience
from millefiori.server.messages.requests import (
    Agree,
    Appear,
    AskHint,
    Back,
    Decide,
    Disagree,
    Hello,
    Report,
    Resign,
    Say,
    SetTalk,
    Undo,
    request_decoder,
)
from millefiori.server.messages.words import LONGEST_MESSAGE, PROTOCOL, Refused, encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.lateness import check_unsealed
from millefiori.server.rooms.live import Client, Live
from millefiori.server.rooms.room import DECIDE, UNDO, UNDO_TURN, Command
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.storage.keys import hashed
from millefiori.server.talk.talk import appear, greet, report, say, set_talk
from millefiori.server.tempo.absence import AGREE, BACK, DISAGREE, RESIGN
from millefiori.server.tempo.hands import change_hands
from millefiori.server.thinking.questions import hint

WATCHING = ("watch", "view")
"""The kinds of keys of those who only watch."""
CLOSE = {"key": 4404, "slow": 4408}
"""Closes the socket of a client whose hello is refused."""


def rooms_of(request: HTTPConnection) -> Rooms:
    """The rooms of the application."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def address_of(request: HTTPConnection) -> str:
    """Where a client is; a proxy that the server trusts says so for the clients behind it."""
    return request.client.host if request.client else ""


def patience_of(request: HTTPConnection) -> Patience:
    """How long the application waits."""
    patience: Patience = request.app.state.patience
    return patience


async def first_message(websocket: WebSocket) -> Any:
    """What a client says first; it must not take long."""
    try:
        async with asyncio.timeout(patience_of(websocket).hello):
            return await websocket.receive()
    except TimeoutError:
        raise Refusal("slow", "the hello did not arrive in time") from None


async def socket(websocket: WebSocket) -> None:
    """One client: hello, then requests and events until it leaves."""
    await websocket.accept()
    try:
        async with contextlib.AsyncExitStack() as held:
            await serve(websocket, rooms_of(websocket), held)
    except Refusal as error:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await websocket.send_text(encode(Refused(error.code, str(error))).decode())
            await websocket.close(CLOSE.get(error.code, 4400))
    except (WebSocketDisconnect, RuntimeError):
        pass


async def serve(websocket: WebSocket, rooms: Rooms, held: contextlib.AsyncExitStack) -> None:
    """Let a client in, as far as the limits allow; what it uses of them is given back when it leaves."""
    gate, address = rooms.gate, address_of(websocket)
    await held.enter_async_context(
        gate.open(f"sockets {network(address)}", gate.limits.sockets_per_address, "connections from your address")
    )
    await gate.check(gate.hellos, address, "connections")
    hello = read_request(await first_message(websocket))
    if not isinstance(hello, Hello):
        raise Refusal("hello", "the first message must be a hello")
    if hello.protocol != PROTOCOL:
        raise Refusal("protocol", "this client uses another version of the protocol: reload the page")
    key, live = await rooms.enter(hello.key, kinds=(*WATCHING, "seat"))
    is_watching = key.kind in WATCHING
    if is_watching:
        check_unsealed(live.room)
    most = gate.limits.spectators_per_table if is_watching else gate.limits.sockets_per_key
    place = f"sockets {key.game} {SPECTATOR if is_watching else key.seat}"
    await held.enter_async_context(gate.open(place, most, "connections to this seat"))
    await rooms.audience.make_room_for(live, is_watching=is_watching)
    client = rooms.audience.connect(live, key.seat, hello.seen, is_watching=is_watching)
    client.key = hashed(hello.key)
    writing = asyncio.create_task(write(websocket, client))
    try:
        await greet(rooms, live, client)
        await listen(websocket, rooms, live, client)
    finally:
        client.drop()
        rooms.audience.disconnect(live, client)
        with contextlib.suppress(Exception):
            await writing


async def write(websocket: WebSocket, client: Client) -> None:
    """Send what waits for the client."""
    while (message := await client.outbox.get()) is not None:
        await websocket.send_text(message.decode())
    with contextlib.suppress(RuntimeError):
        await websocket.close(1013)


async def listen(websocket: WebSocket, rooms: Rooms, live: Live, client: Client) -> None:
    """Answer requests until the client leaves; a refusal goes to this client alone."""
    requests = Bucket(rooms.gate.limits.requests_per_minute, 60.0)
    while True:
        message, request = await websocket.receive(), None
        try:
            request = read_request(message)
            if requests.wait(""):
                raise Refusal("limit", "too many requests: slow down")
            await answer(request, rooms, live, client, address_of(websocket))
        except Refusal as error:
            rooms.notes.counts[f"refused {error.code}"] += 1
            client.send(encode(Refused(error.code, str(error), type_of(request))))


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


def type_of(request: Any) -> str:
    """What a request is called on the wire; empty for one that could not be read."""
    return "" if request is None else str(request.__struct_config__.tag)


async def send_hint(rooms: Rooms, live: Live, client: Client, at: int) -> None:
    """A hint takes a while: the client may continue meanwhile."""
    try:
        client.send(encode(await hint(rooms, live, client.seat, at)))
    except Refusal as error:
        client.send(encode(Refused(error.code, str(error), "hint")))


async def answer(request: Any, rooms: Rooms, live: Live, client: Client, address: str) -> None:
    """One request of a client that has said hello."""
    seat = client.seat
    if client.is_watching and seat != SPECTATOR:
        raise Refusal("watching", "this link only shows what the seat sees")
    match request:
        case Decide(action=action, at=at):
            await rooms.submit(live, Command(seat, DECIDE, action), at)
        case Undo(at=at, whole_turn=whole):
            await rooms.submit(live, Command(seat, UNDO_TURN if whole else UNDO), at)
        case AskHint(at=at):
            if client.hint is not None and not client.hint.done():
                raise Refusal("busy", "the server is still working on the last hint")
            await rooms.gate.check(rooms.gate.hints, address, "hints")
            client.hint = asyncio.create_task(send_hint(rooms, live, client, at))
        case Agree(about=about):
            await change_hands(rooms, live, Command(seat, AGREE, about))
        case Disagree(about=about):
            await change_hands(rooms, live, Command(seat, DISAGREE, about))
        case Back():
            await change_hands(rooms, live, Command(seat, BACK))
        case Resign():
            await change_hands(rooms, live, Command(seat, RESIGN))
        case Say():
            await say(rooms, live, client, request, address)
        case SetTalk():
            await set_talk(rooms, live, client, request)
        case Report():
            await report(rooms, live, client, request, address)
        case Appear():
            await appear(rooms, live, client, request, address)
        case _:
            raise Refusal("hello", "there was a hello already")
