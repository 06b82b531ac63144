"""Games of PettingZoo that are cut short: the framework's own test, and what the agents get."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test.max_cycles_test import max_cycles_test

from millefiori.env.pettingzoo import env, parallel_env, raw_env
from tests.env.tables import ALL_TABLES

DEAL = 2


class Legal(Discrete):
    """The actions of an agent, of which the first legal one is drawn: the framework's test knows nothing of masks."""

    def __init__(self, legal: Any) -> None:
        super().__init__(len(legal))
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        return np.flatnonzero(self.legal)[0]


class OneByOne(raw_env):
    def reset(self, seed: int | None = None, options: Any = None) -> None:
        super().reset(seed=DEAL)  # a deal in which nobody takes an extra card at once: all decide equally often

    def action_space(self, agent: str) -> Any:
        return Legal(self.observe(agent)["action_mask"])


class AllAtOnce(parallel_env):
    def action_space(self, agent: str) -> Any:
        return Legal(self._observations()[agent]["action_mask"])


@pytest.mark.parametrize(("edition", "players"), ALL_TABLES)
def test_the_framework_finds_games_cut_short_where_they_should_be(players: int, edition: str) -> None:
    table: Any = {"players": players, "edition": edition}
    module = SimpleNamespace(
        env=lambda max_cycles: OneByOne(**table, max_cycles=max_cycles),
        parallel_env=lambda max_cycles: AllAtOnce(**table, max_cycles=max_cycles),
    )
    max_cycles_test(module)


def test_a_game_cut_short_is_truncated_and_not_terminated() -> None:
    game = env(max_cycles=3)
    game.reset(seed=2)
    decisions = 0
    for _ in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        assert not terminated and reward == 0
        if not truncated:
            decisions += 1
        action = None if truncated else int(np.flatnonzero(cast(Any, seen)["action_mask"])[0])
        game.step(action)
    assert decisions >= 6


def test_a_cut_before_the_first_decision_is_refused() -> None:
    with pytest.raises(ValueError, match="max_cycles must be at least 1"):
        env(max_cycles=0)
