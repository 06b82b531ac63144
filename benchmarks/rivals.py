"""Measure other frameworks for board and card games on one core: decisions per second of random legal play.

They need other versions of NumPy, so run this in an environment of its own; it uses nothing of this package:

    python3.11 -m venv .rivals
    .rivals/bin/pip install open_spiel==2.0.2 "pettingzoo[classic]==1.27.0" rlcard==1.2.0 pgx==2.6.0 jax==0.10.2
    .rivals/bin/python benchmarks/rivals.py --json rivals.json

A decision is a player's move: dealing cards and rolling dice does not count, but takes time. If a framework offers
several ways to do the same thing, the fastest one found is measured.
"""

import argparse
import json
import os
import platform
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

SECONDS = 1.0  # per repeat
REPEATS = 3
LONGEST_CALL = 4.0  # seconds; a batch that takes longer for one call is left out
GAMES = 200  # random games of OpenSpiel, counted beforehand
BATCHES = (1, 64, 1_024, 16_384)
STEPS = 16  # of a batch per call, when Pgx runs several steps by itself

Work = Callable[[], int]  # plays for a while and returns the number of decisions
Trial = tuple[str, int, Work]  # what is measured, the batch size, the work
Progress = Callable[[str], None]


@dataclass(frozen=True)
class Row:
    """One figure."""

    framework: str
    version: str
    game: str
    what: str
    batch: int
    decisions_per_second: float


@dataclass(frozen=True)
class Rival:
    """A framework: what to install, some of its games, and how to play one of them."""

    name: str
    packages: str
    games: tuple[str, ...]
    trials: Callable[[str], Iterator[Trial]]

    def version(self) -> str:
        """The version of the framework, then of what it depends on."""
        first, *others = (package.partition("[")[0] for package in self.packages.split())
        return ", ".join([version(first), *(f"{other} {version(other)}" for other in others)])


def use_one_core() -> None:
    """Keep this process on one core. Call it before importing the frameworks: they read the variables only once."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ.update(JAX_PLATFORMS="cpu", PYGAME_HIDE_SUPPORT_PROMPT="1")
    warnings.simplefilter("ignore")  # from the frameworks, of no interest here


def rate(work: Work, seconds: float) -> float:
    """Decisions per second, the median of some repeats; 0 if a single call takes too long."""
    work()  # compiles
    start = time.process_time()  # not wall clock time: other programs on the core do not count
    work()
    if time.process_time() - start > LONGEST_CALL:
        return 0.0
    rates = []
    for _ in range(REPEATS):
        start, decisions = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds:
            decisions += work()
        rates.append(decisions / spent)
    return median(rates)


def in_bots(game: Any, root: Any) -> tuple[Work, float]:
    """Whole games by OpenSpiel's random bots in C++, and the mean number of decisions per game."""
    pyspiel = import_module("pyspiel")

    def play() -> list[Any]:
        bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
        states = [root.clone() for _ in range(GAMES)]
        for seed, state in enumerate(states, 1):
            pyspiel.evaluate_bots(state, bots, seed)
        return states

    # Every call has the same seeds, hence the same games: count their decisions once, outside the measured time.
    decisions = sum(move.player >= 0 for state in play() for move in state.full_history())

    def work() -> int:
        play()
        return decisions

    return work, decisions / GAMES


def in_rollouts(game: Any, root: Any, decisions_per_game: float) -> Work:
    """Random games in C++ from the first decision to the end: exactly one simulation of the tree search.

    This is the fastest play available from Python; it leaves out the deal. Its decisions cannot be counted, so the mean
    of other random games is used.
    """
    pyspiel, random, rollouts = import_module("pyspiel"), Random(1), 100
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)  # one simulation
    deals = [root.clone() for _ in range(GAMES)]
    for state in deals:
        while state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
    following = cycle(deals)  # a different one in each call

    def work() -> int:
        search.step(next(following))
        return round(rollouts * decisions_per_game)

    return work


def from_python(root: Any, choose: Callable[[Any], int]) -> Work:
    """Play a game step by step."""
    random = Random(1)

    def work() -> int:
        state, decisions = root.clone(), 0
        while not state.is_terminal():
            if state.is_chance_node():  # in these games all outcomes are equally likely
                state.apply_action(random.choice(state.legal_actions()))
            else:
                state.apply_action(choose(state))
                decisions += 1
        return decisions

    return work


def open_spiel(name: str) -> Iterator[Trial]:
    """In C++ and from Python, without and with observations."""
    pyspiel, numpy = import_module("pyspiel"), import_module("numpy")
    make_observation = import_module("open_spiel.python.observation").make_observation
    game, random = pyspiel.load_game(name), Random(1)
    root = game.new_initial_state()  # cloned for every game: a new one takes milliseconds in gin rummy
    work, decisions_per_game = in_bots(game, root)
    yield "C++ rollouts after the deal, no observations", 1, in_rollouts(game, root, decisions_per_game)
    yield "C++ bots, whole games, no observations", 1, work
    yield "from Python, no observations", 1, from_python(root, lambda state: random.choice(state.legal_actions()))

    recall = not game.get_type().provides_observation_tensor  # hearts has only the information state
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall))
    actions = game.num_distinct_actions()

    def choose(state: Any) -> int:
        observation.set_from(state, state.current_player())  # into an array: the state's own tensor is a list
        legal = state.legal_actions()
        mask = numpy.zeros(actions, bool)  # faster than state.legal_actions_mask(), which builds a list
        mask[legal] = True
        return random.choice(legal)

    yield "from Python, with observation and mask", 1, from_python(root, choose)


