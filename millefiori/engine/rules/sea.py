"""The sea: every card can move the ship; only the space on which it lands counts (rules 9)."""

from millefiori.engine.board import LAST_SEA_SPACE, SEA_EXTRA_CARD, SEA_POINTS
from millefiori.engine.compiled import small_rule
from millefiori.engine.rules.bonus import earn_extra_card
from millefiori.engine.rules.diamonds import award
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import Reason, Seat


@small_rule
def can_sail(game: Public, seat: Seat) -> bool:
    """Can the ship still move?"""
    return game.ship[seat] < LAST_SEA_SPACE


@small_rule
def landing(game: Public, seat: Seat, number: int) -> int:
    """Rules 9.1 and 9.3: the space of the sea to which the ship moves."""
    return min(game.ship[seat] + number, LAST_SEA_SPACE)


@small_rule
def sail(game: Public, seat: Seat, number: int) -> None:
    """Rules 9.1-9.4: move the ship by the number in the ship's wheel; on the last space nothing happens any more."""
    if can_sail(game, seat):
        space = landing(game, seat, number)
        game.ship[seat] = space
        award(game, seat, SEA_POINTS[space], Reason.SEA)
        if SEA_EXTRA_CARD[space]:
            earn_extra_card(game)
