"""The server's process: uvicorn around the application; it announces when it can be reached."""

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.config import LOGGING_CONFIG

from millefiori.server.border.connections import Door, DoorConfig
from millefiori.server.border.local_network import Neighbours
from millefiori.server.border.patience import Patience
from millefiori.server.logs import are_lines

LONGEST_FRAME = 8192
"""Bytes of a socket message; a longer one ends the connection."""
MOST_FILES = 65_536
"""Open files and connections that we ask the system for."""
OTHER_FILES = 256
"""Of these, for everything but connections: database, workers, files of the page, and newcomers at the door."""
NEWCOMERS = 32
"""Connections accepted at once, before the first of them can be turned away."""
QUEUE = 2048
"""Connections that wait to be accepted."""
QUIET = 10
"""Seconds until the log repeats itself."""

logger = logging.getLogger("uvicorn.error")


class Seldom(logging.Filter):
    """Lets the same line through once in a while, and counts the others: a flood of errors must not fill the disk."""

    def __init__(self, seconds: float = QUIET, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.seconds, self.clock = seconds, clock
        self.lines: dict[Any, list[float]] = {}  # when it was last written, and how often it came since

    def filter(self, record: logging.LogRecord) -> bool:
        """Is it time to write this?"""
        error = record.exc_info[1] if record.exc_info else None
        line, now = (record.msg, type(error), _origin(error)), self.clock()
        written = self.lines.get(line)
        if written and now - written[0] < self.seconds:
            written[1] += 1
            return False
        if written and written[1]:
            record.msg = f"{record.msg.rstrip()} (and {written[1]:.0f} times since this was last written)"
        if len(self.lines) > 1000:
            self.lines.clear()
        self.lines[line] = [now, 0]
        return True


def _origin(error: BaseException | None) -> tuple[str, int] | None:
    """Where an error was raised."""
    trace = error.__traceback__ if error else None
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else None


def note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An error that nobody caught, for the log."""
    logger.error(context["message"], exc_info=context.get("exception"))


def allow_files() -> int:
    """Ask the system for as many open files as it gives; returns how many there may be."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= MOST_FILES:
        return MOST_FILES if soft == unlimited else soft
    wanted = MOST_FILES if hard == unlimited else min(hard, MOST_FILES)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


class Announced(uvicorn.Server):
    """Announces its port once it is listening, and makes sure that connections end."""

    def __init__(
        self,
        config: uvicorn.Config,
        patience: Patience,
        neighbours: Neighbours | None,
        announce: Callable[[int], None],
        beat: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.patience, self.neighbours, self.announce, self.beat = patience, neighbours, announce, beat

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        asyncio.get_running_loop().set_exception_handler(note)
        await super().startup(sockets)
        if self.started:
            for listener in self.servers[0].sockets:  # asyncio accepts as many at once as it lets wait
                with socket.fromfd(listener.fileno(), listener.family, listener.type) as same:
                    same.listen(QUEUE)
            self.ending = asyncio.create_task(self.end_connections())
            port = self.servers[0].sockets[0].getsockname()[1]
            if self.neighbours is not None:
                self.neighbours.began(self.config.host, port, self.listen_also)
            self.announce(port)

    async def listen_also(self, host: str) -> int:
        """Listen at another address, at the same port if it is free there; returns the port."""
        make = self.config.http_protocol_class
        state = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        with contextlib.ExitStack() as kept:
            listener = kept.enter_context(socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, self.servers[0].sockets[0].getsockname()[1]))
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
                listener.bind((host, 0))
            loop = asyncio.get_running_loop()
            self.servers.append(await loop.create_server(lambda: make(**state), sock=listener, backlog=NEWCOMERS))
            kept.pop_all()
        return int(listener.getsockname()[1])

    async def end_connections(self) -> None:
        """A connection that was closed stays until everything is read: some never read. A sign of life on the way."""
        leaving: dict[Any, float] = {}
        while True:
            await asyncio.sleep(min(1, self.patience.goodbye))
            self.beat()
            now = time.monotonic()
            closed = [each for each in self.server_state.connections if each.transport.is_closing()]
            leaving = {connection: leaving.get(connection, now) for connection in closed}
            for connection, since in leaving.items():
                if now - since >= self.patience.goodbye:
                    connection.transport.abort()


def run(
    app: Starlette,
    host: str,
    port: int,
    announce: Callable[[int], None],
    *,
    patience: Patience | None = None,
    files: int | None = None,
    listener: socket.socket | None = None,
    beat: Callable[[], None] = lambda: None,
) -> bool:
    """Serve until stopped; False if the port was not free.

    One of several workers gets a `listener` that all share, and says by a `beat` about once a second that it lives.
    """
    patience, files = patience or Patience(), files or allow_files()
    config = DoorConfig(
        app,
        Door(patience, max(files - OTHER_FILES, files // 2)),
        host=host,
        port=port,
        log_level="warning",
        log_config=None if are_lines() else LOGGING_CONFIG,
        access_log=False,
        server_header=False,
        backlog=NEWCOMERS,
        ws_max_size=LONGEST_FRAME,
        ws_ping_interval=patience.ping,
        ws_ping_timeout=patience.pong,
        timeout_keep_alive=patience.next_request,
        timeout_graceful_shutdown=patience.end,
    )
    for name in ("asyncio", logger.name):
        logging.getLogger(name).addFilter(Seldom())
    server = Announced(config, patience, app.state.neighbours if listener is None else None, announce, beat)
    # uvicorn shuts down cleanly and then raises the signal again: neither way to stop is a failure.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listener] if listener else None)
    return server.started
