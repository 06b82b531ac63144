import pytest

from millefiori.position import position
from tests.rules.helpers import after, field, gains, legal, play, reasons, spaces


def test_rule_8_1_any_free_ship() -> None:
    game = position("international-2 H=AB./..A/ABA/.../A.. phase=play kept=ship-1/-")
    assert spaces(game) == ["H1.3", "H2.1", "H2.2", "H4.1", "H4.2", "H4.3", "H5.2", "H5.3"]


@pytest.mark.parametrize(("goods", "points"), [("....", 0), (".C..", 1), ("A..B", 3), ("AB.C", 6), ("CCCC", 10)])
def test_rule_8_2_a_full_fleet_scores_each_diamond_by_the_goods_in_its_row(goods: str, points: int) -> None:
    game = position(
        f"english-3 H=.../AB./.../.../... T=CCCC/{goods}/CCCC/..../.... ship=20/0/0 phase=play kept=ship-1/-/-"
    )
    expected = {"A fleet": 2 * points, "B fleet": points} if points else {}
    assert reasons(game, "place H2.3") == expected


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_rule_8_2_each_fleet_loads_the_goods_of_its_own_row(row: int) -> None:
    ships = "/".join("BB." if n == row else "..." for n in (1, 2, 3, 4, 5))
    goods = "/".join("BB.." if n == row else "BBBB" for n in (1, 2, 3, 4, 5))
    game = position(f"english-2 H={ships} T={goods} ship=20/0 phase=play kept=ship-1/-")
    assert gains(game, f"place H{row}.3") == {"A": 3, "B": 6}


def test_rule_8_2_a_fleet_that_is_not_full_does_not_depart() -> None:
    game = position("english-2 H=A../BB./.../.../... T=AAAA/AAAA/..../..../.... ship=20/0 phase=play kept=ship-1/-")
    assert gains(game, "place H1.2") == {}


def test_rule_8_3_then_the_own_ship_moves_by_the_cards_number() -> None:
    game = position("english-2 ship=2/9 phase=play kept=ship-4/-")
    assert reasons(game, "place H1.1") == {"A sea": 10}
    assert play(game, "place H1.1").ship[:2].tolist() == [6, 9]


def test_rule_8_4_in_some_editions_the_ship_may_stay_where_it_is() -> None:
    game = position("international-2 H=.AB/ABA/ABA/ABA/AB. ship=5/0 phase=play kept=ship-1/-")
    assert legal(game) == ["place H1.1", "place H5.3", "place H1.1 stay", "place H5.3 stay", "sail"]
    assert after(game, "place H1.1").ship[0] == 6
    first, last = after(game, "place H1.1 stay"), after(game, "place H5.3 stay")
    assert first.ship[0] == last.ship[0] == 5 and first.score[0] == last.score[0] == 0
    assert field(first, "H") == "AAB/ABA/ABA/ABA/AB." and field(last, "H") == ".AB/ABA/ABA/ABA/ABA"


def test_rule_8_4_a_fleet_departs_whether_the_ship_stays_or_not() -> None:
    game = position(
        "international-2 H=AA./.../.../.../... T=A.../..../..../..../.... ship=5/0 phase=play kept=ship-1/-"
    )
    assert reasons(game, "place H1.3") == {"A fleet": 3, "A sea": 10}
    assert reasons(game, "place H1.3 stay") == {"A fleet": 3}


def test_rule_8_4_in_other_editions_it_must_move() -> None:
    game = position("english-2 H=.AB/ABA/ABA/ABA/AB. phase=play kept=ship-1/-")
    assert legal(game) == ["place H1.1", "place H5.3", "sail"]


def test_rule_8_4_on_the_last_space_of_the_sea_there_is_no_such_choice() -> None:
    game = position("international-2 H=.AB/ABA/ABA/ABA/AB. ship=20/0 phase=play kept=ship-1/-")
    assert legal(game) == ["place H1.1", "place H5.3", "sail"]
