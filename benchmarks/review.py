"""Measure reviews and write benchmarks/review.md: processor time of a quick look and of a full review, by players.

Compiled before; one thread. `--quick` measures one game of two and writes nothing.
"""

import argparse
import time
from pathlib import Path
from typing import Any

from millefiori import record
from millefiori.bots.bot import make_bot
from millefiori.table import Table
from millefiori.teacher.notes import Notes
from millefiori.teacher.reviewing import review, warm_up

RESULTS = Path(__file__).parent / "review.md"
PLAYERS = "casual"
HEAD = """\
# Reviews

`python -m benchmarks.review`: seconds of processor time, all threads together, for games of `{players}` in the
international edition (mean and longest of {games}). A full review includes the quick look. On a server the work is done
by the bots' processes, so on two cores that have nothing else to do it takes half as long.

| players | decisions | quick look | full review | on two idle cores |
| ---: | ---: | ---: | ---: | ---: |
"""


def play(seats: int, number: int) -> dict[str, Any]:
    """The record of a game."""
    table, bot = Table("international", seats, seed=number), make_bot(PLAYERS, number)
    while not table.is_over:
        table.advance(bot.choose(table.view(table.game.to_act), table.legal_actions()))
    return record.write(table)


def measure(seats: int, number: int) -> tuple[int, float, float]:
    """Decisions, and seconds of a quick look and of a full review that continues it."""
    played, notes, start = play(seats, number), Notes("quick"), time.process_time()
    found = review(played, notes=notes, threads=1)
    quick = time.process_time() - start
    notes.effort = "full"
    review(played, notes=notes, threads=1)
    return len(found.decisions), quick, time.process_time() - start


def line(seats: int, games: int) -> str:
    """A line of the table."""
    found = [measure(seats, number) for number in range(games)]
    decisions, quick, full = ([each[column] for each in found] for column in range(3))

    def seconds(values: list[float]) -> str:
        return f"{sum(values) / games:.0f} s, at most {max(values):.0f} s"

    half = f"{max(quick) / 2:.0f} s and {max(full) / 2:.0f} s at most"
    return f"| {seats} | {sum(decisions) / games:.0f} | {seconds(quick)} | {seconds(full)} | {half} |\n"


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--games", type=int, default=3, help="of each number of players")
    given = parser.parse_args()
    warm_up()
    if given.quick:
        print(line(2, 1), end="")
        return
    text = HEAD.format(players=PLAYERS, games=given.games)
    text += "".join(line(seats, given.games) for seats in (2, 3, 4))
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
