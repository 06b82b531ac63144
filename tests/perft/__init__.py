"""Counting games: how many sequences of so many legal actions begin in a position.

A line of a `.perft` file reads `position ; depth ; leaves`; `#` begins a comment. The counts were found by two
independent programs. A game that is over before that many actions counts nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import rule
from millefiori.engine.rules.flow import apply, list_legal
from millefiori.engine.state import GAME, LEGAL, Game, Games

FOLDER = Path(__file__).parent


@rule
def count_leaves(games: Games, legal: NDArray[Any], depth: int) -> int:
    """Walk all sequences of `depth` actions from games[0]; the arrays have room for a game and a list at each depth."""
    tried, counts = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    counts[0] = list_legal(games[0], legal[0])
    if depth == 1:
        return counts[0]
    leaves, level = 0, 0
    while level >= 0:
        if tried[level] == counts[level]:
            level -= 1
            continue
        games[level + 1] = games[level]
        apply(games[level + 1], legal[level].actions[tried[level]])
        tried[level] += 1
        count = list_legal(games[level + 1], legal[level + 1])
        if level + 2 == depth:
            leaves += count
        else:
            level += 1
            tried[level], counts[level] = 0, count
    return leaves


def perft(game: Game, depth: int) -> int:
    """The number of sequences of that many legal actions."""
    if depth == 0:
        return 1
    games, legal = np.zeros(depth, GAME), np.zeros(depth, LEGAL)
    games[0] = game
    return int(count_leaves(games, legal, depth))


def divide(game: Game, depth: int) -> dict[int, int]:
    """The count by first action: where two programs differ, this shows the way."""
    counts = {}
    for action in legal_actions(game):
        after: Any = np.array([game], GAME)
        apply(after[0], action)
        counts[action] = perft(after[0], depth - 1)
    return counts


@dataclass(frozen=True)
class Line:
    """One count of a file."""

    name: str  # file and line
    position: str
    depth: int
    leaves: int


def read_lines(folder: Path = FOLDER) -> Iterator[Line]:
    """All counts of all files."""
    for file in sorted(folder.glob("*.perft")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if line.strip() and not line.startswith("#"):
                position, depth, leaves = line.split(";")
                yield Line(f"{file.name}:{number}", position.strip(), int(depth), int(leaves))
