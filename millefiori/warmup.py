"""The first compilation, once per version, in pieces that a progress bar can show."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np

from millefiori.engine.calls import apply, legal_actions
from millefiori.engine.chance import DEAL, PLAY, new_stream, seed_stream
from millefiori.engine.compiled import CACHE, IS_COMPILED
from millefiori.engine.playouts import random_games
from millefiori.engine.state import GAME
from millefiori.engine.view import redeal
from millefiori.explain.outcome import preview
from millefiori.explain.previews import best_previews
from millefiori.table import Table

COMPLETE = CACHE / "complete"
"""A file that is there when all of this version is compiled, the bots included."""
DEALING, PLAYING = "dealing", "playing"
Step = tuple[str, Callable[[], object]]


def table_steps() -> Iterator[Step]:
    """What a table needs, piece by piece."""
    stream = new_stream(0)
    yield "chance", lambda: seed_stream(stream, 0, 0, PLAY)
    table: list[Table] = []
    yield DEALING, lambda: table.append(Table(seed=0))
    yield "legal actions", lambda: table[0].legal_actions()
    yield "views and redeals", lambda: redeal(table[0].view(0), new_stream(0, purpose=DEAL))
    yield PLAYING, lambda: table[0].advance(table[0].legal_actions()[0])
    yield "outcomes", lambda: [preview(table[0].game, action) for action in legal_actions(table[0].game)]
    yield "previews", lambda: best_previews(table[0].view(0))


def apply_once(game: bytes) -> None:
    """Compile what is by far the largest piece, from the bytes of a new game: another process can do that meanwhile."""
    games = np.frombuffer(bytearray(game), GAME)
    apply(games[0], int(games[0].hand[games[0].to_act][0]))


def steps() -> Iterator[Step]:
    """Everything to compile before the first move, piece by piece."""
    yield from table_steps()
    yield "whole games", _random_game


def _random_game() -> None:
    random_games(np.zeros(1, GAME), np.array([Table(seed=0).game], GAME), 0, 0, 0)


def is_complete() -> bool:
    """Is all of this version compiled, the bots included?"""
    return not IS_COMPILED or COMPLETE.exists()


def mark_complete() -> None:
    """Remember it."""
    with suppress(OSError):
        COMPLETE.touch()
