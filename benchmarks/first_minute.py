"""A cold start: how long until a table is open, a bot has answered, and the bots are compiled."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import connect


def ask(address: str, path: str, body: Any = None) -> Any:
    """An answer of the server."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address + path, data), timeout=300) as answer:
        return json.load(answer)


def first_reply(address: str, level: str) -> tuple[float, float]:
    """Seconds until the table is there, and then until the bot has kept its first card."""
    start = time.perf_counter()
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": level}]
    key = ask(address, "/api/games", {"edition": "international", "seats": seats})["keys"]["0"]
    with connect(f"ws{address.removeprefix('http')}/ws") as socket:
        socket.send(json.dumps({"type": "hello", "key": key}))
        opened = time.perf_counter()
        while True:
            message = json.loads(socket.recv(300))
            events = message.get("log", []) if message["type"] == "welcome" else [message]
            if any(event.get("seat") == 1 and event.get("kind") for event in events):
                return opened - start, time.perf_counter() - start


def spent(pid: int) -> float:
    """Seconds of processor time of a process and of those it has started: a busy machine does not change them much."""
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    started = [
        int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()
    ]
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK") + sum(map(spent, started))


def watch(server: subprocess.Popen[str], start: float, levels: list[str]) -> None:
    """Print when what is there."""
    assert server.stdout is not None
    address = server.stdout.readline().split()[-1].rstrip("/")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; page after {time.perf_counter() - start:.1f} s")
    for level in levels:
        table, reply = first_reply(address, level)
        since = time.perf_counter() - start
        print(
            f"{level:8} table {table:5.1f} s, first reply {reply:5.1f} s, {since:5.1f} s after the start;",
            f"processor time of all processes until then {spent(server.pid):5.1f} s",
            flush=True,
        )
    while (progress := ask(address, "/api/progress"))["bots"] < 1:
        time.sleep(1)
    print(f"all compiled after {time.perf_counter() - start:.1f} s: {progress}")
    print(f"processor time of all processes: {spent(server.pid):.1f} s")


def main() -> None:
    """Start a server with an empty cache and play against each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", nargs="*", default=["gentle", "casual", "skilled", "master"])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MILLEFIORI_CACHE": folder, "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "millefiori", "serve", "--port", "0"]
        start = time.perf_counter()
        server = subprocess.Popen(
            [*command, "--database", str(Path(folder) / "games.sqlite")],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        try:
            watch(server, start, arguments.levels)
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
