"""What the server sends over the socket of a table, and a replay, which is made of the same."""

from typing import Literal

from msgspec import Struct

from millefiori.server.messages.position import Position, ShownBonus, ShownGain
from millefiori.server.messages.words import Player, TalkMode, Tempo

EventKind = Literal[
    "keep", "place", "sail", "take", "decline", "undo", "absent", "back", "resign", "agree", "disagree", "close"
]


class Event(Struct, tag="event", tag_field="type", frozen=True, omit_defaults=True, gc=False):
    """Something happened, with its number."""

    n: int
    kind: EventKind
    seat: int
    round: int
    turn: int
    at: int = 0  # when, in milliseconds since 1970; absent in old games
    card: int | None = None  # null in a keep of another seat: it is secret
    space: int | None = None
    stay: bool = False
    is_extra: bool = False  # done with an extra card
    gains: list[ShownGain] = []
    bonus: ShownBonus | None = None
    extra_card: bool = False
    taken_back: list[int] = []  # the events that an undo takes back
    passed: bool = False  # all hands went on to the left
    new_round: int = 0  # the number of the round that begins
    display: list[int] = []  # cards that are new in the display
    final: list[ShownGain] = []  # bonus points of the final scoring
    about: int | None = None  # of an agreement, as in Agree
    settled: bool = False  # this was the last agreement needed: it happens
    position: Position | None = None


class Welcome(Struct, tag="welcome", tag_field="type", frozen=True):
    """The answer to a hello: everything that has happened, and where the game stands."""

    game: str
    seat: int  # -1: a spectator
    edition: str
    tactical: bool
    players: list[Player]
    n: int  # the last event
    log: list[Event]
    position: Position
    presence: list[bool]
    replays: int  # how often the deal was played before: 0 for a new one
    hints: bool  # players may ask for hints
    tempo: Tempo
    stand_in: str  # the level of the bot that plays for somebody who is away
    now: int  # the server's clock, in milliseconds since 1970
    is_host: bool  # this seat may open and close the talk
    commitment: str  # to deck and start player, before the first card; the record shows the salt
    is_watching: bool = False  # a spectator, or a link that shows a seat: requests to play are refused
    delay: int = 0  # seconds after which those who watch see what happens; `now` is so late for them, too


class Presence(Struct, tag="presence", tag_field="type", frozen=True):
    """Who is connected, by seat; the names, as friends arrive; and the bots that fail to move and try again."""

    presence: list[bool]
    players: list[Player]
    failing: list[int]
    spectators: int  # how many are watching
    watching: list[str]  # the names of those who like to be seen
    talk: TalkMode
    version: str  # of the page that the server has now: an older page should reload


class ShownOpinion(Struct, frozen=True):
    """What a bot thinks of one action."""

    action: int
    margin: float | None  # expected in the end, against the mean of the others; null where there is no choice
    win: float | None  # chance to win, from 0 to 1


class Hint(Struct, tag="hinted", tag_field="type", frozen=True):
    """What a strong bot would do, best first, worked out from the asking seat's view."""

    n: int
    opinions: list[ShownOpinion]


class Frame(Struct, frozen=True):
    """One step of a replay: what happened, and where it led."""

    event: Event | None
    position: Position


class Replay(Struct, frozen=True):
    """A finished game step by step, with all hands open."""

    edition: str
    tactical: bool
    players: list[Player]
    frames: list[Frame]
