"""The deal of the day over HTTP. Results are for those who have finished it, and for everybody when the day is over."""

import asyncio
import secrets
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.arena.margins import margin
from millefiori.server.border.names import person_name
from millefiori.server.border.requests import body_of, decoded, json_response
from millefiori.server.daily.deals import EDITION, OPPONENTS, PERSON, bots_scores, deal_of
from millefiori.server.daily.keeping import Entry, begin, secret_of, settle, tries_of, try_of
from millefiori.server.messages.daily import Daily, DailyResult, PlayDaily
from millefiori.server.people.routes import sit_down
from millefiori.server.people.who import who_asks
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.keys import Key
from millefiori.server.thinking.thinkers import SOMEBODY_ASKS

PAST_DAYS = 60
"""How long a deal can be practised, and its results seen."""
MOST_LOADED = 20
"""Unfinished tries up to which their games are loaded to look at them; beyond, those that are open, and one's own."""
_BOTS: dict[str, dict[str, list[int]]] = {}
"""What the bots reach, by day: worked out once by each worker."""
_PLAYING: dict[str, asyncio.Task[dict[str, list[int]]]] = {}
"""That it is being worked out: many may ask at the same time, and a worker needs some seconds for it."""


def daily_routes() -> list[Route]:
    """The addresses of the deal of the day, below /api."""
    return [
        Route("/daily", get_daily),
        Route("/daily", post_daily, methods=["POST"]),
        Route("/daily/{day}", get_daily),
    ]


def today() -> date:
    """The day, in UTC: the same for everybody."""
    return datetime.now(UTC).date()


async def get_daily(request: Request) -> Response:
    """How a day stands, for whoever asks."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    day = _day(request.path_params.get("day") or today().isoformat())
    who = await who_asks(request)
    await _settle(rooms, day, who)
    own = await rooms.store.read(partial(try_of, day=day.isoformat(), who=who)) if who else None
    tries = await rooms.store.read(partial(tries_of, day=day.isoformat()))
    is_over = own is not None and bool(own.scores)
    may_see = is_over or day < today()
    return json_response(
        Daily(
            day=day.isoformat(),
            today=today().isoformat(),
            seats=deal_of(b"", day).seats,
            edition=EDITION,
            opponents=OPPONENTS,
            tries=len(tries),
            game=own.game if own else "",
            is_over=is_over,
            results=await _results(rooms, day, tries, who) if may_see else [],
        )
    )


async def post_daily(request: Request) -> Response:
    """Sit down at a deal."""
    wanted, rooms = decoded(await body_of(request), PlayDaily), rooms_of(request)
    await rooms.gate.check(rooms.gate.tables, address_of(request), "tables")
    await rooms.ready
    day = _day(wanted.day or today().isoformat())
    who = await who_asks(request)
    if not who:
        raise Refusal("daily", "the request needs a header `Authorization: Bearer …` with a secret of the device")
    name = person_name(wanted.name, PERSON)
    is_rated = day == today()
    deal = deal_of(await rooms.store.write(secret_of), day)
    setup = deal.setup(name)

    def also(database: Connection, game: str) -> None:
        if is_rated and not begin(database, day.isoformat(), who, name, game):
            raise Refusal("daily", "you have played this deal already: tomorrow there is another one")

    opened = await rooms.add(setup, also=also)
    await sit_down(request, opened.game, PERSON)
    return json_response(opened, 201)


# --- For which day


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refusal("malformed", f"this is not a day: {text[:20]!r}") from None
    if not 0 <= (today() - day).days <= PAST_DAYS:
        raise Refusal("day", "there is a deal for today, and those of the last weeks to practise")
    return day


# --- Results


async def _settle(rooms: Rooms, day: date, who: str) -> None:
    """Write down what finished games have reached, each with a secret that opens its replay."""
    open_tries = [entry for entry in await rooms.store.read(partial(tries_of, day=day.isoformat())) if not entry.scores]
    for entry in open_tries:
        live = rooms.live.get(entry.game)
        if live is None and (entry.who == who or len(open_tries) <= MOST_LOADED):
            with suppress(Refusal):  # a damaged game is nobody's result, and must not hide those of others
                live = await rooms.get(entry.game)
        if live is None or not live.room.table.is_over or live.room.absence.history:
            continue  # still running, abandoned, or not played by its person alone
        share = secrets.token_urlsafe(16)
        if await rooms.store.add_link(share, Key(entry.game, PERSON, "share")):
            done = entry._replace(scores=live.room.table.scores, share=share)
            await rooms.store.write(partial(settle, day=day.isoformat(), entry=done))


async def _results(rooms: Rooms, day: date, tries: list[Entry], who: str) -> list[DailyResult]:
    """Everybody's and the bots' results, the best first."""
    found = [
        DailyResult(entry.name, "", entry.scores, margin(entry.scores, PERSON), entry.who == who, entry.share)
        for entry in tries
        if entry.scores
    ]
    for level, scores in (await _bots(rooms, day)).items():
        found.append(DailyResult("", level, scores, margin(scores, PERSON), False, ""))
    return sorted(found, key=lambda result: -result.margin)


async def _bots(rooms: Rooms, day: date) -> dict[str, list[int]]:
    name = f"{day.isoformat()} {id(rooms)}"
    if name not in _BOTS:
        if name not in _PLAYING:
            _PLAYING[name] = asyncio.create_task(_play(rooms, day))
            _PLAYING[name].add_done_callback(lambda _: _PLAYING.pop(name))
        _BOTS[name] = await asyncio.shield(_PLAYING[name])
    return _BOTS[name]


async def _play(rooms: Rooms, day: date) -> dict[str, list[int]]:
    deal = deal_of(await rooms.store.write(secret_of), day)
    return await rooms.thinkers.run("the deal of the day", lambda: SOMEBODY_ASKS, bots_scores, deal)
