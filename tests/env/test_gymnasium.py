"""The Gymnasium environment: the framework's own checks, the same games as at a table, no secrets, clear refusals."""

import copy
import importlib
import pickle
import sys
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from millefiori.bots.bot import UnknownBot
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EditionError
from millefiori.engine.view import redeal
from millefiori.engine.vocabulary import SPECTATOR
from millefiori.env.gymnasium import ENV_ID, LEARNER, PENALTY, MilleFioriEnv
from millefiori.env.observation import observe, scaled
from millefiori.env.rewards import Reward
from millefiori.explain.legality import IllegalAction
from millefiori.table import Table
from tests.env.tables import every_table

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="greedy is slow uncompiled")
reward_kinds = pytest.mark.parametrize("reward", ["margin", "win", "points"])
BOTS = ["random", "greedy:6", "learned", "search:6sims"] if IS_COMPILED else ["random"]

SPY = """
from millefiori.bots.bot import Bot


class Spy(Bot):
    def choose(self, view, legal):
        if not view.seen_by == view.to_act:
            raise ValueError("this is not the view of my seat")
        return legal[0]
"""


def one_of(mask: Any, chooser: np.random.Generator) -> int:
    return int(chooser.choice(np.flatnonzero(mask)))


def episode(env: MilleFioriEnv, info: dict[str, Any], seed: int = 0) -> list[Any]:
    """Play at random to the end; returns everything seen at every step."""
    chooser, told = np.random.default_rng(seed), []
    over = False
    while not over:
        action = one_of(info["action_mask"], chooser)
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        told.append((action, seen.tobytes(), reward, over, info["seat"], info["scores"].tolist()))
    return told


# --- Gymnasium's own checks -------------------------------------------------------------------------------------------


@every_table
def test_gymnasium_finds_no_fault(players: int, edition: str, tactical: bool) -> None:
    env = gymnasium.make(ENV_ID, opponents="random", players=players, edition=edition, tactical=tactical)
    check_env(env.unwrapped)


@compiled_only
def test_made_by_name_as_it_is() -> None:
    env = gymnasium.make(f"millefiori.env.gymnasium:{ENV_ID}")
    assert isinstance(env.unwrapped, MilleFioriEnv) and env.unwrapped.opponents == ["greedy"]
    check_env(env.unwrapped)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and np.array_equal(masks, info["action_mask"])


def test_a_vector_of_environments() -> None:
    envs = gymnasium.make_vec(ENV_ID, num_envs=3, vectorization_mode="sync", opponents="random", seat=1)
    _, info = envs.reset(seed=4)
    for _ in range(3):
        actions = np.array([one_of(row, np.random.default_rng(1)) for row in info["action_mask"]])
        seen, _, _, _, info = envs.step(actions)
    assert seen.shape[0] == 3 and info["scores"].shape == (3, 2) and info["seat"].tolist() == [1, 1, 1]
    envs.close()


# --- The same games as at a table -------------------------------------------------------------------------------------


@every_table
def test_the_learner_sees_its_seat_and_may_do_what_is_legal(players: int, edition: str, tactical: bool) -> None:
    env, chooser = MilleFioriEnv("random", players, edition, tactical), np.random.default_rng(3)
    seen, info = env.reset(seed=9)
    table = Table(edition, players, tactical=tactical, seed=9)
    assert (env.table.deck, env.table.start_player) == (table.deck, table.start_player)
    over = False
    while not over:
        assert env.table.to_act == env.seat == info["seat"]
        assert np.flatnonzero(info["action_mask"]).tolist() == env.table.legal_actions()
        assert np.array_equal(env.action_masks(), info["action_mask"])
        assert np.array_equal(seen, scaled(observe(env.table.view(env.seat)))) and env.observation_space.contains(seen)
        seen, _, over, _, info = env.step(np.int64(one_of(info["action_mask"], chooser)))
    assert env.table.is_over and info["scores"].tolist() == env.table.scores and not info["action_mask"].any()
    for _, action in env.table.actions:
        table.advance(action)
    assert table.scores == env.table.scores


