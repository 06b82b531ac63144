"""Measure our environments and other frameworks on one core, and write benchmarks/env.json and env.md.

    python -m benchmarks.env [--rivals PYTHON] [--before FILE]

`--rivals` is an interpreter with the other frameworks (see rivals.py), `--before` the env.json of another version, just
measured on the same machine; without them, their old figures are kept. All play random legal actions on the same core,
measured in processor time, so that other programs count little. Only the rows that name threads are measured by the
wall clock.
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
from random import Random
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from benchmarks.rivals import BATCHES, SECONDS, Row, rate, table, use_one_core
from millefiori import __version__
from millefiori.engine.actions import ACTIONS
from millefiori.engine.chance import PLAY, new_stream
from millefiori.engine.editions import EDITIONS
from millefiori.engine.playouts import play_random, random_games
from millefiori.engine.state import GAME, blank_game
from millefiori.env import gymnasium, openspiel, pettingzoo
from millefiori.env.observation import SIZE
from millefiori.env.openspiel.bots import RandomPlayouts
from millefiori.env.packing import unpack
from millefiori.env.vector.batch import VectorEnv

RESULTS = Path(__file__).parent / "env"
Work = Callable[[], int]


def engine(players: int) -> Work:
    """Whole games in compiled code without observations: the upper limit."""
    games, blank = np.zeros(1000, GAME), np.array([blank_game(EDITIONS["international"], players)], GAME)
    return lambda: random_games(games, blank, 0, 0, -1)


def vector(size: int, **settings: Any) -> Work:
    """Choose actions and step, with observations and masks."""
    env = VectorEnv(size, **settings)
    env.reset(0)

    def work() -> int:
        steps = max(1, 2000 // size)
        for _ in range(steps):
            env.step(env.random_actions())
        return steps * size

    return work


def unpacking(size: int) -> Work:
    """Unpack the observations of a batch."""
    env = VectorEnv(size, observation="packed")
    rows, room = env.reset(0).observations, np.empty((size, SIZE), np.uint8)

    def work() -> int:
        for _ in range(20):
            unpack(rows, room)
        return 20 * size

    return work


def aec() -> Work:
    """PettingZoo's loop over agents."""
    env, random = pettingzoo.env(), Random(0)

    def work() -> int:
        env.reset(seed=random.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, is_over, _, _ = env.last()
            if is_over or observation is None:
                env.step(None)
            else:
                env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
                decisions += 1
        return decisions

    return work


def single(opponents: str) -> Work:
    """Gymnasium episodes against bots, whose decisions are not counted."""
    env, random = gymnasium.MilleFioriEnv(opponents), Random(0)

    def work() -> int:
        _, info = env.reset(seed=random.randrange(2**31))
        decisions, is_over = 0, False
        while not is_over:
            _, _, is_over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
            decisions += 1
        return decisions

    return work


def spiel() -> Work:
    """OpenSpiel's states from Python, with observation and mask for the player to act, as `rivals` plays its games."""
    game, random = pyspiel.load_game(openspiel.SHORT_NAME), Random(0)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False))

    def work() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            mask = np.zeros(ACTIONS, np.bool_)
            mask[legal] = True
            state.apply_action(random.choice(legal))
            decisions += 1
        return decisions

    return work


def spiel_playouts() -> Work:
    """Whole random games of OpenSpiel's states in compiled code, by the evaluator for its searches."""
    state, random, playouts = pyspiel.load_game(openspiel.SHORT_NAME).new_initial_state(), Random(0), 100
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])
    stream, evaluator = new_stream(0, purpose=PLAY), RandomPlayouts(0)
    counted = [play_random(state.playthrough.shuffled(stream), stream) for _ in range(1000)]

    def work() -> int:
        for _ in range(playouts):
            evaluator.evaluate(state)
        return round(playouts * sum(counted) / len(counted))

    return work


