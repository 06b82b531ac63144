"""Measure the page's animations on a processor four times slower, over a whole game, and write benchmarks/page.md.

Four people without bots play over the wire, as fast as a page can show it; the page watches. `--quick` plays two rounds
and writes nothing.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.server.company import Company
from tests.server.serving import OPEN, Server

RESULTS = Path(__file__).parent / "page.md"
FLAGS = ["--no-sandbox", "--disable-gpu"]
SLOWER = 4
"""How many times slower the processor seems to the page."""
ALL = 100
"""Rounds; no game has so many."""
LONG = 50
"""Milliseconds: a longer frame is seen as a hitch."""

# The time between two frames while something moves, and what the page itself computed in long ones.
WATCH = """
window.frames_ms = []; window.long_ms = [];
let last = 0;
const tick = (now) => {
  const isMoving = document.querySelector(".motion > *, .celebration");
  if (isMoving && last) frames_ms.push(now - last);
  last = isMoving ? now : 0;
  requestAnimationFrame(tick);
};
requestAnimationFrame(tick);
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const work = entry.scripts.reduce((sum, script) => sum + script.duration, 0);
    long_ms.push([entry.duration, work, entry.startTime + entry.duration - entry.styleAndLayoutStart]);
  }
}).observe({ type: "long-animation-frame", buffered: true });
localStorage.setItem("millefiori.settings", JSON.stringify({ speed: "SPEED", sound: false }));
"""
HOW = """\
`python -m benchmarks.page`: a game of four people, {rounds}, watched in Chromium without a window and without a
graphics card (the processor draws every pixel), the page's processor slowed down {slower} times. A frame is the time
from one animation frame to the next while something moves; the goal is none over {long} ms. *Page* counts the frames
in which the page's own scripts ran for longer than that, moving or not, as Chromium's long animation frames report it.
{cores} cores; the load average was {load} before and {later} afterwards, and anything above 1 was other work.
"""


def watch(page: Page, server: Server, table: Company, rounds: int) -> dict[str, Any]:
    """Play on until the end, or for some rounds, each event as soon as the one before is shown."""
    page.goto(f"{server.address}/play#{table.watch}")
    page.wait_for_selector("mf-game[data-mode=watch]")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    while not table.is_over and table.clients[0].position["round"] <= rounds:
        event = table.decide()
        page.wait_for_function(
            "n => { const game = document.querySelector('mf-game'); return game.state.n >= n && !game.isShowing; }",
            arg=event["n"],
            timeout=120_000,
        )
    page.wait_for_timeout(3500)  # the celebration
    found: dict[str, Any] = page.evaluate("() => ({ frames: frames_ms, long: long_ms })")
    return found


def measure(speed: str, size: tuple[int, int], rounds: int) -> dict[str, Any]:
    """Frame times at one speed and size of the window."""
    width, height = size
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        page.add_init_script(WATCH.replace("SPEED", speed))
        found = watch(page, server, Company(server, 4), rounds)
        browser.close()
        OPEN.close()
        server.stop()
    frames = found["frames"]
    cuts = quantiles(frames, n=1000, method="inclusive")
    figures = {
        "speed": speed,
        "window": f"{width} x {height}",
        "frames": len(frames),
        "median ms": cuts[499],
        "95 % ms": cuts[949],
        "99 % ms": cuts[989],
        "longest ms": max(frames),
        f"over {LONG} ms": sum(frame > LONG for frame in frames),
        f"page over {LONG} ms": sum(work > LONG for _, work, _ in found["long"]),
        "longest page ms": max((work for _, work, _ in found["long"]), default=0),
    }
    print(figures, file=sys.stderr, flush=True)
    return figures


def shown(figure: Any) -> str:
    """A figure, formatted."""
    return f"{figure:.1f}" if isinstance(figure, float) else str(figure)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two rounds, and writes nothing")
    quick = parser.parse_args().quick
    load = round(os.getloadavg()[0], 1)
    desktop, phone = (1280, 860), (390, 844)
    rows = [measure("fast", desktop, 2 if quick else ALL)] + ([] if quick else [measure("fast", phone, 2)])
    how = HOW.format(
        rounds="two rounds" if quick else "all of it, on a phone two rounds",
        slower=SLOWER,
        long=LONG,
        cores=os.cpu_count(),
        load=load,
        later=round(os.getloadavg()[0], 1),
    )
    lines = ["# The page's animations", "", how, "| " + " | ".join(rows[0]) + " |", "|" + " ---: |" * len(rows[0])]
    lines += ["| " + " | ".join(map(shown, row.values())) + " |" for row in rows]
    text = "\n".join(lines) + "\n"
    print(text)
    if not quick:
        RESULTS.write_text(text)


if __name__ == "__main__":
    main()
