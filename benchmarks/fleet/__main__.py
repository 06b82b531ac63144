"""`python -m benchmarks.fleet`: SIGKILLs of workers and restarts of PostgreSQL and Redis while people play.

Everything runs on this machine, at addresses that only it can reach. It works in pieces, each with a fresh fleet, and
continues where it was stopped: what every piece found is added to `benchmarks/fleet.json`, and the sum is written into
`benchmarks/fleet.md`.
"""

import argparse
import asyncio
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.server.fleet.chaos import PATIENCE, Report, fleet_of, torment
from tests.server.services import until

FOLDER = Path(__file__).parents[1]
FIGURES, RESULTS = FOLDER / "fleet.json", FOLDER / "fleet.md"
SUMS = ("kills", "restarts", "minutes", "games", "acknowledged", "events", "lost", "twice", "stuck", "connections")
PAGE = """# Several workers

`python -m benchmarks.fleet` kills workers (SIGKILL) and restarts PostgreSQL and Redis (half of the times by SIGKILL,
too) while people play. They reconnect and try again, as the page does. A decision counts as acknowledged when its event
has arrived; afterwards every game is read from the database and compared with every event that anybody has received. A
game counts as stuck after {patience} s without an event. A short form runs in `make test` (`tests/server/fleet`).

**{kills} SIGKILLs of workers, {restarts} restarts of PostgreSQL and as many of Redis: {games} games, {acknowledged}
decisions acknowledged, {lost} lost, {twice} twice, {stuck} games stuck.** {workers} workers, {tables} tables at a time
(half with a bot), {minutes} minutes, {connections} connections; refused and tried again: {refused}.

Up to three workers are killed one after the other; the next kills come when all tables have moved on. A worker needs
1.5 s of processor time from its start to the first move of a bot, and all of this shares two cores with other work.

| piece | kills | games | acknowledged | lost | twice | stuck | longest pause | 99 % below |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{rows}
"""


def main() -> None:
    """Torment fleets until there were enough kills."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=1000, help="in all, with those of earlier runs")
    options.add_argument("--piece", type=int, default=50, help="kills of a fleet before the next one")
    options.add_argument("--restarts", type=int, default=2, help="of PostgreSQL, and of Redis, in each piece")
    options.add_argument("--workers", type=int, default=3)
    options.add_argument("--tables", type=int, default=8)
    options.add_argument("--every", type=float, default=0.5, help="seconds between two kills")
    options.add_argument("--again", action="store_true", help="forget what was measured before")
    wanted = options.parse_args()
    found: list[dict[str, Any]] = json.loads(FIGURES.read_text()) if FIGURES.exists() and not wanted.again else []
    while sum(piece["kills"] for piece in found) < wanted.kills:
        found.append(torment_once(wanted, seed=len(found)))
        FIGURES.write_text(json.dumps(found, indent=1) + "\n")
        RESULTS.write_text(page(found), encoding="utf-8")
        print(found[-1], flush=True)
    if any(piece["lost"] or piece["twice"] or piece["stuck"] or piece["unexpected"] for piece in found):
        raise SystemExit("something was lost")


def torment_once(wanted: argparse.Namespace, seed: int) -> dict[str, Any]:
    """One piece."""
    start = time.monotonic()

    def show(kill: int, report: Report) -> None:
        print(f"{time.monotonic() - start:6.0f} s, {kill} kills: {report}", flush=True)

    with fleet_of(wanted.workers, fsync="on") as (fleet, postgres, redis):
        until(lambda: 1 / (len(fleet.workers()) == wanted.workers), 300)
        report = asyncio.run(
            torment(
                *(fleet, postgres, redis),
                tables=wanted.tables,
                kills=wanted.piece,
                every=wanted.every,
                restarts=wanted.restarts,
                seed=seed,
                show=show,
            )
        )
    gaps = sorted(report.gaps)
    return {
        "workers": wanted.workers,
        "tables": wanted.tables,
        "kills": wanted.piece,
        "restarts": wanted.restarts,
        "minutes": round((time.monotonic() - start) / 60, 1),
        "games": report.games,
        "events": len(gaps),
        "acknowledged": report.acknowledged,
        "lost": report.lost,
        "twice": report.twice,
        "stuck": report.stuck,
        "connections": report.connections,
        "refused": dict(report.refused),
        "unexpected": not report.is_clean,
        "longest": round(gaps[-1], 1),
        "p99": round(gaps[int(0.99 * (len(gaps) - 1))], 2),
    }


def page(found: list[dict[str, Any]]) -> str:
    """What all pieces found."""
    total = {name: sum(piece[name] for piece in found) for name in SUMS}
    refused = sum((Counter(piece["refused"]) for piece in found), Counter[str]())
    rows = "\n".join(
        f"| {number} | {piece['kills']} | {piece['games']} | {piece['acknowledged']:,} | {piece['lost']} | "
        f"{piece['twice']} | {piece['stuck']} | {piece['longest']} s | {piece['p99']} s |"
        for number, piece in enumerate(found, 1)
    )
    return PAGE.format(
        **{name: f"{value:,.0f}" for name, value in total.items()},
        patience=f"{PATIENCE:.0f}",
        workers=found[0]["workers"],
        tables=found[0]["tables"],
        refused=", ".join(f"{count:,} as `{code}`" for code, count in refused.most_common()) or "nothing",
        rows=rows,
    )


if __name__ == "__main__":
    main()
