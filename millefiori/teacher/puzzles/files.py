"""The file of a mine, one line for each game that is done, and the choice of a set from it."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

import msgspec

from millefiori.teacher.puzzles.mining import Mined
from millefiori.teacher.puzzles.puzzle import Puzzle


class MineError(ValueError):
    """A file that is not a mine's."""


def mined(path: Path) -> Iterator[Mined]:
    """The games of a file; a last line that was not written to its end is left out."""
    decoder = msgspec.json.Decoder(Mined)
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines[:-1], start=1):
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise MineError(f"{path}, line {number}: {error}") from None


def add(path: Path, entry: Mined) -> None:
    """Write a game that is done; after an interruption half a line may be there, which is cut off."""
    with path.open("ab+") as file:
        file.seek(0)
        whole = file.read().rpartition(b"\n")
        file.truncate(len(whole[0]) + len(whole[1]))
        file.write(msgspec.json.encode(entry) + b"\n")


def balanced(found: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many puzzles of each main theme, of all grades alike as far as there are enough; no puzzle twice."""
    themes: dict[str, dict[int, list[Puzzle]]] = {}
    for puzzle in sorted({each.name: each for each in found}.values(), key=lambda each: each.name):
        themes.setdefault(puzzle.themes[0], {}).setdefault(puzzle.grade, []).append(puzzle)
    return [puzzle for grades in themes.values() for puzzle in _in_turn(list(grades.values()))[:most]]


def _in_turn(groups: list[list[Puzzle]]) -> list[Puzzle]:
    """The first of each group, then the second of each, and so on."""
    return [puzzle for row in zip_longest(*groups) for puzzle in row if puzzle is not None]
