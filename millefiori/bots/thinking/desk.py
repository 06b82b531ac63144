"""A desk: the working space of one thinking player or thread. What always travels together lies on it."""

from typing import Annotated, Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.bots.learning.network import Mind
from millefiori.engine.actions import ACTIONS
from millefiori.engine.chance import Stream
from millefiori.engine.layout import Bool, Float64, layout
from millefiori.engine.state import Game, Games, Legal, Lists
from millefiori.engine.vocabulary import SEATS

DEPTH = 8
"""Decisions that the search of a turn can look ahead."""


class Desk:
    """One decision and all that is needed to think about it."""

    games: Annotated[Games, (DEPTH,), Game]  # the position to decide on, then the turn that is being searched
    lists: Annotated[Lists, (DEPTH,), Legal]  # the legal actions in each of them
    values: Annotated[NDArray[np.float64], (ACTIONS,)]  # of the legal actions in the first
    count: Annotated[NDArray[np.int16], (DEPTH,)]  # legal actions at each depth
    tried: Annotated[NDArray[np.int16], (DEPTH,)]  # of these
    last_symbol: Annotated[NDArray[np.int8], (DEPTH,)]  # of the extra card that was tried last
    is_patient: Bool  # with a network too, looks at extra cards wherever one is earned
    hope: Float64  # what an extra card brings to a hasty player in this decision; NaN until looked at
    mind: Mind
    world: Game  # a whole game that the player could be in
    keeps: Annotated[NDArray[np.int16], (SEATS,)]  # the cards that the others keep in it
    stream: Stream


DESK = layout(Desk)
Desks: TypeAlias = NDArray[Any]
"""An array of desks. Compiled code that makes one uses it by index: a record does not keep its memory alive."""


def new_desk() -> Desk:
    """A desk for use from Python."""
    return cast(Desk, np.zeros(1, DESK)[0])
