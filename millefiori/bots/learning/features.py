"""A position as a list of features: what the learned evaluation sees, from one seat and from what that seat knows.

A feature is a number (see `numbering`); a position has some 140 of them. The list has parts, one for each area of the
board, one for the players, one for the display, one for time and hands, because a turn changes few of them. Inside a
part the features ascend, so that two lists of it can be compared in one pass.
"""

from itertools import pairwise
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.numbering import (
    ALL_KINDS,
    AT_DISPLAY_NUMBER,
    AT_DISPLAY_SYMBOL,
    AT_EDITION,
    AT_FLEET,
    AT_GOLD,
    AT_GOOD,
    AT_GROUP,
    AT_HAND,
    AT_KINDS,
    AT_LAST_TURNS,
    AT_LEFT_DIAMONDS,
    AT_NEXT_HAND,
    AT_NEXT_RESIDENCE,
    AT_OPEN,
    AT_OWN_BONUS,
    AT_OWNER,
    AT_PLAYERS,
    AT_ROUND,
    AT_SHIP,
    AT_TACTICAL,
    AT_TAKEN,
    AT_TO_PLAY,
    AT_TURN,
    AT_UNSEEN,
    COUNTS,
    DIAMONDS,
    FIRST_KIND,
    LEFT,
    SYMBOLS,
)
from millefiori.bots.learning.patterns import (
    FLEET_PATTERNS,
    GOOD_PATTERNS,
    GOODS,
    GROUP_PATTERNS,
    OPEN_PATTERNS,
    ROW_PATTERNS,
    ROWS,
    fleet_pattern,
    gold_pattern,
    good_pattern,
    group_pattern,
    kind_pattern,
    open_pattern,
    row_pattern,
)
from millefiori.bots.learning.prospects import COMING, OWN, Prospects, list_gains, list_prospects, rounds_left
from millefiori.engine.board import CARD_SYMBOL, CARDS, COPIES, FIRST, LAST_SEA_SPACE, SHIPS_WHEEL, SPACES
from millefiori.engine.compiled import whole_rule
from millefiori.engine.layout import Bool, Int8
from millefiori.engine.operations import first, nonzero
from millefiori.engine.state import HAND, Game
from millefiori.engine.view import has_seen_hand
from millefiori.engine.vocabulary import HIDDEN, NEUTRAL, NO_CARD, SEATS, SETS, Area, Card, Seat

PARTS = len(Area) + 4
PLAYERS_PART, DISPLAY_PART, HANDS_PART, PROSPECTS_PART = range(len(Area), PARTS)


class FeatureList(Prospects):
    """Working space: the features of a position or of a part of it, and what is needed to find them."""

    sees_prospects: Bool  # gains and prospects too: old weights do without
    unseen: Annotated[NDArray[np.int8], (SYMBOLS,)]  # cards that nobody has shown
    seat: Int8  # from which the position is seen
    start_player: Int8  # of the round; in the game itself it may be changed to look at a turn alone


_FIRST_CARD = tuple(int(np.searchsorted(CARD_SYMBOL, symbol)) for symbol in range(SYMBOLS + 1))  # cards go by symbol
_COPIES = tuple(int(COPIES[begin:end].sum()) for begin, end in pairwise(_FIRST_CARD))


@whole_rule
def look_from(out: FeatureList, seat: Seat, start_player: Seat) -> None:
    """List features from this seat, in a round that this player has started."""
    out.seat = seat
    out.start_player = start_player


@whole_rule
def list_features(game: Game, out: FeatureList) -> int:
    """Write the features of the position as the seat knows it after its turn; returns how many there are."""
    count = 0
    for part in range(PARTS):
        count = list_part(game, part, out, count)
    return count


@whole_rule
def list_part(game: Game, part: int, out: FeatureList, count: int) -> int:
    """Write the features of one part from index `count` on; returns the index after them."""
    if part < PLAYERS_PART:
        return _list_area(game, out.seat, part, out, count)
    if part == PLAYERS_PART:
        return _list_players(game, out.seat, out, count)
    if part == DISPLAY_PART:
        return _list_display(game, out, count)
    if part == PROSPECTS_PART:
        return list_prospects(game, out.seat, out, count) if out.sees_prospects else count
    count = _list_time(game, out, count)
    return _list_hands(game, out.seat, out, count)


