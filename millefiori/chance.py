"""Chance: a small seeded generator (SplitMix64) that compiled code carries as one number.

Every game has streams of its own, made from a seed and the game's number: a batch gives the same games as one by
one, in any order and on any number of cores, and a seed means the same for ever, whatever NumPy's generators become.
"""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.compiled import rule
from millefiori.layout import UInt64, layout


class Stream:
    """The state of a generator."""

    state: UInt64


STREAM = layout(Stream)
DEAL, PLAY = 0, 1
"""Purposes: the deck and the start player; the choices of players who play at random."""

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = 0xFFFFFFFFFFFFFFFF


@rule
def _mix(number: int) -> int:
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


@rule
def seed_stream(stream: Stream, seed: int, number: int, purpose: int) -> None:
    """Begin a stream for the `number`-th game of a seed."""
    game = (int(np.uint64(number)) * _GOLDEN) & _MASK
    stream.state = _mix(_mix(_mix(int(np.uint64(seed))) ^ game) ^ int(np.uint64(purpose)))


def new_stream(seed: int, number: int = 0, purpose: int = DEAL) -> Stream:
    """A stream for use from Python."""
    stream = cast(Stream, np.zeros(1, STREAM)[0])
    seed_stream(stream, seed, number, purpose)
    return stream


@rule
def below(stream: Stream, limit: int) -> int:
    """A number from 0 to limit - 1, all equally likely (limit far below 2**32)."""
    state = (int(stream.state) + _GOLDEN) & _MASK
    stream.state = state
    return int((np.int64(_mix(state) >> 32) * limit) >> 32)


@rule
def shuffle(stream: Stream, cards: NDArray[Any]) -> None:
    """Bring the cards into a random order."""
    for place in range(len(cards) - 1, 0, -1):
        other = below(stream, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
