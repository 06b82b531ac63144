"""Does the review find mistakes, and only mistakes? Games of `strong` in which one decision in ten is a random one.

What a planted decision costs against the one it replaced is measured in worlds of its own, and so is every decision of
`strong` that the review blames. Every game is a line of the file of rows, so a run can be stopped and continued; the
end of a run writes review_quality.md.
"""

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from millefiori import record
from millefiori.arena.ratings import wilson
from millefiori.bots.bot import make_bot
from millefiori.engine.vocabulary import ActionNumber
from millefiori.table import Table
from millefiori.teacher.findings import SLIP_POINTS, Review, loss_from
from millefiori.teacher.jobs import COMPARE, Bench, Job
from millefiori.teacher.reviewing import review

RESULTS = Path(__file__).parent / "review_quality.md"
ROWS = Path("build/review_quality.jsonl")
PLAYER = "strong:200sims"
ONE_IN = 10
"""One decision in so many is replaced."""
CLASSES = (0.0, 2.0, 5.0, 10.0)
"""What a planted decision costs: from each of these points to the next."""
OTHER_WORLDS = 1_000_000
"""The number of the first world that the review has not seen."""
HEAD = """\
# The quality of the review

`python -m benchmarks.review_quality`: games of `{player}` in the international edition in which one decision in ten
is replaced by another legal action, drawn at random. What a planted decision costs is measured against the one that it
replaced, in {worlds} worlds that the review has not seen. Intervals are 95 % (Wilson).

"""


def play(seats: int, number: int) -> tuple[Table, dict[int, ActionNumber]]:
    """A game, and by step the actions that were replaced."""
    table, bot, chance = Table("international", seats, seed=number), make_bot(PLAYER, number), Random(number)
    planted: dict[int, ActionNumber] = {}
    while not table.is_over:
        legal = table.legal_actions()
        action = bot.choose(table.view(table.game.to_act), legal)
        if len(legal) > 1 and chance.randrange(ONE_IN) == 0:
            planted[len(table.actions)] = action
            action = chance.choice([other for other in legal if other != action])
        table.advance(action)
    return table, planted


def cost(bench: Bench, table: Table, step: int, better: ActionNumber, worlds: int) -> tuple[float, float]:
    """What a step loses against another action, in new worlds, with the error."""
    seat = list(table.steps())[step][1].to_act
    loss = loss_from(bench.compare(table, Job(COMPARE, step, better, OTHER_WORLDS, worlds)), int(seat))
    return loss.points, loss.error


def row(seats: int, number: int, effort: str, worlds: int) -> dict[str, Any]:
    """A game, reviewed and checked."""
    table, planted = play(seats, number)
    found, bench = review(record.write(table), effort, threads=1), Bench()
    verdicts = {decision.step: decision.verdict for decision in found.decisions}
    return {
        "seats": seats,
        "number": number,
        "effort": effort,
        "decisions": len(verdicts),
        "planted": [
            [step, verdicts[step], *cost(bench, table, step, better, worlds)] for step, better in planted.items()
        ],
        "blamed": [
            [each.step, each.verdict, *cost(bench, table, each.step, int(each.better or 0), 2 * worlds)]
            for each in found.decisions
            if each.is_blamed and each.step not in planted
        ],
        "adds_up": adds_up(found),
    }


def adds_up(found: Review) -> bool:
    """Do the parts of every loss, and of every balance, add up?"""
    seats = len(found.table.players)
    for decision in found.decisions:
        for loss in (decision.loss, decision.hindsight):
            if loss is not None:
                scaled = seats * sum(loss.table[decision.seat]) - sum(map(sum, loss.table))
                if -scaled / (seats - 1) / loss.worlds != loss.points:
                    return False
    balances = [balance for seat in range(seats) if (balance := found.balance(seat))]
    return len(balances) == seats and all(
        abs(each.start + each.luck + each.own + each.others - each.result) < 1e-9 for each in balances
    )


# --- Results


def share(found: int, all_: int) -> str:
    """A share with its interval."""
    if not all_:
        return "–"
    low, high = wilson(found, all_)
    return f"{found / all_:.1%} ({low:.1%} to {high:.1%})"


def planted_lines(rows: list[dict[str, Any]]) -> list[list[str]]:
    """By what they cost: how many there are, and how many are blamed."""
    planted = [each for row in rows for each in row["planted"]]
    lines = []
    for low, high in [*zip(CLASSES, [*CLASSES[1:], float("inf")], strict=True), (5.0, float("inf"))]:
        inside = [verdict for _, verdict, points, _ in planted if low <= points < high]
        blamed = sum(verdict in ("slip", "mistake") for verdict in inside)
        name = f"{low:.0f} to {high:.0f}" if high < 1000 else f"**{low:.0f} or more**"
        lines.append([name, str(len(inside)), share(blamed, len(inside))])
    return lines


def sound_lines(rows: list[dict[str, Any]]) -> list[list[str]]:
    """Of the decisions that `strong` made itself: how many are blamed, and how many wrongly."""
    lines = []
    for seats in [*sorted({row["seats"] for row in rows}), 0]:
        part = [row for row in rows if seats in (0, row["seats"])]
        own = sum(row["decisions"] - len(row["planted"]) for row in part)
        blamed = [each for row in part for each in row["blamed"]]
        small = [each for each in blamed if each[2] < SLIP_POINTS]
        wrong = [each for each in blamed if each[2] < each[3]]
        counts = [share(len(each), own) for each in (blamed, small, wrong)]
        lines.append([str(seats) if seats else "**all**", str(len(part)), f"{own:,}", *counts])
    return lines


def table_of(head: list[str], lines: list[list[str]]) -> str:
    """Lines as Markdown."""
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [head, ["---:"] * len(head), *lines])


def report(rows: list[dict[str, Any]], worlds: int) -> str:
    """The page of results."""
    parts = [HEAD.format(player=PLAYER, worlds=worlds)]
    for effort in sorted({row["effort"] for row in rows}):
        part = [row for row in rows if row["effort"] == effort]
        whole = sum(row["adds_up"] for row in part)
        parts += [f"## The {effort} review\n\nParts add up to totals in {whole} of {len(part)} reviews.\n\n"]
        parts += [table_of(["a planted decision costs", "decisions", "found"], planted_lines(part)), "\n"]
        head = ["players", "games", "decisions of `strong`", "blamed"]
        head += ["blamed, but cost less than 2 points", "blamed, but cost nothing beyond the error"]
        parts += [table_of(head, sound_lines(part)), "\n"]
    return "".join(parts).rstrip() + "\n"


def main() -> None:
    """Review the games that are missing, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games of each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--effort", default="full")
    parser.add_argument("--worlds", type=int, default=512, help="to measure what a planted decision costs")
    parser.add_argument("--rows", type=Path, default=ROWS, help="what was found so far")
    given = parser.parse_args()
    given.rows.parent.mkdir(exist_ok=True)
    rows = [json.loads(line) for line in given.rows.read_text().splitlines()] if given.rows.exists() else []
    known = {(row["seats"], row["number"], row["effort"]) for row in rows}
    with given.rows.open("a") as file:
        for number in range(given.games):
            for seats in given.players:
                if (seats, number, given.effort) not in known:
                    rows.append(row(seats, number, given.effort, given.worlds))
                    file.write(json.dumps(rows[-1]) + "\n")
                    file.flush()
    text = report(rows, given.worlds)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
