"""Why an action loses points, in whole numbers that add up: for reviews, puzzles and opinions, in any language.

What is too small to be named by itself is ELSEWHERE.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from millefiori.engine.vocabulary import Seat
from millefiori.teacher.sums import ELSEWHERE, Part

MOST_NAMED = 3
"""Reasons of own points that are named, lost and gained each."""
MAIN = 0.5
"""Of what another seat gains or loses: the share of a reason that is named."""


@dataclass(frozen=True)
class Piece:
    """Some points and their reason: its name, or ELSEWHERE."""

    points: int
    reason: str


@dataclass(frozen=True)
class Share:
    """What another seat gains by it, or loses if the points are negative, and the main reason if there is one."""

    seat: Seat
    points: int
    reason: str


@dataclass(frozen=True)
class Explanation:
    """What a loss consists of: own points lost less those gained, and what the others gain on average."""

    points: int
    lost: list[Piece]
    gained: list[Piece]
    others: list[Share]
    others_mean: int


def explain(points: float, parts: Sequence[Part], seat: Seat) -> Explanation:
    """The parts of a loss of so many points, rounded so that they still add up to it."""
    own = [part for part in parts if part.seat == seat]
    total, own_total = round(points), round(-sum(part.points for part in own))
    lost, gained = _own(own, own_total)
    return Explanation(total, lost, gained, _others(parts, seat), total - own_total)


def _own(parts: Sequence[Part], total: int) -> tuple[list[Piece], list[Piece]]:
    """The main reasons of own points, lost and gained."""
    named = [part for part in parts if part.reason != ELSEWHERE and round(part.points)]
    ranked = sorted(named, key=lambda part: -abs(part.points))
    lost = [Piece(round(-part.points), part.reason) for part in ranked if part.points < 0][:MOST_NAMED]
    gained = [Piece(round(part.points), part.reason) for part in ranked if part.points > 0][:MOST_NAMED]
    rest = total - sum(piece.points for piece in lost) + sum(piece.points for piece in gained)
    if rest:
        (lost if rest > 0 else gained).append(Piece(abs(rest), ELSEWHERE))
    return lost, gained


def _others(parts: Sequence[Part], seat: Seat) -> list[Share]:
    found = []
    for other in sorted({part.seat for part in parts} - {seat}):
        own = [part for part in parts if part.seat == other]
        total = sum(part.points for part in own)
        if round(total):
            main = max(own, key=lambda part: part.points / total if part.reason != ELSEWHERE else 0)
            is_main = main.reason != ELSEWHERE and main.points / total >= MAIN
            found.append(Share(other, round(total), main.reason if is_main else ELSEWHERE))
    return found
