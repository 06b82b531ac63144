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
from starlette.websockets import WebSocket, WebSocketDisconnect

from millefiori import record
from millefiori.bots.bot import LEVELS
from millefiori.server.facts import facts
from millefiori.server.live import Client, Live
from millefiori.server.messages import (
    LONGEST_MESSAGE,
    PROTOCOL,
    Act,
    Again,
    AskHint,
    Choose,
    Hello,
    Join,
    NewGame,
    Refused,
    Undo,
    encode,
    request_decoder,
)
from millefiori.server.replay import replay_of_record, replay_of_room
from millefiori.server.room import ACT, CHOOSE, RESET, UNDO, Command, Refusal
from millefiori.server.rooms import Rooms
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


def rooms_of(request: Request | WebSocket) -> Rooms:
    """The rooms of the application."""
    rooms: Rooms = request.app.state.rooms
    return rooms


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


# --- Sockets


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
        await websocket.send_bytes(encode(Refused(error.code, str(error))))
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
            client.send(encode(await rooms.hint(live, seat, at)))
        case _:
            raise Refusal("hello", "hello was said already")


# --- The application


def make_app(database: Path | str, *, workers: int | None = None, pace: float = 0.0) -> Starlette:
    """The application over a database."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store, thinkers = Store(database), Thinkers(workers)
        compiling = asyncio.create_task(asyncio.to_thread(compile_all))
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


def compile_all() -> None:
    """Compile or load the engine."""
    for _, compile_piece in steps():
        compile_piece()


async def warm(compiling: asyncio.Task[None], thinkers: Thinkers) -> None:
    """Then let the bots get ready: they share what was compiled."""
    await compiling
    await thinkers.get_ready(list(LEVELS))


async def sweep(rooms: Rooms) -> None:
    """Forget idle rooms from time to time."""
    while True:
        await asyncio.sleep(60)
        rooms.forget_idle(asyncio.get_running_loop().time())
