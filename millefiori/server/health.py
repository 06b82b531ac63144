"""For those who run the server: is the process alive, and can people play?"""

import asyncio

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from millefiori.server.messages.words import encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.site.version import page_version
from millefiori.server.sockets import rooms_of

PATIENCE = 2.0
"""Seconds in which the store must answer."""


class Health(Struct, frozen=True):
    """GET /health: the process is alive, and the version of the page that it serves."""

    version: str
    alive: bool = True


class Readiness(Struct, frozen=True):
    """GET /ready: people can play when the engine is compiled and the store answers."""

    ready: bool
    engine: bool
    store: bool


async def get_health(request: Request) -> Response:
    """The process answers."""
    return _answer(Health(page_version()), 200)


async def get_ready(request: Request) -> Response:
    """People can play."""
    rooms = rooms_of(request)
    engine, store = is_compiled(rooms), await answers(rooms)
    return _answer(Readiness(engine and store, engine, store), 200 if engine and store else 503)


def is_compiled(rooms: Rooms) -> bool:
    """Is the engine compiled or loaded?"""
    task = rooms.ready
    return isinstance(task, asyncio.Task) and task.done() and not task.cancelled() and task.exception() is None


async def answers(rooms: Rooms) -> bool:
    """Does the store answer?"""
    question = rooms.store.read(lambda database: database.execute("SELECT 1 FROM games LIMIT 1").fetchone())
    try:
        await asyncio.wait_for(question, PATIENCE)
    except (Refusal, TimeoutError):
        return False
    return True


def _answer(value: Health | Readiness, status: int) -> Response:
    return Response(encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"})
