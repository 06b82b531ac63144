"""Measure the web server and write benchmarks/server.json and server.md: the first page load, and many tables.

Run it on an idle machine; it takes some minutes. `--quick` is a short run that writes nothing. `--costs` measures
processor time alone, beside another version's if its folder is given: `--before ../millefiori-0.2.0`.
"""

import argparse
import json
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Any

import httpx2 as httpx
from playwright.sync_api import Browser, sync_playwright

from tests.browser.find import chromium
from tests.server.serving import OPEN, Client, Server, bearer

RESULTS = Path(__file__).parent / "server"
FLAGS = ["--no-sandbox", "--disable-gpu"]
PAUSE = 0.05
"""Seconds that a client waits after an action."""
SHORTEST = 60
"""Moves; no two-player game is shorter."""

# Presses the button of the start page as soon as it appears, then checks every frame if the hand can be clicked.
WATCH = """
window.marks = {};
const look = () => {
  const play = document.querySelector("#play"), card = document.querySelector(".hand button.card:not(.idle)");
  if (play && !marks.start) {
    marks.start = performance.now();
    play.click();
  }
  const { x, y, width, height } = card?.getBoundingClientRect() ?? {};
  if (card && card.contains(document.elementFromPoint(x + width / 2, y + height / 2))) marks.hand = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""

HOW = """\
`python -m benchmarks.server`, with `millefiori serve --thinkers 1 --pace 0` and its database on disk (every move is
synced before it is sent). Server, bots (in one process), browser and clients share {cores} cores, so these are figures
of a whole small machine. Its load average before was {load}; anything above 0 was other work.
"""
HOW_PAGE = """\
Chromium without a window, {loads} loads with an empty cache over the loopback (no network latency); the median. The
button for a game against a bot is pressed as soon as it appears. The hand can be clicked once its first card is in
place and nothing covers it. Bytes are those on the wire with headers, plus the socket's messages. The bots are already
loaded.
"""
HOW_TABLES = """\
Tables of two `casual` bots without spectators; a finished game is replaced. {seconds:.0f} seconds each. Meanwhile, two
clients play each other, pausing {pause:.0f} ms after each action: the latency is the time from sending an action until
its event arrives, which means that it is stored. A third client plays against a `casual` bot: the reply is the time
from the client's event until it can decide again, if it has to wait; the bot waits for its turn among all others.
Cores and memory are those of the server without its bots. Memory per table is the memory added, divided by all tables
opened (each stays in memory for a minute).
"""


HOW_COSTS = """\
Milliseconds of processor time (`benchmarks/moves.py`); runs of each version, taking turns: {rounds}. Other work on the
machine matters less here than for the times above; the load average before was {load}. A move is checked, carried out,
explained and encoded for the connected seats of a table of four. Stored moves are those of 400 tables of two `casual`
bots.
"""


@contextmanager
def served() -> Iterator[Server]:
    """A server with engine and bots loaded: it has finished a game between bots."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            watch = server.open("casual", "casual")["watch"]
            while server.get("/api/record", watch).status_code != 200:
                time.sleep(0.5)
            yield server
        finally:
            OPEN.close()
            server.stop()


# --- The first load of the page