@whole_rule
def seat_after(game: Game, seat: Seat, steps: int) -> Seat:
    """The seat so many steps to the left."""
    return seat + steps if seat + steps < game.seats else seat + steps - int(game.seats)


@whole_rule
def _list_area(game: Game, seat: Seat, area: int, out: FeatureList, count: int) -> int:
    for relative in range(game.seats):
        count = _list_diamonds(game, seat_after(game, seat, relative), relative, area, out, count)
    count = _list_diamonds(game, NEUTRAL, SEATS, area, out, count)
    if area < SETS:
        for relative in range(game.seats):
            kinds = kind_pattern(game, seat_after(game, seat, relative), area)
            out.features[count + relative] = AT_KINDS + relative * ALL_KINDS + FIRST_KIND[area] + kinds
        count += int(game.seats)
    for relative in range(game.seats):
        count = _list_patterns(game, seat_after(game, seat, relative), relative, area, out, count)
    count = _list_shared(game, area, out, count)
    return list_gains(game, seat, area, out, count) if out.sees_prospects else count


@whole_rule
def _list_diamonds(game: Game, owner: Seat, relative: int, area: int, out: FeatureList, count: int) -> int:
    spaces = game.diamonds[owner, area]
    first_feature = AT_OWNER + relative * SPACES + FIRST[area]
    while spaces:
        out.features[count] = first_feature + first(spaces)
        spaces &= spaces - 1
        count += 1
    return count


@whole_rule
def _list_patterns(game: Game, player: Seat, relative: int, area: int, out: FeatureList, count: int) -> int:
    """What the area promises a player."""
    if area == Area.TRADE:
        for good in range(GOODS):
            pattern = good_pattern(game, player, good)
            out.features[count + good] = AT_GOOD + (relative * GOODS + good) * GOOD_PATTERNS + pattern
        return count + GOODS
    if area == Area.HARBOR:
        for row in range(ROWS):
            pattern = fleet_pattern(game, player, row)
            out.features[count + row] = AT_FLEET + (relative * ROWS + row) * FLEET_PATTERNS + pattern
        return count + ROWS
    if area == Area.RESIDENCES:
        out.features[count] = AT_NEXT_RESIDENCE + relative * ROW_PATTERNS + row_pattern(game, player)
        return count + 1
    if area == Area.WORKSHOPS:
        out.features[count] = AT_GROUP + relative * GROUP_PATTERNS + group_pattern(game, player)
        return count + 1
    return count


@whole_rule
def _list_shared(game: Game, area: int, out: FeatureList, count: int) -> int:
    """What the area promises the next player."""
    if area == Area.WORKSHOPS:
        out.features[count] = AT_GOLD + gold_pattern(game)
        return count + 1
    if area == Area.NOBILI:
        out.features[count] = AT_OPEN + open_pattern(game, Area.NOBILI)
        return count + 1
    if area == Area.POPULI:
        out.features[count] = AT_OPEN + OPEN_PATTERNS + open_pattern(game, Area.POPULI)
        return count + 1
    return count


@whole_rule
def _list_players(game: Game, seat: Seat, out: FeatureList, count: int) -> int:
    """Bonus diamonds, ships and diamonds left."""
    for area in range(SETS):
        taken = 0
        for player in range(game.seats):
            taken += game.bonus[player, area] > 0
        out.features[count + area] = AT_TAKEN + area * (SEATS + 1) + taken
    count += SETS
    for area in range(SETS):
        if game.bonus[seat, area] > 0:
            out.features[count] = AT_OWN_BONUS + area
            count += 1
    seats = int(game.seats)
    for relative in range(seats):
        player = seat_after(game, seat, relative)
        out.features[count + relative] = AT_SHIP + relative * (LAST_SEA_SPACE + 1) + int(game.ship[player])
        diamonds = min(int(game.supply[player] + game.reserve[player]), DIAMONDS - 1)
        out.features[count + seats + relative] = AT_LEFT_DIAMONDS + relative * DIAMONDS + diamonds
    return count + 2 * seats


