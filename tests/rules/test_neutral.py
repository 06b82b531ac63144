import pytest

from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import earns_extra_card, field, gains, legal, play, spaces


def test_rule_13_1_some_editions_put_neutral_diamonds_on_the_board_before_the_game() -> None:
    game = Table("caipirinha", 2, seed=1).game
    assert sum(field(game, area).count("#") for area in "WRNPTH") == 30


def test_rule_13_1_they_belong_to_nobody() -> None:
    game = Table("caipirinha", 2, seed=1).game
    assert field(game, "supply") == "27/27" and field(game, "points") == "-/-"


@pytest.mark.parametrize(
    ("card", "free"),
    [
        ("glasses-1", "T2.1 T3.1 T4.1 T5.1"),
        ("ship-1", "H1.1 H1.2 H1.3 H2.1 H2.2 H2.3 H3.2 H3.3 H4.3"),
        ("coin-1", "N1.1 N1.3 N1.5"),
        ("fish-1", "P1.2 P1.4"),
        ("pigments-1", "W1.1 W2.5 W2.7 W3.5 W4.6"),
    ],
)
def test_rule_13_2_they_block_their_spaces(card: str, free: str) -> None:
    assert spaces(position(f"caipirinha-2 phase=play kept={card}/-")) == free.split()


def test_rule_13_2_the_next_free_residence_lies_behind_them() -> None:
    assert spaces(position("caipirinha-2 R=ABAB#....#.#...#...# phase=play kept=residence-1/-")) == ["R6"]


def test_rule_13_2_they_interrupt_a_row_of_residences() -> None:
    assert gains(position("caipirinha-2 R=AAAA#....#.#...#...# phase=play kept=residence-1/-"), "place R6") == {"A": 4}


def test_rule_13_3_they_count_as_filled_for_fleets() -> None:
    game = position("caipirinha-2 H=.../.../.../##./### T=..../..../..../...#/.... ship=20/0 phase=play kept=ship-1/-")
    assert gains(game, "place H4.3") == {"A": 1}


def test_rule_13_3_they_count_for_the_goods_in_a_fleets_row() -> None:
    game = position("caipirinha-2 H=AB./.../.../.../... T=###./..../..../..../.... ship=20/0 phase=play kept=ship-1/-")
    assert gains(game, "place H1.3") == {"A": 12, "B": 6}


def test_rule_13_3_they_count_for_the_value_of_a_good() -> None:
    game = position("caipirinha-2 T=#.../#.../B.../..../.... phase=play kept=glasses-1/-")
    assert gains(game, "place T5.1") == {"A": 4, "B": 4}


def test_rule_13_3_they_support_the_pyramids() -> None:
    game = position("caipirinha-2 N=.#A#./..../... phase=play kept=lion-1/-")
    assert spaces(game) == ["N1.1", "N1.5", "N2.2", "N2.3"]


def test_rule_13_3_they_count_for_the_gold_symbols_of_the_workshops() -> None:
    game = position("caipirinha-2 W=#....../#......./......../....... phase=play kept=lime-1/- display=coin-1")
    assert earns_extra_card(game, "place W2.2")


def test_rule_13_4_they_never_score() -> None:
    game = position("caipirinha-2 N=##.../..../... phase=play kept=lion-1/-")
    assert gains(game, "place N2.1") == {"A": 6}
    assert play(game, "place N2.1").score.tolist() == [6, 0, 0, 0]


def test_rule_13_4_they_are_no_part_of_a_group() -> None:
    assert gains(
        position("caipirinha-2 W=#A...../......../......../....... phase=play kept=lime-1/-"), "place W2.2"
    ) == {"A": 2}


def test_rule_13_4_they_are_no_other_player_in_a_good_deal() -> None:
    game = position("caipirinha-2 T=#.../#.../#.../..../.... phase=play kept=glasses-1/- display=coin-1")
    assert not earns_extra_card(game, "place T5.1")


def test_rule_13_4_their_symbols_are_nobodys_set() -> None:
    game = position("caipirinha-2 T=###./..../..../..../.... phase=play kept=swans-1/-")
    assert gains(game, "place T1.4") == {"A": 1}
    assert legal(position("caipirinha-2 R=#################### phase=play kept=residence-1/-")) == ["sail"]
