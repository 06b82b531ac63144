"""What processes use: processor time and memory, by what they do. Reads /proc, so Linux only."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for file in Path(f"/proc/{process}/task").glob("*/children"):
            found += map(int, file.read_text().split())
    return found


def family(process: int) -> list[int]:
    """A process, its children, their children ..."""
    return [process, *(each for child in children(process) for each in family(child))]


def core_seconds(processes: Iterable[int]) -> float:
    """Processor time that living processes have used so far."""
    total = 0
    for process in processes:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory(processes: Iterable[int]) -> float:
    """Kilobytes of memory, what processes share counted once for all of them."""
    total = 0.0
    for process in processes:
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += float(line.split()[1])
    return total


def server_parts(process: int, workers: int) -> dict[str, list[int]]:
    """The processes of `millefiori serve`: those that serve people, and those in which bots think."""
    if workers == 1:
        return {"workers": [process], "bots": [each for child in children(process) for each in family(child)]}
    serving = children(process)
    return {"workers": [process, *serving], "bots": [each for worker in serving for each in family(worker)[1:]]}
