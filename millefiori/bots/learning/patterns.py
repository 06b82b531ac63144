"""What an area promises a player, as a small number for each state that matters: features of the evaluation.

Single spaces say little about products and sums (a good's value times the own diamonds on it). A pattern says it in one
feature. Points are not repeated here: what a pattern is worth is learned.
"""

from millefiori.engine.board import (
    ALL,
    CARGO,
    FIRST,
    FLEET,
    GOLD,
    MIDDLE,
    NEIGHBOURS,
    SAME_IN_SET,
    SHOWING,
    TOP,
)
from millefiori.engine.compiled import whole_rule
from millefiori.engine.operations import first, size
from millefiori.engine.rules.diamonds import filled, free
from millefiori.engine.rules.residences import row_points
from millefiori.engine.rules.townspeople import townspeople_spaces
from millefiori.engine.rules.workshops import group
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import Area, Seat, Symbol

GOODS = 4
ROWS = 5
GOOD_PATTERNS = 6 * 6  # own diamonds on a good, filled spaces of it
FLEET_PATTERNS = 4 * 4 * 5  # own ships of a row, filled ones, filled goods
ROW_PATTERNS = 32  # what the next residence would bring, in points
KIND_PATTERNS = (16, 64, 8, 8, 16)  # the symbols, values or goods that a player has of each set
GROUP_PATTERNS = 16 * 4  # size of the largest group, pigments beside it
GOLD_PATTERNS = 6  # gold symbols with one free space
OPEN_PATTERNS = 5 * 4  # open spaces of a pyramid in the middle and on top

_GOODS = tuple(int(SHOWING[good]) for good in (Symbol.GLASSES, Symbol.CARAFES, Symbol.JEWELRY, Symbol.SWANS))
_SHIPS = tuple(range(int(FIRST[Area.HARBOR]), int(FIRST[Area.HARBOR]) + 3 * ROWS, 3))
_CORNERS = tuple(sorted({int(corner) for corner in GOLD if corner}))


@whole_rule
def good_pattern(game: Game, seat: Seat, good: int) -> int:
    """Own diamonds on one of the four goods, and its value."""
    own = size(game.diamonds[seat, Area.TRADE] & _GOODS[good])
    return 6 * own + size(filled(game, Area.TRADE) & _GOODS[good])


@whole_rule
def fleet_pattern(game: Game, seat: Seat, row: int) -> int:
    """Own ships of a row, filled ones, and goods that they would carry."""
    ship = _SHIPS[row]
    own = size(game.diamonds[seat, Area.HARBOR] & FLEET[ship])
    ships = size(filled(game, Area.HARBOR) & FLEET[ship])
    return 20 * own + 5 * ships + size(filled(game, Area.TRADE) & CARGO[ship])


@whole_rule
def row_pattern(game: Game, seat: Seat) -> int:
    """What the next residence would bring the seat; 0 if there is none."""
    empty = free(game, Area.RESIDENCES)
    if empty == 0:
        return 0
    space = FIRST[Area.RESIDENCES] + first(empty)
    return min(row_points(game, seat, space), ROW_PATTERNS - 1)


@whole_rule
def kind_pattern(game: Game, seat: Seat, area: int) -> int:
    """Which symbols, goods or values of a set the seat has, as a set of them in the order of the board."""
    own = game.diamonds[seat, area]
    first_space = FIRST[area]
    left = ALL[area]
    kinds, bit = 0, 1
    while left:
        same = SAME_IN_SET[first_space + first(left)]
        if own & same:
            kinds |= bit
        left &= ~same
        bit <<= 1
    return kinds


@whole_rule
def group_pattern(game: Game, seat: Seat) -> int:
    """The size of the seat's largest group of workshops, and the free pigments beside it."""
    left = game.diamonds[seat, Area.WORKSHOPS]
    largest = 0
    while left:
        connected = group(game, seat, FIRST[Area.WORKSHOPS] + first(left))
        left &= ~connected
        if size(connected) > size(largest):
            largest = connected
    beside, members = 0, largest
    while members:
        beside |= NEIGHBOURS[FIRST[Area.WORKSHOPS] + first(members)]
        members &= members - 1
    pigments = size(beside & free(game, Area.WORKSHOPS) & SHOWING[Symbol.PIGMENTS])
    return 4 * min(size(largest), 15) + min(pigments, 3)


@whole_rule
def gold_pattern(game: Game) -> int:
    """Gold symbols that the next diamond can complete."""
    empty = free(game, Area.WORKSHOPS)
    count = 0
    for corner in _CORNERS:
        if size(empty & corner) == 1:
            count += 1
    return min(count, GOLD_PATTERNS - 1)


@whole_rule
def open_pattern(game: Game, pyramid: Area) -> int:
    """Spaces of a pyramid that can be built on: in the middle and on top."""
    spaces = townspeople_spaces(game, pyramid)
    return 4 * size(spaces & MIDDLE) + size(spaces & TOP)
