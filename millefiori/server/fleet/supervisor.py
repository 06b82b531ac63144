"""Several workers at one port. A worker that dies or hangs is replaced; the others serve its people meanwhile.

All workers accept connections at the same socket, so a connection that waits is served by whoever lives. SIGTERM ends
them in good order, SIGHUP replaces them one after the other.
"""

import logging
import multiprocessing
import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from millefiori.server.fleet.brokers import bury
from millefiori.server.fleet.metrics import forget_worker
from millefiori.server.fleet.service import Service
from millefiori.server.logs import log_lines
from millefiori.server.running import run
from millefiori.server.storage.driver import StoreError
from millefiori.server.storage.store import Store
from millefiori.warmup import is_complete

log = logging.getLogger(__name__)
HUNG = 60.0
"""Seconds without a sign of life after which a worker is killed."""
ENDING = 10.0
"""Seconds that a worker may take to end."""
STARTING = 120.0
"""Seconds that a worker may take until it can be reached."""
SHORT_LIFE, LONGEST_PAUSE = 5.0, 10.0
"""A worker that dies within so many seconds is replaced after a pause, which grows up to this many."""
TICK = 0.5
spawn = multiprocessing.get_context("spawn")


# --- In the worker


def work(service: Service, listener: socket.socket, reports: Connection, name: str) -> None:
    """Serve until told to stop, or until the supervisor is gone."""
    threading.Thread(target=_follow_the_supervisor, daemon=True).start()
    if service.log_lines:
        log_lines()
    try:
        store = Store(service.database)
    except StoreError as error:
        log.error("%s", error)
        os._exit(1)

    def report() -> None:
        with suppress(OSError):
            reports.send(time.monotonic())

    with closing(store):
        run(service.app(store, name), "", 0, lambda port: report(), listener=listener, beat=report)


def _follow_the_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        supervisor.join()
        os.kill(os.getpid(), signal.SIGTERM)


# --- In the supervisor


@dataclass(eq=False)
class Worker:
    """A process that serves."""

    name: str
    process: BaseProcess
    reports: Connection
    began: float = field(default_factory=time.monotonic)
    heard: float = field(default_factory=time.monotonic)
    is_ready: bool = False
    is_ending: bool = False

    def hear(self) -> None:
        """Read its signs of life."""
        with suppress(EOFError, OSError):
            while self.reports.poll():
                self.reports.recv()
                self.heard, self.is_ready = time.monotonic(), True

    def end(self) -> None:
        """Ask it to finish in good order."""
        self.is_ending, self.began = True, time.monotonic()
        with suppress(OSError):
            self.process.terminate()


class Supervisor:
    """Keeps a number of workers at work."""

    def __init__(self, service: Service, listener: socket.socket, number: int, announce: Callable[[int], None]) -> None:
        self.service, self.listener, self.number, self.announce = service, listener, number, announce
        self.workers: list[Worker] = []
        self.stopping = self.replacing = False
        self._announced = False
        self._pause, self._not_before = 0.0, 0.0
        self._outdated: list[Worker] = []  # to be replaced, one after the other

    def run(self) -> bool:
        """Serve until stopped; False if no worker could begin."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._replace)
        while not self.stopping:
            self._look()
            if not self._announced and len(self.workers) == 0 and self._pause:
                return False
            wait([worker.process.sentinel for worker in self.workers], TICK)
        self._end_all()
        return True

    def _stop(self, number: int, frame: object) -> None:
        self.stopping = True

    def _replace(self, number: int, frame: object) -> None:
        self.replacing = True

    def _look(self) -> None:
        """Bury the dead, end those that hang, begin those that are missing."""
        now = time.monotonic()
        for worker in list(self.workers):
            worker.hear()
            limit = ENDING if worker.is_ending else HUNG if worker.is_ready else STARTING
            if now - (worker.began if worker.is_ending else worker.heard) > limit:
                log.error("worker %s hangs and is killed", worker.process.pid)
                worker.process.kill()
                worker.process.join(ENDING)
            if not worker.process.is_alive():
                self._bury(worker)
            elif worker.is_ready and not self._announced:
                self._announced = True
                self.announce(self.listener.getsockname()[1])
        self._renew()
        wanted = self.number if is_complete() else 1  # the first one compiles for all of them
        missing = wanted - sum(not worker.is_ending for worker in self.workers)
        if now >= self._not_before:
            for _ in range(missing):
                self._begin()

    def _bury(self, worker: Worker) -> None:
        self.workers.remove(worker)
        worker.reports.close()
        if worker.process.pid is not None:
            forget_worker(worker.process.pid)
        if worker.is_ending:
            return
        bury(self.service.broker, worker.name)
        log.error("worker %s has died (%s) and is replaced", worker.process.pid, worker.process.exitcode)
        lived = time.monotonic() - worker.began
        self._pause = min(max(2 * self._pause, 0.5), LONGEST_PAUSE) if lived < SHORT_LIFE else 0.0
        self._not_before = time.monotonic() + self._pause

    def _begin(self) -> None:
        ours, theirs = spawn.Pipe(duplex=False)
        name = secrets.token_urlsafe(6)
        process = spawn.Process(target=work, args=(self.service, self.listener, theirs, name))
        process.start()
        theirs.close()
        self.workers.append(Worker(name, process, ours))

    def _renew(self) -> None:
        """Replace workers one after the other: the next one ends when the new one can be reached."""
        if self.replacing:
            self.replacing = False
            self._outdated = list(self.workers)
        self._outdated = [worker for worker in self._outdated if worker in self.workers and not worker.is_ending]
        if not self._outdated:
            return
        fresh = [worker for worker in self.workers if worker not in self._outdated and not worker.is_ending]
        if len(fresh) + len(self._outdated) <= self.number:
            self._begin()
        elif all(worker.is_ready for worker in fresh):
            self._outdated.pop(0).end()

    def _end_all(self) -> None:
        for worker in self.workers:
            worker.end()
        deadline = time.monotonic() + ENDING
        for worker in self.workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
