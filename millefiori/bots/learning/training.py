"""Training: the network plays against itself, learns from it, and plays again (`millefiori train`).

The seed decides everything. A checkpoint after each generation lets a stopped training continue where it was.
"""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from millefiori.bots.learning.descent import adam, add_gradients, flat, follow
from millefiori.bots.learning.network import SCALE, Network, load, new_network, save
from millefiori.bots.learning.selfplay import SAMPLE, TURNS, new_lot, play_and_sample
from millefiori.bots.thinking.desk import DESK
from millefiori.bots.thinking.turns import best_action
from millefiori.engine.chance import DEAL, seed_stream
from millefiori.engine.compiled import rule
from millefiori.engine.editions import EDITIONS
from millefiori.engine.playouts import deal_game
from millefiori.engine.rules.flow import apply
from millefiori.engine.state import GAME, Games, blank_game
from millefiori.engine.vocabulary import Phase, Seat

TEST_SEED = 2**40
"""Deals for tests of strength, apart from all deals of training."""


@dataclass
class Plan:
    """How much to play and how to learn."""

    seed: int = 1
    generations: int = 60
    games: int = 4000  # in each generation
    memory: int = 1_200_000  # positions that are remembered
    batch: int = 1024
    epochs: float = 1.0  # how often each remembered position is seen in a generation, on average
    rate: float = 1e-3
    last_rate: float = 5e-5
    temperature: float = 0.7  # of the choices in self-play, in points
    trace: float = 0.9  # see `selfplay`; the first generation has no network to trust
    following: float = 0.001  # of the averaged weights, in each step
    test_games: int = 1000
    begin: str = ""  # a file of weights to begin with; none: random ones
    cooling: float = 4.0  # in the end, how often each remembered position is seen again, by ever smaller steps
    coldest_rate: float = 1.5e-5

    def command(self, threads: int) -> str:
        """The command that follows this plan: the same threads give the same weights."""
        begin = f" --begin {Path(self.begin).name}" if self.begin else ""
        size = f"--generations {self.generations} --games {self.games} --memory {self.memory}"
        steps = f"--rate {self.rate:g} --last-rate {self.last_rate:g} --cooling {self.cooling:g}"
        return f"millefiori train FOLDER --seed {self.seed} {size} {steps}{begin} --threads {threads}"


@dataclass
class Progress:
    """The results of a generation, or of the cooling after the last."""

    generation: int
    games: int
    error: float  # root of the mean squared error, in points
    wins: float  # of two-player games against greedy, or against the weights it began with
    margin: float


