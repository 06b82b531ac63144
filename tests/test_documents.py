"""The worked examples and figures of the five rule documents, named by document and paragraph, in our own words.

Colours of the documents sit in this order: the player of the example is A, then those who are named beside it.
"""

from collections.abc import Callable
from typing import Any

import pytest

from millefiori.position import position
from millefiori.table import Table
from tests.rules.helpers import (
    after,
    awaits,
    bonus,
    display,
    earns_extra_card,
    field,
    gains,
    legal,
    play,
    reasons,
    sail_to_the_end,
    spaces,
)

EDITIONS = {"000": "english", "001": "international", "002": "german", "003": "french", "004": "caipirinha"}


def paragraphs(*names: str) -> Callable[[Any], Any]:
    """Run a test for each document that has the example: "001 Workshops, instant points"."""
    return pytest.mark.parametrize("edition", [EDITIONS[name[:3]] for name in names], ids=names)


# --- Setup and rounds


@paragraphs("000 Setup 3a", "001 Setting up 3a", "003 Mise en place", "004 Setup 4")
def test_27_diamonds_before_each_player_and_3_apart(edition: str) -> None:
    game = Table(edition, 2).game
    assert field(game, "supply") == "27/27" and field(game, "reserve") == "3/3"


@paragraphs("002 Aufbau 3a")
def test_25_diamonds_before_each_player_and_5_apart(edition: str) -> None:
    game = Table(edition, 2).game
    assert field(game, "supply") == "25/25" and field(game, "reserve") == "5/5"


@paragraphs("000 Setup 2a", "001 Setting up 2", "003 Mise en place")
def test_9_cards_open_for_two_and_four_players_4_for_three(edition: str) -> None:
    assert [len(display(Table(edition, players).game)) for players in (2, 3, 4)] == [9, 4, 9]


@paragraphs("002 Spielablauf")
def test_four_players_lay_4_cards_beside_the_board_in_a_round(edition: str) -> None:
    assert len(display(Table(edition, 4).game)) == 4


@paragraphs("000 Gameplay and Game end")
def test_the_deck_is_empty_after_10_7_5_rounds(edition: str) -> None:
    tables = [sail_to_the_end(Table(edition, players, seed=1)) for players in (2, 3, 4)]
    assert [table.rounds for table in tables] == [10, 7, 5] and all(table.game.dealt == 109 for table in tables)


@paragraphs(
    "000 Special rule for two", "001 Special rule for two", "002 Besonderheit bei 2 Spielern", "004 Gameplay, note"
)
def test_two_players_play_3_cards_and_lay_2_beside_the_board(edition: str) -> None:
    game = position(f"{edition}-2 turn=3 act=B phase=play kept=-/ash-1 hand=swans-1,swans-2/swans-3,swans-4")
    assert display(play(game, "sail"))[-4:] == ["swans-1", "swans-2", "swans-3", "swans-4"]
    assert game.rounds == 2


# --- Workshops


@paragraphs("000 Workshops, immediate points", "001 Workshops, instant points", "002 Werkstätten, Sofortpunkte")
def test_three_connected_workshops_earn_3(edition: str) -> None:
    game = position(f"{edition}-2 W=...AA../......../......../....... phase=play kept=ash-1/-")
    assert gains(game, "place W2.4") == {"A": 3}


@paragraphs("000 Workshops, immediate points", "001 Workshops, instant points", "002 Werkstätten, Sofortpunkte")
def test_four_connected_workshops_with_the_new_one_on_pigments_earn_8(edition: str) -> None:
    game = position(f"{edition}-2 W=...AA../...A..../......../....... phase=play kept=pigments-1/- display=coin-1")
    assert gains(game, "place W2.5") == {"A": 8}


@paragraphs("000 Workshops, extra card", "001 Workshops, extra card", "002 Werkstätten, Extrakarte")
def test_the_last_space_around_a_gold_symbol_earns_an_extra_card(edition: str) -> None:
    game = position(f"{edition}-3 W=B....../C......./......../....... phase=play kept=lime-1/-/- display=coin-1")
    assert earns_extra_card(game, "place W2.2")


@paragraphs("003 L'atelier", "004 Workshops")
def test_a_workshop_earns_1_and_1_for_each_connected_one(edition: str) -> None:
    game = position(f"{edition}-2 W=.A...../......../......../....... phase=play kept=quartz-1/-")
    assert gains(game, "place W2.3") == {"A": 2} and gains(game, "place W3.6") == {"A": 1}


@paragraphs("004 Workshops")
def test_a_workshop_on_pigments_earns_2_and_2_for_each_connected_one(edition: str) -> None:
    game = position(f"{edition}-2 W=...A.../......../......../....... phase=play kept=pigments-1/-")
    assert gains(game, "place W2.5") == {"A": 4} and gains(game, "place W3.8") == {"A": 2}


