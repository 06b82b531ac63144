"""Workers as the server sees them: processes at the other end of a socket that the loop listens to.

Neither threads nor locks take part: a batch of questions is one write, its answers are one read.
"""

import asyncio
import multiprocessing
import os
import pickle
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Protocol

from millefiori.server.thinking.worker import LENGTH, Answer, Question, answers, packed, work_for

Answered = Callable[[list[Answer] | None], None]
"""Gets the answers to a batch; None if the worker has died of it."""


class Worker(Protocol):
    """Somebody who answers one batch of questions at a time."""

    @property
    def is_lost(self) -> bool:
        """Can it not be asked any more?"""

    def ask(self, questions: Sequence[Question], answered: Answered) -> None:
        """Send a batch."""

    def end(self) -> None:
        """Stop it, whatever it thinks about."""


class ProcessWorker(asyncio.Protocol):
    """A process of its own."""

    def __init__(self, begin: Callable[[], None]) -> None:
        ours, theirs = socket.socketpair()
        os.environ.setdefault("MILLEFIORI_THREADS", "1")  # workers are the parallel part
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=work_for, args=(theirs, begin), daemon=True)
        self.process.start()
        theirs.close()
        self._arriving = bytearray()
        self._answered: Answered | None = None
        self._unsent = b""  # until the connection is made
        self._transport: asyncio.Transport | None = None
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(loop.create_connection(lambda: self, sock=ours))

    @property
    def is_lost(self) -> bool:
        """Has the process died?"""
        return not self.process.is_alive()

    def ask(self, questions: Sequence[Question], answered: Answered) -> None:
        """Send a batch; a question that cannot be sent is answered with the reason, when the others are."""
        problems: dict[int, Answer] = {}
        try:
            message = packed(questions)
        except Exception:
            problems = {n: (None, reason) for n, each in enumerate(questions) if (reason := why_unsendable(each))}
            message = packed([each for n, each in enumerate(questions) if n not in problems])
        self._answered = partial(answer_all, answered, problems) if problems else answered
        if self._transport is None:
            self._unsent = message
        else:
            self._transport.write(message)

    def end(self) -> None:
        """Kill the process; its connection ends with it."""
        self.process.kill()
        if self._transport is not None:
            self._transport.abort()

    # --- The connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process may still be starting: the system keeps for it what is sent."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._unsent)
        self._unsent = b""

    def data_received(self, data: bytes) -> None:
        """A part of the answers."""
        self._arriving += data
        end = LENGTH + int.from_bytes(self._arriving[:LENGTH], "big")
        if len(self._arriving) >= max(LENGTH, end):
            message, self._arriving = bytes(self._arriving[LENGTH:end]), self._arriving[end:]
            self._finish(pickle.loads(message))

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has died."""
        self._finish(None)

    def _finish(self, found: list[Answer] | None) -> None:
        answered, self._answered = self._answered, None
        if answered is not None:
            answered(found)


def why_unsendable(question: Question) -> Exception | None:
    """Why a question cannot be sent to another process; None if it can."""
    try:
        packed(question)
    except Exception as error:
        return RuntimeError(f"a question cannot be sent: {error}")
    return None


def answer_all(answered: Answered, problems: dict[int, Answer], found: list[Answer] | None) -> None:
    """Pass on the answers, with those to the questions that were not sent."""
    if found is not None:
        rest = iter(found)
        found = [problems[n] if n in problems else next(rest) for n in range(len(found) + len(problems))]
    answered(found)


class ThreadWorker:
    """A thread of this process: for tests."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self.is_lost = False

    def ask(self, questions: Sequence[Question], answered: Answered) -> None:
        """Hand over a batch."""
        loop = asyncio.get_running_loop()

        def finished(job: Future[list[Answer]]) -> None:
            if not job.cancelled() and not loop.is_closed():
                loop.call_soon_threadsafe(answered, job.result())

        self._thread.submit(answers, questions).add_done_callback(finished)

    def end(self) -> None:
        """A thread cannot be stopped: it is left to itself."""
        self.is_lost = True
        self._thread.shutdown(wait=False, cancel_futures=True)
