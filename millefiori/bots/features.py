"""A position as a list of features: what the learned evaluation sees, from one seat and from what that seat knows.

A feature is a number; a position has some 170 of them. Owners are relative: 0 the seat itself, 1 its left neighbour and
so on. `GROUPS` names the ranges. Weights are tied to this numbering: a change of it is a new `VERSION`.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from millefiori.board import CARD_SYMBOL, CARDS, COPIES, DECK, FIRST, LAST_SEA_SPACE, SHIPS_WHEEL, SPACES
from millefiori.bots.patterns import (
    FLEET_PATTERNS,
    GOLD_PATTERNS,
    GOOD_PATTERNS,
    GOODS,
    GROUP_PATTERNS,
    KIND_PATTERNS,
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
from millefiori.compiled import first, rule
from millefiori.editions import EDITIONS
from millefiori.layout import layout
from millefiori.state import HAND, Game
from millefiori.view import has_seen_hand
from millefiori.vocabulary import HIDDEN, NEUTRAL, NO_CARD, SEATS, SETS, Area, Card, Seat, Symbol

VERSION = 2

_SYMBOLS = len(Symbol)
_DIAMONDS = 31
_COUNTS = 4  # none, one, two, more
_LEFT = 6  # cards of a symbol that are still unseen: 0, 1, 2, 3-4, 5-7, more
_ROUNDS = 11
_ALL_KINDS = sum(KIND_PATTERNS)

_sizes = {
    "owner of a space": SPACES * (SEATS + 1),
    "kinds in a set": SEATS * _ALL_KINDS,
    "good": SEATS * GOODS * GOOD_PATTERNS,
    "fleet": SEATS * ROWS * FLEET_PATTERNS,
    "next residence": SEATS * ROW_PATTERNS,
    "largest group": SEATS * GROUP_PATTERNS,
    "gold symbols": GOLD_PATTERNS,
    "open spaces of a pyramid": 2 * OPEN_PATTERNS,
    "bonus diamonds taken of a set": SETS * (SEATS + 1),
    "own bonus diamond of a set": SETS,
    "ship": SEATS * (LAST_SEA_SPACE + 1),
    "diamonds left": SEATS * _DIAMONDS,
    "display, by symbol": _SYMBOLS * _COUNTS,
    "display, by number": 5 * _COUNTS,
    "rounds left": _ROUNDS,
    "turn of the round": HAND,
    "players still to play in this turn": SEATS,
    "players": SEATS + 1,
    "edition": len(EDITIONS),
    "tactical": 1,
    "last turns": 1,
    "own hand": CARDS,
    "hand that comes next": CARDS,
    "unseen, by symbol": _SYMBOLS * _LEFT,
}
GROUPS: dict[str, tuple[int, int]] = {}
for _name, _size in _sizes.items():
    _begin = sum(_sizes[before] for before in GROUPS)
    GROUPS[_name] = (_begin, _begin + _size)
FEATURES = sum(_sizes.values())
MOST = 320
"""More features than a position can have."""

(
    _OWNER,
    _KINDS,
    _GOOD,
    _FLEET,
    _NEXT_RESIDENCE,
    _GROUP,
    _GOLD,
    _OPEN,
    _TAKEN,
    _OWN_BONUS,
    _SHIP,
    _LEFT_DIAMONDS,
    _DISPLAY_SYMBOL,
    _DISPLAY_NUMBER,
    _ROUND,
    _TURN,
    _TO_PLAY,
    _PLAYERS,
    _EDITION,
    _TACTICAL,
    _LAST_TURNS,
    _HAND,
    _NEXT_HAND,
    _UNSEEN,
) = (begin for begin, _ in GROUPS.values())


class FeatureList:
    """Working space: the features of a position, and counts by symbol and number."""

    features: Annotated[NDArray[np.int16], (MOST,)]
    by_symbol: Annotated[NDArray[np.int8], (_SYMBOLS,)]  # cards of the display
    by_number: Annotated[NDArray[np.int8], (6,)]
    unseen: Annotated[NDArray[np.int8], (_SYMBOLS,)]  # cards that nobody has shown


FEATURE_LIST = layout(FeatureList)


@rule
def list_features(game: Game, seat: Seat, start_player: Seat, out: FeatureList) -> int:
    """Write the features of the position as the seat knows it, after its turn; returns how many there are."""
    count = _list_players(game, seat, out)
    count = _list_board(game, out, count)
    count = _list_cards(game, seat, out, count)
    return _list_time(game, seat, start_player, out, count)


@rule
def _list_players(game: Game, seat: Seat, out: FeatureList) -> int:
    count = 0
    for relative in range(game.seats):
        player = int((seat + relative) % game.seats)
        count = _list_diamonds(game, player, _OWNER + relative * SPACES, out, count)
        count = _list_patterns(game, player, relative, out, count)
        out.features[count] = _SHIP + relative * (LAST_SEA_SPACE + 1) + int(game.ship[player])
        diamonds = min(int(game.supply[player] + game.reserve[player]), _DIAMONDS - 1)
        out.features[count + 1] = _LEFT_DIAMONDS + relative * _DIAMONDS + diamonds
        count += 2
    return count


@rule
def _list_patterns(game: Game, player: Seat, relative: int, out: FeatureList, count: int) -> int:
    begin = _KINDS + relative * _ALL_KINDS
    for area in range(SETS):
        out.features[count + area] = begin + kind_pattern(game, player, area)
        begin += KIND_PATTERNS[area]
    count += SETS
    for good in range(GOODS):
        out.features[count + good] = (
            _GOOD + (relative * GOODS + good) * GOOD_PATTERNS + good_pattern(game, player, good)
        )
    count += GOODS
    for row in range(ROWS):
        out.features[count + row] = _FLEET + (relative * ROWS + row) * FLEET_PATTERNS + fleet_pattern(game, player, row)
    count += ROWS
    out.features[count] = _NEXT_RESIDENCE + relative * ROW_PATTERNS + row_pattern(game, player)
    out.features[count + 1] = _GROUP + relative * GROUP_PATTERNS + group_pattern(game, player)
    return count + 2


@rule
def _list_board(game: Game, out: FeatureList, count: int) -> int:
    """What all players share."""
    out.features[count] = _GOLD + gold_pattern(game)
    out.features[count + 1] = _OPEN + open_pattern(game, Area.NOBILI)
    out.features[count + 2] = _OPEN + OPEN_PATTERNS + open_pattern(game, Area.POPULI)
    return _list_diamonds(game, NEUTRAL, _OWNER + SEATS * SPACES, out, count + 3)


@rule
def _list_diamonds(game: Game, owner: Seat, first_feature: int, out: FeatureList, count: int) -> int:
    for area in range(len(FIRST)):
        spaces = game.diamonds[owner, area]
        while spaces:
            out.features[count] = first_feature + FIRST[area] + first(spaces)
            spaces &= spaces - 1
            count += 1
    return count


@rule
def _list_cards(game: Game, seat: Seat, out: FeatureList, count: int) -> int:
    for area in range(SETS):
        taken = 0
        for player in range(game.seats):
            taken += game.bonus[player, area] > 0
        out.features[count] = _TAKEN + area * (SEATS + 1) + taken
        count += 1
        if game.bonus[seat, area] > 0:
            out.features[count] = _OWN_BONUS + area
            count += 1
    out.by_symbol[:] = 0
    out.by_number[:] = 0
    out.unseen[:] = 0
    for card in range(CARDS):
        out.unseen[CARD_SYMBOL[card]] += COPIES[card] - game.discarded[card] - game.display[card]
        if game.display[card]:
            out.by_symbol[CARD_SYMBOL[card]] += game.display[card]
            out.by_number[SHIPS_WHEEL[card]] += game.display[card]
    for symbol in range(_SYMBOLS):
        out.features[count] = _DISPLAY_SYMBOL + symbol * _COUNTS + min(int(out.by_symbol[symbol]), _COUNTS - 1)
        count += 1
    for number in range(1, 6):
        out.features[count] = _DISPLAY_NUMBER + (number - 1) * _COUNTS + min(int(out.by_number[number]), _COUNTS - 1)
        count += 1
    return _list_hands(game, seat, out, count)


@rule
def _list_hands(game: Game, seat: Seat, out: FeatureList, count: int) -> int:
    """The own hand, the known hand that comes next, and how many cards of each symbol nobody has shown."""
    count = _list_hand(game, seat, _HAND, out, count)
    giver = (seat + game.seats - 1) % game.seats
    if has_seen_hand(game, seat, giver):
        count = _list_hand(game, giver, _NEXT_HAND, out, count)
        card = game.kept[giver]
        if card < HIDDEN:  # chosen from this hand, but nobody else knows: as if it were still there
            out.unseen[CARD_SYMBOL[card]] -= 1
            if not _has_card(game, giver, card):
                out.features[count] = _NEXT_HAND + int(card)
                count += 1
    for symbol in range(_SYMBOLS):
        left = int(out.unseen[symbol])
        level = left if left < 3 else (3 if left < 5 else (4 if left < 8 else 5))
        out.features[count] = _UNSEEN + symbol * _LEFT + max(level, 0)
        count += 1
    return count


@rule
def _list_hand(game: Game, holder: Seat, first_feature: int, out: FeatureList, count: int) -> int:
    """Each kind of card in a known hand once."""
    last = NO_CARD
    for place in range(HAND):
        card = game.hand[holder, place]
        if card != NO_CARD:
            out.unseen[CARD_SYMBOL[card]] -= 1
            if card != last:
                out.features[count] = first_feature + int(card)
                count += 1
        last = card
    return count


@rule
def _has_card(game: Game, holder: Seat, card: Card) -> bool:
    for place in range(HAND):
        if game.hand[holder, place] == card:
            return True
    return False


@rule
def _list_time(game: Game, seat: Seat, start_player: Seat, out: FeatureList, count: int) -> int:
    rounds_left = (len(DECK) - game.dealt) // (HAND * game.seats + game.option.fresh_display)
    to_play = (start_player + game.seats - 1 - seat) % game.seats  # after this seat, in this turn
    out.features[count] = _ROUND + min(int(rounds_left), _ROUNDS - 1)
    out.features[count + 1] = _TURN + int(game.turn)
    out.features[count + 2] = _TO_PLAY + int(to_play)
    out.features[count + 3] = _PLAYERS + int(game.seats)
    out.features[count + 4] = _EDITION + int(game.option.edition)
    count += 5
    if game.option.tactical:
        out.features[count] = _TACTICAL
        count += 1
    if game.last_turns:
        out.features[count] = _LAST_TURNS
        count += 1
    return count
