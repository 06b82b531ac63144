"""Counts of all sequences of legal actions from positions of every edition; a wrong one is shown by first action."""

import pytest

from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.vocabulary import Phase
from millefiori.position import position
from millefiori.table import Table
from tests.perft import Line, divide, perft, read_lines
from tests.perft.__main__ import table

LINES = list(read_lines())
MOST_UNCOMPILED = 4000
"""Without the compiler only counts up to here are tried."""


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.name)
def test_the_count_is_right(line: Line) -> None:
    if line.leaves > MOST_UNCOMPILED and not IS_COMPILED:
        pytest.skip("long without the compiler")
    game = position(line.position)
    if perft(game, line.depth) != line.leaves:
        pytest.fail(f"{line.leaves} expected, but\n{table(divide(game, line.depth))}")


def test_every_edition_is_counted_early_late_and_in_a_chain_of_extra_cards() -> None:
    for edition, rules in EDITIONS.items():
        games = [position(line.position) for line in LINES if line.position.startswith(edition)]
        assert {int(game.seats) for game in games} == set(rules.players)
        assert {bool(game.option.tactical) for game in games} == {True, False}
        assert {Phase(game.phase) for game in games} >= {Phase.KEEP, Phase.PLAY, Phase.TAKE}
        assert min(game.rounds for game in games) == 1 and max(game.rounds for game in games) >= 4
        assert any(game.extra_cards for game in games)
        assert any(game.last_turns for game in games)


def test_counts_by_first_action_add_up() -> None:
    game = Table("german", 3, seed=4).game
    assert perft(game, 0) == 1
    assert perft(game, 1) == len(legal_actions(game))
    assert list(divide(game, 3)) == legal_actions(game)
    assert sum(divide(game, 4).values()) == perft(game, 4)


def test_a_game_that_is_over_counts_nothing() -> None:
    assert perft(position("german-2 phase=over"), 1) == perft(position("german-2 phase=over"), 2) == 0