# --- Residences


@paragraphs("000 Houses, immediate points", "001 Residences, instant points", "002 Häuser, Sofortpunkte")
def test_a_residence_of_5_after_own_ones_of_4_and_3_earns_12(edition: str) -> None:
    game = position(f"{edition}-2 R=BAA................. phase=play kept=residence-1/- display=coin-1")
    assert gains(game, "place R4") == {"A": 4 + 3 + 5}


@paragraphs("000 Houses, bonus", "001 Residences, point bonus", "002 Häuser, Punktebonus")
def test_values_4_3_5_and_1_earn_a_bonus_diamond(edition: str) -> None:
    game = position(f"{edition}-2 R=BAAA................ phase=play kept=residence-1/- display=coin-1")
    assert bonus(game, "place R5") == ("residences", 20)


@paragraphs("000 Houses, extra card", "002 Häuser, Extrakarte")
def test_values_4_3_and_5_earn_an_extra_card(edition: str) -> None:
    game = position(f"{edition}-2 R=BAA................. phase=play kept=residence-1/- display=coin-1")
    assert earns_extra_card(game, "place R4")


@paragraphs("001 Residences, extra card")
def test_values_4_3_and_1_earn_an_extra_card(edition: str) -> None:
    game = position(f"{edition}-2 R=BAAB................ phase=play kept=residence-1/- display=coin-1")
    assert earns_extra_card(game, "place R5")


@paragraphs("003 Maison", "004 Residences")
def test_3_and_5_different_values_earn_an_extra_card_and_4_a_bonus_diamond(edition: str) -> None:
    line = "phase=play kept=residence-1/- display=coin-1"
    third, fourth, fifth = (position(f"{edition}-2 R={filled:.<20} {line}") for filled in ("AA", "AAA", "AAAA"))
    assert earns_extra_card(third, "place R3") and bonus(third, "place R3") is None
    assert not earns_extra_card(fourth, "place R4") and bonus(fourth, "place R4") == ("residences", 20)
    assert earns_extra_card(fifth, "place R5") and bonus(fifth, "place R5") is None


# --- Townspeople


@paragraphs("000 Citizens, placement", "001 Townspeople, placement", "002 Personen, Einsetzen")
def test_a_coin_card_may_fill_the_cross_on_the_second_level_above_two_filled_spaces(edition: str) -> None:
    game = position(f"{edition}-3 N=.BC../..../... phase=play kept=coin-1/-/-")
    assert "N2.2" in spaces(game) and gains(game, "place N2.2")["A"] == 3


@paragraphs("000 Citizens, immediate points", "001 Townspeople, instant points", "002 Personen, Sofortpunkte")
def test_the_coin_on_top_earns_12_and_what_lies_beneath_4_and_4_and_1_and_0(edition: str) -> None:
    game = position(f"{edition}-4 N=BCAD./AB../... phase=play kept=coin-1/-/-/- display=ash-1")
    expected = {"A nobili": 12, "A nobili_beneath": 4, "B nobili_beneath": 4, "C nobili_beneath": 1}
    assert reasons(game, "place N3.1") == expected


@paragraphs("000 Citizens, bonus", "001 Townspeople, point bonus", "002 Personen, Punktebonus")
def test_all_3_symbols_of_a_pyramid_earn_the_highest_free_bonus_space(edition: str) -> None:
    game = position(f"{edition}-2 N=AB..B/A.../... phase=play kept=cross-1/-")
    assert bonus(game, "place N1.3") is None
    game = position(f"{edition}-2 N=AA..B/..../... phase=play kept=cross-1/-")
    assert bonus(game, "place N1.3") == ("nobili", 20)


@paragraphs("000 Citizens, extra card", "001 Townspeople, extra card", "002 Personen, Extrakarte")
def test_a_space_of_the_top_level_earns_an_extra_card(edition: str) -> None:
    game = position(f"{edition}-2 P=BABA./BAB./... phase=play kept=crab-1/- display=ash-1")
    assert earns_extra_card(game, "place P3.2")


@paragraphs("003 Personnes", "004 Townspeople")
def test_levels_earn_1_3_6_and_twice_that_with_the_cards_symbol(edition: str) -> None:
    game = position(f"{edition}-2 N=BBBB./BB../... phase=play kept=coin-1/- display=ash-1")
    assert [reasons(game, f"place {space}")["A nobili"] for space in ("N1.5", "N2.3", "N3.1")] == [2, 6, 12]
    game = position(f"{edition}-2 N=BBBB./BB../... phase=play kept=lion-1/- display=ash-1")
    assert [reasons(game, f"place {space}")["A nobili"] for space in ("N1.5", "N2.3", "N3.1")] == [1, 3, 6]


