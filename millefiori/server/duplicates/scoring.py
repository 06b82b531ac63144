"""The comparison: everybody against those who held the same cards at the other tables."""

from collections.abc import Sequence

from millefiori.arena.margins import against_the_field, margin
from millefiori.server.duplicates.keeping import Result
from millefiori.server.messages.duplicates import DuplicateDeal, DuplicateTotal


def margins(result: Result) -> list[float]:
    """By seat; none for an abandoned table."""
    return [margin(result.scores, seat) for seat in range(len(result.scores))]


def compared(results: Sequence[Result]) -> list[list[float | None]]:
    """By table and seat: the margin against the field. Tables that were abandoned are no part of it.

    Whoever let a bot play on gets no more than nothing for what the bot has made of it.
    """
    played = [result for result in results if result.scores]
    fields = [against_the_field(values) for values in zip(*map(margins, played), strict=True)]
    by_table = iter(zip(*fields, strict=True)) if fields else iter(())
    return [_by_seat(result, next(by_table)) if result.scores else [] for result in results]


def _by_seat(result: Result, values: Sequence[float]) -> list[float | None]:
    return [min(0.0, value) if seat in result.stood_in else value for seat, value in enumerate(values)]


def totals(people: int, deals: Sequence[DuplicateDeal]) -> list[DuplicateTotal]:
    """Everybody's sum over the deals that are over, the best first."""
    sums: dict[int, list[float]] = {person: [] for person in range(people)}
    for table in (table for deal in deals if deal.is_over for table in deal.tables):
        for person, value in zip(table.people, table.compared, strict=False):
            if person in sums and value is not None:
                sums[person].append(value)
    found = [DuplicateTotal(person, round(sum(values), 6), len(values)) for person, values in sums.items()]
    return sorted(found, key=lambda total: -total.points)
