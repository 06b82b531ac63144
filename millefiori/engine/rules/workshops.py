"""Workshops: thirty hexagons with raw materials. Connected diamonds score together (rules 4)."""

from millefiori.engine.board import BIT, FIRST, GOLD, GROUP_POINTS, NEIGHBOURS, SHOWING
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import first, size
from millefiori.engine.rules.bonus import completes_set, earn_extra_card, place_bonus_diamond
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
def group_points(game: Public, seat: Seat, space: Space) -> int:
    """Rules 4.2-4.3: a point for each diamond of the group, or two."""
    return GROUP_POINTS[space] * size(group(game, seat, space))


@small_rule
def is_gold_enclosed(game: Public, space: Space) -> bool:
    """Rule 4.4: are all three spaces around the gold symbol filled, no matter by whom?"""
    return GOLD[space] & free(game, Area.WORKSHOPS) == 0


@small_rule
def score_workshop(game: Public, seat: Seat, space: Space) -> None:
    """Rules 4.2-4.5, once the diamond lies on `space`."""
    award(game, seat, group_points(game, seat, space), Reason.GROUP)
    if completes_set(game, seat, Area.WORKSHOPS, space, RAW_MATERIALS):
        place_bonus_diamond(game, seat, Area.WORKSHOPS)
    if is_gold_enclosed(game, space):
        earn_extra_card(game)
