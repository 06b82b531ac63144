"""One server with a crowd of people: steps of a growing rate until it saturates."""

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.load.people import Crowds, Figures
from benchmarks.load.watch import children, core_seconds, family, memory, server_parts
from tests.server.services import Postgres, Redis, until
from tests.server.serving import LONG, Server

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL, Redis"
SECONDS_PER_DECISION = 8
"""How long people think: one decision at a table in so many seconds."""
RATES = (25, 50, 100, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000)
"""Decisions per second that are tried after the calm one, until the server cannot follow."""
CALM = 0.1
"""Seconds that the 99th percentile may take."""
KEEPS_UP = 0.9
"""The part of the planned decisions that a server must manage, or it is saturated."""


class Case(NamedTuple):
    """A server and a crowd."""

    database: str
    workers: int
    kind: str
    people: int

    def __str__(self) -> str:
        return f"{self.database}, {self.workers} workers, {self.people} people at tables of {self.kind}"


@dataclass(frozen=True)
class Effort:
    """How long and how far to measure."""

    seconds: float = 12.0
    settle: float = 4.0
    rates: tuple[int, ...] = RATES
    processes: int = 2


class Loaded(Server):
    """`millefiori serve` over any database, with any number of workers."""

    def __init__(self, database: str, broker: str, workers: int) -> None:
        self.place, self.number = database, workers
        more = ["--broker", broker, "--workers", str(workers)] if broker else []
        super().__init__(Path(), *more, "--no-hall")

    def command(self) -> list[str]:
        """What starts it."""
        command = super().command()
        command[command.index("--database") + 1] = self.place
        return command

    def parts(self) -> dict[str, list[int]]:
        """Its processes."""
        assert self.process is not None
        return server_parts(self.process.pid, self.number)

    def wait_for_workers(self) -> None:
        """Until all serve, and the bots are compiled."""
        self.wait_for_bots()
        assert self.process is not None
        process = self.process.pid

        def check() -> None:
            if self.number > 1 and len(children(process)) < self.number:
                raise RuntimeError("some workers are missing")

        until(check, LONG)
        time.sleep(2 * self.number)  # a worker that has begun loads the engine


class Place:
    """A server with what it stands on."""

    def __init__(self, server: Loaded, postgres: Postgres | None, redis: Redis | None) -> None:
        self.server, self.postgres, self.redis = server, postgres, redis

    def processes(self) -> dict[str, list[int]]:
        """All processes, by what they do."""
        services = {"PostgreSQL": self.postgres, "Redis": self.redis}
        found = {name: family(service.process.pid) for name, service in services.items() if service and service.process}
        return {**self.server.parts(), **found}

    def written(self) -> dict[str, float]:
        """What PostgreSQL has written so far."""
        if self.postgres is None:
            return {}
        log, commits, size = self.postgres.ask(
            "SELECT pg_current_wal_insert_lsn() - '0/0', (SELECT sum(xact_commit) FROM pg_stat_database), "
            "pg_total_relation_size('commands')"
        )[0]
        return {"log bytes": float(log), "commits": float(commits), "stored bytes": float(size)}


@contextlib.contextmanager
def place_for(case: Case) -> Iterator[Place]:
    """A server of this kind, with its games on disk and every move synced."""
    with contextlib.ExitStack() as held:
        postgres = redis = None
        if case.database == POSTGRESQL:
            postgres, redis = Postgres("max_connections=100"), Redis()
            held.callback(postgres.remove)
            held.callback(redis.remove)
            server = Loaded(postgres.address(), redis.address, case.workers)
        else:
            folder = held.enter_context(tempfile.TemporaryDirectory())
            server = Loaded(str(Path(folder) / "games.sqlite"), "", 1)
        held.callback(server.stop)
        server.wait_for_workers()
        yield Place(server, postgres, redis)


def percentile(times: list[float], part: float) -> float | None:
    """The time in milliseconds that this part of them stays under; None without any."""
    return round(1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))], 1) if times else None


def joined(found: list[Figures]) -> Figures:
    """What all processes noticed."""
    total = Figures()
    for figures in found:
        for name, value in vars(figures).items():
            setattr(total, name, getattr(total, name) + value)
    return total


def sleep_until(moment: float) -> None:
    """Wait."""
    time.sleep(max(0.0, moment - time.monotonic()))


def step(place: Place, crowds: Crowds, rate: float, effort: Effort) -> dict[str, Any]:
    """One rate for a while."""
    load, roles = os.getloadavg()[0], {**place.processes(), "people": [each.pid for each in crowds.processes]}
    start = crowds.begin(rate, effort.settle, effort.seconds)
    sleep_until(start)
    written, used = place.written(), {name: core_seconds(processes) for name, processes in roles.items()}
    sleep_until(start + effort.seconds)
    cores = {name: (core_seconds(processes) - used[name]) / effort.seconds for name, processes in roles.items()}
    more = {name: value - written[name] for name, value in place.written().items()}
    found = joined(crowds.answers())
    latencies = found.latencies + found.overdue
    return {
        "rate": round(found.planned / effort.seconds, 1),
        "decisions per second": round(len(found.latencies) / effort.seconds, 1),
        "moves per second": round(found.moves / effort.seconds, 1),
        "p50": percentile(latencies, 0.5),
        "p99": percentile(latencies, 0.99),
        "bot's p99": percentile(found.replies, 0.99),
        "cores": {name: round(value, 3) for name, value in cores.items()},
        "people late": percentile(found.lateness, 0.99),
        "bytes per move": round(found.received / max(1, found.moves)),
        "per move": {name: round(value / max(1, found.moves), 2) for name, value in more.items()},
        "games": found.games,
        "refused": found.refused,
        "lost": found.lost,
        "load before": round(load, 1),
    }


def keeps_up(done: dict[str, Any]) -> bool:
    """Did the server follow?"""
    return bool(done["decisions per second"] >= KEEPS_UP * done["rate"] and (done["p99"] or 0) < 2000)


def measure(case: Case, effort: Effort) -> dict[str, Any]:
    """All steps of one case."""
    steps: list[dict[str, Any]] = []
    with place_for(case) as place, contextlib.ExitStack() as held:
        workers = place.server.parts()["workers"]
        place.server.open("here", "casual")
        empty = memory(workers)
        crowds = Crowds(place.server.port, case.kind, case.people, effort.processes)
        held.callback(crowds.close)
        begun = time.perf_counter()
        crowds.order("open")
        crowds.answers()
        opened, with_tables = time.perf_counter(), memory(workers)
        crowds.order("sit_down")
        crowds.answers()
        seated, with_people = time.perf_counter(), memory(workers)
        calm = crowds.tables / SECONDS_PER_DECISION
        for rate in (calm, *(rate for rate in effort.rates if rate > 1.2 * calm)):
            steps.append(step(place, crowds, rate, effort))
            print(f"  {steps[-1]}", file=sys.stderr, flush=True)
            if not keeps_up(steps[-1]):
                break
        return {
            **case._asdict(),
            "seconds": effort.seconds,
            "people": crowds.people,
            "tables": crowds.tables,
            "MB empty": round(empty / 1000, 1),
            "KB per table": round((with_tables - empty) / crowds.tables, 1),
            "KB per socket": round((with_people - with_tables) / crowds.people, 1),
            "MB at the end": round(memory(workers) / 1000, 1),
            "tables opened per second": round(crowds.tables / (opened - begun), 1),
            "sockets connected per second": round(crowds.people / (seated - opened), 1),
            "steps": steps,
        }
