"""Bad input is refused at the border: the right error, a message that names the rule or the field, nothing changed."""

from typing import Any

import pytest

from millefiori.engine.actions import ACTIONS, action_named
from millefiori.engine.editions import EditionError
from millefiori.explain.legality import IllegalAction, check
from millefiori.position import PositionError, position
from millefiori.table import SetupError, Table
from tests.rules.helpers import SORTED_DECK, hand, play, refused

# --- Setting up a game


@pytest.mark.parametrize("name", ["italian", "", "International"])
def test_an_unknown_edition(name: str) -> None:
    with pytest.raises(EditionError, match=r"there is no edition '.*'; the editions are international, english"):
        Table(name)


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 100])
def test_too_few_or_too_many_players(players: int) -> None:
    with pytest.raises(EditionError, match=rf"is for 2 or 3 or 4 players, not {players} \(rule 1\.1\)"):
        Table("international", players)


def test_five_names() -> None:
    with pytest.raises(EditionError, match=r"not 5 \(rule 1\.1\)"):
        Table("english", ["Ada", "Ben", "Cleo", "Dan", "Eve"])


def test_caipirinha_with_three_players() -> None:
    with pytest.raises(EditionError, match=r"the caipirinha edition is for 2 players, not 3 \(rule 1\.1\)"):
        Table("caipirinha", 3)


def test_a_deck_of_108_cards() -> None:
    with pytest.raises(SetupError, match=r"the deck has 108 cards instead of 109 \(rule 1\.2\)"):
        Table(deck=SORTED_DECK[1:])


def test_a_card_in_the_deck_that_does_not_exist() -> None:
    with pytest.raises(SetupError, match=r"card 1 of the deck: there is no card 'quartz-6' \(rule 1\.2\)"):
        Table(deck=["quartz-6", *SORTED_DECK[1:]])


def test_a_wrong_card_in_the_deck() -> None:
    with pytest.raises(SetupError, match=r"too many or too few of quartz-1, quartz-2 \(rule 1\.2\)"):
        Table(deck=["quartz-2", *SORTED_DECK[1:]])


@pytest.mark.parametrize("deck", ["quartz-1", [1, 2, 3], 7])
def test_a_deck_that_is_no_list_of_names(deck: Any) -> None:
    with pytest.raises(SetupError, match=r"the deck must be a list of card names \(rule 1\.2\)"):
        Table(deck=deck)


@pytest.mark.parametrize("seat", [-1, 2, 3])
def test_a_start_player_that_does_not_exist(seat: int) -> None:
    with pytest.raises(SetupError, match=rf"the start player must be a seat from 0 to 1, not {seat} \(rule 1\.6\)"):
        Table("international", 2, start_player=seat)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_out_of_range(seed: int) -> None:
    with pytest.raises(SetupError, match="a seed from 0 to"):
        Table(seed=seed)


def test_a_seed_and_a_deck() -> None:
    with pytest.raises(SetupError, match="not both"):
        Table(seed=1, deck=SORTED_DECK)


# --- Actions


