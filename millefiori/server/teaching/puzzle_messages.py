"""The wire of puzzles: the list, a position to solve, and what an attempt was worth."""

from typing import Annotated

from msgspec import Meta, Struct

from millefiori.server.messages.events import Event, Welcome
from millefiori.server.messages.words import Number
from millefiori.server.teaching.messages import LONGEST_TURN
from millefiori.server.teaching.why import ShownWhy
from millefiori.teacher.lessons.attempt import Verdict


class PuzzleEntry(Struct, frozen=True):
    """A puzzle in the list."""

    name: str
    grade: int  # 1 to 5: how much thought it needs
    rating: int  # the same on the scale of players' ratings
    themes: list[str]  # what it is about, the main theme first


class PuzzleList(Struct, frozen=True):
    """GET /api/puzzles: all puzzles, the easy ones first."""

    puzzles: list[PuzzleEntry]
    today: str  # the puzzle of the day, the same for everybody
    date: str  # the day, in UTC


class ShownPuzzle(Struct, frozen=True):
    """GET /api/puzzles/NAME: a position to solve."""

    name: str
    grade: int
    rating: int
    welcome: Welcome  # as for a game that begins here; its seat is the solver's
    position: str  # one line, without any secret: hidden cards were dealt anew


class SolverSkill(Struct, frozen=True, forbid_unknown_fields=True):
    """What is believed of a solver: a mean and its uncertainty. The device keeps it; the server forgets it."""

    mu: Annotated[float, Meta(ge=-200, le=200)]
    sigma: Annotated[float, Meta(gt=0, le=50)]


class PuzzleTry(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/puzzles/NAME: what the solver does, from the beginning of the puzzle."""

    actions: Annotated[list[Number], Meta(min_length=1, max_length=LONGEST_TURN)]
    skill: SolverSkill | None = None  # if the attempt counts


class PuzzleOther(Struct, frozen=True):
    """An action that is not the best, and why."""

    action: int
    loss: float  # points of the margin over the others' mean, at the end of the game
    why: ShownWhy


class SolverRating(Struct, frozen=True):
    """A solver's skill after an attempt, and as people see it."""

    mu: float
    sigma: float
    rating: int
    doubt: int  # the rating is this far off at most, with 95 % certainty


class PuzzleTried(Struct, frozen=True):
    """The answer to an attempt."""

    verdict: Verdict  # open: the turn goes on
    points: int  # what the solver has gained at once
    events: list[Event]  # the solver's actions with their positions
    answer: list[int]  # the best actions; empty while the puzzle is open
    themes: list[str]  # likewise
    others: list[
        PuzzleOther
    ]  # at the last choice: the action that was played, if it was not the best, then the nearest
    skill: SolverRating | None  # if the attempt counted and is over
