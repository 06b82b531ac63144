"""`python -m benchmarks.fleet`: SIGKILLs of workers and restarts of PostgreSQL and Redis while people play.

Everything runs on this machine, at addresses that only it can reach. The result is added to `benchmarks/fleet.md`.
"""

import argparse
import asyncio
import time
from pathlib import Path

from tests.server.fleet.chaos import Report, fleet_of, torment
from tests.server.services import until

RESULTS = Path(__file__).parents[1] / "fleet.md"


def main() -> None:
    """Torment a fleet."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--restarts", type=int, default=40, help="of PostgreSQL, and of Redis")
    options.add_argument("--workers", type=int, default=3)
    options.add_argument("--tables", type=int, default=8)
    options.add_argument("--every", type=float, default=1.5, help="seconds between two kills, on average")
    wanted = options.parse_args()
    start = time.monotonic()

    def show(kill: int, report: Report) -> None:
        if kill % 20 == 0:
            print(f"{time.monotonic() - start:6.0f} s, {kill} kills: {report}", flush=True)

    with fleet_of(wanted.workers, fsync="on") as (fleet, postgres, redis):
        until(lambda: 1 / (len(fleet.workers()) == wanted.workers), 300)
        report = asyncio.run(
            torment(
                *(fleet, postgres, redis),
                tables=wanted.tables,
                kills=wanted.kills,
                every=wanted.every,
                restarts=wanted.restarts,
                show=show,
            )
        )
    told = (
        f"- {wanted.workers} workers, {wanted.tables} tables at a time (half with a bot), {wanted.kills} SIGKILLs of "
        f"workers, {wanted.restarts} restarts of PostgreSQL and of Redis, "
        f"{(time.monotonic() - start) / 60:.0f} minutes: {report}.\n"
    )
    print(told)
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(told)
    if not report.is_clean:
        raise SystemExit("something was lost")


if __name__ == "__main__":
    main()
