"""Install what was built as a stranger would, in an empty folder, and try every command that a stranger tries.

`python -m tools.smoke` takes the wheel and the sdist in `dist/`, on the Python that runs it (`make package`). With
versions of Python, as in `python -m tools.smoke 3.12 3.13`, it tries the wheel on the others of them, runs a few tests
there, and says which ones are missing (`make versions`).
"""

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
TESTS = ["tests/rules", "tests/editions", "tests/test_record.py", "tests/test_terminal.py"]
"""What can differ between versions of Python, and takes seconds."""


class Broken(Exception):
    """What was installed does not do what it must."""


def built(pattern: str) -> Path:
    """The one file in `dist/` of this kind."""
    found = list((ROOT / "dist").glob(pattern))
    if len(found) != 1:
        raise Broken(f"there must be one dist/{pattern}, not {len(found)}: run `make package`")
    return found[0]


def check_contents(wheel: Path, sdist: Path) -> None:
    """Everything in the package's folder is in both, and nothing else is in the wheel: no tests, no tools."""
    package = {str(file.relative_to(ROOT)) for file in (ROOT / "millefiori").rglob("*") if file.is_file()}
    package = {name for name in package if "__pycache__" not in name}
    in_wheel = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    with tarfile.open(sdist) as archive:
        in_sdist = {name.partition("/")[2] for name in archive.getnames()}
    wanted = package | {"LICENSE", "README.md", "pyproject.toml"}
    for file, wrong in ((wheel, package ^ in_wheel), (sdist, wanted - in_sdist)):
        if wrong:
            raise Broken(f"{file.name} has too much or too little: {', '.join(sorted(wrong))}")


class Stranger:
    """Somebody with a Python, an empty folder and an empty home, who installs the package."""

    def __init__(self, name: str, python: str, folder: Path, package: Path) -> None:
        self.name = name
        self.desk, self.bin = folder / "desk", folder / "venv" / "bin"
        self.desk.mkdir()
        own = {"HOME": str(folder), "MILLEFIORI_CACHE": str(folder / "cache")}
        foreign = ("PYTHON", "XDG_", "NUMBA_", "MILLEFIORI_", "VIRTUAL_ENV")  # of the developer
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(foreign)} | own
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
        self.install(str(package))

    def install(self, *packages: str) -> None:
        """As pip does it, in the versions of the constraints."""
        pip = [str(self.bin / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", str(CONSTRAINTS), *packages], check=True, cwd=self.desk)

    def report(self, *words: str) -> None:
        """What is tried now; several may be at work at the same time."""
        print(f"{self.name} $", *words, flush=True)

    def run(self, *command: str, says: str, types: str = "") -> None:
        """A command must succeed and say something."""
        self.report(*command)
        done = subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=self.desk,
            env=self.environment,
            input=types,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
        )
        if done.returncode or says not in done.stdout:
            raise Broken(f"{' '.join(command)}: exit code {done.returncode}, no {says!r} in:\n{done.stdout}")

    def test(self) -> None:
        """Some of our tests, from the checkout, uncompiled: the commands have tried the compiler."""
        pytest = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
        self.report(*pytest)
        uncompiled = self.environment | {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [self.bin / pytest[0], *pytest[1:]], cwd=ROOT, env=uncompiled, stdout=subprocess.PIPE, text=True
        )
        if done.returncode:
            raise Broken(f"{self.name}: tests fail\n{done.stdout}")

    def serve(self) -> None:
        """The server must show its page, and stop in good order."""
        command = ["millefiori", "serve", "--port", "0", "--thinkers", "1"]
        self.report(*command)
        with subprocess.Popen(
            [self.bin / command[0], *command[1:]],
            cwd=self.desk,
            env=self.environment | {"PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as server:
            assert server.stdout is not None
            try:
                said = ""
                while not (address := re.search(r"http://\S+/", said)):
                    line = server.stdout.readline()
                    if not line:
                        raise Broken(f"millefiori serve does not say where the page is:\n{said}")
                    said += line
                page = fetch(address[0])
                parts = re.findall(r'(?:src|href)="(/?[\w./-]+\.(?:js|css))"', page)
                if "<title>" not in page or not parts:
                    raise Broken(f"this is not the page:\n{page}")
                for part in parts:
                    fetch(address[0] + part.lstrip("/"))
            finally:
                server.terminate()
        if server.returncode:
            raise Broken(f"millefiori serve ends with exit code {server.returncode}")

    def try_everything(self) -> None:
        """Every command once, as short as it goes."""
        self.run("millefiori", "--version", says="millefiori, version")
        self.run("millefiori", "--help", says="Usage: millefiori")
        self.run("python", "-m", "millefiori", "--version", says="millefiori, version")
        self.run("python", "-m", "pip", "check", says="No broken requirements")
        self.run("millefiori", "simulate", "--games", "3", "--record", "games.jsonl", "--trace", says="3 games")
        self.run("millefiori", "verify", "games.jsonl", says="3 games checked, 0 differ")
        self.run("millefiori", "arena", "--bots", "greedy,random", "--games", "2", "--workers", "1", says="greedy")
        self.run("millefiori", "play", "--bot", "greedy", "--seed", "1", says="Good-bye", types="1\nq\n")
        self.serve()
        self.run("millefiori", "backup", "copy.sqlite", says="Copied")
        self.run("millefiori", "restore", "copy.sqlite", says="Restored")


def fetch(address: str) -> str:
    """What is at an address; an error that names it if there is nothing."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return str(answer.read().decode())
    except OSError as error:
        raise Broken(f"{address}: {error}") from None


def find_python(version: str) -> str | None:
    """An interpreter of this version: on the PATH, or pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for python in (f"python{version}", *map(str, pyenv.glob(f"versions/{version}.*/bin/python"))):
        try:
            said = subprocess.run([python, "--version"], capture_output=True, text=True, check=False).stdout
        except OSError:
            continue
        if said.startswith(f"Python {version}."):  # pyenv has a python3.x on the PATH even for one not in use
            return python
    return None


def try_package() -> None:
    """The wheel thoroughly; of the sdist, that it can be installed."""
    wheel, sdist = built("*.whl"), built("*.tar.gz")
    check_contents(wheel, sdist)
    with tempfile.TemporaryDirectory(prefix="millefiori-") as folder:
        Stranger("wheel", sys.executable, Path(folder), wheel).try_everything()
    with tempfile.TemporaryDirectory(prefix="millefiori-") as folder:
        Stranger("sdist", sys.executable, Path(folder), sdist).run("millefiori", "--version", says="version")


def try_version(version: str) -> str:
    """The wheel, and the tests of the rules, on a version of Python; returns what came of it."""
    python = find_python(version)
    if python is None:
        return f"Python {version}: NOT FOUND, not tried"
    with tempfile.TemporaryDirectory(prefix="millefiori-") as folder:
        stranger = Stranger(version, python, Path(folder), built("*.whl"))
        stranger.try_everything()
        stranger.install("hypothesis", "pytest")
        stranger.test()
    return f"Python {version}: works"


def main(versions: list[str]) -> None:
    """Try the package, or the given versions of Python without the one that runs this."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    try:
        if versions:
            with ThreadPoolExecutor(2) as pool:
                results = list(pool.map(try_version, [version for version in versions if version != own]))
            print(*results, sep="\n")
        else:
            try_package()
    except (Broken, subprocess.SubprocessError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
