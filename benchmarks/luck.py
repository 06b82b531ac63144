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
from millefiori.table import Table
from millefiori.teacher.jobs import START, VALUE, Bench, Job, start_of
from millefiori.teacher.luck import result_of
from millefiori.teacher.notes import step_of
from millefiori.teacher.playouts import NO_ACTION
from millefiori.teacher.sums import spread

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
    "ratio without the noise of the worlds",
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

    def __init__(self, worlds: int) -> None:
        self.bench, self.worlds = Bench(), worlds
        self.starts: dict[tuple[int, int], tuple[list[float], list[float]]] = {}

    def value(self, table: Table, job: Job) -> tuple[list[float], list[float]]:
        """What everybody can expect, with the errors."""
        sums = self.bench.value(table, job)
        others = len(sums["margin"]) - 1
        errors = [spread(*each, job.worlds) / others for each in zip(sums["margin"], sums["squares"], strict=True)]
        return [total / others / job.worlds for total in sums["margin"]], errors

    def start(self, table: Table) -> tuple[list[float], list[float]]:
        """The same before the first card."""
        key = int(start_of(table).seats), table.start_player
        if key not in self.starts:
            self.starts[key] = self.value(table, Job(VALUE, START, NO_ACTION, 0, STARTS))
        return self.starts[key]

    def row(self, seats: int, number: int, bots: dict[str, Bot]) -> dict[str, Any]:
        """A game: its result, its luck, and the error of the luck that comes from the worlds of this game."""
        table, mine = play(seats, number, bots)
        luck = squares = 0.0
        first = (number + 1) * self.worlds
        before, shared = self.start(table), True
        steps = [step_of(row) for row in self.bench.outline(table)]
        for place, step in enumerate(steps):
            if place == 0 or steps[place - 1].deals:
                after = self.value(table, Job(VALUE, place, NO_ACTION, first, self.worlds))
                luck += after[0][mine] - before[0][mine]
                squares += after[1][mine] ** 2 + (0 if shared else before[1][mine] ** 2)
            if step.deals:
                before = self.value(table, Job(VALUE, place, step.action, first, self.worlds))
                shared = False
        result = result_of(table).margin[mine]
        return {"seats": seats, "number": number, "result": result, "luck": luck, "error": squares**0.5}


def rows_of(file: Path) -> list[dict[str, Any]]:
    """What was found before."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def ratio(raw: NDArray[Any], rest: NDArray[Any], noise: NDArray[Any]) -> tuple[float, float]:
    """Of the variances, as measured and without what the worlds of the estimate add."""
    return float(rest.var(ddof=1) / raw.var(ddof=1)), float((rest.var(ddof=1) - noise.mean()) / raw.var(ddof=1))


def mean(values: NDArray[Any]) -> str:
    """A mean with its interval."""
    return f"{values.mean():+.1f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.1f}"


def line(rows: list[dict[str, Any]]) -> list[str]:
    """A line of the table."""
    raw, luck, error = (np.array([row[key] for row in rows]) for key in ("result", "luck", "error"))
    rest, noise, games = raw - luck, error**2, len(rows)
    chance = np.random.default_rng(1)
    picks = [chance.integers(games, size=games) for _ in range(RESAMPLES)]
    resampled = np.array([ratio(raw[pick], rest[pick], noise[pick]) for pick in picks])
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    ratios = [f"{each:.2f} ({low[n]:.2f} to {high[n]:.2f})" for n, each in enumerate(ratio(raw, rest, noise))]
    variances = [f"{each.var(ddof=1):.0f}" for each in (raw, rest)]
    return [str(rows[0]["seats"]), f"{games:,}", *map(mean, (luck, raw, rest)), *variances, *ratios]


def report(rows: list[dict[str, Any]], worlds: int) -> str:
    """The page of results."""
    kinds = sorted({row["seats"] for row in rows})
    lines = [line([row for row in rows if row["seats"] == seats]) for seats in kinds]
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
    rows, study = rows_of(given.rows), Study(given.worlds)
    known = {(row["seats"], row["number"]) for row in rows}
    bots = {spec: make_bot(spec, 1) for spec in (BETTER, OTHERS)}
    given.rows.parent.mkdir(exist_ok=True)
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
