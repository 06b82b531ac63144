"""`python -m benchmarks.attack.million`: a million hostile messages and requests, while an honest table plays.

Everything runs on this machine, at addresses that only it can reach. It works in pieces, each with a fresh server and
of a bounded time, and continues where it was stopped: what each piece found is added to `benchmarks/million.json`, and
the sum is written into `benchmarks/million.md`.
"""

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.attack.kinds import KINDS, Stranger
from benchmarks.attack.people import Felt, Player, Target, median, open_game, p99
from millefiori.bots.bot import LEVELS
from millefiori.server.thinking.thinkers import get_ready
from tests.server.serving import OPEN, Server

FOLDER = Path(__file__).parents[1]
FIGURES, RESULTS = FOLDER / "million.json", FOLDER / "million.md"
STRANGERS = 6
"""Addresses from which each kind comes at the same time."""
TABLES_OF_AN_ADDRESS = 30
"""Games that the honest player opens from an address before it takes another one: there is a limit."""
BEAT = 1.0
"""Seconds between two looks at the memory."""
REST = 2.0
"""Seconds without strangers before each kind: the server has time to give back what it can."""
PAGE = """# A million hostile messages

`python -m benchmarks.attack.million`: strangers, {strangers} addresses at a time, send all kinds of hostile messages
and requests as fast as the server answers, against the default limits of a public server with a hall. Beside them an
honest person plays against a casual bot. Everything runs on this machine ({cores} cores), strangers and honest player
included, so the honest p99 contains that they take the processor from each other; `load` is that of the machine before
each kind.
The run may be stopped and continues where it was, each piece with a fresh server.

**{sent} of {wanted} sent{missing}. Errors of the server: {errors}.** Goal: memory bounded, honest p99 under 200 ms.

An answer is a refusal with a reason, or the thing itself (accepted). Closed are connections that the server ended or
did not take; some messages on their way over them have no answer. Memory is that of the server's process in MB, looked
at once per second: before the kind, the most during it, and two seconds after it.

{heading}
{rows}

## Memory over time

MB every {every} seconds, of the server's process and of those of its bots (what they share counts for each of them):

{series}

## Why they were refused

{reasons}
"""


HEADING = [
    "| kind | sent | seconds | accepted | refused | closed | no answer | MB before, most, after "
    "| honest decisions | p50 ms | p99 ms | load |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |",
]


