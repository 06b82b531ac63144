"""Lessons over HTTP. Nothing is stored: an attempt brings all its actions, and the engine plays them from the start."""

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.engine.actions import action_named
from millefiori.engine.state import Game
from millefiori.explain.legality import IllegalAction
from millefiori.server.border.requests import body_of, decoded, json_response
from millefiori.server.messages.words import encode
from millefiori.server.refusal import Refusal
from millefiori.server.site.pages import lasting
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.teaching.messages import LessonEntry, LessonList, LessonStep, ShownLesson, Tried, Try
from millefiori.server.teaching.tables import story, welcome
from millefiori.teacher.lessons.attempt import attempt
from millefiori.teacher.lessons.lesson import LEARNER, Lesson, Step, lessons


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
    return json_response(Tried(tried.verdict, tried.points, story([*tried.own, *tried.replies], LEARNER)))


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
    return LessonStep(step.name, step.goal, welcome(game, LEARNER, is_asked=step.goal is not None), solution)
