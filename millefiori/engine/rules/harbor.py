"""Harbor: five fleets of three ships. A full fleet departs and scores by the goods in its row (rules 8)."""

from millefiori.engine.board import CARGO, FLEET, FLEET_POINTS
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import size
from millefiori.engine.rules.diamonds import award, filled, free
from millefiori.engine.rules.sea import can_sail
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import SEATS, Area, Reason, Seat, Space, Spaces


@small_rule
def harbor_spaces(game: Public) -> Spaces:
    """Rule 8.1: any free ship."""
    return free(game, Area.HARBOR)


@small_rule
def ship_may_stay(game: Public, seat: Seat) -> bool:
    """Rule 8.4: may the ship stay where it is, in this edition and while it could move?"""
    return game.option.ship_may_stay and can_sail(game, seat)


@small_rule
def score_harbor(game: Public, space: Space) -> None:
    """Rule 8.2, once the diamond lies on `space`; the ship moves afterwards (8.3)."""
    fleet = FLEET[space]
    if fleet & free(game, Area.HARBOR) == 0:
        points = FLEET_POINTS[size(filled(game, Area.TRADE) & CARGO[space])]
        for player in range(SEATS):
            award(game, player, points * size(game.diamonds[player, Area.HARBOR] & fleet), Reason.FLEET)
