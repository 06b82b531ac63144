"""What one seat sees and may do, for environments of single games: one compiled call that fills new arrays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.actions import ACTIONS
from millefiori.engine.compiled import rule
from millefiori.engine.layout import array_of
from millefiori.engine.rules.flow import list_legal
from millefiori.engine.state import LEGAL, Games, Lists
from millefiori.engine.view import View
from millefiori.env.observation import HIGH, OBSERVATION, SIZE, write_observation

_HIGHEST = HIGH.astype(np.float32)


def sight(seen: View, actions: int = ACTIONS) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """A view as floats from 0 to 1, and a mask with a 1 for every legal action of its seat; both are yours to keep."""
    numbers, mask = np.empty(SIZE, np.float32), np.zeros(actions, np.int8)
    write_sight(array_of(seen), *_row(), numbers, np.empty(1, LEGAL), mask)
    return numbers, mask


def write_scaled(seen: View, numbers: NDArray[np.float32]) -> None:
    """Write a view as floats from 0 to 1."""
    write_sight(array_of(seen), *_row(), numbers, np.empty(1, LEGAL), np.zeros(ACTIONS, np.int8))


def _row() -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Room for an observation, as a record and as the same bytes."""
    memory = bytearray(SIZE)
    return np.ndarray(1, OBSERVATION, memory), np.ndarray(SIZE, np.uint8, memory)


@rule
def write_sight(
    views: Games,
    rows: NDArray[Any],
    row_bytes: NDArray[np.uint8],
    numbers: NDArray[np.float32],
    lists: Lists,
    mask: NDArray[np.int8],
) -> None:
    """Write the first view into the numbers, and into the mask, which has only zeros yet, what its seat may do."""
    seen, legal = views[0], lists[0]
    write_observation(seen, seen.seen_by, rows[0])
    for index in range(SIZE):
        numbers[index] = np.float32(row_bytes[index]) / _HIGHEST[index]
    if seen.seen_by == seen.to_act:
        for number in range(list_legal(seen, legal)):
            mask[legal.actions[number]] = 1
