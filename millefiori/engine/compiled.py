"""The compiler's border: `@rule`, and where its machine code is kept.

Only this file, `operations` and `parts` name Numba. It closes three traps once and for all:

- Numba's cache does not notice changes in *other* files than the cached one, nor in data files. So the cache lives
  in a folder named after everything that decides what the machine code is: the package's sources and data, the
  versions of Numba, NumPy and Python, and whether bounds are checked.
- `NUMBA_DISABLE_JIT=1` runs the same source uncompiled, for debuggers and coverage.
- The first compilation takes a while: `is_warm` says whether it is done, so that programs can announce it.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin

import numba
import numpy as np
from numba.core import config as _config
from numba.core import types as _types

from millefiori.engine.parts import PartCompiler, WholePartCompiler

F = TypeVar("F", bound=Callable[..., object])

config: Any = _config  # its attributes are made at run time
types: Any = _types  # without types, like much of Numba
PACKAGE = Path(__file__).parents[1]
IS_COMPILED = not config.DISABLE_JIT


def compiled_sources() -> set[Path]:
    """The modules that contain rules, and all that they import: changes elsewhere leave the machine code as it is."""
    sources = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    found: set[Path] = set()
    waiting = [file for file, text in sources.items() if re.search(r"^@(\w+_)?rule$", text, re.MULTILINE)]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            names = re.findall(r"^from millefiori\.([\w.]+) import", sources[file], re.MULTILINE)
            imported = (PACKAGE / (name.replace(".", "/") + ".py") for name in names)
            waiting += [module for module in imported if module in sources]
    return found


def fingerprint() -> str:
    """A hash of everything that decides what the compiled code is."""
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, platform.python_version(), str(config.BOUNDSCHECK)):
        digest.update(part.encode() + b"\0")
    for file in sorted([*compiled_sources(), *PACKAGE.glob("engine/data/*.toml")]):
        digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """The folder for this version's machine code: below MILLEFIORI_CACHE, or the user's cache folder."""
    base = os.environ.get("MILLEFIORI_CACHE")
    if base is None:
        if sys.platform == "win32":
            home = os.environ.get("LOCALAPPDATA", tempfile.gettempdir())
        elif sys.platform == "darwin":
            home = str(Path.home() / "Library" / "Caches")
        else:
            home = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
        base = str(Path(home) / "millefiori")
    folder = Path(base) / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    except OSError:  # a read-only home: compile into a temporary folder, for this run only
        return Path(tempfile.mkdtemp(prefix="millefiori-"))


CACHE = cache_folder()


def is_warm() -> bool:
    """Has this version been compiled before? Says nothing about single functions."""
    return not IS_COMPILED or any(CACHE.rglob("*.nbc"))


def announce() -> None:
    """Announce the first compilation once, on standard error; silent if it is done."""
    global _announced
    if not _announced and not is_warm():
        sys.stderr.write("millefiori: compiling the rules, once for this version (about 10 seconds) ...\n")
    _announced = True


_announced = False


def forget_old_caches(keep: int = 8) -> None:
    """Remove the machine code of all but the newest versions."""
    folders = sorted(CACHE.parent.glob("[0-9a-f]" * 16), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


def rule(function: F) -> F:
    """Compile a function of the engine on its first call; uncompiled under NUMBA_DISABLE_JIT=1."""
    return _compile(function)


def small_rule(function: F) -> F:
    """Compile a function that becomes part of every rule that calls it, so that it costs no call."""
    return _compile(function, forceinline=True)


def whole_rule(function: F) -> F:
    """Compile a function that is optimised by itself before it becomes part of others.

    For long inner loops, as in a network: lost among the code of a caller they are optimised less well, a seventh
    slower; optimised twice, compiling takes longer.
    """
    return _compile(function, WholePartCompiler)


def parallel_rule(function: F) -> F:
    """Compile a function whose loops over `prange` run on several threads (see `use_threads`)."""
    return _compile(function, parallel=True)


def _compile(function: F, part_compiler: type[PartCompiler] = PartCompiler, **options: Any) -> F:
    """Compile a function in two ways: for Python, complete and cached on disk, and as a part of other rules."""
    if not IS_COMPILED:
        return function
    options |= {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
    try:
        compiled: Any = numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before
    options |= {"no_cpython_wrapper": True, "pipeline_class": part_compiler}
    part: Any = numba.njit(**options)(function)
    _answer_rules(compiled, part)
    return cast(F, compiled)


def _answer_rules(compiled: Any, part: Any) -> None:
    """Give other rules the part, with one integer type at its border: compiled once, whatever integers callers have."""
    declared = [_integer(hint) for name, hint in compiled.py_func.__annotations__.items() if name != "return"]

    def look_up(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        given = (types.unliteral(argument) for argument in arguments)
        fixed = (
            kind if isinstance(argument, (types.Integer, types.IntEnumMember)) else argument
            for argument, kind in zip(given, declared, strict=False)
        )
        return part.get_call_template(tuple(fixed), keywords)

    compiled.get_call_template = look_up
    compiled.get_overload = part.get_overload


def _integer(hint: Any) -> Any:
    """The type of an argument that is an integer: as declared, or 64 bits."""
    if get_origin(hint) is Annotated:
        return numba.from_dtype(np.dtype(get_args(hint)[1]))
    return types.uint32 if isinstance(hint, type) and issubclass(hint, IntEnum) else types.int64


prange: type[range] = numba.prange if IS_COMPILED else range
MOST_THREADS: int = config.NUMBA_NUM_THREADS


def use_threads(number: int) -> None:
    """Let the parallel rules that this thread calls use this many threads."""
    numba.set_num_threads(number)
