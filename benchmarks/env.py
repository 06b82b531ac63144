"""Measures our environments beside other frameworks on one core, and writes benchmarks/env.json and env.md.

    python benchmarks/env.py [--rivals PYTHON]

`--rivals` is an interpreter that has the other frameworks (see rivals.py); without it their figures stay as they were.
Everybody plays random legal actions, on the same core and by the same clock: processor time, so that other programs on
the machine do not count. Only the rows with two threads are measured by the wall clock.
"""

import argparse
import json
import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from rivals import BATCHES, SECONDS, Row, rate, table, use_one_core

from millefiori import __version__
from millefiori.editions import EDITIONS
from millefiori.env import gymnasium, openspiel, pettingzoo
from millefiori.env.vector import VectorEnv
from millefiori.playouts import random_games
from millefiori.state import GAME, blank_game

RESULTS = Path(__file__).parent / "env"
Work = Callable[[], int]


def engine(players: int) -> Work:
    """Whole games inside compiled code, nothing observed: the limit."""
    games, blank = np.zeros(1000, GAME), np.array([blank_game(EDITIONS["international"], players)], GAME)
    return lambda: random_games(games, blank, 0, 0, -1)


def vector(size: int, **settings: Any) -> Work:
    """Choose, step, observe and mask."""
    env = VectorEnv(size, **settings)
    env.reset(0)

    def work() -> int:
        steps = max(1, 2000 // size)
        for _ in range(steps):
            env.step(env.random_actions())
        return steps * size

    return work


def aec() -> Work:
    """PettingZoo's loop over the agents."""
    env, chooser = pettingzoo.env(), np.random.default_rng(0)

    def work() -> int:
        env.reset(seed=int(chooser.integers(2**31)))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, is_over, _, _ = env.last()
            if is_over or observation is None:
                env.step(None)
            else:
                env.step(int(chooser.choice(np.flatnonzero(observation["action_mask"]))))
                decisions += 1
        return decisions

    return work


def single(opponents: str) -> Work:
    """Gymnasium's episode against bots; their decisions are not counted."""
    env, chooser = gymnasium.MilleFioriEnv(opponents), np.random.default_rng(0)

    def work() -> int:
        env.reset(seed=int(chooser.integers(2**31)))
        decisions, is_over = 0, False
        while not is_over:
            _, _, is_over, _, _ = env.step(chooser.choice(np.flatnonzero(env.action_masks())))
            decisions += 1
        return decisions

    return work


def spiel() -> Work:
    """OpenSpiel's states from Python, with observation and mask for the player to move."""
    game, chooser = pyspiel.load_game(openspiel.SHORT_NAME), np.random.default_rng(0)

    def work() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(chooser.choice(outcomes, p=chances)))
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(int(chooser.choice(np.flatnonzero(state.legal_actions_mask()))))
            decisions += 1
        return decisions

    return work


def on_two_threads() -> Iterator[Row]:
    """By the wall clock: one thread and two, one after the other again and again, medians."""
    works = {(size, threads): vector(size, threads=threads) for size in (1024, 4096) for threads in (1, 2)}
    found: dict[tuple[int, int], list[float]] = {key: [] for key in works}
    for _ in range(40):
        for key, work in works.items():
            begin, decisions = time.perf_counter(), sum(work() for _ in range(50))
            found[key].append(decisions / (time.perf_counter() - begin))
    for (size, threads), figures in found.items():
        what = f"VectorEnv, observation and mask, {threads} thread{'s' * (threads > 1)}, wall clock"
        yield ours(what, size, median(figures))


def on_one_core() -> Iterator[Row]:
    """All that is ours."""
    use_one_core()
    for players in (2, 3, 4):
        yield ours(f"engine, whole games of {players}, no observations", 1, rate(engine(players), SECONDS))
    for size in BATCHES:
        yield ours("VectorEnv, observation and mask", size, rate(vector(size), SECONDS))
    for players in (3, 4):
        yield ours(f"VectorEnv, {players} players", 1024, rate(vector(1024, players=players), SECONDS))
    for bot in ("random", "greedy", "learned"):
        what = f"VectorEnv against {bot}, own decisions"
        yield ours(what, 1024, rate(vector(1024, opponents=bot), SECONDS))
    yield ours("PettingZoo, AEC loop, observation and mask", 1, rate(aec(), SECONDS))
    yield ours("Gymnasium against greedy, observation and mask", 1, rate(single("greedy"), SECONDS))
    yield ours("OpenSpiel from Python, observation and mask", 1, rate(spiel(), SECONDS))


def ours(what: str, batch: int, figure: float) -> Row:
    """A figure of ours, told at once."""
    print(f"{what}, batch {batch:,}: {figure:,.0f}", flush=True)
    return Row("Mille Fiori", __version__, "mille fiori", what, batch, float(f"{figure:.4g}"))


def others(python: str) -> list[dict[str, Any]]:
    """The figures of the rivals, by their own interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rivals.json"
        subprocess.run([python, str(Path(__file__).with_name("rivals.py")), "--json", str(file)], check=True)
        rows: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rows"]
        return rows


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rivals", metavar="PYTHON", help="an interpreter that has the other frameworks")
    options = parser.parse_args()
    path = RESULTS.with_suffix(".json")
    known = json.loads(path.read_text(encoding="utf-8"))["rivals"] if path.exists() else []
    rows = list(on_two_threads()) if (os.cpu_count() or 1) > 1 else []
    rows += on_one_core()
    rivals = [Row(**row) for row in (others(options.rivals) if options.rivals else known)]
    machine = {"python": platform.python_version(), "processor": platform.machine(), "cores used": 1}
    results = {"machine": machine, "ours": [asdict(row) for row in rows], "rivals": [asdict(row) for row in rivals]}
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    text = [
        "# Environments on one core",
        "",
        "`python benchmarks/env.py --rivals PYTHON`: decisions a second of random legal play, processor time on one",
        "core (rows with threads: wall clock). The games differ in weight: this compares frameworks and ways of",
        "access. Pgx is made for accelerators.",
        "",
        table([*rows, *rivals]),
    ]
    RESULTS.with_suffix(".md").write_text("\n".join(text) + "\n", encoding="utf-8")
    print(table(rivals))


if __name__ == "__main__":
    main()
