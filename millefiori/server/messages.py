"""The wire: every message between page and server, typed and validated (docs/protocol.md is made from this file).

What a client sends is a `Request`, what it gets is an `Answer`. Cards, spaces and actions are numbers, as everywhere;
`Facts` (served once) says what they mean. A `Position` is made from a seat's view alone.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
"""Version of the wire: a page of another version is told to reload."""
LONGEST_MESSAGE = 4096
"""Bytes; no request is longer, but for records to look at."""
LONGEST_NAME = 24

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=199)]


class Request(Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """What a client sends over the socket."""


class Hello(Request, tag="hello", frozen=True):
    """The first message: who is there, and the last event that it has seen (-1: none)."""

    key: Token  # the secret of a seat, or of somebody who watches
    seen: Annotated[int, Meta(ge=-1)] = -1
    protocol: int = PROTOCOL


class Choose(Request, tag="choose", frozen=True):
    """Keep a card of the hand; may be sent again until the last player has chosen."""

    card: Number
    at: int  # the number of the last event that the client knows


class Act(Request, tag="act", frozen=True):
    """Place, sail, take an extra card, decline."""

    action: Number
    at: int  # as in Choose


class Undo(Request, tag="undo", frozen=True):
    """Take back the last step of the own turn, or the whole turn."""

    at: int  # as in Choose
    whole_turn: bool = False  # else the last step alone


class AskHint(Request, tag="hint", frozen=True):
    """What would a strong bot do here?"""

    at: int  # as in Choose


AnyRequest = Hello | Choose | Act | Undo | AskHint


class SeatWanted(Struct, forbid_unknown_fields=True, frozen=True):
    """A seat of a new game: a person at this screen, a friend who gets a link, or a bot of a level."""

    kind: str  # here, friend, bot
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    level: Annotated[str, Meta(max_length=40)] = ""


class NewGame(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/games."""

    edition: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWanted], Meta(min_length=2, max_length=4)]
    tactical: bool = False
    start_player: SeatNumber | None = None  # null: drawn


class Join(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/join: take the seat of an invitation."""

    invitation: Token
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class Again(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/again: another game of the same players, with the same deal and the seats moved on by one, or not."""

    key: Token
    same_deal: bool = False


# --- What the server answers ------------------------------------------------------------------------------------------


class Opened(Struct, frozen=True):
    """A new game: secrets by seat. Who has a key plays that seat; an invitation becomes a key once."""

    game: str
    keys: dict[str, str]
    invitations: dict[str, str]
    watch: str


class Player(Struct, frozen=True):
    """Who sits at a seat."""

    name: str
    kind: str  # here, friend, bot
    level: str = ""


class GainTold(Struct, frozen=True):
    """Points of one seat for one reason, with the facts that explain them."""

    seat: int
    points: int
    reason: str  # one of the reasons of the facts
    facts: dict[str, Any]  # what explains it: diamonds, value, good ...


class BonusTold(Struct, frozen=True):
    """A bonus diamond: its set, its value, and whether its points wait for the end."""

    set: str
    value: int
    waits: bool


class Play(Struct, frozen=True):
    """One way to play a card, with all that it brings."""

    action: int
    space: int | None  # null: sail
    stay: bool  # the ship stays where it is
    gains: list[GainTold]
    bonus: BonusTold | None
    extra_card: bool
    ship: int | None  # where the own ship lands, if it moves


class CardPlays(Struct, frozen=True):
    """A card with its plays as the board is now, best first. `take`: the action that keeps or takes it before."""

    card: int
    take: int | None
    plays: list[Play]


class PlayerState(Struct, frozen=True):
    """What everybody sees of a player."""

    score: int
    ship: int
    supply: int
    reserve: int
    cards: int
    has_chosen: bool
    bonus: list[int]  # value of the bonus diamond, by set; 0 for none
    kinds: list[list[bool]]  # by set: which symbols, values, goods the player has
    points: list[int]  # by reason


class Position(Struct, frozen=True):
    """Where the game stands, as one seat knows it."""

    phase: str  # keep, play, extra, over
    to_act: int  # seat; while all choose, the start player
    round: int  # from 1
    turn: int  # from 0
    turns: int  # cards played in a round
    start_player: int
    last_turns: bool
    deck: int
    owners: list[int]  # by space: seat, 4 for neutral, -1 for free
    players: list[PlayerState]
    display: list[int]  # cards, copies one by one
    hand: list[int]
    chosen: int | None  # the own card, chosen or kept
    in_play: int | None  # the card that is being played, if the seat may know it
    known: dict[str, list[int]]  # other hands that this seat has seen, what is left of them
    goods: list[int]  # value of each good
    fleets: list[list[int]]  # by row: filled ships, filled goods, points a diamond
    bonus_left: list[list[int]]  # by set: bonus spaces still free
    gone: list[int]  # by symbol: cards out of the game
    unseen: list[int]  # by symbol: cards that this seat has not seen
    winners: list[int]
    awaited: list[int]  # the seats for whose decision the game waits
    decides: bool  # is something asked of this seat?
    cards: list[CardPlays]  # what it can do
    can_decline: bool
    can_undo: int  # steps of the own turn that can be taken back


class Event(Struct, tag="event", tag_field="type", frozen=True, omit_defaults=True):
    """Something happened, with its number. `kind`: choose, keep, place, sail, take, decline, undo."""

    n: int
    kind: str
    seat: int
    round: int
    turn: int
    card: int | None = None  # nobody else is told a chosen card
    space: int | None = None
    stay: bool = False
    is_extra: bool = False  # done with an extra card
    gains: list[GainTold] = []
    bonus: BonusTold | None = None
    extra_card: bool = False
    taken_back: list[int] = []  # the events that an undo takes back
    new_round: int = 0  # the number of the round that begins
    display: list[int] = []  # cards that are new in the display
    final: list[GainTold] = []  # bonus points of the final scoring
    position: Position | None = None


class Welcome(Struct, tag="welcome", tag_field="type", frozen=True):
    """The answer to a hello: the whole story so far, and where the game stands."""

    game: str
    seat: int  # -1: watches
    edition: str
    tactical: bool
    players: list[Player]
    n: int  # the last event
    log: list[Event]
    position: Position
    presence: list[bool]


class Presence(Struct, tag="presence", tag_field="type", frozen=True):
    """Who is connected, by seat; and the names, as friends arrive."""

    presence: list[bool]
    players: list[Player]


class Refused(Struct, tag="refused", tag_field="type", frozen=True):
    """A request that was not obeyed; nothing has changed. `code` is for programs, `message` for people."""

    code: str
    message: str


class OpinionTold(Struct, frozen=True):
    """What a bot thinks of one action."""

    action: int
    margin: float | None  # expected in the end, against the mean of the others; null where there is no choice
    win: float | None  # chance to win, from 0 to 1


class Hint(Struct, tag="hinted", tag_field="type", frozen=True):
    """What a strong bot would do, best first, worked out from the asking seat's view."""

    n: int
    opinions: list[OpinionTold]


class Frame(Struct, frozen=True):
    """One step of a replay: what happened, and where it led."""

    event: Event | None
    position: Position


class Replay(Struct, frozen=True):
    """A finished game, step by step, seen with all cards of all hands that were played."""

    edition: str
    tactical: bool
    players: list[Player]
    frames: list[Frame]


encode = msgspec.json.Encoder().encode
request_decoder = msgspec.json.Decoder(AnyRequest)
