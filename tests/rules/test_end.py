import pytest

from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import awaits, discard_rest, field, legal, play, reasons, refused, sail_to_the_end

NINE = "deck=coin-1,coin-2,coin-3,coin-5,cross-1,cross-2,cross-3,cross-4,lion-1"
LAST_PLAY = "turn=3 act=B phase=play kept=-/ash-1"  # of a round for two


def test_rule_12_1_without_five_cards_for_every_player_the_game_is_over_after_the_round() -> None:
    game = position(discard_rest(f"international-2 {LAST_PLAY} {NINE}"))
    assert awaits(play(game, "sail")) == "over" and legal(game) == []


def test_rule_12_1_with_five_cards_for_every_player_another_round_begins() -> None:
    game = position(discard_rest(f"international-2 {LAST_PLAY} {NINE},lion-2"))
    assert awaits(play(game, "sail")) == "B keep" and field(game, "deck") == "-"


def test_rule_12_1_the_unplayed_cards_come_to_the_display_before_the_end() -> None:
    game = position(discard_rest(f"international-2 {LAST_PLAY} {NINE} hand=lime-1,lime-2/lime-3,lime-4"))
    assert field(play(game, "sail"), "display") == "lime-1,lime-2,lime-3,lime-4"


def test_rule_12_2_the_moment_a_supply_is_empty_the_end_is_near() -> None:
    line = "international-2 supply=1/9 phase=play kept=ash-1/lime-1"
    assert field(play(position(line), "place W1.2"), "last") == "yes"
    assert field(play(position(line), "sail"), "last") == "no"
    assert field(play(position(line.replace("supply=1", "supply=2")), "place W1.2"), "last") == "no"


def test_rule_12_2_a_bonus_diamond_counts_too() -> None:
    game = position("international-2 N=AA.../..../... supply=2/9 phase=play kept=coin-1/lime-1")
    assert field(play(game, "place N1.3"), "last") == "yes"


def test_rule_12_3_that_player_finishes_the_turn_with_the_reserve() -> None:
    game = position(
        "international-2 N=BBBBB/BBBB/... supply=1/9 phase=play kept=coin-1/lime-1 display=coin-2,coin-5,ash-1"
    )
    play(game, "place N3.1", "take coin-2", "place N3.2", "take ash-1", "place W1.2")
    assert field(game, "supply") == "0/9" and field(game, "reserve") == "1/3" and awaits(game) == "B play"


def test_rule_12_3_when_the_reserve_is_empty_too_an_extra_card_can_only_sail() -> None:
    game = position(
        "international-2 N=BBBBB/BBBB/... supply=1/9 reserve=0/3 phase=play kept=coin-1/lime-1 display=coin-2"
    )
    assert legal(play(game, "place N3.1", "take coin-2")) == ["sail"]


def test_rule_12_4_those_who_have_not_yet_played_their_kept_card_play_it() -> None:
    game = position(
        "international-4 start=C act=D phase=play supply=9/9/9/1 kept=ash-1/ash-2/-/ash-3 hand=lime-1/-/-/-"
    )
    assert awaits(play(game, "place W1.2")) == "A play"
    assert awaits(play(game, "sail")) == "B play"
    assert awaits(play(game, "sail")) == "over"


def test_rule_12_4_the_rest_of_the_round_is_not_played() -> None:
    game = position("international-2 act=B phase=play supply=9/1 kept=-/ash-3 hand=lime-1,lime-2/lime-3,lime-4")
    assert awaits(play(game, "place W1.2")) == "over"
    assert field(game, "hand") == "lime-1,lime-2/lime-3,lime-4" and field(game, "display") == "-"


def test_rule_12_4_the_last_turns_are_whole_turns() -> None:
    game = position("international-2 supply=1/9 ship=0/6 phase=play kept=ash-3/ash-1 display=lime-1,lime-2")
    assert awaits(play(game, "place W1.2", "sail")) == "B take"
    assert awaits(play(game, "take lime-2", "place W1.4")) == "over"


def test_rule_12_5_in_the_final_scoring_bonus_points_are_added_that_wait_for_it() -> None:
    game = position("english-3 last=yes act=C phase=play kept=-/-/ash-1 bonus=AB../C.../..../.A../....")
    assert reasons(game, "sail") == {
        "A workshops_bonus": 20,
        "A populi_bonus": 15,
        "B workshops_bonus": 15,
        "C residences_bonus": 20,
        "C sea": 1,
    }


def test_rule_12_5_bonus_points_that_counted_at_once_do_not_count_again() -> None:
    game = position("international-3 last=yes act=C phase=play kept=-/-/ash-1 bonus=AB../C.../..../.A../....")
    assert reasons(game, "sail") == {"C sea": 1}


@pytest.mark.parametrize(
    ("points", "winner"), [("sea:9/sea:5", "A"), ("sea:5/sea:9", "B"), ("sea:5/sea:6", "B"), ("sea:5/sea:3", "A")]
)
def test_rule_12_6_most_points_win(points: str, winner: str) -> None:
    game = position(f"international-2 last=yes act=B phase=play kept=-/ash-1 points={points}")
    assert field(game, "won") == "-"
    assert field(play(game, "sail"), "won") == winner


@pytest.mark.parametrize("edition", ["international", "english"])
def test_rule_12_6_most_points_win_after_several_laps_of_the_scoring_track(edition: str) -> None:
    line = "last=yes act=B phase=play kept=-/ash-1 points=good:902/good:900 supply=9/0"
    assert field(play(position(f"{edition}-2 {line}"), "sail"), "won") == "A"


def test_rule_12_6_a_tie_is_shared_or_decided_by_the_diamonds_left() -> None:
    line = "last=yes act=B phase=play kept=-/ash-1 points=sea:5/sea:4 supply=0/3"
    assert field(play(position(f"international-2 {line}"), "sail"), "won") == "AB"
    assert field(play(position(f"english-2 {line}"), "sail"), "won") == "A"


def test_rule_12_6_after_the_end_nobody_acts() -> None:
    game = play(position("international-2 last=yes act=B phase=play kept=-/ash-1"), "sail")
    with refused(game, IllegalAction, "the game is over", "rule 12."):
        play(game, "sail")


def test_rule_12_7_the_round_in_which_the_game_ends_counts_as_a_round() -> None:
    game = position("international-2 round=4 act=B phase=play supply=9/1 kept=-/ash-3")
    assert field(play(game, "place W1.2"), "round") == "4"
    assert sail_to_the_end(Table("international", 4, seed=2)).rounds == 5
