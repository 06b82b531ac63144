"""Workshops: thirty hexagons with raw materials. Connected diamonds score together (rules 4)."""

from millefiori.engine.board import BIT, FIRST, GOLD, GROUP_POINTS, NEIGHBOURS, SHOWING
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import first, size
from millefiori.engine.rules.bonus import different, earn_extra_card, is_new_in_set, place_bonus_diamond
from millefiori.engine.rules.diamonds import award, free
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import Area, Reason, Seat, Space, Spaces, Symbol

RAW_MATERIALS = 4


@small_rule
def workshop_spaces(game: Public, symbol: Symbol) -> Spaces:
    """Rule 4.1: any free space that shows the card's symbol."""
    return SHOWING[symbol] & free(game, Area.WORKSHOPS)


@small_rule
def group(game: Public, seat: Seat, space: Space) -> Spaces:
    """Rule 4.2: the seat's diamonds that are connected with the one on `space` over shared sides."""
    own = game.diamonds[seat, Area.WORKSHOPS]
    connected = BIT[space]
    edge = connected
    while edge:
        reached = NEIGHBOURS[FIRST[Area.WORKSHOPS] + first(edge)] & own & ~connected
        connected |= reached
        edge = edge & (edge - 1) | reached
    return connected


@small_rule
def score_workshop(game: Public, seat: Seat, space: Space) -> None:
    """Rules 4.2-4.5, once the diamond lies on `space`."""
    award(game, seat, GROUP_POINTS[space] * size(group(game, seat, space)), Reason.GROUP)
    if is_new_in_set(game, seat, Area.WORKSHOPS, space) and different(game, seat, Area.WORKSHOPS) == RAW_MATERIALS:
        place_bonus_diamond(game, seat, Area.WORKSHOPS)
    if GOLD[space] & free(game, Area.WORKSHOPS) == 0:  # the third space, whoever filled the others
        earn_extra_card(game)
