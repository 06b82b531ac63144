"""Where a game stands, counted in one compiled call: owners, goods, fleets, bonus spaces, cards out of sight.

Made from a view, so it holds nothing that its seat may not know.
"""

from typing import Annotated, Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.board import (
    BONUS_VALUES,
    CARD_SYMBOL,
    CARDS,
    CARGO,
    DECK,
    FIRST,
    FLEET,
    KIND_SPACES,
    KINDS,
    MOST_KINDS,
    SPACES,
)
from millefiori.engine.compiled import rule
from millefiori.engine.layout import Bool, Int8, array_of, blank_array, layout
from millefiori.engine.operations import size
from millefiori.engine.rules.diamonds import filled, write_owners
from millefiori.engine.rules.harbor import fleet_points
from millefiori.engine.rules.piles import cards_in
from millefiori.engine.rules.rounds import all_keep, deck_left, is_asked
from millefiori.engine.state import Game, Games
from millefiori.engine.view import View, count_unseen
from millefiori.engine.vocabulary import NO_CARD, SEATS, SETS, Area, Phase, Symbol

GOODS = len(KINDS[Area.TRADE])
FLEETS = (SPACES - int(FIRST[Area.HARBOR])) // 3
SYMBOLS = len(Symbol)


class Standing:
    """What can be counted of a view."""

    owners: Annotated[NDArray[np.int8], (SPACES,)]  # by space: seat, NEUTRAL or FREE
    kinds: Annotated[NDArray[np.int16], (SEATS, SETS)]  # which symbols, values, goods a player has: bits
    cards: Annotated[NDArray[np.int8], (SEATS,)]  # in each hand
    has_kept: Annotated[NDArray[np.int8], (SEATS,)]  # 1 for a card that is not in play yet
    is_asked: Annotated[NDArray[np.int8], (SEATS,)]  # 1 for a seat with a decision to make
    goods: Annotated[NDArray[np.int8], (GOODS,)]  # value of each
    fleets: Annotated[NDArray[np.int8], (FLEETS, 3)]  # filled ships, filled goods, points per diamond
    bonus_left: Annotated[NDArray[np.int8], (SETS, len(BONUS_VALUES))]  # the values of free bonus spaces, else 0
    display: Annotated[NDArray[np.int8], (len(DECK),)]  # its cards one by one, copies included
    discarded: Annotated[NDArray[np.int8], (len(DECK),)]
    in_display: Int8  # how many
    in_discarded: Int8
    gone: Annotated[NDArray[np.int8], (SYMBOLS,)]  # by symbol: cards out of the game
    unseen: Annotated[NDArray[np.int8], (SYMBOLS,)]  # by symbol: cards that the view does not show
    deck: Int8  # how many cards it has
    all_keep: Bool  # everybody keeps a card at the same time


STANDING = layout(Standing)


def standing(seen: View) -> Standing:
    """Count what can be counted."""
    standings = blank_array(STANDING)
    count_all(array_of(seen), standings)
    return cast(Standing, standings[0])


@rule
def count_all(views: Games, standings: NDArray[Any]) -> None:
    """Everything, in one compiled call from Python."""
    seen, found = views[0], standings[0]
    write_owners(seen, found.owners)
    found.all_keep, found.deck = all_keep(seen), deck_left(seen)
    for player in range(seen.seats):
        found.cards[player] = cards_in(seen.hand[player])
        in_play = seen.phase == Phase.PLAY and seen.to_act == player
        found.has_kept[player] = seen.kept[player] != NO_CARD and not in_play
        found.is_asked[player] = is_asked(seen, player)
    count_board(seen, found)
    found.in_display = list_cards(seen.display, found.display, found.gone)
    found.gone[:] = 0
    found.in_discarded = list_cards(seen.discarded, found.discarded, found.gone)
    counts = np.empty(CARDS, np.int8)
    count_unseen(seen, counts)
    for card in range(CARDS):
        found.unseen[CARD_SYMBOL[card]] += counts[card]


@rule
def count_board(seen: Game, found: Standing) -> None:
    """Kinds of each set, goods, fleets and bonus spaces."""
    goods, ships = filled(seen, Area.TRADE), filled(seen, Area.HARBOR)
    for good in range(GOODS):
        found.goods[good] = size(goods & KIND_SPACES[Area.TRADE, good])
    for row in range(FLEETS):
        ship = FIRST[Area.HARBOR] + 3 * row
        aboard = size(goods & CARGO[ship])
        found.fleets[row, 0], found.fleets[row, 1] = size(ships & FLEET[ship]), aboard
        found.fleets[row, 2] = fleet_points(seen, ship)
    for area in range(SETS):
        for index in range(len(BONUS_VALUES)):
            found.bonus_left[area, index] = BONUS_VALUES[index]
        for player in range(seen.seats):
            for kind in range(MOST_KINDS):
                if seen.diamonds[player, area] & KIND_SPACES[area, kind]:
                    found.kinds[player, area] |= 1 << kind
            for index in range(len(BONUS_VALUES)):
                if seen.bonus[player, area] == BONUS_VALUES[index]:
                    found.bonus_left[area, index] = 0


@rule
def list_cards(counts: NDArray[Any], cards: NDArray[Any], by_symbol: NDArray[Any]) -> int:
    """List cards one by one from their counts, and add them up by symbol; returns how many there are."""
    listed = 0
    for card in range(CARDS):
        for _ in range(counts[card]):
            cards[listed] = card
            listed += 1
        by_symbol[CARD_SYMBOL[card]] += counts[card]
    return listed
