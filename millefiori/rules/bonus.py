"""Bonus diamonds for complete sets (rules 10) and extra cards (rules 11)."""

from millefiori.board import AREA, BIT, BONUS_VALUES, SAME_IN_SET
from millefiori.compiled import first, rule
from millefiori.rules.diamonds import award, diamonds_left, take_diamond
from millefiori.state import Public
from millefiori.vocabulary import SETS, Area, Reason, Seat, Space, Spaces


@rule
def is_new_in_set(game: Public, seat: Seat, space: Space) -> bool:
    """Is the diamond on `space` the seat's only one on that symbol, good or value?"""
    return game.diamonds[seat, AREA[space]] & SAME_IN_SET[space] == BIT[space]


@rule
def different(game: Public, seat: Seat, area: int, first_space: Space) -> int:
    """How many different symbols, goods or values of the area the seat has."""
    left: Spaces = game.diamonds[seat, area]
    count = 0
    while left:
        left &= ~SAME_IN_SET[first_space + first(left)]
        count += 1
    return count


@rule
def place_bonus_diamond(game: Public, seat: Seat, area: Area) -> None:
    """Rules 10.1-10.4: onto the highest free bonus space of the set; its points now or at the end."""
    if diamonds_left(game, seat) == 0:
        return
    taken = 0
    for player in range(game.seats):
        if game.bonus[player, area] > 0:
            taken += 1
    take_diamond(game, seat)
    game.bonus[seat, area] = BONUS_VALUES[taken]
    if game.option.bonus_at_once:
        score_bonus_diamond(game, seat, area)


@rule
def score_bonus_diamond(game: Public, seat: Seat, area: int) -> None:
    """Rule 10.4: the points under the seat's bonus diamond of the set, 0 if it has none."""
    award(game, seat, game.bonus[seat, area], Reason.WORKSHOPS_BONUS + area)


@rule
def score_bonus_diamonds_at_the_end(game: Public) -> None:
    """Rule 10.4, for editions in which bonus diamonds wait for the final scoring."""
    if not game.option.bonus_at_once:
        for seat in range(game.seats):
            for area in range(SETS):
                score_bonus_diamond(game, seat, area)


@rule
def earn_extra_card(game: Public) -> None:
    """Rule 11.1: the player may take a card of the display. One placement earns one at most."""
    game.extra_card_earned = True


@rule
def missing_extra_card(game: Public) -> None:
    """Rule 11.4: points for an extra card when the display is empty; most editions give none."""
    award(game, game.to_act, game.option.empty_display_points, Reason.EMPTY_DISPLAY)


@rule
def is_display_empty(game: Public) -> bool:
    """Is there no card to take?"""
    return game.display.sum() == 0
