"""What the first compilation costs, by function and signature, in processor time: python -m benchmarks.compiling.

Each scene is compiled in a process of its own with an empty cache. The time of a function is its own, without the
functions it calls that had to be compiled first.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict

SCENES = {
    "engine": "from millefiori.warmup import steps\nfor name, work in steps(): work()",
    "server": "from millefiori.server.thinking.preparation import pieces\nfor name, work in pieces(): work()",
    "batch": "from millefiori.env.vector import VectorEnv\n"
    "env = VectorEnv(8, players=2)\nenv.reset(seed=1)\nenv.step(env.random_actions())",
    "batch against greedy": "from millefiori.env.vector import VectorEnv\n"
    "env = VectorEnv(8, players=2, opponents='greedy')\nenv.reset(seed=1)\nenv.step(env.random_actions())",
    "gentle": "from millefiori.server.thinking.thinkers import get_ready\nget_ready('gentle')",
    "master": "from millefiori.server.thinking.thinkers import get_ready\nget_ready('master')",
}
PROBE = """
import json, sys, time
from numba.core import event

class Watch(event.Listener):
    def __init__(self):
        self.open, self.found = [], []
    def on_start(self, happening):
        self.open.append([time.process_time(), 0.0])
    def on_end(self, happening):
        start, inner = self.open.pop()
        spent = time.process_time() - start
        if self.open:
            self.open[-1][1] += spent
        function = happening.data["dispatcher"].py_func
        name = f"{function.__module__}.{function.__qualname__}"
        self.found.append((name, str(happening.data["args"]), spent - inner))

watch = Watch()
event.register("numba:compile", watch)
begin = time.process_time()
for scene in json.loads(sys.argv[1]):
    exec(scene, {})
json.dump({"total": time.process_time() - begin, "found": watch.found}, sys.stdout)
"""


def compile_scenes(names: list[str]) -> tuple[float, list[tuple[str, str, float]]]:
    """Processor time of everything, and each compiled signature with its own time."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MILLEFIORI_CACHE": folder}
        code = json.dumps([SCENES[name] for name in names])
        command = [sys.executable, "-c", PROBE, code]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    result = json.loads(done.stdout.splitlines()[-1])
    return result["total"], result["found"]


def report(names: list[str], lines: int) -> str:
    """The slowest functions."""
    total, found = compile_scenes(names)
    times: dict[str, float] = defaultdict(float)
    signatures: dict[str, set[str]] = defaultdict(set)
    for function, signature, spent in found:
        times[function] += spent
        signatures[function].add(signature)
    compiled = sum(times.values())
    text = [
        f"{' + '.join(names)}: {total:.1f} s, of which {compiled:.1f} s compile {len(found)} signatures "
        f"of {len(times)} functions"
    ]
    for function in sorted(times, key=lambda name: -times[name])[:lines]:
        text.append(f"  {times[function]:6.2f} s {len(signatures[function]):3}  {function.removeprefix('millefiori.')}")
    return "\n".join(text)


def main() -> None:
    """Print a table for each scene, or for several one after the other in one process (`engine+batch`)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", default=list(SCENES), help="any of " + ", ".join(SCENES))
    parser.add_argument("--lines", type=int, default=30)
    options = parser.parse_args()
    for scene in options.scenes:
        print(report(scene.split("+"), options.lines), flush=True)


if __name__ == "__main__":
    main()
