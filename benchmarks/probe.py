"""What a checkout does per second on one core, in processor time: prints JSON. `watch` and `compare` run it.

It uses only what has kept its name since 0.1.0 (the engine's modules have moved: `of_engine`), so that it measures
older checkouts, too, and refuses a mixture: what a checkout lacks Python would take from the installed one. Beside each
figure it measures a calibration: a fixed loop of plain Python and one of NumPy, which know nothing of the package. What
the machine does at this moment, and how fast it is at all, changes both alike.
"""

import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np

from millefiori.bots.bot import make_bot
from millefiori.env.vector import VectorEnv
from millefiori.table import Table

Work = Callable[[], int]
_NUMBERS = np.arange(50_000, dtype=np.int64)


def calibration() -> float:
    """How often per second two fixed loops run."""
    start, total = time.process_time(), 0
    for number in range(60_000):
        total = (total * 31 + number) & 0xFFFFFF
    for _ in range(20):
        total = int((_NUMBERS * 31 ^ total).sum()) & 0xFFFFFF
    return 1 / (time.process_time() - start)


def of_engine(module: str) -> Any:
    """A module of the engine, which had no folder in 0.1.0."""
    folder = "engine." if Path(os.environ["PYTHONPATH"], "millefiori", "engine").is_dir() else ""
    return import_module(f"millefiori.{folder}{module}")


def random_play(players: int) -> Work:
    """Whole random games in compiled code."""
    playouts, state, editions = of_engine("playouts"), of_engine("state"), of_engine("editions")
    blank, games = (
        np.array([state.blank_game(editions.EDITIONS["international"], players)], state.GAME),
        np.zeros(200, state.GAME),
    )

    def work() -> int:
        playouts.random_games(games, blank, 1, 0, -1)
        return len(games)

    return work


def batch(size: int, players: int, opponents: str | None = None) -> Work:
    """Steps of a batch with random actions."""
    env = VectorEnv(size, players=players, opponents=opponents)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(max(1, 2000 // size)):
            env.step(env.random_actions())
        return size * max(1, 2000 // size)

    return work


def positions(count: int) -> list[tuple[Any, list[int]]]:
    """Views with a choice, from a two-player game of `greedy`."""
    table, bot, found = Table("international", 2, seed=3), make_bot("greedy"), []
    while not table.is_over:
        seen, legal = table.view(int(table.game.to_act)), table.legal_actions()
        if len(legal) > 1:
            found.append((seen, legal))
        table.advance(bot.choose(seen, legal))
    return found[:: max(1, len(found) // count)]


def decisions(spec: str) -> Work:
    """Decisions of a bot."""
    bot, views = make_bot(spec), positions(40)

    def work() -> int:
        for view, legal in views:
            bot.choose(view, legal)
        return len(views)

    return work


def simulations(spec: str) -> Work:
    """Simulations of a bot that searches."""
    bot, views = make_bot(spec), positions(6)

    def work() -> int:
        done = 0
        for view, legal in views:
            bot.choose(view, legal)
            done += sum(opinion.visits for opinion in bot.opinions)
        return done

    return work


def table_plays() -> Work:
    """Actions at a table, by name and number, checked and recorded."""

    def work() -> int:
        table, done = Table("international", 4, seed=1), 0
        while not table.is_over:
            table.play(table.legal_actions()[0])
            done += 1
        return done

    return work


def table_views() -> Work:
    """Views of a table."""
    table = Table("international", 4, seed=1)

    def work() -> int:
        for _ in range(500):
            table.view(2)
        return 500

    return work


def pettingzoo_steps() -> Work:
    """PettingZoo's loop, with observation and mask."""
    from millefiori.env import pettingzoo

    env, random = pettingzoo.env(), Random(0)

    def work() -> int:
        env.reset(seed=random.randrange(2**31))
        done = 0
        for _ in env.agent_iter():
            seen, _, is_over, _, _ = env.last()
            action = None if is_over or seen is None else int(random.choice(np.flatnonzero(seen["action_mask"])))
            env.step(action)
            done += not is_over
        return done

    return work


def gymnasium_steps() -> Work:
    """Gymnasium's loop against greedy."""
    from millefiori.env import gymnasium

    env, random = gymnasium.MilleFioriEnv("greedy"), Random(0)

    def work() -> int:
        (_, about), done, is_over = env.reset(seed=random.randrange(2**31)), 0, False
        while not is_over:
            _, _, is_over, _, about = env.step(int(random.choice(np.flatnonzero(about["action_mask"]))))
            done += 1
        return done

    return work


def openspiel_steps() -> Work:
    """OpenSpiel's loop from Python, with observation and mask."""
    import pyspiel

    from millefiori.env import openspiel

    game, random = pyspiel.load_game(openspiel.SHORT_NAME), Random(0)
    observer = game.make_py_observer()

    def work() -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            observer.set_from(state, state.current_player())
            legal = state.legal_actions()
            np.zeros(200, bool)[legal] = True
            state.apply_action(random.choice(legal))
            done += 1
        return done

    return work


FIGURES: dict[str, Callable[[], Work]] = {
    "random games of 2": lambda: random_play(2),
    "random games of 3": lambda: random_play(3),
    "random games of 4": lambda: random_play(4),
    "VectorEnv, 1 game of two": lambda: batch(1, 2),
    "VectorEnv, 64 games of two": lambda: batch(64, 2),
    "VectorEnv, 1,024 games of two": lambda: batch(1024, 2),
    "VectorEnv, 1,024 games of four": lambda: batch(1024, 4),
    "VectorEnv, 16,384 games of two": lambda: batch(16_384, 2),
    "VectorEnv, 64 games against greedy": lambda: batch(64, 2, "greedy"),
    "VectorEnv, 64 games against learned": lambda: batch(64, 2, "learned"),
    "greedy, decisions": lambda: decisions("greedy"),
    "learned, decisions": lambda: decisions("learned"),
    "search:200sims, simulations": lambda: simulations("search:200sims"),
    "strong:200sims, simulations": lambda: simulations("strong:200sims"),
    "Table.play": table_plays,
    "Table.view": table_views,
    "PettingZoo, AEC loop, observation and mask": pettingzoo_steps,
    "Gymnasium against greedy, own decisions": gymnasium_steps,
    "OpenSpiel from Python, observation and mask": openspiel_steps,
}


def measure(work: Work, seconds: float) -> tuple[float, float]:
    """The median rate of many short runs, and the median calibration between them."""
    work()
    rates: list[float] = []
    calibrations: list[float] = []
    begin = time.process_time()
    while time.process_time() - begin < seconds or len(rates) < 3:
        start, done = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds / 10:
            done += work()
        rates.append(done / spent)
        calibrations.append(calibration())
    return median(rates), median(calibrations)


def main() -> None:
    """Measure the figures whose names begin with one of the arguments, or all."""
    warnings.simplefilter("ignore")
    seconds, wanted = float(sys.argv[1]), tuple(sys.argv[2:]) or ("",)
    found = {}
    for name, make in FIGURES.items():
        if name.startswith(wanted):
            rate, beside = measure(make(), seconds)
            found[name] = {"rate": float(f"{rate:.5g}"), "calibration": float(f"{beside:.5g}")}
    files = [
        str(getattr(module, "__file__", None))
        for name, module in sys.modules.items()
        if name.partition(".")[0] == "millefiori"
    ]
    if foreign := [file for file in files if file != "None" and not file.startswith(os.environ["PYTHONPATH"] + os.sep)]:
        raise SystemExit(f"not of this checkout: {', '.join(foreign)}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
