"""Chances to win: what they must do whatever the constants are; whether they are right is measured, not tested."""

import pytest

from millefiori.bots.learning.chances import calibrated_chance, diamonds_to_come, spread
from millefiori.engine.editions import EDITIONS
from millefiori.engine.state import blank_game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_players_have_equal_chances(players: int) -> None:
    game = blank_game(EDITIONS["international"], players)
    for seat in range(players):
        assert calibrated_chance(game, seat, 0.0) == pytest.approx(1 / players)


def test_the_same_lead_is_worth_more_near_the_end() -> None:
    game = blank_game(EDITIONS["international"], 2)
    early, wide = calibrated_chance(game, 0, 20.0), spread(game)
    game.supply[1] = 2
    assert diamonds_to_come(game) == 2 and spread(game) < wide
    assert 0.5 < early < calibrated_chance(game, 0, 20.0) < 1
    assert calibrated_chance(game, 0, 20.0) + calibrated_chance(game, 1, -20.0) == pytest.approx(1)


def test_a_rival_far_ahead_counts_more_than_the_mean_of_the_others() -> None:
    game = blank_game(EDITIONS["international"], 3)
    level = calibrated_chance(game, 0, 0.0)
    game.score[1], game.score[2] = 30, -30
    assert calibrated_chance(game, 0, 0.0) < level
