"""Has anything become slower since the last release? `make bench-quick`, or python -m benchmarks.watch.

Every figure of `probe` is divided by its calibration, measured beside it, and compared with the same quotient of the
last release in release.json. That makes a busy machine and a slower one comparable, though not exactly: other
processors like other loops. So a fall by more than 10 % is a question, not a verdict; `benchmarks.compare` answers it
by measuring both versions in turn. `--release CHECKOUT` writes release.json anew, from a checkout of the release.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PROBE = Path(__file__).parent / "probe.py"
RELEASE = Path(__file__).parent / "release.json"
NOTABLE = 0.10
Figures = dict[str, dict[str, float]]


def probe(checkout: Path, seconds: float, names: list[str]) -> Figures:
    """The figures of a checkout, measured in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "MILLEFIORI_THREADS": "1"}
    command = [sys.executable, str(PROBE), str(seconds), *names]
    done = subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    found: Figures = json.loads(done.stdout.splitlines()[-1])
    return found


def ratios(now: Figures, before: Figures) -> dict[str, float]:
    """How much faster each figure is than before, both in terms of their calibrations."""
    return {
        name: (now[name]["rate"] / now[name]["calibration"]) / (before[name]["rate"] / before[name]["calibration"])
        for name in now
        if name in before
    }


def report(now: Figures, release: dict[str, Any]) -> str:
    """A table, and what has become slower."""
    found = ratios(now, release["figures"])
    lines = [f"{'per second, one core':44} {release['version']:>12} {'now':>12}  ratio"]
    for name, ratio in found.items():
        mark = "  slower" if ratio < 1 - NOTABLE else ""
        lines.append(
            f"{name:44} {release['figures'][name]['rate']:>12,.0f} {now[name]['rate']:>12,.0f} {ratio:6.2f}{mark}"
        )
    slower = [name for name, ratio in found.items() if ratio < 1 - NOTABLE]
    lines.append(
        f"Fell by more than {NOTABLE:.0%}: {'; '.join(slower)}."
        if slower
        else f"Nothing fell by more than {NOTABLE:.0%}."
    )
    return "\n".join(lines)


def main() -> None:
    """Measure and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="how the names of the figures begin; all without any")
    parser.add_argument("--seconds", type=float, default=0.6, help="processor time per figure")
    parser.add_argument("--release", type=Path, metavar="CHECKOUT", help="write release.json from this checkout")
    options = parser.parse_args()
    checkout = options.release.resolve() if options.release else ROOT
    now = probe(checkout, options.seconds, options.names)
    if options.release:
        about = subprocess.run(
            [sys.executable, "-c", "import millefiori; print(millefiori.__version__)"],
            env={**os.environ, "PYTHONPATH": str(checkout)},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            cwd=checkout,
        )
        RELEASE.write_text(json.dumps({"version": about.stdout.strip(), "figures": now}, indent=1) + "\n")
    print(report(now, json.loads(RELEASE.read_text())))


if __name__ == "__main__":
    main()
