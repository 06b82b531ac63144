"""The compiler's border: `@rule`, and the few operations that plain Python and compiled code spell differently.

This is the only file that names Numba. It closes three traps once and for all:

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
from llvmlite import ir
from numba.core import cgutils as _cgutils
from numba.core import config as _config
from numba.core import types as _types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., object])

config: Any = _config  # its attributes are made at run time
types: Any = _types  # without types, like much of Numba
cgutils: Any = _cgutils
PACKAGE = Path(__file__).parents[1]
IS_COMPILED = not config.DISABLE_JIT
SLOW_DEPOSIT = {"bdver4", "znver1", "znver2"}
"""Processors that take hundreds of cycles to deposit bits (the instruction `pdep`)."""


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
    return _compile(function)


def small_rule(function: F) -> F:
    """Compile a function that becomes part of every rule that calls it, so that it costs no call."""
    return _compile(function, forceinline=True)


def parallel_rule(function: F) -> F:
    """Compile a function whose loops over `prange` run on several threads (see `use_threads`)."""
    return _compile(function, parallel=True)


def _compile(function: F, **options: Any) -> F:
    if not IS_COMPILED:
        return function
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)
    try:
        options |= {"cache": True, "error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}
        compiled: Any = numba.njit(**options)(function)
    finally:
        config.CACHE_DIR = before
    _fix_integers(compiled)
    return cast(F, compiled)


def _fix_integers(compiled: Any) -> None:
    """One integer type at the border of each rule, so that it is compiled once, whatever integers its callers have."""
    declared = [_integer(hint) for name, hint in compiled.py_func.__annotations__.items() if name != "return"]
    look_up = compiled.get_call_template

    def look_up_fixed(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        given = (types.unliteral(argument) for argument in arguments)
        fixed = (
            kind if isinstance(argument, (types.Integer, types.IntEnumMember)) else argument
            for argument, kind in zip(given, declared, strict=False)
        )
        return look_up(tuple(fixed), keywords)

    compiled.get_call_template = look_up_fixed


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


def size(spaces: int) -> int:
    """How many members a set has."""
    return int(spaces).bit_count()


def first(spaces: int) -> int:
    """The lowest member of a set that is not empty."""
    return (int(spaces) & -int(spaces)).bit_length() - 1


def nth(spaces: int, number: int) -> int:
    """The member of a set that has `number` lower ones beside it; 0 asks for the lowest."""
    for _ in range(number):
        spaces &= spaces - 1
    return first(spaces)


def word(pile: NDArray[np.uint8]) -> int:
    """Eight bytes as one number, the first byte lowest."""
    return int.from_bytes(pile.tobytes(), "little", signed=True)


def put_word(pile: NDArray[np.uint8], number: int) -> None:
    """Write a number as eight bytes, the lowest first."""
    pile[:] = np.frombuffer(int(number).to_bytes(8, "little", signed=True), np.uint8)


def nonzero(counts: NDArray[Any], begin: int) -> int:
    """Which of the counts from `begin` on are not 0, as a set; half of them are looked at."""
    return sum(1 << index for index, count in enumerate(counts[begin : begin + len(counts) // 2]) if count)


def spread(members: int, row: NDArray[np.uint8], begin: int) -> None:
    """Write a set as zeros and ones: the first 32 members, from `begin` on. (In 32 bytes at once.)"""
    row[begin : begin + 32] = [members >> bit & 1 for bit in range(32)]


def spread_wide(low: Any, high: Any, planes: NDArray[np.uint8], plane: int) -> None:
    """Write a set of two words as a plane of zeros and ones. (In 64 bytes at once.)"""
    members = (int(low) & (1 << 64) - 1) | int(high) << 64
    planes[plane] = [members >> bit & 1 for bit in range(planes.shape[1])]


def clear(record: Any, begin: int) -> None:
    """Set the fields of a record to 0, from the one that begins at byte `begin` on."""
    for name, (_, offset, *_) in record.dtype.fields.items():
        if offset >= begin:
            record[name] = 0


def copy_bytes(source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy a row of bytes onto one of the same length."""
    target[:] = source


def add_layer(below: NDArray[np.float32], weights: NDArray[np.float32], above: NDArray[np.float32]) -> None:
    """Add to `above` what a layer of a network gives: the positive numbers of `below`, times a row of weights each."""
    above += np.maximum(below, 0) @ weights


