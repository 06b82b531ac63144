"""The tactical variant: nobody keeps a card in advance, in any edition, and everything else is as in that edition."""

import pytest

from millefiori.engine.editions import EDITIONS
from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import SORTED_DECK, awaits, display, hand, legal, play, sail_to_the_end, seen_hand

editions = pytest.mark.parametrize("edition", EDITIONS)


@editions
def test_each_player_keeps_a_card_when_it_is_their_turn_to_play_it(edition: str) -> None:
    game = position(f"{edition}-2-tactical phase=keep hand=glasses-1,swans-1/glasses-2,swans-2")
    assert awaits(play(game, "glasses-1")) == "A play"
    assert awaits(play(game, "place T5.1")) == "B keep"
    assert legal(game) == ["glasses-2", "swans-2"]


@editions
def test_who_plays_later_has_seen_what_was_played(edition: str) -> None:
    game = position(f"{edition}-2-tactical phase=keep hand=glasses-1,swans-1/glasses-2,swans-2")
    play(game, "swans-1", "sail")
    assert seen_hand(game, "B", "A") == ["?"] and game.discarded.sum() == 1


@editions
def test_an_extra_card_is_played_before_the_next_player_keeps_a_card(edition: str) -> None:
    game = position(f"{edition}-2-tactical ship=6/0 phase=keep hand=ash-1,ash-3/lime-1,lime-2 display=coin-2")
    assert awaits(play(game, "ash-1", "sail")) == "A take"
    assert awaits(play(game, "take coin-2", "sail")) == "B keep"


@editions
def test_hands_are_passed_when_all_have_played(edition: str) -> None:
    game = position(f"{edition}-2-tactical act=B phase=keep hand=ash-1,ash-3/lime-1,lime-2")
    play(game, "lime-2", "sail")
    assert (hand(game, "A"), hand(game, "B"), awaits(game)) == (["lime-1"], ["ash-1", "ash-3"], "A keep")


@editions
def test_unplayed_cards_come_to_the_display(edition: str) -> None:
    game = position(f"{edition}-2-tactical turn=3 act=B phase=keep hand=swans-1,swans-2/ash-1,swans-3,swans-4")
    play(game, "ash-1", "sail")
    assert display(game)[-4:] == ["swans-1", "swans-2", "swans-3", "swans-4"] and game.start_player == 1


@editions
def test_the_last_turns_are_those_of_the_players_who_have_not_yet_played(edition: str) -> None:
    game = position(f"{edition}-2-tactical supply=1/9 phase=keep hand=glasses-1,ash-3/glasses-2,lime-2")
    assert awaits(play(game, "glasses-1", "place T5.1")) == "B keep"
    assert awaits(play(game, "glasses-2", "place T4.1")) == "over"


@pytest.mark.parametrize(
    ("edition", "players", "rounds"),
    [
        *(("international", 2, 10), ("international", 3, 7), ("international", 4, 5)),
        *(("english", 2, 10), ("english", 3, 7), ("english", 4, 5)),
        *(("german", 2, 9), ("german", 3, 6), ("german", 4, 4)),
        *(("french", 2, 10), ("french", 3, 7), ("french", 4, 5)),
        ("caipirinha", 2, 6),
    ],
)
def test_the_deck_lasts_as_long(edition: str, players: int, rounds: int) -> None:
    assert sail_to_the_end(Table(edition, players, tactical=True, seed=1)).rounds == rounds


@editions
def test_the_game_begins_in_the_same_way(edition: str) -> None:
    tactical = Table(edition, 2, tactical=True, deck=SORTED_DECK, start_player=1)
    plain = Table(edition, 2, deck=SORTED_DECK, start_player=1)
    assert tactical.to_act == plain.to_act == 1 and tactical.legal_actions() == plain.legal_actions()
    assert display(tactical.game) == display(plain.game)
