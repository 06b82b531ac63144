"""The results as a page, and on paper what 100,000 people at once would need."""

import math
from collections.abc import Sequence
from typing import Any

from benchmarks.load.measure import CALM, SECONDS_PER_DECISION, keeps_up
from benchmarks.load.people import KINDS

MANY = 100_000
BUSY = 0.5
"""The part of a core that is planned for: the rest is for evenings, for restarts, and for a machine that fails."""
CORES, GIGABYTES, PRICE = 8, 16, 120
"""A machine for the estimate: cores of its own, memory, euros per month."""
DATABASE_PRICE = 400
"""Euros per month for a machine of PostgreSQL with two fast disks that flush safely; one more stands by."""
TRAFFIC_PRICE = 1.0
"""Euros per terabyte sent, beyond what machines include; it is the price that differs most between providers."""

HOW = f"""\
`make load`: people with real sockets play whole games through the public [protocol](../docs/protocol.md), in processes
of their own that step back for the server (nice). They choose at random, and offer compression as browsers do. Server,
bots, PostgreSQL, Redis and people share {{cores}} cores, so these are figures of one small machine with everything on
it. Its load average before each step (`load.json`), with what the steps before had left, was {{load}}: on an idle
machine it stays below the number of cores until the server is saturated, and more was other work. All moves are synced
to the disk before they are sent.

The load is open: each table has a beat, and whoever has to decide does so at the beat. A server that falls behind does
not slow the beat down, and latency (p50, p99) counts from the planned moment to the arrival of the event. The first
rate is calm: one decision per table in {SECONDS_PER_DECISION} seconds. Then it grows until the server manages less than
nine tenths of it. **Calm up to** is the highest rate with a p99 of at most {1000 * CALM:.0f} ms, **at most** the most
decisions per second that were managed at any rate. **Moves per core** are those that a worker makes per second of a
core's time, in the step in which that was most: a worker alone on its core could make so many.
"""
HOW_STEPS = """\
`cores` are those that each part uses on average. `people late` is the 99th percentile of how late the people's own
clock was: where it is high, the machine is full of people, and the latency is partly theirs.
"""


def shown(figure: float | None) -> str:
    """A figure, formatted."""
    return "–" if figure is None else f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


def sent(step: dict[str, Any]) -> int | None:
    """Bytes per move; None in a step in which games ended, of an older run, which forgot their sockets."""
    found: int = step["bytes per move"]
    return found if found > 0 else None


def calm_step(case: dict[str, Any]) -> dict[str, Any] | None:
    """The highest rate that is served quickly."""
    calm = [step for step in case["steps"] if keeps_up(step) and step["p99"] <= 1000 * CALM]
    return calm[-1] if calm else None


def bound(case: dict[str, Any], cores: int) -> str:
    """What stands in the way of more, seen in the last step."""
    last = case["steps"][-1]
    if keeps_up(last):
        return "nothing up to the highest rate tried"
    used, all_used = last["cores"], sum(last["cores"].values())
    if used["workers"] >= 0.85 * case["workers"]:
        return "the cores of the workers" if case["workers"] > 1 else "the core of the worker"
    if all_used >= 0.85 * cores:
        order = sorted(used, key=lambda name: -used[name])[:2]
        return "the machine: " + ", ".join(f"{name} {100 * used[name] / all_used:.0f} %" for name in order)
    if last["load before"] > cores + 1:
        return "other work on the machine"
    return "waiting: no core is full"


def summary(cases: list[dict[str, Any]], cores: int) -> list[str]:
    """A line for each case."""
    lines = [
        "| database | workers | people | calm: p50 ms | p99 ms | calm up to, per s | at most, per s | moves per core "
        "| KB per table | KB per socket | what bounds it |",
        "| --- |" + " ---: |" * 9 + " --- |",
    ]
    for case in cases:
        first, best = case["steps"][0], calm_step(case)
        most = max(step["decisions per second"] for step in case["steps"])
        figures = [first["p50"], first["p99"], best and best["decisions per second"], most]
        per_core = max(step["moves per second"] / (step["cores"]["workers"] or 1) for step in case["steps"])
        figures += [per_core, case["KB per table"], case["KB per socket"]]
        words = [
            case["database"],
            str(case["workers"]),
            f"{case['people']:,}",
            *map(shown, figures),
            bound(case, cores),
        ]
        lines.append("| " + " | ".join(words) + " |")
    return lines


def steps(cases: list[dict[str, Any]]) -> list[str]:
    """A line for each rate."""
    parts = ["workers", "bots", "PostgreSQL", "Redis", "people"]
    lines = [
        "| server | people | planned per s | decided per s | moves per s | p50 ms | p99 ms | bot's p99 ms | "
        + " | ".join(f"cores: {part}" for part in parts)
        + " | people late, ms | bytes per move | refused, lost |",
        "| --- |" + " ---: |" * (11 + len(parts) - 1),
    ]
    for case in cases:
        for step in case["steps"]:
            figures = [
                step[name] for name in ("rate", "decisions per second", "moves per second", "p50", "p99", "bot's p99")
            ]
            figures += [step["cores"].get(part) for part in parts] + [step["people late"], sent(step)]
            words = [f"{case['database']}, {case['workers']}", f"{case['people']:,}", *map(shown, figures)]
            lines.append("| " + " | ".join([*words, f"{step['refused']}, {step['lost']}"]) + " |")
    return lines