def main() -> None:
    """Send what is left, as long as the time allows."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--number", type=int, default=1_000_000, help="messages and requests in all, earlier runs included"
    )
    options.add_argument("--minutes", type=float, default=8.0, help="after which no more is sent in this run")
    options.add_argument("--again", action="store_true", help="forget what was measured before")
    options.add_argument("--write", action="store_true", help="write the page from what was measured, and nothing else")
    wanted = options.parse_args()
    found: list[dict[str, Any]] = json.loads(FIGURES.read_text()) if FIGURES.exists() and not wanted.again else []
    if not wanted.write and any(missing(found, wanted.number).values()):
        found.append(asyncio.run(attacked(missing(found, wanted.number), wanted.minutes)))
        FIGURES.write_text(json.dumps(found, indent=1) + "\n")
    RESULTS.write_text(page(found, wanted.number), encoding="utf-8")
    left = sum(missing(found, wanted.number).values())
    print(f"{left:,} are left" if left else "all are sent")
    if errors(found):
        raise SystemExit(f"{errors(found)} errors of the server")


def missing(found: list[dict[str, Any]], number: int) -> dict[str, int]:
    """How many of each kind are still to be sent."""
    sent = Counter[str]()
    for piece in found:
        for kind in piece["kinds"]:
            sent[kind["kind"]] += kind["answers"].get("sent", 0)
    return {name: max(0, number * share // 1000 - sent[name]) for name, (_, share) in KINDS.items()}


# --- A piece


class Look(NamedTuple):
    """The memory at a moment, in megabytes: of the server's process, and of its bots' processes."""

    at: float
    server: int
    bots: int


async def attacked(wanted: dict[str, int], minutes: float) -> dict[str, Any]:
    """One piece: a server, an honest player, and one kind after the other."""
    end = time.monotonic() + 60 * minutes
    with public_server() as server:
        stopped, looks, felt = asyncio.Event(), list[Look](), Felt()
        beside = [asyncio.create_task(watch(server, looks)), asyncio.create_task(play(server, felt, stopped))]
        while len(felt.own) < 20:  # everything is compiled, and somebody plays
            await asyncio.sleep(0.1)
        kinds = [
            await one_kind(server, number, name, count, end, looks, felt)
            for number, (name, count) in enumerate(wanted.items())
            if count and time.monotonic() < end
        ]
        stopped.set()
        await beside[1]
        beside[0].cancel()
    start = looks[0].at
    return {"kinds": kinds, "memory": [[round(look.at - start), look.server, look.bots] for look in looks]}


async def one_kind(
    server: Server, number: int, name: str, count: int, end: float, looks: list[Look], felt: Felt
) -> dict[str, Any]:
    """So many of one kind, and what the honest player felt meanwhile."""
    load, before = os.getloadavg()[0], looks[-1].server
    first, own, start = len(looks), len(felt.own), time.monotonic()
    answers = await asyncio.to_thread(send, server.port, number, name, count, end - start)
    seconds, most, times = time.monotonic() - start, max(look.server for look in looks[first - 1 :]), felt.own[own:]
    await asyncio.sleep(REST)
    figures = {
        "kind": name,
        "answers": dict(answers),
        "seconds": round(seconds, 1),
        "memory": [before, most, looks[-1].server],
        "honest": [round(each, 1) for each in times],
        "load": round(load, 1),
    }
    print(name, dict(answers), f"{seconds:.0f} s", figures["memory"], f"p99 {p99(times):.0f} ms", flush=True)
    return figures


def send(port: int, number: int, name: str, count: int, seconds: float) -> Counter[str]:
    """What became of a kind that strangers sent, in a process of their own."""
    spawn = multiprocessing.get_context("spawn")
    answers: Queue[Counter[str]] = spawn.Queue()
    process = spawn.Process(target=strangers, args=(port, number, name, count, seconds, answers), daemon=True)
    process.start()
    try:
        return answers.get(timeout=seconds + 120)
    finally:
        process.kill()
        process.join()


def strangers(port: int, number: int, name: str, count: int, seconds: float, answers: "Queue[Counter[str]]") -> None:
    """They step back for the server and the honest player: they would be elsewhere."""
    os.nice(5)
    end, (kind, _) = time.monotonic() + seconds, KINDS[name]
    shares = [count // STRANGERS + (one < count % STRANGERS) for one in range(STRANGERS)]
    crowd = [
        Stranger(Target(port), f"127.1.{number}.{one + 1}", random.Random(one), share, lambda: time.monotonic() > end)
        for one, share in enumerate(shares)
    ]

    async def attack() -> None:
        await asyncio.gather(*(kind(stranger) for stranger in crowd))

    asyncio.run(attack())
    answers.put(sum((stranger.answers for stranger in crowd), Counter[str]()))


async def play(server: Server, felt: Felt, stopped: asyncio.Event) -> None:
    """One honest game after the other."""
    game = 0
    while not stopped.is_set():
        address = f"127.0.0.{1 + game // TABLES_OF_AN_ADDRESS}"
        opened = await asyncio.to_thread(open_game, server, "here", "casual", address=address)
        await Player(server, opened["keys"]["0"], address, seed=game).play(felt, stopped.is_set)
        game += 1


async def watch(server: Server, looks: list[Look]) -> None:
    """The memory, as time passes."""
    while True:
        assert server.process is not None
        looks.append(Look(time.monotonic(), memory([server.process.pid]), memory(server.children())))
        await asyncio.sleep(BEAT)


def memory(processes: list[int]) -> int:
    """Resident memory of processes in megabytes; what they share counts for each of them."""
    total = 0
    for process in processes:
        with contextlib.suppress(OSError):
            lines = Path(f"/proc/{process}/status").read_text().splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return total // 1024


@contextlib.contextmanager
def public_server() -> Iterator[Server]:
    """A server that strangers can reach: with a hall, default limits and two processes for bots."""
    for level in LEVELS:
        get_ready(level)
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text("hall = true\n[limits]\n", encoding="utf-8")
        server = Server(Path(folder), "--settings", str(settings), "--thinkers", "2")
        try:
            yield server
        finally:
            OPEN.close()
            server.kill()


# --- The page


def errors(found: list[dict[str, Any]]) -> int:
    """Answers that no server should give."""
    return sum(kind["answers"].get("server error", 0) for piece in found for kind in piece["kinds"])


def page(found: list[dict[str, Any]], number: int) -> str:
    """What all pieces found."""
    by_kind = {name: [kind for piece in found for kind in piece["kinds"] if kind["kind"] == name] for name in KINDS}
    sent = sum(kind["answers"].get("sent", 0) for piece in found for kind in piece["kinds"])
    left = {name: count for name, count in missing(found, number).items() if count}
    not_run = "; ".join(f"{count:,} {name}" for name, count in left.items())
    every = 20
    series = "\n".join(
        f"- piece {index}: " + ", ".join(f"{server} + {bots}" for _, server, bots in piece["memory"][::every])
        for index, piece in enumerate(found, start=1)
    )
    return PAGE.format(
        heading="\n".join(HEADING),
        strangers=STRANGERS,
        cores=os.cpu_count(),
        sent=f"{sent:,}",
        wanted=f"{number:,}",
        missing=f"; not yet sent: {not_run}" if left else "",
        errors=errors(found),
        rows="\n".join(row(name, kinds) for name, kinds in by_kind.items()),
        every=every,
        series=series,
        reasons="\n".join(f"- {name}: {reasons(kinds)}" for name, kinds in by_kind.items() if kinds),
    )


OTHERS = ("sent", "accepted", "closed", "no answer")


def row(name: str, kinds: list[dict[str, Any]]) -> str:
    """A kind, over all pieces."""
    if not kinds:
        return f"| {name} | not run |" + " |" * 10
    answers = sum((Counter(kind["answers"]) for kind in kinds), Counter[str]())
    honest = [time for kind in kinds for time in kind["honest"]]
    refused = sum(count for answer, count in answers.items() if answer not in OTHERS)
    seconds, load = sum(kind["seconds"] for kind in kinds), max(kind["load"] for kind in kinds)
    before, most, after = kinds[0]["memory"][0], max(kind["memory"][1] for kind in kinds), kinds[-1]["memory"][2]
    counts = f"{answers['accepted']:,} | {refused:,} | {answers['closed']:,} | {answers['no answer']:,}"
    felt = f"{len(honest)} | {median(honest):.0f} | {p99(honest):.0f}"
    return f"| {name} | {answers['sent']:,} | {seconds:.0f} | {counts} | {before}, {most}, {after} | {felt} | {load} |"


def reasons(kinds: list[dict[str, Any]]) -> str:
    """The codes of refusals and how often each came."""
    answers = sum((Counter(kind["answers"]) for kind in kinds), Counter[str]())
    found = [f"{code} {count:,}" for code, count in answers.most_common() if code not in OTHERS]
    return ", ".join(found) or "none was refused"


if __name__ == "__main__":
    main()
