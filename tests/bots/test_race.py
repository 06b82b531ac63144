"""A race spends its budget where it matters: candidates leave as it is spent, and it can be repeated."""

import numpy as np
import pytest

from millefiori.bots.bot import make_bot
from millefiori.bots.strong import StrongBot
from millefiori.bots.thinking import race as racing
from millefiori.bots.thinking.budget import Budget
from millefiori.bots.thinking.race import FEWEST_WORLDS, Race, shortfall
from millefiori.bots.thinking.worlds import WORTH
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.view import view
from millefiori.position import position
from millefiori.table import Table

CLOSE = 0.02
"""A lead that few worlds cannot confirm."""


def race(worlds: int, *worth: float, judged: float = 0.0) -> Race:
    """A race of candidates with these chances, which stray from world to world."""
    actions, values = np.arange(len(worth)), np.zeros(len(worth))
    one = Race(Table("english", 2, seed=1).view(0), actions, values, 1)
    one.judged[:], one.judged[0, WORTH] = 0.5, 0.5 + judged
    luck = np.random.default_rng(1).normal(0, 0.1, (worlds, len(worth)))
    one.results[:worlds] = (np.array(worth) + luck - luck.mean(axis=0))[:, :, None]
    one.worlds = worlds
    return one


def test_half_of_the_candidates_leave_at_every_stage() -> None:
    one = race(FEWEST_WORLDS, *(0.5 - CLOSE * number / 8 for number in range(8)))
    for spent, running in ((0.1, 8), (0.2, 4), (0.5, 2), (0.9, 2)):
        one.drop_slowest(spent)
        assert one.active.sum() == running and one.active[:running].all()


def test_whoever_is_surely_behind_leaves_at_once() -> None:
    one = race(40, 0.5, 0.5 - CLOSE, 0.1)
    one.drop_slowest(0.01)
    assert list(one.active) == [True, True, False]


def test_nobody_leaves_for_the_luck_of_the_first_worlds() -> None:
    one = race(FEWEST_WORLDS - 1, 0.9, 0.1)
    one.drop_slowest(0.01)
    assert one.active.all()


def test_in_few_worlds_the_network_has_a_word() -> None:
    assert race(2, 0.5 - CLOSE, 0.5, judged=0.1).best() == 0
    assert race(2000, 0.5 - CLOSE, 0.5, judged=0.1).best() == 1


def test_a_shortfall_is_the_mean_of_what_lies_beyond() -> None:
    assert shortfall(0) == pytest.approx(0.3989, abs=1e-4)
    assert shortfall(2) == pytest.approx(0.00849, abs=1e-5)


def close_decision() -> tuple[Table, int]:
    """A first card to keep: several are good."""
    table = Table("international", 2, seed=4)
    return table, int(table.game.to_act)


@pytest.mark.skipif(not IS_COMPILED, reason="too slow uncompiled")
@pytest.mark.parametrize("simulations", [20, 100, 600])
def test_a_budget_in_simulations_is_used_and_kept(simulations: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(racing, "NOT_WORTH_IT", -1.0)
    table, seat = close_decision()
    bot = make_bot(f"strong:{simulations}sims", 3)
    bot.choose(table.view(seat), table.legal_actions())
    tried = sum(opinion.visits for opinion in bot.opinions)
    assert simulations - len(bot.opinions) < tried <= simulations


@pytest.mark.skipif(not IS_COMPILED, reason="too slow uncompiled")
def test_the_same_simulations_give_the_same_opinions() -> None:
    table, seat = close_decision()
    bots = [make_bot("strong:80sims", 3) for _ in range(2)]
    choices = {bot.choose(table.view(seat), table.legal_actions()) for bot in bots}
    assert len(choices) == 1 and bots[0].opinions == bots[1].opinions
    bots[0].choose(table.view(seat), table.legal_actions())
    assert bots[0].opinions == bots[1].opinions, "a bot keeps nothing from the decision before"


@pytest.mark.skipif(not IS_COMPILED, reason="too slow uncompiled")
def test_a_budget_in_time_ends_by_its_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every simulation takes a millisecond here, whatever the machine does."""
    monkeypatch.setattr(racing, "NOT_WORTH_IT", -1.0)
    table, seat = close_decision()
    monkeypatch.setenv("MILLEFIORI_THREADS", "1")
    bot = StrongBot(3, "200ms")
    monkeypatch.setattr(Budget, "spent", lambda self, simulations: simulations / self.milliseconds)
    bot.choose(table.view(seat), table.legal_actions())
    assert 180 < sum(opinion.visits for opinion in bot.opinions) <= 200


def test_when_nothing_is_hidden_any_more_one_world_is_enough() -> None:
    line = "international-2 act=A phase=play kept=pigments-3/- ship=17/0 last=yes start=B supply=0/5 reserve=3/3"
    game = position(line + " points=sea:50/sea:55")
    bot = make_bot("strong:1000sims")
    bot.choose(view(game, 0), legal_actions(game))
    assert {opinion.visits for opinion in bot.opinions} == {1}
    assert max(opinion.margin for opinion in bot.opinions) == 5
