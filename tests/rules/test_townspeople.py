import pytest

from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from tests.rules.helpers import bonus, earns_extra_card, gains, play, reasons, refused, spaces


@pytest.mark.parametrize(
    ("card", "pyramid"),
    [("lion-1", "N"), ("coin-1", "N"), ("cross-1", "N"), ("fish-1", "P"), ("shell-1", "P"), ("crab-1", "P")],
)
def test_rule_6_1_any_free_space_of_the_cards_pyramid_whatever_symbol_it_shows(card: str, pyramid: str) -> None:
    assert spaces(position(f"international-2 phase=play kept={card}/-")) == [f"{pyramid}1.{n}" for n in (1, 2, 3, 4, 5)]


def test_rule_6_1_a_filled_space_is_not_free() -> None:
    game = position("international-2 N=A.B../..../... phase=play kept=lion-1/-")
    assert spaces(game) == ["N1.2", "N1.4", "N1.5"]


def test_rule_6_2_both_spaces_right_below_must_be_filled_by_anybody() -> None:
    game = position("international-2 N=AB.B./..../... phase=play kept=lion-1/-")
    assert spaces(game) == ["N1.3", "N1.5", "N2.1"]
    with refused(game, IllegalAction, "right below N2.2", "rule 6.2"):
        play(game, "place N2.2")


def test_rule_6_2_the_top_level_stands_on_two_spaces_of_the_middle() -> None:
    game = position("international-2 P=ABABA/AB.B/... phase=play kept=crab-1/-")
    assert spaces(game) == ["P2.3", "P3.1"]


@pytest.mark.parametrize(
    ("filled", "card", "space", "points"),
    [
        ("BBBB./..../...", "cross-1", "N1.5", 1),
        ("BBBBB/..../...", "cross-1", "N2.4", 3),
        ("BBBBB/BBBB/...", "lion-1", "N3.3", 6),
    ],
)
def test_rule_6_3_one_point_on_the_bottom_level_three_in_the_middle_six_on_top(
    filled: str, card: str, space: str, points: int
) -> None:
    game = position(f"international-2 N={filled} phase=play kept={card}/-")
    assert reasons(game, f"place {space}")["A nobili"] == points


@pytest.mark.parametrize(
    ("space", "card", "points"),
    [
        *((f"P1.{n}", card, 2) for n, card in enumerate(("crab-1", "shell-1", "fish-1", "crab-1", "shell-1"), 1)),
        *((f"P2.{n}", card, 6) for n, card in enumerate(("fish-1", "crab-1", "shell-1", "fish-1"), 1)),
        *((f"P3.{n}", card, 12) for n, card in enumerate(("shell-1", "fish-1", "crab-1"), 1)),
    ],
)
def test_rule_6_4_doubled_if_the_space_of_the_populi_shows_the_cards_symbol(space: str, card: str, points: int) -> None:
    lower = {"1": "P=...../..../...", "2": "P=BBBBB/..../...", "3": "P=BBBBB/BBBB/..."}[space[1]]
    game = position(f"international-2 {lower} phase=play kept={card}/-")
    assert reasons(game, f"place {space}")["A populi"] == points


@pytest.mark.parametrize(
    ("space", "card", "points"),
    [
        *((f"N1.{n}", card, 2) for n, card in enumerate(("cross-1", "coin-1", "lion-1", "cross-1", "coin-1"), 1)),
        *((f"N2.{n}", card, 6) for n, card in enumerate(("lion-1", "cross-1", "coin-1", "lion-1"), 1)),
        *((f"N3.{n}", card, 12) for n, card in enumerate(("coin-1", "lion-1", "cross-1"), 1)),
    ],
)
def test_rule_6_4_doubled_if_the_space_of_the_nobili_shows_the_cards_symbol(space: str, card: str, points: int) -> None:
    lower = {"1": "N=...../..../...", "2": "N=BBBBB/..../...", "3": "N=BBBBB/BBBB/..."}[space[1]]
    game = position(f"international-2 {lower} phase=play kept={card}/-")
    assert reasons(game, f"place {space}")["A nobili"] == points


def test_rule_6_5_two_diamonds_beneath_the_middle_level_score_one_point_each() -> None:
    game = position("international-3 N=CAB.B/..../... phase=play kept=lion-1/-/-")
    assert reasons(game, "place N2.2") == {"A nobili": 3, "A nobili_beneath": 1, "B nobili_beneath": 1}


def test_rule_6_5_two_and_three_diamonds_beneath_the_top_score_three_and_one() -> None:
    game = position("international-3 P=BAACC/ABBC/... phase=play kept=crab-1/-/- display=coin-1")
    expected = {"A populi": 6, "A populi_beneath": 2, "B populi_beneath": 6, "C populi_beneath": 1}
    assert reasons(game, "place P3.2") == expected


def test_rule_6_5_what_lies_beneath_is_never_doubled_and_the_new_one_does_not_score_again() -> None:
    game = position("international-3 N=ABC../BA../... phase=play kept=coin-1/-/- display=ash-1")
    expected = {"A nobili": 12, "A nobili_beneath": 4, "B nobili_beneath": 4, "C nobili_beneath": 1}
    assert reasons(game, "place N3.1") == expected


def test_rule_6_5_nothing_lies_beneath_the_bottom_level() -> None:
    game = position("international-2 P=BB.BB/..../... phase=play kept=crab-1/-")
    assert gains(game, "place P1.3") == {"A": 1}


@pytest.mark.parametrize("space", ["N3.1", "N3.2", "N3.3"])
def test_rule_6_6_the_top_level_earns_an_extra_card(space: str) -> None:
    game = position("international-2 N=BBBBB/BBBB/... phase=play kept=coin-1/- display=ash-1")
    assert earns_extra_card(game, f"place {space}")


def test_rule_6_6_the_lower_levels_earn_none() -> None:
    game = position("international-2 N=BBBB./..../... phase=play kept=coin-1/- display=ash-1")
    assert not earns_extra_card(game, "place N1.5")
    assert not earns_extra_card(game, "place N2.3")


def test_rule_6_7_own_diamonds_on_all_three_symbols_of_a_pyramid_earn_a_bonus_diamond() -> None:
    game = position("international-2 N=AB..A/..../... phase=play kept=coin-1/-")
    assert bonus(game, "place N1.3") == ("nobili", 20)
    assert bonus(game, "place N1.4") is None
    assert gains(game, "place N1.3") == {"A": 21}


def test_rule_6_7_symbols_of_both_pyramids_do_not_add_up() -> None:
    game = position("international-2 N=AA.../..../... P=..A../..../... phase=play kept=crab-1/-")
    assert bonus(game, "place P1.1") is None


def test_rule_6_7_a_bonus_diamond_for_each_pyramid_once() -> None:
    line = "international-2 N=AAA../..../... P=AA.../..../... bonus=..../..../A.../..../...."
    assert bonus(position(f"{line} phase=play kept=crab-1/-"), "place P1.3") == ("populi", 20)
    assert bonus(position(f"{line} phase=play kept=coin-1/-"), "place N1.4") is None
