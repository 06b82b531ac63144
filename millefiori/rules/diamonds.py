"""Diamonds, points and sets of spaces: what all areas share (rules 3.3, 3.6, 3.7)."""

from millefiori.board import ALL, AREA, BIT
from millefiori.compiled import rule
from millefiori.state import Public
from millefiori.vocabulary import NEUTRAL, SEATS, Area, Seat, Space, Spaces


@rule
def filled(game: Public, area: Area) -> Spaces:
    """The spaces of the area with a diamond on them, whoever's it is."""
    spaces = game.diamonds[NEUTRAL, area]
    for seat in range(SEATS):  # a fixed number: the compiler makes one step of it
        spaces |= game.diamonds[seat, area]
    return spaces


@rule
def free(game: Public, area: Area) -> Spaces:
    """The spaces of the area without a diamond."""
    return ALL[area] & ~filled(game, area)


@rule
def diamonds_left(game: Public, seat: Seat) -> int:
    """What the seat can still place: the supply, then the reserve."""
    return game.supply[seat] + game.reserve[seat]


@rule
def take_diamond(game: Public, seat: Seat) -> None:
    """Rule 3.3: from the supply, or from the reserve once that is empty. The last of a supply ends the game (12.2)."""
    if game.supply[seat] > 0:
        game.supply[seat] -= 1
        if game.supply[seat] == 0:
            game.last_turns = True
    else:
        game.reserve[seat] -= 1


@rule
def place_diamond(game: Public, seat: Seat, space: Space) -> None:
    """Lay a diamond of the seat on the space."""
    take_diamond(game, seat)
    game.diamonds[seat, AREA[space]] |= BIT[space]


@rule
def award(game: Public, seat: Seat, points: int, reason: int) -> None:
    """Rule 3.7: all points are awarded here, and each has a reason."""
    game.score[seat] += points
    game.points[seat, reason] += points
