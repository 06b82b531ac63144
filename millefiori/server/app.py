"""The web application: routes, sockets and errors around the rooms. Everything from outside is validated here."""

import asyncio
import contextlib
import secrets
from bisect import bisect_right
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from millefiori import record
from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.asking import replay
from millefiori.server.bans import Bans
from millefiori.server.border import Border, Guests
from millefiori.server.fleet.brokers import broker_of
from millefiori.server.fleet.metrics import measure
from millefiori.server.fleet.orders import Orders
from millefiori.server.health import get_health, get_ready
from millefiori.server.limits import NO_LIMITS, Limits
from millefiori.server.live import Live
from millefiori.server.messages import (
    Again,
    DrawQr,
    Invited,
    Join,
    Joined,
    NewGame,
    Share,
    Shared,
    Unshared,
)
from millefiori.server.network import Neighbours, qr_code
from millefiori.server.notices.reminders import Reminders
from millefiori.server.notices.routes import notice_routes
from millefiori.server.notices.settings import Notices
from millefiori.server.opening import invitation, join, open_game, open_next
from millefiori.server.pages import (
    SCREENS,
    Static,
    get_board,
    get_emotes,
    get_facts,
    get_language,
    get_manifest,
    get_text_part,
    get_worker,
    lost,
    page,
)
from millefiori.server.patience import Patience
from millefiori.server.people.people import People
from millefiori.server.people.routes import get_emblems, sit_down
from millefiori.server.people.routes import routes as people_routes
from millefiori.server.people.sockets import hall_socket
from millefiori.server.preparation import Preparation, get_progress
from millefiori.server.programs import Programs
from millefiori.server.replay import replay_of_game, replay_of_record
from millefiori.server.requests import bearer, body_of, decoded, json_response, refused
from millefiori.server.room import Refusal, Room
from millefiori.server.rooms import Rooms
from millefiori.server.sockets import address_of, rooms_of, socket
from millefiori.server.storage.retention import FOR_EVER, Retention, clean_every_hour
from millefiori.server.storage.store import Key, Store
from millefiori.server.talk.lines import forget_for_ever
from millefiori.server.teaching.routes import teaching_routes
from millefiori.server.tempo.bell import ring_for_ever
from millefiori.server.texts import STATIC
from millefiori.server.thinkers import Thinkers
from millefiori.warmup import is_complete

LONGEST_RECORD = 200_000  # a game of four with its trace has 40 kB


# --- Pages


async def old_page(screen: str, request: Request) -> Response:
    """An address of earlier versions, with the key in its path: to where the key is not sent again."""
    return RedirectResponse(f"../{screen}#{quote(request.path_params['key'], safe='')}", 302)


# --- Games


async def post_game(request: Request) -> Response:
    """Open a game."""
    wanted, rooms = decoded(await body_of(request), NewGame), rooms_of(request)
    await rooms.gate.check(rooms.gate.tables, address_of(request), "tables")
    if all(seat.kind == "bot" for seat in wanted.seats):
        await rooms.gate.check(rooms.gate.bot_tables, address_of(request), "tables without people")
    opened = await open_game(rooms, wanted)
    if opened.keys:
        await sit_down(request, opened.game, min(map(int, opened.keys)))
    return json_response(opened, 201)


async def post_again(request: Request) -> Response:
    """Open the next game of the same players."""
    wanted, rooms = decoded(await body_of(request), Again), rooms_of(request)
    await rooms.gate.check(rooms.gate.tables, address_of(request), "tables")
    opened, seat = await open_next(rooms, wanted)
    await sit_down(request, opened.game, seat)
    return json_response(opened, 201)


