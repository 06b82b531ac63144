"""Measure the page's animations on a processor four times slower, and its first load; write benchmarks/page.md.

Four people without bots play over the wire, as fast as a page can show it; the page watches. `--quick` plays one round
and writes nothing.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.find import chromium
from tests.server.company import Company
from tests.server.serving import OPEN, Server

RESULTS = Path(__file__).parent / "page.md"
FLAGS = ["--no-sandbox", "--disable-gpu"]
SLOWER = 4
"""How many times slower the processor seems to the page."""
LONG = 50
"""Milliseconds: a longer frame is seen as a hitch."""
TRACED = ["disabled-by-default-devtools.timeline", "cc"]
TASK, FRAME = "RunTask", "ProxyMain::BeginMainFrame"
LOADS = 5

# The time between two frames while something moves.
WATCH = """
window.frames_ms = [];
let last = 0;
const tick = (now) => {
  const isMoving = document.querySelector(".motion > *, .celebration");
  if (isMoving && last) frames_ms.push(now - last);
  last = isMoving ? now : 0;
  requestAnimationFrame(tick);
};
requestAnimationFrame(tick);
localStorage.setItem("millefiori.settings", JSON.stringify({ speed: "fast", sound: false }));
"""

# The control: an otherwise empty page on which a square moves for a while.
CONTROL = "<!doctype html><title>control</title><div style='width:40px;height:40px;background:#8a2433'></div>"
MOVE = """(time) => new Promise((done) => {
  const frames = [], moving = document.querySelector("div").animate([{}, { transform: "translateX(300px)" }], time);
  let last = 0;
  const tick = (now) => {
    if (last) frames.push(now - last);
    last = now;
    if (moving.playState === "running") requestAnimationFrame(tick);
    else done(frames);
  };
  requestAnimationFrame(tick);
})"""

HOW = """\
`python -m benchmarks.page`: {rounds} of a game of four people, watched at the speed *fast* in Chromium without a window
and without a graphics card (the processor draws every pixel), the page's processor slowed down {slower} times. The goal
is no frame over {long} ms.

- *time* is from one animation frame to the next while something moves, as a person sees it. It depends on everything
  else that the machine does: {cores} cores, load average {load} before and {later} afterwards.
- *control* is the same for an otherwise empty page on which a square moves, in the same browser, slowed down alike,
  measured between the events of the game: what it shows is not the page's doing.
- *processor* is how long the page's main thread is busy for a frame, whether something moves or not: scripts, styles,
  layout, painting, and whatever else it does without a rest before that. Where no frame is wanted, it is the longest
  task. It is computed from Chromium's trace of a game of its own at full speed, with every task {slower} times as long
  as the processor time it took: Chromium slows a thread down by letting it spin three times as long as it ran by the
  clock, so on a busy machine the work of others would count.
"""
LOAD_HOW = """\
The first load of the start page and of the game after it, with an empty cache, from a warm server, the processor not
slowed down; headers count, too. *Playable* is when the hand can be selected after a click on *Play*; the median of
{loads}.
"""


@contextmanager
def browsing() -> Iterator[tuple[Browser, Server]]:
    """A browser, and a server with an empty database."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser, server
        browser.close()
        OPEN.close()
        server.stop()


def slow_down(page: Page) -> None:
    """Slow down its processor."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def show(page: Page, event: int) -> None:
    """Wait until an event is shown."""
    page.wait_for_function(
        "n => { const game = document.querySelector('mf-game'); return game.state.n >= n && !game.isShowing; }",
        arg=event,
        timeout=120_000,
    )


def watch(browser: Browser, server: Server, size: tuple[int, int], rounds: int) -> dict[str, list[float]]:
    """Play some rounds, each event as soon as the one before is shown; after some of them the control moves.

    Once slowed down, to see the time between frames, and once at full speed, to see what a frame takes.
    """
    times, controls, _ = play(browser, server, size, rounds, is_slow=True)
    trace = play(browser, server, size, rounds, is_slow=False)[2]
    return {"time": times, "control": controls, "processor": computed(trace)}


def play(
    browser: Browser, server: Server, size: tuple[int, int], rounds: int, *, is_slow: bool
) -> tuple[list[float], list[float], list[dict[str, Any]]]:
    """The times between frames, those of the control, and the trace."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, service_workers="block")
    page, control = context.new_page(), browser.new_context().new_page()  # a window of its own: both are in sight
    control.set_content(CONTROL)
    page.add_init_script(WATCH)
    table = Company(server, 4)
    page.goto(f"{server.address}/play#{table.watch}")
    page.wait_for_selector("mf-game[data-mode=watch]")
    if is_slow:
        slow_down(control)
        slow_down(page)
    else:
        browser.start_tracing(page=page, categories=TRACED)
    controls = list[float]()
    while not table.is_over and table.clients[0].position["round"] <= rounds:
        event = table.decide()
        show(page, event["n"])
        if event["n"] % 4 == 0:
            controls += control.evaluate(MOVE, 400)
    trace = [] if is_slow else json.loads(browser.stop_tracing())["traceEvents"]
    frames: list[float] = page.evaluate("() => frames_ms")
    context.close()
    return frames, controls, trace


