"""Variations in a record: written, read, checked; a reader that does not know them reads the game as before."""

from typing import Any

import pytest

from millefiori.record import RecordError, dump, parse, replay, verify, write
from millefiori.table import Table
from millefiori.variations import MOST, Branch, add_variations, variations


def finished(tactical: bool = False) -> Table:
    table = Table("international", 2, seed=9, tactical=tactical)
    while not table.is_over:
        table.advance(table.legal_actions()[0])
    return table


def other_line(table: Table, after: int, length: int) -> list[int]:
    """A line of last legal actions that leaves the game after some actions."""
    aside = Table(table.edition.name, 2, deck=table.deck, start_player=table.start_player, tactical=table.tactical)
    for _, action in table.actions[:after]:
        aside.advance(action)
    line = []
    for _ in range(length):
        line.append(aside.legal_actions()[-1])
        aside.advance(line[-1])
    return line


@pytest.mark.parametrize("tactical", [False, True])
def test_variations_survive_a_round_trip_and_the_game_stays_as_it_is(tactical: bool) -> None:
    table = finished(tactical)
    record = write(table)
    line = other_line(table, 4, 8)
    tree = [Branch(4, line, [Branch(4, other_line(table, 4, 4)[:0])]), Branch(0, other_line(table, 0, 2))]
    tree = [Branch(branch.after, branch.actions) for branch in tree]
    made = parse(dump(add_variations(record, tree)))
    assert variations(made) == tree
    assert verify(made) == []
    assert write(replay(made)) == record
    assert add_variations(made, []) == record


def test_a_variation_can_have_variations() -> None:
    table = finished()
    outer = other_line(table, 2, 6)
    inner = [action for _, action in table.actions[4:5]]
    record = write(table)
    tree = [Branch(2, outer, [Branch(0, [table.actions[2][1]])])]
    assert inner and variations(add_variations(record, tree)) == tree


@pytest.mark.parametrize(
    "written",
    [
        "nothing",
        [1],
        [{"after": -1, "actions": []}],
        [{"after": 0}],
        [{"after": 10_000, "actions": []}],
        [{"after": 0, "actions": [{"player": 0, "do": "decline"}]}],
        [{"after": 0, "actions": [{}] * (MOST + 1)}],
    ],
)
def test_what_is_not_a_variation_is_refused(written: Any) -> None:
    with pytest.raises(RecordError):
        variations({**write(finished()), "variations": written})


def test_illegal_actions_and_too_many_are_refused() -> None:
    record = write(finished())
    with pytest.raises(RecordError, match="action 1"):
        add_variations(record, [Branch(0, [199])])
    with pytest.raises(RecordError, match="begin after"):
        add_variations(record, [Branch(1000, [])])
    with pytest.raises(RecordError, match="more than"):
        add_variations(record, [Branch(0, [])] * (MOST + 1))
