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
def departs(game: Public, space: Space) -> bool:
    """Rule 8.2: are all three ships of the row filled?"""
    return FLEET[space] & free(game, Area.HARBOR) == 0


@small_rule
def fleet_points(game: Public, space: Space) -> int:
    """Rule 8.2: what each diamond in the row scores when the fleet departs, by the filled goods in it."""
    return FLEET_POINTS[size(filled(game, Area.TRADE) & CARGO[space])]


@small_rule
def diamonds_in_fleet(game: Public, owner: int, space: Space) -> int:
    """How many diamonds of the row are the owner's: a seat's, or neutral."""
    return size(game.diamonds[owner, Area.HARBOR] & FLEET[space])


@small_rule
def score_harbor(game: Public, space: Space) -> None:
    """Rule 8.2, once the diamond lies on `space`; the ship moves afterwards (8.3)."""
    if departs(game, space):
        points = fleet_points(game, space)
        for player in range(SEATS):
            award(game, player, points * diamonds_in_fleet(game, player, space), Reason.FLEET)
