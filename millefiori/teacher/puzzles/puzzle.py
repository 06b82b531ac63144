"""Puzzles as data: a position, its best answer, and what every other action costs, by reason.

`puzzles.jsonl.gz` has all that are shipped. A position is a game in which the hidden cards were dealt anew: it holds no
secret of the game that it comes from, and the solver is shown the view of the seat to act.
"""

import gzip
import hashlib
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache, cached_property
from importlib.resources import files

import msgspec
from msgspec import Struct

from millefiori.engine.actions import ACTION_NAMES, action_named
from millefiori.engine.calls import apply
from millefiori.engine.state import Game, copy_game
from millefiori.engine.vocabulary import ActionNumber, Reason, Seat
from millefiori.position import position
from millefiori.teacher.explanation import Explanation, explain
from millefiori.teacher.sums import Part

THEMES = ("chain", "top", "good_deal", "bonus_race", "denial", "landing", "keep", "hand_on")
"""What a puzzle can be about."""
GRADES = range(1, 6)
"""How much thought it needs: see `grading`."""
TENTHS = 10
"""Points are stored as whole tenths, so that parts add up exactly."""


class Cost(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What one seat gains or loses, for one reason, by an action that is not the best: tenths of points on average."""

    seat: Seat
    reason: str  # or `elsewhere`
    tenths: int


class Choice(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of the answer, and what the other actions would have cost."""

    best: str
    others: dict[str, list[Cost]]  # by action


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Find the best turn: the first choice, and those after it of which the search is as sure."""

    name: str
    position: str
    choices: list[Choice]
    themes: list[str]  # the main one first
    grade: int

    @cached_property
    def answer(self) -> list[ActionNumber]:
        """The best actions in order."""
        return [action_named(choice.best) for choice in self.choices]

    def game(self, choice: int = 0) -> Game:
        """Where a choice is made."""
        game = copy_game(position(self.position))
        for action in self.answer[:choice]:
            apply(game, action)
        return game

    @cached_property
    def seat(self) -> Seat:
        """Who solves it."""
        return int(position(self.position).to_act)


def loss_of(costs: Iterable[Cost], seat: Seat, seats: int) -> float:
    """The points of its margin that an action costs the seat: what its costs add up to."""
    found = list(costs)
    own = sum(cost.tenths for cost in found if cost.seat == seat)
    others = sum(cost.tenths for cost in found if cost.seat != seat)
    return (others / (seats - 1) - own) / TENTHS


def why(costs: Sequence[Cost], seat: Seat, seats: int) -> Explanation:
    """What an action costs the seat, in whole numbers."""
    parts = [Part(cost.seat, cost.reason, cost.tenths / TENTHS) for cost in costs]
    return explain(loss_of(costs, seat, seats), parts, seat)


def name_of(line: str, first: ActionNumber) -> str:
    """A short name that stays the same however many puzzles there are."""
    return hashlib.sha256(f"{line} {ACTION_NAMES[first]}".encode()).hexdigest()[:8]


REASON_NAMES = tuple(reason.name.lower() for reason in Reason)


# --- The shipped set


@cache
def puzzles() -> dict[str, Puzzle]:
    """All puzzles by name, the easy ones first."""
    packed = files("millefiori").joinpath("teacher/puzzles/puzzles.jsonl.gz").read_bytes()
    return {puzzle.name: puzzle for puzzle in unpacked(packed)}


def unpacked(packed: bytes) -> list[Puzzle]:
    """The puzzles of a file's content."""
    decoder = msgspec.json.Decoder(Puzzle)
    return [decoder.decode(line) for line in gzip.decompress(packed).splitlines()]


def pack(found: Sequence[Puzzle]) -> bytes:
    """Puzzles as the content of a file; the same puzzles give the same bytes."""
    text = b"\n".join(msgspec.json.encode(puzzle) for puzzle in sorted(found, key=lambda each: (each.grade, each.name)))
    return gzip.compress(text + b"\n", mtime=0)


def of_the_day(day: date, names: Sequence[str]) -> str:
    """The puzzle of a day: the same for everybody who has the same puzzles."""
    return max(names, key=lambda name: hashlib.sha256(f"{day.isoformat()} {name}".encode()).digest())