def _bits(typing: Any, number: Any) -> Any:
    return number(number), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


def _trailing_zeros(typing: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return number(number), generate


def _nth_bit(typing: Any, members: Any, number: Any) -> Any:
    """One instruction where the processor has it, and has it fast; a loop elsewhere."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        long = ir.IntType(64)
        found, left = arguments
        _, processor, features = context.codegen().magic_tuple()
        if "+bmi2" in features.split(",") and processor not in SLOW_DEPOSIT:
            kind = ir.FunctionType(long, [long, long])
            deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
            return builder.cttz(
                builder.call(deposit, [builder.shl(long(1), left), found]), ir.Constant(ir.IntType(1), 0)
            )
        rest, times = cgutils.alloca_once_value(builder, found), cgutils.alloca_once_value(builder, left)
        with cgutils.loop_nest(builder, [builder.load(times)], long):
            value = builder.load(rest)
            builder.store(builder.and_(value, builder.sub(value, long(1))), rest)
        return builder.cttz(builder.load(rest), ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64, types.int64), generate


def _load_word(typing: Any, pile: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        return builder.load(builder.bitcast(data, ir.IntType(64).as_pointer()), align=1)

    return types.int64(pile), generate


def _store_word(typing: Any, pile: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        builder.store(arguments[1], builder.bitcast(data, ir.IntType(64).as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(pile, types.int64), generate


def _nonzero_bytes(typing: Any, counts: Any, begin: Any) -> Any:
    """64 bytes at once, of which half of the counts are kept: from the lower end, or from the upper."""
    (length,) = counts.shape
    wide, half = ir.VectorType(ir.IntType(8), 64), length // 2
    assert half <= 64 <= length, "for counts by kind of card"

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        long = ir.IntType(64)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        is_upper = builder.icmp_signed("!=", arguments[1], long(0))
        source = builder.gep(data, [builder.select(is_upper, long(length - 64), long(0))])
        found = builder.load(builder.bitcast(source, wide.as_pointer()), align=1)
        members = builder.bitcast(builder.icmp_signed("!=", found, ir.Constant(wide, None)), long)
        members = builder.lshr(members, builder.select(is_upper, long(64 - half), long(0)))
        return builder.and_(members, long((1 << half) - 1))

    return types.int64(counts, types.int64), generate


def _spread_bits(typing: Any, members: Any, row: Any, begin: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[1])(context, builder, arguments[1]).data
        _store_bits(builder, arguments[0], builder.gep(data, [arguments[2]]), 32)
        return context.get_dummy_value()

    return types.void(types.int64, row, types.int64), generate


def _spread_words(typing: Any, low: Any, high: Any, planes: Any, plane: Any) -> Any:
    """Two stores of 64 bytes; the second begins before the end of the first, so that it ends where the plane ends."""
    _, width = planes.shape
    assert 64 <= width <= 128

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        long, (first_word, second_word, _, number) = ir.IntType(64), arguments
        data = context.make_array(signature.args[2])(context, builder, arguments[2]).data
        target = builder.gep(data, [builder.mul(number, long(width))])
        ends = builder.or_(builder.lshr(first_word, long(width - 64)), builder.shl(second_word, long(128 - width)))
        _store_bits(builder, first_word, target, 64)
        _store_bits(builder, ends, builder.gep(target, [long(width - 64)]), 64)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, planes, types.int64), generate


def _store_bits(builder: Any, members: Any, target: Any, count: int) -> None:
    """Write the lowest bits of a number as bytes of 0 and 1."""
    row = ir.VectorType(ir.IntType(8), count)
    if members.type.width > count:
        members = builder.trunc(members, ir.IntType(count))
    bits = builder.bitcast(members, ir.VectorType(ir.IntType(1), count))
    builder.store(builder.zext(bits, row), builder.bitcast(target, row.as_pointer()), align=1)


def _clear_bytes(typing: Any, record: Any, begin: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        length = builder.sub(ir.IntType(64)(record.size), arguments[1])
        cgutils.memset(builder, builder.gep(data, [arguments[1]]), length, 0)
        return context.get_dummy_value()

    return types.void(record, types.int64), generate


def _copy_row(typing: Any, source: Any, target: Any) -> Any:
    (length,) = source.shape
    row = ir.VectorType(ir.IntType(8), length)
    assert source.shape == target.shape and source.dtype.bitwidth == target.dtype.bitwidth == 8

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start, end = (
            builder.bitcast(context.make_array(kind)(context, builder, array).data, row.as_pointer())
            for kind, array in zip(signature.args, arguments, strict=True)
        )
        builder.store(builder.load(start, align=1), end, align=1)
        return context.get_dummy_value()

    return types.void(source, target), generate


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
        for row_number in range(inputs):
            index = ir.Constant(ir.IntType(64), row_number)
            value = builder.load(builder.gep(source, [index]))
            value = builder.select(builder.fcmp_ordered(">", value, number(0)), value, number(0))
            spread = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
            spread = builder.shuffle_vector(spread, nothing, everywhere)
            product = builder.fmul(spread, builder.load(builder.gep(rows, [index]), align=4))
            sums[row_number % 4] = builder.fadd(sums[row_number % 4], product)
        total = builder.fadd(builder.fadd(sums[0], sums[1]), builder.fadd(sums[2], sums[3]))
        builder.store(total, result, align=4)
        return context.get_dummy_value()

    return types.void(below, weights, above), generate


_count_bits: Any = intrinsic(_bits)
_count_trailing_zeros: Any = intrinsic(_trailing_zeros)
_find_nth_bit: Any = intrinsic(_nth_bit)
_read_word: Any = intrinsic(_load_word)
_write_word: Any = intrinsic(_store_word)
_find_nonzero: Any = intrinsic(_nonzero_bytes)
_write_spread: Any = intrinsic(_spread_bits)
_write_spread_wide: Any = intrinsic(_spread_words)
_clear_record: Any = intrinsic(_clear_bytes)
_copy_all_bytes: Any = intrinsic(_copy_row)
_add_layer: Any = intrinsic(_layer)


def _compiled_size(spaces: Any) -> Any:
    def compiled(spaces: Any) -> Any:
        return np.int64(_count_bits(spaces))

    return compiled


def _compiled_first(spaces: Any) -> Any:
    def compiled(spaces: Any) -> Any:
        return np.int64(_count_trailing_zeros(spaces))

    return compiled


def _compiled_nth(spaces: Any, number: Any) -> Any:
    def compiled(spaces: Any, number: Any) -> Any:
        return _find_nth_bit(spaces, number)

    return compiled


def _compiled_word(pile: Any) -> Any:
    def compiled(pile: Any) -> Any:
        return _read_word(pile)

    return compiled


def _compiled_put_word(pile: Any, number: Any) -> Any:
    def compiled(pile: Any, number: Any) -> None:
        _write_word(pile, number)

    return compiled


def _compiled_nonzero(counts: Any, begin: Any) -> Any:
    def compiled(counts: Any, begin: Any) -> Any:
        return _find_nonzero(counts, begin)

    return compiled


def _compiled_spread(members: Any, row: Any, begin: Any) -> Any:
    def compiled(members: Any, row: Any, begin: Any) -> None:
        _write_spread(members, row, begin)

    return compiled


def _compiled_spread_wide(low: Any, high: Any, planes: Any, plane: Any) -> Any:
    def compiled(low: Any, high: Any, planes: Any, plane: Any) -> None:
        _write_spread_wide(low, high, planes, plane)

    return compiled


def _compiled_clear(record: Any, begin: Any) -> Any:
    def compiled(record: Any, begin: Any) -> None:
        _clear_record(record, begin)

    return compiled


def _compiled_copy_bytes(source: Any, target: Any) -> Any:
    def compiled(source: Any, target: Any) -> None:
        _copy_all_bytes(source, target)

    return compiled


def _compiled_add_layer(below: Any, weights: Any, above: Any) -> Any:
    def compiled(below: Any, weights: Any, above: Any) -> None:
        _add_layer(below, weights, above)

    return compiled


overload(size)(_compiled_size)
overload(first)(_compiled_first)
overload(nth)(_compiled_nth)
overload(word)(_compiled_word)
overload(put_word)(_compiled_put_word)
overload(nonzero)(_compiled_nonzero)
overload(spread)(_compiled_spread)
overload(spread_wide)(_compiled_spread_wide)
overload(clear)(_compiled_clear)
overload(copy_bytes)(_compiled_copy_bytes)
overload(add_layer)(_compiled_add_layer)
