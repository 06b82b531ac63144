"""The few operations that plain Python and compiled code spell differently: on sets, on bytes, on a layer of a network.

Each has a plain version, which says what it does, and machine code that rules get in its place when they are compiled.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils as _cgutils
from numba.core import types as _types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

types: Any = _types  # without types, like much of Numba
cgutils: Any = _cgutils
SLOW_DEPOSIT = {"bdver4", "znver1", "znver2"}
"""Processors that take hundreds of cycles to deposit bits (the instruction `pdep`)."""


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


def add_rows(sums: NDArray[np.float32], rows: NDArray[np.float32], numbers: NDArray[np.int16], count: int) -> None:
    """Add rows of a layer, one after the other: those of the first numbers. A number below 0 takes row -1 - n away."""
    for number in numbers[:count].tolist():
        if number < 0:
            sums -= rows[-1 - number]
        else:
            sums += rows[number]


def upper_layers(
    below: NDArray[np.float32], weights: NDArray[np.float32], bias: NDArray[np.float32], last: NDArray[np.float32]
) -> float:
    """Two layers of a network: the positive numbers of `below` times weights, and the positive ones of these again."""
    return float(np.maximum(bias + np.maximum(below, 0) @ weights, 0) @ last)


def _bits(typing: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, builder.ctpop(arguments[0]), number, types.int64)

    return types.int64(number), generate


def _trailing_zeros(typing: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return context.cast(builder, zeros, number, types.int64)

    return types.int64(number), generate


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


def _sum_rows(typing: Any, sums: Any, rows: Any, numbers: Any, count: Any) -> Any:
    """The sums stay in registers; by itself the compiler would store and load them for each row."""
    (units,) = sums.shape
    row, sign = ir.VectorType(ir.FloatType(), units), ir.IntType(16)
    nowhere, everywhere = ir.Constant(row, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), units), None)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target, table, listed = (
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args[:3], arguments[:3], strict=True)
        )
        target, table = (builder.bitcast(place, row.as_pointer()) for place in (target, table))
        before, loop, after = (builder.append_basic_block(name) for name in ("before", "rows", "after"))
        builder.branch(before)
        builder.position_at_end(before)
        start = builder.load(target, align=4)
        builder.cbranch(builder.icmp_signed(">", arguments[3], arguments[3].type(0)), loop, after)
        builder.position_at_end(loop)
        index, total = builder.phi(arguments[3].type), builder.phi(row)
        number = builder.load(builder.gep(listed, [index]))
        is_taken = builder.ashr(number, sign(15))
        place = builder.sext(builder.xor(number, is_taken), ir.IntType(64))
        found = builder.load(builder.gep(table, [place]), align=4)
        factor = builder.select(
            builder.icmp_signed("<", number, sign(0)),
            ir.Constant(ir.FloatType(), -1.0),
            ir.Constant(ir.FloatType(), 1.0),
        )
        factors = builder.insert_element(nowhere, factor, ir.IntType(32)(0))
        factors = builder.shuffle_vector(factors, nowhere, everywhere)
        following, added = builder.add(index, index.type(1)), builder.fadd(total, builder.fmul(found, factors))
        index.add_incoming(index.type(0), before)
        index.add_incoming(following, loop)
        total.add_incoming(start, before)
        total.add_incoming(added, loop)
        builder.cbranch(builder.icmp_signed("<", following, arguments[3]), loop, after)
        builder.position_at_end(after)
        sum_of_all = builder.phi(row)
        sum_of_all.add_incoming(start, before)
        sum_of_all.add_incoming(added, loop)
        builder.store(sum_of_all, target, align=4)
        return context.get_dummy_value()

    return types.void(sums, rows, numbers, types.int64), generate


def _two_layers(typing: Any, below: Any, weights: Any, bias: Any, last: Any) -> Any:
    """Whole rows as vectors that stay in registers: the compiler by itself would take their numbers one by one."""
    inputs, outputs = weights.shape
    number, row, wide = ir.FloatType(), ir.VectorType(ir.FloatType(), outputs), ir.VectorType(ir.FloatType(), inputs)
    nothing, everywhere = ir.Constant(row, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), outputs), None)

    def positive(builder: Any, vector: Any) -> Any:
        zeros = ir.Constant(vector.type, [0.0] * vector.type.count)
        return builder.select(builder.fcmp_ordered(">", vector, zeros), vector, zeros)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, rows, first_sums, factors = (
            builder.bitcast(context.make_array(kind)(context, builder, array).data, shape.as_pointer())
            for kind, array, shape in zip(signature.args, arguments, (wide, row, row, row), strict=True)
        )
        inner = cgutils.alloca_once_value(builder, positive(builder, builder.load(source, align=4)))
        values = builder.bitcast(inner, number.as_pointer())
        sums = [builder.load(first_sums, align=4), *[ir.Constant(row, [0.0] * outputs)] * 3]  # none waits for another
        for row_number in range(inputs):
            index = ir.Constant(ir.IntType(64), row_number)
            spread = builder.insert_element(nothing, builder.load(builder.gep(values, [index])), ir.IntType(32)(0))
            spread = builder.shuffle_vector(spread, nothing, everywhere)
            product = builder.fmul(spread, builder.load(builder.gep(rows, [index]), align=4))
            sums[row_number % 4] = builder.fadd(sums[row_number % 4], product)
        total = builder.fadd(builder.fadd(sums[0], sums[1]), builder.fadd(sums[2], sums[3]))
        total = builder.fmul(positive(builder, total), builder.load(factors, align=4))
        while total.type.count > 1:  # the upper half onto the lower one
            half = total.type.count // 2
            halves = (ir.VectorType(ir.IntType(32), half)(list(range(begin, begin + half))) for begin in (0, half))
            total = builder.fadd(*(builder.shuffle_vector(total, total, places) for places in halves))
        return builder.fpext(builder.extract_element(total, ir.IntType(32)(0)), ir.DoubleType())

    return types.float64(below, weights, bias, last), generate


def _calls(operation: Any) -> dict[int, Callable[..., Any]]:
    """What calls an operation, by the number of its arguments: the compiler wants them one by one."""
    return {
        1: lambda one: operation(one),
        2: lambda one, two: operation(one, two),
        3: lambda one, two, three: operation(one, two, three),
        4: lambda one, two, three, four: operation(one, two, three, four),
    }


def _compile_as(plain: Callable[..., Any], machine_code: Callable[..., Any]) -> None:
    """Rules that call the plain function get this machine code in its place when they are compiled."""
    calls = _calls(intrinsic(machine_code))
    overload(plain, strict=False)(lambda *arguments: calls[len(arguments)])


_compile_as(size, _bits)
_compile_as(first, _trailing_zeros)
_compile_as(nth, _nth_bit)
_compile_as(word, _load_word)
_compile_as(put_word, _store_word)
_compile_as(nonzero, _nonzero_bytes)
_compile_as(spread, _spread_bits)
_compile_as(spread_wide, _spread_words)
_compile_as(clear, _clear_bytes)
_compile_as(copy_bytes, _copy_row)
_compile_as(add_rows, _sum_rows)
_compile_as(upper_layers, _two_layers)
