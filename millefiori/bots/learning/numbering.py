"""The numbers of the features, group by group. Weights are tied to them: a change here is a new `VERSION`.

`GROUPS` names the ranges, `AT_...` is where each of them begins. Owners are relative: 0 the seat itself, 1 its left
neighbour and so on.
"""

from millefiori.bots.learning.patterns import (
    FLEET_PATTERNS,
    GOLD_PATTERNS,
    GOOD_PATTERNS,
    GOODS,
    GROUP_PATTERNS,
    KIND_PATTERNS,
    OPEN_PATTERNS,
    ROW_PATTERNS,
    ROWS,
)
from millefiori.engine.board import CARDS, LAST_SEA_SPACE, SPACES
from millefiori.engine.editions import EDITIONS
from millefiori.engine.state import HAND
from millefiori.engine.vocabulary import SEATS, SETS, Symbol

VERSION = 3
OLDEST = 2
"""Weights of this version still fit: later features were added at the end."""

SYMBOLS = len(Symbol)
DIAMONDS = 31
COUNTS = 4  # none, one, two, more
LEFT = 6  # cards of a symbol that are still unseen: 0, 1, 2, 3-4, 5-7, more
ROUNDS = 11
GAINS = 22  # unknown, no space, then points by twos
PROSPECTS = 8  # the best and second best card of three hands, and the best of the display for two players
RACES = 5  # kinds that are missing in a set: none to four, or bonus diamonds that are taken
MOST = 320
"""More features than a position can have."""
ALL_KINDS = sum(KIND_PATTERNS)
FIRST_KIND = tuple(sum(KIND_PATTERNS[:area]) for area in range(SETS))

_sizes = {
    "owner of a space": SPACES * (SEATS + 1),
    "kinds in a set": SEATS * ALL_KINDS,
    "good": SEATS * GOODS * GOOD_PATTERNS,
    "fleet": SEATS * ROWS * FLEET_PATTERNS,
    "next residence": SEATS * ROW_PATTERNS,
    "largest group": SEATS * GROUP_PATTERNS,
    "gold symbols": GOLD_PATTERNS,
    "open spaces of a pyramid": 2 * OPEN_PATTERNS,
    "bonus diamonds taken of a set": SETS * (SEATS + 1),
    "own bonus diamond of a set": SETS,
    "ship": SEATS * (LAST_SEA_SPACE + 1),
    "diamonds left": SEATS * DIAMONDS,
    "display, by symbol": SYMBOLS * COUNTS,
    "display, by number": 5 * COUNTS,
    "rounds left": ROUNDS,
    "turn of the round": HAND,
    "players still to play in this turn": SEATS,
    "players": SEATS + 1,
    "edition": len(EDITIONS),
    "tactical": 1,
    "last turns": 1,
    "own hand": CARDS,
    "hand that comes next": CARDS,
    "unseen, by symbol": SYMBOLS * LEFT,
    "gain by symbol": 2 * SYMBOLS * GAINS,
    "race for a set": SETS * RACES**3,
    "prospects": 2 * (SEATS - 1) * PROSPECTS * GAINS,
    "fewest diamonds in a supply, rounds left": DIAMONDS * ROUNDS,
}
GROUPS: dict[str, tuple[int, int]] = {}
for _name, _size in _sizes.items():
    _begin = sum(_sizes[before] for before in GROUPS)
    GROUPS[_name] = (_begin, _begin + _size)
FEATURES = sum(_sizes.values())
OLD_FEATURES = GROUPS["unseen, by symbol"][1]
"""Features of the oldest version."""

(
    AT_OWNER,
    AT_KINDS,
    AT_GOOD,
    AT_FLEET,
    AT_NEXT_RESIDENCE,
    AT_GROUP,
    AT_GOLD,
    AT_OPEN,
    AT_TAKEN,
    AT_OWN_BONUS,
    AT_SHIP,
    AT_LEFT_DIAMONDS,
    AT_DISPLAY_SYMBOL,
    AT_DISPLAY_NUMBER,
    AT_ROUND,
    AT_TURN,
    AT_TO_PLAY,
    AT_PLAYERS,
    AT_EDITION,
    AT_TACTICAL,
    AT_LAST_TURNS,
    AT_HAND,
    AT_NEXT_HAND,
    AT_UNSEEN,
    AT_GAIN,
    AT_RACE,
    AT_PROSPECT,
    AT_END,
) = (begin for begin, _ in GROUPS.values())
