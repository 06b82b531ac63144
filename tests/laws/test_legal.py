"""Legal actions, previews and the end: what holds in every position of every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from millefiori.engine.actions import ACTIONS
from millefiori.engine.board import DECK
from millefiori.engine.calls import legal_actions
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import HAND, Game, copy_game
from millefiori.engine.view import redeal, view
from millefiori.engine.vocabulary import Phase, Reason, Seat
from millefiori.explain.legality import IllegalAction, check
from millefiori.explain.outcome import Outcome, preview
from millefiori.position import text
from tests.laws.strategies import LONGEST, Position, Setup, bytes_of, onlookers, positions, setups


@given(setups)
def test_there_is_a_legal_action_until_the_game_is_over_and_none_after(setup: Setup) -> None:
    for game in setup.walk():
        assert bool(legal_actions(game)) == (game.phase != Phase.OVER)


@given(setups)
def test_legal_actions_are_ascending_without_repeats_and_below_200(setup: Setup) -> None:
    for game in setup.walk():
        legal = legal_actions(game)
        assert legal == sorted(set(legal))
        assert all(0 <= action < ACTIONS for action in legal)


@given(positions)
def test_what_is_not_listed_is_refused_and_what_is_listed_is_not(position: Position) -> None:
    game = position.game()
    legal = legal_actions(game)
    for action in range(-1, ACTIONS + 1):
        if action in legal:
            check(game, action)
        else:
            with pytest.raises(IllegalAction):
                check(game, action)


@given(positions, st.integers(0, 1000))
def test_asking_changes_nothing(position: Position, seed: int) -> None:
    table = position.table()
    before = bytes_of(table.game)
    for action in table.legal_actions():
        table.preview(action)
        table.name(action)
    for seat in onlookers(table.game):
        redeal(table.view(seat), seed)
        table.svg(seat)
    table.score_sheet()
    str(table)
    table.svg()
    text(table.game)
    with pytest.raises(IllegalAction):
        table.play(ACTIONS)
    assert bytes_of(table.game) == before


@given(positions, st.integers(0, 1000))
def test_a_redeal_leaves_its_view_as_it_was(position: Position, seed: int) -> None:
    seen = view(position.game(), 0)
    before = bytes_of(seen)
    redeal(seen, seed)
    assert bytes_of(seen) == before


@given(positions)
def test_playing_on_a_copy_leaves_the_original(position: Position) -> None:
    game = position.game()
    before = bytes_of(game)
    for action in legal_actions(game):
        copy = copy_game(game)
        apply(copy, action)
        assert bytes_of(copy) != before
        assert bytes_of(game) == before


def gains(outcome: Outcome) -> dict[tuple[Seat, Reason], int]:
    """The points of an outcome as a table without zeros."""
    return {(gain.seat, gain.reason): gain.points for gain in outcome.gains}


def table_difference(before: Game, after: Game) -> dict[tuple[Seat, Reason], int]:
    """The points that were awarded between two positions."""
    gained = after.points - before.points
    return {
        (seat, reason): int(gained[seat, reason])
        for seat in range(before.seats)
        for reason in Reason
        if gained[seat, reason]
    }


@given(positions)
def test_a_preview_is_what_then_happens(position: Position) -> None:
    game = position.game()
    for action in legal_actions(game):
        outcome = preview(game, action)
        after = copy_game(game)
        apply(after, action)
        assert gains(outcome) == table_difference(game, after)
        assert [outcome.total(seat) for seat in range(game.seats)] == (after.score - game.score)[: game.seats].tolist()
        assert outcome.extra_card == (game.phase == Phase.PLAY and after.phase == Phase.TAKE)
        assert (outcome.bonus is not None) == (after.bonus != game.bonus).any()
        assert outcome.seat == game.to_act


@given(setups)
def test_playing_brings_what_the_preview_said(setup: Setup) -> None:
    table, rng = setup.table(), setup.chance()
    while not table.is_over:
        action = setup.choose(rng, table.legal_actions())
        foreseen = table.preview(action)
        assert table.play(action) == foreseen


@given(setups)
def test_games_end_and_rounds_are_as_many_as_the_deck_allows(setup: Setup) -> None:
    table = setup.finished()
    assert table.is_over and len(table.actions) < LONGEST
    game, option = table.game, table.game.option
    a_deal = HAND * game.seats
    most = (len(DECK) - option.opening_display - option.removed - a_deal) // (a_deal + option.fresh_display) + 1
    assert 1 <= table.rounds <= most
    if not game.last_turns and not option.refill_display:
        assert table.rounds == most
    assert table.winners and max(table.scores) in [table.scores[seat] for seat in table.winners]


@given(setups)
def test_the_game_moves_on_with_every_action(setup: Setup) -> None:
    """No position comes twice: rounds, turns and played cards never run backwards."""
    before: tuple[int, ...] = ()
    for game in setup.walk():
        now = (int(game.rounds), int(game.turn), int(game.discarded.sum()))
        assert now >= before
        before = now
