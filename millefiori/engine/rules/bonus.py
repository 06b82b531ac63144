"""Bonus diamonds for complete sets (rules 10) and extra cards (rules 11)."""

from millefiori.engine.board import BIT, BONUS_VALUES, CARDS, KIND_SPACES, MOST_KINDS, SAME_IN_SET
from millefiori.engine.compiled import small_rule
from millefiori.engine.operations import nonzero
from millefiori.engine.rules.diamonds import award, diamonds_left, take_diamond
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import SEATS, SETS, Area, Reason, Seat, Space


@small_rule
def is_new_in_set(game: Public, seat: Seat, area: Area, space: Space) -> bool:
    """Is the diamond on `space` the seat's only one on that symbol, good or value?"""
    return game.diamonds[seat, area] & SAME_IN_SET[space] == BIT[space]


@small_rule
def different(game: Public, seat: Seat, area: Area) -> int:
    """How many different symbols, goods or values of the area the seat has."""
    count = 0
    for kind in range(MOST_KINDS):  # a fixed number: the compiler unrolls the loop
        count += game.diamonds[seat, area] & KIND_SPACES[area, kind] != 0
    return count


@small_rule
def completes_set(game: Public, seat: Seat, area: Area, space: Space, needed: int) -> bool:
    """Has the seat so many different ones for the first time, now that a diamond lies on `space`?"""
    return is_new_in_set(game, seat, area, space) and different(game, seat, area) == needed


@small_rule
def next_bonus(game: Public, area: Area) -> int:
    """Rule 10.1: the highest free bonus space of the set."""
    taken = 0
    for player in range(SEATS):
        taken += game.bonus[player, area] > 0
    return BONUS_VALUES[taken]


@small_rule
def place_bonus_diamond(game: Public, seat: Seat, area: Area) -> None:
    """Rules 10.1-10.4: onto the highest free bonus space of the set; its points now or at the end."""
    if diamonds_left(game, seat) == 0:
        return
    take_diamond(game, seat)
    game.bonus[seat, area] = next_bonus(game, area)
    if game.option.bonus_at_once:
        score_bonus_diamond(game, seat, area)


@small_rule
def score_bonus_diamond(game: Public, seat: Seat, area: int) -> None:
    """Rule 10.4: the points under the seat's bonus diamond of the set, 0 if it has none."""
    award(game, seat, game.bonus[seat, area], Reason.WORKSHOPS_BONUS + area)


@small_rule
def score_bonus_diamonds_at_the_end(game: Public) -> None:
    """Rule 10.4, for editions in which bonus diamonds wait for the final scoring."""
    if not game.option.bonus_at_once:
        for player in range(game.seats):
            for area in range(SETS):
                score_bonus_diamond(game, player, area)


@small_rule
def earn_extra_card(game: Public) -> None:
    """Rule 11.1: the player may take a card of the display. One placement earns one at most."""
    game.extra_card_earned = True


@small_rule
def award_empty_display(game: Public) -> None:
    """Rule 11.4: points for an extra card when the display is empty; most editions give none."""
    award(game, game.to_act, game.option.empty_display_points, Reason.EMPTY_DISPLAY)


@small_rule
def is_display_empty(game: Public) -> bool:
    """Is there no card to take?"""
    return nonzero(game.display, 0) | nonzero(game.display, CARDS // 2) == 0
