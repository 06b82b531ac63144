"""Trade: five rows of four goods. A good is worth its filled spaces, to every diamond on it (rules 7)."""

from millefiori.engine.board import SAME_IN_SET, SHOWING
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import size
from millefiori.engine.rules.bonus import different, earn_extra_card, is_new_in_set, place_bonus_diamond
from millefiori.engine.rules.diamonds import award, filled, free
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import SEATS, Area, Reason, Seat, Space, Spaces, Symbol

GOODS = 4


@small_rule
def trade_spaces(game: Public, good: Symbol) -> Spaces:
    """Rule 7.1: any free space of the card's good, in any row."""
    return SHOWING[good] & free(game, Area.TRADE)


@small_rule
def score_trade(game: Public, seat: Seat, space: Space) -> None:
    """Rules 7.2-7.5, once the diamond lies on `space`."""
    good = SAME_IN_SET[space]
    value = size(filled(game, Area.TRADE) & good)
    own = size(game.diamonds[seat, Area.TRADE] & good)
    for player in range(SEATS):
        diamonds = size(game.diamonds[player, Area.TRADE] & good)
        award(game, player, value * diamonds, Reason.GOOD)
        if diamonds > own:  # a good deal: another player has more
            earn_extra_card(game)
    if is_new_in_set(game, seat, Area.TRADE, space) and different(game, seat, Area.TRADE) == GOODS:
        place_bonus_diamond(game, seat, Area.TRADE)
