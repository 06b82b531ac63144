"""Prospects: what the next card could bring, to the seat itself and to its left neighbour, who gets its hand.

A gain is the best that a player could do now with a card of a symbol: points, less the others' mean, with a bonus
diamond and some hope for an extra card. To find it, a diamond is laid on each space in turn, the rules of the area
are asked what it brings, and it is taken back. Gains belong to an area, so they are worked out again only when it
changes. The prospects join them with the cards: the best of the hand that comes next, of the hand that is passed on, of
the display.

Where a gain is not what the rules would bring, the weights have learned it so: an extra card counts `EXTRA_CARD` points
whatever the display has; the mean of the others is rounded; in the harbor neutral diamonds count among the others; a
player without a diamond gains as if one were left; what loses points in townspeople or trade counts as 0.
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
    BIT,
    CARD_SYMBOL,
    FIRST,
    SEA_EXTRA_CARD,
    SEA_POINTS,
    SHIPS_WHEEL,
    SPACE_SYMBOL,
    SYMBOL_AREA,
)
from millefiori.engine.compiled import small_rule, whole_rule
from millefiori.engine.operations import first
from millefiori.engine.rules.bonus import completes_set, different, next_bonus
from millefiori.engine.rules.diamonds import free
from millefiori.engine.rules.harbor import departs, diamonds_in_fleet, fleet_points, harbor_spaces
from millefiori.engine.rules.residences import (
    VALUES_FOR_BONUS,
    VALUES_FOR_EXTRA_CARDS,
    residence_spaces,
    row_points,
    values_with_new,
)
from millefiori.engine.rules.rounds import deck_left, left_of
from millefiori.engine.rules.sea import can_sail, landing
from millefiori.engine.rules.townspeople import (
    SYMBOLS_OF_A_PYRAMID,
    beneath_points,
    is_on_top,
    placed_points,
    townspeople_spaces,
)
from millefiori.engine.rules.trade import GOODS, diamonds_on_good, good_value, is_good_deal, trade_spaces
from millefiori.engine.rules.workshops import RAW_MATERIALS, group_points, is_gold_enclosed
from millefiori.engine.state import HAND, Game
from millefiori.engine.vocabulary import SEATS, SETS, Area, Card, Seat, Space, Symbol

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
_FIRST_GOOD = FIRST_SYMBOL[Area.TRADE]
MOST_SYMBOLS = max(end - begin for begin, end in pairwise(FIRST_SYMBOL))
_NEEDED = (RAW_MATERIALS, VALUES_FOR_BONUS, SYMBOLS_OF_A_PYRAMID, SYMBOLS_OF_A_PYRAMID, GOODS)  # for a bonus diamond


class Prospects:
    """Working space for features: their list, gains by viewer and symbol, and the cards that they are asked for."""

    features: Annotated[NDArray[np.int16], (MOST,)]
    by_number: Annotated[NDArray[np.int8], (6,)]  # cards of the display
    by_symbol: Annotated[NDArray[np.int8], (SYMBOLS,)]
    gains: Annotated[NDArray[np.int16], (VIEWERS, SYMBOLS)]
    by_sea: Annotated[NDArray[np.int16], (VIEWERS, 6)]  # what sailing so far would bring a player, by number
    cards: Annotated[NDArray[np.uint8], (2, HAND + 1)]  # of the hand that comes next, and of the own one
    count: Annotated[NDArray[np.int8], (2,)]


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
    own, others, taken = 0, RACES - 1, 0
    for player in range(game.seats):
        missing = max(_NEEDED[area] - different(game, player, area), 0)
        if player == seat:
            own = missing
        elif game.bonus[player, area] == 0:
            others = min(others, missing)
        taken += game.bonus[player, area] > 0
    return (own * RACES + others) * RACES + taken


@whole_rule
def bucket(gain: int) -> int:
    """Gains by twos; the first two are for what is unknown and what cannot be placed."""
    return min(max(gain, 0) // 2 + 2, GAINS - 1) if gain >= 0 else gain - UNKNOWN


@small_rule
def _turn_over(game: Game, player: Seat, area: Any, space: Space) -> None:
    """Lay a diamond on the space to ask the rules what it brings, or take it back: nobody else sees it."""
    game.diamonds[player, area] ^= BIT[space]


@small_rule
def _bonus(game: Game, player: Seat, area: Any, space: Space) -> int:
    """The bonus that the diamond on the space earns, if it completes the set."""
    return next_bonus(game, area) if completes_set(game, player, area, space, _NEEDED[area]) else 0


@small_rule
def _offer(out: Prospects, viewer: int, symbol: Any, gain: int) -> None:
    """Remember the gain for the symbol, if it is the best so far."""
    out.gains[viewer, symbol] = max(out.gains[viewer, symbol], gain)


@whole_rule
def _gain_workshops(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    spaces = free(game, Area.WORKSHOPS)
    while spaces:
        space = FIRST[Area.WORKSHOPS] + first(spaces)
        spaces &= spaces - 1
        _turn_over(game, player, Area.WORKSHOPS, space)
        gain = group_points(game, player, space) + _bonus(game, player, Area.WORKSHOPS, space)
        if is_gold_enclosed(game, space):
            gain += EXTRA_CARD
        _offer(out, viewer, SPACE_SYMBOL[space], gain)
        _turn_over(game, player, Area.WORKSHOPS, space)


@whole_rule
def _gain_residences(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    if residence_spaces(game):
        space = FIRST[Area.RESIDENCES] + first(residence_spaces(game))
        _turn_over(game, player, Area.RESIDENCES, space)
        gain = row_points(game, player, space) + _bonus(game, player, Area.RESIDENCES, space)
        if values_with_new(game, player, space) in VALUES_FOR_EXTRA_CARDS:
            gain += EXTRA_CARD
        _offer(out, viewer, Symbol.RESIDENCE, gain)
        _turn_over(game, player, Area.RESIDENCES, space)


@whole_rule
def _gain_townspeople(game: Game, player: Seat, area: Any, viewer: int, out: Prospects) -> None:
    spaces = townspeople_spaces(game, area)
    while spaces:
        space = FIRST[area] + first(spaces)
        spaces &= spaces - 1
        _turn_over(game, player, area, space)
        own, others = _bonus(game, player, area, space), 0
        for other in range(game.seats):
            if other == player:
                own += beneath_points(game, other, space, area)
            else:
                others += beneath_points(game, other, space, area)
        if is_on_top(space):
            own += EXTRA_CARD
        for symbol in range(FIRST_SYMBOL[area], FIRST_SYMBOL[area + 1]):
            _offer_townspeople(out, viewer, symbol, space, own - others // (game.seats - 1))
        _turn_over(game, player, area, space)


@small_rule
def _offer_townspeople(out: Prospects, viewer: int, symbol: Any, space: Space, gain: int) -> None:
    """With a card that shows the symbol."""
    _offer(out, viewer, symbol, max(placed_points(space, symbol) + gain, 0))


@whole_rule
def _gain_trade(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    for good in range(_FIRST_GOOD, _FIRST_GOOD + GOODS):
        _gain_good(game, player, good, viewer, out)


@small_rule
def _gain_good(game: Game, player: Seat, good: Any, viewer: int, out: Prospects) -> None:
    """In whatever row: all spaces of the good bring the same."""
    if trade_spaces(game, good) == 0:
        return
    space = FIRST[Area.TRADE] + first(trade_spaces(game, good))
    _turn_over(game, player, Area.TRADE, space)
    value, own, others, hope = good_value(game, space), diamonds_on_good(game, player, space), 0, 0
    for other in range(game.seats):
        if other != player:
            diamonds = diamonds_on_good(game, other, space)
            others += diamonds
            if is_good_deal(diamonds, own):
                hope = EXTRA_CARD
    gain = value * own - value * others // (game.seats - 1) + hope
    _offer(out, viewer, good, max(gain + _bonus(game, player, Area.TRADE, space), 0))
    _turn_over(game, player, Area.TRADE, space)


@whole_rule
def _gain_harbor(game: Game, player: Seat, viewer: int, out: Prospects) -> None:
    """Without the ship's move, which depends on the number: `prospect` adds it."""
    spaces = harbor_spaces(game)
    while spaces:
        space = FIRST[Area.HARBOR] + first(spaces)
        spaces &= spaces - 1
        _turn_over(game, player, Area.HARBOR, space)
        gain = 0
        if departs(game, space):
            points, others = fleet_points(game, space), 0
            for owner in range(SEATS + 1):  # neutral diamonds, too: the weights have learned it so
                if owner != player:
                    others += diamonds_in_fleet(game, owner, space)
            gain = points * diamonds_in_fleet(game, player, space) - points * others // (game.seats - 1)
        _offer(out, viewer, Symbol.SHIP, gain)
        _turn_over(game, player, Area.HARBOR, space)