def basis(cases: list[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The case that an estimate rests on: tables of two, several workers, as many people as possible."""
    found = [
        (case["people"], case["workers"], number)
        for number, case in enumerate(cases)
        if case["kind"] == next(iter(KINDS)) and "PostgreSQL" in case["steps"][0]["cores"] and case["workers"] > 1
        if any(map(keeps_up, case["steps"]))
    ]
    if not found:
        return None
    case = cases[max(found)[2]]
    return case, calm_step(case) or [step for step in case["steps"] if keeps_up(step)][-1]


def paper(case: dict[str, Any], step: dict[str, Any]) -> list[str]:
    """What many people would need, by the figures of one step."""
    moves = MANY / case["people"] * case["tables"] / SECONDS_PER_DECISION
    each = {part: 1000 * used / step["moves per second"] for part, used in step["cores"].items()}
    needed = {part: moves * each[part] / 1000 / BUSY for part in ("workers", "PostgreSQL", "Redis")}
    memory = (MANY * case["KB per socket"] + MANY / case["people"] * case["tables"] * case["KB per table"]) / 1e6
    machines = math.ceil(max(needed["workers"] / CORES, memory / (GIGABYTES * BUSY)))
    redis = math.ceil(needed["Redis"])
    sent, log = moves * step["bytes per move"], moves * step["per move"]["log bytes"]
    terabytes = sent * 86_400 * 30 * BUSY / 1e12
    money = machines * PRICE + 2 * DATABASE_PRICE + redis * PRICE / CORES + terabytes * TRAFFIC_PRICE
    rows = {
        "moves per second": (
            moves,
            f"{MANY:,} people at tables of two, one decision per table in {SECONDS_PER_DECISION} s",
        ),
        "connections": (MANY, f"{MANY / machines:,.0f} per machine"),
        "worker cores": (
            needed["workers"],
            f"{each['workers']:.2f} ms of a core per move, cores {100 * BUSY:.0f} % busy; one worker for each core",
        ),
        "memory of the workers, GB": (
            memory,
            f"{case['KB per socket']:.0f} KB per socket, {case['KB per table']:.0f} KB per table",
        ),
        f"machines of {CORES} cores and {GIGABYTES} GB": (machines, "one more than needed survives the loss of one"),
        "cores of PostgreSQL": (
            needed["PostgreSQL"],
            f"{each['PostgreSQL']:.2f} ms per move; one machine, one that stands by",
        ),
        "rows written per second": (moves, "one command per move"),
        "transactions per second": (
            moves * step["per move"]["commits"],
            f"{step['per move']['commits']:.2f} per move at the measured rate; fewer when more moves share one",
        ),
        "write-ahead log, MB per second": (log / 1e6, f"{step['per move']['log bytes']:,.0f} bytes per move"),
        "commands stored, GB per day": (
            moves * step["per move"]["stored bytes"] * 86_400 * BUSY / 1e9,
            f"{step['per move']['stored bytes']:,.0f} bytes per move with the index, half of the peak all day",
        ),
        "Redis, cores": (
            needed["Redis"],
            f"{each['Redis']:.2f} ms per move; it uses one core: {redis} of them, games shared out",
        ),
        "sent to people, MB per second": (
            sent / 1e6,
            f"{step['bytes per move']:,.0f} bytes per move for all at the table",
        ),
        "euros per month": (
            money,
            f"assumed: {PRICE} a machine, {DATABASE_PRICE} a PostgreSQL, {TRAFFIC_PRICE:g} per TB of {terabytes:,.0f}",
        ),
    }
    lines = ["| for 100,000 people at once | | rests on |", "| --- | ---: | --- |"]
    return lines + [f"| {name} | {shown(value)} | {why} |" for name, (value, why) in rows.items()]


HOW_PAPER = """\
On paper: nobody has tried it. It rests on the costs per move that were measured with {workers} workers and {people:,}
people at {rate} decisions per second, in the tables above, and assumes that these costs stay the same on more machines.
What would have to be built: games shared out over several Redis servers, if one core does not suffice, and a proxy that
sends everybody at a table to the same worker, which saves most of the messages between workers. Chat, the hall and bots
come on top; bots need cores of their own, as many as people want to play against. Prices are assumptions, to be
replaced by those of a provider; the formula is in `benchmarks/load/page.py`.
"""


def not_run(results: dict[str, Any], wanted: Sequence[str]) -> list[str]:
    """What is wanted and was not measured."""
    missing = [case for case in wanted if case not in results["cases"]]
    return ["## Not run", "", *(f"- {case}" for case in missing), ""] if missing else []


def markdown(results: dict[str, Any], wanted: Sequence[str] = ()) -> str:
    """The whole page, and which of the wanted cases are not on it."""
    machine, cases = results["machine"], list(results["cases"].values())
    loads = [step["load before"] for case in cases for step in case["steps"]] or [machine["load before"]]
    lines = ["# Load", "", HOW.format(cores=machine["cores"], load=f"{min(loads)} to {max(loads)}")]
    for kind in KINDS:
        of_kind = [case for case in cases if case["kind"] == kind]
        if of_kind:
            lines += [
                f"## Tables of {kind}" if "bot" not in kind else f"## Tables of a {kind.replace('and', 'and a')}",
                "",
            ]
            lines += [*summary(of_kind, machine["cores"]), ""]
    lines += not_run(results, wanted)
    found = basis(cases)
    if found:
        case, step = found
        how = HOW_PAPER.format(workers=case["workers"], people=case["people"], rate=step["decisions per second"])
        lines += [f"## What {MANY:,} people at once would need", "", how, *paper(case, step), ""]
    if cases:
        lines += ["## All rates", "", HOW_STEPS, *steps(cases)]
    return "\n".join(lines) + "\n"
