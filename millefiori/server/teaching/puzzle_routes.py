"""Puzzles over HTTP. Nothing is stored: attempts are played from the start, and the device keeps what it has solved."""

from datetime import UTC, datetime
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from millefiori.engine.actions import action_named
from millefiori.server.border.requests import body_of, decoded, json_response
from millefiori.server.messages.words import encode
from millefiori.server.people.ratings import MU, POINTS, Skill, rated, shown
from millefiori.server.site.pages import lasting
from millefiori.server.teaching.asking import legally, named, ready
from millefiori.server.teaching.puzzle_messages import (
    PuzzleEntry,
    PuzzleList,
    PuzzleOther,
    PuzzleTried,
    PuzzleTry,
    ShownPuzzle,
    SolverRating,
    SolverSkill,
)
from millefiori.server.teaching.tables import story, welcome
from millefiori.server.teaching.why import shown_why
from millefiori.teacher.puzzles.attempt import Attempt, attempt, compared
from millefiori.teacher.puzzles.grading import rating_of
from millefiori.teacher.puzzles.puzzle import Puzzle, loss_of, of_the_day, puzzles, why

KNOWN = 1.0
"""How uncertain the rating of a puzzle is: hardly, and it never changes."""


def puzzle_routes() -> list[Route]:
    """The addresses of puzzles, below /api."""
    return [
        Route("/puzzles", get_puzzles),
        Route("/puzzles/{name}", get_puzzle),
        Route("/puzzles/{name}", post_try, methods=["POST"]),
    ]


async def get_puzzles(request: Request) -> Response:
    """All puzzles by name, and which one is today's."""
    await ready(request)
    day = datetime.now(UTC).date()
    found = PuzzleList(_entries(), of_the_day(day, list(puzzles())), day.isoformat())
    return lasting(request, encode(found), "application/json")


async def get_puzzle(request: Request) -> Response:
    """A puzzle, without its answer."""
    found = await named(request, puzzles, "puzzle")
    return lasting(request, _shown(found.name), "application/json")


async def post_try(request: Request) -> Response:
    """What the solver's actions are worth."""
    found = await named(request, puzzles, "puzzle")
    wanted = decoded(await body_of(request), PuzzleTry)
    with legally():
        tried = attempt(found, wanted.actions)
    return json_response(_tried(found, tried, wanted.skill))


@cache
def _entries() -> list[PuzzleEntry]:
    return [PuzzleEntry(each.name, each.grade, rating_of(each), each.themes) for each in puzzles().values()]


@cache
def _shown(name: str) -> bytes:
    """A puzzle never changes: what it shows is made once."""
    puzzle = puzzles()[name]
    begins = welcome(puzzle.game(), puzzle.seat)
    return encode(ShownPuzzle(name, puzzle.grade, rating_of(puzzle), begins, puzzle.position))


def _tried(puzzle: Puzzle, tried: Attempt, skill: SolverSkill | None) -> PuzzleTried:
    is_over = tried.verdict != "open"
    return PuzzleTried(
        verdict=tried.verdict,
        points=sum(play.outcome.total(puzzle.seat) for play in tried.own),
        events=story(tried.own, puzzle.seat),
        answer=puzzle.answer if is_over else [],
        themes=puzzle.themes if is_over else [],
        others=_others(puzzle, tried) if is_over else [],
        skill=_rated(puzzle, skill, tried.verdict == "reached") if is_over and skill else None,
    )


def _others(puzzle: Puzzle, tried: Attempt) -> list[PuzzleOther]:
    """What was worse at the last choice. After a solved puzzle the first choice is the interesting one."""
    number = len(tried.own) - 1 if tried.verdict == "missed" else 0
    seats = int(tried.own[0].before.seats)
    found = compared(puzzle.choices[number], tried.own[number].action, puzzle.seat, seats)
    return [
        PuzzleOther(
            action_named(action),
            loss_of(costs, puzzle.seat, seats),
            shown_why(why(costs, puzzle.seat, seats)),
        )
        for action, costs in found
    ]


def _rated(puzzle: Puzzle, skill: SolverSkill, is_solved: bool) -> SolverRating:
    """The solver after a game against the puzzle: it is a player whose strength is known."""
    opponent = Skill((rating_of(puzzle) - 1500) / POINTS + MU, KNOWN)
    after, _ = rated([Skill(skill.mu, skill.sigma), opponent], [0, 1] if is_solved else [1, 0])
    rating = shown(after)
    return SolverRating(after.mu, after.sigma, rating.rating, rating.plus_minus)
