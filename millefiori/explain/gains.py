"""All that an action brings, found in compiled code: who gains, why, and which spaces explain it.

The rules say which spaces they are: the group, the row, the filled spaces of a good, a fleet ... Here they are sets;
`space_numbers` makes numbers of them, so that a picture can light them up.
"""

from functools import lru_cache
from typing import Any

from numpy.typing import NDArray

from millefiori.engine.actions import SAIL, placed_space
from millefiori.engine.board import (
    AREA,
    BENEATH,
    BIT,
    CARD_SYMBOL,
    CARDS,
    CARGO,
    FIRST,
    FLEET,
    SAME_IN_SET,
    SPACE_SYMBOL,
)
from millefiori.engine.compiled import rule
from millefiori.engine.layout import Bool, Int8, Int16, Int64, layout
from millefiori.engine.operations import size
from millefiori.engine.rules.diamonds import filled
from millefiori.engine.rules.residences import row_start
from millefiori.engine.rules.workshops import group
from millefiori.engine.state import Game, Games
from millefiori.engine.vocabulary import SEATS, SETS, ActionNumber, Area, Phase, Reason, Seat, Space, Spaces


class FoundGain:
    """Points for one seat and one reason."""

    seat: Int8
    reason: Int8
    points: Int16
    space: Int16  # on which the action placed a diamond, or NONE
    number: Int16  # GOOD, FLEET: the seat's diamonds that score; SEA: where its ship is; else: do symbols match?
    spaces: Int64  # see `write_spaces`
    goods: Int64  # FLEET: the filled goods of its row


class FoundOutcome:
    """What an action brings."""

    obtain: Int16  # the action that keeps or takes the card first, or NONE
    card: Int16  # that is used
    action: Int16
    seat: Int8
    ship: Int8  # where the player's ship lands, or NONE
    begin: Int16  # its gains in the list of all, the player's own first
    end: Int16
    bonus: Int8  # the set for which the player earns a bonus diamond, or NONE
    bonus_value: Int8
    bonus_waits: Bool  # until the end of the game
    extra_card: Bool
    worth: Int64  # to compare: more points first, then an extra card, then fewer points for the others
    bonus_spaces: Int64  # the player's diamonds of that set


FOUND_GAIN, FOUND_OUTCOME = layout(FoundGain), layout(FoundOutcome)
MOST_GAINS = SEATS * len(Reason)
"""Of one action."""
MOST_POINTS = 10_000
"""More than an action ever brings."""
REASONS = len(Reason)
NONE = -1


@rule
def write_outcome(
    befores: Games, action: ActionNumber, afters: Games, outcomes: NDArray[Any], gains: NDArray[Any], begin: int
) -> int:
    """Write what an action has brought, from the games before and after it, and its gains from `begin` on.

    Takes games and outcome as arrays of one (see `calls`). Returns how many gains are listed then.
    """
    before, after, found = befores[0], afters[0], outcomes[0]
    seat = before.to_act
    found.action, found.seat, found.begin = action, seat, begin
    found.ship = after.ship[seat] if after.ship[seat] != before.ship[seat] else NONE
    found.extra_card = before.phase == Phase.PLAY and after.phase == Phase.TAKE
    found.bonus, found.bonus_value, found.bonus_waits, found.bonus_spaces = NONE, 0, False, 0
    for area in range(SETS):
        if found.bonus == NONE and after.bonus[seat, area] != before.bonus[seat, area]:
            found.bonus, found.bonus_value = area, after.bonus[seat, area]
            found.bonus_waits = after.phase != Phase.OVER and not before.option.bonus_at_once
            found.bonus_spaces = after.diamonds[seat, area]
    list_gains(before, action, after, found, gains)
    return found.end


@rule
def list_gains(before: Game, action: ActionNumber, after: Game, found: FoundOutcome, gains: NDArray[Any]) -> None:
    """List who gained by an action, the player's own gains first, and add up what they are worth."""
    space = placed_space(action) if CARDS <= action < SAIL else NONE
    end, own, others = int(found.begin), int(found.bonus_value) if found.bonus_waits else 0, 0
    for distance in range(before.seats):
        player = (found.seat + distance) % before.seats
        for reason in range(REASONS):
            points = int(after.points[player, reason]) - int(before.points[player, reason])
            if points != 0:
                gain = gains[end]
                gain.seat, gain.reason, gain.points, gain.space = player, reason, points, space
                write_spaces(before, after, player, reason, space, gain)
                own, others = (own, others + points) if distance else (own + points, others)
                end += 1
    found.end = end
    found.worth = (2 * own + int(found.extra_card)) * MOST_POINTS - others


@rule
def write_spaces(before: Game, after: Game, player: Seat, reason: int, space: int, gain: FoundGain) -> None:
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
        elif reason in (Reason.NOBILI_BENEATH, Reason.POPULI_BENEATH):
            gain.spaces = own & BENEATH[space]
        else:
            gain.spaces = BIT[space] if reason in (Reason.NOBILI, Reason.POPULI) else 0
            gain.number = SPACE_SYMBOL[space] == CARD_SYMBOL[before.kept[player]]


@lru_cache(maxsize=4096)
def space_numbers(area: int, spaces: Spaces) -> tuple[Space, ...]:
    """The spaces of a set by number."""
    begin = int(FIRST[area])
    return tuple(begin + index for index in range(spaces.bit_length()) if spaces >> index & 1)
