"""All that an action has brought, found in one compiled call: who gained, why, and which spaces explain it.

The rules say which spaces they are: the group, the row, the filled spaces of a good, a fleet ... Here they are sets;
`space_numbers` makes numbers of them, so that a picture can light them up.
"""

from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from millefiori.engine.board import AREA, BENEATH, BIT, CARGO, FIRST, FLEET, SAME_IN_SET
from millefiori.engine.compiled import rule
from millefiori.engine.layout import Int8, Int16, Int64, layout
from millefiori.engine.operations import size
from millefiori.engine.rules.diamonds import filled
from millefiori.engine.rules.residences import row_start
from millefiori.engine.rules.workshops import group
from millefiori.engine.state import Game, Games
from millefiori.engine.vocabulary import SEATS, SETS, Area, Phase, Reason, Seat, Space, Spaces


class FoundGain:
    """Points for one seat and one reason."""

    seat: Int8
    reason: Int8
    points: Int16
    number: Int16  # GOOD, FLEET: the seat's diamonds that score; SEA: where its ship is now
    spaces: Int64  # see `write_spaces`
    goods: Int64  # FLEET: the filled goods of its row


FOUND_GAIN = layout(FoundGain)
MOST_GAINS = SEATS * len(Reason)
REASONS = len(Reason)
NONE = -1
"""No space on which a diamond was placed, or no bonus diamond."""


@rule
def list_gains(befores: Games, afters: Games, space: int, found: NDArray[Any]) -> tuple[int, int, int]:
    """List who gained by an action that placed a diamond on `space`, or on NONE, the player's own gains first.

    Takes the games before and after it as arrays of one. Returns the player's seat, how many gains there are, and the
    set for which the player earned a bonus diamond, if any.
    """
    before, after = befores[0], afters[0]
    seat, count, earned = before.to_act, 0, NONE
    for distance in range(before.seats):
        player = (seat + distance) % before.seats
        for reason in range(REASONS):
            points = after.points[player, reason] - before.points[player, reason]
            if points != 0:
                gain = found[count]
                gain.seat, gain.reason, gain.points = player, reason, points
                write_spaces(after, player, reason, space, gain)
                count += 1
    for area in range(SETS):
        if earned == NONE and after.bonus[seat, area] != before.bonus[seat, area]:
            earned = area
    return seat, count, earned


@rule
def write_spaces(after: Game, player: Seat, reason: int, space: int, gain: FoundGain) -> None:
    """Write the spaces that explain a player's points for a reason; none for the sea.

    GROUP: the group. ROW: the row. GOOD: all filled spaces of the good, as many as it is worth. FLEET: the three ships,
    with the filled goods of their row. NOBILI, POPULI: the space itself. Beneath: the player's diamonds there. Bonus:
    the player's diamonds of the set.
    """
    gain.number, gain.spaces, gain.goods = 0, 0, 0
    if reason == Reason.SEA:
        gain.number = after.ship[player]
    elif Reason.WORKSHOPS_BONUS <= reason <= Reason.TRADE_BONUS:
        gain.spaces = after.diamonds[player, reason - Reason.WORKSHOPS_BONUS]
    elif space != NONE:
        own = after.diamonds[player, AREA[space]]
        if reason == Reason.GROUP:
            gain.spaces = group(after, player, space)
        elif reason == Reason.ROW:
            gain.spaces = 2 * BIT[space] - BIT[row_start(after, player, space)]
        elif reason == Reason.GOOD:
            gain.spaces = filled(after, Area.TRADE) & SAME_IN_SET[space]
            gain.number = size(own & SAME_IN_SET[space])
        elif reason == Reason.FLEET:
            gain.spaces, gain.goods = FLEET[space], filled(after, Area.TRADE) & CARGO[space]
            gain.number = size(own & FLEET[space])
        elif reason in (Reason.NOBILI, Reason.POPULI):
            gain.spaces = BIT[space]
        elif reason in (Reason.NOBILI_BENEATH, Reason.POPULI_BENEATH):
            gain.spaces = own & BENEATH[space]


@rule
def new_phases(befores: Games, afters: Games) -> tuple[bool, bool]:
    """Has an action earned an extra card? And does a bonus diamond that it earned wait for the end of the game?"""
    before, after = befores[0], afters[0]
    extra_card = before.phase == Phase.PLAY and after.phase == Phase.TAKE
    return extra_card, after.phase != Phase.OVER and not before.option.bonus_at_once


@lru_cache(maxsize=4096)
def space_numbers(area: int, spaces: Spaces) -> tuple[Space, ...]:
    """The spaces of a set by number."""
    begin = int(FIRST[area])
    return tuple(begin + index for index in range(spaces.bit_length()) if spaces >> index & 1)
