"""The first compilation: once for each version, with progress, so that nobody waits in silence."""

from collections.abc import Callable, Iterator

import numpy as np

from millefiori.chance import DEAL, PLAY, new_stream, seed_stream
from millefiori.legality import legal_actions
from millefiori.moves import best_moves
from millefiori.outcome import preview
from millefiori.playouts import random_games
from millefiori.state import GAME
from millefiori.table import Table
from millefiori.view import redeal


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What has to be compiled before the first move, piece by piece."""
    stream = new_stream(0)
    yield "chance", lambda: seed_stream(stream, 0, 0, PLAY)
    table: list[Table] = []
    yield "dealing", lambda: table.append(Table(seed=0))
    yield "legal actions", lambda: table[0].legal_actions()
    yield "playing", lambda: table[0].advance(table[0].legal_actions()[0])
    yield "previews", lambda: [preview(table[0].game, action) for action in legal_actions(table[0].game)]
    yield "views and redeals", lambda: redeal(table[0].view(0), new_stream(0, purpose=DEAL))
    yield "moves", lambda: best_moves(table[0].view(0))
    yield "whole games", lambda: random_games(np.zeros(1, GAME), np.array([table[0].game], GAME), 0, 0, 0)
