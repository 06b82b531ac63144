"""The server's process: uvicorn around the application, telling when it can be reached."""

import contextlib
import signal
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

LONGEST_FRAME = 8192
"""Bytes of a socket message that are read at all; longer ones end the connection."""


class Announced(uvicorn.Server):
    """Tells its port once it is listening."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[int], None]) -> None:
        super().__init__(config)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self.announce(self.servers[0].sockets[0].getsockname()[1])


def run(app: Starlette, host: str, port: int, announce: Callable[[int], None]) -> bool:
    """Serve until stopped; False if the port could not be had."""
    config = uvicorn.Config(app, host, port, log_level="warning", ws_max_size=LONGEST_FRAME, access_log=False)
    server = Announced(config, announce)
    # uvicorn ends in good order and then raises the signal again: both ways to stop are a clean end, not a failure.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    return server.started
