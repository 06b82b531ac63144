"""The rules with pictures over HTTP: worked examples, played by the engine and drawn once for each edition."""

from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.drawing.example import example
from millefiori.engine.actions import space_of
from millefiori.engine.editions import EDITIONS
from millefiori.engine.view import view
from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.messages.words import Player, encode
from millefiori.server.rooms.events import event_of
from millefiori.server.site.pages import lasting
from millefiori.server.sockets import rooms_of
from millefiori.server.teaching.messages import Rules, ShownExample
from millefiori.table import Table
from millefiori.teacher.rules.examples import PLAYERS, examples

SETUP = "setup"


def rules_routes() -> list[Route]:
    """All addresses of the rules, below /api."""
    return [Route("/rules/{edition}", get_rules), Route("/rules/{edition}/{name}.svg", get_picture)]


async def get_rules(request: Request) -> Response:
    """The examples of an edition."""
    return lasting(request, _rules(await _edition(request)), "application/json")


async def get_picture(request: Request) -> Response:
    """The picture of an example, or of the setup."""
    edition, name = await _edition(request), request.path_params["name"]
    if name not in (SETUP, *examples()):
        raise HTTPException(404)
    return lasting(request, _picture(edition, name), "image/svg+xml")


async def _edition(request: Request) -> str:
    name: str = request.path_params["edition"]
    if name not in EDITIONS:
        raise HTTPException(404)
    await rooms_of(request).ready
    return name


@cache
def _rules(edition: str) -> bytes:
    shown = []
    for found in examples().values():
        before, action, after = found.played(edition)
        shown.append(ShownExample(found.name, event_of(0, 0, before, action, after)))
    return encode(Rules(edition, [Player(name, "here") for name in PLAYERS], shown))


@cache
def _picture(edition: str, name: str) -> bytes:
    if name == SETUP:
        table = Table(edition, PLAYERS, seed=1)
        return example(view(table.game, SPECTATOR), PLAYERS).encode()
    _, action, after = examples()[name].played(edition)
    return example(view(after, SPECTATOR), PLAYERS, name, space_of(action)).encode()
