"""What scores are worth: against the other seats of a table, and against those who held the same cards elsewhere."""

from collections.abc import Sequence

from millefiori.engine.vocabulary import Seat


def margin(scores: Sequence[int], seat: Seat) -> float:
    """The seat's score minus the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def against_the_field(values: Sequence[float]) -> list[float]:
    """Each value minus the mean of the others, as bridge compares tables: they add up to zero. Alone, it is zero."""
    if len(values) < 2:
        return [0.0] * len(values)
    return [value - (sum(values) - value) / (len(values) - 1) for value in values]
