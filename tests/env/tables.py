"""Tables of every kind, and random play at them."""

import random
from collections.abc import Iterator

from millefiori.compiled import IS_COMPILED
from millefiori.editions import EDITIONS
from millefiori.table import Table
from millefiori.vocabulary import Seat

EVERY_TABLE = [(name, players) for name, edition in EDITIONS.items() for players in edition.players]
"""Every edition with every number of players that it is for; uncompiled, two tables must do."""
if not IS_COMPILED:
    EVERY_TABLE = [("international", 2), ("caipirinha", 3 if 3 in EDITIONS["caipirinha"].players else 2)]


def walk(table: Table, seed: int = 0) -> Iterator[Seat]:
    """Play at random to the end; before every action and at the end, every seat in turn is named."""
    chooser = random.Random(seed)
    while True:
        yield from range(len(table.players))
        if table.is_over:
            return
        table.advance(chooser.choice(table.legal_actions()))
