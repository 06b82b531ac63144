"""Faults of disk, database and processes, for real: each is refused by its name, and the others play on."""

import contextlib
import os
import resource
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.server.serving import Client, Server

NEW = {"edition": "international", "seats": [{"kind": "here"}, {"kind": "here"}]}
HEADING = ["| fault | meanwhile | afterwards |", "| --- | --- | --- |"]


def answer(server: Server) -> str:
    """What happens to a new game, and after how long."""
    start = time.perf_counter()
    response = server.post("/api/games", NEW)
    what = "served" if response.status_code == 201 else f"{response.json()['code']} {response.status_code}"
    return f"{what} in {1000 * (time.perf_counter() - start):.0f} ms"


def reading(server: Server, key: str) -> str:
    """How long somebody who comes back waits for the game."""
    start = time.perf_counter()
    client = Client(server, key)
    client.hear()
    client.socket.close()
    return f"a game is shown in {1000 * (time.perf_counter() - start):.0f} ms"


def healed(server: Server) -> str:
    """How long it takes until games can be opened again."""
    start = time.perf_counter()
    while server.post("/api/games", NEW).status_code != 201:
        assert time.perf_counter() < start + 30, "it does not heal"
        time.sleep(0.05)
    return f"served again after {1000 * (time.perf_counter() - start):.0f} ms"


@contextlib.contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file may grow."""
    assert server.process is not None
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, most))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))


@contextlib.contextmanager
def locked_file(server: Server) -> Iterator[None]:
    """Another program holds the database."""
    with contextlib.closing(sqlite3.connect(server.database, isolation_level=None, timeout=10)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextlib.contextmanager
def dead_workers(server: Server) -> Iterator[None]:
    """Every process that thinks is killed."""
    for child in server.children():
        with contextlib.suppress(OSError):
            os.kill(child, signal.SIGKILL)
    yield


FAULTS: dict[str, Callable[[Server], contextlib.AbstractContextManager[None]]] = {
    "the disk is full": full_disk,
    "another program has locked the database": locked_file,
    "all workers are killed": dead_workers,
}


def refused_start(command: list[str]) -> str:
    """What a server says that cannot start: one line."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip().replace(str(Path(command[5]).parent), "…")


def run(server: Server) -> list[str]:
    """All faults, each on a running server with games; the lines of a table."""
    played = Client(server, server.open("here", "casual")["keys"]["0"])
    played.play(3)
    damaged, lines = server.open("here", "here"), list[str]()
    for name, fault in FAULTS.items():
        with fault(server):
            felt = f"a new game: {answer(server)}; {reading(server, played.key)}"
        after = healed(server)
        played.play(2)
        lines.append(f"| {name} | {felt} | {after}; the bot plays on |")
        print(lines[-1], flush=True)
    server.kill()
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        database.execute("UPDATE games SET setup = x'ff00' WHERE id = ?", (damaged["game"],))
    server.start()
    code = Client(server, damaged["keys"]["0"]).hear()["code"]
    lines.append(f"| one row is damaged | its players: {code} | {reading(server, played.key)}, {answer(server)} |")
    lines += [f"| {name} | {said} | |" for name, said in starts(server).items()]
    return lines


def starts(server: Server) -> dict[str, str]:
    """Servers that must not start, and what they say."""
    folder = server.database.parent
    foreign = folder / "foreign.sqlite"
    with contextlib.closing(sqlite3.connect(foreign)) as database, database:
        database.execute("CREATE TABLE notes (text)")
    (folder / "text.sqlite").write_text("This is no database. " * 100)
    found: dict[str, str] = {}
    places: dict[str, Any] = {
        "a second server": server.database,
        "a folder that cannot be created": "/dev/null/games/games.sqlite",
        "the database of another program": foreign,
        "a file that is no database": folder / "text.sqlite",
    }
    for name, path in places.items():
        command = [*server.command()[:5], str(path), "--port", "0"]
        found[name] = refused_start(command)
    assert server.database.stat().st_mode & 0o777 == 0o600
    return found
