import pytest

from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import after, awaits, bonus, field, gains, legal, play, reasons, refused, spaces


def test_rule_3_1_a_card_places_a_diamond_or_sails() -> None:
    game = position("international-2 phase=play kept=glasses-3/-")
    assert legal(game) == ["place T1.1", "place T2.1", "place T3.1", "place T4.1", "place T5.1", "sail"]
    assert after(game, "place T1.1").ship[0] == 0
    assert field(after(game, "sail"), "T") == "..../..../..../..../...."


def test_rule_3_2_a_card_without_a_legal_space_can_only_sail() -> None:
    game = position("international-2 T=...A/...B/...A/...B/...A phase=play kept=swans-3/-")
    assert legal(game) == ["sail"]


def test_rule_3_2_a_player_without_a_diamond_can_only_sail() -> None:
    line = "international-2 last=yes phase=play kept=swans-3/- supply=0/9"
    assert legal(position(f"{line} reserve=0/3")) == ["sail"]
    assert len(spaces(position(f"{line} reserve=1/3"))) == 5


def test_rule_3_2_sailing_is_possible_on_the_last_space_too() -> None:
    game = position("international-2 ship=20/0 phase=play kept=residence-3/-")
    assert legal(game) == ["place R1", "sail"]


@pytest.mark.parametrize(
    ("before", "supply", "reserve"),
    [
        ("supply=9/9 reserve=3/3", "8/9", "3/3"),
        ("supply=1/9 reserve=3/3", "0/9", "3/3"),
        ("supply=0/9 reserve=3/3 last=yes", "0/9", "2/3"),
    ],
)
def test_rule_3_3_the_diamond_comes_from_the_supply_then_from_the_reserve(
    before: str, supply: str, reserve: str
) -> None:
    game = play(position(f"international-2 phase=play kept=ash-1/- {before}"), "place W1.2")
    assert (field(game, "supply"), field(game, "reserve")) == (supply, reserve)


def test_rule_3_4_fleet_and_ship_have_scored_when_the_extra_card_is_offered() -> None:
    game = position(
        "international-2 H=AA./.../.../.../... T=A.../..../..../..../.... "
        "ship=5/0 phase=play kept=ship-2/ash-1 display=ash-2"
    )
    assert gains(game, "place H1.3") == {"A": 3}
    assert awaits(play(game, "place H1.3")) == "A take"
    assert game.ship[0] == 7 and game.score[0] == 3


def test_rule_3_4_the_bonus_diamond_is_placed_after_the_diamond_and_before_the_extra_card() -> None:
    game = position(
        "international-2 W=A....../A......./.A....../....... supply=1/9 phase=play kept=lime-1/- display=coin-1"
    )
    assert bonus(game, "place W2.2") == ("workshops", 20)
    play(game, "place W2.2")
    assert field(game, "supply") == "0/9" and field(game, "reserve") == "2/3" and awaits(game) == "A take"


@pytest.mark.parametrize(
    ("cards", "area"),
    [
        ("quartz-1 ash-1 lime-1 pigments-1", "W"),
        ("residence-1", "R"),
        ("lion-1 coin-1 cross-1", "N"),
        ("fish-1 shell-1 crab-1", "P"),
        ("glasses-1 carafes-1 jewelry-1 swans-1", "T"),
        ("ship-1", "H"),
    ],
)
def test_rule_3_5_the_cards_symbol_decides_the_area(cards: str, area: str) -> None:
    for card in cards.split():
        found = spaces(position(f"international-2 phase=play kept={card}/-"))
        assert found and {space[0] for space in found} == {area}


def test_rule_3_6_only_a_free_space_can_be_filled() -> None:
    game = position("international-2 T=A.../B.../..../..../.... phase=play kept=glasses-3/-")
    assert spaces(game) == ["T3.1", "T4.1", "T5.1"]
    with refused(game, IllegalAction, "T1.1 is occupied", "rule 3.6"):
        play(game, "place T1.1")


def test_rule_3_6_a_diamond_stays_where_it_is() -> None:
    game = position("international-2 H=AB./.../.../.../... T=A.B./..../..../..../.... phase=play kept=ship-1/-")
    assert field(play(game, "place H1.3"), "H") == "ABA/.../.../.../..."
    assert field(game, "T") == "A.B./..../..../..../...."


def test_rule_3_7_every_point_is_awarded_for_a_reason() -> None:
    game = position("international-2 N=AB.../..../... points=group:5/sea:2 phase=play kept=lion-1/-")
    assert reasons(game, "place N2.1") == {"A nobili": 6, "A nobili_beneath": 1, "B nobili_beneath": 1}
    assert field(play(game, "place N2.1"), "points") == "group:5,nobili:6,nobili_beneath:1/nobili_beneath:1,sea:2"


@pytest.mark.parametrize("edition", ["international", "english"])
def test_rule_3_7_the_score_is_the_sum_of_its_reasons(edition: str) -> None:
    table = Table(edition, 3, seed=5)
    while not table.is_over:
        table.advance(table.legal_actions()[0])
    assert [sum(column) for column in zip(*table.score_sheet().values(), strict=True)] == table.scores
    assert min(table.scores) > 0


@pytest.mark.parametrize("action", ["place N1.1", "sail"])
def test_rule_3_8_a_played_card_is_out_of_the_game(action: str) -> None:
    game = position("international-2 phase=play kept=coin-1/ash-1")
    assert field(play(game, action), "discarded") == "coin-1"
    assert "coin-1" not in ",".join(field(game, pile) for pile in ("hand", "kept", "display", "deck"))


def test_rule_3_8_a_card_that_sails_leaves_a_space_empty_for_good() -> None:
    game = position(
        "international-2 T=...A/...B/...A/...B/.... discarded=swans-1,swans-2,swans-3,swans-4 phase=play kept=swans-5/-"
    )
    play(game, "sail")
    assert field(game, "T") == "...A/...B/...A/...B/...."
    assert "swans" not in ",".join(field(game, pile) for pile in ("hand", "kept", "display", "deck"))
