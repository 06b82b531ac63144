"""`make load`: honest people with real sockets at servers of several kinds; writes benchmarks/load.md.

Everything runs on this machine, at addresses that only it can reach. Run it on an idle machine; it takes about an hour,
and continues where it was stopped. `--quick` takes about two minutes and writes nothing.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.load import page
from benchmarks.load.measure import POSTGRESQL, SQLITE, Case, Effort, measure
from benchmarks.load.people import KINDS

RESULTS = Path(__file__).parents[1] / "load"
PEOPLE = (100, 1000, 5000)
WORKERS = (1, 2, 4)


def cases(people: list[int], kinds: list[str], workers: list[int]) -> Iterator[Case]:
    """Tables of two at all sizes; the other kinds in the middle, for they differ in the costs of a move alone."""
    for kind in kinds:
        sizes = people if kind == next(iter(KINDS)) else people[len(people) // 2 :][:1]
        for size in sizes:
            if 1 in workers:
                yield Case(SQLITE, 1, kind, size)
            for number in workers:
                yield Case(POSTGRESQL, number, kind, size)


WANTED = [str(case) for case in cases(list(PEOPLE), list(KINDS), list(WORKERS))]
"""Those that the page should have."""


def read(again: bool) -> dict[str, Any]:
    """What was measured before, to continue."""
    file = RESULTS.with_suffix(".json")
    if file.exists() and not again:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return found
    machine = {"cores": os.cpu_count(), "processor": platform.machine(), "load before": round(os.getloadavg()[0], 1)}
    return {"machine": machine, "cases": {}}


def write(results: dict[str, Any]) -> None:
    """Write what was measured so far."""
    RESULTS.with_suffix(".json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    RESULTS.with_suffix(".md").write_text(page.markdown(results, WANTED), encoding="utf-8")


def main() -> None:
    """Measure all cases that are still missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, nargs="+", default=list(PEOPLE))
    parser.add_argument("--workers", type=int, nargs="+", default=list(WORKERS))
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--seconds", type=float, default=Effort.seconds, help="for each rate")
    parser.add_argument("--rates", type=int, nargs="+", default=list(Effort.rates), help="decisions per second to try")
    parser.add_argument("--processes", type=int, default=Effort.processes, help="in which the people are")
    parser.add_argument("--again", action="store_true", help="forget what was measured before")
    parser.add_argument("--quick", action="store_true", help="a short run that writes nothing")
    parser.add_argument("--page", action="store_true", help="write the page again from what was measured")
    options = parser.parse_args()
    if options.quick:
        options.people, options.workers, options.kinds = [100], [1, 2], list(KINDS)[:1]
        effort = Effort(seconds=5, settle=2, rates=(50, 200), processes=1)
    else:
        effort = Effort(options.seconds, rates=tuple(options.rates), processes=options.processes)
    results = read(options.again or options.quick)
    if options.page:
        write(results)
        return
    wanted, begun = list(cases(options.people, options.kinds, options.workers)), time.perf_counter()
    for number, case in enumerate(wanted):
        if results["cases"].get(str(case), {}).get("seconds", 0) >= effort.seconds:
            continue
        print(
            f"{time.perf_counter() - begun:5.0f} s, {number + 1} of {len(wanted)}: {case}", file=sys.stderr, flush=True
        )
        results["cases"][str(case)] = measure(case, effort)
        if not options.quick:
            write(results)
    if options.quick:
        print(page.markdown(results))


if __name__ == "__main__":
    main()
