"""Words that many messages use: limits, numbers, names, and how a message becomes JSON."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 3
"""Version of the wire: a page of another version must reload."""
LONGEST_MESSAGE = 4096
"""Bytes of a request; only records may be longer."""
LONGEST_NAME = 24
LONGEST_LINE = 200
"""Letters of a line of talk."""

Token = Annotated[str, Meta(min_length=1, max_length=64)]
NewToken = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]{22,}$")]
"""A secret that a client has drawn: 128 bits at least."""
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=199)]
Id = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Delay = Annotated[int, Meta(ge=0, le=3600)]
"""Seconds after which those who watch see what happens."""
SeatKind = Literal["here", "friend", "bot"]
TalkMode = Literal["all", "phrases", "none"]
"""What may be said at a table: anything, phrases and emotes, nothing."""

encode = msgspec.json.Encoder().encode


class Player(Struct, frozen=True):
    """A person or a bot at a seat."""

    name: str
    kind: SeatKind
    level: str = ""


class Tempo(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """How much time players have: as much as they like, a clock, or days."""

    kind: Literal["none", "real", "days"] = "none"
    bank: Annotated[int, Meta(ge=0, le=7200)] = 0  # real: seconds that a player has for the whole game
    per_turn: Annotated[int, Meta(ge=0, le=600)] = 0  # real: seconds for each turn, before the bank is used
    days: Literal[0, 1, 3, 7] = 0  # days: for each decision
    sleep_from: Annotated[int, Meta(ge=0, le=23)] = 0  # days: no time runs out from this hour
    sleep_to: Annotated[int, Meta(ge=0, le=23)] = 0  # to this one; none if they are equal
    zone: Annotated[str, Meta(max_length=64)] = "UTC"  # the time zone of these hours, like Europe/Rome


NO_TEMPO = Tempo()


class Refused(Struct, tag="refused", tag_field="type", frozen=True, omit_defaults=True):
    """The request was refused and nothing has changed. `code` is for programs, `message` for people."""

    code: str
    message: str
    request: str = ""  # the type of the request, if it came over the socket and could be read