@compiled_only
def test_the_seat_is_drawn_or_given_and_the_bots_sit_round_the_table() -> None:
    env = MilleFioriEnv(["random", "greedy", "random"], players=4)
    env.reset(seed=1)
    seats = {env.reset()[1]["seat"] for _ in range(40)}
    assert seats == {0, 1, 2, 3}
    given = MilleFioriEnv(["random", "greedy", "random"], players=4, seat=2)
    assert {given.reset()[1]["seat"] for _ in range(5)} == {2}
    assert given.table.players == ("bot: greedy", "bot: random 2", LEARNER, "bot: random")


@reward_kinds
@pytest.mark.parametrize("players", [2, 3, 4] if IS_COMPILED else [3])
@pytest.mark.parametrize("tactical", [False, True])
def test_rewards_add_up(reward: str, players: int, tactical: bool) -> None:
    env = MilleFioriEnv("random", players, reward=reward, tactical=tactical)
    for seed in range(3):
        paid = [step[2] for step in episode(env, env.reset(seed=seed)[1])]
        scores, winners = env.table.scores, env.table.winners
        if reward == "points":
            assert sum(paid) == scores[env.seat]
            continue
        others = [score for seat, score in enumerate(scores) if seat != env.seat]
        margin = scores[env.seat] - sum(others) / len(others)
        win = (env.seat in winners) / len(winners)
        assert not any(paid[:-1]) and paid[-1] == pytest.approx(margin if reward == "margin" else win, rel=1e-4)


# --- Chance and copies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS)
def test_equal_seeds_give_equal_episodes(bot: str) -> None:
    told = []
    for _ in range(2):
        env = MilleFioriEnv(bot, 3)
        told.append([episode(env, env.reset(seed=seed)[1]) for seed in (6, None)])
    assert told[0] == told[1] and told[0][0] != told[0][1]
    assert told[0][0] != episode(env, env.reset(seed=7)[1])


@pytest.mark.parametrize("bot", BOTS)
def test_copies_and_pickles_continue_identically(bot: str) -> None:
    env = MilleFioriEnv(bot, 3, "english")
    _, info = env.reset(seed=3)
    for _ in range(12):
        *_, info = env.step(one_of(info["action_mask"], np.random.default_rng(4)))
    ends = []
    for each in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env):
        ends.append([episode(each, info), episode(each, each.reset()[1])])
    assert ends[0] == ends[1] == ends[2]


def test_a_wrapped_environment_is_copied_too() -> None:
    env = gymnasium.make(ENV_ID, opponents="random")
    _, info = env.reset(seed=3)
    action = one_of(info["action_mask"], np.random.default_rng(4))
    told = [str(each.step(action)) for each in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env)]
    assert told[0] == told[1] == told[2]


# --- Secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tactical", [False, True])
def test_games_that_differ_in_hidden_cards_show_the_same(tactical: bool) -> None:
    env, chooser = MilleFioriEnv("random", 3, tactical=tactical, render_mode="ansi"), np.random.default_rng(2)
    seen, info = env.reset(seed=5)
    differ, over = 0, False
    while not over:
        whole, number = env.table.game, len(env.table.actions)
        if number % (3 if IS_COMPILED else 20) == 0:
            twins = [redeal(env.table.view(seat), number) for seat in (env.seat, SPECTATOR)]
            differ += twins[0].hand.tolist() != whole.hand.tolist()
            shown = env.render()
            env.table.game = twins[0]
            twin_seen, twin_info = env._sight()
            assert np.array_equal(twin_seen, seen) and str(twin_info) == str(info)
            env.table.game = twins[1]
            assert env.render() == shown
            env.table.game = whole
        seen, _, over, _, info = env.step(one_of(info["action_mask"], chooser))
    assert differ > 0, "the twins must really differ"


