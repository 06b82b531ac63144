"""Chance: a small seeded generator (SplitMix64) that compiled code carries as one number.

Every game has its own streams, made from a seed and the game's number. So a batch gives the same games as one by one,
in any order and on any number of cores, and a seed means the same forever, whatever becomes of NumPy's generators.
"""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.layout import UInt64, layout


class Stream:
    """The state of a generator."""

    state: UInt64


STREAM = layout(Stream)
DEAL, PLAY = 0, 1
"""Purposes: the deck and the start player; the decisions of players who play at random."""

_GOLDEN = 0x9E3779B97F4A7C15
_MASK = 0xFFFFFFFFFFFFFFFF


@small_rule
def _mix(number: UInt64) -> UInt64:
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


@small_rule
def below(stream: Stream, limit: int) -> int:
    """A number from 0 to limit - 1, all equally likely (limit far below 2**32)."""
    return within(next_number(stream), limit)


@small_rule
def next_number(stream: Stream) -> int:
    """A number below 2**32."""
    stream.state = following(stream.state)
    return drawn(stream.state)


@rule
def shuffle(stream: Stream, cards: NDArray[Any]) -> None:
    """Bring the cards into a random order."""
    state = stream.state
    for index in range(len(cards) - 1, 0, -1):
        state = following(state)
        other = within(drawn(state), index + 1)
        cards[index], cards[other] = cards[other], cards[index]
    stream.state = state


# --- The same in three steps: loops that draw many numbers keep the state out of memory


@small_rule
def following(state: UInt64) -> UInt64:
    """The next state of a stream."""
    return (int(state) + _GOLDEN) & _MASK


@small_rule
def drawn(state: UInt64) -> int:
    """The random number of a state, below 2**32."""
    return int(np.int64(_mix(int(state)) >> 32))


@small_rule
def within(number: int, limit: int) -> int:
    """A random number below 2**32 as one from 0 to limit - 1."""
    return (number * int(limit)) >> 32
