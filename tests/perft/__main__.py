"""`python -m tests.perft POSITION DEPTH` counts by first action; without arguments it checks the files."""

import sys

from millefiori.engine.actions import ACTION_NAMES
from millefiori.position import position
from tests.perft import divide, perft, read_lines


def table(counts: dict[int, int]) -> str:
    """Counts by first action, one a line."""
    lines = [f"{ACTION_NAMES[action]:20}{count:>12}" for action, count in counts.items()]
    return "\n".join([*lines, f"{'total':20}{sum(counts.values()):>12}"])


def main(arguments: list[str]) -> int:
    """Print what was asked for; returns how many lines of the files are wrong."""
    if arguments:
        text, depth = arguments
        sys.stdout.write(table(divide(position(text), int(depth))) + "\n")
        return 0
    wrong = 0
    for line in read_lines():
        count = perft(position(line.position), line.depth)
        wrong += count != line.leaves
        sys.stdout.write(f"{line.name}: depth {line.depth}, {count}{'' if count == line.leaves else ' (WRONG)'}\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
