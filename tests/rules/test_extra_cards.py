import pytest

from millefiori.explain.legality import IllegalAction
from millefiori.position import position
from tests.rules.helpers import after, awaits, field, legal, outcome, play, reasons, refused

SEVENTH = "ship=6/0 phase=play kept=ash-1/lime-1"  # sailing lands on an extra card


def test_rule_11_1_a_card_of_the_display_may_be_taken() -> None:
    game = play(position(f"international-2 {SEVENTH} display=residence-3,quartz-2,residence-3,coin-5"), "sail")
    assert awaits(game) == "A take" and legal(game) == ["quartz-2", "residence-3", "coin-5", "decline"]
    assert field(play(game, "take residence-3"), "display") == "quartz-2,residence-3,coin-5"


def test_rule_11_1_the_preview_says_whether_an_extra_card_is_earned() -> None:
    line = f"international-2 {SEVENTH} display=quartz-2"
    assert outcome(position(line), "sail").extra_card is True
    assert outcome(position(line.replace("ship=6", "ship=7")), "sail").extra_card is False


def test_rule_11_1_it_is_played_at_once_in_either_way() -> None:
    game = play(position(f"english-2 H=.AB/ABA/ABA/ABA/ABA {SEVENTH} display=ship-5"), "sail", "take ship-5")
    assert awaits(game) == "A play" and legal(game) == ["place H1.1", "sail"]
    assert after(game, "place H1.1").supply[0] == game.supply[0] - 1
    assert after(game, "sail").ship[0] == 12


def test_rule_11_1_only_cards_of_the_display_can_be_taken() -> None:
    game = play(position(f"international-2 {SEVENTH} display=quartz-2"), "sail")
    with refused(game, IllegalAction, "coin-5 is not in the display", "rule 11.1"):
        play(game, "take coin-5")


def test_rule_11_2_an_extra_card_can_earn_the_next_one() -> None:
    game = position(f"international-2 N=BBB../BB../... {SEVENTH} display=quartz-5,coin-5")
    assert awaits(play(game, "sail", "take coin-5", "place N3.1")) == "A take" and field(game, "taken") == "1"
    assert field(play(game, "take quartz-5"), "taken") == "2"
    assert awaits(play(game, "sail")) == "B play" and field(game, "taken") == "0"


def test_rule_11_2_chains_have_no_limit() -> None:
    game = position(
        "international-2 N=BBBBB/BBBB/... P=BBBBB/BBBB/... ship=6/0 phase=play kept=ash-1/lime-1 "
        "display=lion-1,lion-2,lion-3,crab-1,crab-2,crab-3"
    )
    play(game, "sail", "take lion-1", "place N3.1", "take lion-2", "place N3.2", "take lion-3", "place N3.3")
    play(game, "take crab-1", "place P3.1", "take crab-2", "place P3.2", "take crab-3")
    assert awaits(play(game, "place P3.3")) == "B play" and field(game, "display") == "-"


def test_rule_11_2_one_placement_earns_one_extra_card_at_most() -> None:
    game = position(
        "international-3 T=B.../B.../C.../C.../.... phase=play kept=glasses-1/ash-1/- display=coin-1,coin-2"
    )
    play(game, "place T5.1", "take coin-1", "place N1.1")  # a good deal for two others
    assert awaits(game) == "B play" and field(game, "display") == "coin-2"


def test_rule_11_3_an_extra_card_may_be_declined() -> None:
    game = play(position(f"international-2 {SEVENTH} display=quartz-2"), "sail", "decline")
    assert awaits(game) == "B play" and field(game, "display") == "quartz-2" and field(game, "taken") == "0"


def test_rule_11_3_a_card_of_a_chain_may_be_declined_too() -> None:
    game = position(f"international-2 N=BBB../BB../... {SEVENTH} display=coin-2,coin-5")
    play(game, "sail", "take coin-5", "place N3.1")
    assert awaits(game) == "A take" and awaits(play(game, "decline")) == "B play"


def test_rule_11_3_without_an_extra_card_there_is_nothing_to_decline() -> None:
    game = position("international-2 phase=play kept=ash-1/lime-1 display=quartz-2")
    with refused(game, IllegalAction, "no extra card to decline", "rule 11.3"):
        play(game, "decline")


@pytest.mark.parametrize(("edition", "points"), [("international", {}), ("english", {"A empty_display": 5})])
def test_rule_11_4_if_the_display_is_empty_there_is_nothing_to_take(edition: str, points: dict[str, int]) -> None:
    game = position(f"{edition}-2 {SEVENTH}")
    assert reasons(game, "sail") == points
    assert awaits(play(game, "sail")) == "B play"


def test_rule_11_4_a_chain_ends_when_the_display_is_empty() -> None:
    game = position(f"english-2 N=BBB../BB../... {SEVENTH} display=coin-5")
    play(game, "sail", "take coin-5")
    assert reasons(game, "place N3.1")["A empty_display"] == 5
    assert awaits(play(game, "place N3.1")) == "B play"
