"""The file of a mine, one line for each game that is done, and the choice of a set from it."""

from collections import Counter
from collections.abc import Iterable, Iterator
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
    """At most so many puzzles of each main theme: the hard ones first, since they are rare; no puzzle twice."""
    themes: Counter[str] = Counter()
    taken = dict[str, Puzzle]()
    for puzzle in sorted(found, key=lambda each: (-each.grade, each.name)):
        if puzzle.name not in taken and themes[puzzle.themes[0]] < most:
            themes[puzzle.themes[0]] += 1
            taken[puzzle.name] = puzzle
    return list(taken.values())
