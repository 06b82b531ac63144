"""Records from classes: every annotation of a class is a field of a NumPy record.

One declaration serves the reader, the type checker and NumPy: a field is declared as what it is for Python
(`int`, an array) together with what it is in memory: its NumPy type, the array's shape, and the class of an array's
records.
"""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Annotated, Any, TypeAlias, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
Int64: TypeAlias = Annotated[int, np.int64]
UInt64: TypeAlias = Annotated[int, np.uint64]
Float64: TypeAlias = Annotated[float, np.float64]
Bool: TypeAlias = Annotated[bool, np.bool_]


@cache
def layout(record: type) -> np.dtype[Any]:
    """The dtype of a record class: its annotations, base classes first."""
    return named_fields(_struct(record), record)


def named_fields(struct: np.dtype[Any], home: type) -> np.dtype[Any]:
    """The dtype with a scalar type of its own, whose fields are attributes.

    NumPy's `np.record` does the same, five times as slowly. `home` keeps the type, so that records can be pickled.
    """
    names = {name: property(_getter(name, home), _setter(name)) for name in struct.names or ()}
    own = {"__slots__": (), "__module__": home.__module__, "__qualname__": f"{home.__qualname__}.Record", **names}
    home.Record = type("Record", (np.void,), own)  # type: ignore[attr-defined]
    return np.dtype((home.Record, struct))  # type: ignore[attr-defined]


def array_of(record: Any) -> NDArray[Any]:
    """An array of one that shares the record's memory: so a record is handed over to compiled code (see `calls`)."""
    home: NDArray[Any] | None = record.base
    if home is not None and home.dtype is record.dtype and home.shape == (1,):
        return home  # the usual case: a record that was made alone
    array: NDArray[Any] = record.reshape(1)
    return array


def blank_array(dtype: np.dtype[Any], length: int = 1) -> NDArray[Any]:
    """An array of zeros; `np.zeros` takes seven times as long for a record with many fields."""
    return np.ndarray(length, dtype, bytearray(length * dtype.itemsize))


def _getter(name: str, home: type) -> Callable[[Any], Any]:
    """Reads a field as what its class declares: a plain `int` or `bool`, an array, a record, or an array of records.

    NumPy's integers would be slow outside: comparing one with a member of an `IntEnum` takes four microseconds.
    """
    hint = get_type_hints(home, include_extras=True).get(name)
    if hint in (Int8, Int16, Int64, Bool):
        return lambda record: record[name].item()
    inner = hint if hint is not None and not get_args(hint) else None
    if hint is not None and len(get_args(hint)) > 2:
        inner = get_args(hint)[2]
    if inner is None:
        return itemgetter(name)
    return lambda record: record[name].view(layout(inner))


def _setter(name: str) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


def _struct(record: type) -> np.dtype[Any]:
    """The fields alone: with a scalar type of its own a record would lose its alignment inside of others."""
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if hasattr(np.void, name):
            raise TypeError(f"{record.__name__}.{name}: NumPy's records have an attribute of that name")
        if not get_args(hint):
            fields.append((name, _struct(hint)))
        elif isinstance(get_args(hint)[1], tuple):
            array, shape, *of = get_args(hint)
            fields.append((name, _struct(of[0]) if of else get_args(get_args(array)[1])[0], shape))
        else:
            fields.append((name, get_args(hint)[1]))
    gap = np.dtype(fields, align=True).itemsize - _used(np.dtype(fields, align=True))
    if gap:  # padding at the end would not be copied, and equal records could differ in it
        fields.append(("padding", np.uint8, (gap,)))
    return np.dtype(fields, align=True)


def _used(dtype: np.dtype[Any]) -> int:
    return max(offset + field.itemsize for field, offset, *_ in (dtype.fields or {}).values())
