"""Sums over worlds, and what they say: a loss with its error, and the points and reasons that it consists of.

Points are kept as whole numbers: margins are multiplied by the number of other seats, so that all parts add up exactly.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

from millefiori.engine.vocabulary import Reason, Seat

Sums: TypeAlias = dict[str, Any]
ELSEWHERE = "elsewhere"
"""Stands for the reasons that are too small to be named."""


@dataclass(frozen=True)
class Part:
    """What a decision changes for one seat and one reason: mean points, with the played action less with the better."""

    seat: Seat
    reason: str  # its name, or ELSEWHERE
    points: float


def merged(one: Any, other: Any) -> Any:
    """Numbers, or lists of them, added."""
    if isinstance(one, list):
        return [merged(*pair) for pair in zip(one, other, strict=True)]
    return one + other


def spread(total: float, squares: float, worlds: int) -> float:
    """The standard error of a mean."""
    if worlds < 2:
        return float("inf")
    return float((max(squares - total * total / worlds, 0.0) / (worlds - 1) / worlds) ** 0.5)


def loss_of(sums: Sums, seat: Seat) -> tuple[float, float]:
    """How many points of its margin the seat lost on average, with the standard error of the paired difference."""
    totals, worlds = [sum(row) for row in sums["points"]], sums["worlds"]
    others = len(totals) - 1
    scaled = len(totals) * totals[seat] - sum(totals)
    return -scaled / others / worlds, spread(scaled, sums["squares"], worlds) / others


def win_loss_of(sums: Sums) -> tuple[float, float]:
    """How much of its chance to win the seat lost, with the standard error."""
    return -sums["win"] / sums["worlds"], spread(sums["win"], sums["win_squares"], sums["worlds"])


def parts_of(table: list[list[int]], worlds: int) -> list[Part]:
    """Mean points by seat and reason; reasons without a difference are left out."""
    return [
        Part(seat, Reason(reason).name.lower(), points / worlds)
        for seat, row in enumerate(table)
        for reason, points in enumerate(row)
        if points
    ]


def total_of(parts: list[Part], seat: Seat, seats: int) -> float:
    """The loss that the parts add up to: the seat's own points less the mean of what the others have more."""
    own = sum(part.points for part in parts if part.seat == seat)
    others = sum(part.points for part in parts if part.seat != seat)
    return others / (seats - 1) - own