# --- Prospects: gains and cards


@whole_rule
def list_prospects(game: Game, seat: Seat, out: Prospects, count: int) -> int:
    """Write the features of what the cards promise from index `count` on; returns the index after them."""
    is_passed = game.turn + 1 < game.option.cards_played  # after the last turn of a round hands go to the display
    at = AT_PROSPECT + (2 * (int(game.seats) - 2) + is_passed) * PROSPECTS * GAINS
    for viewer in range(VIEWERS):
        for number in range(1, 6):
            out.by_sea[viewer, number] = sailing(game, viewer_seat(game, seat, viewer), number)
    count = _list_best_two(SELF, COMING, at, out, count)
    count = _list_best_two(NEIGHBOUR, OWN, at + 2 * GAINS, out, count)
    count = _list_best_two(SELF, OWN, at + 4 * GAINS, out, count)  # with few players it comes back
    out.features[count] = at + 6 * GAINS + bucket(_best_of_display(SELF, out))
    out.features[count + 1] = at + 7 * GAINS + bucket(_best_of_display(NEIGHBOUR, out))
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
    return min(deck_left(game) // (HAND * int(game.seats) + int(game.option.fresh_display)), ROUNDS - 1)


@whole_rule
def viewer_seat(game: Game, seat: Seat, viewer: int) -> Seat:
    """The seat itself, or its left neighbour."""
    return left_of(game, seat) if viewer else seat


@whole_rule
def prospect(viewer: int, card: Card, out: Prospects) -> int:
    """The best that the player could do with the card."""
    symbol = CARD_SYMBOL[card]
    by_sea = int(out.by_sea[viewer, SHIPS_WHEEL[card]])
    gain = int(out.gains[viewer, symbol])
    if symbol == Symbol.SHIP and gain >= 0:
        return gain + by_sea
    return max(gain, by_sea)


@whole_rule
def sailing(game: Game, player: Seat, number: int) -> int:
    """What sailing so far would bring the player."""
    if not can_sail(game, player):
        return 0
    space = landing(game, player, number)
    return SEA_POINTS[space] + (EXTRA_CARD if SEA_EXTRA_CARD[space] else 0)


@whole_rule
def _list_best_two(viewer: int, hand: int, at: int, out: Prospects, count: int) -> int:
    """What the two best cards of a hand promise a player."""
    best, second = UNKNOWN, UNKNOWN
    for index in range(out.count[hand]):
        worth = prospect(viewer, int(out.cards[hand, index]), out)
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    out.features[count] = at + bucket(best)
    out.features[count + 1] = at + GAINS + bucket(second)
    return count + 2


@whole_rule
def _best_of_display(viewer: int, out: Prospects) -> int:
    best = UNKNOWN
    for symbol in range(SYMBOLS):
        if out.by_symbol[symbol] > 0:
            best = max(best, int(out.gains[viewer, symbol]))
    for number in range(1, 6):
        if out.by_number[number] > 0:
            best = max(best, int(out.by_sea[viewer, number]))
    return best
