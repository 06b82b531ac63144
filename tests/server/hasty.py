"""A server with a hall, clocks of a few seconds and little patience with lost connections, in a process of its own."""

import sys
from pathlib import Path
from typing import Any

from millefiori.server.app import make_app
from millefiori.server.running import run
from millefiori.server.tempo import bell, wanted
from tests.server.serving import Server

ROOT = Path(__file__).parents[2]


class Hasty(Server):
    """`millefiori serve --hall` with a short grace."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.server.hasty", str(self.database), str(self.port)]

    def start(self, **more: Any) -> None:
        super().start(cwd=ROOT, **more)


def main(database: str, port: str) -> None:
    def announce(port: int) -> None:
        sys.stdout.write(f"Mille Fiori is at http://127.0.0.1:{port}/\n")
        sys.stdout.flush()

    bell.GRACE, wanted.SHORTEST = 500, 1
    run(make_app(database, workers=1, hall=True), "127.0.0.1", int(port), announce)


if __name__ == "__main__":
    main(*sys.argv[1:])