@pytest.mark.parametrize(
    ("line", "action", "words"),
    [
        ("phase=keep hand=ash-1,ash-2/lime-1", "keep coin-1", "coin-1 is not in the hand (rule 2.3)"),
        ("phase=keep hand=ash-1,ash-2/lime-1", "sail", "keep a card first (rule 2.3)"),
        ("phase=keep hand=ash-1,ash-2/lime-1", "decline", "keep a card first (rule 2.3)"),
        ("phase=play kept=ash-1/lime-1", "ash-2", "first place a diamond or sail with the card in play (rule 3.1)"),
        ("phase=play kept=ash-1/lime-1", "place T1.1", "ash-1 is for the workshops, not the trade (rule 3.5)"),
        ("phase=play kept=ash-1/lime-1", "place W1.1", "W1.1 shows pigments, not ash (rule 4.1)"),
        ("phase=play kept=swans-1/lime-1", "place T1.1", "T1.1 shows glasses, not swans (rule 7.1)"),
        (
            "T=B.../..../..../..../.... phase=play kept=glasses-1/lime-1",
            "place T1.1",
            "T1.1 is occupied (rule 3.6)",
        ),
        (
            "phase=play kept=residence-1/lime-1",
            "place R2",
            "only the next free residence can be filled (rule 5.1)",
        ),
        (
            "N=A..../..../... phase=play kept=coin-1/lime-1",
            "place N2.1",
            "the two spaces right below N2.1 must be filled first (rule 6.2)",
        ),
        (
            "phase=play kept=crab-1/lime-1",
            "place P3.2",
            "the two spaces right below P3.2 must be filled first (rule 6.2)",
        ),
        ("phase=play kept=coin-1/lime-1", "place P1.1", "coin-1 is for the nobili, not the populi (rule 3.5)"),
        ("ship=20/0 phase=play kept=ship-1/lime-1", "place H1.1 stay", "the ship cannot stay: it must move"),
        ("ship=20/0 phase=play kept=ship-1/lime-1", "place H1.1 stay", "(rule 8.4)"),
        (
            "supply=0/9 reserve=0/3 last=yes phase=play kept=ash-1/lime-1",
            "place W1.2",
            "no diamond is left in the supply or the reserve (rule 3.2)",
        ),
        ("phase=play kept=ash-1/lime-1", "decline", "there is no extra card to decline (rule 11.3)"),
        ("phase=take display=ash-1", "take ash-2", "ash-2 is not in the display (rule 11.1)"),
        ("phase=take display=ash-1", "sail", "first take a card from the display, or decline (rule 11.1)"),
        ("phase=over won=A", "sail", "the game is over (rule 12."),
        ("phase=over won=A", "ash-1", "the game is over (rule 12."),
    ],
)
def test_an_action_that_is_not_legal(line: str, action: str, words: str) -> None:
    game = position(f"international-2 {line}")
    with refused(game, IllegalAction, words):
        play(game, action)


@pytest.mark.parametrize("number", [-1, ACTIONS, 1000])
def test_an_action_number_out_of_range(number: int) -> None:
    table = Table(seed=1)
    with refused(table.game, IllegalAction, f"there is no action {number}", "0 to 199"):
        table.play(number)


@pytest.mark.parametrize("text", ["", "fly", "place W9.9", "quartz-6", "keep", "place", "place T1.1 stay", "sail away"])
def test_an_unknown_action_text(text: str) -> None:
    table = Table(seed=1)
    with refused(table.game, ValueError, f"there is no action {text!r}", "actions read like"):
        table.play(text)


@pytest.mark.parametrize("text", ["sail W1.1", "decline T1.1", "keep sail", "take decline", "keep W1.1", "fill W1.1"])
def test_an_action_text_of_words_that_do_not_belong_together(text: str) -> None:
    with pytest.raises(ValueError, match="there is no action"):
        action_named(text)


def test_playing_out_of_turn() -> None:
    table = Table("international", ["Ada", "Ben"], seed=1, start_player=0)
    with refused(table.game, IllegalAction, "it is Ada's turn, not Ben's (rule 2.4)"):
        table.play(table.legal_actions()[0], seat=1)
    with refused(table.game, IllegalAction, "it is Ada's turn, not 7's (rule 2.4)"):
        table.play(table.legal_actions()[0], seat=7)


def test_a_card_of_another_players_hand() -> None:
    table = Table("international", 2, seed=1, start_player=0)
    card = next(card for card in hand(table.game, "B") if card not in hand(table.game, "A"))
    with refused(table.game, IllegalAction, f"{card} is not in the hand (rule 2.3)"):
        table.play(f"keep {card}", seat=0)
    assert table.actions == []


def test_acting_after_the_end() -> None:
    table = Table("international", 4, seed=1)
    while not table.is_over:
        table.advance(table.legal_actions()[-1])
    with refused(table.game, IllegalAction, "the game is over (rule 12."):
        table.play("sail", seat=0)


def test_taking_back_before_anything_was_played() -> None:
    table = Table(seed=1)
    with refused(table.game, IllegalAction, "no action has been played yet"):
        table.undo()


