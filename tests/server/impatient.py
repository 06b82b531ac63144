"""A server that waits only for a moment, in a process of its own: for tests of what it waits for."""

import json
import sys
from pathlib import Path
from typing import Any

from millefiori.server.app import make_app
from millefiori.server.border.patience import Patience
from millefiori.server.running import run
from tests.server.serving import Server

ROOT = Path(__file__).parents[2]


class Impatient(Server):
    """Waits for the given seconds. `files` is how many it may open, `believes` how many it thinks that it may."""

    def __init__(
        self,
        folder: Path,
        *,
        seconds: dict[str, float] | None = None,
        files: int | None = None,
        believes: int | None = None,
    ) -> None:
        self.settings = {"seconds": seconds or {}, "files": files, "believes": believes}
        self.log = folder / "log"
        super().__init__(folder)

    def command(self) -> list[str]:
        arguments = [str(self.database), str(self.port), json.dumps(self.settings)]
        return [sys.executable, "-m", "tests.server.impatient", *arguments]

    def start(self, **more: Any) -> None:
        with self.log.open("w") as log:
            super().start(cwd=ROOT, stderr=log, **more)


def main(database: str, port: str, settings: str) -> None:
    wanted = json.loads(settings)
    if wanted["files"]:
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted["files"], wanted["files"]))
    patience = Patience(**wanted["seconds"])

    def announce(port: int) -> None:
        sys.stdout.write(f"Mille Fiori is at http://127.0.0.1:{port}/\n")
        sys.stdout.flush()

    app = make_app(database, workers=1, patience=patience)
    run(app, "127.0.0.1", int(port), announce, patience=patience, files=wanted["believes"])


if __name__ == "__main__":
    main(*sys.argv[1:])
