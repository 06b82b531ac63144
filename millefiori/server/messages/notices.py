"""The wire of notices (docs/time.md)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from millefiori.server.messages.words import Token

MailAddress = Annotated[
    str, Meta(max_length=254, pattern=r"^[^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+\.[^\s@<>,;:\"()\[\]\\]+$")
]


class PushAddress(Struct, forbid_unknown_fields=True, frozen=True):
    """Where a browser gets its messages, and the keys with which only it can read them."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern="^https?://")]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=16, max_length=40)]


class NewNotice(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/notices: tell me when it is my turn in this game. The key of the seat is in the header."""

    language: Annotated[str, Meta(max_length=5)] = "en"
    mail: MailAddress | None = None  # one of these two
    push: PushAddress | None = None
    secret: Token | None = None  # of an earlier answer for the same address: nothing has to be confirmed again


class UseNotice(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/notices/confirm and /api/notices/end: the secret of a link in a letter."""

    token: Token


class NoticeKinds(Struct, frozen=True):
    """GET /api/notices/kinds: what this server can send."""

    mail: bool
    push: str  # the public key for a browser's subscription; empty if there is no Web Push


class Noticed(Struct, frozen=True):
    """GET and POST /api/notices: how somebody is told."""

    secret: str  # keep it: it adds games, and ends all of it
    kind: Literal["mail", "push"]
    is_confirmed: bool
    games: int


class NoticeEnded(Struct, frozen=True):
    """DELETE /api/notices, with the secret in the header: everything about the address is deleted."""

    ended: int
