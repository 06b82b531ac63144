"""Lessons over HTTP. Nothing is stored: an attempt brings all its actions, and the engine plays them from the start."""

from collections.abc import Sequence
from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.engine.actions import action_named
from millefiori.engine.editions import edition_numbered
from millefiori.engine.state import Game
from millefiori.explain.legality import IllegalAction
from millefiori.server.border.requests import body_of, decoded, json_response
from millefiori.server.messages.events import Event, Welcome
from millefiori.server.messages.position import Position
from millefiori.server.messages.words import NO_TEMPO, Player, encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.events import event_of, seen_by, with_new_cards
from millefiori.server.rooms.positions import public_position, seat_position
from millefiori.server.site.pages import lasting
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.teaching.messages import LessonEntry, LessonList, LessonStep, ShownLesson, Tried, Try
from millefiori.teacher.lessons.attempt import Played, attempt
from millefiori.teacher.lessons.lesson import LEARNER, Lesson, Step, lessons

OPPONENTS = "gentle"
"""Who the other players of a lesson seem to be."""


def teaching_routes() -> list[Route]:
    """All of the teacher's addresses, below /api."""
    return [
        Route("/lessons", get_lessons),
        Route("/lessons/{name}", get_lesson),
        Route("/lessons/{name}/{step:int}", post_try, methods=["POST"]),
    ]


async def get_lessons(request: Request) -> Response:
    """All lessons by name."""
    entries = [LessonEntry(lesson.name, lesson.minutes, len(lesson.steps)) for lesson in lessons().values()]
    return lasting(request, encode(LessonList(entries)), "application/json")


async def get_lesson(request: Request) -> Response:
    """A lesson with the positions of all its steps."""
    found = await _lesson(request)
    return lasting(request, _shown(found.name), "application/json")


async def post_try(request: Request) -> Response:
    """What the learner's actions bring, and whether they reach the goal."""
    found, number = await _lesson(request), request.path_params["step"]
    wanted = decoded(await body_of(request), Try)
    if number >= len(found.steps) or found.steps[number].goal is None:
        raise Refusal("lesson", f"the lesson {found.name!r} has nothing to do in step {number}")
    try:
        tried = attempt(found, number, wanted.actions)
    except IllegalAction as error:
        raise Refusal("illegal", str(error)) from None
    return json_response(Tried(tried.verdict, tried.points, story([*tried.own, *tried.replies])))


async def _lesson(request: Request) -> Lesson:
    """The lesson of an address, once the engine is ready."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    name = request.path_params["name"]
    if name not in lessons():
        raise Refusal("lesson", f"there is no lesson {name!r}")
    await rooms.ready
    return lessons()[name]


@cache
def _shown(name: str) -> bytes:
    """A lesson never changes: its positions are made once."""
    lesson = lessons()[name]
    return encode(ShownLesson(name, [_step(step, lesson.game(number)) for number, step in enumerate(lesson.steps)]))


def _step(step: Step, game: Game) -> LessonStep:
    solution = [action_named(action) for action in step.solution]
    return LessonStep(step.name, step.goal, welcome(game, step.goal is not None), solution)


# --- A game without a room


def welcome(game: Game, is_asked: bool) -> Welcome:
    """What a page needs to show a game that begins here. Who only reads is asked nothing."""
    shown = learners_position(game)
    if not is_asked:
        shown = msgspec.structs.replace(shown, decides=False, cards=[], can_decline=False)
    seats = range(int(game.seats))
    return Welcome(
        game="",
        seat=LEARNER,
        edition=edition_numbered(game.option.edition).name,
        tactical=bool(game.option.tactical),
        players=[Player("", "here") if seat == LEARNER else Player("", "bot", OPPONENTS) for seat in seats],
        n=-1,
        log=[],
        position=shown,
        presence=[True for _ in seats],
        replays=0,
        hints=False,
        tempo=NO_TEMPO,
        stand_in=OPPONENTS,
        now=0,
        is_host=False,
        commitment="",
    )


def learners_position(game: Game) -> Position:
    """Where a game stands for the learner, who may know what the seat's view shows."""
    return seat_position(public_position(game), game, LEARNER)


def story(plays: Sequence[Played]) -> list[Event]:
    """Actions as events with their positions, as the learner may know them."""
    return [_event(number, play) for number, play in enumerate(plays)]


def _event(number: int, play: Played) -> Event:
    before, after = play.before, play.after
    event = event_of(number, int(before.to_act), before, play.action, after)
    event = with_new_cards(event, before.rounds, before.turn, before.display.tolist(), after)
    return msgspec.structs.replace(seen_by(event, LEARNER), position=learners_position(after))
