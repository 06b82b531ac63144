import pytest

from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from tests.rules.helpers import bonus, earns_extra_card, gains, legal, play, refused, spaces

PRINTED_VALUES = [2, 4, 3, 5, 1, 4, 2, 3, 1, 5, 10, 2, 3, 4, 5, 10, 1, 5, 4, 3]


def line(filled: str) -> str:
    """A's turn to play a residence card, with the first residences filled as given."""
    return f"international-3 R={filled:.<20} phase=play kept=residence-1/-/- display=coin-1"


def test_rule_5_1_only_the_next_free_residence_counted_from_the_arrow() -> None:
    game = position(line("ABA"))
    assert spaces(game) == ["R4"]
    with refused(game, IllegalAction, "only the next free residence", "rule 5.1"):
        play(game, "place R5")


def test_rule_5_1_when_the_line_is_full_a_residence_card_can_only_sail() -> None:
    assert legal(position(line("AB" * 10))) == ["sail"]


@pytest.mark.parametrize(("before", "value"), list(enumerate(PRINTED_VALUES)))
def test_rule_5_2_a_residence_scores_its_printed_value(before: int, value: int) -> None:
    assert gains(position(line("B" * before)), f"place R{before + 1}") == {"A": value}


def test_rule_5_3_the_own_row_right_before_it_scores_again() -> None:
    assert gains(position(line("BAA")), "place R4") == {"A": 4 + 3 + 5}
    assert gains(position(line("AA")), "place R3") == {"A": 2 + 4 + 3}


def test_rule_5_3_a_broken_row_scores_only_up_to_the_gap() -> None:
    assert gains(position(line("AAB")), "place R4") == {"A": 5}
    assert gains(position(line("ABA")), "place R4") == {"A": 3 + 5}


def test_rule_5_3_the_row_before_the_first_residence_is_not_the_area_before() -> None:
    game = position("international-2 W=......./......../......../......A phase=play kept=residence-1/-")
    assert gains(game, "place R1") == {"A": 2}


def test_rule_5_4_three_different_values_for_the_first_time_earn_an_extra_card() -> None:
    assert earns_extra_card(position(line("AA")), "place R3")
    assert not earns_extra_card(position(line("ABABBBB")), "place R8")  # 2, 3 and 3 again
    assert earns_extra_card(position(line("ABABB")), "place R6")  # 2, 3 and 4, apart


def test_rule_5_4_a_value_once_more_earns_nothing() -> None:
    game = position(line("AAABB"))
    assert not earns_extra_card(game, "place R6") and bonus(game, "place R6") is None


def test_rule_5_5_four_different_values_for_the_first_time_earn_a_bonus_diamond() -> None:
    game = position(line("AAA"))
    assert bonus(game, "place R4") == ("residences", 20)
    assert not earns_extra_card(game, "place R4")


def test_rule_5_5_a_value_once_more_earns_no_second_bonus_diamond() -> None:
    game = position(line("AAAAB") + " bonus=..../A.../..../..../....")
    assert bonus(game, "place R6") is None and not earns_extra_card(game, "place R6")


def test_rule_5_6_five_different_values_for_the_first_time_earn_an_extra_card_once_more() -> None:
    game = position(line("AAAA") + " bonus=..../A.../..../..../....")
    assert earns_extra_card(game, "place R5") and bonus(game, "place R5") is None


def test_rule_5_6_the_sixth_value_brings_nothing() -> None:
    game = position(line("AAAAABBBBB") + " bonus=..../A.../..../..../....")
    assert gains(game, "place R11") == {"A": 10}
    assert not earns_extra_card(game, "place R11") and bonus(game, "place R11") is None
