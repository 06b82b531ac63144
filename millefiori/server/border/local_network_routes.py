"""Requests of whoever sits at the server: let friends in the same network connect, and show them a link to scan."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.server.border.local_network import Neighbours, qr_code
from millefiori.server.border.requests import body_of, decoded, json_response
from millefiori.server.messages.house import DrawQr
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.thinking.thinkers import SOMEBODY_ASKS


def network_routes() -> list[Route]:
    """Below /api."""
    return [
        Route("/network", get_network),
        Route("/network", post_network, methods=["POST"]),
        Route("/qr", post_qr, methods=["POST"]),
    ]


def neighbours_of(request: Request) -> Neighbours:
    """Whether others can reach the server."""
    neighbours: Neighbours = request.app.state.neighbours
    return neighbours


async def get_network(request: Request) -> Response:
    """Can friends in the same network connect?"""
    return json_response(neighbours_of(request).answer(request))


async def post_network(request: Request) -> Response:
    """Let them."""
    await neighbours_of(request).open(request, rooms_of(request))
    return json_response(neighbours_of(request).answer(request))


async def post_qr(request: Request) -> Response:
    """A link as a QR code."""
    wanted, rooms = decoded(await body_of(request), DrawQr), rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    whose = f"pictures of {address_of(request)}"  # one takes ten times as long as a decision
    return json_response(await rooms.thinkers.run(whose, lambda: SOMEBODY_ASKS, qr_code, wanted.text))
