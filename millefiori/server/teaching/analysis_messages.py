"""The wire of the analysis board. A client sends all that it asks about: no game of the server can be reached by it."""

from typing import Annotated

from msgspec import Meta, Struct

from millefiori.server.messages.events import Event, Welcome
from millefiori.server.messages.words import Number, Player
from millefiori.server.teaching.why import ShownWhy

LONGEST_LINE = 4000
"""Letters of a position."""
MOST_ACTIONS = 600
"""From the first position to the one that is looked at: more than any game has."""
MOST_BRANCHES = 300

Line = Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
Actions = Annotated[list[Number], Meta(max_length=MOST_ACTIONS)]


class Analyse(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/analysis: where some actions lead from a position. /opinions asks about the same."""

    position: Line  # one line: docs/record.md
    actions: Actions = []


class NewAnalysis(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/analysis/new: a fresh deal to begin with. The answer is an AnalysedGame."""

    edition: Annotated[str, Meta(max_length=24)] = "international"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    tactical: bool = False


class AnalysedPosition(Struct, frozen=True):
    """A position of the analysis board, as the seat to act sees it."""

    welcome: Welcome  # its seat is the one to act
    event: Event | None  # the last action
    position: str  # as one line, with all cards


class WrittenBranch(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that branches off after so many actions of the line around it."""

    after: Annotated[int, Meta(ge=0, le=MOST_ACTIONS)]
    actions: Actions
    branches: Annotated[list["WrittenBranch"], Meta(max_length=MOST_BRANCHES)] = []


class AnalysedGame(Struct, frozen=True):
    """POST /api/analysis/record, with a record as the body: a game to analyse, with the variations in it."""

    position: str  # before the first action
    actions: list[int]
    seats: list[int]  # whose actions they are
    branches: list[WrittenBranch]
    players: list[Player]


class ExportRecord(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/analysis/export: write variations into a record. The answer is the record."""

    record: Annotated[str, Meta(max_length=200_000)]
    branches: Annotated[list[WrittenBranch], Meta(max_length=MOST_BRANCHES)]


class AnalysedAction(Struct, frozen=True):
    """What a bot thinks of an action, and why it is worse than the best."""

    action: int
    margin: float | None  # expected at the end of the game; null if the bot has no choice
    win: float | None
    loss: float | None  # points of the margin behind the best, by play-outs; null if it was not played out
    error: float  # its standard error
    why: ShownWhy | None  # null for the best


class AnalysedActions(Struct, frozen=True):
    """POST /api/analysis/opinions: actions, the best first."""

    actions: list[AnalysedAction]
