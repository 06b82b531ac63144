"""Compares this checkout with another one, such as the last release: python -m benchmarks.compare ../millefiori-0.1.0.

Both are measured in turn, again and again, in processes of their own on one core and in processor time, so that other
work on the machine disturbs little and both alike. Only what has kept its name is used: `millefiori bench`, `make_bot`,
`Table` and `VectorEnv`. A ratio above 1 means that this checkout is faster; the two figures in brackets are the lowest
and highest ratio of a round.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]

PROCESSOR_TIME = "import time; time.perf_counter = time.process_time\n"
BENCH = "from millefiori.__main__ import main; main()"
PROBE = """
import json
from millefiori.bots.bot import make_bot
from millefiori.env.vector import VectorEnv
from millefiori.table import Table

def rate(work, seconds=0.6):
    work()
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += work()
    return done / (time.perf_counter() - start)

def positions(players, count):
    table, bot, found = Table("international", players, seed=3), make_bot("greedy"), []
    while not table.is_over:
        seen, legal = table.view(int(table.game.to_act)), table.legal_actions()
        if len(legal) > 1:
            found.append((seen, legal))
        table.advance(bot.choose(seen, legal))
    return found[:: max(1, len(found) // count)]

def decisions(spec, views):
    bot = make_bot(spec)
    def work():
        for view, legal in views:
            bot.choose(view, legal)
        return len(views)
    return rate(work)

def simulations(spec, views):
    bot, done, start = make_bot(spec), 0, 0.0
    bot.choose(*views[0])
    start = time.perf_counter()
    for view, legal in views:
        bot.choose(view, legal)
        done += sum(opinion.visits for opinion in bot.opinions)
    return done / (time.perf_counter() - start)

def batch(size, players, opponents=None):
    env = VectorEnv(size, players=players, opponents=opponents)
    env.reset(seed=1)
    def work():
        for _ in range(max(1, 2000 // size)):
            env.step(env.random_actions())
        return size * max(1, 2000 // size)
    return rate(work)

def table_actions():
    table, done = Table("international", 4, seed=1), 0
    while not table.is_over:
        table.play(table.legal_actions()[0])
        done += 1
    return done

many, few = positions(2, 40), positions(2, 12)
figures = {
    "greedy, decisions": decisions("greedy", many),
    "learned, decisions": decisions("learned", many),
    "search:400sims, simulations": simulations("search:400sims", few),
    "strong:400sims, simulations": simulations("strong:400sims", few),
    "VectorEnv, 1 game of two": batch(1, 2),
    "VectorEnv, 64 games of two": batch(64, 2),
    "VectorEnv, 1,024 games of two": batch(1024, 2),
    "VectorEnv, 1,024 games of four": batch(1024, 4),
    "VectorEnv, 64 games against greedy": batch(64, 2, "greedy"),
    "Table.play": rate(table_actions),
}
print(json.dumps(figures))
"""

BORDER = """
import json, warnings
from random import Random
import numpy as np
import pyspiel
from millefiori.env import gymnasium, openspiel, pettingzoo
from millefiori.table import Table
warnings.simplefilter("ignore")
random = Random(0)

def rate(work, seconds=0.6):
    work()
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += work()
    return done / (time.perf_counter() - start)

def one_of(mask):
    return int(random.choice(np.flatnonzero(mask)))

table, actions = Table("international", 4, seed=1), []
while not table.is_over:
    actions.append(random.choice(table.legal_actions()))
    table.advance(actions[-1])

def plays():
    table = Table("international", 4, seed=1)
    for action in actions:
        table.play(action)
    return len(actions)

middle = Table("international", 4, seed=1)
for action in actions[:60]:
    middle.advance(action)

def views():
    for _ in range(200):
        middle.view(2)
    return 200

def legal():
    for _ in range(200):
        middle.legal_actions()
    return 200

zoo = pettingzoo.env()
def aec():
    zoo.reset(seed=random.randrange(2**31))
    done = 0
    for _ in zoo.agent_iter():
        seen, _, is_over, _, _ = zoo.last()
        zoo.step(None if is_over else one_of(seen["action_mask"]))
        done += not is_over
    return done

alone = gymnasium.MilleFioriEnv("greedy")
def single():
    (_, info), done, is_over = alone.reset(seed=random.randrange(2**31)), 0, False
    while not is_over:
        _, _, is_over, _, info = alone.step(one_of(info["action_mask"]))
        done += 1
    return done

game = pyspiel.load_game(openspiel.SHORT_NAME)
observer = game.make_py_observer()
def spiel():
    state, done = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, chances)[0])
            continue
        observer.set_from(state, state.current_player())
        legal, mask = state.legal_actions(), np.zeros(200, bool)
        mask[legal] = True
        state.apply_action(random.choice(legal))
        done += 1
    return done

print(json.dumps({
    "Table.play": rate(plays),
    "Table.view": rate(views),
    "Table.legal_actions": rate(legal),
    "PettingZoo, AEC loop, observation and mask": rate(aec),
    "Gymnasium against greedy, own decisions": rate(single),
    "OpenSpiel from Python, observation and mask": rate(spiel),
}))
"""


def run(python: str, checkout: Path, *arguments: str) -> dict[str, object]:
    """The JSON that a Python process prints with the checkout's package."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "MILLEFIORI_THREADS": "1"}
    done = subprocess.run(
        [python, *arguments], cwd=checkout, env=environment, check=True, capture_output=True, text=True
    )
    result: dict[str, object] = json.loads(done.stdout)
    return result


def figures_of(python: str, checkout: Path, is_border: bool) -> dict[str, float]:
    """What a checkout does per second."""
    if is_border:
        return {
            name: float(rate)  # type: ignore[arg-type]
            for name, rate in run(python, checkout, "-c", PROCESSOR_TIME + BORDER).items()
        }
    engine = run(python, checkout, "-c", PROCESSOR_TIME + BENCH, "bench", "--json", "--seconds", "0.6")
    games: dict[str, float] = engine["random_games_per_second"]  # type: ignore[assignment]
    steps: dict[str, float] = engine["nanoseconds"]  # type: ignore[assignment]
    figures = {f"random games of {players}": float(rate) for players, rate in games.items()}
    figures |= {name: 1e9 / nanoseconds for name, nanoseconds in steps.items()}
    return figures | {name: float(rate) for name, rate in run(python, checkout, "-c", PROCESSOR_TIME + PROBE).items()}  # type: ignore[arg-type]


def commit_of(checkout: Path) -> str:
    """The short name of a checkout's commit."""
    command = ["git", "-C", str(checkout), "rev-parse", "--short=7", "HEAD"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def heading(other: Path, rounds: int) -> str:
    """What was measured, and how to read it."""
    about = (
        f"`python -m benchmarks.compare`, {rounds} rounds: before is commit {commit_of(other)}, now {commit_of(ROOT)}."
    )
    how = (__doc__ or "").partition("\n")[2]
    return f"# Before and now\n\n{about}\n{how}\n"


def main() -> None:
    """Measure both in turn and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    parser.add_argument("--write", type=Path, help="write the table to this file")
    parser.add_argument("--border", action="store_true", help="only what Python calls: the table and the adapters")
    options = parser.parse_args()
    sides = (options.other.resolve(), ROOT)
    rounds: list[tuple[dict[str, float], dict[str, float]]] = []
    for checkout in sides:
        figures_of(sys.executable, checkout, options.border)  # compile
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        before, now = (figures_of(sys.executable, checkout, options.border) for checkout in sides)
        rounds.append((before, now))
    lines = ["| per second, one core | before | now | ratio |", "| --- | ---: | ---: | ---: |"]
    for name in rounds[0][1]:
        ratios = [pair[1][name] / pair[0][name] for pair in rounds]
        old, new = (median(pair[side][name] for pair in rounds) for side in (0, 1))
        lines.append(
            f"| {name} | {old:,.0f} | {new:,.0f} | {median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f}) |"
        )
    table = "\n".join(lines) + "\n"
    print(table)
    if options.write:
        options.write.write_text(heading(options.other, options.rounds) + table, encoding="utf-8")


if __name__ == "__main__":
    main()
