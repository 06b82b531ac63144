import pytest

from millefiori.engine.actions import DECLINE, SAIL
from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import (
    SORTED_DECK,
    awaits,
    discard_rest,
    display,
    field,
    hand,
    legal,
    names,
    play,
    seen_card,
    seen_hand,
    spaces,
)


def test_rule_2_1_each_player_is_dealt_five_cards_in_a_row_from_the_start_player_on() -> None:
    game = Table("international", 3, deck=SORTED_DECK, start_player=1).game  # four cards went to the display
    assert [hand(game, seat) for seat in "BCA"] == [SORTED_DECK[4:9], SORTED_DECK[9:14], SORTED_DECK[14:19]]


def test_rule_2_1_a_hand_is_sorted_however_it_was_dealt() -> None:
    game = Table("german", 2, deck=SORTED_DECK[::-1], start_player=0).game
    assert hand(game, "A") == ["ship-4", "ship-4", "ship-5", "ship-5", "ship-5"]
    assert hand(game, "B") == ["ship-2", "ship-3", "ship-3", "ship-3", "ship-4"]


def test_rule_2_2_after_the_deal_fresh_cards_are_added_to_the_display() -> None:
    game = Table("german", 3, deck=SORTED_DECK, start_player=0).game  # fifteen cards were dealt before
    assert field(game, "display").split(",") == SORTED_DECK[15:18]


def test_rule_2_3_all_keep_a_card_before_anybody_plays() -> None:
    game = position("international-3 phase=keep hand=ash-1,ash-2/lime-1,lime-2/quartz-1,quartz-2")
    assert legal(game) == ["ash-1", "ash-2"]
    assert awaits(play(game, "keep ash-2", "keep lime-1")) == "C keep"
    assert awaits(play(game, "keep quartz-2")) == "A play"
    assert field(game, "kept") == "ash-2/lime-1/quartz-2" and field(game, "hand") == "ash-1/lime-2/quartz-1"


def test_rule_2_3_a_kept_card_is_unseen_by_the_others_until_it_is_played() -> None:
    game = position("international-2 phase=keep hand=ash-1,ash-2/lime-1,lime-2")
    play(game, "keep ash-2", "keep lime-1")
    assert seen_card(game, "A", "B") == seen_card(game, "B", "A") == ["?"]
    assert seen_hand(game, "B", "A") == ["?", "?"]
    assert field(play(game, "sail"), "discarded") == "ash-2"


def test_rule_2_3_of_equal_cards_one_is_kept() -> None:
    game = position("international-2 phase=keep hand=lime-5,lime-5,quartz-3/ash-1")
    assert legal(game) == ["quartz-3", "lime-5"]
    assert hand(play(game, "keep lime-5"), "A") == ["quartz-3", "lime-5"]


def test_rule_2_4_from_the_start_player_on_each_plays_the_kept_card() -> None:
    game = position("international-3 start=C act=C phase=play kept=ash-1/glasses-1/swans-1 hand=lime-1/lime-2/lime-3")
    assert spaces(game) == ["T1.4", "T2.4", "T3.4", "T4.4", "T5.4"]
    assert awaits(play(game, "sail")) == "A play"
    assert awaits(play(game, "sail")) == "B play"
    assert spaces(game) == ["T1.1", "T2.1", "T3.1", "T4.1", "T5.1"]


def test_rule_2_4_extra_cards_are_played_before_the_next_player_is_in_turn() -> None:
    game = position("international-2 phase=play ship=6/0 kept=ash-1/lime-1 display=quartz-2")
    assert awaits(play(game, "sail")) == "A take"
    assert awaits(play(game, "take quartz-2")) == "A play"
    assert awaits(play(game, "sail")) == "B play"


def test_rule_2_5_when_all_have_played_the_rest_of_the_hand_goes_to_the_left_neighbour() -> None:
    game = position("international-3 act=C phase=play kept=-/-/swans-1 hand=ash-1,ash-2/lime-1,lime-2/coin-1,coin-2")
    assert field(play(game, "sail"), "hand") == "coin-1,coin-2/ash-1,ash-2/lime-1,lime-2"
    assert awaits(game) == "A keep"


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (3, 4), (4, 4)])
def test_rule_2_6_four_cards_are_played_in_a_round_with_two_players_three(players: int, cards: int) -> None:
    table = Table("international", players, seed=3)
    while table.rounds == 1:
        possible = table.legal_actions()
        table.advance(next((action for action in (SAIL, DECLINE) if action in possible), possible[0]))
    sailed = [seat for seat, action in table.actions if action == SAIL]
    assert [sailed.count(seat) for seat in range(players)] == [cards] * players


