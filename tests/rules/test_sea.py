import pytest

from millefiori.position import position
from tests.rules.helpers import after, awaits, earns_extra_card, field, gains, legal, outcome

PRINTED_POINTS = [1, 1, 1, 3, 1, 10, 0, 1, 5, 1, 1, 10, 10, 1, 5, 0, 1, 1, 1, 10]


def ship_on(space: int, card: str) -> str:
    """A's turn, with the ship on a space of the sea and a card to sail with."""
    return f"international-2 ship={space}/0 phase=play kept={card}/- display=lime-5"


@pytest.mark.parametrize(("before", "points"), list(enumerate(PRINTED_POINTS)))
def test_rule_9_1_the_ship_scores_the_space_on_which_it_lands(before: int, points: int) -> None:
    game = position(ship_on(before, "quartz-1"))
    assert gains(game, "sail").get("A", 0) == points
    assert after(game, "sail").ship[0] == before + 1


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_rule_9_1_the_ship_moves_by_the_number_in_the_ships_wheel(number: int) -> None:
    assert after(position(ship_on(0, f"residence-{number}")), "sail").ship[0] == number


def test_rule_9_1_spaces_passed_over_count_nothing() -> None:
    game = position(ship_on(5, "ash-3"))  # over the 10 and the extra card to a 1
    assert gains(game, "sail") == {"A": 1} and not earns_extra_card(game, "sail")


@pytest.mark.parametrize("space", range(1, 21))
def test_rule_9_2_landing_on_spaces_7_16_and_20_earns_an_extra_card(space: int) -> None:
    assert earns_extra_card(position(ship_on(space - 1, "quartz-1")), "sail") == (space in (7, 16, 20))


def test_rule_9_3_the_sea_ends_on_space_20_and_surplus_movement_is_lost() -> None:
    game = position(ship_on(18, "lime-4"))
    assert after(game, "sail").ship[0] == 20
    assert gains(game, "sail") == {"A": 10} and earns_extra_card(game, "sail")


@pytest.mark.parametrize("action", ["sail", "place H1.1"])
def test_rule_9_3_a_ship_that_is_there_already_neither_moves_nor_scores_again(action: str) -> None:
    game = position(ship_on(20, "ship-3"))
    assert gains(game, action) == {} and not earns_extra_card(game, action)
    assert after(game, action).ship[0] == 20 and awaits(after(game, action)) == "B play"


@pytest.mark.parametrize("card", ["pigments-2", "residence-2", "coin-2", "crab-2", "swans-2", "ship-2"])
def test_rule_9_4_any_card_can_be_used_to_sail_and_no_diamond_is_placed(card: str) -> None:
    game = position(ship_on(4, card))
    assert "sail" in legal(game)
    assert str(outcome(game, "sail")) == "ship to space 6: +10"
    assert field(after(game, "sail"), "supply") == "27/27"
