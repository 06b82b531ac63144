"""What a client sends over the socket of a table."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from millefiori.server.messages.talk import Channel, LineKind
from millefiori.server.messages.words import LONGEST_LINE, LONGEST_NAME, PROTOCOL, Number, TalkMode, Token


class Request(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """What a client sends over the socket."""


class Hello(Request, tag="hello", frozen=True):
    """The first message: which seat this is, and the last event that it has seen (-1: none)."""

    key: Token  # the secret of a seat, or of a spectator
    seen: Annotated[int, Meta(ge=-1)] = -1
    protocol: int = PROTOCOL


class Decide(Request, tag="decide", frozen=True):
    """Keep, place, sail, take or decline: one of the 200 actions.

    While all keep a card at the same time, a kept card may be exchanged for another until the last player has kept one.
    """

    action: Number
    at: int  # the number of the last event that the client knows


class Undo(Request, tag="undo", frozen=True):
    """Take back the last step of your turn, or the whole turn."""

    at: int  # as in Decide
    whole_turn: bool = False  # else the last step alone


class AskHint(Request, tag="hint", frozen=True):
    """What would a strong bot do here?"""

    at: int  # as in Decide


class Agree(Request, tag="agree", frozen=True):
    """Let a bot play on for somebody who is away, or abandon the game. It happens when all who are asked agree."""

    about: Annotated[int, Meta(ge=0, le=4)]  # the seat of somebody who is away; 4: abandon the game


class Disagree(Request, tag="disagree", frozen=True):
    """Reject what somebody has proposed, or withdraw it."""

    about: Annotated[int, Meta(ge=0, le=4)]  # as in Agree


class Back(Request, tag="back", frozen=True):
    """Take over again from the bot that plays for you."""


class Resign(Request, tag="resign", frozen=True):
    """Leave the game for good: a bot plays on to the end."""


class Say(Request, tag="say", frozen=True):
    """Say something: players to everybody at the table, spectators to each other. All who may hear it get a Talk."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]  # or the name of a phrase or an emote: see Facts
    kind: LineKind = "text"


class SetTalk(Request, tag="set_talk", frozen=True):
    """Whoever opened the table opens or closes its talk. Everybody gets a Presence."""

    talk: TalkMode


class Report(Request, tag="report", frozen=True):
    """Show a line, and those before it, to whoever runs the server. The answer is Reported."""

    channel: Channel
    n: Annotated[int, Meta(ge=0, lt=2**53)]


class Appear(Request, tag="appear", frozen=True):
    """A spectator's name for the others to see; without one, spectators are only counted."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)]


AnyRequest = Hello | Decide | Undo | AskHint | Agree | Disagree | Back | Resign | Say | SetTalk | Report | Appear
request_decoder = msgspec.json.Decoder(AnyRequest)
