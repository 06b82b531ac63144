"""How fast the engine is on this machine, on one core.

Machines are noisy: each figure is measured in many short runs, and both the median and the best run are told.
"""

import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from statistics import median
from typing import Any

import numpy as np

from millefiori.chance import Stream, new_stream
from millefiori.compiled import rule
from millefiori.editions import EDITIONS
from millefiori.playouts import random_games
from millefiori.state import GAME, Games, blank_game
from millefiori.table import Table
from millefiori.view import fill_in, hide_secrets

GAMES_A_RUN = 500
STEPS_A_RUN = 20_000


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
    """Median and best number of things a second; `run(n)` does the n-th run and tells how many it did."""
    run(0)
    found: list[float] = []
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds or len(found) < 3:
        start = time.perf_counter()
        done = run(len(found))
        found.append(done / (time.perf_counter() - start))
    return median(found), max(found)


def measure(seconds: float, tick: Callable[[], object]) -> dict[str, Any]:
    """All figures, each measured for some seconds; `tick` is called after each of the four."""
    games = np.zeros(GAMES_A_RUN, GAME)
    median_rate, best_rate, decisions = {}, {}, {}
    for players in (2, 3, 4):
        blank = np.array([blank_game(EDITIONS["international"], players)], GAME)
        played = 0

        def run(number: int, blank: Games = blank) -> int:
            nonlocal played
            played = random_games(games, blank, 1, number * GAMES_A_RUN, -1)
            return GAMES_A_RUN

        middle, best = rates(run, seconds)
        median_rate[str(players)], best_rate[str(players)] = round(middle), round(best)
        decisions[str(players)] = round(middle * played / GAMES_A_RUN)
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
    """What copying, viewing and redealing a four-player game costs; the copy is part of each."""
    games = np.zeros(3, GAME)
    games[0] = Table("international", 4, seed=1).game
    stream = new_stream(1)

    def nanoseconds(work: Callable[[], object]) -> float:
        def run(number: int) -> int:
            work()
            return STEPS_A_RUN

        return round(1e9 / rates(run, seconds / 3)[0], 1)

    found = {
        "copy": nanoseconds(lambda: copy_many(games, STEPS_A_RUN)),
        "copy and view": nanoseconds(lambda: view_many(games, STEPS_A_RUN)),
        "copy and redeal": nanoseconds(lambda: redeal_many(games, STEPS_A_RUN, stream)),
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
        f"one core, {figures['game_bytes']} bytes a game, Python {figures['python']}, Numba {figures['numba']}"
    )
    return "\n".join(lines)
