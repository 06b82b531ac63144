"""Duplicates over HTTP. Links travel in bodies, the secret of player or device in the header."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.server.border.names import person_name
from millefiori.server.border.requests import body_of, decoded, json_response, token_of
from millefiori.server.duplicates.duplicates import Duplicates
from millefiori.server.messages.duplicates import (
    AtDuplicate,
    DuplicateOpened,
    JoinDuplicate,
    NewDuplicate,
    SitAtDuplicate,
)
from millefiori.server.messages.games import Joined
from millefiori.server.people.people import People
from millefiori.server.people.routes import sit_down
from millefiori.server.people.who import PLAYER, who_asks
from millefiori.server.refusal import Refusal
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.keys import Key, own_key

SHORTEST_SECRET = 22
"""Letters of a device's secret: 128 bits. The keys of its seats are made from it."""


def duplicate_routes() -> list[Route]:
    """The addresses of duplicates, below /api."""
    return [
        Route("/duplicate", post_duplicate, methods=["POST"]),
        Route("/duplicate/look", post_look, methods=["POST"]),
        Route("/duplicate/join", post_join, methods=["POST"]),
        Route("/duplicate/leave", post_leave, methods=["POST"]),
        Route("/duplicate/seat", post_seat, methods=["POST"]),
    ]


def duplicates_of(request: Request) -> Duplicates:
    """The duplicates of the application."""
    duplicates: Duplicates = request.app.state.duplicates
    return duplicates


async def post_duplicate(request: Request) -> Response:
    """Open a duplicate. All its tables count for whoever opens it."""
    wanted, gate = decoded(await body_of(request), NewDuplicate), rooms_of(request).gate
    who = await _somebody(request)
    await gate.check_player(gate.gatherings, who, "new duplicates")
    terms = wanted.terms
    for _ in range(terms.deals * terms.people // terms.together):
        await gate.check(gate.tables, address_of(request), "tables")
    return json_response(
        DuplicateOpened(await duplicates_of(request).open(terms, who, person_name(wanted.name, 0))), 201
    )


async def post_look(request: Request) -> Response:
    """How a duplicate stands."""
    gate = rooms_of(request).gate
    await gate.check(gate.lookups, address_of(request), "requests")
    return await _look(request, decoded(await body_of(request), AtDuplicate).link)


async def post_join(request: Request) -> Response:
    """Join."""
    wanted, gate = decoded(await body_of(request), JoinDuplicate), rooms_of(request).gate
    await gate.check(gate.joins, address_of(request), "invitations")
    who = await _somebody(request)
    await duplicates_of(request).join(wanted.link, who, person_name(wanted.name, 0))
    return await _look(request, wanted.link)


async def post_leave(request: Request) -> Response:
    """Leave before the tables are there."""
    wanted, gate = decoded(await body_of(request), AtDuplicate), rooms_of(request).gate
    await gate.check(gate.joins, address_of(request), "invitations")
    await duplicates_of(request).leave(wanted.link, await _somebody(request))
    return await _look(request, wanted.link)


async def post_seat(request: Request) -> Response:
    """The key of one's own seat on a deal."""
    wanted, rooms = decoded(await body_of(request), SitAtDuplicate), rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    who, token = await _somebody(request), token_of(request)
    game, seat = await duplicates_of(request).seat(wanted.link, who, wanted.deal)
    people: People | None = request.app.state.people
    if people and who.startswith(PLAYER):  # what is open on a device ends when the player signs it out
        await sit_down(request, game, seat)
        key, own = await people.players.seat_key(await people.players.visit(token), game)
        return json_response(Joined(own, key.game, key.seat))

    def work(database: Connection) -> str:
        return own_key(database, token, Key(game, seat, "seat"))

    return json_response(Joined(await rooms.store.write(work), game, seat))


async def _look(request: Request, link: str) -> Response:
    return json_response(await duplicates_of(request).look(link, await who_asks(request)))


async def _somebody(request: Request) -> str:
    """Who asks; refused if nobody can be told from others."""
    who = await who_asks(request)
    if not who.startswith(PLAYER) and len(token_of(request)) < SHORTEST_SECRET:
        raise Refusal(
            "malformed", f"the request needs a header `Authorization: Bearer …` with {SHORTEST_SECRET} letters"
        )
    return who
