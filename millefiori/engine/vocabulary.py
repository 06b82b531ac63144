"""The words of the game: areas, symbols, sets, phases and reasons, and the numbers behind them.

A *seat* (0-3) is a place at the table, a *space* a number 0-108 on the board, a *card* a kind of card
(symbol and number, 0-73), an *action* a number 0-199. Numbers count from 0 inside the program and
from 1 in texts; only this file and the names in `board` and `actions` convert.
"""

from enum import IntEnum
from typing import Annotated, TypeAlias

import numpy as np

Seat: TypeAlias = Annotated[int, np.uint32]
Space: TypeAlias = Annotated[int, np.uint32]
"""Never negative: compiled code need not ask whether an index counts from the end (see `compiled.rule`)."""
Onlooker: TypeAlias = int
"""A seat, or SPECTATOR."""
Card: TypeAlias = int
ActionNumber: TypeAlias = int
Spaces: TypeAlias = int
"""A set of spaces of one area: bit n stands for the area's n-th space. `&`, `|`, `size` do the rest."""

SEATS = 4
NEUTRAL = 4
"""Owner of the neutral diamonds: the row after the four seats."""
FREE = -1
"""Owner of a space without a diamond."""
SPECTATOR = -1
"""The seat of someone who only watches."""
ALL_SEEING = -2
"""Sees a game with all its secrets: only the engine does."""

NO_CARD = 255
"""Ends a pile of cards; also: no card kept."""
HIDDEN = 254
"""A card that a view does not show."""

SEAT_LETTERS = "ABCD"


class Area(IntEnum):
    """The parts of the board, in the order of its spaces."""

    WORKSHOPS = 0
    RESIDENCES = 1
    NOBILI = 2
    POPULI = 3
    TRADE = 4
    HARBOR = 5


AREA_LETTERS = "WRNPTH"

SETS = 5
"""The first five areas are the sets that earn a bonus diamond; the harbor has none."""


class Symbol(IntEnum):
    """What a card shows, in the order of the facts file."""

    QUARTZ = 0
    ASH = 1
    LIME = 2
    PIGMENTS = 3
    RESIDENCE = 4
    LION = 5
    COIN = 6
    CROSS = 7
    FISH = 8
    SHELL = 9
    CRAB = 10
    GLASSES = 11
    CARAFES = 12
    JEWELRY = 13
    SWANS = 14
    SHIP = 15


class Phase(IntEnum):
    """What the player to act decides."""

    KEEP = 0  # which card of the hand to keep
    PLAY = 1  # what to do with the card in play
    TAKE = 2  # which card of the display to take as an extra card, if any
    OVER = 3


class Reason(IntEnum):
    """Why points are awarded: the columns of the score sheet."""

    GROUP = 0  # workshops: the group of the new diamond
    ROW = 1  # residences: the new space and the own row before it
    NOBILI = 2  # the new space of the pyramid
    NOBILI_BENEATH = 3  # diamonds beneath a new one
    POPULI = 4
    POPULI_BENEATH = 5
    GOOD = 6  # trade: diamonds on the good that was filled
    FLEET = 7  # harbor: diamonds in a fleet that departs
    SEA = 8  # the space on which the ship lands
    WORKSHOPS_BONUS = 9  # bonus diamonds, in the order of the sets
    RESIDENCES_BONUS = 10
    NOBILI_BONUS = 11
    POPULI_BONUS = 12
    TRADE_BONUS = 13
    EMPTY_DISPLAY = 14  # an extra card earned with no card to take
