"""What is said at a table (docs/people.md)."""

from typing import Literal

from msgspec import Struct

Channel = Literal["players", "spectators"]
LineKind = Literal["text", "phrase", "emote"]


class Line(Struct, frozen=True):
    """A line of talk."""

    channel: Channel
    n: int  # counted in each channel
    seat: int  # -1: a spectator
    name: str  # a spectator's, if it likes to be seen
    who: str  # tells spectators apart; empty for players
    kind: LineKind
    text: str  # as in Say
    at: int  # when, in milliseconds since 1970


class Talk(Struct, tag="talk", tag_field="type", frozen=True):
    """What was said: a new line, or for a newcomer the last ones."""

    lines: list[Line]


class Reported(Struct, tag="reported", tag_field="type", frozen=True):
    """Whoever runs the server will see the line."""

    channel: Channel
    n: int
