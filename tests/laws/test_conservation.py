"""Nothing is lost and nothing appears: cards, diamonds and points, at every step of whole games."""

import numpy as np
from hypothesis import given

from millefiori.engine.board import COPIES
from millefiori.engine.editions import EDITIONS
from millefiori.engine.operations import size
from millefiori.engine.state import HAND, PILE, Game
from millefiori.engine.vocabulary import NEUTRAL, NO_CARD, SEATS, Area
from tests.laws.strategies import Setup, all_cards, setups


def diamonds_of(game: Game, seat: int) -> int:
    """On the board, on bonus spaces, in supply and reserve."""
    on_board = sum(size(int(spaces)) for spaces in game.diamonds[seat])
    return on_board + int(np.count_nonzero(game.bonus[seat])) + int(game.supply[seat]) + int(game.reserve[seat])


@given(setups)
def test_there_are_always_109_cards_each_kind_as_often_as_printed(setup: Setup) -> None:
    for game in setup.walk():
        assert all_cards(game) == COPIES.tolist()


@given(setups)
def test_hands_are_sorted_and_closed(setup: Setup) -> None:
    for game in setup.walk():
        hands = game.hand.tolist()
        assert all(hand == sorted(hand) and hand[HAND] == NO_CARD for hand in hands)
        assert all(hand == [NO_CARD] * PILE for hand in hands[game.seats :])


@given(setups)
def test_each_player_always_has_30_diamonds(setup: Setup) -> None:
    for game in setup.walk():
        assert [diamonds_of(game, seat) for seat in range(SEATS)] == [30] * game.seats + [0] * (SEATS - game.seats)
        assert min(game.supply.min(), game.reserve.min()) >= 0


@given(setups)
def test_a_space_has_one_owner_at_most_and_keeps_it(setup: Setup) -> None:
    before = np.zeros((SEATS + 1, len(Area)), np.int32)
    for game in setup.walk():
        assert (np.bitwise_or.reduce(game.diamonds) == game.diamonds.sum(axis=0)).all()
        assert (game.diamonds & before == before).all()
        assert sum(size(int(spaces)) for spaces in game.diamonds[NEUTRAL]) == len(EDITIONS[setup.edition].neutral)
        before = game.diamonds.copy()


@given(setups)
def test_scores_are_the_sum_of_their_reasons_and_never_fall(setup: Setup) -> None:
    before = np.zeros(SEATS, np.int16)
    for game in setup.walk():
        assert (game.score == game.points.sum(axis=1)).all()
        assert (game.score >= before).all()
        before = game.score.copy()


@given(setups)
def test_bonus_diamonds_of_a_set_lie_on_different_spaces_from_the_highest_on(setup: Setup) -> None:
    for game in setup.walk():
        for values in game.bonus.T:
            taken = sorted(filter(None, values.tolist()), reverse=True)
            assert taken == [20, 15, 10, 5][: len(taken)]
