"""Why an action costs points, on the wire: in reviews, puzzles and opinions. The page has the words."""

from msgspec import Struct

from millefiori.teacher.explanation import Explanation


class ShownPiece(Struct, frozen=True):
    """Points of the seat, and why."""

    points: int
    reason: str  # one of the reasons of the facts, or `elsewhere`


class ShownShare(Struct, frozen=True):
    """What another seat gains, negative if it loses, and the main reason."""

    seat: int
    points: int
    reason: str  # `elsewhere` if no reason explains half of it


class ShownWhy(Struct, frozen=True):
    """What a loss consists of, for the seat and for the others: lost - gained + others_mean = whole, exactly."""

    whole: int  # the points of the loss as a whole number
    lost: list[ShownPiece]
    gained: list[ShownPiece]
    others: list[ShownShare]
    others_mean: int


def shown_why(found: Explanation) -> ShownWhy:
    """An explanation as the page gets it."""
    return ShownWhy(
        whole=found.points,
        lost=[ShownPiece(piece.points, piece.reason) for piece in found.lost],
        gained=[ShownPiece(piece.points, piece.reason) for piece in found.gained],
        others=[ShownShare(share.seat, share.points, share.reason) for share in found.others],
        others_mean=found.others_mean,
    )