def test_a_preview_of_an_illegal_action() -> None:
    table = Table(seed=1)
    with refused(table.game, IllegalAction, "rule 2.3"):
        table.preview("sail")


def test_a_check_changes_nothing() -> None:
    game = position("international-2 phase=play kept=ash-1/lime-1")
    with refused(game, IllegalAction, "rule 3.5"):
        check(game, action_named("place H1.1"))


# --- Positions


@pytest.mark.parametrize("line", ["", "international", "international-x", "international-2-quick", "-"])
def test_a_position_that_does_not_begin_with_edition_and_players(line: str) -> None:
    with pytest.raises(PositionError, match="a position begins with a name such as 'international-3'"):
        position(line)


def test_a_position_of_an_unknown_edition() -> None:
    with pytest.raises(EditionError, match="there is no edition 'italian'"):
        position("italian-2")


def test_a_position_for_five() -> None:
    with pytest.raises(EditionError, match=r"rule 1\.1"):
        position("international-5")


def test_a_field_that_does_not_exist() -> None:
    with pytest.raises(PositionError, match="there is no field 'colour': the fields are W, R, N"):
        position("international-2 colour=red")


@pytest.mark.parametrize(
    "word",
    [
        *("T=A...", "T=a.../..../..../..../....", "T", "R=AB", "W=" + 31 * "."),
        *("bonus=A...", "bonus=....A/..../..../..../....", "bonus=Z.../..../..../..../...."),
        *("points=sea:1", "points=sea/-", "points=sea:x/-", "points=luck:1/-", "points=sea:40000/-"),
        *("ship=1", "ship=x/0", "ship=21/0", "ship=-1/0", "ship=300/0"),
        *("supply=-1/27", "supply=27", "supply=x/1", "supply=200/1", "reserve=-1/3", "reserve=1/2/3"),
        *("round=x", "round=-1", "turn=0", "turn=x", "turn=9"),
        *("start=C", "start=E", "start=", "start=AB", "act=C", "act=E", "act=", "act=AB"),
        *("phase=sleep", "last=maybe", "won=C", "won=E", "taken=x", "taken=-1"),
        *("hand=ash-1", "hand=ash-1/lime-1/coin-1", "hand=gold-1/-", "hand=ash-1,ash-2,ash-2,ash-3,ash-4,ash-4/-"),
        *("kept=ash-1", "kept=gold-1/-", "kept=ash-1,ash-2/-"),
        *("display=gold-1", "discarded=ash-9", "aside=gold-1", "deck=gold-1"),
    ],
)
def test_a_field_that_cannot_be_read(word: str) -> None:
    with pytest.raises(PositionError, match=f"^{word.partition('=')[0]}"):
        position(f"international-2 {word}")


@pytest.mark.parametrize("word", ["T=C.../..../..../..../....", "bonus=D.../..../..../..../...."])
def test_a_diamond_of_a_player_who_is_not_there(word: str) -> None:
    with pytest.raises(PositionError, match=f"^{word.partition('=')[0]}"):
        position(f"international-2 {word}")


def test_two_bonus_diamonds_of_a_player_in_one_set() -> None:
    with pytest.raises(PositionError, match=r"^bonus"):
        position("international-2 bonus=AA../..../..../..../....")


def test_a_field_that_is_given_twice() -> None:
    with pytest.raises(PositionError, match="act"):
        position("international-2 act=A act=B")


def test_a_card_to_be_played_that_is_not_there() -> None:
    with pytest.raises(PositionError, match="kept"):
        position("international-2 phase=play act=A kept=-/ash-1")


def test_a_card_of_which_there_are_not_so_many() -> None:
    with pytest.raises(PositionError, match="there are too many cards ash-1"):
        position("international-2 kept=ash-1/- display=ash-1")


def test_a_deck_that_does_not_make_up_109_cards() -> None:
    with pytest.raises(PositionError, match=r"deck: .* must have all 109 cards"):
        position("international-2 deck=ash-1,ash-2")