def computed(trace: list[dict[str, Any]]) -> list[float]:
    """Milliseconds by frame that the main thread would be busy without a rest, if it were `SLOWER` times slower.

    A task begins when it began in the trace, or when the tasks before it are done. Where no frame comes before the next
    rest, none was wanted: one could have begun between two tasks, so the longest task counts.
    """
    found = [event for event in trace if event.get("ph") == "X" and event["name"] in (TASK, FRAME)]
    threads = Counter((event["pid"], event["tid"]) for event in found if event["name"] == FRAME)
    busiest = threads.most_common(1)[0][0]
    own = [event for event in found if (event["pid"], event["tid"]) == busiest]
    drawn = sorted(event["ts"] for event in own if event["name"] == FRAME)
    stretches, begun, end, longest = list[float](), 0.0, 0.0, 0.0
    for task in sorted((event for event in own if event["name"] == TASK), key=lambda task: task["ts"]):
        if task["ts"] > end:
            stretches.append(longest)
            begun, end, longest = task["ts"], task["ts"], 0.0
        end += SLOWER * task.get("tdur", 0)
        longest = max(longest, SLOWER * task.get("tdur", 0))
        if bisect(drawn, task["ts"]) < bisect(drawn, task["ts"] + task["dur"]):
            stretches.append(end - begun)
            begun, longest = end, 0.0
    return [stretch / 1000 for stretch in stretches if stretch > 0]


def figures(kind: str, window: str, frames: list[float]) -> dict[str, str]:
    """One row of the table."""
    cuts = quantiles(frames, n=1000, method="inclusive")
    over = sum(frame > LONG for frame in frames)
    return {
        "window": window,
        "what": kind,
        "frames": str(len(frames)),
        "median ms": f"{cuts[499]:.1f}",
        "95 % ms": f"{cuts[949]:.1f}",
        "99 % ms": f"{cuts[989]:.1f}",
        "longest ms": f"{max(frames):.1f}",
        f"over {LONG} ms": f"{over} ({over / len(frames):.1%})",
    }


def measure(size: tuple[int, int], rounds: int) -> list[dict[str, str]]:
    """Frames in one window."""
    with browsing() as (browser, server):
        found = watch(browser, server, size, rounds)
    rows = [figures(kind, f"{size[0]} x {size[1]}", frames) for kind, frames in found.items()]
    print(*rows, sep="\n", file=sys.stderr, flush=True)
    return rows


def load(browser: Browser, server: Server) -> tuple[float, float, float]:
    """Kilobytes sent for the start page and the game, and the milliseconds from a click on Play to a hand."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    received = [0.0]

    def count(event: dict[str, Any]) -> None:
        received[0] += event["encodedDataLength"] / 1000

    session.on("Network.loadingFinished", count)
    page.goto(server.address)
    page.wait_for_selector("#play")
    page.wait_for_load_state("networkidle")
    start_page = received[0]
    start = time.perf_counter()
    page.locator("#play").click()
    page.wait_for_selector(".hand button.card:not(.idle)")
    spent = 1000 * (time.perf_counter() - start)
    page.wait_for_load_state("networkidle")
    context.close()
    return start_page, received[0], spent


def measure_loads() -> dict[str, str]:
    """First loads on a warm server."""
    with browsing() as (browser, server):
        load(browser, server)  # the server compiles what it needs
        found = [load(browser, server) for _ in range(LOADS)]
    start_page, game, spent = (median(values) for values in zip(*found, strict=True))
    row = {"start page kB": f"{start_page:.0f}", "with the game kB": f"{game:.0f}", "playable ms": f"{spent:.0f}"}
    print(row, file=sys.stderr, flush=True)
    return row


def table_of(rows: list[dict[str, str]]) -> list[str]:
    """Rows as a Markdown table."""
    heads = ["| " + " | ".join(rows[0]) + " |", "|" + " ---: |" * len(rows[0])]
    return heads + ["| " + " | ".join(row.values()) + " |" for row in rows]


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round, and writes nothing")
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds to watch")
    options = parser.parse_args()
    rounds = 1 if options.quick else options.rounds
    busy = round(os.getloadavg()[0], 1)
    rows = measure((1280, 860), rounds) + ([] if options.quick else measure((390, 844), rounds))
    loads = measure_loads()
    later = round(os.getloadavg()[0], 1)
    words = f"{rounds} rounds" if rounds > 1 else "one round"
    how = HOW.format(rounds=words, slower=SLOWER, long=LONG, cores=os.cpu_count(), load=busy, later=later)
    lines = ["# The page's animations", "", how, *table_of(rows), "", "# The first load", ""]
    text = "\n".join([*lines, LOAD_HOW.format(loads=LOADS), *table_of([loads])]) + "\n"
    print(text)
    if not options.quick:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