async def get_invitation(request: Request) -> Response:
    """What an invitation is for."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.joins, address_of(request), "invitations")
    key, live = await invitation(rooms, bearer(request, "invitation"))
    setup = live.room.setup
    return json_response(
        Invited(
            edition=setup.edition,
            tactical=setup.tactical,
            players=setup.players,
            seat=key.seat,
            replays=setup.replays,
            first=setup.first,
            hints=setup.allows_hints,
            tempo=setup.tempo,
            stand_in=setup.stand_in,
            commitment=live.room.table.commitment,
        )
    )


async def post_join(request: Request) -> Response:
    """Accept an invitation."""
    wanted, rooms = decoded(await body_of(request), Join), rooms_of(request)
    await rooms.gate.check(rooms.gate.joins, address_of(request), "invitations")
    key, token = await join(rooms, wanted)
    await sit_down(request, key.game, key.seat)
    return json_response(Joined(token, key.game, key.seat), 201)


async def finished(request: Request, token: str, *more_kinds: str) -> tuple[Key, Live]:
    """A game that is over, by one of its keys: before the end its record would reveal secrets."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    key, live = await rooms.enter(token, kinds=("seat", "watch", *more_kinds))
    if not live.room.is_over:
        raise Refusal("running", "the game is not over yet, and its record would reveal hidden cards")
    return key, live


async def get_replay(request: Request) -> Response:
    """A finished game step by step."""
    _, live = await finished(request, bearer(request, "key"), "share")
    actions = [action for _, action in live.room.table.actions]
    work = (replay_of_game, live.room.id, live.room.setup, actions)
    made = await replay(rooms_of(request), address_of(request), *work)
    return Response(made, media_type="application/json")


async def post_replay(request: Request) -> Response:
    """A record step by step."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.uploads, address_of(request), "records")
    text = (await body_of(request, LONGEST_RECORD)).decode("utf-8", errors="replace")
    try:
        made = await replay(rooms, address_of(request), replay_of_record, text)
        return Response(made, media_type="application/json")
    except record.RecordError as error:
        raise Refusal("record", str(error)) from None


async def get_record(request: Request) -> Response:
    """The record of a finished game, to keep."""
    _, live = await finished(request, bearer(request, "key"))
    name = f"attachment; filename=millefiori-{live.room.id}.json"
    text = record.dump(written_record(live.room)) + "\n"
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


def written_record(room: Room) -> dict[str, Any]:
    """The record of a room's game, with the bots that played for people who were away."""
    table = room.table
    written = record.write(table)
    if room.setup.replays:
        written["fairness"]["replays"] = room.setup.replays

    def entries(event: int | None) -> int | None:
        return None if event is None else record.entries(table, bisect_right(room.played_by, event))

    if room.absence.history:
        written["stand_ins"] = [
            record.stand_in_entry(bot.seat, room.setup.stand_in, bot.why, entries(bot.start) or 0, entries(bot.end))
            for bot in room.absence.history
        ]
    if room.absence.is_abandoned:
        written["abandoned"] = True
    return written


async def post_share(request: Request) -> Response:
    """A link to the replay of a finished game, for people without a key."""
    wanted = decoded(await body_of(request), Share)
    key, _ = await finished(request, wanted.key)
    if key.seat == SPECTATOR:
        raise Refusal("watching", "spectators can pass on their own link")
    token = secrets.token_urlsafe(16)
    if not await rooms_of(request).store.add_share(token, key):
        raise Refusal("limit", "this seat has shared the replay often enough: end the old links first")
    return json_response(Shared(token), 201)


async def delete_share(request: Request) -> Response:
    """The links that a seat has shared end."""
    key, _ = await finished(request, bearer(request, "key"))
    return json_response(Unshared(await rooms_of(request).store.end_shares(key)))


# --- Friends in the same network


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
    return json_response(qr_code(wanted.text))


# --- The application


class Application(Starlette):
    """Routes inside, the border outside: it stands around the framework's own errors, too."""

    def __init__(self, guests: Guests, root_path: str, bans: Bans, **more: Any) -> None:
        super().__init__(**more)
        self.router.redirect_slashes = False  # it would redirect to the host and scheme that a proxy shows us
        self.guests, self.root_path, self.bans = guests, root_path, bans

    def build_middleware_stack(self) -> ASGIApp:
        """The framework's stack within the border."""
        return Border(super().build_middleware_stack(), self.guests, self.root_path, self.bans)


