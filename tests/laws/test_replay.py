"""The same again: undo, records, position texts, batches, seeds, and the rules without their compiler."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millefiori import record as records
from millefiori.engine.calls import legal_actions
from millefiori.engine.chance import DEAL, PLAY, below, new_stream
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.playouts import deal_game, play_random, random_games
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import GAME, Game, blank_game
from millefiori.engine.vocabulary import Phase
from millefiori.position import position as read_position
from millefiori.position import text
from millefiori.table import Table
from tests.laws.digests import digests
from tests.laws.strategies import USED, Position, Setup, bytes_of, positions, seeds, setups

ROOT = Path(__file__).parents[2]


def written(table: Table) -> Table:
    """The table after its record was written, read and replayed."""
    return records.replay(records.parse(records.dump(records.write(table, trace=True))))


def has_kept(table: Table) -> bool:
    """Has the player to act kept a card in the tactical variant? A record names it only with its play."""
    return table.tactical and table.phase == Phase.PLAY and not table.game.extra_cards


def test_equal_games_have_equal_bytes() -> None:
    """Every byte of the record belongs to a field: what belongs to none is not copied, and random."""
    assert sum(field.itemsize for field, *_ in cast(Any, GAME.fields).values()) == USED == GAME.itemsize


@given(setups)
def test_undo_through_a_whole_game_restores_every_byte(setup: Setup) -> None:
    table, rng = setup.table(), setup.chance()
    before = []
    while not table.is_over:
        before.append(bytes_of(table.game))
        table.advance(setup.choose(rng, table.legal_actions()))
    while before:
        table.undo()
        assert bytes_of(table.game) == before.pop()
    assert not table.actions


@given(setups)
def test_a_record_replays_to_the_same_game(setup: Setup) -> None:
    table = setup.finished()
    again = written(table)
    assert bytes_of(again.game) == bytes_of(table.game)
    assert again.actions == table.actions
    assert (again.scores, again.winners, again.rounds) == (table.scores, table.winners, table.rounds)


@given(setups)
def test_the_trace_has_every_step_and_verify_agrees(setup: Setup) -> None:
    table = setup.finished()
    record = records.write(table, trace=True)
    assert records.verify(record) == []
    assert len(record["trace"]) == len(record["actions"])
    assert record["trace"][-1]["scores"] == record["result"]["scores"] == table.scores
    assert record["trace"][-1]["ships"] == table.game.ship[: table.game.seats].tolist()


@given(positions)
def test_a_game_resumed_from_its_record_continues_as_if_never_left(position: Position) -> None:
    table = position.table()
    if has_kept(table):
        table.undo()
    resumed = written(table)
    rng = position.setup.chance()
    while not table.is_over:
        assert bytes_of(resumed.game) == bytes_of(table.game)
        action = position.setup.choose(rng, table.legal_actions())
        table.advance(action)
        resumed.advance(action)
    assert bytes_of(resumed.game) == bytes_of(table.game)
    assert records.write(resumed, trace=True) == records.write(table, trace=True)


def assert_same_position(one: Game, other: Game) -> None:
    """All is the same but the order in which cards left the deck, and a mark of the action just played."""
    for field in set(GAME.names or ()) - {"deck", "extra_card_earned"}:
        assert np.array_equal(getattr(one, field), getattr(other, field)), field
    assert (one.deck[one.dealt :] == other.deck[other.dealt :]).all()


@given(positions)
def test_a_position_text_reads_back_to_itself_and_plays_on_identically(position: Position) -> None:
    game = position.game()
    again = read_position(text(game))
    assert text(again) == text(game)
    assert_same_position(again, game)
    rng = position.setup.chance()
    while legal := legal_actions(game):
        assert legal_actions(again) == legal
        action = position.setup.choose(rng, legal)
        apply(game, action)
        apply(again, action)
    assert text(again) == text(game)
    assert_same_position(again, game)


@given(setups, st.integers(0, 10**6), st.integers(1, 4))
def test_a_batch_is_the_same_games_as_one_by_one(setup: Setup, number: int, count: int) -> None:
    blank = np.array([blank_game(EDITIONS[setup.edition], setup.players, setup.tactical)], GAME)
    batch, single = np.zeros(count, GAME), np.zeros(1, GAME)
    actions = random_games(batch, blank, setup.seed, number, -1)
    for index in range(count):
        actions -= random_games(single, blank, setup.seed, number + index, -1)
        assert bytes_of(single[0]) == bytes_of(batch[index])
    assert actions == 0


@given(setups, st.integers(0, 10**6))
def test_a_game_of_a_batch_can_be_stepped_through_at_a_table(setup: Setup, number: int) -> None:
    blank = np.array([blank_game(EDITIONS[setup.edition], setup.players, setup.tactical)], GAME)
    batch = np.zeros(1, GAME)
    random_games(batch, blank, setup.seed, number, -1)
    table = Table(setup.edition, setup.players, tactical=setup.tactical, seed=setup.seed, number=number)
    stream = new_stream(setup.seed, number, PLAY)
    while not table.is_over:
        legal = table.legal_actions()
        table.advance(legal[below(stream, len(legal))])
    assert bytes_of(table.game) == bytes_of(batch[0])


@given(setups, st.integers(0, 1))
def test_a_start_player_can_be_named_for_a_batch(setup: Setup, start_player: int) -> None:
    blank = blank_game(EDITIONS[setup.edition], setup.players, setup.tactical)
    batch = np.zeros(1, GAME)
    random_games(batch, np.array([blank], GAME), setup.seed, 3, start_player)
    deal_game(blank, start_player, new_stream(setup.seed, 3, DEAL))
    assert blank.start_player == blank.to_act == start_player
    play_random(blank, new_stream(setup.seed, 3, PLAY))
    assert bytes_of(blank) == bytes_of(batch[0])


@given(setups)
def test_the_same_seed_is_the_same_game(setup: Setup) -> None:
    one, other = setup.table(), setup.table()
    assert bytes_of(one.game) == bytes_of(other.game)
    assert (one.deck, one.start_player) == (other.deck, other.start_player)
    assert bytes_of(setup.finished().game) == bytes_of(setup.finished().game)


@given(seeds, st.integers(0, 1000))
def test_another_seed_or_number_is_another_game(seed: int, number: int) -> None:
    decks = {Table(seed=seed ^ flip, number=number + step).deck for flip in (0, 1) for step in (0, 1)}
    assert len(decks) == 4


@pytest.mark.skipif(not IS_COMPILED, reason="compares with compiled rules")
def test_compiled_and_uncompiled_games_have_the_same_bytes() -> None:
    uncompiled = subprocess.run(
        [sys.executable, "-m", "tests.laws.digests"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert uncompiled.stdout.splitlines() == digests()
