"""Records from classes: every annotation of a class is a field of a NumPy record.

One declaration serves the reader, the type checker and NumPy: a field is declared as what it is for Python
(`int`, an array) together with what it is in memory (its NumPy type, or the array's shape).
"""

from typing import Annotated, Any, TypeAlias, get_args, get_type_hints

import numpy as np

Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
UInt64: TypeAlias = Annotated[int, np.uint64]
Bool: TypeAlias = Annotated[bool, np.bool_]


def layout(record: type) -> np.dtype[Any]:
    """The dtype of a record class: its annotations, base classes first."""
    return np.dtype((np.record, _struct(record)))


def _struct(record: type) -> np.dtype[Any]:
    """The fields alone: as a `np.record` they would lose their alignment inside of others."""
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"{record.__name__}.{name}: NumPy's records have an attribute of that name")
        if not get_args(hint):
            fields.append((name, _struct(hint)))
        elif isinstance(get_args(hint)[1], tuple):
            array, shape = get_args(hint)
            fields.append((name, get_args(get_args(array)[1])[0], shape))
        else:
            fields.append((name, get_args(hint)[1]))
    gap = np.dtype(fields, align=True).itemsize - _used(np.dtype(fields, align=True))
    if gap:  # padding at the end would not be copied, and equal records could differ in it
        fields.append(("padding", np.uint8, (gap,)))
    return np.dtype(fields, align=True)


def _used(dtype: np.dtype[Any]) -> int:
    return max(offset + field.itemsize for field, offset, *_ in (dtype.fields or {}).values())
