"""Lessons over HTTP. Nothing is stored: an attempt brings all its actions, and the engine plays them from the start."""

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.engine.actions import action_named
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import Seat
from millefiori.explain.outcome import Outcome, outcome
from millefiori.server.border.requests import bearer, body_of, decoded, json_response
from millefiori.server.messages.words import encode
from millefiori.server.refusal import Refusal
from millefiori.server.site.pages import lasting
from millefiori.server.sockets import address_of, rooms_of
from millefiori.server.teaching.asking import legally, named
from millefiori.server.teaching.messages import Coached, LessonEntry, LessonList, LessonStep, ShownLesson, Tried, Try
from millefiori.server.teaching.tables import story, welcome
from millefiori.table import Table
from millefiori.teacher.coach import situations
from millefiori.teacher.lessons.attempt import attempt
from millefiori.teacher.lessons.lesson import LEARNER, Step, lessons


def teaching_routes() -> list[Route]:
    """All of the teacher's addresses, below /api."""
    return [
        Route("/lessons", get_lessons),
        Route("/coach", get_coach),
        Route("/lessons/{name}", get_lesson),
        Route("/lessons/{name}/{step:int}", post_try, methods=["POST"]),
    ]


async def get_lessons(request: Request) -> Response:
    """All lessons by name."""
    entries = [LessonEntry(lesson.name, lesson.minutes, len(lesson.steps)) for lesson in lessons().values()]
    return lasting(request, encode(LessonList(entries)), "application/json")


async def get_lesson(request: Request) -> Response:
    """A lesson with the positions of all its steps."""
    found = await named(request, lessons, "lesson")
    return lasting(request, _shown(found.name), "application/json")


async def post_try(request: Request) -> Response:
    """What the learner's actions bring, and whether they reach the goal."""
    found, number = await named(request, lessons, "lesson"), request.path_params["step"]
    wanted = decoded(await body_of(request), Try)
    if number >= len(found.steps) or found.steps[number].goal is None:
        raise Refusal("lesson", f"the lesson {found.name!r} has nothing to do in step {number}")
    with legally():
        tried = attempt(found, number, wanted.actions)
    return json_response(Tried(tried.verdict, tried.points, story([*tried.own, *tried.replies], LEARNER)))


async def get_coach(request: Request) -> Response:
    """What a seat meets now, for the coach of a first game: from its view, and from what everybody has seen."""
    rooms = rooms_of(request)
    await rooms.gate.check(rooms.gate.lookups, address_of(request), "requests")
    key, live = await rooms.enter(bearer(request, "key"), kinds=("seat",))
    room = live.room
    if not room.setup.allows_hints:
        raise Refusal("hints", "this table plays without hints")
    past, is_new_round = since_last_action(room.table, key.seat)
    return json_response(Coached(situations(room.table.view(key.seat), past, is_new_round=is_new_round)))


def since_last_action(table: Table, seat: Seat) -> tuple[list[Outcome], bool]:
    """What the others have brought about since a seat acted last, and whether a round has begun since then."""
    steps = list(table.steps())
    last = next((n for n in reversed(range(len(steps))) if steps[n][1].to_act == seat), -1)
    others = [outcome(before, action, after) for action, before, after in steps[last + 1 :]]
    begun = int(steps[last][1].rounds) if last >= 0 else int(table.game.rounds)
    return others, begun != int(table.game.rounds)


@cache
def _shown(name: str) -> bytes:
    """A lesson never changes: its positions are made once."""
    lesson = lessons()[name]
    return encode(ShownLesson(name, [_step(step, lesson.game(number)) for number, step in enumerate(lesson.steps)]))


def _step(step: Step, game: Game) -> LessonStep:
    solution = [action_named(action) for action in step.solution]
    return LessonStep(step.name, step.goal, welcome(game, LEARNER, is_asked=step.goal is not None), solution)
