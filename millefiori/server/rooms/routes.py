"""Requests about games: open one, sit down, look at a finished one, share it."""

import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori import record
from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.border.requests import bearer, body_of, decoded, json_response
from millefiori.server.messages.games import (
    Again,
    Invited,
    Join,
    Joined,
    MakeView,
    NewGame,
    Share,
    Shared,
    Unshared,
    View,
    ViewsEnded,
)
from millefiori.server.people.routes import sit_down
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.lateness import check_over, check_unsealed
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.opening import invitation, join, open_game, open_next
from millefiori.server.rooms.replay import replay_of_game, replay_of_record
from millefiori.server.rooms.written import written_record
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.storage.keys import Key
from millefiori.server.thinking.questions import replay

LONGEST_RECORD = 200_000  # a game of four with its trace has 40 kB


def game_routes() -> list[Route]:
    """Below /api."""
    return [
        Route("/games", post_game, methods=["POST"]),
        Route("/again", post_again, methods=["POST"]),
        Route("/join", post_join, methods=["POST"]),
        Route("/invitation", get_invitation),
        Route("/replay", get_replay),
        Route("/replay", post_replay, methods=["POST"]),
        Route("/record", get_record),
        Route("/share", post_share, methods=["POST"]),
        Route("/share", delete_share, methods=["DELETE"]),
        Route("/view", post_view, methods=["POST"]),
        Route("/view", delete_view, methods=["DELETE"]),
    ]


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
            delay=setup.delay,
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
    check_over(key.kind, live.room, rooms.clock())
    return key, live


async def get_replay(request: Request) -> Response:
    """A finished game step by step."""
    _, live = await finished(request, bearer(request, "key"), "share", "view")
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


async def post_share(request: Request) -> Response:
    """A link to the replay of a finished game, for people without a key."""
    wanted = decoded(await body_of(request), Share)
    key, _ = await finished(request, wanted.key)
    if key.seat == SPECTATOR:
        raise Refusal("watching", "spectators can pass on their own link")
    return json_response(Shared(await new_link(request, key, "share")), 201)


async def delete_share(request: Request) -> Response:
    """The links that a seat has shared end."""
    key, _ = await finished(request, bearer(request, "key"))
    return json_response(Unshared(len(await rooms_of(request).store.end_links(Key(key.game, key.seat, "share")))))


async def new_link(request: Request, key: Key, kind: str) -> str:
    """A secret that a seat gives away."""
    token = secrets.token_urlsafe(16)
    if not await rooms_of(request).store.add_link(token, Key(key.game, key.seat, kind)):
        raise Refusal("limit", "this seat has given away enough links: end the old ones first")
    return token


async def post_view(request: Request) -> Response:
    """A link that shows what a seat sees."""
    rooms, wanted = rooms_of(request), decoded(await body_of(request), MakeView)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    key, live = await rooms.enter(wanted.key, kinds=("seat",))
    check_unsealed(live.room)
    return json_response(View(await new_link(request, key, "view")), 201)


async def delete_view(request: Request) -> Response:
    """The links that show a seat end, and what they have open."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    key, _ = await rooms.enter(bearer(request, "key"), kinds=("seat",))
    ended = await rooms.end_links(Key(key.game, key.seat, "view"))
    return json_response(ViewsEnded(ended))