@paragraphs("003 Personnes", "004 Townspeople, triangle")
def test_diamonds_beneath_earn_1_on_the_first_and_3_on_the_second_level(edition: str) -> None:
    game = position(f"{edition}-2 N=BBBBA/BABA/... phase=play kept=coin-1/- display=ash-1")
    assert reasons(game, "place N3.1") == {"A nobili": 12, "A nobili_beneath": 3, "B nobili_beneath": 6}


# --- Trade


@paragraphs("000 Trade, immediate points", "001 Trade, instant points", "002 Handel, Sofortpunkte")
def test_a_third_carafe_earns_6_for_two_diamonds_and_3_for_one(edition: str) -> None:
    game = position(f"{edition}-2 T=.A../.B../..../..../.... phase=play kept=carafes-1/-")
    assert gains(game, "place T4.2") == {"A": 6, "B": 3}


@paragraphs("000 Trade, bonus", "001 Trade, point bonus", "002 Handel, Punktebonus")
def test_the_second_player_with_all_four_goods_fills_the_bonus_space_of_15(edition: str) -> None:
    game = position(f"{edition}-2 T=AAA./..../..../..../.... bonus=..../..../..../..../B... phase=play kept=swans-1/-")
    assert bonus(game, "place T2.4") == ("trade", 15)


@paragraphs("001 Trade, point bonus")
def test_and_scores_these_15_points(edition: str) -> None:
    game = position(f"{edition}-2 T=AAA./..../..../..../.... bonus=..../..../..../..../B... phase=play kept=swans-1/-")
    assert reasons(game, "place T2.4") == {"A good": 1, "A trade_bonus": 15}


@paragraphs("000 Trade, extra card", "001 Trade, extra card", "002 Handel, Extrakarte")
def test_one_swan_beside_two_of_another_player_is_a_good_deal(edition: str) -> None:
    game = position(f"{edition}-2 T=...B/...B/..../..../.... phase=play kept=swans-1/- display=coin-1")
    assert earns_extra_card(game, "place T3.4")


@paragraphs("001 Trade, extra card", "002 Handel, Extrakarte", "004 FAQ")
def test_a_tie_is_no_good_deal(edition: str) -> None:
    game = position(f"{edition}-2 T=...B/..../..../..../.... phase=play kept=swans-1/- display=coin-1")
    assert not earns_extra_card(game, "place T3.4")


# --- Harbor and sea


@paragraphs("000 Harbor, placement", "001 Harbor, placement", "002 Hafen, Einsetzen")
def test_a_ship_card_of_4_first_places_a_diamond_then_moves_the_ship_by_4(edition: str) -> None:
    game = position(f"{edition}-2 phase=play kept=ship-4/- ship=0/0")
    game = after(game, "place H3.2")
    assert field(game, "H") == ".../.../.A./.../..." and field(game, "ship") == "4/0"


@paragraphs("000 Harbor, immediate points", "001 Harbor, instant points", "002 Hafen, Sofortpunkte")
def test_a_fleet_with_three_goods_earns_12_for_two_ships_and_6_for_one(edition: str) -> None:
    game = position(f"{edition}-2 H=.../AB./.../.../... T=..../A.BB/..../..../.... phase=play kept=ship-1/-")
    assert reasons(game, "place H2.3") == {"A fleet": 12, "A sea": 1, "B fleet": 6}


@paragraphs(
    "000 Harbor, immediate points",
    "001 Harbor, instant points",
    "002 Hafen, Sofortpunkte",
    "003 Port",
    "004 Harbor",
)
def test_1_2_3_4_goods_earn_1_3_6_10_for_each_ship(edition: str) -> None:
    line = "H=BB./.../.../.../... phase=play kept=ship-1/- ship=20/0"
    games = [
        position(f"{edition}-2 T={goods}/..../..../..../.... {line}") for goods in ("A...", "AB..", "AB.A", "ABAB")
    ]
    assert [gains(game, "place H1.3") for game in games] == [
        *({"A": 1, "B": 2}, {"A": 3, "B": 6}, {"A": 6, "B": 12}, {"A": 10, "B": 20})
    ]


@paragraphs("000 Harbor, sea track", "001 Harbor, trade route", "002 Hafen, Seeroute")
def test_a_ship_that_lands_on_a_5_earns_5(edition: str) -> None:
    assert gains(position(f"{edition}-2 ship=5/0 phase=play kept=ship-4/-"), "place H1.1") == {"A": 5}
    assert gains(position(f"{edition}-2 ship=12/0 phase=play kept=quartz-3/-"), "sail") == {"A": 5}


