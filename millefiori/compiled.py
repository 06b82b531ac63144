"""The compiler's border: `@rule`, and the few operations that plain Python and compiled code spell differently.

This is the only file that names Numba. Three traps are closed here once for all:

- Numba's cache does not notice changes in *other* files than the cached one, nor in data files. So the cache lives
  in a folder named after everything that decides what the machine code is: the package's sources and data, the
  versions of Numba, NumPy and Python, and whether bounds are checked.
- `NUMBA_DISABLE_JIT=1` runs the same source uncompiled, for debuggers and coverage.
- The first compilation takes a while: `is_warm` tells whether it is still to come, so that programs can say so.
"""

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import config as _config
from numba.core import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., object])

config: Any = _config  # its attributes are made at run time
PACKAGE = Path(__file__).parent
IS_COMPILED = not config.DISABLE_JIT


def compiled_sources() -> set[Path]:
    """The modules with rules in them, and all that they import: a change in others leaves the machine code as it is."""
    sources = {file: file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")}
    found: set[Path] = set()
    waiting = [file for file, text in sources.items() if re.search(r"^@(parallel_)?rule$", text, re.MULTILINE)]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            names = re.findall(r"^from millefiori\.([\w.]+) import", sources[file], re.MULTILINE)
            imported = (PACKAGE / (name.replace(".", "/") + ".py") for name in names)
            waiting += [module for module in imported if module in sources]
    return found


def fingerprint() -> str:
    """Names everything that decides what the compiled code is."""
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, platform.python_version(), str(config.BOUNDSCHECK)):
        digest.update(part.encode() + b"\0")
    for file in sorted([*compiled_sources(), *PACKAGE.glob("data/*.toml")]):
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
    """Has this version been compiled before? Says nothing of single functions."""
    return not IS_COMPILED or any(CACHE.rglob("*.nbc"))


def announce() -> None:
    """Say once, on standard error, that the first compilation is coming; silent if it is done, or told otherwise."""
    global _announced
    if not _announced and not is_warm():
        sys.stderr.write("millefiori: compiling the rules, once for this version (about 20 seconds) ...\n")
    _announced = True


_announced = False


def forget_old_caches(keep: int = 8) -> None:
    """Remove the machine code of all but the newest versions."""
    folders = sorted(CACHE.parent.glob("[0-9a-f]" * 16), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


def rule(function: F) -> F:
    """Compile a function of the engine on its first call; uncompiled under NUMBA_DISABLE_JIT=1."""
    return _compile(function, is_parallel=False)


def parallel_rule(function: F) -> F:
    """The same for a function whose loops over `prange` run on several threads (see `threads`)."""
    return _compile(function, is_parallel=True)


def _compile(function: F, is_parallel: bool) -> F:
    if not IS_COMPILED:
        return function
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy", nogil=True, parallel=is_parallel)(function))
    finally:
        config.CACHE_DIR = before


prange: type[range] = numba.prange if IS_COMPILED else range
MOST_THREADS: int = config.NUMBA_NUM_THREADS


def use_threads(number: int) -> None:
    """Run the parallel rules that this thread calls on so many threads."""
    numba.set_num_threads(number)


def size(spaces: int) -> int:
    """How many members a set has."""
    return int(spaces).bit_count()


def first(spaces: int) -> int:
    """The lowest member of a set that is not empty."""
    return (int(spaces) & -int(spaces)).bit_length() - 1


def add_layer(below: NDArray[np.float32], weights: NDArray[np.float32], above: NDArray[np.float32]) -> None:
    """Add to `above` what a layer of a network gives: the positive numbers of `below`, times a row of weights each."""
    above += np.maximum(below, 0) @ weights


def _bits(typing: Any, number: Any) -> Any:
    return number(number), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


def _trailing_zeros(typing: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return number(number), generate


def _layer(typing: Any, below: Any, weights: Any, above: Any) -> Any:
    """Whole rows as vectors: the compiler by itself would take their numbers one by one, four times as slow."""
    inputs, outputs = weights.shape
    number, row = ir.FloatType(), ir.VectorType(ir.FloatType(), outputs)
    nothing, everywhere = ir.Constant(row, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), outputs), None)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, table, target = (
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args, arguments, strict=True)
        )
        rows, result = builder.bitcast(table, row.as_pointer()), builder.bitcast(target, row.as_pointer())
        sums = [
            builder.load(result, align=4),
            *[ir.Constant(row, [0.0] * outputs)] * 3,
        ]  # four do not wait for each other
        for place in range(inputs):
            index = ir.Constant(ir.IntType(64), place)
            value = builder.load(builder.gep(source, [index]))
            value = builder.select(builder.fcmp_ordered(">", value, number(0)), value, number(0))
            spread = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
            spread = builder.shuffle_vector(spread, nothing, everywhere)
            product = builder.fmul(spread, builder.load(builder.gep(rows, [index]), align=4))
            sums[place % 4] = builder.fadd(sums[place % 4], product)
        total = builder.fadd(builder.fadd(sums[0], sums[1]), builder.fadd(sums[2], sums[3]))
        builder.store(total, result, align=4)
        return context.get_dummy_value()

    return types.void(below, weights, above), generate


_count_bits: Any = intrinsic(_bits)
_count_trailing_zeros: Any = intrinsic(_trailing_zeros)
_add_layer: Any = intrinsic(_layer)


def _compiled_size(spaces: Any) -> Any:
    def compiled(spaces: Any) -> Any:
        return np.int64(_count_bits(spaces))

    return compiled


def _compiled_first(spaces: Any) -> Any:
    def compiled(spaces: Any) -> Any:
        return np.int64(_count_trailing_zeros(spaces))

    return compiled


def _compiled_add_layer(below: Any, weights: Any, above: Any) -> Any:
    def compiled(below: Any, weights: Any, above: Any) -> None:
        _add_layer(below, weights, above)

    return compiled


overload(size)(_compiled_size)
overload(first)(_compiled_first)
overload(add_layer)(_compiled_add_layer)
