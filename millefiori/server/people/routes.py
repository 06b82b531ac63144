"""Requests of people: who they are, their devices, seats and games, and the hall. Without a hall, all are refused."""

import re
from collections.abc import Awaitable, Callable
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.drawing.emblems import emblems
from millefiori.engine.vocabulary import Seat
from millefiori.server.border.limits import Gate
from millefiori.server.border.requests import bearer, body_of, decoded, json_response, token_of
from millefiori.server.messages.games import Joined
from millefiori.server.messages.hall import AgreeToBots, AtGathering, Gathered, NewGathering, QuickMatch
from millefiori.server.messages.players import (
    Block,
    ChangePlayer,
    Forgotten,
    NewPlayer,
    PasskeyAnswer,
    SignedIn,
    SignIn,
    SitDown,
    Ticket,
)
from millefiori.server.people.passkeys import site_of
from millefiori.server.people.people import People
from millefiori.server.people.players import TICKET_SECONDS, Visit
from millefiori.server.refusal import Refusal
from millefiori.server.site.pages import lasting
from millefiori.server.sockets import address_of, rooms_of

LONGEST_PASSKEY = 16_384
"""Bytes of a browser's answer; some attestations are long, although we ask for none."""

NAME = re.compile(r"[A-Za-z0-9_-]{1,1024}")
"""Of devices and passkeys; some passkeys have long ones."""


def people_of(request: Request) -> People:
    """The people of the application; refused if it has no hall."""
    people: People | None = request.app.state.people
    if people is None:
        raise Refusal("hall", "this server has no hall: everybody plays by links here")
    return people


def gate_of(request: Request) -> Gate:
    """The limits of the application."""
    return rooms_of(request).gate


async def visit_of(request: Request) -> Visit:
    """Who asks, by the key in the header."""
    gate = gate_of(request)
    people = people_of(request)
    await gate.check(gate.lookups, address_of(request), "requests")
    return await people.players.visit(bearer(request, "player"))


async def changing_visit(request: Request) -> Visit:
    """Who wants to change something; there is a limit for each player."""
    visit, gate = await visit_of(request), gate_of(request)
    await gate.check_player(gate.changes, visit.player.id, "changes")
    return visit


def named(request: Request, what: str) -> str:
    """What an address names."""
    name: str = request.path_params[what]
    if not NAME.fullmatch(name):
        raise Refusal("malformed", f"this is not the name of a {what}")
    return name


async def sit_down(request: Request, game: str, seat: Seat) -> None:
    """If the device that opens or joins a game has a player, the player sits there."""
    people: People | None = request.app.state.people
    token = token_of(request)
    player = await people.players.find(token) if people and token else None
    if people and player:
        await people.players.sit(game, seat, player)


# --- Who one is


async def post_player(request: Request) -> Response:
    """A new player."""
    people, gate = people_of(request), gate_of(request)
    await gate.check(gate.players, address_of(request), "new players")
    visit = await people.players.add(decoded(await body_of(request), NewPlayer))
    return json_response(SignedIn(visit.key, await people.players.me(visit)), 201)


async def get_player(request: Request) -> Response:
    """Who this device is."""
    visit = await visit_of(request)
    return json_response(await people_of(request).players.me(visit))


async def patch_player(request: Request) -> Response:
    """Another name or emblem, rated or not."""
    people, visit = people_of(request), await changing_visit(request)
    changed = await people.players.change(visit, decoded(await body_of(request), ChangePlayer))
    return json_response(await people.players.me(changed))


async def delete_player(request: Request) -> Response:
    """Forget everything."""
    visit = await changing_visit(request)
    return json_response(Forgotten(await people_of(request).forget(visit)))


async def post_ticket(request: Request) -> Response:
    """What signs in another device."""
    visit = await changing_visit(request)
    return json_response(Ticket(await people_of(request).players.ticket(visit), TICKET_SECONDS), 201)


async def post_device(request: Request) -> Response:
    """Sign in on this device with a ticket."""
    people, gate = people_of(request), gate_of(request)
    await gate.check(gate.sign_ins, address_of(request), "tries to sign in")
    wanted = decoded(await body_of(request), SignIn)
    visit = await people.players.sign_in(wanted.ticket, wanted.device)
    return json_response(SignedIn(visit.key, await people.players.me(visit)), 201)


async def delete_device(request: Request) -> Response:
    """End a device: this one, or another of the same player."""
    people, visit = people_of(request), await changing_visit(request)
    await people.end_device(visit, named(request, "device"))
    return Response(status_code=204)


async def post_block(request: Request) -> Response:
    """Never meet somebody again."""
    people, visit = people_of(request), await changing_visit(request)
    wanted = decoded(await body_of(request), Block)
    await people.block(visit, wanted.game, wanted.seat)
    return json_response(await people.players.me(visit), 201)


async def delete_block(request: Request) -> Response:
    """They may meet again."""
    people, visit = people_of(request), await changing_visit(request)
    blocked = named(request, "player")
    await people.unblock(visit, blocked)
    return json_response(await people.players.me(visit))


async def post_passkey_options(request: Request) -> Response:
    """What the browser needs to make a passkey."""
    people, visit = people_of(request), await changing_visit(request)
    site, _ = site_of(request)
    return Response(await people.passkeys.creation(visit, site), media_type="application/json")


async def post_passkey(request: Request) -> Response:
    """A passkey that the browser has made."""
    people, visit = people_of(request), await changing_visit(request)
    answer = decoded(await body_of(request, LONGEST_PASSKEY), PasskeyAnswer)
    await people.passkeys.add(visit, *site_of(request), answer.credential)
    return json_response(await people.players.me(visit), 201)