@paragraphs("000 Harbor, extra card", "001 Harbor, extra card", "002 Hafen, Extrakarte")
def test_a_ship_that_lands_on_a_bonus_symbol_earns_an_extra_card(edition: str) -> None:
    game = position(f"{edition}-2 ship=12/0 phase=play kept=ship-4/- display=ash-1")
    assert earns_extra_card(game, "place H1.1") and gains(game, "place H1.1") == {}


@paragraphs("000 Harbor, final space", "001 Harbor, last space", "002 Hafen, letztes Feld")
def test_the_last_space_earns_10_points_and_an_extra_card(edition: str) -> None:
    game = position(f"{edition}-2 ship=17/0 phase=play kept=lime-3/- display=ash-1")
    assert gains(game, "sail") == {"A": 10} and earns_extra_card(game, "sail")


@paragraphs("001 Harbor, last space", "004 Harbor")
def test_moves_beyond_the_last_space_are_lost(edition: str) -> None:
    game = position(f"{edition}-2 ship=17/0 phase=play kept=lime-5/- display=ash-1")
    assert after(game, "sail").ship[0] == 20


@paragraphs("001 Harbor, last space")
def test_on_the_last_space_ship_cards_still_fill_ships_but_earn_nothing_at_sea(edition: str) -> None:
    game = position(f"{edition}-2 ship=20/0 phase=play kept=ship-5/- display=ash-1")
    assert "place H1.1" in legal(game)
    assert gains(game, "place H1.1") == {} and not earns_extra_card(game, "place H1.1")


@paragraphs("000 Alternative turn option", "002 Alternative Zugmöglichkeit")
def test_a_townspeople_card_sails_by_3_to_a_bonus_space_and_earns_an_extra_card(edition: str) -> None:
    game = position(f"{edition}-2 ship=4/0 phase=play kept=cross-3/- display=ash-1")
    assert earns_extra_card(game, "sail") and gains(game, "sail") == {}
    assert field(play(game, "sail"), "N") == "...../..../..." and field(game, "discarded") == "cross-3"


@paragraphs("001 Alternative move")
def test_a_townspeople_card_sails_by_3_to_a_10_and_earns_10_points(edition: str) -> None:
    game = position(f"{edition}-2 ship=3/0 phase=play kept=cross-3/- display=ash-1")
    assert gains(game, "sail") == {"A": 10} and not earns_extra_card(game, "sail")
    assert field(play(game, "sail"), "N") == "...../..../..." and field(game, "discarded") == "cross-3"


# --- Extra cards and the end


@paragraphs("000 Note on the display")
def test_without_a_card_in_the_display_an_extra_card_is_5_points(edition: str) -> None:
    assert gains(position(f"{edition}-2 ship=4/0 phase=play kept=cross-3/-"), "sail") == {"A": 5}


@paragraphs("001 Note on the extra cards", "004 FAQ")
def test_without_a_card_in_the_display_there_is_no_extra_card(edition: str) -> None:
    game = position(f"{edition}-2 ship=4/0 phase=play kept=cross-3/ash-1")
    assert gains(game, "sail") == {} and awaits(play(game, "sail")) == "B play"


@paragraphs("000 Final scoring", "002 Schlusswertung")
def test_bonus_diamonds_on_20_15_and_10_score_in_the_final_scoring(edition: str) -> None:
    game = position(
        f"{edition}-3 bonus=ABC./..../..../..../.... ship=20/20/20 last=yes act=C phase=play kept=-/-/ash-1"
    )
    assert gains(game, "sail") == {"A": 20, "B": 15, "C": 10}


@paragraphs("000 Game end", "002 Spielende")
def test_the_player_with_fewer_diamonds_left_in_both_supplies_wins_a_tie(edition: str) -> None:
    line = "points=good:40/good:40 ship=20/20 last=yes act=B phase=play kept=-/ash-1"
    assert field(play(position(f"{edition}-2 {line} supply=0/2 reserve=2/1"), "sail"), "won") == "A"


@paragraphs("001 The end of the game", "004 Scoring and end")
def test_tied_players_rejoice_together(edition: str) -> None:
    game = position(f"{edition}-2 points=good:40/good:40 ship=20/20 last=yes act=B phase=play kept=-/ash-1 supply=0/2")
    assert play(game, "sail").won[:2].tolist() == [1, 1]


# --- The neutral colour


@paragraphs("004 Setup 1 and 2")
def test_9_cards_open_and_60_in_the_draw_pile(edition: str) -> None:
    game = Table(edition, 2).game
    assert len(display(game)) == 9 and 109 - game.dealt == 60 - 10


@paragraphs("004 Setup 3")
def test_30_neutral_diamonds_lie_in_six_areas(edition: str) -> None:
    game = Table(edition, 2).game
    assert [field(game, area).count("#") for area in "HTNPRW"] == [6, 4, 2, 3, 5, 10]
    assert field(game, "H") == ".../.../#../##./###" and field(game, "T").endswith("/....")