def first_load(browser: Browser, server: Server) -> dict[str, float]:
    """One load with an empty cache, until the player's hand can be clicked."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    network, asked, sizes = context.new_cdp_session(page), list[str](), list[float]()
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.webSocketCreated", lambda event: asked.append(event["url"]))
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    network.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    page.add_init_script(WATCH)
    page.goto(server.address)
    page.wait_for_function("() => marks.hand", timeout=60_000)
    marks = page.evaluate("() => marks")
    context.close()
    figures = {"requests": sum(not address.startswith("data:") for address in asked), "kilobytes": sum(sizes) / 1000}
    return figures | {"ms to the start page": marks["start"], "ms to a hand that can be clicked": marks["hand"]}


def measure_page(loads: int) -> dict[str, float]:
    """The median of some loads."""
    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        found = [first_load(browser, server) for _ in range(loads)]
        browser.close()
    return {name: median(load[name] for load in found) for name in found[0]}


# --- Many tables


class Tables:
    """Tables of two bots without clients. `refill` replaces finished games."""

    def __init__(self, server: Server, number: int) -> None:
        self.database = f"file:{server.database}?mode=ro"
        self.http, self.pause = httpx.Client(base_url=server.address, timeout=60), 0.02 if number == 1 else 0.5
        self.games, self.all = dict[str, str](), set[str]()  # running games with their keys to watch; all games
        for _ in range(number):
            self.open()
            if len(self.games) % 100 == 0:
                print(f"  {len(self.games)} tables are open", file=sys.stderr, flush=True)

    def open(self) -> None:
        """Open one more table."""
        wanted = {"edition": "international", "seats": [{"kind": "bot", "level": "casual"}] * 2}
        opened = self.http.post("/api/games", json=wanted).json()
        self.games[opened["game"]] = opened["watch"]
        self.all.add(opened["game"])

    def moves(self) -> dict[str, int]:
        """Moves stored so far at these tables, by game."""
        with closing(sqlite3.connect(self.database, uri=True)) as database:
            stored = database.execute("SELECT game, count(*) FROM commands GROUP BY game")
            return {game: moves for game, moves in stored if game in self.all}

    def refill(self, end: float) -> None:
        """Replace finished games until `end`."""
        before: dict[str, int] = {}
        while time.perf_counter() < end:
            time.sleep(self.pause)
            now = self.moves()
            for game, watch in list(self.games.items()):
                still = now.get(game, 0) >= SHORTEST and now[game] == before.get(game)
                if still and self.http.get("/api/record", headers=bearer(watch)).status_code == 200:
                    del self.games[game]
                    self.open()
            before = now


def sit_down(server: Server, *seats: str) -> list[Client]:
    """A new game with a client at each seat without a bot."""
    clients = [Client(server, key, seed=seat) for seat, key in enumerate(server.open(*seats)["keys"].values())]
    for client in clients:
        client.hear_until(lambda message: message["type"] == "welcome")
    return clients


def act(client: Client) -> float:
    """Decide something; returns the seconds until its event arrives."""
    start = time.perf_counter()
    client.decide()
    client.hear_until(lambda message: message["type"] == "event" and message["seat"] == client.seat)
    return time.perf_counter() - start


def play_among_people(server: Server, end: float) -> list[float]:
    """Two clients at one table; returns the seconds per action."""
    times, clients = list[float](), list[Client]()
    while time.perf_counter() < end or len(times) < 100:  # fewer have no 99th percentile
        asked = next((client for client in clients if client.position["decides"]), None)
        if asked is None:
            clients = sit_down(server, "here", "here")
            continue
        times.append(act(asked))
        for other in clients:
            while other.n < asked.n:
                other.hear()
        time.sleep(PAUSE)
    return times


def play_against_a_bot(server: Server, end: float) -> list[float]:
    """A client against a bot; returns the seconds from each of its events until it can decide again."""
    times = list[float]()
    (client,) = sit_down(server, "here", "casual")
    while time.perf_counter() < end:
        if client.position["phase"] == "over":
            (client,) = sit_down(server, "here", "casual")
        while not client.position["decides"]:  # the bot may start
            client.hear()
        act(client)
        start, is_asked = time.perf_counter(), client.position["decides"]
        while not client.position["decides"] and client.position["phase"] != "over":
            client.hear()
        times += [] if is_asked else [time.perf_counter() - start]
        time.sleep(PAUSE)
    return times


def core_seconds(process: int) -> float:
    """Processor time that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    """Megabytes of memory that a process uses."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS:")).split()[1]) / 1000


def measure_tables(number: int, seconds: float) -> dict[str, float | None]:
    """Moves, latency and memory with this many tables."""
    with served() as server:
        process = server.process.pid if server.process else 0
        empty = resident(process)
        tables = Tables(server, number)
        with ThreadPoolExecutor(3) as pool:
            start, before, used = time.perf_counter(), sum(tables.moves().values()), core_seconds(process)
            keeping = pool.submit(tables.refill, start + seconds)
            people = pool.submit(play_among_people, server, start + seconds)
            alone = pool.submit(play_against_a_bot, server, start + seconds)
            latencies = people.result()
            after, spent = sum(tables.moves().values()), time.perf_counter() - start
            memory, used = resident(process), core_seconds(process) - used
            replies, _ = alone.result(), keeping.result()
    return {
        "tables": number,
        "moves stored per second": (after - before) / spent,
        "actions measured": len(latencies),
        "latency, mean ms": 1000 * fmean(latencies),
        "latency, 99th percentile ms": 1000 * quantiles(latencies, n=100, method="inclusive")[98],
        "bot's reply, mean ms": 1000 * fmean(replies),
        "cores used by the server": used / spent,
        "memory of the server, MB": memory,
        "moves so far per table": after / len(tables.all),
        "memory per table, KB": 1000 * (memory - empty) / len(tables.all) if number >= 100 else None,
    }


# --- Processor time, beside another version


def costs_of(root: Path) -> dict[str, float]:
    """The costs of one version, measured by the program of this one."""
    script = Path(__file__).with_name("moves.py")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(root.resolve())}
        done = subprocess.run(
            [sys.executable, script, "--costs"], cwd=folder, env=environment, stdout=subprocess.PIPE, check=True
        )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure_costs(before: Path | None, rounds: int) -> dict[str, Any]:
    """Costs of this version, and of another one in turns with it."""
    roots = {"before": before} if before else {}
    found: dict[str, list[dict[str, float]]] = {}
    load = round(os.getloadavg()[0], 1)
    for _ in range(rounds):
        for name, root in {**roots, "now": Path(__file__).parents[1]}.items():
            found.setdefault(name, []).append(costs_of(root))
            print(f"  {name}: {found[name][-1]}", file=sys.stderr, flush=True)
    means = {name: {what: fmean(run[what] for run in runs) for what in runs[0]} for name, runs in found.items()}
    return {"rounds": rounds, "load before": load, "means": means}


def costs_table(costs: dict[str, Any]) -> list[str]:
    """Costs as Markdown."""
    names = list(costs["means"])
    lines = ["| " + " | ".join(["ms of processor time", *names]) + " |", "| --- |" + " ---: |" * len(names)]
    for what in costs["means"]["now"]:
        lines.append("| " + " | ".join([what, *(f"{costs['means'][name][what]:.3g}" for name in names)]) + " |")
    return lines


# --- Results


def shown(figure: float | None) -> str:
    """A figure, formatted."""
    return "–" if figure is None else f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}"


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Rows of figures as Markdown."""
    head = ["| " + " | ".join(rows[0]) + " |", "|" + " ---: |" * len(rows[0])]
    return head + ["| " + " | ".join(map(shown, row.values())) + " |" for row in rows]


