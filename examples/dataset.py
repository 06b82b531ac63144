"""Write a million positions from games between bots to a Parquet file, to learn from.

    python examples/dataset.py --positions 1000000 --bot greedy --out positions.parquet

Each row is one decision: what the player saw, what it could do, what it did, and how many points it finished ahead of
the others' mean. With `--mixed`, games have all editions and numbers of players.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from millefiori.engine.compiled import MOST_THREADS
from millefiori.engine.editions import EDITIONS
from millefiori.env.observation import SIZE, VERSION
from millefiori.env.vector.batch import OPPONENTS, Step, VectorEnv

LONGEST_GAME = 512
"""More decisions than any game has."""
MASK_BYTES = 25
SCHEMA = pa.schema(
    [
        pa.field("game", pa.uint64(), metadata={"says": "number of the game, among the games of the seed"}),
        pa.field("seat", pa.int8(), metadata={"says": "who decided"}),
        pa.field("observation", pa.binary(SIZE), metadata={"says": "bytes, as docs/environment.md lists them"}),
        pa.field("mask", pa.binary(MASK_BYTES), metadata={"says": "legal actions, one bit each, as by numpy.packbits"}),
        pa.field("action", pa.int16(), metadata={"says": "what the player did"}),
        pa.field("margin", pa.float32(), metadata={"says": "points ahead of the others' mean at the end of the game"}),
    ]
)


class History:
    """The decisions of the running games, until their results are known."""

    def __init__(self, size: int) -> None:
        self.observations = np.zeros((LONGEST_GAME, size, SIZE), np.uint8)
        self.masks = np.zeros((LONGEST_GAME, size, MASK_BYTES), np.uint8)
        self.seats = np.zeros((LONGEST_GAME, size), np.int8)
        self.actions = np.zeros((LONGEST_GAME, size), np.int16)
        self.lengths = np.zeros(size, np.int64)

    def add(self, step: Step, actions: NDArray[Any]) -> None:
        """Store what the players saw and did in every game."""
        here = self.lengths, np.arange(len(self.lengths))
        self.observations[here] = step.observations
        self.masks[here] = np.packbits(step.masks, axis=1)
        self.seats[here] = step.to_act
        self.actions[here] = actions
        self.lengths += 1

    def pop(self, slot: int, game: int, margins: NDArray[Any]) -> pa.RecordBatch:
        """Remove and return the decisions of a finished game."""
        rows = slice(0, self.lengths[slot]), slot
        self.lengths[slot] = 0
        seats = self.seats[rows]
        columns = [
            pa.array(np.full(len(seats), game, np.uint64)),
            pa.array(seats),
            pa.array(list(map(bytes, self.observations[rows])), SCHEMA.field("observation").type),
            pa.array(list(map(bytes, self.masks[rows])), SCHEMA.field("mask").type),
            pa.array(self.actions[rows]),
            pa.array(margins[seats]),
        ]
        return pa.record_batch(columns, schema=SCHEMA)


def games(env: VectorEnv, bot: str, seed: int) -> Iterator[pa.RecordBatch]:
    """The decisions of whole games, as the games end."""
    step, history = env.reset(seed), History(len(env))
    while True:
        numbers, actions = env.numbers, env.bot_actions(bot)
        history.add(step, actions)
        step = env.step(actions)
        for slot in np.flatnonzero(step.terminated):
            yield history.pop(int(slot), int(numbers[slot]), step.rewards[slot])


def new_env(size: int, mixed: bool) -> VectorEnv:
    """A batch of two-player games in the international edition; if mixed, of every edition and number of players."""
    tables = [(name, players) for name, edition in EDITIONS.items() for players in edition.players]
    chosen = tables if mixed else [("international", 2)]
    editions, players = zip(*(chosen[slot % len(chosen)] for slot in range(size)), strict=True)
    return VectorEnv(size, players, editions, threads=min(2, MOST_THREADS))


def main(argv: Sequence[str] | None = None) -> None:
    """Play the games and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1_000_000, help="at least this many rows (1000000)")
    parser.add_argument("--bot", choices=OPPONENTS, default="greedy", help="who plays (greedy)")
    parser.add_argument("--mixed", action="store_true", help="all editions, 2 to 4 players")
    parser.add_argument("--games-at-once", type=int, default=256, help="size of the batch (256)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same file (0)")
    parser.add_argument("--out", type=Path, default=Path("positions.parquet"), help="the file (positions.parquet)")
    options = parser.parse_args(argv)
    env, rows = new_env(options.games_at_once, options.mixed), 0
    about = {"bot": options.bot, "seed": str(options.seed), "observation_version": str(VERSION)}
    with (
        pq.ParquetWriter(options.out, SCHEMA.with_metadata(about), compression="zstd") as file,
        click.progressbar(length=options.positions, label="Positions", file=sys.stderr) as bar,
    ):
        waiting: list[pa.RecordBatch] = []
        for batch in games(env, options.bot, options.seed):
            waiting.append(batch)
            rows += len(batch)
            bar.update(len(batch))
            if len(waiting) == 500 or rows >= options.positions:
                file.write_table(pa.Table.from_batches(waiting))
                waiting = []
            if rows >= options.positions:
                break
    print(f"{rows:,} positions in {options.out}: {options.out.stat().st_size / 1e6:,.1f} MB")


if __name__ == "__main__":
    main()
