"""The requests of a seat that leaves wishes for its coming decision. Nobody else can ask for them."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.server.border.requests import bearer, body_of, decoded, json_response
from millefiori.server.messages.wishes import NewWishes
from millefiori.server.rooms.live import Live
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.storage.keys import Key
from millefiori.server.tempo import wishes


async def entered(request: Request) -> tuple[Key, Live]:
    """The seat whose key is in the header; links that only show it open nothing here."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    return await rooms.enter(bearer(request, "key"), kinds=("seat",))


async def get_wishes(request: Request) -> Response:
    """What the seat has wished for, and may wish for."""
    key, live = await entered(request)
    left = await rooms_of(request).store.read(partial(wishes.find, game=key.game, seat=key.seat))
    return json_response(wishes.shown(live.room, key.seat, left))


async def post_wishes(request: Request) -> Response:
    """Wishes for the coming decision."""
    wanted = decoded(await body_of(request), NewWishes)
    key, live = await entered(request)
    wishes.check(live.room, key.seat, wanted)
    left = wishes.Left(live.room.n, wanted.actions)
    await rooms_of(request).store.write(partial(wishes.put, game=key.game, seat=key.seat, left=left))
    return json_response(wishes.shown(live.room, key.seat, left))


async def delete_wishes(request: Request) -> Response:
    """Withdraw them. What is not there any more has been carried out or dropped."""
    key, live = await entered(request)
    await rooms_of(request).store.write(partial(wishes.take, game=key.game, seat=key.seat))
    return json_response(wishes.shown(live.room, key.seat, None))


def wish_routes() -> list[Route]:
    """All of them, below /api."""
    return [
        Route("/wishes", get_wishes, methods=["GET"]),
        Route("/wishes", post_wishes, methods=["POST"]),
        Route("/wishes", delete_wishes, methods=["DELETE"]),
    ]
