"""Why a decision loses points, in whole numbers that add up. Words are made of it in any language.

What is too small to be named by itself is ELSEWHERE.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from millefiori.engine.vocabulary import Reason, Seat
from millefiori.teacher.findings import Loss
from millefiori.teacher.sums import Part

ELSEWHERE = "elsewhere"
LEAST = 0.5
"""Points below which a reason is not named by itself."""
MOST_NAMED = 3
"""Reasons of own points that are named, lost and gained each."""


@dataclass(frozen=True)
class Piece:
    """Some points and their reason: its name, or ELSEWHERE."""

    points: int
    reason: str


@dataclass(frozen=True)
class Share:
    """What another seat gains by it, or loses if the points are negative, and the main reason."""

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


def explain(loss: Loss, seat: Seat) -> Explanation:
    """The parts of a loss, rounded so that they still add up to it."""
    parts: list[list[Part]] = [[] for _ in loss.table]
    for part in loss.why:
        parts[part.seat].append(part)
    total, own_total = round(loss.points), round(-sum(part.points for part in parts[seat]))
    lost, gained = _own(parts[seat], own_total)
    return Explanation(total, lost, gained, _others(parts, seat), total - own_total)


def _own(parts: Sequence[Part], total: int) -> tuple[list[Piece], list[Piece]]:
    """The main reasons of own points, lost and gained."""
    ranked = sorted((part for part in parts if abs(part.points) >= LEAST), key=lambda part: -abs(part.points))
    lost = [Piece(round(-part.points), _name(part.reason)) for part in ranked if part.points < 0][:MOST_NAMED]
    gained = [Piece(round(part.points), _name(part.reason)) for part in ranked if part.points > 0][:MOST_NAMED]
    rest = total - sum(piece.points for piece in lost) + sum(piece.points for piece in gained)
    if rest and (lost or gained):
        (lost if rest > 0 else gained).append(Piece(abs(rest), ELSEWHERE))
    return lost, gained


def _others(parts: Sequence[Sequence[Part]], seat: Seat) -> list[Share]:
    found = []
    for other, own in enumerate(parts):
        total = sum(part.points for part in own)
        if other != seat and abs(total) >= LEAST and round(total):
            main = max(own, key=lambda part: part.points * (1 if total > 0 else -1))
            found.append(Share(other, round(total), _name(main.reason)))
    return found


def _name(reason: Reason) -> str:
    return reason.name.lower()
