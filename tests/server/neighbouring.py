"""A server on a machine whose address in the network is a second loopback address: no packet leaves the machine."""

import sys
from pathlib import Path
from typing import Any

from millefiori.server.app import make_app
from millefiori.server.border import local_network as network
from millefiori.server.border.gate import Guests
from millefiori.server.running import run
from tests.server.serving import Server

ROOT = Path(__file__).parents[2]
NEIGHBOUR = "127.0.0.2"


class AtHome(Server):
    """`network` is the machine's address in its network, empty without one."""

    def __init__(self, folder: Path, network: str = NEIGHBOUR) -> None:
        self.network = network
        super().__init__(folder)

    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.server.neighbouring", str(self.database), str(self.port), self.network]

    def start(self, **more: Any) -> None:
        super().start(cwd=ROOT, **more)


def main(database: str, port: str, address: str) -> None:
    def announce(port: int) -> None:
        sys.stdout.write(f"Mille Fiori is at http://127.0.0.1:{port}/\n")
        sys.stdout.flush()

    network.network_address = lambda: address or None
    app = make_app(database, workers=1, guests=Guests.of("127.0.0.1"))
    run(app, "127.0.0.1", int(port), announce)


if __name__ == "__main__":
    main(*sys.argv[1:])
