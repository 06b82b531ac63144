"""The socket of the hall: one hello, then news until the client leaves."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from millefiori.server.border.limits import Bucket, network
from millefiori.server.messages.hall import HallHello
from millefiori.server.messages.words import LONGEST_MESSAGE, PROTOCOL, Refused, encode
from millefiori.server.people.people import People
from millefiori.server.refusal import Refusal
from millefiori.server.sockets import CLOSE, address_of, first_message, rooms_of, write
from millefiori.server.storage.keys import hashed

MOST_OTHERS = 10
"""Messages per minute that are answered, although the hall expects none."""
hello_decoder = msgspec.json.Decoder(HallHello)


async def hall_socket(websocket: WebSocket) -> None:
    """Somebody looks into the hall."""
    await websocket.accept()
    try:
        async with contextlib.AsyncExitStack() as held:
            await serve(websocket, held)
    except Refusal as error:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await websocket.send_text(encode(Refused(error.code, str(error))).decode())
            await websocket.close(CLOSE.get(error.code, 4400))
    except (WebSocketDisconnect, RuntimeError):
        pass


async def serve(websocket: WebSocket, held: contextlib.AsyncExitStack) -> None:
    """Let a client in as far as the limits allow, and send it the news."""
    people: People | None = websocket.app.state.people
    if people is None:
        raise Refusal("hall", "this server has no hall: everybody plays by links here")
    gate, address = rooms_of(websocket).gate, address_of(websocket)
    most = gate.limits.sockets_per_address
    await held.enter_async_context(gate.open(f"sockets {network(address)}", most, "connections from your address"))
    await held.enter_async_context(gate.open("hall", gate.limits.hall_people, "people in the hall"))
    await gate.check(gate.hellos, address, "connections")
    hello = read_hello(await first_message(websocket))
    if hello.protocol != PROTOCOL:
        raise Refusal("protocol", "this client uses another version of the protocol: reload the page")
    player = await people.players.find(hello.key) if hello.key else None
    client = people.hall.enter(player.id if player else "")
    client.key = hashed(hello.key)
    writing, others = asyncio.create_task(write(websocket, client)), Bucket(MOST_OTHERS, 60.0)
    try:
        while (await websocket.receive())["type"] != "websocket.disconnect" and not others.wait(""):
            client.send(encode(Refused("hello", "in the hall, everything else is asked over HTTP")))
    finally:
        client.drop()
        people.hall.depart(client)
        with contextlib.suppress(Exception):
            await writing


def read_hello(message: dict[str, object]) -> HallHello:
    """The validated hello."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    data = message.get("text") or message.get("bytes") or ""
    if not isinstance(data, str | bytes) or len(data) > LONGEST_MESSAGE:
        raise Refusal("oversized", f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        return hello_decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", str(error)) from None