def on_two_threads() -> Iterator[Row]:
    """Medians by the wall clock, measuring one and two threads in turn."""
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
    """All of our figures."""
    use_one_core()
    for players in (2, 3, 4):
        yield ours(f"engine, whole games of {players}, no observations", 1, rate(engine(players), SECONDS))
    for size in BATCHES:
        yield ours("VectorEnv, observation and mask", size, rate(vector(size), SECONDS))
    for size in BATCHES:
        yield ours("VectorEnv, packed observation and mask", size, rate(vector(size, observation="packed"), SECONDS))
    yield ours("packed observations unpacked", 1024, rate(unpacking(1024), SECONDS))
    for players in (3, 4):
        yield ours(f"VectorEnv, {players} players", 1024, rate(vector(1024, players=players), SECONDS))
    for bot in ("random", "greedy", "learned"):
        what = f"VectorEnv against {bot}, own decisions"
        yield ours(what, 1024, rate(vector(1024, opponents=bot), SECONDS))
    yield ours("PettingZoo, AEC loop, observation and mask", 1, rate(aec(), SECONDS))
    yield ours("Gymnasium against greedy, observation and mask", 1, rate(single("greedy"), SECONDS))
    yield ours("OpenSpiel from Python, observation and mask", 1, rate(spiel(), SECONDS))
    yield ours("OpenSpiel, compiled playouts of whole games, no observations", 1, rate(spiel_playouts(), SECONDS))


def ours(what: str, batch: int, figure: float) -> Row:
    """One of our figures, printed at once."""
    print(f"{what}, batch {batch:,}: {figure:,.0f}", flush=True)
    return Row("Mille Fiori", __version__, "mille fiori", what, batch, float(f"{figure:.4g}"))


def others(python: str) -> list[dict[str, Any]]:
    """The figures of the other frameworks, measured by their interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rivals.json"
        subprocess.run([python, str(Path(__file__).with_name("rivals.py")), "--json", str(file)], check=True)
        rows: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rows"]
        return rows


def before_and_after(before: list[Row], after: list[Row]) -> str:
    """The figures that both versions have, as Markdown."""
    known = {(row.what, row.batch): row.decisions_per_second for row in before}
    lines = ["| what | batch | before | now | ratio |", "| --- | ---: | ---: | ---: | ---: |"]
    for row in after:
        old, new = known.get((row.what, row.batch)), row.decisions_per_second
        if old:
            lines.append(f"| {row.what} | {row.batch:,} | {old:,.0f} | {new:,.0f} | {new / old:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rivals", metavar="PYTHON", help="an interpreter with the other frameworks")
    parser.add_argument("--before", metavar="FILE", type=Path, help="the env.json of another version")
    options = parser.parse_args()
    path = RESULTS.with_suffix(".json")
    last = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    earlier = json.loads(options.before.read_text(encoding="utf-8"))["ours"] if options.before else last.get("before")
    rows = list(on_two_threads()) if (os.cpu_count() or 1) > 1 else []
    rows += on_one_core()
    before = [Row(**row) for row in earlier or []]
    rivals = [Row(**row) for row in (others(options.rivals) if options.rivals else last.get("rivals", []))]
    machine = {"python": platform.python_version(), "processor": platform.machine(), "cores used": 1}
    figures = {"ours": rows, "before": before, "rivals": rivals}
    results = {"machine": machine, **{name: [asdict(row) for row in found] for name, found in figures.items()}}
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    text = [
        "# Environments on one core",
        "",
        "`python -m benchmarks.env --rivals PYTHON`: decisions per second of random legal play, in processor time on",
        "one core (rows that name threads: wall clock). The games differ in complexity, so this compares frameworks",
        "and interfaces, not games. Pgx is made for accelerators.",
        "",
        table([*rows, *rivals]),
        "",
        "## Before and after",
        "",
        f"The same program with Mille Fiori {before[0].version if before else '-'}, measured in the same hour.",
        "",
        before_and_after(before, rows),
    ]
    RESULTS.with_suffix(".md").write_text("\n".join(text) + "\n", encoding="utf-8")
    print(table(rivals))


if __name__ == "__main__":
    main()
