"""Measure the bots on one core and write benchmarks/bots.json and bots.md: evaluations and simulations per second.

Run `make bench` on an idle machine. The positions come from a game of `greedy`.
"""

import json
import os
import platform
import time
from pathlib import Path
from typing import Any

os.environ["MILLEFIORI_THREADS"] = "1"  # one core; set before any bot is made

import numpy as np

from millefiori.bots.bot import Bot, make_bot
from millefiori.bots.learning.network import MIND, Network, new_network, set_base, shipped_network
from millefiori.bots.thinking.desk import DESK
from millefiori.bots.thinking.turns import best_action, value
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import rule
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import GAME, Games
from millefiori.engine.view import View
from millefiori.engine.vocabulary import Phase
from millefiori.table import Table

RESULTS = Path(__file__).parent / "bots"
SECONDS = 2.0


@rule
def evaluate(games: Games, network: Network, times: int) -> float:
    """Evaluate every position from the sums of the previous one, as a bot does for the ends of a turn."""
    minds = np.zeros(1, MIND)  # looks from seat 0, in a round that seat 0 has started
    total = 0.0
    for number in range(1, len(games)):
        set_base(games[number - 1], network, minds[0])
        for _ in range(times):
            total += value(games[number], network, minds[0])
    return total


@rule
def play_whole(blank: Games, network: Network, games: int) -> int:
    """Play a game to its end several times, with the network at every seat; returns the number of decisions."""
    desks = np.zeros(1, DESK)  # used by index: a record alone does not keep its memory
    decisions = 0
    for _ in range(games):
        desks[0].games[0] = blank[0]
        while desks[0].games[0].phase != Phase.OVER:
            apply(desks[0].games[0], best_action(desks[0], network))
            decisions += 1
    return decisions


def positions() -> tuple[Games, list[View]]:
    """The positions of a two-player game of `greedy`, complete and as the player to act sees them."""
    table, bot = Table("international", 2, seed=3), make_bot("greedy")
    games, views = [], []
    while not table.is_over:
        seen = table.view(int(table.game.to_act))
        games.append(np.array([table.game], GAME))
        views.append(seen)
        table.advance(bot.choose(seen, table.legal_actions()))
    return np.concatenate(games), views


def seconds_of(work: Any, *arguments: Any) -> float:
    """The mean time of a call, in seconds."""
    work(*arguments)
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        work(*arguments)
        calls += 1
    return (time.perf_counter() - start) / calls


def thinking(bot: Bot, views: list[View]) -> tuple[float, float]:
    """Milliseconds per decision and simulations per second, over decisions with a choice."""
    chosen = [seen for seen in views if len(legal_actions(seen)) > 1][::4]
    bot.choose(chosen[0], legal_actions(chosen[0]))
    start, simulations = time.perf_counter(), 0
    for seen in chosen:
        bot.choose(seen, legal_actions(seen))
        simulations += sum(opinion.visits for opinion in bot.opinions)
    spent = time.perf_counter() - start
    return 1000 * spent / len(chosen), simulations / spent


def measure() -> dict[str, float]:
    """Measure all figures."""
    games, views = positions()
    network, blank = shipped_network(), new_network()
    start = np.array([Table("international", 2, seed=3).game], GAME)
    figures = {
        "evaluations per second": (len(games) - 1) * 50 / seconds_of(evaluate, games, network, 50),
        "two-player games of greedy per second": 1 / seconds_of(play_whole, start, blank, 1),
        "two-player games of learned per second": 1 / seconds_of(play_whole, start, network, 1),
    }
    for name in ("greedy", "learned", "search:200ms", "strong:200ms"):
        milliseconds, simulations = thinking(make_bot(name), views)
        figures[f"{name}, milliseconds per decision"] = milliseconds
        if simulations:
            figures[f"{name}, simulations per second"] = simulations
    return figures


def main() -> None:
    """Measure and write."""
    figures = {name: float(f"{figure:.4g}") for name, figure in measure().items()}
    machine = {"python": platform.python_version(), "processor": platform.machine(), "cores used": 1}
    RESULTS.with_suffix(".json").write_text(json.dumps({"machine": machine, "figures": figures}, indent=1) + "\n")
    lines = ["# The bots on one core", "", "`python -m benchmarks.bots`; two players, international edition.", ""]
    lines += ["| what | figure |", "| --- | ---: |"]
    lines += [
        f"| {name} | {figure:,.0f} |" if figure >= 100 else f"| {name} | {figure:g} |"
        for name, figure in figures.items()
    ]
    RESULTS.with_suffix(".md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
