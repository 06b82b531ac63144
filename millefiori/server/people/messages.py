"""The wire of people: players, their devices and games, and the hall (docs/people.md)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from millefiori.drawing.emblems import EMBLEMS
from millefiori.server.messages import LONGEST_NAME, NO_TEMPO, PROTOCOL, Player, TalkMode, Tempo, Token

LONGEST_DEVICE = 40
Emblem = Annotated[int, Meta(ge=0, le=EMBLEMS - 1)]
Id = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]+$")]
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


class PasskeyAnswer(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/player/passkeys and /api/passkey: what the browser has made of the options (`toJSON` of its answer)."""

    credential: dict[str, Any]
    device: DeviceName = ""  # when it signs in


class SitDown(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/seat: the key of your own seat in a game, for this device. The answer is Joined."""

    game: Id


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


class Me(Struct, frozen=True):
    """GET and PATCH /api/player: the player whose key was sent."""

    id: str  # public
    name: str
    emblem: int
    is_unrated: bool
    rating: Rating
    devices: list[Device]
    passkeys: list[Passkey]


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


# --- The hall


class NewGathering(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/hall/gatherings: wait for others, who join one by one. The game begins when all seats are taken."""

    edition: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=4)]
    tactical: bool = False
    tempo: Tempo = NO_TEMPO
    is_rated: bool = False
    is_listed: bool = True  # others may watch the game and replay it
    talk: TalkMode = "all"  # what may be said at the table


class QuickMatch(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/hall/quick: join the fullest gathering that fits, or begin one."""

    edition: Annotated[str, Meta(max_length=40)]
    seats: Literal[0, 2, 3, 4] = 0  # 0: any number
    tempo: Tempo = NO_TEMPO
    is_rated: bool = False


class AtGathering(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/hall/join and /api/hall/leave."""

    gathering: Id


class AgreeToBots(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/hall/bots: agree to bots of a level at the empty seats. When all who wait agree, the game begins."""

    gathering: Id
    level: Annotated[str, Meta(max_length=40)]  # another level than the proposed one asks everybody again; "" ends it


class Gathered(Struct, frozen=True):
    """The answer to all of them: the gathering, and its game if it has begun."""

    gathering: str
    game: str = ""


class HallHello(Struct, forbid_unknown_fields=True, tag="hall", tag_field="type", frozen=True):
    """The first and only message to /ws/hall. With a player's key, the player counts as present."""

    key: Annotated[str, Meta(max_length=64)] = ""
    protocol: int = PROTOCOL


class Sitter(Struct, frozen=True):
    """Somebody who waits at a gathering."""

    id: str
    name: str
    emblem: int
    rating: int
    agrees: bool  # to the bots that are proposed


class Gathering(Struct, frozen=True):
    """A table in the hall whose game has not begun."""

    id: str
    edition: str
    tactical: bool
    seats: int
    tempo: Tempo
    is_rated: bool
    level: str  # of the bots that are proposed; "" if none are
    bots_at: int  # from this second since 1970 on, bots can be proposed
    sitters: list[Sitter]
    talk: TalkMode  # what may be said at the table


class HallPlayer(Struct, frozen=True):
    """A seat of a game in the hall: a player, a bot of a level, or somebody who was deleted since."""

    name: str = ""
    emblem: int | None = None
    rating: int | None = None
    level: str = ""


class HallGame(Struct, frozen=True):
    """A game that everybody may watch, or replay when it is over."""

    game: str
    watch: str  # the key to watch, which is not secret
    edition: str
    tactical: bool
    tempo: Tempo
    is_rated: bool
    players: list[HallPlayer]
    began: int  # seconds since 1970
    ended: int | None
    scores: list[int]  # when it is over


class HallNow(Struct, tag="hall", tag_field="type", frozen=True):
    """The hall as it is, for a newcomer."""

    n: int
    now: int  # the server's clock, in seconds since 1970
    people: int  # connections
    gatherings: list[Gathering]
    begun: dict[str, str]  # by gathering: the games that have begun in the last moments
    running: list[HallGame]
    finished: list[HallGame]


class HallChanges(Struct, tag="changes", tag_field="type", frozen=True):
    """What has changed in the hall. `n` counts these messages; after a gap, connect again."""

    n: int
    now: int
    people: int
    gatherings: list[Gathering]  # new or changed
    gone: list[str]  # gatherings that are over, or whose game has begun
    begun: dict[str, str]  # by gathering: the game
    games: list[HallGame]  # new, or over by now
    dropped: list[str]  # games that are no longer in the list


# --- Games of a player


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
