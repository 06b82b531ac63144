"""`make attack`: all attacks, one after the other; writes benchmarks/attack.md."""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.attack import faults, floods, fuzz, kills, twins
from millefiori.warmup import is_complete
from tests.server.serving import OPEN, Server

RESULTS = Path(__file__).parents[1] / "attack.md"
HEADING = """# Attacks

`make attack`: attacks on a server of our own, all on loopback ({machine}).

## Floods

Eight strangers, each from an address of its own, against the default limits of a public server; beside them an honest
table with a casual bot. An attempt is refused with a reason, ends with its connection (closed), gets no answer in time,
or is served; some are cancelled when the stranger leaves. The goal: an honest p99 under 200 ms, and the bot's under
3 s. The last column is the load of the machine before each flood: if it is busy,
compare with the lines without a flood."""


@contextmanager
def private_server() -> Iterator[Server]:
    """A server without limits, stopped at the end."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            OPEN.close()
            server.kill()


def warm_up() -> None:
    """Let a server run until it remembers that all is compiled: in its first minute it is busy with that."""
    with private_server() as server:
        server.wait_for_bots()
        while not is_complete():
            time.sleep(0.1)


def main() -> None:
    """Attack and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=floods.SECONDS, help="for each flood")
    parser.add_argument("--kills", type=int, default=12, help="while people play")
    parser.add_argument("--starts", type=int, default=8, help="killed while the server starts")
    parser.add_argument("--people", type=int, default=2000, help="who come back after a restart")
    parser.add_argument("--twins", type=int, default=120, help="pairs of games that are compared")
    parser.add_argument("--fuzz", type=int, default=4000, help="damaged messages; half as many bodies")
    options = parser.parse_args()
    warm_up()
    begin = time.perf_counter()
    lines = list(floods.HEADING)
    print("floods", flush=True)
    for name in ("", *floods.FLOODS, ""):
        busy = os.getloadavg()[0]
        lines.append(f"{floods.measure(name, options.seconds)} {busy:.1f} |")
        print(lines[-1], flush=True)

    def add(heading: str, *more: str) -> None:
        lines.extend(["", f"## {heading}", "", *more])
        print("\n".join(more), flush=True)

    with tempfile.TemporaryDirectory() as folder:
        add("Twins", twins.measure(Path(folder), options.twins))
    with private_server() as server:
        add("Fuzz", fuzz.measure(server, options.fuzz, options.fuzz // 2))
    with private_server() as server:
        add("Faults of disk and database", *faults.HEADING, *faults.run(server))
    add("Kills", kills.measure(options.kills, options.starts), "", kills.measure_coming_back(options.people))
    machine = f"{os.cpu_count()} cores, {time.perf_counter() - begin:.0f} s in all"
    RESULTS.write_text("\n".join([HEADING.format(machine=machine), "", *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
