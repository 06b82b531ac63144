"""The batch: the same games as one by one, on any number of threads, saved and copied exactly."""

import copy
import pickle
from itertools import cycle, islice
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from millefiori.bots.bot import make_bot
from millefiori.engine.actions import ACTIONS
from millefiori.engine.compiled import IS_COMPILED, MOST_THREADS
from millefiori.engine.editions import EDITIONS, EditionError
from millefiori.engine.playouts import random_games
from millefiori.engine.state import GAME, blank_game
from millefiori.env.observation import SIZE, observe
from millefiori.env.packing import PACKED_SIZE, unpack
from millefiori.env.rewards import Reward, rewards_of
from millefiori.env.vector.batch import Step, VectorEnv
from millefiori.explain.legality import IllegalAction
from millefiori.table import Table
from tests.env.tables import EVERY_TABLE

STEPS = 400 if IS_COMPILED else 24
BOTS = ("greedy", "learned") if IS_COMPILED else ("greedy",)
MIXED: dict[str, Any] = {
    "size": 2 * len(EVERY_TABLE),
    "edition": [name for name, _ in EVERY_TABLE] * 2,
    "players": [players for _, players in EVERY_TABLE] * 2,
    "tactical": [False] * len(EVERY_TABLE) + [True] * len(EVERY_TABLE),
}


def table_of(env: VectorEnv, index: int) -> Table:
    """The table of a slot's game as it was dealt."""
    setting = {name: env.settings.column(name)[index] for name in ("edition", "players", "tactical")}
    return Table(**setting, seed=env.seed, number=int(env.numbers[index]))


def same(one: Step, other: Step) -> bool:
    return [array.tobytes() for array in one] == [array.tobytes() for array in other]


def play_at_random(env: VectorEnv, steps: int) -> list[Step]:
    return [env.step(env.random_actions()).copy() for _ in range(steps)]


def test_packed_steps_unpack_to_the_same_games() -> None:
    plain, packed = VectorEnv(**MIXED), VectorEnv(**MIXED, observation="packed")
    step, small = plain.reset(3), packed.reset(3)
    for _ in range(STEPS):
        assert small.observations.shape == (len(plain), PACKED_SIZE)
        assert same(step, small._replace(observations=unpack(small.observations)))
        actions = plain.random_actions()
        assert (actions == packed.random_actions()).all()
        step, small = plain.step(actions), packed.step(actions)


def test_a_packed_batch_is_copied_exactly() -> None:
    env = VectorEnv(4, observation="packed")
    env.reset(1)
    twin = env.copy()
    assert twin.settings == env.settings
    assert same(twin.step(twin.random_actions()), env.step(env.random_actions()))
    with pytest.raises(ValueError, match="use one of plain, packed"):
        VectorEnv(4, observation="zipped")


@pytest.mark.parametrize("reward", ["margin", "win", "points"])
def test_every_slot_plays_the_games_of_the_tables(reward: str) -> None:
    env = VectorEnv(**MIXED, reward=reward)
    step = env.reset(9)
    tables = [table_of(env, index) for index in range(len(env))]
    for _ in range(STEPS):
        for index, table in enumerate(tables):
            assert step.to_act[index] == table.to_act
            assert np.flatnonzero(step.masks[index]).tolist() == table.legal_actions()
            assert (step.observations[index] == observe(table.view(int(step.to_act[index])))).all()
        actions = env.random_actions()
        before = [table.game.score.copy() for table in tables]
        step = env.step(actions)
        for index, table in enumerate(tables):
            table.advance(int(actions[index]))
            paid = rewards_of(Reward[reward.upper()], table.game, before[index])
            assert step.rewards[index, : len(paid)].tolist() == pytest.approx(paid)
            assert step.scores[index, : len(paid)].tolist() == table.scores
            assert step.terminated[index] == table.is_over
            if table.is_over:
                tables[index] = table_of(env, index)


