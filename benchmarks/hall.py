"""Measure the hall and write benchmarks/hall.md: many people look while some gather and leave.

`--quick` is a short run that writes nothing. Times are wall-clock times of a shared machine; processor time is not.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.serving import Server, bearer

RESULTS = Path(__file__).parent / "hall.md"
ACTIVE = 40
"""People who open a table, wait a little and leave."""
TICKS = os.sysconf("SC_CLK_TCK")

COLUMNS = {
    "people who look": "{people:,}",
    "changes per second": "{changes:.0f}",
    "messages per second to each": "{messages:.1f}",
    "bytes of a message, mean": "{bytes:,.0f}",
    "delay, median ms": "{median:.0f}",
    "delay, 99th percentile ms": "{worst:.0f}",
    "cores used by the server": "{cores:.2f}",
    "µs of processor time per message sent": "{each:.0f}",
    "memory per connection, KB": "{memory:.0f}",
}
HEAD = """\
# The hall

`python -m benchmarks.hall`, with `millefiori serve --hall --workers 1` and SQLite on disk. All clients are one process
on the same machine, with real sockets; {active} of the people open a table and leave it again as fast as the server
answers, for {seconds} seconds. The delay is the time from the request until somebody who looks has the change, which is
gathered with others for up to 250 ms. Cores are the server's processor time divided by the time; its load average
before was {load:.1f}, so delays are those of a busy machine.

"""


def usage(process: int) -> tuple[float, int]:
    """Seconds of processor time so far, and kilobytes of memory."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") // 1024


class Watcher:
    """Somebody who looks, and notes when a table was first seen."""

    def __init__(self) -> None:
        self.seen: dict[str, float] = {}
        self.messages = self.bytes = 0
        self.is_noting = False

    async def look(self, server: Server, ready: asyncio.Semaphore) -> None:
        """Connect, a few at a time, and listen."""
        async with ready:
            socket = await connect(f"ws://127.0.0.1:{server.port}/ws/hall", max_queue=None, open_timeout=60)
            await socket.send('{"type": "hall"}')
            await socket.recv()
        await self.listen(socket)

    async def listen(self, socket: ClientConnection) -> None:
        """Count what comes."""
        async for message in socket:
            self.messages += 1
            self.bytes += len(message)
            if self.is_noting:
                now = time.perf_counter()
                for gathering in json.loads(message)["gatherings"]:
                    self.seen.setdefault(gathering["id"], now)


async def gather(http: httpx.AsyncClient, key: str, until: float, stored: dict[str, float]) -> int:
    """Open a table, leave it, and so on; returns how many changes that made."""
    changes, headers = 0, bearer(key)
    while time.perf_counter() < until:
        wanted, asked = {"edition": "international", "seats": 4}, time.perf_counter()
        answer = await http.post("/api/hall/gatherings", json=wanted, headers=headers)
        opened = answer.json()["gathering"]
        stored[opened] = asked
        await asyncio.sleep(0.5)
        await http.post("/api/hall/leave", json={"gathering": opened}, headers=headers)
        changes += 2
    return changes


async def measure(server: Server, keys: list[str], people: int, seconds: float) -> dict[str, Any]:
    """One row of the table."""
    assert server.process is not None
    process = server.process.pid
    before = usage(process)[1]
    ready, watchers = asyncio.Semaphore(50), [Watcher() for _ in range(people)]
    looking = [asyncio.create_task(watcher.look(server, ready)) for watcher in watchers]
    while not await asyncio.to_thread(has_all, server, people):
        await asyncio.sleep(0.5)
    await asyncio.sleep(4)
    grown = usage(process)[1] - before
    for watcher in watchers[:: max(1, people // 50)]:
        watcher.is_noting = True
    counted = sum(watcher.messages for watcher in watchers)
    http = httpx.AsyncClient(base_url=server.address, verify=False, timeout=60)
    start, used = time.perf_counter(), usage(process)[0]
    stored: dict[str, float] = {}
    changes = sum(await asyncio.gather(*(gather(http, key, start + seconds, stored) for key in keys)))
    took, cores = time.perf_counter() - start, usage(process)[0] - used
    await asyncio.sleep(1)
    sent = sum(watcher.messages for watcher in watchers) - counted
    delays = [
        1000 * (when - stored[table]) for watcher in watchers for table, when in watcher.seen.items() if table in stored
    ]
    await http.aclose()
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    cuts = quantiles(delays, n=100)
    return {
        "people": people,
        "changes": changes / took,
        "messages": sent / people / took,
        "bytes": sum(watcher.bytes for watcher in watchers) / max(1, sum(watcher.messages for watcher in watchers)),
        "median": cuts[49],
        "worst": cuts[98],
        "cores": cores / took,
        "each": 1e6 * cores / max(1, sent),
        "memory": grown / people,
    }


def has_all(server: Server, people: int) -> bool:
    """Are all of them connected?"""
    assert server.process is not None
    sockets = sum(
        os.readlink(file).startswith("socket:")
        for file in Path(f"/proc/{server.process.pid}/fd").iterdir()
        if file.is_symlink()
    )
    return sockets >= people


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    load, seconds = os.getloadavg()[0], 3.0 if quick else 15.0
    rows, titles = [], [f"| {' | '.join(COLUMNS)} |", f"|{' ---: |' * len(COLUMNS)}"]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--hall")
        try:
            keys = [
                server.post("/api/player", {"name": f"P{number}", "emblem": number}).json()["key"]
                for number in range(ACTIVE)
            ]
            for people in (50,) if quick else (100, 1000, 3000):
                row = asyncio.run(measure(server, keys, people, seconds))
                rows.append(f"| {' | '.join(COLUMNS.values())} |".format(**row))
                print(rows[-1])
        finally:
            server.stop()
    if not quick:
        RESULTS.write_text(
            HEAD.format(active=ACTIVE, seconds=int(seconds), load=load) + "\n".join([*titles, *rows]) + "\n"
        )


if __name__ == "__main__":
    main()
