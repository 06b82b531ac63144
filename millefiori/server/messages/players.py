"""Who one is: players, their devices and their games (docs/people.md)."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from millefiori.drawing.emblems import EMBLEMS
from millefiori.server.messages.words import LONGEST_NAME, Id, Player, SeatNumber, Tempo, Token

LONGEST_DEVICE = 40
Emblem = Annotated[int, Meta(ge=0, le=EMBLEMS - 1)]
DeviceName = Annotated[str, Meta(max_length=LONGEST_DEVICE)]


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


class PasskeyAnswer(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/player/passkeys and /api/passkey: what the browser has made of the options (`toJSON` of its answer)."""

    credential: dict[str, Any]
    device: DeviceName = ""  # when it signs in


class SitDown(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/seat: the key of your own seat in a game, for this device. The answer is Joined."""

    game: Id


class Block(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/player/blocks: never meet whoever sits at this seat again. The answer is Me."""

    game: Id
    seat: SeatNumber


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


class Passkey(Struct, frozen=True):
    """A passkey of the player."""

    id: str  # to remove it; opens nothing
    created: int


class Blocked(Struct, frozen=True):
    """A player whom one does not want to meet again."""

    id: str
    name: str
    emblem: int


class Me(Struct, frozen=True):
    """GET and PATCH /api/player: the player whose key was sent."""

    id: str  # public
    name: str
    emblem: int
    is_unrated: bool
    rating: Rating
    devices: list[Device]
    passkeys: list[Passkey]
    blocked: list[Blocked]


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


class MyGame(Struct, frozen=True):
    """A game that a player has not finished."""

    game: str
    seat: int
    edition: str
    tactical: bool
    tempo: Tempo
    players: list[Player]
    is_my_turn: bool
    scores: list[int]
    changed: int  # when somebody last played, to the hour


class PastSeat(Struct, frozen=True):
    """A seat of a finished game."""

    name: str  # empty for guests and for players who were deleted
    level: str  # of a bot
    score: int
    place: int  # from 1; shared victories share it; 0 if the game was abandoned


class PastGame(Struct, frozen=True):
    """A finished game of a player."""

    game: str
    seat: int
    edition: str
    ended: int
    seats: list[PastSeat]
    is_rated: bool
    rating: int | None  # after the game
    change: int | None  # of the rating
    is_kept: bool  # it can be replayed


class Numbers(Struct, frozen=True):
    """A player's games of one edition and number of players."""

    edition: str
    seats: int
    games: int
    won: int
    mean_score: float
    best_score: int
    mean_place: float


class MyGames(Struct, frozen=True):
    """GET /api/player/games?page=N: a page of finished games; the first page also has all that goes on."""

    playing: list[MyGame]  # those that wait for the player first
    past: list[PastGame]
    has_more: bool
    numbers: list[Numbers]
    levels: dict[str, int]  # the ratings of the bots
