"""The German edition: a test for each cell of its column in the table of editions."""

import pytest

from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import (
    SORTED_DECK,
    awaits,
    bonus,
    discard_rest,
    display,
    field,
    hand,
    legal,
    play,
    reasons,
    sail_to_the_end,
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_for_two_to_four_players(players: int) -> None:
    assert len(Table("german", players).scores) == players


def test_25_diamonds_lie_in_the_supply_and_5_in_the_reserve() -> None:
    game = Table("german", 2).game
    assert field(game, "supply") == "25/25" and field(game, "reserve") == "5/5"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_card_lies_in_the_display_before_the_first_deal(players: int) -> None:
    game = Table("german", players, deck=SORTED_DECK, start_player=0).game
    assert hand(game, "A") == SORTED_DECK[:5]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_for_each_player_comes_to_the_display_after_the_first_deal(players: int) -> None:
    game = Table("german", players, deck=SORTED_DECK, start_player=0).game
    assert display(game) == SORTED_DECK[5 * players : 6 * players]


def test_and_after_the_deal_of_every_other_round() -> None:
    game = position("german-3 turn=4 act=C phase=play kept=-/-/ash-1 display=coin-1")
    upcoming = field(game, "deck").split(",")
    assert display(play(game, "sail")) == [*upcoming[15:18], "coin-1"]


def test_the_unplayed_cards_come_to_the_display_at_the_end_of_a_round() -> None:
    game = position(
        discard_rest("german-2 turn=3 act=B phase=play kept=-/ash-1 hand=lime-1,lime-2/coin-1,coin-2 deck=ship-1")
    )
    assert display(play(game, "sail")) == ["lime-1", "lime-2", "coin-1", "coin-2"]


@pytest.mark.parametrize(("players", "left"), [(2, 97), (3, 91), (4, 85)])
def test_the_draw_pile_is_all_of_it(players: int, left: int) -> None:
    assert 109 - Table("german", players).game.dealt == left


@pytest.mark.parametrize(("players", "rounds"), [(2, 9), (3, 6), (4, 4)])
def test_the_deck_lasts_for_9_6_4_rounds(players: int, rounds: int) -> None:
    assert sail_to_the_end(Table("german", players, seed=1)).rounds == rounds


def test_ten_cards_are_a_full_deal_for_two_though_none_is_left_for_the_display() -> None:
    deck = "deck=coin-1,coin-2,coin-3,coin-5,cross-1,cross-2,cross-3,cross-4,lion-1,lion-2"
    game = position(discard_rest(f"german-2 turn=3 act=B phase=play kept=-/ash-1 {deck}"))
    assert awaits(play(game, "sail")) == "B keep" and display(game) == []


def test_a_bonus_diamond_scores_at_the_end() -> None:
    game = position("german-2 T=AAA./..../..../..../.... last=yes phase=play kept=swans-1/ash-1")
    assert bonus(game, "place T1.4") == ("trade", 20) and reasons(game, "place T1.4") == {"A good": 1}
    assert reasons(play(game, "place T1.4"), "sail") == {"A trade_bonus": 20, "B sea": 1}


def test_an_extra_card_with_an_empty_display_brings_nothing() -> None:
    game = position("german-2 ship=6/0 phase=play kept=ash-1/ash-2")
    assert reasons(game, "sail") == {} and awaits(play(game, "sail")) == "B play"


def test_a_placed_ship_card_must_move_the_ship() -> None:
    game = position("german-2 H=.AA/AAA/AAA/AAA/AAA phase=play kept=ship-4/-")
    assert legal(game) == ["place H1.1", "sail"]
    assert play(game, "place H1.1").ship[0] == 4


@pytest.mark.parametrize(
    ("supply", "reserve", "won"),
    [("1/2/3", "5/5/5", "A"), ("2/1/3", "5/5/5", "B"), ("0/2/3", "5/0/5", "B"), ("2/2/0", "5/5/5", "AB")],
)
def test_fewer_diamonds_left_in_supply_and_reserve_win_a_tie_and_then_it_is_shared(
    supply: str, reserve: str, won: str
) -> None:
    line = "german-3 last=yes act=C phase=play kept=-/-/ash-1 points=sea:5/sea:5/sea:2"
    game = position(f"{line} supply={supply} reserve={reserve}")
    assert field(play(game, "sail"), "won") == won


def test_there_are_no_neutral_diamonds() -> None:
    game = Table("german", 2).game
    assert all("#" not in field(game, area) for area in "WRNPTH")
