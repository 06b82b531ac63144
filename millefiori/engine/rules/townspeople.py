"""Townspeople: two pyramids, nobili and populi, built from the bottom up. What lies beneath scores again (rules 6)."""

from millefiori.engine.board import (
    BASE,
    BENEATH,
    BENEATH_POINTS,
    BIT,
    LEVEL,
    LEVEL_POINTS,
    MIDDLE,
    SPACE_SYMBOL,
    SUPPORTED,
    TOP,
)
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import size
from millefiori.engine.rules.bonus import different, earn_extra_card, is_new_in_set, place_bonus_diamond
from millefiori.engine.rules.diamonds import award, filled, free
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import SEATS, Area, Reason, Seat, Space, Spaces, Symbol

SYMBOLS_OF_A_PYRAMID = 3


@small_rule
def townspeople_spaces(game: Public, pyramid: Area) -> Spaces:
    """Rules 6.1-6.2: any free space of the pyramid, whatever its symbol, if both spaces right below it are filled."""
    return SUPPORTED[filled(game, pyramid)] & free(game, pyramid)


@small_rule
def score_townspeople(game: Public, seat: Seat, space: Space, pyramid: Area, symbol: Symbol) -> None:
    """Rules 6.3-6.7, once the diamond lies on `space`, played with a card that shows `symbol`."""
    placed, beneath = Reason.NOBILI, Reason.NOBILI_BENEATH
    if pyramid == Area.POPULI:
        placed, beneath = Reason.POPULI, Reason.POPULI_BENEATH
    points = LEVEL_POINTS[LEVEL[space]]
    award(game, seat, 2 * points if SPACE_SYMBOL[space] == symbol else points, placed)
    for player in range(SEATS):
        diamonds = game.diamonds[player, pyramid] & BENEATH[space]
        scored = BENEATH_POINTS[0] * size(diamonds & BASE) + BENEATH_POINTS[1] * size(diamonds & MIDDLE)
        award(game, player, scored, beneath)
    if is_new_in_set(game, seat, pyramid, space) and different(game, seat, pyramid) == SYMBOLS_OF_A_PYRAMID:
        place_bonus_diamond(game, seat, pyramid)
    if TOP & BIT[space]:
        earn_extra_card(game)
