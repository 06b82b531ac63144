"""How a worker process begins. Nothing is imported here that names Numba: `stay_plain` must come before it."""

import multiprocessing
import os
import signal
import threading

POLITE, MODEST = 5, 10
"""How much a process steps back (`nice`): a bot for the server, a compiler for those who play."""


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
