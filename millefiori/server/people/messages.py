"""The wire of people: players, their devices and games, and the hall (docs/people.md)."""

from typing import Annotated

from msgspec import Meta, Struct

from millefiori.drawing.emblems import EMBLEMS
from millefiori.server.messages import LONGEST_NAME, Token

LONGEST_DEVICE = 40
Emblem = Annotated[int, Meta(ge=0, le=EMBLEMS - 1)]
DeviceName = Annotated[str, Meta(max_length=LONGEST_DEVICE)]


# --- Who one is


class NewPlayer(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/player: a new player on this device."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    emblem: Emblem
    device: DeviceName = ""  # what to call this device in the list of devices


class ChangePlayer(Struct, forbid_unknown_fields=True, frozen=True):
    """PATCH /api/player: what is not null changes."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None
    emblem: Emblem | None = None
    is_unrated: bool | None = None  # play unrated only


class SignIn(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/player/devices: use a ticket, which another device has made. It works once."""

    ticket: Token
    device: DeviceName = ""


class SitDown(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/seat: the key of your own seat in a game, for this device. The answer is Joined."""

    game: Token


class Rating(Struct, frozen=True):
    """How strong a player is, on the scale of the bots' ladder."""

    rating: int
    plus_minus: int  # 95 % sure that it lies this near
    games: int  # that were rated


class Device(Struct, frozen=True):
    """A device that holds a key of the player."""

    id: str  # to end it; opens nothing
    name: str
    created: int  # seconds since 1970
    seen: int  # when it was used last, to the hour
    is_this: bool


class Me(Struct, frozen=True):
    """GET and PATCH /api/player: the player whose key was sent."""

    id: str  # public
    name: str
    emblem: int
    is_unrated: bool
    rating: Rating
    devices: list[Device]


class SignedIn(Struct, frozen=True):
    """A player on a new device, with the secret key of this device."""

    key: str
    player: Me


class Ticket(Struct, frozen=True):
    """POST /api/player/ticket: signs in one other device, once, before it expires."""

    ticket: str
    seconds: int


class Forgotten(Struct, frozen=True):
    """DELETE /api/player: everything about the player is gone; the games stay, with a neutral name."""

    games: int
