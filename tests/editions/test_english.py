"""The English edition: a test for each cell of its column in the table of editions."""

import pytest

from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import awaits, bonus, display, field, legal, play, reasons, sail_to_the_end


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_for_two_to_four_players(players: int) -> None:
    assert len(Table("english", players).scores) == players


def test_27_diamonds_lie_in_the_supply_and_3_in_the_reserve() -> None:
    game = Table("english", 2).game
    assert field(game, "supply") == "27/27" and field(game, "reserve") == "3/3"


@pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 4), (4, 9)])
def test_9_4_9_cards_lie_in_the_display_before_the_first_round(players: int, cards: int) -> None:
    assert Table("english", players).game.display.sum() == cards


def test_no_card_comes_to_the_display_at_the_start_of_a_round() -> None:
    game = position("english-3 turn=4 act=C phase=play kept=-/-/ash-1 display=coin-1")
    assert display(play(game, "sail")) == ["coin-1"] and field(game, "round") == "2"


def test_the_unplayed_cards_come_to_the_display_at_the_end_of_a_round() -> None:
    game = position("english-2 turn=3 act=B phase=play kept=-/ash-1 hand=lime-1,lime-2/coin-1,coin-2")
    assert display(play(game, "sail")) == ["lime-1", "lime-2", "coin-1", "coin-2"]


@pytest.mark.parametrize(("players", "left"), [(2, 90), (3, 90), (4, 80)])
def test_the_draw_pile_is_all_of_it(players: int, left: int) -> None:
    assert 109 - Table("english", players).game.dealt == left


@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 7), (4, 5)])
def test_the_deck_lasts_for_10_7_5_rounds(players: int, rounds: int) -> None:
    table = sail_to_the_end(Table("english", players, seed=1))
    assert table.rounds == rounds and table.game.dealt == 109  # the deck is empty then


def test_a_bonus_diamond_scores_at_the_end() -> None:
    game = position("english-2 T=AAA./..../..../..../.... last=yes phase=play kept=swans-1/ash-1")
    assert bonus(game, "place T1.4") == ("trade", 20) and reasons(game, "place T1.4") == {"A good": 1}
    assert reasons(play(game, "place T1.4"), "sail") == {"A trade_bonus": 20, "B sea": 1}


def test_an_extra_card_with_an_empty_display_brings_5_points_and_nothing_is_asked() -> None:
    game = position("english-2 ship=6/0 phase=play kept=ash-1/ash-2")
    assert reasons(game, "sail") == {"A empty_display": 5} and awaits(play(game, "sail")) == "B play"


def test_a_placed_ship_card_must_move_the_ship() -> None:
    game = position("english-2 H=.AA/AAA/AAA/AAA/AAA phase=play kept=ship-4/-")
    assert legal(game) == ["place H1.1", "sail"]
    assert play(game, "place H1.1").ship[0] == 4


@pytest.mark.parametrize(
    ("supply", "reserve", "won"),
    [("1/2/3", "3/3/3", "A"), ("2/1/3", "3/3/3", "B"), ("0/2/3", "3/0/3", "B"), ("2/2/0", "3/3/3", "AB")],
)
def test_fewer_diamonds_left_in_supply_and_reserve_win_a_tie_and_then_it_is_shared(
    supply: str, reserve: str, won: str
) -> None:
    line = "english-3 last=yes act=C phase=play kept=-/-/ash-1 points=sea:5/sea:5/sea:2"
    game = position(f"{line} supply={supply} reserve={reserve}")
    assert field(play(game, "sail"), "won") == won


def test_diamonds_left_decide_nothing_but_ties() -> None:
    game = position("english-2 last=yes act=B phase=play kept=-/ash-1 points=sea:5/sea:3 supply=27/0 reserve=3/0")
    assert field(play(game, "sail"), "won") == "A"


def test_there_are_no_neutral_diamonds() -> None:
    game = Table("english", 2).game
    assert all("#" not in field(game, area) for area in "WRNPTH")