def test_bots_see_the_view_of_their_seat(tmp_path: Path) -> None:
    file = tmp_path / "a spy.py"
    file.write_text(SPY, encoding="utf-8")
    env = MilleFioriEnv(f"{file}:Spy", 3)
    assert len(episode(env, env.reset(seed=1)[1])) > 30


# --- What is refused --------------------------------------------------------------------------------------------------


@reward_kinds
def test_an_illegal_action_loses(reward: str) -> None:
    env = MilleFioriEnv("random", reward=reward)
    env.reset(seed=1)
    seen, paid, over, truncated, info = env.step(198)
    assert env.observation_space.contains(seen) and over and not truncated
    assert paid == PENALTY[Reward[reward.upper()]] < 0
    assert info["illegal"] == "sail: keep a card first (rule 2.3)" and not info["action_mask"].any()
    with pytest.raises(ResetNeeded, match=r"the episode has ended: call reset\(\) to begin another"):
        env.step(0)
    assert episode(env, env.reset()[1])


def test_an_illegal_action_can_be_refused_instead_and_nothing_has_happened() -> None:
    env = MilleFioriEnv("random", illegal="raise")
    _, info = env.reset(seed=1)
    before = env.table.game.tobytes()  # type: ignore[attr-defined]
    with pytest.raises(IllegalAction, match=r"keep a card first \(rule 2.3\)"):
        env.step(198)
    assert env.table.game.tobytes() == before  # type: ignore[attr-defined]
    assert episode(env, info)


@pytest.mark.parametrize("action", [200, -1, 2.5, "sail", None, np.array([3]), np.zeros(200, np.int8)])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = gymnasium.make(ENV_ID, opponents="random")
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="an action must be a whole number from 0 to 199, not"):
        env.step(action)


def test_nothing_goes_before_reset_or_after_the_end() -> None:
    env = MilleFioriEnv("random", render_mode="ansi")
    for early in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(ResetNeeded, match=r"no game has begun: call reset\(\) first"):
            early()
    episode(env, env.reset(seed=1)[1])
    assert not env.action_masks().any() and "the game is over" in str(env.render())
    with pytest.raises(ResetNeeded, match="the episode has ended"):
        env.step(0)


def test_rendering_for_humans_and_for_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    env = MilleFioriEnv("random", render_mode="human")
    _, info = env.reset(seed=1)
    env.step(one_of(info["action_mask"], np.random.default_rng(1)))
    assert capsys.readouterr().out.count("WORKSHOPS") == 2 and env.render() is None
    silent = MilleFioriEnv("random")
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match=r"render\(\) needs a render_mode"):
        assert silent.render() is None


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"opponents": "genius"}, UnknownBot, "there is no bot 'genius'"),
        ({"opponents": ["random"], "players": 3}, ValueError, "3 players need 2 opponents, not 1"),
        ({"players": 3, "edition": "caipirinha"}, EditionError, "the caipirinha edition is for 2 players, not 3"),
        ({"edition": "klingon"}, EditionError, "there is no edition 'klingon'"),
        ({"reward": "glory"}, ValueError, "there is no reward 'glory'"),
        ({"seat": 2}, ValueError, "there is no seat 2: 2 players sit at seats 0 to 1"),
        ({"illegal": "forgive"}, ValueError, "illegal must be 'lose' or 'raise', not 'forgive'"),
        ({"render_mode": "rgb_array"}, ValueError, "there is no render mode 'rgb_array': use one of human, ansi"),
    ],
)
def test_impossible_settings_are_refused(wrong: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        MilleFioriEnv(**wrong)


def test_without_the_framework_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Any], sys.modules), "gymnasium", None)
    monkeypatch.delitem(sys.modules, "millefiori.env.gymnasium")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'millefiori\[rl\]'"):
        importlib.import_module("millefiori.env.gymnasium")
