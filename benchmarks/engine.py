"""Measure the engine on one core and write benchmarks/results.json and results.md.

Run `make bench`. `--features` also measures the cost of single features: it removes one feature from a copy of the
package, then measures both in turn several times, so that noise affects both alike.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results.json"
ROUNDS = 3

# name, file, the lines with the feature, the same lines without it
FEATURES = [
    (
        "reasons for every point",
        "engine/rules/diamonds.py",
        "    game.points[seat, reason] += points\n",
        "",
    ),
    (
        "played cards by kind (for views)",
        "engine/rules/flow.py",
        "    game.discarded[card] += 1\n",
        "",
    ),
    (
        "neutral diamonds",
        "engine/rules/diamonds.py",
        "    spaces = game.diamonds[NEUTRAL, area]\n",
        "    spaces = game.diamonds[0, area]\n",
    ),
    (
        "sorted hands",
        "engine/rules/rounds.py",
        "        sort_hand(game.hand[player])\n",
        "",
    ),
]
# The other way round, what tables and sets save: name, file, the fast form, the plain form
SAVINGS = [
    (
        "a table of supported spaces instead of a scan of the pyramid",
        "engine/rules/townspeople.py",
        "    return SUPPORTED[filled(game, pyramid)] & free(game, pyramid)\n",
        "    spaces = BASE\n"
        "    for space in range(FIRST[pyramid], FIRST[pyramid] + 12):\n"
        "        below = BELOW[space]\n"
        "        if below and filled(game, pyramid) & below == below:\n"
        "            spaces |= BIT[space]\n"
        "    return spaces & free(game, pyramid)\n",
    ),
    (
        "groups as sets instead of a scan of the workshops",
        "engine/rules/workshops.py",
        "    while edge:\n"
        "        reached = NEIGHBOURS[FIRST[Area.WORKSHOPS] + first(edge)] & own & ~connected\n"
        "        connected |= reached\n"
        "        edge = edge & (edge - 1) | reached\n"
        "    return connected\n",
        "    while edge:\n"
        "        edge = 0\n"
        "        for cell in range(30):\n"
        "            if connected & BIT[cell]:\n"
        "                edge |= NEIGHBOURS[cell] & own & ~connected\n"
        "        connected |= edge\n"
        "    return connected\n",
    ),
]
EXTRA_IMPORTS = {
    "engine/rules/townspeople.py": (
        "from millefiori.engine.board import (\n",
        "from millefiori.engine.board import (\n    BELOW,\n    FIRST,\n",
    ),
}


def games_per_second(package_parent: Path) -> float:
    """Four-player games per second with the package in a folder, measured in a separate process."""
    script = "from millefiori.arena.speed import measure; import json; print(json.dumps(measure(1.0, lambda: None)))"
    environment = {**os.environ, "PYTHONPATH": str(package_parent)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=package_parent, env=environment, check=True, capture_output=True, text=True
    )
    return float(json.loads(done.stdout)["random_games_per_second_best_run"]["4"])


def variant(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the package with one piece of source replaced."""
    shutil.copytree(ROOT / "millefiori", folder / "millefiori", ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "millefiori" / file
    source = path.read_text(encoding="utf-8")
    if source.count(old) != 1:
        raise SystemExit(f"{file} has changed: it contains {old!r} {source.count(old)} times instead of once")
    source = source.replace(old, new)
    if file in EXTRA_IMPORTS:
        source = source.replace(*EXTRA_IMPORTS[file])
    path.write_text(source, encoding="utf-8")
    return folder


def feature_costs() -> dict[str, float]:
    """The time per game with each feature relative to the time without it (or with the plain form), in per cent."""
    costs = {}
    with tempfile.TemporaryDirectory() as temporary:
        for number, (name, file, old, new) in enumerate([*FEATURES, *SAVINGS]):
            without = variant(Path(temporary) / str(number), file, old, new)
            ratios = [games_per_second(without) / games_per_second(ROOT) for _ in range(ROUNDS)]
            costs[name] = round(100 * (median(ratios) - 1), 1)
            print(f"{name}: {costs[name]:+.1f} %", flush=True)
    return costs


def markdown(results: dict[str, object]) -> str:
    """The results as a page."""
    figures: dict[str, dict[str, float]] = results["engine"]  # type: ignore[assignment]
    lines = [
        "# Engine benchmark",
        "",
        "Uniformly random games, international edition, inside compiled code, one core; written by `make bench`.",
        "",
        "| players | games/s (median) | games/s (best run) | decisions/s (median) |",
        "| --- | --- | --- | --- |",
    ]
    for players in ("2", "3", "4"):
        rate, best = figures["random_games_per_second"][players], figures["random_games_per_second_best_run"][players]
        lines.append(f"| {players} | {rate:,} | {best:,} | {figures['decisions_per_second'][players]:,} |")
    lines += ["", "| step | nanoseconds |", "| --- | --- |"]
    lines += [f"| {name} | {cost} |" for name, cost in figures["nanoseconds"].items()]
    costs: dict[str, float] = results.get("features", {})  # type: ignore[assignment]
    if costs:
        lines += [
            "",
            "What features cost and tables save: the time of a four-player game with them, relative to without.",
            "",
        ]
        lines += [
            "| feature | time |",
            "| --- | --- |",
            *(f"| {name} | {cost:+.1f} % |" for name, cost in costs.items()),
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", action="store_true", help="also measure what single features cost (15 minutes)")
    parser.add_argument("--seconds", type=float, default=5.0, help="time per figure")
    options = parser.parse_args()
    from millefiori.arena.speed import measure, report

    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results["engine"] = measure(options.seconds, lambda: None)
    print(report(results["engine"]))
    if options.features:
        results["features"] = feature_costs()
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    RESULTS.with_suffix(".md").write_text(markdown(results), encoding="utf-8")


if __name__ == "__main__":
    main()