@whole_rule
def _list_display(game: Game, out: FeatureList, count: int) -> int:
    """The cards of the display, by symbol and by number."""
    out.by_number[:] = 0
    out.by_symbol[:] = 0
    for begin in (0, CARDS // 2):
        kinds = nonzero(game.display, begin)
        while kinds:
            card = begin + first(kinds)
            out.by_symbol[CARD_SYMBOL[card]] += game.display[card]
            out.by_number[SHIPS_WHEEL[card]] += game.display[card]
            kinds &= kinds - 1
    for symbol in range(SYMBOLS):
        shown = min(int(out.by_symbol[symbol]), COUNTS - 1)
        out.features[count + symbol] = AT_DISPLAY_SYMBOL + symbol * COUNTS + shown
    count += SYMBOLS
    for number in range(1, 6):
        out.features[count] = AT_DISPLAY_NUMBER + (number - 1) * COUNTS + min(int(out.by_number[number]), COUNTS - 1)
        count += 1
    return count


@whole_rule
def _list_hands(game: Game, seat: Seat, out: FeatureList, count: int) -> int:
    """The own hand, the known hand that comes next, and how many cards of each symbol nobody has shown."""
    out.count[COMING] = out.count[OWN] = 0
    for symbol in range(SYMBOLS):
        seen = 0
        for card in range(_FIRST_CARD[symbol], _FIRST_CARD[symbol + 1]):
            seen += game.discarded[card] + game.display[card]
        out.unseen[symbol] = _COPIES[symbol] - seen
    count = _list_hand(game, seat, AT_HAND, OWN, out, count)
    giver = seat_after(game, seat, int(game.seats) - 1)
    if has_seen_hand(game, seat, giver):
        count = _list_hand(game, giver, AT_NEXT_HAND, COMING, out, count)
        card = game.kept[giver]
        if card < HIDDEN:  # kept from this hand, but nobody else knows: as if it were still there
            out.unseen[CARD_SYMBOL[card]] -= 1
            out.cards[COMING, out.count[COMING]] = card
            out.count[COMING] += 1
            if not _has_card(game, giver, card):
                out.features[count] = AT_NEXT_HAND + int(card)
                count += 1
    for symbol in range(SYMBOLS):
        left = int(out.unseen[symbol])
        level = left if left < 3 else (3 if left < 5 else (4 if left < 8 else 5))
        out.features[count] = AT_UNSEEN + symbol * LEFT + max(level, 0)
        count += 1
    return count


@whole_rule
def _list_hand(game: Game, holder: Seat, first_feature: int, hand: int, out: FeatureList, count: int) -> int:
    """Each kind of card in a known hand once; all of its cards for the prospects."""
    last = NO_CARD
    for index in range(HAND):
        card = game.hand[holder, index]
        if card != NO_CARD:
            out.unseen[CARD_SYMBOL[card]] -= 1
            out.cards[hand, out.count[hand]] = card
            out.count[hand] += 1
            if card != last:
                out.features[count] = first_feature + int(card)
                count += 1
        last = card
    return count


@whole_rule
def _has_card(game: Game, holder: Seat, card: Card) -> bool:
    for index in range(HAND):
        if game.hand[holder, index] == card:
            return True
    return False


@whole_rule
def _list_time(game: Game, out: FeatureList, count: int) -> int:
    to_play = (out.start_player + game.seats - 1 - out.seat) % game.seats  # after this seat, in this turn
    out.features[count] = AT_ROUND + rounds_left(game)
    out.features[count + 1] = AT_TURN + int(game.turn)
    out.features[count + 2] = AT_TO_PLAY + int(to_play)
    out.features[count + 3] = AT_PLAYERS + int(game.seats)
    out.features[count + 4] = AT_EDITION + int(game.option.edition)
    count += 5
    if game.option.tactical:
        out.features[count] = AT_TACTICAL
        count += 1
    if game.last_turns:
        out.features[count] = AT_LAST_TURNS
        count += 1
    return count
