"""The French edition: a test for each cell of its column in the table of editions."""

import pytest

from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import awaits, display, field, gains, legal, play, reasons, sail_to_the_end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_for_two_to_four_players(players: int) -> None:
    assert len(Table("french", players).scores) == players


def test_27_diamonds_lie_in_the_supply_and_3_in_the_reserve() -> None:
    game = Table("french", 2).game
    assert field(game, "supply") == "27/27" and field(game, "reserve") == "3/3"


@pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 4), (4, 9)])
def test_9_4_9_cards_lie_in_the_display_before_the_first_round(players: int, cards: int) -> None:
    assert Table("french", players).game.display.sum() == cards


def test_no_card_comes_to_the_display_at_the_start_of_a_round() -> None:
    game = position("french-3 turn=4 act=C phase=play kept=-/-/ash-1 display=coin-1")
    assert display(play(game, "sail")) == ["coin-1"] and field(game, "round") == "2"


def test_the_unplayed_cards_come_to_the_display_at_the_end_of_a_round() -> None:
    game = position("french-2 turn=3 act=B phase=play kept=-/ash-1 hand=lime-1,lime-2/coin-1,coin-2")
    assert display(play(game, "sail")) == ["lime-1", "lime-2", "coin-1", "coin-2"]


@pytest.mark.parametrize(("players", "left"), [(2, 90), (3, 90), (4, 80)])
def test_the_draw_pile_is_all_of_it(players: int, left: int) -> None:
    assert 109 - Table("french", players).game.dealt == left


@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 7), (4, 5)])
def test_the_deck_lasts_for_10_7_5_rounds(players: int, rounds: int) -> None:
    assert sail_to_the_end(Table("french", players, seed=1)).rounds == rounds


def test_a_bonus_diamond_scores_at_once() -> None:
    game = position("french-2 T=AAA./..../..../..../.... phase=play kept=swans-1/-")
    assert reasons(game, "place T1.4") == {"A good": 1, "A trade_bonus": 20}


def test_an_extra_card_with_an_empty_display_brings_nothing() -> None:
    game = position("french-2 ship=6/0 phase=play kept=ash-1/ash-2")
    assert reasons(game, "sail") == {} and awaits(play(game, "sail")) == "B play"


def test_a_placed_ship_card_must_move_the_ship() -> None:
    game = position("french-2 H=.AA/AAA/AAA/AAA/AAA phase=play kept=ship-4/-")
    assert legal(game) == ["place H1.1", "sail"]
    assert play(game, "place H1.1").ship[0] == 4


def test_a_tie_is_a_shared_victory() -> None:
    game = position("french-3 last=yes act=C phase=play kept=-/-/ash-1 points=sea:5/sea:5/sea:2 supply=1/2/3")
    assert field(play(game, "sail"), "won") == "AB"


def test_there_are_no_neutral_diamonds() -> None:
    game = Table("french", 2).game
    assert all("#" not in field(game, area) for area in "WRNPTH")


def test_what_the_summary_leaves_out_is_as_in_the_others() -> None:
    pigments = position("french-2 W=...A.../......../......../....... phase=play kept=pigments-1/-")
    assert gains(pigments, "place W2.5") == {"A": 4}
    last = position("french-2 supply=1/9 phase=play kept=ash-1/ash-2")
    assert awaits(play(last, "place W1.2")) == "B play" and awaits(play(last, "sail")) == "over"
    two = position("french-2 turn=3 act=B phase=play kept=-/ash-1")
    assert field(play(two, "sail"), "round") == "2"
