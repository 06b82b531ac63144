"""Lessons as data. `lessons.toml` has them all; docs/lessons.md says how to write one.

A step shows a position to seat A, the learner. Its texts are found by the names of lesson and step.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert

from millefiori.engine.actions import action_named
from millefiori.engine.calls import apply
from millefiori.engine.state import Game, copy_game
from millefiori.explain.legality import check
from millefiori.position import position

LEARNER = 0
"""The learner's seat."""


class Goal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the learner has to reach in one turn: all that is given."""

    points: int = 0  # so many points at least
    lead: int | None = None  # so many points more than any other player gains
    cards: int = 0  # so many cards played, with extra cards
    extra_card: bool = False  # earn an extra card
    bonus: str = ""  # earn the bonus diamond of a set
    ship: int = 0  # land on a space of the sea
    place: list[str] = []  # place a diamond on one of these spaces
    keep: list[str] = []  # keep one of these cards
    last_turns: bool = False  # begin the last turns


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A position with something to read and, if there is a goal, something to do."""

    name: str
    position: str = ""  # one line (docs/record.md); none: where the solution of the step before has led
    goal: Goal | None = None
    solution: list[str] = []  # actions of the learner that reach the goal
    points: int = 0  # what the solution brings to the learner
    replies: list[str] = []  # what the other players do once the goal is reached


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Several steps about one thing."""

    name: str
    minutes: int
    steps: list[Step]

    def game(self, number: int) -> Game:
        """Where a step begins."""
        step = self.steps[number]
        return position(step.position) if step.position else self.after(number - 1)

    def after(self, number: int) -> Game:
        """Where the solution of a step leads, and what the others do then."""
        step = self.steps[number]
        return played(self.game(number), [*step.solution, *step.replies])


def played(game: Game, actions: Sequence[str]) -> Game:
    """The game after some actions, by whoever is to act."""
    game = copy_game(game)
    for name in actions:
        action = action_named(name)
        check(game, action)
        apply(game, action)
    return game


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by name, in the order in which they build on each other."""
    text = files("millefiori").joinpath("teacher/lessons/lessons.toml").read_text(encoding="utf-8")
    return {lesson.name: lesson for lesson in convert(tomllib.loads(text)["lesson"], list[Lesson])}
