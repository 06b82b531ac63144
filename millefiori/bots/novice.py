"""`novice`: short sight. It counts the points that a card brings on the spot, and overlooks some of the possibilities.

So plays somebody who has just learned the rules: no extra cards, no bonus diamonds, no thought of what the others gain
or of the next turn; and of the spaces and cards on the table, only a share is noticed (`novice:40%` notices 40 %).
"""

from collections.abc import Sequence
from typing import cast

import numpy as np

from millefiori.bots.bot import Bot, read_percent
from millefiori.bots.thinking.desk import DESK, Desk, Desks
from millefiori.bots.thinking.turns import chance_of, play_now
from millefiori.engine.actions import DECLINE
from millefiori.engine.chance import PLAY, below, seed_stream
from millefiori.engine.compiled import rule
from millefiori.engine.rules.flow import apply, list_legal
from millefiori.engine.state import GAME, Game, Games
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber, Phase, Reason, Seat

_ON_THE_SPOT = int(Reason.WORKSHOPS_BONUS)
OVERLOOKED = -1.0


class NoviceBot(Bot):
    """Takes the most points that it notices."""

    summary = "the most points on the spot, among the possibilities that it notices"

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self.attention = read_percent("novice", budget)
        self._desks, self._views = np.zeros(1, DESK), np.zeros(1, GAME)
        seed_stream(cast(Desk, self._desks[0]).stream, seed, 0, PLAY)

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """The action with the most points of those that it notices."""
        self._views[0] = view
        return int(glance(self._desks, self._views, self.attention))


@rule
def glance(desks: Desks, views: Games, attention: float) -> ActionNumber:
    """The action that brings the most points, of those that are noticed; with arrays, for use from Python."""
    desk = desks[0]
    desk.games[0] = views[0]
    seat = desk.games[0].to_act
    count = list_legal(desk.games[0], desk.lists[0])
    best, best_points = below(desk.stream, count), OVERLOOKED  # if nothing is noticed: anything
    for number in range(count):
        if chance_of(desk.stream) < attention:
            points = noticed_points(desk, seat, desk.lists[0].actions[number], attention)
            if points + chance_of(desk.stream) > best_points:  # of equals any
                best, best_points = number, points + chance_of(desk.stream)
    return desk.lists[0].actions[best]


@rule
def noticed_points(desk: Desk, seat: Seat, action: ActionNumber, attention: float) -> float:
    """What an action brings on the spot: a card to keep or to take by the best use that is noticed."""
    if action == DECLINE and desk.games[0].phase == Phase.TAKE:
        return 0
    desk.games[1] = desk.games[0]
    if desk.games[0].phase == Phase.PLAY:
        return points_of(desk, seat, action)
    if desk.games[0].phase == Phase.KEEP:
        play_now(desk.games[1], seat, action)
    else:
        apply(desk.games[1], action)
    best = 0.0
    for use in range(list_legal(desk.games[1], desk.lists[1])):
        if chance_of(desk.stream) < attention:
            best = max(best, points_of(desk, seat, desk.lists[1].actions[use]))
    return best


@rule
def points_of(desk: Desk, seat: Seat, action: ActionNumber) -> float:
    """The seat's points by playing the card of the desk's second game so."""
    desk.games[2] = desk.games[1]
    desk.games[2].start_player = seat  # the turn alone: no hand is passed, no card dealt
    apply(desk.games[2], action)
    return on_the_spot(desk.games[2], seat) - on_the_spot(desk.games[1], seat)


@rule
def on_the_spot(game: Game, seat: Seat) -> float:
    """The seat's points without those for sets."""
    points = 0
    for reason in range(_ON_THE_SPOT):
        points += game.points[seat, reason]
    return points
