"""The web application: routes, sockets and errors around the rooms. Everything from outside is validated here."""

import asyncio
import contextlib
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

from millefiori.server.border.bans import Bans
from millefiori.server.border.gate import Border, Guests
from millefiori.server.border.limits import NO_LIMITS, Limits
from millefiori.server.border.local_network import Neighbours
from millefiori.server.border.local_network_routes import network_routes
from millefiori.server.border.patience import Patience
from millefiori.server.border.requests import refused
from millefiori.server.daily.routes import daily_routes
from millefiori.server.duplicates.duplicates import Duplicates
from millefiori.server.duplicates.routes import duplicate_routes
from millefiori.server.fleet.brokers import broker_of
from millefiori.server.fleet.metrics import measure
from millefiori.server.fleet.orders import Orders
from millefiori.server.health import get_health, get_ready
from millefiori.server.notices.reminders import Reminders
from millefiori.server.notices.routes import notice_routes
from millefiori.server.notices.settings import Notices
from millefiori.server.people.people import People
from millefiori.server.people.routes import get_emblems
from millefiori.server.people.routes import routes as people_routes
from millefiori.server.people.sockets import hall_socket
from millefiori.server.refusal import Refusal
from millefiori.server.reviews.reviewer import Reviewer
from millefiori.server.reviews.routes import review_routes
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.rooms.routes import game_routes
from millefiori.server.site.pages import (
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
from millefiori.server.site.texts import STATIC
from millefiori.server.sockets import socket
from millefiori.server.storage.retention import FOR_EVER, Retention, clean_every_hour
from millefiori.server.storage.store import Store
from millefiori.server.talk.lines import forget_for_ever
from millefiori.server.teaching.analysis_routes import analysis_routes
from millefiori.server.teaching.puzzle_routes import puzzle_routes
from millefiori.server.teaching.routes import teaching_routes
from millefiori.server.teaching.rules import rules_routes
from millefiori.server.tempo.bell import ring_for_ever
from millefiori.server.tempo.wish_routes import wish_routes
from millefiori.server.thinking.preparation import Preparation, get_progress
from millefiori.server.thinking.programs import Programs
from millefiori.server.thinking.thinkers import Thinkers
from millefiori.warmup import is_complete

# --- Pages


async def old_page(screen: str, request: Request) -> Response:
    """An address of earlier versions, with the key in its path: to where the key is not sent again."""
    return RedirectResponse(f"../{screen}#{quote(request.path_params['key'], safe='')}", 302)


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
        reviewer = app.state.reviewer = Reviewer(rooms, preparation.bots)
        reminders = app.state.reminders = Reminders(rooms, notices) if notices else None
        app.state.duplicates = Duplicates(rooms)
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
        await reviewer.close()
        await rooms.close()
        thinkers.close()
        store.close()

    api = [
        Route("/facts", get_facts),
        Route("/progress", get_progress),
        Route("/lang/{language}", get_language),
        Route("/lang/{language}/{part}", get_text_part),
        *game_routes(),
        *network_routes(),
        *people_routes(),
        *notice_routes(),
        *wish_routes(),
        *daily_routes(),
        *duplicate_routes(),
        *analysis_routes(),
        *puzzle_routes(),
        *teaching_routes(),
        *rules_routes(),
        *review_routes(),
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
