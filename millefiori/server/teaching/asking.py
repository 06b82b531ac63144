"""What requests to the teacher share: they count as look-ups, wait for the engine, and do what is legal only."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from starlette.requests import Request

from millefiori.explain.legality import IllegalAction
from millefiori.server.refusal import Refusal
from millefiori.server.sockets import address_of, rooms_of

T = TypeVar("T")


async def ready(request: Request) -> None:
    """Once the engine is ready; not more often than an address may ask."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    await rooms.ready


async def named(request: Request, known: Callable[[], Mapping[str, T]], kind: str) -> T:
    """The lesson or puzzle with the name in the address."""
    await ready(request)
    name = request.path_params["name"]
    if name not in known():
        raise Refusal(kind, f"there is no {kind} {name!r}")
    return known()[name]


@contextmanager
def legally() -> Iterator[None]:
    """An action against the rules is refused."""
    try:
        yield
    except IllegalAction as error:
        raise Refusal("illegal", str(error)) from None
