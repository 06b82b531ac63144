"""What earlier programs of this game got wrong: a test for each, so that it does not come back."""

import numpy as np
import pytest

from millefiori.engine.editions import edition_named
from millefiori.engine.playouts import random_games
from millefiori.engine.state import GAME, blank_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import Phase
from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import (
    after,
    as_bytes,
    awaits,
    bonus,
    discard_rest,
    earns_extra_card,
    field,
    gains,
    hand,
    legal,
    names,
    play,
    reasons,
    refused,
)


def test_the_sea_is_not_off_by_one() -> None:
    game = position("international-2 phase=play kept=quartz-1/- display=ash-1")
    assert after(game, "sail").ship[0] == 1 and gains(game, "sail") == {"A": 1}
    sixth = position("international-2 ship=1/0 phase=play kept=quartz-5/- display=ash-1")
    assert gains(sixth, "sail") == {"A": 10} and not earns_extra_card(sixth, "sail")
    seventh = position("international-2 ship=2/0 phase=play kept=quartz-5/- display=ash-1")
    assert gains(seventh, "sail") == {} and earns_extra_card(seventh, "sail")


def test_the_ship_stops_at_the_end_of_the_sea() -> None:
    game = position("international-2 ship=19/0 phase=play kept=quartz-5/ash-1 display=ash-2")
    assert play(game, "sail").ship[0] == 20


def test_residences_give_extra_cards_and_bonus_once_and_not_on_every_later_placement() -> None:
    line = "bonus=..../A.../..../..../.... phase=play kept=residence-1/- display=ash-1"
    for filled in ("AAAAA", "AAAAAA", "AAAAAAA", "AAAAAAAA", "AAAAAAAAA"):  # five values are there already
        game = position(f"international-2 R={filled:.<20} {line}")
        space = f"place R{len(filled) + 1}"
        assert not earns_extra_card(game, space) and bonus(game, space) is None


def test_populi_do_not_score_the_diamonds_of_the_nobili() -> None:
    game = position("international-2 N=BBBBB/BBBB/... P=AA.../..../... phase=play kept=fish-1/-")
    assert reasons(game, "place P2.1") == {"A populi": 6, "A populi_beneath": 2, "A populi_bonus": 20}


def test_a_pyramids_bonus_looks_at_the_space_and_not_at_the_card() -> None:
    missed = position("international-2 N=AA.../..../... phase=play kept=coin-1/-")
    assert bonus(missed, "place N1.3") == ("nobili", 20)  # the lion, with a coin card
    wrong = position("international-2 N=AA.../..../... phase=play kept=lion-1/-")
    assert bonus(wrong, "place N1.4") is None  # a second cross, with a lion card


def test_a_pyramids_bonus_is_not_given_twice() -> None:
    game = position("international-2 N=AAA../..../... bonus=..../..../A.../..../.... phase=play kept=lion-1/-")
    assert bonus(game, "place N1.4") is None and bonus(game, "place N2.1") is None


def test_the_trade_bonus_counts_goods_and_not_diamonds() -> None:
    game = position("international-2 T=AA../A.../A.../..../.... phase=play kept=carafes-1/-")
    assert bonus(game, "place T5.2") is None
    game = position("international-2 T=AAA./A.../A.../A.../.... phase=play kept=swans-1/-")
    assert bonus(game, "place T5.4") == ("trade", 20)


def test_occupied_trade_spaces_are_not_overwritten() -> None:
    game = position("international-2 T=B.../..../..../..../.... phase=play kept=glasses-1/-")
    with refused(game, IllegalAction, "T1.1 is occupied", "rule 3.6"):
        play(game, "place T1.1")


def test_the_fleet_has_scored_when_the_ship_arrives() -> None:
    game = position(
        "international-2 H=AB./.../.../.../... T=AB../..../..../..../.... "
        "ship=5/0 phase=play kept=ship-2/ash-1 display=ash-2"
    )
    assert awaits(play(game, "place H1.3")) == "A take"
    assert field(game, "points") == "fleet:6/fleet:3" and field(game, "ship") == "7/0"