async def delete_passkey(request: Request) -> Response:
    """A passkey ends."""
    people, visit = people_of(request), await changing_visit(request)
    await people.passkeys.remove(visit, named(request, "passkey"))
    return json_response(await people.players.me(visit))


async def post_question(request: Request) -> Response:
    """What the browser needs to sign in with a passkey."""
    people, gate = people_of(request), gate_of(request)
    await gate.check(gate.sign_ins, address_of(request), "tries to sign in")
    site, _ = site_of(request)
    return Response(await people.passkeys.question(site), media_type="application/json")


async def post_answer(request: Request) -> Response:
    """Sign in on this device with a passkey."""
    people, gate = people_of(request), gate_of(request)
    await gate.check(gate.sign_ins, address_of(request), "tries to sign in")
    answer = decoded(await body_of(request, LONGEST_PASSKEY), PasskeyAnswer)
    visit = await people.passkeys.sign_in(*site_of(request), answer.credential, answer.device)
    return json_response(SignedIn(visit.key, await people.players.me(visit)), 201)


async def post_seat(request: Request) -> Response:
    """The key of the player's own seat, for this device."""
    people, visit = people_of(request), await visit_of(request)
    key, token = await people.players.seat_key(visit, decoded(await body_of(request), SitDown).game)
    return json_response(Joined(token, key.game, key.seat), 201)


async def get_games(request: Request) -> Response:
    """What the player plays, has played, and the numbers of it."""
    people, visit = people_of(request), await visit_of(request)
    page = request.query_params.get("page", "0")
    if not page.isascii() or not page.isdigit() or len(page) > 6:
        raise Refusal("malformed", "a page is a number from 0 on")
    return json_response(await people.profiles.games(visit, int(page)))


async def get_export(request: Request) -> Response:
    """All that is stored about a player, as a file."""
    people, visit = people_of(request), await changing_visit(request)
    everything = await people.profiles.everything(visit, await people.players.me(visit))
    answer = json_response(everything)
    answer.headers["Content-Disposition"] = "attachment; filename=millefiori-player.json"
    return answer


# --- The hall


async def hall_visit(request: Request) -> Visit:
    """Who wants something in the hall; there is a limit for each player."""
    visit, gate = await visit_of(request), gate_of(request)
    await gate.check_player(gate.hall_requests, visit.player.id, "requests in the hall")
    return visit


async def post_gathering(request: Request) -> Response:
    """A new table in the hall."""
    people, visit, gate = people_of(request), await hall_visit(request), gate_of(request)
    wanted = decoded(await body_of(request), NewGathering)
    await gate.check_player(gate.gatherings, visit.player.id, "new tables")
    return json_response(Gathered(*await people.hall.create(wanted, visit.player)), 201)


async def post_quick(request: Request) -> Response:
    """Join a table that fits, or begin one."""
    people, visit, gate = people_of(request), await hall_visit(request), gate_of(request)
    wanted = decoded(await body_of(request), QuickMatch)
    await gate.check_player(gate.gatherings, visit.player.id, "new tables")
    return json_response(Gathered(*await people.hall.quick(wanted, visit.player)), 201)


async def post_join(request: Request) -> Response:
    """Take a seat at a table in the hall."""
    people, visit = people_of(request), await hall_visit(request)
    wanted = decoded(await body_of(request), AtGathering)
    return json_response(Gathered(*await people.hall.join(wanted.gathering, visit.player)))


async def post_leave(request: Request) -> Response:
    """Give it up."""
    people, visit = people_of(request), await hall_visit(request)
    wanted = decoded(await body_of(request), AtGathering)
    return json_response(Gathered(*await people.hall.leave(wanted.gathering, visit.player)))


async def post_bots(request: Request) -> Response:
    """Agree to bots at the empty seats."""
    people, visit = people_of(request), await hall_visit(request)
    wanted = decoded(await body_of(request), AgreeToBots)
    return json_response(Gathered(*await people.hall.agree(wanted.gathering, visit.player, wanted.level)))


async def get_emblems(request: Request) -> Response:
    """The drawings of all emblems."""
    return lasting(request, _emblems(), "image/svg+xml")


@cache
def _emblems() -> bytes:
    return emblems().encode()


Endpoint = Callable[[Request], Awaitable[Response]]
ROUTES: list[tuple[str, str, Endpoint]] = [
    ("POST", "/player", post_player),
    ("GET", "/player", get_player),
    ("PATCH", "/player", patch_player),
    ("DELETE", "/player", delete_player),
    ("POST", "/player/ticket", post_ticket),
    ("POST", "/player/devices", post_device),
    ("DELETE", "/player/devices/{device}", delete_device),
    ("POST", "/player/blocks", post_block),
    ("DELETE", "/player/blocks/{player}", delete_block),
    ("POST", "/player/passkeys/options", post_passkey_options),
    ("POST", "/player/passkeys", post_passkey),
    ("DELETE", "/player/passkeys/{passkey}", delete_passkey),
    ("POST", "/passkey/options", post_question),
    ("POST", "/passkey", post_answer),
    ("POST", "/seat", post_seat),
    ("GET", "/player/games", get_games),
    ("GET", "/player/export", get_export),
    ("POST", "/hall/gatherings", post_gathering),
    ("POST", "/hall/quick", post_quick),
    ("POST", "/hall/join", post_join),
    ("POST", "/hall/leave", post_leave),
    ("POST", "/hall/bots", post_bots),
]


def routes() -> list[Route]:
    """All routes below /api."""
    return [Route(path, endpoint, methods=[method]) for method, path, endpoint in ROUTES]
