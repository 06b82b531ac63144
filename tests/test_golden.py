"""Whole games, replayed and compared action by action: every score, ship, supply, legal set and view.

If a rule was meant to change: `python -m tests.golden.make`, and a line in the CHANGELOG that names the rule.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from millefiori.engine.actions import DECLINE
from millefiori.engine.vocabulary import Phase, Reason
from millefiori.record import action_entry, parse, replay, trace_entry, verify
from millefiori.table import Table
from tests.golden.make import GAMES
from tests.golden.playthrough import digest, positions

FOLDER = Path(__file__).parent / "golden"
GOLDEN = [(edition, number) for edition, games in GAMES.items() for number in range(len(games))]


@cache
def record_of(edition: str, number: int) -> dict[str, Any]:
    return parse((FOLDER / f"{edition}.jsonl").read_text(encoding="utf-8").splitlines()[number])


@cache
def table_of(edition: str, number: int) -> Table:
    return replay(record_of(edition, number))


@pytest.mark.parametrize(("edition", "number"), GOLDEN)
def test_a_golden_game_goes_as_it_always_went(edition: str, number: int) -> None:
    record = record_of(edition, number)
    told = 0
    for index, (action, game) in enumerate(positions(table_of(edition, number))):
        assert digest(game) == record["digest"][index], f"legal actions or views before engine action {index + 1}"
        if told:
            expected = record["trace"][told - 1]
            assert has_kept(game) or trace_entry(game) == expected, f"after action {told}"
        if action is not None and (entry := action_entry(game, action)) is not None:
            assert entry == record["actions"][told], f"action {told + 1}"
            told += 1
    assert told == len(record["actions"]) and index + 1 == len(record["digest"])


def has_kept(game: Any) -> bool:
    """In the tactical variant: a card is kept, and its play is still to come."""
    return bool(game.option.tactical and game.phase == Phase.PLAY and not game.extra_cards)


@pytest.mark.parametrize(("edition", "number"), GOLDEN)
def test_a_golden_record_verifies(edition: str, number: int) -> None:
    assert verify(record_of(edition, number)) == []


@pytest.mark.parametrize("edition", GAMES)
def test_the_golden_files_hold_the_games_of_the_list(edition: str) -> None:
    lines = (FOLDER / f"{edition}.jsonl").read_text(encoding="utf-8").splitlines()
    setups = [(len(record["players"]), record["tactical"]) for record in map(json.loads, lines)]
    assert setups == [(players, tactical) for players, tactical, _, _ in GAMES[edition]]


def test_the_golden_games_show_what_can_happen() -> None:
    """Every reason for points, both endings, chains, refusals, shared and broken ties, the last space of the sea."""
    tables = [table_of(edition, number) for edition, number in GOLDEN]
    games = [table.game for table in tables]
    assert all(sum(int(game.points[:, reason].sum()) for game in games) > 0 for reason in Reason)
    assert {bool(game.last_turns) for game in games} == {True, False}
    assert max(int(game.extra_cards) for table in tables for _, game in positions(table)) >= 4
    assert any(action == DECLINE for table in tables for _, action in table.actions)
    assert any(20 in game.ship for game in games)
    assert any(table.game.reserve[seat] < table.edition.reserve for table in tables for seat in table.winners)
    ties = [len(table.winners) for table in tables if sorted(table.scores)[-1] == sorted(table.scores)[-2]]
    assert {1, 2} <= set(ties)
    assert {len(table.players) for table in tables} == {2, 3, 4}
