import numpy as np
import pytest

from millefiori.engine.board import AREA, CARD_NAMES, CARDS, DECK, SPACE_SYMBOL, SPACES
from millefiori.engine.editions import EDITIONS, EditionError
from millefiori.engine.vocabulary import Area, Symbol
from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import SORTED_DECK, awaits, display, hand, play


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_1_1_two_three_or_four_players_have_a_seat_each(players: int) -> None:
    table = Table("international", players, seed=1)
    assert len(table.players) == len(table.scores) == players


@pytest.mark.parametrize("players", [0, 1, 5])
def test_rule_1_1_fewer_than_two_or_more_than_four_players_do_not_play(players: int) -> None:
    with pytest.raises(EditionError, match=r"rule 1\.1"):
        Table("international", players)


def test_rule_1_1_the_left_neighbour_of_a_seat_is_the_next_one() -> None:
    game = position("international-3 start=B act=B phase=keep hand=ash-1/ash-2/ash-3")
    assert awaits(play(game, "keep ash-2")) == "C keep"
    assert awaits(play(game, "keep ash-3")) == "A keep"


def test_rule_1_2_the_board_has_109_spaces_in_six_areas() -> None:
    assert SPACES == 109
    assert [np.count_nonzero(area == AREA) for area in Area] == [30, 20, 12, 12, 20, 15]


def test_rule_1_2_the_deck_has_109_cards_of_74_kinds_with_numbers_from_1_to_5() -> None:
    assert len(DECK) == 109 and CARDS == len(set(SORTED_DECK)) == 74
    assert {name.split("-")[1] for name in CARD_NAMES} == set("12345")


@pytest.mark.parametrize("symbol", Symbol)
def test_rule_1_2_there_is_one_card_for_each_space(symbol: Symbol) -> None:
    cards = [name for name in SORTED_DECK if name.startswith(symbol.name.lower() + "-")]
    assert len(cards) == np.count_nonzero(symbol == SPACE_SYMBOL)


@pytest.mark.parametrize(("edition", "supply", "reserve"), [("international", 27, 3), ("german", 25, 5)])
def test_rule_1_3_each_player_has_thirty_diamonds_in_supply_and_reserve(
    edition: str, supply: int, reserve: int
) -> None:
    game = Table(edition, 3, seed=1).game
    assert game.supply[:3].tolist() == [supply] * 3
    assert game.reserve[:3].tolist() == [reserve] * 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_1_3_supply_and_reserve_are_thirty_in_every_edition(edition: str) -> None:
    game = Table(edition, 2, seed=1).game
    assert (game.supply + game.reserve)[:2].tolist() == [30, 30]


def test_rule_1_4_ships_begin_on_the_start_space_and_scores_at_0() -> None:
    game = Table("international", 4, seed=1).game
    assert game.ship.tolist() == game.score.tolist() == [0, 0, 0, 0]


def test_rule_1_5_the_first_cards_of_the_deck_are_laid_face_up_beside_the_board() -> None:
    assert display(Table("international", 3, deck=SORTED_DECK).game) == SORTED_DECK[:4]


def test_rule_1_5_the_deck_is_shuffled() -> None:
    decks = {Table("international", 2, seed=seed).deck for seed in range(5)}
    assert len(decks) == 5
    assert all(sorted(deck) == sorted(SORTED_DECK) for deck in decks)


def test_rule_1_5_cards_may_be_put_aside_unseen_after_the_display_is_open() -> None:
    table = Table("caipirinha", 2, deck=SORTED_DECK, start_player=0)
    assert hand(table.game, "A") == SORTED_DECK[49:54]  # nine to the display, forty aside
    assert 109 - table.game.dealt == 50


def test_rule_1_6_the_start_player_is_drawn_at_random() -> None:
    assert {Table("international", 4, seed=seed).start_player for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", range(4))
def test_rule_1_6_or_the_host_names_the_start_player(seat: int) -> None:
    table = Table("international", 4, seed=1, start_player=seat)
    assert table.start_player == table.to_act == seat
