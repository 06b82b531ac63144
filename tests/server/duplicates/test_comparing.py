"""Who sits where in a duplicate, and how the tables are compared."""

from itertools import combinations

import pytest

from millefiori.server.duplicates.keeping import Result
from millefiori.server.duplicates.movement import BOT, check_movement, seating
from millefiori.server.duplicates.scoring import compared, totals
from millefiori.server.messages.duplicates import DuplicateDeal, DuplicateTable, DuplicateTerms
from millefiori.server.refusal import Refusal

POSSIBLE = [
    DuplicateTerms("international", seats, people, together, deals=4)
    for seats in (2, 3, 4)
    for people in range(2, 9)
    for together in range(1, seats + 1)
    if people % together == 0 and people > together
]


@pytest.mark.parametrize(
    "terms", POSSIBLE, ids=lambda terms: f"{terms.people} people, {terms.together} of {terms.seats}"
)
def test_everybody_plays_each_deal_once_and_people_hold_the_same_seats_at_all_tables(terms: DuplicateTerms) -> None:
    check_movement(terms)
    for deal in range(terms.deals):
        tables = seating(terms, deal)
        assert len(tables) == terms.people // terms.together >= 2
        people = [person for table in tables for person in table if person != BOT]
        assert sorted(people) == list(range(terms.people))
        held = [{seat for seat, person in enumerate(table) if person != BOT} for table in tables]
        assert held == [held[0]] * len(tables) and len(held[0]) == terms.together


def test_four_people_at_two_tables_meet_everybody_at_the_table_and_in_the_comparison() -> None:
    terms = DuplicateTerms("international", seats=2, people=4, together=2, deals=3)
    deals = [seating(terms, deal) for deal in range(3)]
    met = {frozenset(table) for tables in deals for table in tables}
    rivals = {frozenset(held) for tables in deals for held in zip(*tables, strict=True)}
    assert met == rivals == {frozenset(pair) for pair in combinations(range(4), 2)}


def test_seats_move_on_from_deal_to_deal() -> None:
    terms = DuplicateTerms("international", seats=4, people=3, deals=4)
    assert [[table.index(0) for table in seating(terms, deal) if 0 in table] for deal in range(4)] == [
        [0],
        [1],
        [2],
        [3],
    ]


@pytest.mark.parametrize(("seats", "people", "together"), [(2, 2, 2), (2, 4, 3), (4, 5, 2), (4, 4, 4)])
def test_people_who_fill_no_two_equal_tables_are_refused(seats: int, people: int, together: int) -> None:
    with pytest.raises(Refusal, match="two tables"):
        check_movement(DuplicateTerms("international", seats, people, together))


# --- The comparison


def test_everybody_is_compared_with_those_who_held_the_same_cards() -> None:
    results = [Result([120, 100], []), Result([110, 105], []), Result([90, 90], [])]
    assert compared(results) == [[17.5, -17.5], [-5.0, 5.0], [-12.5, 12.5]]  # margins 20, 5, 0 on the first seat


def test_a_table_of_four_counts_points_over_the_mean_of_the_others() -> None:
    found = compared([Result([100, 70, 80, 90], []), Result([80, 80, 80, 80], [])])
    assert found == [[20.0, -20.0, pytest.approx(-20 / 3), pytest.approx(20 / 3)], [-value for value in found[0]]]  # type: ignore[operator]


def test_whoever_gives_up_gains_nothing_by_the_bot() -> None:
    results = [Result([120, 100], [0]), Result([110, 105], [])]
    assert compared(results) == [[0.0, -15.0], [-15.0, 15.0]], (
        "the others are compared with what the bot has made of it"
    )


def test_abandoned_tables_are_no_part_of_the_field() -> None:
    results = [Result([], []), Result([120, 100], []), Result([110, 100], [])]
    assert compared(results) == [[], [10.0, -10.0], [-10.0, 10.0]]
    assert compared([Result([], []), Result([9, 1], [])]) == [[], [0.0, 0.0]]
    assert compared([Result([], [])]) == [[]]


def test_totals_add_up_deals_that_are_over_for_people_alone() -> None:
    def table(people: list[int], values: list[float | None]) -> DuplicateTable:
        return DuplicateTable(people, "over", [1, 1], [0.0, 0.0], values, [], "")

    deals = [
        DuplicateDeal("", True, "", [table([0, BOT], [3.0, 9.0]), table([1, BOT], [-3.0, -9.0])]),
        DuplicateDeal("", False, "", [table([BOT, 0], [50.0, 50.0]), table([BOT, 1], [0.0, 0.0])]),
        DuplicateDeal("", True, "", [table([BOT, 0], [1.0, -4.5]), table([BOT, 1], [-1.0, 4.5])]),
        DuplicateDeal("", True, "", [table([0, BOT], []), table([1, BOT], [2.0, -2.0])]),
    ]
    found = [(total.person, total.points, total.deals) for total in totals(2, deals)]
    assert found == [(1, 3.5, 3), (0, -1.5, 2)]
