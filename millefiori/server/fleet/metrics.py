"""Figures for Prometheus: how many rooms, people and commands, and how long they wait. No names, no games, no keys.

Rooms only count (`Notes`); every few seconds a task of the worker turns that into metrics. They are served at a port of
their own, which only this machine can reach: by the worker itself, or by the supervisor for all workers together.
"""

import asyncio
import os
import tempfile
from collections import Counter as Counts
from typing import TYPE_CHECKING, Any

from millefiori.server.rooms.rooms import Rooms

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that says where workers leave their figures for each other."""
LOCAL = "127.0.0.1"
BEAT = 2.0
"""Seconds between two looks at the rooms."""
BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class MetricsError(RuntimeError):
    """Figures that cannot be served."""


def check_library() -> None:
    """Fails at once if the library is missing."""
    try:
        import prometheus_client  # noqa: F401
    except ImportError:
        needed = "pip install 'millefiori[server]'"
        raise MetricsError(f"metrics need the library of Prometheus, which is missing: {needed}") from None


def share_figures() -> None:
    """Before several workers begin: they leave their figures in a folder."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="millefiori-metrics-")


def serve_figures(port: int) -> None:
    """Answer Prometheus, in a thread: for this process, or for all workers that share a folder."""
    from prometheus_client import REGISTRY, start_http_server

    registry = shared_registry() if FOLDER in os.environ else REGISTRY
    try:
        start_http_server(port, addr=LOCAL, registry=registry)
    except OSError as error:
        raise MetricsError(f"cannot serve metrics at port {port}: {error.strerror}") from None


def shared_registry() -> "CollectorRegistry":
    """The figures of all workers."""
    from prometheus_client import CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def forget_worker(process: int) -> None:
    """A worker is dead: what it had at the time counts no more, what it had done still does."""
    if FOLDER in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(process)  # type: ignore[no-untyped-call]


class Meters:
    """The metrics of a worker."""

    def __init__(self, registry: Any = None) -> None:
        from prometheus_client import REGISTRY, Counter, Gauge, Histogram

        more: Any = {"registry": registry or REGISTRY}
        now: Any = {**more, "multiprocess_mode": "livesum"}
        self.rooms = Gauge("millefiori_rooms", "Games in memory", **now)
        self.players = Gauge("millefiori_players", "Connections at seats", **now)
        self.spectators = Gauge("millefiori_spectators", "Connections that watch", **now)
        self.waiting = Gauge("millefiori_bots_waiting", "Questions that wait for a thinker", **now)
        self.counts = Counter("millefiori_counted", "What has happened, by kind", ["kind"], **more)
        self.seconds = Histogram("millefiori_store_seconds", "Until a command is stored", buckets=BUCKETS, **more)

    def look(self, rooms: Rooms) -> None:
        """Read what the rooms have noted."""
        lives = list(rooms.live.values())
        spectators = sum(live.here().spectators for live in lives)
        self.rooms.set(len(lives))
        self.spectators.set(spectators)
        self.players.set(sum(len(live.clients) for live in lives) - spectators)
        self.waiting.set(len(rooms.thinkers.queue.waiting))
        noted, rooms.notes.counts = rooms.notes.counts, Counts()
        for kind, count in noted.items():
            self.counts.labels(kind).inc(count)
        while rooms.notes.seconds:
            self.seconds.observe(rooms.notes.seconds.popleft())


async def measure(rooms: Rooms) -> None:
    """Look at the rooms as long as the worker lives."""
    meters = Meters()
    while True:
        meters.look(rooms)
        await asyncio.sleep(BEAT)
