"""Residences: one line of twenty, filled from the arrow on. An own row right before it scores again (rules 5)."""

from millefiori.engine.board import BIT, FIRST, VALUE
from millefiori.engine.compiled import small_rule
from millefiori.engine.rules.bonus import different, earn_extra_card, is_new_in_set, place_bonus_diamond
from millefiori.engine.rules.diamonds import award, free
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import Area, Reason, Seat, Space, Spaces

VALUES_FOR_EXTRA_CARDS = (3, 5)
VALUES_FOR_BONUS = 4


@small_rule
def residence_spaces(game: Public) -> Spaces:
    """Rule 5.1: the next free space of the line, none when it is full."""
    empty = free(game, Area.RESIDENCES)
    return empty & -empty


@small_rule
def row_start(game: Public, seat: Seat, space: Space) -> Space:
    """Rule 5.3: where the own diamonds begin that lie in an unbroken row right before `space`."""
    own = game.diamonds[seat, Area.RESIDENCES]
    start = space
    while start > FIRST[Area.RESIDENCES] and own & BIT[start - 1]:
        start -= 1
    return start


@small_rule
def row_points(game: Public, seat: Seat, space: Space) -> int:
    """Rules 5.2-5.3: the value of the residence, and of the own row right before it."""
    points = 0
    for residence in range(row_start(game, seat, space), space + 1):
        points += VALUE[residence]
    return points


@small_rule
def values_with_new(game: Public, seat: Seat, space: Space) -> int:
    """How many different values the seat has, if the one on `space` is new to it; otherwise 0."""
    if is_new_in_set(game, seat, Area.RESIDENCES, space):
        return different(game, seat, Area.RESIDENCES)
    return 0


@small_rule
def score_residence(game: Public, seat: Seat, space: Space) -> None:
    """Rules 5.2-5.6, once the diamond lies on `space`."""
    award(game, seat, row_points(game, seat, space), Reason.ROW)
    values = values_with_new(game, seat, space)
    if values == VALUES_FOR_BONUS:
        place_bonus_diamond(game, seat, Area.RESIDENCES)
    if values in VALUES_FOR_EXTRA_CARDS:
        earn_extra_card(game)
