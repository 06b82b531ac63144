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
from millefiori.engine.rules.bonus import completes_set, earn_extra_card, place_bonus_diamond
from millefiori.engine.rules.diamonds import award, filled, free
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import SEATS, Area, Reason, Seat, Space, Spaces, Symbol

SYMBOLS_OF_A_PYRAMID = 3


@small_rule
def townspeople_spaces(game: Public, pyramid: Area) -> Spaces:
    """Rules 6.1-6.2: any free space of the pyramid, whatever its symbol, if both spaces right below it are filled."""
    return SUPPORTED[filled(game, pyramid)] & free(game, pyramid)


@small_rule
def placed_points(space: Space, symbol: Symbol) -> int:
    """Rules 6.3-6.4: the points of the level, doubled if the card shows the symbol of the space."""
    points = LEVEL_POINTS[LEVEL[space]]
    return 2 * points if SPACE_SYMBOL[space] == symbol else points


@small_rule
def beneath_points(game: Public, player: Seat, space: Space, pyramid: Area) -> int:
    """Rule 6.5: what the player's diamonds beneath `space` score."""
    diamonds = game.diamonds[player, pyramid] & BENEATH[space]
    return BENEATH_POINTS[0] * size(diamonds & BASE) + BENEATH_POINTS[1] * size(diamonds & MIDDLE)


@small_rule
def is_on_top(space: Space) -> bool:
    """Rule 6.6: is the space on the top level?"""
    return TOP & BIT[space] != 0


@small_rule
def score_townspeople(game: Public, seat: Seat, space: Space, pyramid: Area, symbol: Symbol) -> None:
    """Rules 6.3-6.7, once the diamond lies on `space`, played with a card that shows `symbol`."""
    placed, beneath = Reason.NOBILI, Reason.NOBILI_BENEATH
    if pyramid == Area.POPULI:
        placed, beneath = Reason.POPULI, Reason.POPULI_BENEATH
    award(game, seat, placed_points(space, symbol), placed)
    for player in range(SEATS):
        award(game, player, beneath_points(game, player, space, pyramid), beneath)
    if completes_set(game, seat, pyramid, space, SYMBOLS_OF_A_PYRAMID):
        place_bonus_diamond(game, seat, pyramid)
    if is_on_top(space):
        earn_extra_card(game)
