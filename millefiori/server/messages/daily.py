"""The wire of the deal of the day."""

from typing import Annotated

from msgspec import Meta, Struct

from millefiori.server.messages.words import LONGEST_NAME

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class PlayDaily(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/daily: play a deal. Today's counts, once for each device or player; one of the past is practice.

    The bearer is a player's key, or a secret that the device has made for this and keeps. The answer is Opened.
    """

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    day: Day | None = None  # today's without one


class DailyResult(Struct, frozen=True):
    """What somebody, or a bot, has reached on the deal's seat."""

    name: str
    level: str  # of a bot; empty for a person
    scores: list[int]  # of all seats; the person's is the first
    margin: float  # own points less the mean of the others'
    is_you: bool
    share: str  # opens replay and review; empty for a bot


class Daily(Struct, frozen=True):
    """GET /api/daily, with the same bearer as PlayDaily; /api/daily/DAY for another day."""

    day: str
    today: str
    seats: int
    edition: str
    opponents: str  # the level of the other seats
    tries: int  # of this day
    game: str  # the own one; empty if there is none yet
    is_over: bool  # has the own game ended? If not, and the day is not over, there are no results to see
    results: list[DailyResult]  # the best margin first
