"""Opening a game and sitting down at it: the bodies of requests and answers."""

from typing import Annotated

from msgspec import Meta, Struct

from millefiori.server.messages.words import (
    LONGEST_NAME,
    NO_TEMPO,
    Delay,
    NewToken,
    Player,
    SeatKind,
    SeatNumber,
    TalkMode,
    Tempo,
    Token,
)


class SeatWanted(Struct, forbid_unknown_fields=True, frozen=True):
    """A seat of a new game: a person at this screen, a friend who gets a link, or a bot of a level."""

    kind: SeatKind
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    level: Annotated[str, Meta(max_length=40)] = ""


class NewGame(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/games."""

    edition: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWanted], Meta(min_length=2, max_length=4)]
    tactical: bool = False
    start_player: SeatNumber | None = None  # null: drawn
    hints: bool | None = None  # may players ask for hints? null: unless a friend plays
    tempo: Tempo = NO_TEMPO
    stand_in: Annotated[str, Meta(max_length=40)] = (
        "skilled"  # the level of the bot that plays for somebody who is away
    )
    talk: TalkMode = "all"  # what may be said; the seats at this screen can change it later
    delay: Delay = 0  # seconds after which spectators see what happens


class Join(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/join: take the seat of an invitation."""

    invitation: Token
    token: NewToken | None = None  # the key that the seat shall have; asked again with it, the answer is the same
    proof: Token | None = None  # of a deal that was played before: the key of your seat in that game
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class Again(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/again: another game of the same players, with the same deal and the seats moved on by one, or not."""

    key: Token
    same_deal: bool = False


class Share(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/share: a link to the replay of a finished game, for people who have no key."""

    key: Token  # of a seat


class MakeView(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/view: a link that shows what this seat sees, and can do nothing, for a stream or a large screen."""

    key: Token  # of the seat


class Opened(Struct, frozen=True):
    """A new game: secrets by seat. A key opens its seat; an invitation can be exchanged for a key once."""

    game: str
    keys: dict[str, str]
    invitations: dict[str, str]
    watch: str


class Invited(Struct, frozen=True):
    """GET /api/invitation: what an invitation is for."""

    edition: str
    tactical: bool
    players: list["Player"]
    seat: int
    replays: int  # how often the deal was played before: 0 for a new one
    first: str  # the game in which it was played first; its players alone may join
    hints: bool  # players may ask for hints: who joins agrees
    tempo: Tempo
    stand_in: str  # the level of the bot that plays for somebody who is away
    delay: int  # seconds after which spectators see what happens
    commitment: str  # see docs/security.md


class Joined(Struct, frozen=True):
    """The answer to a join: the key of the seat."""

    key: str
    game: str
    seat: int


class View(Struct, frozen=True):
    """The answer to POST /api/view: a key for /ws that sees what the seat sees."""

    view: str


class ViewsEnded(Struct, frozen=True):
    """DELETE /api/view, with the key of a seat: its links show nothing any more."""

    ended: int  # how many there were


class Shared(Struct, frozen=True):
    """The answer to a share: a key that opens the replay (GET /api/replay) and nothing else."""

    share: str


class Unshared(Struct, frozen=True):
    """DELETE /api/share, with the key of a seat: the links that this seat has shared open nothing any more."""

    ended: int  # how many there were
