"""Workshops: thirty hexagons with raw materials. Connected diamonds score together (rules 4)."""

from millefiori.board import BIT, FIRST, GOLD, NEIGHBOURS, SHOWING, SPACE_SYMBOL
from millefiori.compiled import first, rule, size
from millefiori.rules.bonus import different, earn_extra_card, is_new_in_set, place_bonus_diamond
from millefiori.rules.diamonds import award, free
from millefiori.state import Public
from millefiori.vocabulary import Area, Reason, Seat, Space, Spaces, Symbol

RAW_MATERIALS = 4


@rule
def workshop_spaces(game: Public, symbol: Symbol) -> Spaces:
    """Rule 4.1: any free space that shows the card's symbol."""
    return SHOWING[symbol] & free(game, Area.WORKSHOPS)


@rule
def group(game: Public, seat: Seat, space: Space) -> Spaces:
    """Rule 4.2: the seat's diamonds that are connected with the one on `space` over shared sides."""
    own = game.diamonds[seat, Area.WORKSHOPS]
    connected = BIT[space]
    edge = connected
    while edge:
        reached = NEIGHBOURS[first(edge)] & own & ~connected
        connected |= reached
        edge = edge & (edge - 1) | reached
    return connected


@rule
def score_workshop(game: Public, seat: Seat, space: Space) -> None:
    """Rules 4.2-4.5, once the diamond lies on `space`."""
    points_each = 2 if SPACE_SYMBOL[space] == Symbol.PIGMENTS else 1
    award(game, seat, points_each * size(group(game, seat, space)), Reason.GROUP)
    if (
        is_new_in_set(game, seat, space)
        and different(game, seat, Area.WORKSHOPS, FIRST[Area.WORKSHOPS]) == RAW_MATERIALS
    ):
        place_bonus_diamond(game, seat, Area.WORKSHOPS)
    if GOLD[space] & free(game, Area.WORKSHOPS) == 0:  # the third space, whoever filled the others
        earn_extra_card(game)
