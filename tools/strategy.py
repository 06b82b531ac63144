"""What good play looks like, in figures: `python -m tools.strategy` lets a bot play itself and counts what it does.

Writes `benchmarks/strategy.json` and the charts of `docs/strategy.md`, whose tables are made from it (`make docs`).
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from millefiori.bots.bot import Bot, make_bot
from millefiori.drawing.chart import line_chart
from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.board import CARD_AREA
from millefiori.engine.vocabulary import NO_CARD, SETS, Area, Phase, Reason
from millefiori.table import Table

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "benchmarks" / "strategy.json"
SEED = 2**45
"""Deals that no training saw."""
AREAS = [area.name.lower() for area in Area]
REASONS: dict[str, list[int]] = {
    "workshops": [Reason.GROUP],
    "residences": [Reason.ROW],
    "nobili": [Reason.NOBILI, Reason.NOBILI_BENEATH],
    "populi": [Reason.POPULI, Reason.POPULI_BENEATH],
    "trade": [Reason.GOOD],
    "harbor": [Reason.FLEET],
    "sea": [Reason.SEA],
    "bonus diamonds": list(range(Reason.WORKSHOPS_BONUS, Reason.TRADE_BONUS + 1)),
}


class Counts:
    """Sums and numbers by name; the mean of what was added."""

    def __init__(self) -> None:
        self.found: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def add(self, *names: object, value: float) -> None:
        """One more observation."""
        entry = self.found["/".join(map(str, names))]
        entry[0] += value
        entry[1] += 1

    def means(self, fewest: int = 30) -> dict[str, list[float]]:
        """Mean and number of each name that was observed often enough."""
        return {name: [round(s / n, 4), int(n)] for name, (s, n) in sorted(self.found.items()) if n >= fewest}


def play(players: int, games: int, spec: str) -> dict[str, Any]:
    """Let the bot play itself, and count."""
    counts = Counts()
    bots = [make_bot(spec, seat) for seat in range(players)]
    for number in range(games):
        table = Table("international", players, seed=SEED + number)
        while not table.is_over:
            _decide(table, bots, counts)
        _result(table, counts)
    return counts.means()


def _decide(table: Table, bots: list[Bot], counts: Counts) -> None:
    game = table.game
    seat, turn, phase = int(game.to_act), int(game.rounds), Phase(game.phase)
    legal = table.legal_actions()
    action = bots[seat].choose(table.view(seat), legal)
    before = game.points[seat].copy()
    card = int(game.kept[seat])
    if phase == Phase.KEEP:
        for offered in legal:
            counts.add("keep", AREAS[CARD_AREA[offered]], turn, value=offered == action)
    elif phase == Phase.TAKE:
        counts.add("decline", turn, value=action == DECLINE)
        for offered in legal:
            if offered != DECLINE:
                counts.add("take", AREAS[CARD_AREA[offered]], value=offered == action)
    table.advance(action)
    if phase == Phase.PLAY and card != NO_CARD:
        counts.add("sail", turn, value=action == SAIL)
        counts.add("sail with", AREAS[CARD_AREA[card]], value=action == SAIL)
        points = float(table.game.points[seat].sum() - before.sum())
        earned = table.game.phase == Phase.TAKE and int(table.game.to_act) == seat
        where = "sea" if action == SAIL else AREAS[CARD_AREA[card]]
        counts.add("gain", where, turn, value=points)
        counts.add("extra card", where, value=earned)


def _result(table: Table, counts: Counts) -> None:
    game, winners = table.game, table.winners
    for seat in range(int(game.seats)):
        result = "winners" if seat in winners else "losers"
        place = 1 + (seat - int(table.start_player)) % int(game.seats)
        counts.add("place", place, value=(seat in winners) / len(winners))
        counts.add("score", result, value=float(game.score[seat]))
        counts.add("ship", result, value=float(game.ship[seat]))
        counts.add("diamonds left", result, value=float(game.supply[seat] + game.reserve[seat]))
        for name, reasons in REASONS.items():
            points = float(sum(int(game.points[seat, reason]) for reason in reasons))
            counts.add("points", name, result, value=points)
            counts.add("points", name, "all", value=points)
        for area in range(SETS):
            counts.add("set", AREAS[area], result, value=bool(game.bonus[seat, area] > 0))
            counts.add("first of set", AREAS[area], result, value=bool(game.bonus[seat, area] == 20))
    counts.add("rounds", value=float(game.rounds))


# --- Tables and charts


def figures() -> dict[str, Any]:
    """What was counted, as it is stored."""
    found: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return found


def table(players: int, head: str, rows: Iterable[str], columns: dict[str, str], form: str = "{:.1f}") -> str:
    """A table whose cells are means: each column is a pattern with the row's name in it."""
    means = figures()["players"][str(players)]
    lines = [f"| {head} | {' | '.join(columns)} |", "| --- |" + " ---: |" * len(columns)]
    for row in rows:
        cells = [means.get(pattern.format(row)) for pattern in columns.values()]
        lines.append(f"| {row} | " + " | ".join("" if cell is None else form.format(cell[0]) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _series(means: dict[str, list[float]], kind: str, names: Iterable[str], factor: float = 1) -> dict[str, Any]:
    rounds = range(1, 12)
    return {
        name: [
            (float(turn), factor * means[f"{kind}/{name}/{turn}"][0])
            for turn in rounds
            if f"{kind}/{name}/{turn}" in means
        ]
        for name in names
    }


def draw() -> None:
    """The charts, for two and for four players."""
    for players, means in figures()["players"].items():
        places = [*AREAS, "sea"]
        pictures = {
            "gain": line_chart(
                f"Points of a card by area and round, {players} players",
                _series(means, "gain", places),
                x_label="round",
                y_label="own points",
            ),
            "keep": line_chart(
                f"How often a card is kept when it is in the hand, {players} players",
                _series(means, "keep", AREAS, 100),
                x_label="round",
                y_label="per cent",
            ),
        }
        for name, picture in pictures.items():
            (ROOT / "docs" / f"strategy-{name}-{players}.svg").write_text(picture, encoding="utf-8")


def main() -> None:
    """Play, count, write, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="for each number of players")
    parser.add_argument("--bot", default="learned")
    options = parser.parse_args()
    found = {players: play(players, options.games, options.bot) for players in (2, 4)}
    made_by = f"python -m tools.strategy --games {options.games} --bot {options.bot}"
    text = json.dumps({"made_by": made_by, "games": options.games, "bot": options.bot, "players": found}, indent=1)
    FIGURES.write_text(text + "\n", encoding="utf-8")
    draw()


if __name__ == "__main__":
    main()
