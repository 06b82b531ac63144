"""The analysis board over HTTP. Requests bring their position: nothing is stored, and no room is asked."""

import asyncio
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori import record as records
from millefiori.drawing.game import drawing
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import SEAT_LETTERS, Phase
from millefiori.position import position, text
from millefiori.server.border.requests import body_of, decoded, json_response
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.routes import LONGEST_RECORD
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.teaching.analysis_messages import (
    LONGEST_LINE,
    Analyse,
    AnalysedAction,
    AnalysedActions,
    AnalysedGame,
    AnalysedPosition,
    ExportRecord,
    NewAnalysis,
    WrittenBranch,
)
from millefiori.server.teaching.asking import legally, ready
from millefiori.server.teaching.tables import story, welcome
from millefiori.server.teaching.why import shown_why
from millefiori.server.thinking.thinkers import SOMEBODY_ASKS
from millefiori.table import Table
from millefiori.teacher.analysis.opinions import opinions
from millefiori.teacher.analysis.setup import playable
from millefiori.teacher.lessons.attempt import Played, play
from millefiori.variations import Branch, add_variations, variations

MOST_THINKING = 1
"""Opinions of one address at the same time."""
LONGEST_REQUEST = 16_000
LONGEST_EXPORT = 2 * LONGEST_RECORD


def analysis_routes() -> list[Route]:
    """The addresses of the analysis board, below /api."""
    return [
        Route("/analysis", post_position, methods=["POST"]),
        Route("/analysis/new", post_new, methods=["POST"]),
        Route("/analysis/record", post_record, methods=["POST"]),
        Route("/analysis/export", post_export, methods=["POST"]),
        Route("/analysis/opinions", post_opinions, methods=["POST"]),
        Route("/analysis/picture.svg", get_picture),
    ]


async def post_position(request: Request) -> Response:
    """Where some actions lead."""
    game, plays = await _asked(request)
    seat = int(game.to_act) if game.phase != Phase.OVER else 0
    event = story(plays[-1:], seat)[0] if plays else None
    return json_response(AnalysedPosition(welcome(game, seat), event, text(game)))


async def post_new(request: Request) -> Response:
    """A fresh deal."""
    wanted = decoded(await body_of(request), NewAnalysis)
    await ready(request)
    try:
        table = Table(wanted.edition, wanted.seats, tactical=wanted.tactical)
    except ValueError as error:
        raise Refusal("position", str(error)) from None
    return json_response(AnalysedGame(text(table.game), [], [], [], _players(SEAT_LETTERS[: wanted.seats])))


async def post_record(request: Request) -> Response:
    """A record as something to analyse. Only finished games: an unfinished one still has secrets."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.uploads, address_of(request), "records")
    await rooms.ready
    body = (await body_of(request, LONGEST_RECORD)).decode("utf-8", errors="replace")
    try:
        found = await rooms.thinkers.run(_name(request), lambda: SOMEBODY_ASKS, analysed, body)
    except records.RecordError as error:
        raise Refusal("record", str(error)) from None
    if found is None:
        raise Refusal("running", "the game is not over yet, and its record has hidden cards")
    return json_response(found)


async def post_export(request: Request) -> Response:
    """A record with variations."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.uploads, address_of(request), "records")
    await rooms.ready
    wanted = decoded(await body_of(request, LONGEST_EXPORT), ExportRecord)
    try:
        made = await rooms.thinkers.run(_name(request), lambda: SOMEBODY_ASKS, exported, wanted)
    except records.RecordError as error:
        raise Refusal("record", str(error)) from None
    headers = {"Content-Disposition": "attachment; filename=millefiori-analysis.json"}
    return Response(made, media_type="application/json", headers=headers)


async def post_opinions(request: Request) -> Response:
    """What bots think; one address may ask as often as for hints."""
    game, _ = await _asked(request)
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.hints, address_of(request), "hints")
    if game.phase == Phase.OVER:
        return json_response(AnalysedActions([]))
    async with rooms.gate.open(_name(request), MOST_THINKING, "opinions"):
        await asyncio.shield(request.app.state.preparation.bots)  # games are played out: minutes, uncompiled
        found = await rooms.thinkers.run(_name(request), lambda: SOMEBODY_ASKS, thoughts, text(game))
    return json_response(found)


async def get_picture(request: Request) -> Response:
    """A position as a picture, with the cards of the seat to act; by its address, so that it can be an image."""
    await ready(request)
    game = _game(request.query_params.get("position", "")[:LONGEST_LINE])
    made = await rooms_of(request).thinkers.run(_name(request), lambda: SOMEBODY_ASKS, drawn, text(game))
    return Response(made, media_type="image/svg+xml")


# --- What is asked about


def _name(request: Request) -> str:
    """What an address asks for takes its turn after what others ask for."""
    return f"analysis of {address_of(request)}"


async def _asked(request: Request) -> tuple[Game, list[Played]]:
    """The game that a request asks about, and the actions that lead to it."""
    wanted = decoded(await body_of(request, LONGEST_REQUEST), Analyse)
    await ready(request)
    game, plays = _game(wanted.position), list[Played]()
    with legally():
        for action in wanted.actions:
            plays.append(play(game, action))
            game = plays[-1].after
    return game, plays


def _game(line: str) -> Game:
    try:
        return playable(line)
    except ValueError as error:  # a PositionError, or an unknown edition
        raise Refusal("position", str(error)) from None


def _players(names: Sequence[str]) -> list[Player]:
    return [Player(name, "here") for name in names]


# --- In a worker


def analysed(body: str) -> AnalysedGame | None:
    """A record to analyse; None if the game is not over."""
    record = records.parse(body)
    table = records.replay(record)
    branches = variations(record)
    if not table.is_over:
        return None
    start = records.begin_table(record)
    actions = [action for _, action in table.actions]
    seats = [int(seat) for seat, _ in table.actions]
    made = [_written(each) for each in branches]
    return AnalysedGame(text(start.game), actions, seats, made, _players(table.players))


def drawn(line: str) -> str:
    """A position as a picture."""
    game = position(line)
    names = SEAT_LETTERS[: int(game.seats)]
    return drawing(game, names, int(game.to_act) if game.phase != Phase.OVER else None)


def exported(wanted: ExportRecord) -> bytes:
    """A record with variations, as JSON."""
    made = add_variations(records.parse(wanted.record), [_branch(each) for each in wanted.branches])
    return (records.dump(made) + "\n").encode()


def thoughts(line: str) -> AnalysedActions:
    """What bots think of a position."""
    found = [
        AnalysedAction(
            thought.action,
            thought.margin,
            thought.win,
            thought.loss,
            thought.error,
            shown_why(thought.why) if thought.why else None,
        )
        for thought in opinions(position(line))
    ]
    return AnalysedActions(found)


def _written(branch: Branch) -> WrittenBranch:
    return WrittenBranch(branch.after, branch.actions, [_written(each) for each in branch.branches])


def _branch(written: Any) -> Branch:
    return Branch(written.after, written.actions, [_branch(each) for each in written.branches])
