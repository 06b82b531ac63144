"""The wire of the teacher: lessons and attempts (docs/protocol.md is made from this file too)."""

from typing import Annotated

from msgspec import Meta, Struct

from millefiori.server.messages.events import Event, Welcome
from millefiori.server.messages.words import Number, Player
from millefiori.teacher.lessons.attempt import Verdict
from millefiori.teacher.lessons.lesson import Goal

LONGEST_TURN = 24
"""Actions of an attempt: no step needs as many."""


class LessonEntry(Struct, frozen=True):
    """A lesson in the list."""

    name: str
    minutes: int
    steps: int  # how many there are


class LessonList(Struct, frozen=True):
    """GET /api/lessons: all lessons, in the order in which they build on each other."""

    lessons: list[LessonEntry]


class LessonStep(Struct, frozen=True):
    """A step of a lesson: a position to read about or, if it has a goal, to play."""

    name: str
    goal: Goal | None
    welcome: Welcome  # as for a game that begins here; the learner has seat 0
    solution: list[int]  # actions that reach the goal


class ShownLesson(Struct, frozen=True):
    """GET /api/lessons/NAME: a lesson with all that its steps show."""

    name: str
    steps: list[LessonStep]


class Coached(Struct, frozen=True):
    """GET /api/coach, with the key of a seat at a table with hints: what this seat meets now, to be explained once."""

    situations: list[str]  # names, the most telling first; the page has a text for each


class ShownExample(Struct, frozen=True):
    """A worked example: what an action brought, in a picture at /api/rules/EDITION/NAME.svg."""

    name: str  # of an area, `sea`, `bonus` or `extra`
    event: Event


class Rules(Struct, frozen=True):
    """GET /api/rules/EDITION: the worked examples of the rules; `setup.svg` is the board at the beginning."""

    edition: str
    players: list[Player]
    examples: list[ShownExample]


class Try(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/lessons/NAME/STEP: what the learner does, from the beginning of the step. Steps are counted from 0."""

    actions: Annotated[list[Number], Meta(min_length=1, max_length=LONGEST_TURN)]


class Tried(Struct, frozen=True):
    """The answer to an attempt: nothing is stored, so the next one begins again."""

    verdict: Verdict  # open: the turn goes on
    points: int  # what the learner has gained
    events: list[Event]  # the learner's actions with their positions, then what the others did
