from typing import get_type_hints

import numpy as np
import pytest

from millefiori.engine.state import Public
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import HIDDEN, SPECTATOR
from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import as_bytes, field, hand, names, play, seen_card, seen_hand

HANDS = "hand=ash-1,ash-2/lime-1,lime-2/coin-1,coin-2"
PUBLIC = [name for name in get_type_hints(Public) if name != "seen_by"]


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_rule_14_1_all_but_the_cards_in_hands_and_deck_is_public(seat: int) -> None:
    table = Table("international", 3, seed=4)
    for _ in range(30):
        table.advance(table.legal_actions()[0])
    seen = view(table.game, seat)
    assert {"diamonds", "score", "ship", "supply", "display", "discarded", "dealt"} < set(PUBLIC)
    assert all(np.array_equal(getattr(seen, name), getattr(table.game, name)) for name in PUBLIC)


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_rule_14_1_the_size_of_every_hand_is_public(seat: int) -> None:
    game = position("international-3 phase=keep hand=ash-1,ash-2/lime-1/coin-1,coin-2,coin-3")
    assert [len(hand(view(game, seat), holder)) for holder in "ABC"] == [2, 1, 3]


def test_rule_14_2_a_player_knows_the_own_hand_and_no_other_before_hands_are_passed() -> None:
    game = position(f"international-3 phase=keep {HANDS}")
    assert [seen_hand(game, "B", holder) for holder in "ABC"] == [["?", "?"], ["lime-1", "lime-2"], ["?", "?"]]
    assert [hand(view(game, SPECTATOR), holder) for holder in "ABC"] == [["?", "?"]] * 3


def test_rule_14_2_a_player_knows_what_is_left_of_every_hand_that_was_the_own_in_this_round() -> None:
    second, third = (position(f"international-3 turn={turn} phase=keep {HANDS}") for turn in (2, 3))
    assert [seen_hand(second, "B", holder) for holder in "ABC"] == [
        ["?", "?"],
        ["lime-1", "lime-2"],
        ["coin-1", "coin-2"],
    ]
    assert [seen_hand(third, "B", holder) for holder in "ABC"] == [hand(third, holder) for holder in "ABC"]
    assert [hand(view(third, SPECTATOR), holder) for holder in "ABC"] == [["?", "?"]] * 3


def test_rule_14_2_the_hand_that_was_passed_on_is_known_less_the_card_that_was_played() -> None:
    game = position(f"international-3 phase=keep {HANDS}")
    play(game, "keep ash-1", "keep lime-1", "keep coin-1", "sail", "sail", "sail")
    assert seen_hand(game, "A", "B") == ["ash-2"] and seen_hand(game, "C", "B") == ["?"]


def test_rule_14_3_a_kept_card_is_known_to_its_owner_alone() -> None:
    game = position(f"international-3 turn=2 phase=play kept=quartz-1/quartz-2/quartz-4 {HANDS}")
    assert seen_card(game, "A", "A") == ["quartz-1"] and seen_card(game, "C", "A") == ["?"]
    assert seen_hand(game, "A", "B") == ["quartz-2", "lime-1", "lime-2"]  # one of these was kept, but which?
    assert hand(view(game, 0), "A") == ["ash-1", "ash-2"]


def test_rule_14_3_an_extra_card_is_known_to_all() -> None:
    game = position(f"international-3 ship=6/0/0 phase=play kept=quartz-1/quartz-2/quartz-4 {HANDS} display=swans-5")
    play(game, "sail", "take swans-5")
    assert [seen_card(game, viewer, "A") for viewer in "ABC"] == [["swans-5"]] * 3
    assert seen_card(game, "A", "B") == ["?"]


def test_rule_14_4_the_order_of_the_deck_is_hidden() -> None:
    game = Table("international", 3, seed=1).game
    assert (view(game, 0).deck == HIDDEN).all()


def test_rule_14_4_games_that_differ_only_in_hidden_cards_look_the_same() -> None:
    game = Table("caipirinha", 2, seed=1).game
    others = [redeal(view(game, 0), seed) for seed in range(3)]
    assert all(as_bytes(view(other, 0)) == as_bytes(view(game, 0)) for other in others)
    assert len({tuple(hand(other, "B")) for other in others}) == 3


def test_rule_14_4_cards_put_aside_are_hidden_and_may_be_anywhere() -> None:
    game = Table("caipirinha", 2, seed=1).game
    aside = set(field(game, "aside").split(","))
    dealt = {card for seed in range(20) for card in hand(redeal(view(game, 0), seed), "B")}
    assert aside & dealt and (view(game, 0).deck == HIDDEN).all()


def test_rule_14_4_a_redealt_game_keeps_what_the_player_knows() -> None:
    game = position(f"international-3 turn=2 phase=play kept=quartz-1/quartz-2/quartz-4 {HANDS}")
    for seed in range(5):
        other = redeal(view(game, 0), seed)
        assert names(other.kept[:1]) == ["quartz-1"] and hand(other, "A") == ["ash-1", "ash-2"]
        assert sorted(hand(other, "B") + names(other.kept[1:2])) == ["lime-1", "lime-2", "quartz-2"]
        assert np.array_equal(other.display, game.display)
