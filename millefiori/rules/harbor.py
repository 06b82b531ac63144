"""Harbor: five fleets of three ships. A full fleet departs and scores by the goods in its row (rules 8)."""

from millefiori.board import CARGO, FLEET, FLEET_POINTS
from millefiori.compiled import rule, size
from millefiori.rules.diamonds import award, filled, free
from millefiori.rules.sea import can_sail
from millefiori.state import Public
from millefiori.vocabulary import Area, Reason, Seat, Space, Spaces


@rule
def harbor_spaces(game: Public) -> Spaces:
    """Rule 8.1: any free ship."""
    return free(game, Area.HARBOR)


@rule
def may_stay(game: Public, seat: Seat) -> bool:
    """Rule 8.4: may the ship stay where it is, in this edition and while it could move?"""
    return game.option.ship_may_stay and can_sail(game, seat)


@rule
def score_harbor(game: Public, seat: Seat, space: Space) -> None:
    """Rule 8.2, once the diamond lies on `space`; the ship moves afterwards (8.3)."""
    fleet = FLEET[space]
    if fleet & free(game, Area.HARBOR) == 0:
        points = FLEET_POINTS[size(filled(game, Area.TRADE) & CARGO[space])]
        for player in range(game.seats):
            award(game, player, points * size(game.diamonds[player, Area.HARBOR] & fleet), Reason.FLEET)
