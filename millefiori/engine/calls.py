"""The rules as Python calls them: one compiled call each, to which a record is handed over as an array of one.

Numba looks at a record afresh in every call from Python, which takes two microseconds, but it knows an array at once:
a tenth of that. So what is asked often from Python goes through this file (`view` and `gains` have such calls of their
own); compiled code calls the rules themselves.
"""

from typing import Any

import numpy as np

from millefiori.engine.compiled import rule
from millefiori.engine.layout import array_of
from millefiori.engine.rules import diamonds, flow, rounds
from millefiori.engine.state import LEGAL, Game, Games, Lists, Public
from millefiori.engine.vocabulary import ALL_SEEING, ActionNumber, Area, Seat, Spaces


def apply(game: Game, action: ActionNumber) -> None:
    """Play a legal action."""
    _apply(array_of(game), action)


def legal_actions(game: Game) -> list[ActionNumber]:
    """The legal actions, ascending. A view has those of its own seat, and none if it is not that seat's turn."""
    lists = np.empty(1, LEGAL)
    actions: list[ActionNumber] = lists["actions"][0, : _list_legal(array_of(game), lists)].tolist()
    return actions


def is_legal(game: Game, action: ActionNumber) -> bool:
    """Is the action one of the legal ones?"""
    return _is_legal(array_of(game), action, np.empty(1, LEGAL))


def all_keep(game: Public) -> bool:
    """Does everybody keep a card now, at the same time (rule 2.3)?"""
    return _all_keep(array_of(game))


def is_asked(game: Public, seat: Seat) -> bool:
    """Has the seat a decision to make now?"""
    return _is_asked(array_of(game), seat)


def filled(game: Public, area: Area) -> Spaces:
    """The spaces of the area that hold a diamond, whoever owns it."""
    return _filled(array_of(game), int(area))  # Numba is slow to look at a member of an IntEnum, too


@rule
def _apply(games: Games, action: ActionNumber) -> None:
    flow.apply(games[0], action)


@rule
def _list_legal(games: Games, lists: Lists) -> int:
    seen_by = games[0].seen_by
    if seen_by != ALL_SEEING and seen_by != games[0].to_act:
        return 0
    return flow.list_legal(games[0], lists[0])


@rule
def _is_legal(games: Games, action: ActionNumber, lists: Lists) -> bool:
    return flow.is_legal(games[0], action, lists[0])


@rule
def _all_keep(games: Games) -> bool:
    return rounds.all_keep(games[0])


@rule
def _is_asked(games: Games, seat: Seat) -> bool:
    return rounds.is_asked(games[0], seat)


@rule
def _filled(games: Games, area: Any) -> Spaces:
    return diamonds.filled(games[0], area)
