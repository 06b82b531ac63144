"""Trade: five rows of four goods. A good is worth its filled spaces, to every diamond on it (rules 7)."""

from millefiori.engine.board import SAME_IN_SET, SHOWING
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import size
from millefiori.engine.rules.bonus import completes_set, earn_extra_card, place_bonus_diamond
from millefiori.engine.rules.diamonds import award, filled, free
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import SEATS, Area, Reason, Seat, Space, Spaces, Symbol

GOODS = 4


@small_rule
def trade_spaces(game: Public, good: Symbol) -> Spaces:
    """Rule 7.1: any free space of the card's good, in any row."""
    return SHOWING[good] & free(game, Area.TRADE)


@small_rule
def good_value(game: Public, space: Space) -> int:
    """Rule 7.2: the value of the good on `space`."""
    return size(filled(game, Area.TRADE) & SAME_IN_SET[space])


@small_rule
def diamonds_on_good(game: Public, player: Seat, space: Space) -> int:
    """How many diamonds the player has on the good of `space`."""
    return size(game.diamonds[player, Area.TRADE] & SAME_IN_SET[space])


@small_rule
def is_good_deal(diamonds: int, own: int) -> bool:
    """Rule 7.4: has another player more diamonds on the good? A tie earns nothing."""
    return diamonds > own


@small_rule
def score_trade(game: Public, seat: Seat, space: Space) -> None:
    """Rules 7.2-7.5, once the diamond lies on `space`."""
    value = good_value(game, space)
    own = diamonds_on_good(game, seat, space)
    for player in range(SEATS):
        diamonds = diamonds_on_good(game, player, space)
        award(game, player, value * diamonds, Reason.GOOD)
        if is_good_deal(diamonds, own):
            earn_extra_card(game)
    if completes_set(game, seat, Area.TRADE, space, GOODS):
        place_bonus_diamond(game, seat, Area.TRADE)
