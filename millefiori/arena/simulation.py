"""Many games and their statistics."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from millefiori.bots.bot import UnknownBot, make_bot
from millefiori.bots.seats import SeatedBots, bot_players
from millefiori.engine.chance import PLAY, below, new_stream
from millefiori.engine.editions import edition_named
from millefiori.engine.playouts import random_games
from millefiori.engine.rules.flow import list_legal
from millefiori.engine.state import GAME, Games, blank_game, new_legal
from millefiori.engine.vocabulary import Reason
from millefiori.record import dump, write
from millefiori.table import Table

CHUNK = 1000


class Simulation:
    """Games with the same settings. A seed and a number always give the same game, recorded or not."""

    def __init__(self, edition: str, players: int, *, tactical: bool, seed: int, bots: str = "random") -> None:
        self.edition = edition_named(edition)
        self.players = players
        self.tactical = tactical
        self.seed = seed
        self.blank: Games = np.array([blank_game(self.edition, players, tactical)], GAME)
        self.finished: list[Games] = []
        self.actions = 0
        specs = bots.split(",") if "," in bots else [bots] * players
        if len(specs) != players:
            raise UnknownBot(f"got {len(specs)} bots for {players} seats: give one for all, or one per seat")
        for spec in set(specs):
            make_bot(spec)  # fails now, before the first game, if the bot is unknown
        self.names = bot_players(specs)
        self.is_random = set(specs) == {"random"}

    def run(self, games: int, record: Path | None, *, trace: bool) -> Iterator[int]:
        """Play, and write records if wanted; yields the number of games played at each step."""
        if self.is_random and record is None:
            yield from self._run_compiled(games)
            return
        with record.open("w", encoding="utf-8") if record else nullcontext() as file:
            for number in range(games):
                table = self.play_at_table(number)
                if file is not None:
                    file.write(dump(write(table, trace)) + "\n")
                self.finished.append(np.array([table.game], GAME))
                self.actions += len(table.actions)
                yield 1

    def _run_compiled(self, games: int) -> Iterator[int]:
        """Play random games in batches, in compiled code."""
        for number in range(0, games, CHUNK):
            batch = np.zeros(min(CHUNK, games - number), GAME)
            self.actions += random_games(batch, self.blank, self.seed, number, -1)
            self.finished.append(batch)
            yield len(batch)

    def play_at_table(self, number: int) -> Table:
        """Play one game at a table; random games are the same as in a batch."""
        table = Table(self.edition.name, self.names, tactical=self.tactical, seed=self.seed, number=number)
        if not self.is_random:
            seated = SeatedBots(table, number)
            while not table.is_over:
                table.advance(seated.choose(table))
            return table
        stream = new_stream(self.seed, number, PLAY)
        legal = new_legal()
        while not table.is_over:
            table.advance(int(legal.actions[below(stream, list_legal(table.game, legal))]))
        return table

    def summary(self) -> dict[str, Any]:
        """Statistics of the games so far."""
        games = np.concatenate(self.finished)
        seats = slice(0, self.players)
        scores = games["score"][:, seats]
        return {
            "edition": self.edition.name,
            "players": self.players,
            "bots": self.names,
            "tactical": self.tactical,
            "seed": self.seed,
            "games": len(games),
            "actions_per_game": round(self.actions / len(games), 2),
            "score": {
                "mean": round(float(scores.mean()), 2),
                "deviation": round(float(scores.std()), 2),
                "lowest": int(scores.min()),
                "highest": int(scores.max()),
            },
            "mean_score_by_seat": [round(float(mean), 2) for mean in scores.mean(axis=0)],
            "wins_by_seat": games["won"][:, seats].sum(axis=0).tolist(),
            "shared_victories": int((games["won"].sum(axis=1) > 1).sum()),
            "rounds": {
                int(n): int(count) for n, count in zip(*np.unique(games["rounds"], return_counts=True), strict=True)
            },
            "endings": {
                "by the deck": int((games["last_turns"] == 0).sum()),
                "by diamonds": int((games["last_turns"] != 0).sum()),
            },
            "points_by_reason": {
                reason.name.lower(): round(float(games["points"][:, seats, reason].mean()), 2) for reason in Reason
            },
        }


def summary_text(summary: dict[str, Any]) -> str:
    """The summary as text."""
    games, score = summary["games"], summary["score"]
    variant = ", tactical" if summary["tactical"] else ""
    lines = [
        f"{games} games, {summary['edition']} edition{variant}, {summary['players']} players, seed {summary['seed']}",
        "",
        f"score          {score['mean']} ± {score['deviation']}, from {score['lowest']} to {score['highest']}",
        f"by seat        {', '.join(str(mean) for mean in summary['mean_score_by_seat'])}",
        f"wins by seat   {', '.join(f'{wins / games:.1%}' for wins in summary['wins_by_seat'])}"
        f" ({summary['shared_victories']} shared)",
        f"actions        {summary['actions_per_game']} per game",
        f"rounds         {', '.join(f'{rounds}: {count / games:.1%}' for rounds, count in summary['rounds'].items())}",
        f"endings        {', '.join(f'{how} {count / games:.1%}' for how, count in summary['endings'].items())}",
        "",
        "points per player, by reason",
    ]
    lines += [
        f"  {reason.replace('_', ' '):20}{mean:8.2f}" for reason, mean in summary["points_by_reason"].items() if mean
    ]
    return "\n".join(lines)
