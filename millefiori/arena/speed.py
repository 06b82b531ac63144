"""How fast the engine is on this machine, on one core.

Machines are noisy, so each figure is measured in many short runs, and both the median and the best are reported.
"""

import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from typing import Any

import numpy as np

from millefiori.engine.chance import Stream, new_stream
from millefiori.engine.compiled import rule
from millefiori.engine.editions import EDITIONS
from millefiori.engine.playouts import random_games
from millefiori.engine.state import GAME, Games, blank_game
from millefiori.engine.view import fill_in, hide_secrets
from millefiori.table import Table

GAMES_PER_RUN = 500
STEPS_PER_RUN = 20_000


@rule
def copy_many(games: Games, count: int) -> None:
    """Copy a game over and over."""
    for number in range(count):
        games[1 + number % 2] = games[0]


@rule
def view_many(games: Games, count: int) -> None:
    """Make a seat's view over and over."""
    for number in range(count):
        games[1] = games[0]
        hide_secrets(games[1], number % 4)


@rule
def redeal_many(games: Games, count: int, stream: Stream) -> None:
    """Redeal a view over and over."""
    for _ in range(count):
        games[2] = games[1]
        fill_in(games[2], stream)


def rates(run: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """The median and best rate per second; `run(n)` does the n-th run and returns how many things it did."""
    run(0)
    found: list[float] = []
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds or len(found) < 3:
        start = time.perf_counter()
        done = run(len(found))
        found.append(done / (time.perf_counter() - start))
    return median(found), max(found)


def measure(seconds: float, tick: Callable[[], object]) -> dict[str, Any]:
    """All figures, each measured for this many seconds; `tick` is called after each of the four."""
    games = np.zeros(GAMES_PER_RUN, GAME)
    median_rate, best_rate, decisions = {}, {}, {}
    for players in (2, 3, 4):
        blank = np.array([blank_game(EDITIONS["international"], players)], GAME)
        played = 0

        def run(number: int, blank: Games = blank) -> int:
            nonlocal played
            played = random_games(games, blank, 1, number * GAMES_PER_RUN, -1)
            return GAMES_PER_RUN

        middle, best = rates(run, seconds)
        median_rate[str(players)], best_rate[str(players)] = round(middle), round(best)
        decisions[str(players)] = round(middle * played / GAMES_PER_RUN)
        tick()
    return {
        "python": platform.python_version(),
        "numba": version("numba"),
        "processor": platform.machine(),
        "game_bytes": GAME.itemsize,
        "random_games_per_second": median_rate,
        "random_games_per_second_best_run": best_rate,
        "decisions_per_second": decisions,
        "nanoseconds": _steps(seconds, tick),
    }


def _steps(seconds: float, tick: Callable[[], object]) -> dict[str, float]:
    """The cost of copying, viewing and redealing a four-player game; each includes the copy."""
    games = np.zeros(3, GAME)
    games[0] = Table("international", 4, seed=1).game
    stream = new_stream(1)

    def nanoseconds(work: Callable[[], object]) -> float:
        def run(number: int) -> int:
            work()
            return STEPS_PER_RUN

        return round(1e9 / rates(run, seconds / 3)[0], 1)

    found = {
        "copy": nanoseconds(lambda: copy_many(games, STEPS_PER_RUN)),
        "copy and view": nanoseconds(lambda: view_many(games, STEPS_PER_RUN)),
        "copy and redeal": nanoseconds(lambda: redeal_many(games, STEPS_PER_RUN, stream)),
    }
    tick()
    return found


def report(figures: dict[str, Any]) -> str:
    """The figures as a table."""
    lines = ["players   games/s (median)   games/s (best run)   decisions/s (median)"]
    for players, rate in figures["random_games_per_second"].items():
        best, decisions = figures["random_games_per_second_best_run"][players], figures["decisions_per_second"][players]
        lines.append(f"{players:>7}{rate:>19,}{best:>21,}{decisions:>23,}")
    lines.append("")
    lines += [f"{name:18}{cost:>8} ns" for name, cost in figures["nanoseconds"].items()]
    lines.append(
        f"one core, {figures['game_bytes']} bytes per game, Python {figures['python']}, Numba {figures['numba']}"
    )
    return "\n".join(lines)
