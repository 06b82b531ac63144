"""Who sits where: on each deal everybody once, and at every table people hold the same seats."""

from collections.abc import Sequence

from millefiori.engine.vocabulary import Seat
from millefiori.server.messages.duplicates import DuplicateTerms
from millefiori.server.refusal import Refusal

BOT = -1


def check_movement(terms: DuplicateTerms) -> None:
    """Refuse people who cannot be spread over at least two equal tables."""
    if terms.together > terms.seats or terms.people % terms.together or terms.people == terms.together:
        raise Refusal(
            "setup", "people must fill at least two tables, as many at each: change their number or the seats"
        )


def seating(terms: DuplicateTerms, deal: int) -> list[list[int]]:
    """The people by table and seat on a deal.

    From deal to deal all but the first move up in a circle, so that everybody meets other people, at the table and in
    the comparison; and the seats move on by one.
    """
    others = list(range(1, terms.people))
    turn = deal % len(others)
    order = [0, *others[turn:], *others[:turn]]
    count = terms.people // terms.together
    tables = [[BOT] * terms.seats for _ in range(count)]
    for place in range(terms.together):
        row = order[place * count : (place + 1) * count]
        for table, person in zip(tables, row if place % 2 == 0 else reversed(row), strict=True):
            table[(place + deal) % terms.seats] = person
    return tables


def seat_of(person: int, tables: Sequence[Sequence[int]]) -> tuple[int, Seat]:
    """The table and seat of a person."""
    return next((number, table.index(person)) for number, table in enumerate(tables) if person in table)
