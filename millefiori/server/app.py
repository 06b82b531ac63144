"""The web application: routes, sockets and errors around the rooms. Everything from outside is validated here."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from millefiori import record
from millefiori.bots.bot import LEVELS
from millefiori.server.facts import facts
from millefiori.server.live import Live
from millefiori.server.messages import (
    LONGEST_MESSAGE,
    Again,
    Join,
    NewGame,
    Refused,
    encode,
)
from millefiori.server.replay import replay_of_record, replay_of_room
from millefiori.server.room import Refusal
from millefiori.server.rooms import Rooms
from millefiori.server.sockets import rooms_of, socket
from millefiori.server.store import Store
from millefiori.server.thinking import Thinkers
from millefiori.svg_board import empty_board
from millefiori.vocabulary import Seat
from millefiori.warmup import steps

STATIC = Path(str(files("millefiori").joinpath("server/static")))
LONGEST_RECORD = 1_000_000
LANGUAGES = ("en", "de", "fr")
SECURITY = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Referrer-Policy": "no-referrer",  # the address holds the seat's secret
    "X-Content-Type-Options": "nosniff",
}
STATUS = {"key": 404, "invitation": 404, "running": 403}
T = TypeVar("T")


def json_response(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(encode(value), status, media_type="application/json")


def refused(error: Refusal) -> Response:
    """A refusal as an answer."""
    return json_response(Refused(error.code, str(error)), STATUS.get(error.code, 400))


async def body_of(request: Request, longest: int = LONGEST_MESSAGE) -> bytes:
    """The body of a request, refused if it is too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > longest:
            raise Refusal("oversized", f"a request has at most {longest} bytes")
    return body


def decoded(body: bytes, kind: type[T]) -> T:
    """A validated message."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("malformed", str(error)) from None


def answers(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A route whose refusals become answers."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refusal as error:
            return refused(error)

    return answer


# --- Pages and facts


@cache
def page_texts(language: str) -> bytes:
    """All texts of a language, from its files."""
    texts: dict[str, str] = {}
    for file in sorted((STATIC / "lang" / language).glob("*.json")):
        texts |= msgspec.json.decode(file.read_bytes())
    return encode(texts)


async def page(request: Request) -> Response:
    """The page itself; its modules do the rest."""
    return FileResponse(STATIC / "index.html", headers=SECURITY)


async def get_facts(request: Request) -> Response:
    """What never changes."""
    return json_response(facts())


async def get_language(request: Request) -> Response:
    """The texts of a language; English for one that is not known."""
    language = request.path_params["language"]
    return Response(page_texts(language if language in LANGUAGES else "en"), media_type="application/json")


async def get_board(request: Request) -> Response:
    """The drawing of the empty board."""
    return Response(_board(), media_type="image/svg+xml")


_board = cache(empty_board)

# --- Games


async def post_game(request: Request) -> Response:
    """Open a game."""
    return json_response(await rooms_of(request).open(decoded(await body_of(request), NewGame)), 201)


async def post_again(request: Request) -> Response:
    """Open the next game of the same players."""
    return json_response(await rooms_of(request).again(decoded(await body_of(request), Again)), 201)


async def get_invitation(request: Request) -> Response:
    """What somebody is invited to."""
    key, live = await rooms_of(request).invitation(request.path_params["token"])
    setup = live.room.setup
    told = {"edition": setup.edition, "tactical": setup.tactical, "players": setup.players, "seat": key.seat}
    return json_response(told)


async def post_join(request: Request) -> Response:
    """Accept an invitation."""
    key, token = await rooms_of(request).join(decoded(await body_of(request), Join))
    return json_response({"key": token, "game": key.game, "seat": key.seat}, 201)


async def finished(request: Request) -> tuple[Seat, Live]:
    """A game that is over, by one of its keys: before that its record would tell secrets."""
    key, live = await rooms_of(request).enter(request.path_params["key"])
    if not live.room.table.is_over:
        raise Refusal("running", "the game is not over yet: its record would tell what is hidden")
    return key.seat, live


async def get_replay(request: Request) -> Response:
    """A finished game step by step."""
    _, live = await finished(request)
    return json_response(await asyncio.to_thread(replay_of_room, live.room))


async def post_replay(request: Request) -> Response:
    """A record step by step."""
    text = (await body_of(request, LONGEST_RECORD)).decode("utf-8", errors="replace")
    try:
        return json_response(await asyncio.to_thread(replay_of_record, text))
    except record.RecordError as error:
        raise Refusal("record", str(error)) from None


async def get_record(request: Request) -> Response:
    """The record of a finished game, to keep."""
    _, live = await finished(request)
    name = f"attachment; filename=millefiori-{live.room.id}.json"
    text = record.dump(record.write(live.room.table)) + "\n"
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


# --- The application


def make_app(database: Path | str, *, workers: int | None = None, pace: float = 0.0) -> Starlette:
    """The application over a database."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store, thinkers = Store(database), Thinkers(workers)
        compiling = asyncio.create_task(compile_all())
        rooms = app.state.rooms = Rooms(store, thinkers, compiling, pace)
        tasks = [compiling, asyncio.create_task(warm(compiling, thinkers)), asyncio.create_task(sweep(rooms))]
        yield
        for task in tasks:
            task.cancel()
        await rooms.close()
        thinkers.close()
        store.close()

    api = [
        Route("/facts", get_facts),
        Route("/lang/{language}", get_language),
        Route("/games", answers(post_game), methods=["POST"]),
        Route("/again", answers(post_again), methods=["POST"]),
        Route("/join", answers(post_join), methods=["POST"]),
        Route("/invitation/{token}", answers(get_invitation)),
        Route("/replay/{key}", answers(get_replay)),
        Route("/replay", answers(post_replay), methods=["POST"]),
        Route("/record/{key}", answers(get_record)),
    ]
    pages = [Route(path, page) for path in ("/", "/play/{key}", "/join/{invitation}", "/replay", "/replay/{key}")]
    routes = [
        Mount("/api", routes=api),
        Route("/board.svg", get_board),
        WebSocketRoute("/ws", socket),
        *pages,
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(GZipMiddleware, minimum_size=800)], lifespan=lifespan)


async def compile_all() -> None:
    """Compile or load the engine, piece by piece: a server that is stopped meanwhile waits for one piece only."""
    for _, compile_piece in steps():
        await asyncio.to_thread(compile_piece)


async def warm(compiling: asyncio.Task[None], thinkers: Thinkers) -> None:
    """Then let the bots get ready: they share what was compiled."""
    await compiling
    if thinkers.workers:
        await thinkers.get_ready(list(LEVELS))


async def sweep(rooms: Rooms) -> None:
    """Forget idle rooms from time to time."""
    while True:
        await asyncio.sleep(60)
        rooms.forget_idle(asyncio.get_running_loop().time())
