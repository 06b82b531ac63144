"""Are the chances to win right? Of the positions called 70 %, 70 % should be won.

`python -m benchmarks.calibration` lets `learned` play games that no training saw, in every edition and with every
number of players, asks for the chance to win after each turn and compares it with the end of the game. It writes
`calibration.json` and the reliability plots in `docs/`. `--fit` first fits the constants of
`millefiori/bots/learning/chances.py`, on other games, and prints them.
"""

import argparse
import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.chances import SPREADS, STEEPNESS, diamonds_to_come
from millefiori.bots.learning.network import Network, shipped_network
from millefiori.bots.learning.selfplay import SAMPLE, TURNS, play_one
from millefiori.bots.thinking.desk import DESK
from millefiori.drawing.chart import line_chart
from millefiori.engine.chance import DEAL, seed_stream
from millefiori.engine.compiled import rule
from millefiori.engine.editions import EDITIONS, Edition
from millefiori.engine.playouts import deal_game
from millefiori.engine.rules.end import margin, standing, win_share
from millefiori.engine.state import GAME, Games, blank_game
from millefiori.engine.vocabulary import SEATS, Phase

HERE = Path(__file__).parent
FIT_SEED, TEST_SEED = 2**43, 2**44
"""Deals apart from those of training and of each other."""
EDGES = np.linspace(0, 1, 11)
OLD_SPREAD = 12.0
"""Before: this times the root of the own supply."""


@dataclass
class Asked:
    """Positions after a turn: what was expected of them, and whether they were won."""

    ahead: NDArray[np.float64]  # expected points ahead of each other player; infinite where there is none
    to_come: NDArray[np.float64]  # the fewest diamonds in a supply
    supply: NDArray[np.float64]  # the own
    won: NDArray[np.float64]

    def chances(self, spread: NDArray[np.float64]) -> NDArray[np.float64]:
        """The chance to win by a spread of points for each position."""
        return 1 / (1 + np.exp(-STEEPNESS * self.ahead / spread[:, None]).sum(axis=1))

    def calibrated(self, points: float, more: float, power: float) -> NDArray[np.float64]:
        """As `chances.calibrated_chance`."""
        return self.chances(points * (self.to_come + more) ** power)

    def before(self) -> NDArray[np.float64]:
        """As it was before it was calibrated."""
        return self.chances(OLD_SPREAD * np.sqrt(np.maximum(self.supply, 1)))


def play(edition: Edition, players: int, games: int, seed: int) -> Asked:
    """Let the network play and ask it after every turn."""
    blank = np.array([blank_game(edition, players)], GAME)
    rows = np.zeros((games * TURNS * players, SEATS + 3))
    count = ask(blank, seed, games, shipped_network(), rows)
    rows = rows[:count]
    return Asked(rows[:, : players - 1], rows[:, SEATS], rows[:, SEATS + 1], rows[:, SEATS + 2])


@rule
def ask(blank: Games, seed: int, games: int, network: Network, rows: NDArray[Any]) -> int:
    """Play games; for every turn write how far ahead its player was expected to end, diamonds, and the result."""
    desks, samples = np.zeros(1, DESK), np.zeros(1, SAMPLE)
    seats = np.zeros(len(rows), np.int8)
    written = 0
    for number in range(games):
        seed_stream(desks[0].stream, seed, number, DEAL)
        desks[0].world = blank[0]
        deal_game(desks[0].world, -1, desks[0].stream)
        begin = written
        while desks[0].world.phase != Phase.OVER:
            if play_one(desks[0], 0.0, network, samples[0]):
                game, seat = desks[0].games[1], samples[0].seat  # the position after the turn
                others, column = standing(game, seat) - margin(game, seat), 0
                for player in range(game.seats):
                    if player != seat:
                        rows[written, column] = samples[0].expected + others - standing(game, player)
                        column += 1
                rows[written, SEATS] = diamonds_to_come(game)
                rows[written, SEATS + 1] = game.supply[seat]
                seats[written] = seat
                written += 1
        for row in range(begin, written):
            rows[row, SEATS + 2] = win_share(desks[0].world, seats[row])
    return written


