"""The hall: tables that wait for people, and games to watch or replay (docs/people.md)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from millefiori.server.messages.words import NO_TEMPO, PROTOCOL, Delay, Id, TalkMode, Tempo


class NewGathering(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/hall/gatherings: wait for others, who join one by one. The game begins when all seats are taken."""

    edition: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=4)]
    tactical: bool = False
    tempo: Tempo = NO_TEMPO
    is_rated: bool = False
    is_listed: bool = True  # others may watch the game and replay it
    talk: TalkMode = "all"  # what may be said at the table
    delay: Delay = 0  # seconds after which spectators see what happens


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
    delay: int  # seconds after which spectators see what happens


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
    delay: int  # seconds after which spectators see what happens, and the hall that it is over


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
