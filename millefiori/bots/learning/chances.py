"""Chances to win that can be trusted: from an expected final margin, and how far games have strayed from it.

A final margin strays from the expected one, the less the nearer the end. How far was measured in games of `learned`
that no training saw: `python -m benchmarks.calibration --fit` plays them and prints the constants below.
"""

import numpy as np

from millefiori.engine.compiled import rule
from millefiori.engine.rules.end import margin, standing
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import Seat

SPREADS = ((8.62, 0.48, 0.537), (9.0, 0.35, 0.475), (6.75, 0.6, 0.6))
"""By players, from two: the spread is points * (diamonds to come + more) ** power, with these three numbers."""
STEEPNESS = 1.7
"""Makes the logistic curve nearly that of a normal distribution with the spread as its deviation."""


@rule
def diamonds_to_come(game: Game) -> int:
    """Until somebody's supply is empty and the game ends."""
    fewest = int(game.supply[0])
    for player in range(1, game.seats):
        fewest = min(fewest, int(game.supply[player]))
    return max(fewest, 0)


@rule
def spread(game: Game) -> float:
    """The points by which final margins stray from the expected ones, from this position on."""
    points, more, power = SPREADS[game.seats - 2]
    return points * (diamonds_to_come(game) + more) ** power


@rule
def calibrated_chance(game: Game, seat: Seat, expected: float) -> float:
    """The seat's chance to win, from the final margin that is expected for it and the others' lead over each other."""
    others = standing(game, seat) - margin(game, seat)  # their mean
    odds_against = 0.0
    for player in range(game.seats):
        if player != seat:
            ahead = expected + others - standing(game, player)
            odds_against += np.exp(-STEEPNESS * ahead / spread(game))
    return 1 / (1 + odds_against)
