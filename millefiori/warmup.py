"""The first compilation, once per version, in pieces that a progress bar can show."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np

from millefiori.engine.actions import SAIL
from millefiori.engine.calls import apply
from millefiori.engine.chance import DEAL, PLAY, new_stream, seed_stream
from millefiori.engine.compiled import CACHE, IS_COMPILED, PACKAGE
from millefiori.engine.editions import EDITIONS, FEWEST_PLAYERS
from millefiori.engine.playouts import random_games
from millefiori.engine.state import GAME, blank_game
from millefiori.engine.view import redeal, view
from millefiori.explain.outcome import outcome
from millefiori.explain.previews import best_previews
from millefiori.explain.standing import standing
from millefiori.table import Table

COMPLETE = CACHE / f"complete-{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]}"
"""A file that is there when all of this version is compiled, the bots included.

It names the place of the package: compiled code is found by the place of its source, so the same version at another
place, a second environment, compiles its own.
"""
DEALING, PLAYING = "dealing", "playing"
Step = tuple[str, Callable[[], object]]


def table_steps() -> Iterator[Step]:
    """What a table needs, piece by piece."""
    stream = new_stream(0)
    yield "chance", lambda: seed_stream(stream, 0, 0, PLAY)
    table: list[Table] = []
    yield DEALING, lambda: table.append(Table(seed=0))
    yield "legal actions", lambda: table[0].legal_actions()
    yield "views", lambda: table[0].view(0)
    yield "outcomes", lambda: outcome(table[0].game, SAIL, table[0].game)
    yield "standings", lambda: standing(table[0].view(0))
    yield PLAYING, lambda: table[0].advance(table[0].legal_actions()[0])
    yield "previews", lambda: best_previews(table[0].view(0))


def play_once() -> None:
    """Compile the two largest pieces, which another process can do: previews and an action. One card will do."""
    game = blank_game(EDITIONS["international"], FEWEST_PLAYERS)
    game.hand[game.to_act, 0] = card = 0
    best_previews(view(game, int(game.to_act)))
    apply(game, card)


def steps() -> Iterator[Step]:
    """Everything to compile before the first move, piece by piece."""
    yield from table_steps()
    yield "redeals", lambda: redeal(Table(seed=0).view(0), new_stream(0, purpose=DEAL))
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