AROUND = {  # six workshops around W2.5, with a card for each
    "W1.4": "lime-1",
    "W1.5": "ash-1",
    "W2.4": "ash-1",
    "W2.6": "quartz-1",
    "W3.3": "quartz-1",
    "W3.4": "lime-1",
}


@pytest.mark.parametrize("neighbour", AROUND)
def test_workshops_touch_in_every_direction_and_both_ways(neighbour: str) -> None:
    middle = position(f"international-2 W=......./....A.../......../....... phase=play kept={AROUND[neighbour]}/-")
    assert gains(middle, f"place {neighbour}") == {"A": 2}
    placed = play(
        position(f"international-2 start=B phase=play kept={AROUND[neighbour]}/pigments-1"), f"place {neighbour}"
    )
    beside = position(f"international-2 W={field(placed, 'W')} phase=play kept=pigments-1/-")
    assert gains(beside, "place W2.5") == {"A": 4}


def test_the_workshops_have_a_bonus() -> None:
    game = position("international-2 W=AA...../..A...../......../....... phase=play kept=lime-1/-")
    assert bonus(game, "place W4.5") == ("workshops", 20)


def test_an_extra_card_is_not_compulsory() -> None:
    game = position("international-2 ship=6/0 phase=play kept=ash-1/lime-1 display=quartz-2")
    assert legal(play(game, "sail")) == ["quartz-2", "decline"]
    assert awaits(play(game, "decline")) == "B play"


@pytest.mark.parametrize("edition", ["international", "english", "german", "french", "caipirinha"])
def test_an_extra_card_with_an_empty_display_does_not_stop_the_game(edition: str) -> None:
    game = position(f"{edition}-2 ship=6/0 phase=play kept=ash-1/lime-1")
    assert awaits(play(game, "sail")) == "B play" and "sail" in legal(game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_are_passed_to_the_left(players: int) -> None:
    game = Table("international", players, seed=1, start_player=0).game
    before = [hand(game, seat) for seat in "ABCD"[:players]]
    play(game, *(cards[0] for cards in before), *["sail"] * players)
    assert [hand(game, seat) for seat in "ABCD"[:players]] == [cards[1:] for cards in [before[-1], *before[:-1]]]


def test_keeping_a_second_card_is_refused_and_loses_no_card() -> None:
    table = Table("international", 2, seed=1, start_player=0)
    first, second = hand(table.game, "A")[:2]
    table.play(f"keep {first}", seat=0)
    with refused(table.game, IllegalAction, "it is B's turn, not A's", "rule 2.4"):
        table.play(f"keep {second}", seat=0)
    assert len(hand(table.game, "A")) == 4 and names(table.game.kept[:1]) == [first]


def test_the_end_of_the_deck_ends_the_game() -> None:
    game = position(discard_rest("international-4 turn=4 act=D phase=play kept=-/-/-/ash-1 deck=coin-1"))
    assert awaits(play(game, "sail")) == "over" and legal(game) == []


def test_no_supply_goes_below_zero() -> None:
    game = position("international-2 N=AA.../..../... supply=1/9 reserve=0/3 phase=play kept=coin-1/ash-1")
    play(game, "place N1.3")
    assert field(game, "supply") == "0/9" and field(game, "reserve") == "0/3"


def test_no_supply_goes_below_zero_in_many_games() -> None:
    games, blank = np.zeros(12, GAME), np.zeros(1, GAME)
    blank[0] = blank_game(edition_named("german"), 4)
    random_games(games, blank, 7, 0, -1)
    assert (games["phase"] == Phase.OVER).all()
    assert games["supply"].min() >= 0 and games["reserve"].min() >= 0


def test_no_hand_is_shown_to_those_who_have_not_seen_it() -> None:
    table = Table("international", 4, seed=1)
    for seat in range(4):
        seen = view(table.game, seat)
        others = [other for other in range(4) if other != seat]
        assert set(names(seen.hand[others].ravel())) == set(names(seen.deck)) == {"?"}
        assert as_bytes(seen) != as_bytes(table.game) and names(seen.hand[seat]) == names(table.game.hand[seat])
