"""Reviews over HTTP. Every request brings a key to a finished game; anything about a running one is refused."""

import asyncio
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori import record
from millefiori.bots.seats import spec_of
from millefiori.engine.vocabulary import SPECTATOR
from millefiori.explain.legality import IllegalAction, check
from millefiori.server.border.names import person_name
from millefiori.server.border.requests import bearer, body_of, decoded, json_response
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal
from millefiori.server.reviews.keeping import RECORD, keep_record, name_of, stored_record
from millefiori.server.reviews.messages import Found, Instead, Moment, PlayOn, ReviewKey, ShownReview, WantReview
from millefiori.server.reviews.playing import decision, setup_from
from millefiori.server.reviews.reviewer import Reviewer, Subject
from millefiori.server.reviews.shown import instead, shown_loss
from millefiori.server.rooms.events import with_new_cards
from millefiori.server.rooms.lateness import check_over
from millefiori.server.rooms.replay import replay_of_game, replay_of_record
from millefiori.server.rooms.seating import check_level
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.teaching.tables import seen_position, welcome
from millefiori.server.thinking.questions import replay
from millefiori.server.thinking.thinkers import SOMEBODY_ASKS
from millefiori.teacher.findings import loss_from
from millefiori.teacher.jobs import table_of, try_instead

LONGEST_RECORD = 200_000
"""Bytes of a record: a game of four with its trace has 40 kB."""
WORLDS = 96
"""In how many worlds an attempt is compared with the better action."""


def review_routes() -> list[Route]:
    """All addresses of reviews, below /api."""
    return [
        Route("/review", get_review),
        Route("/review", post_review, methods=["POST"]),
        Route("/review/record", post_record, methods=["POST"]),
        Route("/review/game", get_game),
        Route("/review/moment/{step:int}", get_moment),
        Route("/review/try", post_try, methods=["POST"]),
        Route("/review/play", post_play, methods=["POST"]),
    ]


def reviewer_of(request: Request) -> Reviewer:
    """Who makes the reviews."""
    reviewer: Reviewer = request.app.state.reviewer
    return reviewer


async def subject_of(request: Request, token: str) -> Subject:
    """The finished game that a key opens: a seat's, a spectator's, a shared one, or that of an uploaded record."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    if token.startswith(RECORD):
        text = await rooms.store.read(partial(stored_record, game=token))
        if text is None:
            raise Refusal("key", "this record was deleted, because nobody had looked at it for a long time")
        await rooms.ready
        table = await asyncio.to_thread(table_of, text)
        return Subject(token, table, [_player(name) for name in table.players])
    key, live = await rooms.enter(token, kinds=("seat", "watch", "share"))
    room = live.room
    check_over(key.kind, room, rooms.clock())
    if not room.table.is_over:
        raise Refusal("unfinished", "the game was not played to the end, so there is nothing to compare with")
    return Subject(room.id, room.table, room.setup.players, key.seat if key.kind == "seat" else SPECTATOR)


def _player(name: str) -> Player:
    level = spec_of(name)
    return Player(name, "here") if level is None else Player(name, "bot", level)


# --- The review


async def get_review(request: Request) -> Response:
    """A review as far as it is."""
    subject = await subject_of(request, bearer(request, "key"))
    return json_response(await _shown(request, subject))


async def post_review(request: Request) -> Response:
    """Begin a review, or continue it."""
    subject = await subject_of(request, decoded(await body_of(request), WantReview).key)
    await reviewer_of(request).begin(subject, address_of(request))
    return json_response(await _shown(request, subject), 202)


async def _shown(request: Request, subject: Subject) -> ShownReview:
    shown = await reviewer_of(request).shown(subject)
    return msgspec.structs.replace(shown, seat=subject.seat)


async def post_record(request: Request) -> Response:
    """A record to be reviewed; it is kept, so that its review can be shared."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.uploads, address_of(request), "records")
    text = (await body_of(request, LONGEST_RECORD)).decode("utf-8", errors="replace")
    try:
        written = (await replay(rooms, address_of(request), rewritten, text)).decode()
    except record.RecordError as error:
        raise Refusal("record", str(error)) from None
    if not written:
        raise Refusal("unfinished", "the game of this record is not over: only finished games are reviewed")
    name = name_of(written)
    await rooms.store.write(partial(keep_record, game=name, text=written))
    return json_response(ReviewKey(name), 201)


def rewritten(text: str) -> bytes:
    """A record as we write it, without anything that does not belong there; empty if the game is not over."""
    table = record.replay(record.parse(text))
    return record.dump(record.write(table)).encode() if table.is_over else b""


async def get_game(request: Request) -> Response:
    """The game step by step, for a record, too."""
    subject = await subject_of(request, bearer(request, "key"))
    rooms, address = rooms_of(request), address_of(request)
    if subject.name.startswith(RECORD):
        made = await replay(rooms, address, replay_of_record, subject.text)
    else:
        setup = (await rooms.get(subject.name)).room.setup
        actions = [action for _, action in subject.table.actions]
        made = await replay(rooms, address, replay_of_game, subject.name, setup, actions)
    return Response(made, media_type="application/json")


# --- A decision once more


async def get_moment(request: Request) -> Response:
    """A decision as the seat saw it."""
    subject = await subject_of(request, bearer(request, "key"))
    step = request.path_params["step"]
    _, before = decision(subject.table, step)
    shown = welcome(before, int(before.to_act), players=list(subject.players))
    return json_response(Moment(step, shown))


async def post_try(request: Request) -> Response:
    """Another action at a decision, compared with the better one in the same worlds, from what the seat knew."""
    wanted, rooms = decoded(await body_of(request), Instead), rooms_of(request)
    subject = await subject_of(request, wanted.key)
    await rooms.gate.check(rooms.gate.attempts, address_of(request), "attempts")
    played, before = decision(subject.table, wanted.step)
    try:
        check(before, wanted.action)
    except IllegalAction as error:
        raise Refusal("illegal", str(error)) from None
    notes = await reviewer_of(request).notes(subject)
    better = notes.better(wanted.step) if notes.steps else None
    if better is None:
        better = played
    event, after = instead(wanted.step, before, wanted.action)
    event = with_new_cards(event, before.rounds, before.turn, before.display.tolist(), after)
    event = msgspec.structs.replace(event, position=seen_position(after, int(before.to_act)))
    if wanted.action == better:
        return json_response(Found("better", event, None))
    work = (try_instead, subject.text, wanted.step, wanted.action, better, WORLDS)
    sums = await rooms.thinkers.run(f"attempts of {address_of(request)}", lambda: SOMEBODY_ASKS, *work)
    loss = loss_from(sums, int(before.to_act))
    verdict = "worse" if loss.is_clear else "close" if loss.points > 0 else "better"
    return json_response(Found(verdict, event, shown_loss(loss, int(before.to_act))))  # type: ignore[arg-type]


async def post_play(request: Request) -> Response:
    """A new game against bots that begins at a decision."""
    wanted, rooms = decoded(await body_of(request), PlayOn), rooms_of(request)
    subject = await subject_of(request, wanted.key)
    await rooms.gate.check(rooms.gate.tables, address_of(request), "tables")
    check_level(wanted.level)
    person = Player(person_name(wanted.name, wanted.seat), "here")
    setup, commands = setup_from(subject.table, wanted.step, wanted.seat, person, wanted.level, now=rooms.clock())
    return json_response(await rooms.add(setup, commands), 201)
