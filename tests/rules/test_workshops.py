import pytest

from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from tests.rules.helpers import after, bonus, earns_extra_card, gains, play, reasons, refused, spaces


def test_rule_4_1_any_free_workshop_that_shows_the_cards_symbol() -> None:
    game = position("international-2 W=.A...../...B..../......../....... phase=play kept=ash-1/-")
    assert spaces(game) == ["W1.5", "W1.7", "W3.2", "W4.4", "W4.7"]
    with refused(game, IllegalAction, "W1.1 shows pigments, not ash", "rule 4.1"):
        play(game, "place W1.1")


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("quartz-1", "W2.1 W2.3 W2.6 W2.8 W3.3 W3.6 W4.1"),
        ("ash-1", "W1.2 W1.5 W1.7 W2.4 W3.2 W4.4 W4.7"),
        ("lime-1", "W1.4 W1.6 W2.2 W3.4 W3.7 W4.2 W4.5"),
        ("pigments-1", "W1.1 W1.3 W2.5 W2.7 W3.1 W3.5 W3.8 W4.3 W4.6"),
    ],
)
def test_rule_4_1_the_printed_symbols(card: str, expected: str) -> None:
    assert spaces(position(f"international-2 phase=play kept={card}/-")) == expected.split()


def test_rule_4_2_a_diamond_alone_scores_one_point() -> None:
    game = position("international-2 W=......A/......../......../......A phase=play kept=ash-1/-")
    assert gains(game, "place W2.4") == {"A": 1}


def test_rule_4_2_one_point_for_each_own_diamond_connected_with_the_new_one() -> None:
    game = position("international-2 W=...AA.A/..B...../......../......A phase=play kept=ash-1/-")
    assert gains(game, "place W2.4") == {"A": 3}  # W2.4, W1.4 and, over it, W1.5


def test_rule_4_2_the_new_diamond_connects_groups() -> None:
    game = position("international-2 W=.AA..../A....A../A......./....... phase=play kept=lime-1/-")
    assert reasons(game, "place W2.2")["A group"] == 5
    assert reasons(game, "place W1.6")["A group"] == 2


def test_rule_4_2_the_others_diamonds_interrupt_a_group() -> None:
    game = position("international-2 W=...BA../......../......../....... phase=play kept=ash-1/-")
    assert gains(game, "place W2.4") == {"A": 1}


def test_rule_4_2_a_hexagon_has_six_neighbours() -> None:
    around = "W=......./....AA../..A.A.../..AA..."
    game = position(f"international-2 {around} phase=play kept=lime-1/-")
    assert reasons(game, "place W3.4")["A group"] == 7


@pytest.mark.parametrize(
    ("own", "card", "space", "points"),
    [
        ("W=.....A./......../......../.......", "ash-1", "W1.7", 1),
        ("W=......./.....A../......../.......", "pigments-1", "W2.7", 2),
        ("W=......./......../.A....../.......", "quartz-1", "W3.3", 1),
        ("W=......./......../......../A......", "lime-1", "W4.2", 1),
    ],
)
def test_rule_4_2_workshops_apart_in_a_row_do_not_touch(own: str, card: str, space: str, points: int) -> None:
    assert gains(position(f"international-2 {own} phase=play kept={card}/-"), f"place {space}") == {"A": points}


def test_rule_4_3_two_points_for_each_diamond_of_the_group_if_the_new_one_lies_on_pigments() -> None:
    game = position("international-2 W=...AA../...A..../......../....... phase=play kept=pigments-1/-")
    assert gains(game, "place W2.5") == {"A": 8}


def test_rule_4_3_old_diamonds_on_pigments_do_not_double() -> None:
    game = position("international-2 W=A......./........./......./...... phase=play kept=lime-1/-")
    assert gains(game, "place W2.2") == {"A": 2}


@pytest.mark.parametrize("filled", ["A....../A.......", "A....../B.......", "B....../B......."])
def test_rule_4_4_whoever_fills_the_last_space_around_a_gold_symbol_earns_an_extra_card(filled: str) -> None:
    game = position(f"international-2 W={filled}/......../....... phase=play kept=lime-1/- display=coin-1")
    assert earns_extra_card(game, "place W2.2")


def test_rule_4_4_the_second_space_around_a_gold_symbol_earns_nothing() -> None:
    game = position("international-2 W=......./A......./......../....... phase=play kept=lime-1/- display=coin-1")
    assert not earns_extra_card(game, "place W2.2")


@pytest.mark.parametrize(
    ("filled", "card", "last"),
    [
        ("B....../B......./......../.......", "lime-1", "W2.2"),
        (".BB..../......../......../.......", "quartz-1", "W2.3"),
        ("......./...BB.../......../.......", "lime-1", "W1.4"),
        ("....BB./......../......../.......", "quartz-1", "W2.6"),
        ("......./......BB/......../.......", "ash-1", "W1.7"),
        ("......./......../BB....../.......", "quartz-1", "W4.1"),
        ("......./......../......../.BB....", "quartz-1", "W3.3"),
        ("......./......../...BB.../.......", "ash-1", "W4.4"),
        ("......./......../......../....BB.", "quartz-1", "W3.6"),
        ("......./......../......BB/.......", "ash-1", "W4.7"),
    ],
)
def test_rule_4_4_the_ten_gold_symbols(filled: str, card: str, last: str) -> None:
    game = position(f"international-2 W={filled} phase=play kept={card}/- display=coin-1")
    assert [space for space in spaces(game) if earns_extra_card(game, f"place {space}")] == [last]


def test_rule_4_5_own_diamonds_on_all_four_raw_materials_for_the_first_time_earn_a_bonus_diamond() -> None:
    game = position("international-2 W=A....../..A...../......../......A phase=play kept=lime-1/-")
    assert bonus(game, "place W1.6") == ("workshops", 20)
    assert gains(game, "place W1.6") == {"A": 21}


def test_rule_4_5_three_raw_materials_or_those_of_the_others_earn_none() -> None:
    game = position("international-2 W=A.A..../..A....B/......../......B phase=play kept=lime-1/-")
    assert bonus(game, "place W1.6") is None


def test_rule_4_5_the_set_of_raw_materials_counts_once() -> None:
    game = position(
        "international-2 W=A....A./..A...../......../......A bonus=A.../..../..../..../.... phase=play kept=lime-1/-"
    )
    assert bonus(game, "place W1.4") is None
    assert after(game, "place W1.4").bonus[0, 0] == 20
