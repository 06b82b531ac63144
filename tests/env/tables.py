"""Tables of every kind, and random play at them."""

import random
from collections.abc import Iterator

import pytest

from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.vocabulary import Seat
from millefiori.table import Table

ALL_TABLES = [(name, players) for name, edition in EDITIONS.items() for players in edition.players]
"""Every edition with every number of players that it is for."""
EVERY_TABLE = ALL_TABLES if IS_COMPILED else [("caipirinha", 2), ("german", 3)]
"""The same; uncompiled, two of them must do."""
every_table = pytest.mark.parametrize(
    ("players", "edition", "tactical"),
    [
        (players, name, tactical)
        for number, (name, players) in enumerate(EVERY_TABLE)
        for tactical in ([False, True] if name == "caipirinha" else [number % 2 == 1])
    ],
)
"""Every table, every other one tactical: an environment knows nothing of rules that could differ."""


def walk(table: Table, seed: int = 0) -> Iterator[Seat]:
    """Play at random to the end; before every action and at the end, every seat in turn is named.

    Uncompiled only before every fifth action.
    """
    chooser = random.Random(seed)
    while True:
        if IS_COMPILED or table.is_over or len(table.actions) % 5 == 0:
            yield from range(len(table.players))
        if table.is_over:
            return
        table.advance(chooser.choice(table.legal_actions()))
