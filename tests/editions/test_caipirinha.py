"""The Caipirinha edition: a test for each cell of its column in the table of editions, and for each neutral diamond."""

import pytest

from millefiori.engine.board import SPACE_NAMES, SPACE_NUMBERS, SPACE_SYMBOL
from millefiori.engine.editions import EditionError
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import Symbol
from millefiori.position import position, text
from millefiori.table import Table
from tests.rules.helpers import (
    SORTED_DECK,
    as_bytes,
    awaits,
    discard_rest,
    display,
    field,
    hand,
    legal,
    play,
    reasons,
    sail_to_the_end,
)

NEUTRAL = (
    "H5.1 H5.2 H5.3 H4.1 H4.2 H3.1 T1.1 T2.2 T3.3 T4.4 N1.2 N1.4 P1.1 P1.3 P1.5 R5 R10 R12 R16 R20 "
    "W1.3 W1.4 W1.5 W2.1 W2.8 W3.1 W3.8 W4.3 W4.4 W4.5"
)
LAST_PLAY = "caipirinha-2 turn=3 act=B phase=play kept=-/ash-1"


def test_it_is_for_two_players() -> None:
    assert len(Table("caipirinha", 2).scores) == 2


@pytest.mark.parametrize("players", [1, 3, 4])
def test_and_for_no_other_number(players: int) -> None:
    with pytest.raises(EditionError, match=r"caipirinha edition is for 2 players, not . \(rule 1\.1\)"):
        Table("caipirinha", players)


def test_27_diamonds_lie_in_the_supply_and_3_in_the_reserve() -> None:
    game = Table("caipirinha", 2).game
    assert field(game, "supply") == "27/27" and field(game, "reserve") == "3/3"


def test_9_cards_lie_in_the_display_before_the_first_round() -> None:
    assert display(Table("caipirinha", 2, deck=SORTED_DECK).game) == SORTED_DECK[:9]


def test_40_cards_are_put_aside_and_60_are_left() -> None:
    game = Table("caipirinha", 2, deck=SORTED_DECK, start_player=1).game
    assert field(game, "aside").split(",") == SORTED_DECK[9:49]
    assert hand(game, "B") == SORTED_DECK[49:54] and hand(game, "A") == SORTED_DECK[54:59]
    assert field(game, "deck").split(",") == SORTED_DECK[59:]


def test_the_unplayed_cards_come_to_the_display_which_is_then_filled_up_to_9() -> None:
    game = position(f"{LAST_PLAY} hand=lime-1,lime-2/coin-1,coin-2 display=swans-5")
    assert display(play(game, "sail")) == [
        *("quartz-1", "quartz-2", "quartz-3", "quartz-3", "lime-1", "lime-2", "coin-1", "coin-2", "swans-5")
    ]


def test_it_is_filled_up_before_the_next_deal() -> None:
    game = position(f"{LAST_PLAY} hand=lime-1,lime-2/coin-1,coin-2 display=swans-5")
    assert hand(play(game, "sail"), "B") == ["quartz-3", "quartz-4", "quartz-5", "ash-2", "ash-2"]


def test_a_display_of_9_or_more_is_not_filled_up() -> None:
    shown = "display=cross-1,cross-2,cross-3,cross-4,lion-1"
    game = position(f"{LAST_PLAY} hand=lime-1,lime-2/coin-1,coin-2 {shown}")
    assert len(display(play(game, "sail"))) == 9 and hand(game, "B")[0] == "quartz-1"


def test_the_fill_up_can_end_the_game() -> None:
    deck = "deck=coin-1,coin-2,coin-3,coin-5,cross-1,cross-2,cross-3,cross-4,lion-1,lion-2"
    full = "display=fish-1,fish-2,fish-3,fish-4,crab-1,crab-2,crab-3,crab-5,swans-1"
    assert awaits(play(position(discard_rest(f"{LAST_PLAY} {deck} {full}")), "sail")) == "B keep"
    assert awaits(play(position(discard_rest(f"{LAST_PLAY} {deck}")), "sail")) == "over"


def test_no_card_comes_to_the_display_at_the_start_of_a_round() -> None:
    table = Table("caipirinha", 2, seed=1)
    assert table.rounds == 1 and len(display(table.game)) == 9


def test_the_deck_lasts_for_6_rounds_unless_the_display_had_to_be_filled_up() -> None:
    assert sail_to_the_end(Table("caipirinha", 2, seed=1)).rounds == 6


def test_a_bonus_diamond_scores_at_once() -> None:
    game = position("caipirinha-2 T=AAA./..../..../..../.... phase=play kept=swans-1/-")
    assert reasons(game, "place T1.4") == {"A good": 1, "A trade_bonus": 20}


def test_an_extra_card_with_an_empty_display_brings_nothing() -> None:
    game = position("caipirinha-2 ship=6/0 phase=play kept=ash-1/ash-2")
    assert reasons(game, "sail") == {} and awaits(play(game, "sail")) == "B play"


def test_a_placed_ship_card_must_move_the_ship() -> None:
    game = position("caipirinha-2 H=.AA/AAA/AAA/##A/### phase=play kept=ship-4/-")
    assert legal(game) == ["place H1.1", "sail"]
    assert play(game, "place H1.1").ship[0] == 4


def test_a_tie_is_a_shared_victory() -> None:
    game = position("caipirinha-2 last=yes act=B phase=play kept=-/ash-1 points=sea:5/sea:4 supply=1/2")
    assert play(game, "sail").won.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("space", NEUTRAL.split())
def test_a_neutral_diamond_lies_on(space: str) -> None:
    lying = "".join(field(Table("caipirinha", 2).game, area).replace("/", "") for area in "WRNPTH")
    assert lying[SPACE_NUMBERS[space]] == "#"


def test_all_other_spaces_are_free() -> None:
    lying = "".join(field(Table("caipirinha", 2).game, area).replace("/", "") for area in "WRNPTH")
    assert [name for name, owner in zip(SPACE_NAMES, lying, strict=True) if owner != "."] == sorted(
        NEUTRAL.split(), key=SPACE_NAMES.index
    )
    assert len(NEUTRAL.split()) == 30


@pytest.mark.parametrize(
    ("space", "symbol"),
    [
        *(("T1.1", Symbol.GLASSES), ("T2.2", Symbol.CARAFES), ("T3.3", Symbol.JEWELRY), ("T4.4", Symbol.SWANS)),
        *(("N1.2", Symbol.COIN), ("N1.4", Symbol.CROSS)),
        *(("P1.1", Symbol.CRAB), ("P1.3", Symbol.FISH), ("P1.5", Symbol.SHELL)),
    ],
)
def test_goods_and_townspeople_under_neutral_diamonds_are_those_that_the_document_names(
    space: str, symbol: Symbol
) -> None:
    assert SPACE_SYMBOL[SPACE_NUMBERS[space]] == symbol


@pytest.mark.parametrize("line", ["caipirinha-2 phase=play kept=ash-1/-", discard_rest(f"{LAST_PLAY} deck=coin-1")])
def test_a_position_without_cards_put_aside_can_be_written_and_read_again(line: str) -> None:
    game = position(line)
    assert as_bytes(position(text(game))) == as_bytes(game)


def test_a_game_that_was_redealt_can_be_written_and_read_again() -> None:
    game = redeal(view(Table("caipirinha", 2, seed=1).game, 0), 1)
    again = position(text(game))
    assert field(again, "deck") == field(game, "deck") and field(again, "hand") == field(game, "hand")
