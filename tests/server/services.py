"""Real servers that a fleet needs, started for a test in a folder of their own: PostgreSQL and Redis.

PostgreSQL refuses to run as root; started by root, it runs as the user `postgres` or `nobody`.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg


class Missing(Exception):
    """The programs of a server are not on this machine."""


def program(name: str, *folders: str) -> str:
    """Where a program is: in the path, or in a folder in which Debian puts it."""
    places = [str(place) for folder in folders for place in sorted(Path("/").glob(folder), reverse=True)]
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        raise Missing(f"{name} was not found: run `make services`, or install it")
    return found


def until(works: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait until something works."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            works()
            return
        except Exception:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


class Service:
    """A server in a folder of its own. `kill` is SIGKILL; `start` again continues with the same data."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="millefiori-"))
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """What starts it."""
        raise NotImplementedError

    def check(self) -> object:
        """Fails until the server answers."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """How it is started."""
        return {}

    def start(self) -> None:
        log = (self.folder / "log").open("ab")
        with log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **self.options()
            )
        until(self.check)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)

    def kill(self) -> None:
        """With all its processes: they lead groups of their own, and would serve on for a moment."""
        assert self.process is not None
        shown = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        parents = [line.split() for line in shown.splitlines()]
        children = [child for child, parent in parents if parent == str(self.process.pid)]
        for number in (self.process.pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self.process.wait(30)

    def restart(self) -> None:
        self.stop()
        self.start()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """PostgreSQL at a socket in its folder. Every test gets a schema of its own."""

    def __init__(self, *settings: str) -> None:
        initdb, self.program = (program(name, "usr/lib/postgresql/*/bin") for name in ("initdb", "postgres"))
        super().__init__()
        self.settings, self.schemas = settings, 0
        if os.getuid() == 0:
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        make = [initdb, "-D", str(self.folder / "data"), "-U", "florian", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.options())
        self.start()

    @property
    def user(self) -> str:
        """Whom it runs as."""
        with contextlib.suppress(KeyError):
            return pwd.getpwnam("postgres").pw_name
        return "nobody"

    def options(self) -> dict[str, Any]:
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        return {"env": environment, **({"user": self.user} if os.getuid() == 0 else {})}

    def command(self) -> list[str]:
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=50", *self.settings]
        return [self.program, "-D", str(self.folder / "data"), *(word for each in settings for word in ("-c", each))]

    def check(self) -> object:
        return self.ask("SELECT 1")

    def ask(self, sql: str) -> Any:
        with psycopg.connect(self.address(), autocommit=True) as connection:
            rows = connection.execute(sql.encode())
            return rows.fetchall() if rows.description else None

    def address(self, schema: str = "public") -> str:
        """A URL as for `--database`."""
        options = quote(f"-csearch_path={schema}", safe="")
        return f"postgresql:///postgres?host={quote(str(self.folder), safe='')}&user=florian&options={options}"

    def new(self) -> str:
        """The address of an empty database."""
        self.schemas += 1
        self.ask(f"CREATE SCHEMA test_{self.schemas}")
        return self.address(f"test_{self.schemas}")


class Redis(Service):
    """Redis (or Valkey) on a free port, without a file."""

    def __init__(self) -> None:
        self.program = shutil.which("valkey-server") or program("redis-server")
        super().__init__()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    @property
    def address(self) -> str:
        """A URL as for `--broker`."""
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    def check(self) -> object:
        with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
            connection.sendall(b"PING\r\n")
            if connection.recv(100) != b"+PONG\r\n":
                raise OSError("it does not answer yet")
        return True