def petting_zoo(name: str) -> Iterator[Trial]:
    """The loop over agents, as in PettingZoo's documentation."""
    numpy, random = import_module("numpy"), Random(1)
    env = import_module(f"pettingzoo.classic.{name}").env()

    def work() -> int:
        env.reset(seed=random.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(random.choice(numpy.flatnonzero(seen["action_mask"]))))
                decisions += 1
        return decisions

    yield "from Python, with observation and mask", 1, work


def rlcard(name: str) -> Iterator[Trial]:
    """Step by step; every step returns the next player's state."""
    env, random = import_module("rlcard").make(name, config={"seed": 1}), Random(1)

    def work() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    yield "from Python, with observation and legal actions", 1, work


def pgx_work(name: str, batch: int, steps: int) -> Work:
    """Several steps of a batch in one call, with automatic resets; observations are part of the state."""
    jax, numpy, pgx = import_module("jax"), import_module("jax.numpy"), import_module("pgx")
    env = pgx.make(name)
    step = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))

    def one(carried: Any, _: None) -> tuple[Any, None]:
        state, key = carried
        key, choosing, stepping = jax.random.split(key, 3)
        action = jax.random.categorical(choosing, numpy.where(state.legal_action_mask, 0.0, -numpy.inf), axis=-1)
        return (step(state, action, jax.random.split(stepping, batch)), key), None

    several = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=steps)[0], donate_argnums=0)
    carried = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)

    def work() -> int:
        nonlocal carried
        carried = jax.block_until_ready(several(carried))
        return batch * steps

    return work


def pgx(name: str) -> Iterator[Trial]:
    """Compiled for a batch: one step per call, as an external learner needs it, and several steps per call."""
    for batch in BATCHES:
        yield "XLA, one step per call, with observation and mask", batch, pgx_work(name, batch, 1)
        yield f"XLA, {STEPS} steps per call, with observation and mask", batch, pgx_work(name, batch, STEPS)


PETTING_ZOO = ("hanabi_v5", "connect_four_v3", "texas_holdem_no_limit_v6", "chess_v6")  # 1.27 no longer has gin rummy
PGX = ("kuhn_poker", "2048", "sparrow_mahjong", "backgammon", "go_9x9")
RIVALS = (
    Rival("OpenSpiel", "open_spiel", ("gin_rummy", "hearts"), open_spiel),
    Rival("PettingZoo", "pettingzoo[classic]", PETTING_ZOO, petting_zoo),
    Rival("RLCard", "rlcard", ("gin-rummy", "uno", "doudizhu"), rlcard),
    Rival("Pgx", "pgx jax", PGX, pgx),
)


def figures_of(rival: Rival, game: str, seconds: float, progress: Progress) -> Iterator[Row]:
    """All figures of one game; what cannot be measured is reported and left out."""
    try:
        for what, batch, work in rival.trials(game):
            figure = rate(work, seconds)
            result = f"{figure:,.0f} decisions per second" if figure else "left out, a call takes too long"
            progress(f"{rival.name} {game}, {what}, batch {batch:,}: {result}")
            if figure:
                yield Row(rival.name, rival.version(), game, what, batch, float(f"{figure:.4g}"))
    except ImportError as error:
        progress(f"{rival.name} {game}: left out ({error}); to include it: pip install {rival.packages}")
    except Exception as error:  # other versions may fail in any way; keep the other figures
        progress(f"{rival.name} {game}: left out, it failed ({type(error).__name__}: {error})")


def measure(progress: Progress, seconds: float = SECONDS) -> list[Row]:
    """Measure all figures."""
    use_one_core()
    return [row for rival in RIVALS for game in rival.games for row in figures_of(rival, game, seconds, progress)]


def table(rows: list[Row]) -> str:
    """The figures as a table in Markdown."""
    lines = ["| framework | game | what | batch | decisions/s |", "| --- | --- | --- | ---: | ---: |"]
    for row in rows:
        figure = f"{row.batch:,} | {row.decisions_per_second:,.0f}"
        lines.append(f"| {row.framework} {row.version} | {row.game} | {row.what} | {figure} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="time per repeat of a figure")
    options = parser.parse_args()
    rows = measure(lambda line: print(line, flush=True), options.seconds)
    print(table(rows))
    if options.json:
        machine = {"python": platform.python_version(), "processor": platform.machine(), "cores used": 1}
        results = {"machine": machine, "rows": [asdict(row) for row in rows]}
        options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