def log_loss(chance: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """What the constants are fitted by: wrong certainty is what it punishes most."""
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def fitted(asked: Asked) -> tuple[float, float, float]:
    """The spread that makes the results likeliest: by steps that become smaller."""
    best, size = (9.0, 2.0, 0.5), (3.0, 2.0, 0.2)
    for _ in range(9):
        tries = [
            (best[0] + a * size[0], max(0.1, best[1] + b * size[1]), best[2] + c * size[2])
            for a, b, c in product((-1, 0, 1), repeat=3)
        ]
        nearest = min((one for one in tries if one[0] > 0), key=lambda one: log_loss(asked.calibrated(*one), asked.won))
        if nearest == best:
            size = (size[0] / 2, size[1] / 2, size[2] / 2)
        best = nearest
    return round(best[0], 2), round(best[1], 2), round(best[2], 3)


def together(parts: list[Asked]) -> Asked:
    """Positions of several setups with the same number of players."""
    return Asked(*(np.concatenate([getattr(part, name) for part in parts]) for name in Asked.__dataclass_fields__))


def brier(chance: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """The mean squared distance between the chance and the result."""
    return float(((chance - won) ** 2).mean())


def reliability(chance: NDArray[np.float64], won: NDArray[np.float64]) -> list[tuple[float, float, int]]:
    """By tenths: the mean chance, the share that was won, how many."""
    bins = np.clip(np.digitize(chance, EDGES) - 1, 0, len(EDGES) - 2)
    return [
        (float(chance[bins == n].mean()), float(won[bins == n].mean()), int((bins == n).sum()))
        for n in range(len(EDGES) - 1)
        if (bins == n).sum() >= 50
    ]


def off_by(points: list[tuple[float, float, int]]) -> float:
    """By how much a chance is wrong on average."""
    return sum(abs(chance - won) * count for chance, won, count in points) / sum(count for _, _, count in points)


def main() -> None:
    """Play, ask, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1500, help="for each edition and number of players")
    parser.add_argument("--fit", action="store_true", help="fit the constants first")
    options = parser.parse_args()
    spreads = list(SPREADS)
    setups = [(edition, players) for edition in EDITIONS.values() for players in edition.players]
    if options.fit:
        for players in (2, 3, 4):
            parts = [play(edition, n, options.games, FIT_SEED) for edition, n in setups if n == players]
            spreads[players - 2] = fitted(together(parts))
        print("SPREADS =", tuple(spreads))
    rows, plots = [], {players: {"right": [(0.0, 0.0), (100.0, 100.0)]} for players in (2, 3, 4)}
    for edition, players in setups:
        asked = play(edition, players, options.games, TEST_SEED)
        row: dict[str, Any] = {"edition": edition.name, "players": players, "positions": len(asked.won)}
        for name, chance in (("before", asked.before()), ("now", asked.calibrated(*spreads[players - 2]))):
            points = reliability(chance, asked.won)
            row[name] = {"brier": round(brier(chance, asked.won), 4), "off": round(off_by(points), 4), "bins": points}
            if name == "now" or edition.name == "international":
                label = edition.name + (", before" if name == "before" else "")
                plots[players][label] = [(100 * chance, 100 * won) for chance, won, _ in points]
        share = asked.won.mean()
        row["base"] = round(float(share * (1 - share)), 4)
        rows.append(row)
    made_by = f"python -m benchmarks.calibration --games {options.games}" + " --fit" * options.fit
    text = json.dumps({"made_by": made_by, "spreads": spreads, "rows": rows}, indent=1)
    (HERE / "calibration.json").write_text(text + "\n", encoding="utf-8")
    for players, series in plots.items():
        picture = line_chart(
            f"Chance to win and games won, {players} players",
            series,
            x_label="chance to win after a turn, per cent",
            y_label="won, per cent",
        )
        (HERE.parent / "docs" / f"calibration-{players}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