def markdown(results: dict[str, Any]) -> str:
    """The results as a page."""
    machine, options = results["machine"], results["options"]
    lines = ["# The web server", "", HOW.format(cores=machine["cores"], load=machine["load before"])]
    lines += ["## The first load, to a game against a bot", "", HOW_PAGE.format(loads=options["loads"])]
    how = HOW_TABLES.format(seconds=options["seconds"], pause=1000 * PAUSE)
    lines += [*table([results["page"]]), "", "## Many tables", "", how, *table(results["tables"])]
    if costs := results.get("costs"):
        how = HOW_COSTS.format(rounds=costs["rounds"], load=costs["load before"])
        lines += ["", "## Processor time", "", how, *costs_table(costs)]
    return "\n".join(lines) + "\n"


def write(results: dict[str, Any]) -> None:
    """Write what was measured."""
    RESULTS.with_suffix(".json").write_text(json.dumps(results, indent=1) + "\n")
    RESULTS.with_suffix(".md").write_text(markdown(results))


def measured(name: str, work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    """Measure something, and print its name before and the figures after."""
    print(name, file=sys.stderr, flush=True)
    figures = {what: figure and float(f"{figure:.4g}") for what, figure in work(*arguments).items()}
    print("  " + ", ".join(f"{what}: {shown(figure)}" for what, figure in figures.items()), file=sys.stderr)
    return figures


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run that writes nothing")
    parser.add_argument("--costs", action="store_true", help="processor time alone; the rest stays as it was written")
    parser.add_argument("--before", type=Path, help="the folder of another version, to compare processor time with")
    parser.add_argument("--rounds", type=int, default=3, help="of measuring processor time")
    given = parser.parse_args()
    results: dict[str, Any] = json.loads(RESULTS.with_suffix(".json").read_text())
    if not given.costs:
        quick = given.quick
        results["options"] = {"loads": 2 if quick else 7, "seconds": 4.0 if quick else 30.0}
        machine: dict[str, Any] = {"python": platform.python_version(), "processor": platform.machine()}
        results["machine"] = machine | {"cores": os.cpu_count(), "load before": round(os.getloadavg()[0], 1)}
        results["page"] = measured("the first load of the page", measure_page, results["options"]["loads"])
        seconds = results["options"]["seconds"]
        results["tables"] = [
            measured(f"{number} tables of bots", measure_tables, number, seconds)
            for number in ((1, 10) if quick else (1, 100, 1000))
        ]
    if not given.quick:
        results["costs"] = measure_costs(given.before, given.rounds)
        write(results)
    print(markdown(results))


if __name__ == "__main__":
    main()
