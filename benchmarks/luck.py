"""Luck in a thousand games: does it average zero, and how much less does a result vary without it?

`skilled` plays `casual`; the seats change from game to game. Of each game only the deals are valued, with worlds of its
own. Every game is a line of the file of rows, so a run can be stopped and continued; the end of a run writes luck.md.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.bot import Bot, make_bot
from millefiori.engine.vocabulary import Seat
from millefiori.table import Table
from millefiori.teacher.jobs import START, VALUE, Bench, Job, Step
from millefiori.teacher.luck import result_of
from millefiori.teacher.notes import EFFORTS, step_of
from millefiori.teacher.playouts import NO_ACTION

RESULTS = Path(__file__).parent / "luck.md"
ROWS = Path("build/luck.jsonl")
BETTER, OTHERS = "skilled", "casual"
STARTS = 8192
"""Worlds for the value before the first card. All games share it, so its error must be small."""
RESAMPLES = 2000
HEAD = """\
# Luck and skill

`python -m benchmarks.luck`: one seat is played by `{better}`, the others by `{others}`, in the international edition.
Luck is what the deals changed for the seat of `{better}` ([docs/review.md](../docs/review.md#luck-and-skill)),
estimated with {worlds} worlds for each position. All figures are points of its margin over the mean of the others;
intervals are 95 %, those of ratios by resampling games.

A ratio says how much the result less luck varies, compared with the result. Luck averages zero, so any share of it can
be taken off without a bias; the last columns take off the share that helps most. It is small as long as the worlds are
few and their noise is large.

"""
COLUMNS = (
    "players",
    "games",
    "luck, mean",
    "result, mean",
    "result less luck, mean",
    "result, variance",
    "result less luck, variance",
    "ratio",
    "with the 128 worlds of a full review",
    "without the noise of the worlds",
    "best share of luck",
    "ratio with it",
    "the same without noise",
)


def play(seats: int, number: int, bots: dict[str, Bot]) -> tuple[Table, int]:
    """A game on the deal of this number, and the seat of the better player."""
    table, mine = Table("international", seats, seed=number), number % seats
    while not table.is_over:
        seat = int(table.game.to_act)
        table.advance(bots[BETTER if seat == mine else OTHERS].choose(table.view(seat), table.legal_actions()))
    return table, mine


class Study:
    """Values of positions, by playing them out; the value of a start is worked out once."""

    def __init__(self, worlds: int, starts: Path) -> None:
        self.bench, self.worlds, self.file = Bench(), worlds, starts
        self.starts: dict[str, list[float]] = json.loads(starts.read_text()) if starts.exists() else {}

    def value(self, table: Table, job: Job) -> list[float]:
        """What everybody can expect."""
        sums = self.bench.value(table, job)
        return [total / (len(sums["margin"]) - 1) / job.worlds for total in sums["margin"]]

    def start(self, table: Table) -> list[float]:
        """The same before the first card."""
        key = f"{len(table.players)} {table.start_player}"
        if key not in self.starts:
            self.starts[key] = self.value(table, Job(VALUE, START, NO_ACTION, 0, STARTS))
            self.file.write_text(json.dumps(self.starts))
        return self.starts[key]

    def row(self, seats: int, number: int, bots: dict[str, Bot]) -> dict[str, Any]:
        """A game: its result, and its luck as each half of the worlds sees it."""
        table, mine = play(seats, number, bots)
        steps = [step_of(row) for row in self.bench.outline(table)]
        half = self.worlds // 2
        halves = [self.luck(table, steps, mine, (2 * number + part + 1) * half) for part in (0, 1)]
        return {"seats": seats, "number": number, "result": result_of(table).margin[mine], "halves": halves}

    def luck(self, table: Table, steps: list[Step], seat: Seat, first: int) -> float:
        """What the deals changed for a seat, by half of the worlds."""
        total, before = 0.0, self.start(table)
        for place, step in enumerate(steps):
            if place == 0 or steps[place - 1].deals:
                after = self.value(table, Job(VALUE, place, NO_ACTION, first, self.worlds // 2))
                total += after[seat] - before[seat]
            if step.deals:
                before = self.value(table, Job(VALUE, place, step.action, first, self.worlds // 2))
        return total


def rows_of(file: Path) -> list[dict[str, Any]]:
    """What was found before."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def ratios(raw: NDArray[Any], luck: NDArray[Any], noise: NDArray[Any], worlds: int) -> list[float]:
    """Of the variances: as measured, with the worlds of a full review, and without their noise; with the best share.

    The halves of the worlds tell how much noise there is, and it falls with the number of worlds.
    """
    left = (1.0, worlds / EFFORTS["full"].values, 0.0)
    result, rest = raw.var(ddof=1), (raw - luck).var(ddof=1)
    found = [float((rest - (1 - share) * noise.mean()) / result) for share in left]
    both = float(np.cov(raw, luck)[0, 1])
    found.append(both / luck.var(ddof=1))
    spreads = (luck.var(ddof=1), luck.var(ddof=1) - noise.mean())
    return found + [float(1 - both**2 / spread / result) for spread in spreads]


def mean(values: NDArray[Any]) -> str:
    """A mean with its interval."""
    return f"{values.mean():+.1f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.1f}"


def line(rows: list[dict[str, Any]], worlds: int) -> list[str]:
    """A line of the table."""
    raw, halves = np.array([row["result"] for row in rows]), np.array([row["halves"] for row in rows])
    luck, noise = halves.mean(axis=1), (halves[:, 0] - halves[:, 1]) ** 2 / 4
    rest, games = raw - luck, len(rows)
    chance = np.random.default_rng(1)
    picks = [chance.integers(games, size=games) for _ in range(RESAMPLES)]
    resampled = np.array([ratios(raw[pick], luck[pick], noise[pick], worlds) for pick in picks])
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    found = [f"{each:.2f} ({low[n]:.2f} to {high[n]:.2f})" for n, each in enumerate(ratios(raw, luck, noise, worlds))]
    variances = [f"{each.var(ddof=1):.0f}" for each in (raw, rest)]
    return [str(rows[0]["seats"]), f"{games:,}", *map(mean, (luck, raw, rest)), *variances, *found]


def report(rows: list[dict[str, Any]], worlds: int) -> str:
    """The page of results."""
    kinds = sorted({row["seats"] for row in rows})
    lines = [line([row for row in rows if row["seats"] == seats], worlds) for seats in kinds]
    table = [COLUMNS, ["---:"] * len(COLUMNS), *lines]
    head = HEAD.format(better=BETTER, others=OTHERS, worlds=worlds)
    return head + "".join(f"| {' | '.join(cells)} |\n" for cells in table)


def main() -> None:
    """Play the games that are missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--worlds", type=int, default=128, help="for each position")
    parser.add_argument("--rows", type=Path, default=ROWS, help="what was found so far")
    given = parser.parse_args()
    given.rows.parent.mkdir(exist_ok=True)
    rows, study = rows_of(given.rows), Study(given.worlds, given.rows.with_suffix(".starts.json"))
    known = {(row["seats"], row["number"]) for row in rows}
    bots = {spec: make_bot(spec, 1) for spec in (BETTER, OTHERS)}
    with given.rows.open("a") as file:
        for seats in given.players:
            for number in range(given.games):
                if (seats, number) not in known:
                    rows.append(study.row(seats, number, bots))
                    file.write(json.dumps(rows[-1]) + "\n")
                    file.flush()
    text = report(rows, given.worlds)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
