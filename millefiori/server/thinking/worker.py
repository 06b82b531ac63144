"""A worker process: how it begins, and what it does. Nothing here names Numba: `stay_plain` must come before it."""

import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import Any

POLITE, MODEST = 5, 10
"""How much a process steps back (`nice`): a bot for the server, a compiler for those who play."""
LENGTH = 4
"""Bytes before a message that say how long it is."""
Question = tuple[Callable[..., Any], tuple[Any, ...]]
"""Something to call, with its arguments."""
Answer = tuple[Any, Exception | None]
"""What a call returned, or raised."""


def leave_with_the_server() -> None:
    """End with the server: even when it is killed, no worker is left behind. Until then, let it go first."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    end_with_the_server()


def end_with_the_server() -> None:
    """The same for a process for which people wait."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to all: it is for the server
    server = multiprocessing.parent_process()

    def wait() -> None:
        if server is not None:
            server.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def stay_plain() -> None:
    """Run the rules uncompiled: slower, but at once."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    leave_with_the_server()


def step_back() -> None:
    """Compile without taking time from those who play."""
    if hasattr(os, "nice"):
        os.nice(MODEST)


# --- Questions and answers


def packed(message: object) -> bytes:
    """A message with its length."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(LENGTH, "big") + content


def answers(questions: Sequence[Question]) -> list[Answer]:
    """Answer questions one after the other; one that fails does not concern the others."""
    return [_answer(*question) for question in questions]


def _answer(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
    try:
        return work(*arguments), None
    except Exception as error:
        error.add_note("In a worker:\n" + traceback.format_exc())
        return None, error


def work_for(server: socket.socket, begin: Callable[[], None]) -> None:
    """What the process does: answer what comes, until the server is gone."""
    begin()
    with contextlib.suppress(OSError), server, server.makefile("rb") as arriving:
        while length := arriving.read(LENGTH):
            found = answers(pickle.loads(arriving.read(int.from_bytes(length, "big"))))
            try:
                message = packed(found)
            except Exception as error:  # what cannot be sent
                message = packed([(None, RuntimeError(f"an answer cannot be sent: {error}"))] * len(found))
            server.sendall(message)
