import pytest

from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from tests.rules.helpers import bonus, earns_extra_card, gains, play, reasons, refused, spaces


@pytest.mark.parametrize(("card", "column"), [("glasses-1", 1), ("carafes-1", 2), ("jewelry-1", 3), ("swans-1", 4)])
def test_rule_7_1_any_free_space_of_the_cards_good_in_any_row(card: str, column: int) -> None:
    game = position(f"international-2 T=ABAB/..../..../..../.... phase=play kept={card}/-")
    assert spaces(game) == [f"T{row}.{column}" for row in (2, 3, 4, 5)]


def test_rule_7_1_another_good_is_refused() -> None:
    game = position("international-2 phase=play kept=carafes-1/-")
    with refused(game, IllegalAction, "T1.1 shows glasses, not carafes", "rule 7.1"):
        play(game, "place T1.1")


@pytest.mark.parametrize(
    ("filled", "value"),
    [("..../..../..../..../....", 1), ("B.../..../..../..../....", 2), ("B.../C.../B.../C.../.AAA", 5)],
)
def test_rule_7_2_the_good_is_worth_its_filled_spaces_whoever_filled_them(filled: str, value: int) -> None:
    game = position(f"international-3 T={filled} phase=play kept=glasses-1/-/-")
    assert reasons(game, "place T5.1")["A good"] == value


def test_rule_7_3_every_diamond_on_that_good_scores_its_value_for_its_owner() -> None:
    game = position("international-3 T=BA../.A../CB../.C../.... phase=play kept=carafes-1/-/-")
    assert gains(game, "place T5.2") == {"A": 15, "B": 5, "C": 5}


def test_rule_7_4_a_good_deal_for_another_player_earns_an_extra_card() -> None:
    game = position("international-3 T=...B/...B/...C/..../.... phase=play kept=swans-1/-/- display=coin-1")
    assert earns_extra_card(game, "place T5.4")


def test_rule_7_4_a_tie_is_no_good_deal() -> None:
    game = position("international-3 T=...B/...C/..../..../.... phase=play kept=swans-1/-/- display=coin-1")
    assert not earns_extra_card(game, "place T5.4")


def test_rule_7_4_only_the_good_that_was_filled_counts() -> None:
    game = position("international-2 T=..BB/..BB/..B./..../.... phase=play kept=glasses-1/- display=coin-1")
    assert not earns_extra_card(game, "place T5.1")


def test_rule_7_4_the_one_with_most_diamonds_makes_no_good_deal_for_others() -> None:
    game = position("international-2 T=A.../A.../B.../B.../.... phase=play kept=glasses-1/- display=coin-1")
    assert not earns_extra_card(game, "place T5.1")


def test_rule_7_5_own_diamonds_on_all_four_goods_for_the_first_time_earn_a_bonus_diamond() -> None:
    game = position("international-2 T=A.../.A../..A./..../.... phase=play kept=swans-1/-")
    assert bonus(game, "place T1.4") == ("trade", 20)
    assert gains(game, "place T1.4") == {"A": 21}


def test_rule_7_5_the_others_goods_do_not_count() -> None:
    game = position("international-2 T=A.../.A../..B./..../.... phase=play kept=swans-1/-")
    assert bonus(game, "place T1.4") is None


def test_rule_7_5_the_set_of_goods_counts_once() -> None:
    game = position(
        "international-2 T=AAAA/..../..../..../.... bonus=..../..../..../..../A... phase=play kept=swans-1/-"
    )
    assert bonus(game, "place T2.4") is None