def make_app(
    database: Store | Path | str,
    *,
    workers: int | None = None,
    pace: float = 0.0,
    limits: Limits = NO_LIMITS,
    retention: Retention = FOR_EVER,
    guests: Guests | None = None,
    root_path: str = "",
    patience: Patience | None = None,
    hall: bool = False,
    notices: Notices | None = None,
    broker: str = "",
    worker: str = "",
    metrics: bool = False,
    programs: Mapping[str, str] | None = None,
) -> Starlette:
    """The application over a database; it closes the database when it ends.

    With a `hall`, people have players. `programs` are the operator's bots by name.
    """
    bans = Bans()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = database if isinstance(database, Store) else Store(database)
        thinkers = Thinkers(workers, is_compiled=is_complete(), programs=Programs(programs))
        preparation = app.state.preparation = Preparation(thinkers)
        others = broker_of(broker, worker)
        rooms = app.state.rooms = Rooms(store, thinkers, preparation.table, pace, limits, broker=others)
        reminders = app.state.reminders = Reminders(rooms, notices) if notices else None
        people = app.state.people = People(rooms) if hall else None
        tasks = [preparation.table, preparation.bots, asyncio.create_task(sweep(rooms))]
        tasks.append(asyncio.create_task(clean_up(rooms, retention)))
        tasks.append(asyncio.create_task(ring_for_ever(rooms)))
        tasks.append(asyncio.create_task(Orders(rooms, people, bans).follow()))
        tasks.append(asyncio.create_task(forget_for_ever(store)))
        if metrics:
            tasks.append(asyncio.create_task(measure(rooms)))
        if people:
            tasks.append(asyncio.create_task(people.run()))
        if reminders:
            tasks.append(asyncio.create_task(reminders.remind_for_ever()))
        yield
        for task in tasks:
            task.cancel()
        await rooms.close()
        thinkers.close()
        store.close()

    api = [
        Route("/facts", get_facts),
        Route("/progress", get_progress),
        Route("/network", get_network),
        Route("/network", post_network, methods=["POST"]),
        Route("/qr", post_qr, methods=["POST"]),
        Route("/lang/{language}", get_language),
        Route("/lang/{language}/{part}", get_text_part),
        Route("/games", post_game, methods=["POST"]),
        Route("/again", post_again, methods=["POST"]),
        Route("/join", post_join, methods=["POST"]),
        Route("/invitation", get_invitation),
        Route("/replay", get_replay),
        Route("/replay", post_replay, methods=["POST"]),
        Route("/record", get_record),
        Route("/share", post_share, methods=["POST"]),
        Route("/share", delete_share, methods=["DELETE"]),
        *people_routes(),
        *notice_routes(),
        *teaching_routes(),
    ]
    pages = [Route(f"/{screen}", page) for screen in SCREENS]
    pages += [Route(f"/{screen}/{{key}}", partial(old_page, screen)) for screen in SCREENS if screen]
    routes = [
        Mount("/api", routes=api),
        Route("/health", get_health),
        Route("/ready", get_ready),
        Route("/board.svg", get_board),
        Route("/emblems.svg", get_emblems),
        Route("/emotes.svg", get_emotes),
        Route("/app.webmanifest", get_manifest),
        Route("/worker.js", get_worker),
        WebSocketRoute("/ws", socket),
        WebSocketRoute("/ws/hall", hall_socket),
        *pages,
        Mount("/static", Static(directory=STATIC)),
    ]
    guests = guests or Guests()
    app = Application(
        guests,
        root_path,
        bans,
        routes=routes,
        middleware=[Middleware(GZipMiddleware, minimum_size=800)],
        exception_handlers={Refusal: refused, 404: lost},
        lifespan=lifespan,
    )
    app.state.patience = patience or Patience()
    app.state.neighbours = Neighbours(guests, root_path)
    return app


async def sweep(rooms: Rooms) -> None:
    """Forget idle rooms from time to time."""
    while True:
        await asyncio.sleep(60)
        rooms.forget_idle(asyncio.get_running_loop().time())


async def clean_up(rooms: Rooms, retention: Retention) -> None:
    """Delete old games, once the engine can tell which ones are finished."""
    await rooms.ready
    await clean_every_hour(rooms.store, retention, lambda: rooms.live)
