"""Measures the bots on one core and writes benchmarks/bots.json and bots.md: evaluations and simulations a second.

Run by `make bench`, on a machine with nothing else to do. Positions come from games of `greedy`.
"""

import json
import os
import platform
import time
from pathlib import Path
from typing import Any

os.environ["MILLEFIORI_THREADS"] = "1"  # one core: before the bots are made

import numpy as np

from millefiori.actions import ACTIONS
from millefiori.bots.bot import Bot, make_bot
from millefiori.bots.greedy import shipped_network
from millefiori.bots.network import LEVELS, MIND, Network, new_network, set_base
from millefiori.bots.turns import best_action, value
from millefiori.compiled import rule
from millefiori.legality import legal_actions
from millefiori.rules.flow import apply
from millefiori.state import GAME, LEGAL, Games
from millefiori.table import Table
from millefiori.view import View
from millefiori.vocabulary import Phase

RESULTS = Path(__file__).parent / "bots"
SECONDS = 2.0


@rule
def evaluate(games: Games, network: Network, times: int) -> float:
    """Evaluate every position from the sums of the one before it, as many ends of a turn are from the turn's begin."""
    minds = np.zeros(1, MIND)
    total = 0.0
    for number in range(1, len(games)):
        set_base(games[number - 1], 0, 0, network, minds[0])
        for _ in range(times):
            total += value(games[number], 0, 0, network, minds[0])
    return total


@rule
def play_whole(blank: Games, network: Network, games: int) -> int:
    """Play a game to its end again and again, every seat by the network; returns the number of decisions."""
    room, lists = np.zeros(LEVELS, GAME), np.zeros(LEVELS, LEGAL)
    values, minds = np.zeros(ACTIONS), np.zeros(1, MIND)
    decisions = 0
    for _ in range(games):
        room[0] = blank[0]
        while room[0].phase != Phase.OVER:
            apply(room[0], best_action(room, lists, values, network, minds[0]))
            decisions += 1
    return decisions


def positions() -> tuple[Games, list[View]]:
    """Positions of a greedy game of two, whole and as the player in turn sees them."""
    table, bot = Table("international", 2, seed=3), make_bot("greedy")
    games, views = [], []
    while not table.is_over:
        seen = table.view(int(table.game.to_act))
        games.append(np.array([table.game], GAME))
        views.append(seen)
        table.advance(bot.choose(seen, table.legal_actions()))
    return np.concatenate(games), views


def seconds_of(work: Any, *arguments: Any) -> float:
    """How long one call takes, as the mean over a while."""
    work(*arguments)
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        work(*arguments)
        calls += 1
    return (time.perf_counter() - start) / calls


def thinking(bot: Bot, views: list[View]) -> tuple[float, float]:
    """Milliseconds a decision, and simulations a second, over decisions with a choice."""
    chosen = [seen for seen in views if len(legal_actions(seen)) > 1][::4]
    bot.choose(chosen[0], legal_actions(chosen[0]))
    start, simulations = time.perf_counter(), 0
    for seen in chosen:
        bot.choose(seen, legal_actions(seen))
        simulations += sum(opinion.visits for opinion in bot.opinions)
    spent = time.perf_counter() - start
    return 1000 * spent / len(chosen), simulations / spent


def measure() -> dict[str, float]:
    """All figures."""
    games, views = positions()
    network, blank = shipped_network(), new_network()
    start = np.array([Table("international", 2, seed=3).game], GAME)
    figures = {
        "evaluations a second": (len(games) - 1) * 50 / seconds_of(evaluate, games, network, 50),
        "greedy games of two a second": 1 / seconds_of(play_whole, start, blank, 1),
        "learned games of two a second": 1 / seconds_of(play_whole, start, network, 1),
    }
    for name in ("greedy", "learned", "search:200ms", "strong:200ms"):
        milliseconds, simulations = thinking(make_bot(name), views)
        figures[f"{name}, milliseconds a decision"] = milliseconds
        if simulations:
            figures[f"{name}, simulations a second"] = simulations
    return figures


def main() -> None:
    """Measure and write."""
    figures = {name: float(f"{figure:.4g}") for name, figure in measure().items()}
    machine = {"python": platform.python_version(), "processor": platform.machine(), "cores used": 1}
    RESULTS.with_suffix(".json").write_text(json.dumps({"machine": machine, "figures": figures}, indent=1) + "\n")
    lines = ["# The bots on one core", "", "`python benchmarks/bots.py`; two players, international edition.", ""]
    lines += ["| what | figure |", "| --- | ---: |"]
    lines += [
        f"| {name} | {figure:,.0f} |" if figure >= 100 else f"| {name} | {figure:g} |"
        for name, figure in figures.items()
    ]
    RESULTS.with_suffix(".md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
