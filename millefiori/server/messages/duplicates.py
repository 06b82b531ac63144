"""The wire of duplicate play: the same deals at several tables, compared. See docs/duplicate.md."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from millefiori.server.messages.words import LONGEST_NAME, Token

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class DuplicateTerms(Struct, forbid_unknown_fields=True, frozen=True):
    """What is played, by how many people, at which tables."""

    edition: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=4)]
    people: Annotated[int, Meta(ge=2, le=8)]
    together: Annotated[int, Meta(ge=1, le=4)] = 1  # people at each table; bots have the other seats
    deals: Annotated[int, Meta(ge=1, le=4)] = 2
    level: Annotated[str, Meta(max_length=40)] = "skilled"  # of the bots, and of those that play on for somebody
    tactical: bool = False
    days: Annotated[int, Meta(ge=1, le=14)] = 7  # until bots play on where people have not finished


class NewDuplicate(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/duplicate: open one, as its first person.

    The bearer of this and of the requests below is a player's key, or a secret that the device has made and keeps.
    """

    terms: DuplicateTerms
    name: Name


class DuplicateOpened(Struct, frozen=True):
    """The answer: one link for everybody."""

    link: str


class AtDuplicate(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/duplicate/look, or /leave as long as people are missing; the answer is Duplicate."""

    link: Token


class JoinDuplicate(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/duplicate/join; the answer is Duplicate. When the last one joins, the tables are there."""

    link: Token
    name: Name


class SitAtDuplicate(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/duplicate/seat: the key of one's own seat on a deal, the same every time. The answer is Joined."""

    link: Token
    deal: Annotated[int, Meta(ge=0, le=3)]


class DuplicateTable(Struct, frozen=True):
    """A table. Before all tables of the deal are over, nothing is said but how far it is."""

    people: list[int]  # by seat: a person's number, -1 for a bot
    progress: Literal["free", "running", "over"]
    scores: list[int]  # empty as long as the deal is closed, and for a table that was abandoned
    margins: list[float]  # by seat: own points less the mean of the others at the table
    compared: list[float | None]  # by seat: this margin less the mean of those who held the same cards elsewhere
    stood_in: list[int]  # seats at which a bot has played for a person
    share: str  # opens replay and review


class DuplicateDeal(Struct, frozen=True):
    """A deal at all its tables."""

    commitment: str  # to deck and start player, the same at every table
    is_over: bool  # at all tables: from then on there are results, records, replays and reviews
    game: str  # at one's own table
    tables: list[DuplicateTable]


class DuplicateTotal(Struct, frozen=True):
    """What a person has reached on all deals that are over."""

    person: int
    points: float  # the sum of what was compared
    deals: int


class Duplicate(Struct, frozen=True):
    """How a duplicate stands. Whoever has the link and has not joined sees terms and names alone."""

    terms: DuplicateTerms
    names: list[str]  # by the number of the person; empty for a free place
    you: int  # -1: not joined
    until: int  # when bots take over, in seconds since 1970; 0 as long as people are missing
    deals: list[DuplicateDeal]
    totals: list[DuplicateTotal]  # the best first
