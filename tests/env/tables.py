"""Tables of every kind, and random play at them."""

import random
from collections.abc import Iterator

import pytest

from millefiori.compiled import IS_COMPILED
from millefiori.editions import EDITIONS
from millefiori.table import Table
from millefiori.vocabulary import Seat

ALL_TABLES = [(name, players) for name, edition in EDITIONS.items() for players in edition.players]
"""Every edition with every number of players that it is for."""
EVERY_TABLE = ALL_TABLES if IS_COMPILED else [("caipirinha", 2), ("german", 3)]
"""The same; uncompiled, two of them must do."""
every_table = pytest.mark.parametrize(
    ("players", "edition", "tactical"),
    [(players, name, tactical) for name, players in EVERY_TABLE for tactical in (False, True)],
)
"""Every table, tactical or not."""


def walk(table: Table, seed: int = 0) -> Iterator[Seat]:
    """Play at random to the end; before every action and at the end, every seat in turn is named."""
    chooser = random.Random(seed)
    while True:
        yield from range(len(table.players))
        if table.is_over:
            return
        table.advance(chooser.choice(table.legal_actions()))
