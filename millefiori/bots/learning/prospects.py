"""Prospects: what the next card could bring, to the seat itself and to its left neighbour, who gets its hand.

A gain is the best that a player could do now with a card of a symbol: points, less the others' mean, with a bonus
diamond and some hope for an extra card. Gains belong to an area, so they are worked out again only when it changes. The
prospects join them with the cards: the best of the hand that comes next, of the hand that is passed on, of the display.
"""

from itertools import pairwise
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.numbering import (
    AT_END,
    AT_GAIN,
    AT_PROSPECT,
    AT_RACE,
    DIAMONDS,
    GAINS,
    MOST,
    PROSPECTS,
    RACES,
    ROUNDS,
    SYMBOLS,
)
from millefiori.engine.board import (
    BASE,
    BENEATH,
    BENEATH_POINTS,
    BIT,
    BONUS_VALUES,
    CARD_SYMBOL,
    CARGO,
    DECK,
    FIRST,
    FLEET,
    FLEET_POINTS,
    GOLD,
    GROUP_POINTS,
    LAST_SEA_SPACE,
    LEVEL,
    LEVEL_POINTS,
    MIDDLE,
    NEIGHBOURS,
    SAME_IN_SET,
    SEA_EXTRA_CARD,
    SEA_POINTS,
    SHIPS_WHEEL,
    SHOWING,
    SPACE_SYMBOL,
    SYMBOL_AREA,
    TOP,
    VALUE,
)
from millefiori.engine.compiled import whole_rule
from millefiori.engine.operations import first, size
from millefiori.engine.rules.bonus import different
from millefiori.engine.rules.diamonds import filled, free
from millefiori.engine.rules.residences import VALUES_FOR_BONUS, VALUES_FOR_EXTRA_CARDS, residence_spaces, row_start
from millefiori.engine.rules.rounds import left_of
from millefiori.engine.rules.townspeople import SYMBOLS_OF_A_PYRAMID, townspeople_spaces
from millefiori.engine.rules.trade import GOODS
from millefiori.engine.rules.workshops import RAW_MATERIALS, group
from millefiori.engine.state import HAND, Game
from millefiori.engine.vocabulary import SEATS, SETS, Area, Card, Seat, Spaces, Symbol

VIEWERS = 2
SELF, NEIGHBOUR = range(VIEWERS)
"""The seat itself and its left neighbour."""
COMING, OWN = range(2)
"""The hand that comes to the seat next, and its own, which its left neighbour gets."""
NO_SPACE = -1
"""The gain of a card that can only sail."""
UNKNOWN = -2
"""The prospect of a hand that is empty or unknown."""
EXTRA_CARD = 9
"""What an extra card is taken to be worth, in points."""
FIRST_SYMBOL = tuple(int(np.searchsorted(SYMBOL_AREA, area)) for area in range(len(Area) + 1))
"""The first symbol of each area: symbols go by area."""
MOST_SYMBOLS = max(end - begin for begin, end in pairwise(FIRST_SYMBOL))
_FIRST_MATERIAL, _FIRST_GOOD = FIRST_SYMBOL[Area.WORKSHOPS], FIRST_SYMBOL[Area.TRADE]
_NEEDED = (RAW_MATERIALS, VALUES_FOR_BONUS, SYMBOLS_OF_A_PYRAMID, SYMBOLS_OF_A_PYRAMID, GOODS)  # for a bonus diamond
_MOST_GROUPS = 16


class Prospects:
    """Working space for features: their list, gains by viewer and symbol, and the cards that they are asked for."""

    features: Annotated[NDArray[np.int16], (MOST,)]
    by_number: Annotated[NDArray[np.int8], (6,)]  # cards of the display
    by_symbol: Annotated[NDArray[np.int8], (SYMBOLS,)]
    gains: Annotated[NDArray[np.int16], (VIEWERS, SYMBOLS)]
    cards: Annotated[NDArray[np.uint8], (2, HAND + 1)]  # of the hand that comes next, and of the own one
    count: Annotated[NDArray[np.int8], (2,)]
    groups: Annotated[NDArray[np.int32], (_MOST_GROUPS,)]  # of a player's workshops


# --- Gains, area by area


@whole_rule
def list_gains(game: Game, seat: Seat, area: Any, out: Prospects, count: int) -> int:
    """Work out the gains of an area, and write their features from index `count` on; returns the index after them."""
    for viewer in range(VIEWERS):
        player = viewer_seat(game, seat, viewer)
        for symbol in range(FIRST_SYMBOL[area], FIRST_SYMBOL[area + 1]):
            out.gains[viewer, symbol] = NO_SPACE
        if area == Area.WORKSHOPS:
            _gain_workshops(game, player, viewer, out)
        elif area == Area.RESIDENCES:
            _gain_residences(game, player, viewer, out)
        elif area == Area.TRADE:
            _gain_trade(game, player, viewer, out)
        elif area == Area.HARBOR:
            _gain_harbor(game, player, viewer, out)
        else:
            _gain_townspeople(game, player, area, viewer, out)
        for symbol in range(FIRST_SYMBOL[area], FIRST_SYMBOL[area + 1]):
            gain = int(out.gains[viewer, symbol])
            out.features[count] = AT_GAIN + (viewer * SYMBOLS + symbol) * GAINS + bucket(gain)
            count += 1
    if area < SETS:
        out.features[count] = AT_RACE + area * RACES**3 + race(game, seat, area)
        count += 1
    return count


