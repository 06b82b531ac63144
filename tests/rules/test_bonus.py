import pytest

from millefiori.position import position
from tests.rules.helpers import after, bonus, field, gains, play, reasons


@pytest.mark.parametrize(("taken", "value"), [("....", 20), ("B...", 15), ("BC..", 10), ("DBC.", 5)])
def test_rule_10_1_a_bonus_diamond_goes_onto_the_highest_free_bonus_space(taken: str, value: int) -> None:
    game = position(
        f"international-4 T=AAA./..../..../..../.... bonus=..../..../..../..../{taken} phase=play kept=swans-1/-/-/-"
    )
    assert bonus(game, "place T1.4") == ("trade", value)
    assert gains(game, "place T1.4") == {"A": 1 + value}


def test_rule_10_1_bonus_diamonds_of_another_set_take_no_space_of_this_one() -> None:
    game = position(
        "international-2 T=AAA./..../..../..../.... bonus=B.../B.../B.../B.../.... phase=play kept=swans-1/-"
    )
    assert bonus(game, "place T1.4") == ("trade", 20)


@pytest.mark.parametrize(
    ("area", "board", "card", "space"),
    [
        ("workshops", "W=AA...../..A...../......../.......", "lime-1", "W1.4"),
        ("residences", "R=AAA.................", "residence-1", "R4"),
        ("nobili", "N=AA.../..../...", "coin-1", "N1.3"),
        ("populi", "P=AA.../..../...", "crab-1", "P1.3"),
        ("trade", "T=AAA./..../..../..../....", "swans-1", "T1.4"),
    ],
)
def test_rule_10_2_there_are_five_sets(area: str, board: str, card: str, space: str) -> None:
    game = position(f"international-2 {board} phase=play kept={card}/-")
    assert bonus(game, f"place {space}") == (area, 20)
    assert reasons(game, f"place {space}")[f"A {area}_bonus"] == 20


def test_rule_10_2_the_harbor_has_no_bonus_diamond() -> None:
    game = position("english-2 H=AAA/AAA/AAA/AAA/AA. ship=20/0 phase=play kept=ship-1/-")
    assert bonus(game, "place H5.3") is None


@pytest.mark.parametrize(
    ("board", "card", "space"),
    [
        ("W=AA.A.../..A...../......../.......", "lime-1", "W1.6"),
        ("R=AAAAB...............", "residence-1", "R6"),
        ("N=AAA../..../...", "coin-1", "N1.4"),
        ("P=AAA../..../...", "crab-1", "P1.4"),
        ("T=AAAA/..../..../..../....", "swans-1", "T2.4"),
    ],
)
def test_rule_10_2_each_set_gives_a_player_one_bonus_diamond_a_game(board: str, card: str, space: str) -> None:
    game = position(f"international-2 {board} bonus=A.../A.../A.../A.../A... phase=play kept={card}/-")
    assert bonus(game, f"place {space}") is None
    assert field(after(game, f"place {space}"), "bonus") == "A.../A.../A.../A.../A..."


@pytest.mark.parametrize(
    ("supply", "reserve", "left"), [(9, 3, "7 3"), (2, 3, "0 3"), (1, 3, "0 2"), (0, 3, "0 1"), (1, 1, "0 0")]
)
def test_rule_10_3_it_comes_from_the_supply_or_from_the_reserve(supply: int, reserve: int, left: str) -> None:
    game = position(
        f"international-2 T=AAA./..../..../..../.... supply={supply}/9 reserve={reserve}/3 phase=play kept=swans-1/-"
    )
    assert bonus(game, "place T1.4") == ("trade", 20)
    play(game, "place T1.4")
    assert f"{game.supply[0]} {game.reserve[0]}" == left


@pytest.mark.parametrize("line", ["supply=1/9 reserve=0/3", "supply=0/9 reserve=1/3 last=yes"])
def test_rule_10_3_if_neither_has_one_the_bonus_is_not_earned(line: str) -> None:
    game = position(f"international-2 T=AAA./..../..../..../.... {line} phase=play kept=swans-1/-")
    assert bonus(game, "place T1.4") is None and gains(game, "place T1.4") == {"A": 1}
    assert field(play(game, "place T1.4"), "supply") == "0/9" and field(game, "reserve") == "0/3"


def test_rule_10_4_its_points_count_at_once() -> None:
    game = position("international-2 T=AAA./..../..../..../.... phase=play kept=swans-1/-")
    assert reasons(game, "place T1.4") == {"A good": 1, "A trade_bonus": 20}


def test_rule_10_4_or_in_the_final_scoring() -> None:
    game = position("english-2 T=AAA./..../..../..../.... phase=play kept=swans-1/ash-1 last=yes")
    assert bonus(game, "place T1.4") == ("trade", 20) and reasons(game, "place T1.4") == {"A good": 1}
    play(game, "place T1.4")
    assert reasons(game, "sail") == {"A trade_bonus": 20, "B sea": 1}