def setups() -> Games:
    """The mixture of games: mostly international with two and four players, but every edition and number."""
    wanted = []
    for edition in EDITIONS.values():
        for players in edition.players:
            weight = (4 if edition.name == "international" else 1) * (2 if players != 3 else 1)
            wanted += [blank_game(edition, players)] * (2 * weight)
            wanted += [blank_game(edition, players, tactical=True)] * (weight // 2)
    return np.array(wanted, GAME)


def first_network(plan: Plan) -> Network:
    """Random weights, or those to begin with: what they did not see yet changes nothing at first."""
    network = new_network(plan.seed)
    if plan.begin:
        flat(network)[:] = flat(load(Path(plan.begin)))
    return network


class Trainer:
    """A training with its memory; `run` yields after each generation."""

    def __init__(self, plan: Plan, folder: Path, threads: int = 2) -> None:
        self.plan = plan
        self.folder = folder
        self.threads = threads
        self.rival = load(Path(plan.begin)) if plan.begin else new_network()
        self.network = first_network(plan)
        self.average = first_network(plan)  # of the network's last steps: steadier than any of them
        self.mean, self.square = (np.zeros_like(flat(self.network)) for _ in range(2))
        self.memory: Games = np.zeros(plan.memory, SAMPLE)
        self.remembered = 0
        self.written = 0
        self.steps = 0
        self.history: list[Progress] = []

    def run(self) -> Iterator[Progress]:
        """Play, learn, test and store, generation by generation."""
        with ThreadPoolExecutor(self.threads) as pool:
            while len(self.history) < self.plan.generations:
                generation = len(self.history)
                self._play(pool, generation)
                rate = self.rate_of(generation)
                yield self._progress(pool, self._learn(pool, self.plan.epochs, rate, rate))
            if self.plan.cooling and len(self.history) == self.plan.generations:
                rate = self.rate_of(self.plan.generations - 1)
                yield self._progress(pool, self._learn(pool, self.plan.cooling, rate, self.plan.coldest_rate))

    def rate_of(self, generation: int) -> float:
        """The length of the steps, which become smaller from generation to generation."""
        plan = self.plan
        return plan.rate * (plan.last_rate / plan.rate) ** (generation / max(1, plan.generations - 1))

    def _progress(self, pool: ThreadPoolExecutor, error: float) -> Progress:
        """Test and store what has been learned."""
        games = min(len(self.history) + 1, self.plan.generations) * self.plan.games
        self.history.append(Progress(len(self.history) + 1, games, error, *self.test(pool)))
        self.store()
        return self.history[-1]

    def _play(self, pool: ThreadPoolExecutor, generation: int) -> None:
        """Self-play on all cores into the memory, over the oldest positions."""
        plan = self.plan
        is_trained = generation > 0 or plan.begin != ""
        player = self.average if generation else self.rival  # while nothing is learned: those to begin with, or greedy
        share = plan.games // self.threads
        trace = plan.trace if is_trained else 1.0
        blanks = setups()

        def work(thread: int) -> Games:
            samples = np.zeros(share * TURNS * 2, SAMPLE)
            first = (generation * self.threads + thread) * share
            lot = new_lot(plan.seed, first, share, plan.temperature, trace)
            count = play_and_sample(lot, blanks, player, samples)
            return samples[:count].copy()

        for samples in pool.map(work, range(self.threads)):
            rows = (self.written + np.arange(len(samples))) % plan.memory
            self.memory[rows] = samples
            self.written += len(samples)
        self.remembered = min(self.written, plan.memory)

    def _learn(self, pool: ThreadPoolExecutor, epochs: float, first_rate: float, last_rate: float) -> float:
        """Adam over batches of remembered positions; returns the root of the mean squared error in points."""
        plan = self.plan
        rng = np.random.default_rng([plan.seed, len(self.history)])
        batches = int(self.remembered * epochs) // plan.batch
        gradients = [new_network() for _ in range(self.threads)]
        squares = 0.0
        for number in range(batches):
            rate = first_rate * (last_rate / first_rate) ** (number / batches)
            order = np.array_split(rng.integers(0, self.remembered, plan.batch), self.threads)
            work = [
                pool.submit(add_gradients, self.memory, part, self.network, mine)
                for part, mine in zip(order, gradients, strict=True)
            ]
            squares += sum(part.result() for part in work)
            total = flat(gradients[0])
            for other in gradients[1:]:
                total += flat(other)
                flat(other)[:] = 0
            total /= plan.batch
            self.steps += 1
            adam(flat(self.network), total, self.mean, self.square, rate, self.steps)
            follow(flat(self.average), flat(self.network), max(plan.following, 1 / self.steps))
        return SCALE * float(np.sqrt(squares / max(1, batches * plan.batch)))

    def test(self, pool: ThreadPoolExecutor) -> tuple[float, float]:
        """Two-player games against the rival, every deal from both seats: share of wins (a tie is half), margin."""
        blank = np.array([blank_game(EDITIONS["international"], 2)], GAME)
        share = self.plan.test_games // 2 // self.threads
        work = [
            pool.submit(test_games, blank, TEST_SEED, thread * share, share, self.average, self.rival)
            for thread in range(self.threads)
        ]
        margins = np.concatenate([part.result() for part in work])
        return float(((np.sign(margins) + 1) / 2).mean()), float(margins.mean())

    # --- Checkpoints

    def store(self) -> None:
        """Write the checkpoint and the weights; the old checkpoint stays until the new one is complete."""
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = self.folder / "fresh.npz"
        kept = self.memory[: self.remembered]
        np.savez(
            fresh,
            plan=json.dumps(asdict(self.plan)),
            history=json.dumps([asdict(progress) for progress in self.history]),
            weights=flat(self.network),
            average=flat(self.average),
            mean=self.mean,
            square=self.square,
            counters=[self.remembered, self.written, self.steps],
            memory=kept.view(np.uint8),
        )
        fresh.replace(self.folder / "checkpoint.npz")
        save(self.average, self.folder / "weights.npz", self.plan.command(self.threads))

    @classmethod
    def resume(cls, folder: Path, threads: int = 2) -> "Trainer":
        """Continue the training of a folder."""
        with (folder / "checkpoint.npz").open("rb") as opened, np.load(opened) as file:
            trainer = cls(Plan(**json.loads(str(file["plan"]))), folder, threads)
            trainer.history = [Progress(**entry) for entry in json.loads(str(file["history"]))]
            flat(trainer.network)[:], flat(trainer.average)[:] = file["weights"], file["average"]
            trainer.mean[:], trainer.square[:] = file["mean"], file["square"]
            trainer.remembered, trainer.written, trainer.steps = (int(number) for number in file["counters"])
            trainer.memory[: trainer.remembered] = file["memory"].view(SAMPLE)
        return trainer


@rule
def test_games(blank: Games, seed: int, number: int, deals: int, network: Network, other: Network) -> Any:
    """Margins of the network against the other one, every deal from both seats."""
    desks = np.zeros(1, DESK)  # used by index: a record alone does not keep its memory
    margins = np.zeros(2 * deals)
    for game in range(2 * deals):
        seat: Seat = game % 2
        seed_stream(desks[0].stream, seed, number + game // 2, DEAL)
        desks[0].games[0] = blank[0]
        deal_game(desks[0].games[0], -1, desks[0].stream)
        while desks[0].games[0].phase != Phase.OVER:
            if desks[0].games[0].to_act == seat:
                apply(desks[0].games[0], best_action(desks[0], network))
            else:
                apply(desks[0].games[0], best_action(desks[0], other))
        margins[game] = desks[0].games[0].score[seat] - desks[0].games[0].score[1 - seat]
    return margins
