"""Diamonds, points and sets of spaces: what all areas share (rules 3.3, 3.6, 3.7)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.board import ALL, AREA, BIT, SPACES
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import FREE, NEUTRAL, SEATS, Area, Seat, Space, Spaces


@small_rule
def filled(game: Public, area: Area) -> Spaces:
    """The spaces of the area that hold a diamond, whoever owns it."""
    spaces = game.diamonds[NEUTRAL, area]
    for player in range(SEATS):  # a fixed number: the compiler unrolls the loop
        spaces |= game.diamonds[player, area]
    return spaces


@small_rule
def free(game: Public, area: Area) -> Spaces:
    """The spaces of the area without a diamond."""
    return ALL[area] & ~filled(game, area)


@rule
def owner(game: Public, space: Space) -> Seat:
    """Whose diamond lies on the space: a seat, NEUTRAL or FREE."""
    for player in range(SEATS + 1):
        if game.diamonds[player, AREA[space]] & BIT[space]:
            return player
    return FREE


@rule
def write_owners(game: Public, owners: NDArray[Any]) -> None:
    """The owner of every space."""
    for space in range(SPACES):
        owners[space] = owner(game, space)


def owners(game: Public) -> list[Seat]:
    """The owner of every space, for use from Python."""
    found = np.empty(SPACES, np.int8)
    write_owners(game, found)
    return found.tolist()


@small_rule
def diamonds_left(game: Public, seat: Seat) -> int:
    """What the seat can still place: the supply, then the reserve."""
    return game.supply[seat] + game.reserve[seat]


@small_rule
def take_diamond(game: Public, seat: Seat) -> None:
    """Rule 3.3: from the supply, or from the reserve once the supply is empty; an empty supply ends the game (12.2)."""
    if game.supply[seat] > 0:
        game.supply[seat] -= 1
        if game.supply[seat] == 0:
            game.last_turns = True
    else:
        game.reserve[seat] -= 1


@small_rule
def place_diamond(game: Public, seat: Seat, area: Area, space: Space) -> None:
    """Lay a diamond of the seat on a space of the area."""
    take_diamond(game, seat)
    game.diamonds[seat, area] |= BIT[space]


@small_rule
def award(game: Public, seat: Seat, points: int, reason: int) -> None:
    """Rule 3.7: all points are awarded here, and each has a reason."""
    game.score[seat] += points
    game.points[seat, reason] += points