def test_rule_2_7_the_card_left_goes_to_the_display_after_everyones_last_turn_of_the_round() -> None:
    game = position("international-3 turn=4 phase=play kept=ash-1/ash-2/ash-3 hand=lime-1/lime-2/lime-3")
    assert field(play(game, "sail", "sail"), "display") == "-"
    assert field(play(game, "sail"), "display") == "lime-1,lime-2,lime-3"


def test_rule_2_7_with_two_players_two_cards_are_left() -> None:
    game = position("international-2 turn=3 act=B phase=play kept=-/ash-2 hand=lime-1,lime-2/lime-3,lime-4")
    assert field(play(game, "sail"), "display") == "lime-1,lime-2,lime-3,lime-4"


def test_rule_2_7_an_extra_card_of_the_last_turn_is_not_one_of_the_unplayed_cards() -> None:
    game = position(
        "international-2 turn=3 act=B phase=play ship=0/5 kept=-/ash-2 hand=coin-1,coin-2/ash-1,ash-2 display=swans-5"
    )
    assert legal(play(game, "sail")) == ["swans-5", "decline"]


@pytest.mark.parametrize(("start", "last", "following"), ["ACB", "BAC", "CBA"])
def test_rule_2_8_the_left_neighbour_of_the_start_player_is_the_next(start: str, last: str, following: str) -> None:
    kept = "/".join("ash-1" if seat == last else "-" for seat in "ABC")
    game = position(f"international-3 turn=4 start={start} act={last} phase=play kept={kept}")
    assert field(play(game, "sail"), "start") == following
    assert awaits(game) == f"{following} keep" and field(game, "round") == "2"


def test_rule_2_9_the_display_is_filled_up_from_the_deck_before_the_next_deal() -> None:
    line = "caipirinha-2 turn=3 act=B phase=play kept=-/ash-1 hand=lime-1,lime-2/lime-3,lime-4 display=coin-1,coin-2"
    game = position(line)
    upcoming = field(game, "deck").split(",")
    play(game, "sail")
    assert set(upcoming[:3]) < set(display(game)) and game.display.sum() == 9
    assert hand(game, "B") == sorted(upcoming[3:8], key=SORTED_DECK.index)


def test_rule_2_9_the_display_is_filled_up_as_far_as_the_deck_goes() -> None:
    game = position(discard_rest("caipirinha-2 turn=3 act=B phase=play kept=-/ash-1 hand=lime-1,lime-2/- deck=coin-1"))
    assert display(play(game, "sail")) == ["lime-1", "lime-2", "coin-1"]
    assert awaits(game) == "over"


def test_rule_2_9_a_display_that_is_full_enough_gets_no_card() -> None:
    shown = "coin-1,coin-2,coin-3,coin-5,cross-1,cross-2,cross-3,cross-4"
    game = position(f"caipirinha-2 turn=3 act=B phase=play kept=-/ash-1 hand=lime-1,lime-2/- display={shown}")
    assert play(game, "sail").display.sum() == 10


def test_rule_2_10_in_the_tactical_variant_each_keeps_a_card_when_it_is_their_turn_to_play_it() -> None:
    game = position("international-3-tactical phase=keep hand=ash-1,ash-2/lime-1,lime-2/coin-1,coin-2")
    assert awaits(play(game, "ash-1")) == "A play"
    assert awaits(play(game, "sail")) == "B keep"
    assert legal(game) == ["lime-1", "lime-2"]
    play(game, "lime-2", "sail", "coin-1", "sail")
    assert awaits(game) == "A keep" and field(game, "hand") == "coin-2/ash-2/lime-1"


def test_rule_2_10_the_tactical_variant_plays_as_many_cards_a_round() -> None:
    game = position("international-2-tactical turn=3 act=B phase=keep hand=ash-1,ash-2/lime-1,lime-2,lime-3")
    play(game, "lime-1", "sail")
    assert field(game, "display") == "ash-1,ash-2,lime-2,lime-3" and names(game.kept) == []
