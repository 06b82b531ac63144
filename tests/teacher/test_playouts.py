"""Worlds played out by the policy: what is dealt, what stays, and what an ending counts."""

from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from millefiori.bots.learning.network import new_network
from millefiori.bots.thinking.desk import DESK
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.layout import array_of
from millefiori.engine.state import Game, blank_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import Phase
from millefiori.table import Table
from millefiori.teacher.playouts import ENDING, NO_ACTION, TRIAL, Trial, play_worlds, policy_action

WORLDS = 2


def late(phase: Phase) -> Game:
    """A position near the end of a game of two, in the phase."""
    table = Table(players=2, seed=5)
    while table.game.dealt < 100 or table.game.phase != phase:
        actions = table.legal_actions()
        table.advance(actions[len(table.actions) % len(actions)])
    return table.game


def play(game: Game, actions: list[int], first: int = 0, worlds: int = WORLDS) -> NDArray[Any]:
    """Endings by world and action; the policy is the greedy one, which is quick without a compiler too."""
    trials = np.zeros(1, TRIAL)
    trial = cast(Trial, trials[0])
    trial.game, trial.count = game, len(actions)
    trial.actions[: len(actions)] = actions
    endings = np.zeros((worlds, len(actions)), ENDING)
    play_worlds(np.zeros(1, DESK), trials, array_of(new_network()), 7, first, endings)
    return endings


@pytest.fixture(scope="module", params=[Phase.KEEP, Phase.PLAY])
def game(request: pytest.FixtureRequest) -> Game:
    return late(request.param)


def test_an_ending_has_every_point_of_every_seat_and_one_winner(game: Game) -> None:
    (ending,) = play(view(game, game.to_act), legal_actions(game)[:1])[0]
    scores = ending["points"].sum(axis=1)
    assert (scores[:2] >= game.score[:2]).all() and not scores[2:].any()
    assert ending["won"].sum() == pytest.approx(1)


def test_the_same_worlds_give_the_same_endings_one_by_one_or_together(game: Game) -> None:
    actions = legal_actions(game)[:1]
    seen = view(game, game.to_act)
    assert play(seen, actions)[1].tobytes() == play(seen, actions, first=1, worlds=1)[0].tobytes()


def test_the_policys_own_action_changes_nothing_with_open_hands(game: Game) -> None:
    policy = policy_action(np.zeros(1, DESK), array_of(game), array_of(new_network()))
    left, played = play(game, [NO_ACTION, policy])[0]
    assert left.tobytes() == played.tobytes()


@pytest.mark.skipif(not IS_COMPILED, reason="whole games take too long")
def test_before_the_first_card_everything_is_dealt() -> None:
    first, second = play(blank_game(EDITIONS["international"], 2), [NO_ACTION])[:, 0]
    assert first.tobytes() != second.tobytes()