@whole_rule
def race(game: Game, seat: Seat, area: Any) -> int:
    """What the seat needs for the set's bonus diamond, what the next of the others needs, and how many are taken."""
    own, others = 0, RACES - 1
    for player in range(game.seats):
        missing = max(_NEEDED[area] - different(game, player, area), 0)
        if player == seat:
            own = missing
        elif game.bonus[player, area] == 0:
            others = min(others, missing)
    return (own * RACES + others) * RACES + _taken(game, area)


@whole_rule
def bucket(gain: int) -> int:
    """Gains by twos; the first two are for what is unknown and what cannot be placed."""
    return min(max(gain, 0) // 2 + 2, GAINS - 1) if gain >= 0 else gain - UNKNOWN


@whole_rule
def _bonus(game: Game, player: Seat, area: Any, kind: Spaces) -> int:
    """The bonus that a diamond on this kind of space would earn, if it completed the set."""
    if game.diamonds[player, area] & kind or different(game, player, area) + 1 != _NEEDED[area]:
        return 0
    return BONUS_VALUES[_taken(game, area)]


@whole_rule
def _taken(game: Game, area: Any) -> int:
    """Bonus diamonds of the set that players have."""
    taken = 0
    for player in range(SEATS):
        taken += game.bonus[player, area] > 0
    return taken


@whole_rule
def _gain_workshops(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    own = game.diamonds[player, Area.WORKSHOPS]
    count, left = 0, own
    while left and count < _MOST_GROUPS:
        out.groups[count] = group(game, player, FIRST[Area.WORKSHOPS] + first(left))
        left &= ~out.groups[count]
        count += 1
    empty = free(game, Area.WORKSHOPS)
    left = empty
    while left:
        space = FIRST[Area.WORKSHOPS] + first(left)
        left &= left - 1
        diamonds = 1
        if NEIGHBOURS[space] & own:
            for number in range(count):
                if out.groups[number] & NEIGHBOURS[space]:
                    diamonds += size(out.groups[number])
        gain = GROUP_POINTS[space] * diamonds
        if GOLD[space] & empty == BIT[space]:
            gain += EXTRA_CARD
        symbol = SPACE_SYMBOL[space]
        out.gains[viewer, symbol] = max(out.gains[viewer, symbol], gain)
    for symbol in range(_FIRST_MATERIAL, _FIRST_MATERIAL + RAW_MATERIALS):
        if out.gains[viewer, symbol] >= 0:
            out.gains[viewer, symbol] += _bonus(game, player, Area.WORKSHOPS, SHOWING[symbol])


@whole_rule
def _gain_residences(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    if residence_spaces(game) == 0:
        return
    space = FIRST[Area.RESIDENCES] + first(residence_spaces(game))
    gain = 0
    for residence in range(row_start(game, player, space), space + 1):
        gain += VALUE[residence]
    if game.diamonds[player, Area.RESIDENCES] & SAME_IN_SET[space] == 0:
        if different(game, player, Area.RESIDENCES) + 1 in VALUES_FOR_EXTRA_CARDS:
            gain += EXTRA_CARD
        gain += _bonus(game, player, Area.RESIDENCES, SAME_IN_SET[space])
    out.gains[viewer, Symbol.RESIDENCE] = gain


@whole_rule
def _gain_townspeople(game: Game, player: Seat, area: Any, viewer: int, out: Prospects) -> None:
    spaces = townspeople_spaces(game, area)
    while spaces:
        space = FIRST[area] + first(spaces)
        spaces &= spaces - 1
        own, others = 0, 0
        for other in range(game.seats):
            diamonds = game.diamonds[other, area] & BENEATH[space]
            points = BENEATH_POINTS[0] * size(diamonds & BASE) + BENEATH_POINTS[1] * size(diamonds & MIDDLE)
            if other == player:
                own = points
            else:
                others += points
        points = LEVEL_POINTS[LEVEL[space]]
        gain = points + own - others // (game.seats - 1) + _bonus(game, player, area, SAME_IN_SET[space])
        if TOP & BIT[space]:
            gain += EXTRA_CARD
        for symbol in range(FIRST_SYMBOL[area], FIRST_SYMBOL[area + 1]):
            doubled = points if SPACE_SYMBOL[space] == symbol else 0
            out.gains[viewer, symbol] = max(out.gains[viewer, symbol], gain + doubled, 0)


@whole_rule
def _gain_trade(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    for symbol in range(_FIRST_GOOD, _FIRST_GOOD + GOODS):
        good = SHOWING[symbol]
        if free(game, Area.TRADE) & good:
            value = size(filled(game, Area.TRADE) & good) + 1
            own = size(game.diamonds[player, Area.TRADE] & good) + 1
            others, is_good_deal = 0, False
            for other in range(game.seats):
                if other != player:
                    diamonds = size(game.diamonds[other, Area.TRADE] & good)
                    others += diamonds
                    is_good_deal |= diamonds > own
            gain = value * own - value * others // (game.seats - 1) + _bonus(game, player, Area.TRADE, good)
            if is_good_deal:
                gain += EXTRA_CARD
            out.gains[viewer, symbol] = max(gain, 0)


@whole_rule
def _gain_harbor(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    """Without the ship's move, which depends on the number."""
    empty = free(game, Area.HARBOR)
    left = empty
    while left:
        space = FIRST[Area.HARBOR] + first(left)
        left &= left - 1
        gain = 0
        if FLEET[space] & empty == BIT[space]:
            own = size(game.diamonds[player, Area.HARBOR] & FLEET[space]) + 1
            others = size(filled(game, Area.HARBOR) & ~game.diamonds[player, Area.HARBOR] & FLEET[space])
            points = FLEET_POINTS[size(filled(game, Area.TRADE) & CARGO[space])]
            gain = points * own - points * others // (game.seats - 1)
        out.gains[viewer, Symbol.SHIP] = max(out.gains[viewer, Symbol.SHIP], gain)


# --- Prospects: gains and cards


@whole_rule
def list_prospects(game: Game, seat: Seat, out: Prospects, count: int) -> int:
    """Write the features of what the cards promise from index `count` on; returns the index after them."""
    is_passed = game.turn + 1 < game.option.cards_played  # after the last turn of a round hands go to the display
    at = AT_PROSPECT + (2 * (int(game.seats) - 2) + is_passed) * PROSPECTS * GAINS
    left = left_of(game, seat)
    count = _list_best_two(game, seat, SELF, COMING, at, out, count)
    count = _list_best_two(game, left, NEIGHBOUR, OWN, at + 2 * GAINS, out, count)
    count = _list_best_two(game, seat, SELF, OWN, at + 4 * GAINS, out, count)  # with few players it comes back
    out.features[count] = at + 6 * GAINS + bucket(_best_of_display(game, seat, SELF, out))
    out.features[count + 1] = at + 7 * GAINS + bucket(_best_of_display(game, left, NEIGHBOUR, out))
    out.features[count + 2] = AT_END + end_pattern(game)
    return count + 3


@whole_rule
def end_pattern(game: Game) -> int:
    """How near the end is, by diamonds and by cards."""
    fewest = DIAMONDS - 1
    for player in range(game.seats):
        fewest = min(fewest, int(game.supply[player]))
    return fewest * ROUNDS + rounds_left(game)


@whole_rule
def rounds_left(game: Game) -> int:
    """Rounds that the deck still has cards for."""
    return min((len(DECK) - int(game.dealt)) // (HAND * int(game.seats) + int(game.option.fresh_display)), ROUNDS - 1)


@whole_rule
def viewer_seat(game: Game, seat: Seat, viewer: int) -> Seat:
    """The seat itself, or its left neighbour."""
    return left_of(game, seat) if viewer else seat


@whole_rule
def prospect(game: Game, player: Seat, viewer: int, card: Card, out: Prospects) -> int:
    """The best that the player could do with the card."""
    symbol = CARD_SYMBOL[card]
    by_sea = sailing(game, player, SHIPS_WHEEL[card])
    gain = int(out.gains[viewer, symbol])
    if symbol == Symbol.SHIP and gain >= 0:
        return gain + by_sea
    return max(gain, by_sea)


@whole_rule
def sailing(game: Game, player: Seat, number: int) -> int:
    """What sailing so far would bring the player."""
    ship = int(game.ship[player])
    if ship == LAST_SEA_SPACE:
        return 0
    space = min(ship + number, LAST_SEA_SPACE)
    return SEA_POINTS[space] + (EXTRA_CARD if SEA_EXTRA_CARD[space] else 0)


@whole_rule
def _list_best_two(game: Game, player: Seat, viewer: int, hand: int, at: int, out: Prospects, count: int) -> int:
    """What the two best cards of a hand promise a player."""
    best, second = UNKNOWN, UNKNOWN
    for index in range(out.count[hand]):
        worth = prospect(game, player, viewer, int(out.cards[hand, index]), out)
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    out.features[count] = at + bucket(best)
    out.features[count + 1] = at + GAINS + bucket(second)
    return count + 2


@whole_rule
def _best_of_display(game: Game, player: Seat, viewer: int, out: Prospects) -> int:
    best = UNKNOWN
    for symbol in range(SYMBOLS):
        if out.by_symbol[symbol] > 0:
            best = max(best, int(out.gains[viewer, symbol]))
    for number in range(1, 6):
        if out.by_number[number] > 0:
            best = max(best, sailing(game, player, number))
    return best