@pytest.mark.parametrize("opponents", [None, "random"])
def test_random_play_is_that_of_the_engine(opponents: str | None) -> None:
    env = VectorEnv(3, opponents=opponents)
    env.reset(21)
    wanted = 12 if IS_COMPILED else 3
    games = np.zeros(wanted, GAME)
    random_games(games, np.array([blank_game(EDITIONS["international"], 2)], GAME), 21, 0, -1)
    finished: dict[int, list[int]] = {}
    while len(finished) < wanted:
        numbers = env.numbers
        step = env.step(env.random_actions())
        for index in np.flatnonzero(step.terminated):
            finished[int(numbers[index])] = step.scores[index].tolist()
    assert all(finished[number] == games[number].score.tolist() for number in finished if number < wanted)


@pytest.mark.parametrize("opponent", BOTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_opponents_play_as_the_bots_of_that_name(opponent: str, players: int) -> None:
    env = VectorEnv(4, players, opponents=opponent)
    step = env.reset(2)
    tables = [table_of(env, index) for index in range(4)]
    bot = make_bot(opponent)
    for _ in range(STEPS // 8):
        for index, table in enumerate(tables):
            while table.to_act != env.learners[index]:
                table.advance(bot.choose(table.view(int(table.game.to_act)), table.legal_actions()))
            assert (step.observations[index] == observe(table.view(int(env.learners[index])))).all()
        actions = env.random_actions()
        step = env.step(actions)
        for index, table in enumerate(tables):
            table.advance(int(actions[index]))
            if step.terminated[index]:
                tables[index] = table_of(env, index)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_asked_for_every_game(bot: str) -> None:
    env = VectorEnv(6, [2, 3, 4] * 2, threads=min(2, MOST_THREADS))
    step = env.reset(3)
    tables, player = [table_of(env, index) for index in range(6)], make_bot(bot)
    for _ in range(STEPS // 10):
        actions = env.bot_actions(bot)
        for index, table in enumerate(tables):
            chosen = player.choose(table.view(int(step.to_act[index])), table.legal_actions())
            assert actions[index] == chosen
            table.advance(chosen)
        env.step(actions)


def test_the_learner_changes_seats_and_is_the_one_who_acts() -> None:
    env = VectorEnv(5, [2, 3, 4, 4, 2], opponents=["random", "random", "random", None, "random"])
    env.reset(0)
    assert env.learners.tolist() == [0, 1, 2, -1, 0]
    for _ in range(STEPS):
        step = env.step(env.random_actions())
        assert ((step.to_act == env.learners) | (env.learners < 0)).all()
    assert (env.learners[:3] == env.numbers[:3] % [2, 3, 4]).all()


def test_rewards_add_up() -> None:
    for reward, total in (("margin", 0.0), ("win", 1.0)):
        env = VectorEnv(len(EVERY_TABLE), MIXED["players"][: len(EVERY_TABLE)], reward=reward)
        env.reset(4)
        for step in play_at_random(env, STEPS):
            sums = step.rewards.sum(axis=1)
            assert sums[step.terminated] == pytest.approx(total, abs=1e-4)
            assert (step.rewards[~step.terminated] == 0).all()
    env = VectorEnv(3, 3, reward="points")
    env.reset(4)
    so_far = np.zeros((3, 4))
    for step in play_at_random(env, STEPS):
        so_far += step.rewards
        for index in np.flatnonzero(step.terminated):
            assert so_far[index].tolist() == step.scores[index].tolist()
            so_far[index] = 0


@pytest.mark.skipif(MOST_THREADS < 2, reason="one core")
@pytest.mark.parametrize("opponents", [None, "learned"] if IS_COMPILED else [None])
def test_threads_change_nothing(opponents: str | None) -> None:
    envs = [VectorEnv(37, 3, opponents=opponents, threads=threads) for threads in (1, 2)]
    for env in envs:
        env.reset(6)
    for _ in range(STEPS // 4):
        one, two = (env.step(env.random_actions()) for env in envs)
        assert same(one, two)


def test_it_is_repeated_by_its_seed_and_by_nothing_else() -> None:
    env = VectorEnv(8, 4, "german")
    first = [env.reset(5).copy(), *play_at_random(env, STEPS // 8)]
    again = [env.reset(5).copy(), *play_at_random(env, STEPS // 8)]
    other = [env.reset(6).copy(), *play_at_random(env, STEPS // 8)]
    for one, two in zip(first, again, strict=True):
        assert same(one, two)
    assert not (first[0].observations == other[0].observations).all()


def unpickled(env: VectorEnv) -> VectorEnv:
    return cast(VectorEnv, pickle.loads(pickle.dumps(env)))


@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle", "save"])
def test_a_copy_continues_exactly(way: str, tmp_path: Path) -> None:
    env = VectorEnv(**MIXED, opponents=list(islice(cycle((None, "random")), MIXED["size"])), reward="points")
    env.reset(1)
    play_at_random(env, 30)
    if way == "save":
        env.save(tmp_path / "batch.npz")
        twin = VectorEnv.load(tmp_path / "batch.npz")
    else:
        twin = env.copy() if way == "copy" else copy.deepcopy(env) if way == "deepcopy" else unpickled(env)
    for _ in range(STEPS // 2):
        mine, its = env.random_actions(), twin.random_actions()
        assert (mine == its).all()
        one, two = env.step(mine), twin.step(its)
        assert same(one, two)


def test_other_libraries_take_the_arrays_without_a_copy() -> None:
    env = VectorEnv(4)
    step = env.reset(0)
    for array in step:
        assert array.flags.c_contiguous
        taken = np.from_dlpack(array)
        assert np.shares_memory(taken, array)
    env.step(env.random_actions())
    assert step.observations.shape == (4, SIZE) and step.masks.shape == (4, ACTIONS)


# --- Mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([198, 198], r"game 0: sail: keep a card first \(rule 2.3\)"),
        ([200, 0], "game 0: there is no action 200"),
        ([-1, 0], "game 0: there is no action -1"),
        ([0], "2 games need 2 integers"),
        ([[0, 0]], "2 games need 2 integers"),
        ([0.0, 1.0], "2 games need 2 integers, not float64"),
    ],
)
def test_a_wrong_action_is_refused_and_nothing_has_happened(actions: Any, message: str) -> None:
    env = VectorEnv(2)
    now = env.reset(0)
    before = now.copy()
    with pytest.raises(ValueError, match=message):
        env.step(np.array(actions))
    legal = env.copy().random_actions()
    legal[1] = 199
    with pytest.raises(IllegalAction, match="game 1: decline"):
        env.step(legal)
    assert same(before, now)
    assert (env.copy().random_actions() == env.random_actions()).all()


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(RuntimeError, match=r"call reset\(seed\) first"):
        VectorEnv(1).step(np.zeros(1, np.int64))
    with pytest.raises(EditionError, match="the editions are"):
        VectorEnv(1, edition="klingon")
    with pytest.raises(EditionError, match="is for"):
        VectorEnv(2, [2, 5])
    with pytest.raises(ValueError, match="players has 3 entries for 2 games"):
        VectorEnv(2, [2, 3, 4])
    with pytest.raises(ValueError, match="no opponent 'strong' in compiled code"):
        VectorEnv(1, opponents="strong")
    with pytest.raises(ValueError, match="use one of margin, win, points"):
        VectorEnv(1, reward="fame")
    with pytest.raises(ValueError, match="at least 1 game"):
        VectorEnv(0)
    with pytest.raises(ValueError, match="a seed must be"):
        VectorEnv(1).reset(-1)


def test_a_file_that_is_not_a_saved_batch_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", games=np.zeros(3))
    np.savez(
        tmp_path / "part.npz", about=np.array('{"format": 1, "seed": 0, "is_reset": true, "settings": {"size": 2}}')
    )
    np.savez(tmp_path / "garbled.npz", about=np.array("{"))
    (tmp_path / "text").write_text("hello")
    (tmp_path / "zip").write_bytes(b"PK\x03\x04 and nothing more")
    for name in ("other.npz", "part.npz", "garbled.npz", "text", "zip"):
        with pytest.raises(ValueError, match=r"not a file saved by VectorEnv\.save"):
            VectorEnv.load(tmp_path / name)
