"""The wire: every message between page and server, typed and validated (docs/protocol.md is made from this file).

Over the socket a client sends a `Request` and gets a `Welcome`, an `Event`, a `Presence`, a `Hint` or a `Refused`; the
other structs are bodies of HTTP requests and answers. Cards, spaces and actions are numbers, as everywhere; `Facts`,
served once, says what they mean. A `Position` is made from a seat's view alone. What a room keeps by the thousand
cannot form cycles, so the garbage collector leaves it alone (`gc=False`).
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 3
"""Version of the wire: a page of another version must reload."""
LONGEST_MESSAGE = 4096
"""Bytes of a request; only records may be longer."""
LONGEST_NAME = 24
LONGEST_LINE = 200
"""Letters of a line of talk."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=199)]
SeatKind = Literal["here", "friend", "bot"]
PhaseName = Literal["keep", "play", "take", "over"]
EventKind = Literal[
    "keep", "place", "sail", "take", "decline", "undo", "absent", "back", "resign", "agree", "disagree", "close"
]
StandInReason = Literal["", "clock", "agreed", "resigned"]
TalkMode = Literal["all", "phrases", "none"]
"""What may be said at a table: anything, phrases and emotes, nothing."""
Channel = Literal["players", "spectators"]
LineKind = Literal["text", "phrase", "emote"]


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


class SeatWanted(Struct, forbid_unknown_fields=True, frozen=True):
    """A seat of a new game: a person at this screen, a friend who gets a link, or a bot of a level."""

    kind: SeatKind
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    level: Annotated[str, Meta(max_length=40)] = ""


class Tempo(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """How much time players have: as much as they like, a clock, or days."""

    kind: Literal["none", "real", "days"] = "none"
    bank: Annotated[int, Meta(ge=0, le=7200)] = 0  # real: seconds that a player has for the whole game
    per_turn: Annotated[int, Meta(ge=0, le=600)] = 0  # real: seconds for each turn, before the bank is used
    days: Literal[0, 1, 3, 7] = 0  # days: for each decision
    sleep_from: Annotated[int, Meta(ge=0, le=23)] = 0  # days: no time runs out from this hour
    sleep_to: Annotated[int, Meta(ge=0, le=23)] = 0  # to this one; none if they are equal
    zone: Annotated[str, Meta(max_length=64)] = "UTC"  # the time zone of these hours, like Europe/Rome


NO_TEMPO = Tempo()


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


class Join(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/join: take the seat of an invitation."""

    invitation: Token
    proof: Token | None = None  # of a deal that was played before: the key of your seat in that game
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class Again(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/again: another game of the same players, with the same deal and the seats moved on by one, or not."""

    key: Token
    same_deal: bool = False


class Share(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/share: a link to the replay of a finished game, for people who have no key."""

    key: Token  # of a seat


class DrawQr(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/qr: a link with a key in it, so it travels in the body."""

    text: Annotated[str, Meta(min_length=1, max_length=300, pattern="^https?://")]


# --- What the server answers ------------------------------------------------------------------------------------------


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
    commitment: str  # see docs/security.md


class Joined(Struct, frozen=True):
    """The answer to a join: the key of the seat."""

    key: str
    game: str
    seat: int


class Shared(Struct, frozen=True):
    """The answer to a share: a key that opens the replay (GET /api/replay) and nothing else."""

    share: str


class Unshared(Struct, frozen=True):
    """DELETE /api/share, with the key of a seat: the links that this seat has shared open nothing any more."""

    ended: int  # how many there were


class Player(Struct, frozen=True):
    """A person or a bot at a seat."""

    name: str
    kind: SeatKind
    level: str = ""


class ShownGain(Struct, frozen=True, gc=False):
    """Points of one seat for one reason, with the facts that explain them."""

    seat: int
    points: int
    reason: str  # one of the reasons of the facts
    facts: dict[str, Any]  # what explains it: diamonds, value, good ...
    spaces: list[int]  # where: the group, the row, the filled spaces of a good, a fleet with its goods ...


class ShownBonus(Struct, frozen=True, gc=False):
    """A bonus diamond: its set, its value, and whether its points wait for the end."""

    set: str
    value: int
    waits: bool
    spaces: list[int]  # the player's diamonds of the set


class ShownPreview(Struct, frozen=True, gc=False):
    """One way to play a card, with all that it would bring."""

    action: int
    space: int | None  # null: sail
    stay: bool  # the ship stays where it is
    gains: list[ShownGain]
    bonus: ShownBonus | None
    extra_card: bool
    ship: int | None  # where the player's ship lands, if it moves


class ShownCard(Struct, frozen=True, gc=False):
    """A card that can be kept, taken or played, with previews of its plays as the board is now, best first."""

    card: int
    obtain: int | None  # the action that keeps or takes the card first; null: it is in play
    previews: list[ShownPreview]


class PlayerState(Struct, frozen=True, gc=False):
    """What everybody sees of a player."""

    score: int
    ship: int
    supply: int
    reserve: int
    cards: int
    has_kept: bool  # a card that is not in play yet
    bonus: list[int]  # value of the bonus diamond, by set; 0 for none
    kinds: list[list[bool]]  # by set: which symbols, values, goods the player has
    points: list[int]  # by reason


class TurningPoint(Struct, frozen=True, gc=False):
    """A player's turn, and the winner's lead over the best of the others before and after it."""

    seat: int
    events: list[int]  # the numbers of its events
    before: int
    after: int


class Turning(Struct, frozen=True, gc=False):
    """Where a finished game was decided."""

    winner: int
    lead: TurningPoint | None  # after it the winner was never behind again; null: the winner was never behind
    swing: TurningPoint  # it moved the winner's lead most


class ShownClock(Struct, frozen=True):
    """The clock of a seat; times are milliseconds, on the server's clock since 1970."""

    bank: int  # left for the rest of the game, before the turn that runs is counted
    since: int | None  # when this turn began; null: the clock stands
    until: int | None  # when a bot takes over, unless the seat has decided; null: the clock stands


class ShownProposal(Struct, frozen=True):
    """What somebody has proposed."""

    about: int  # as in Agree
    agreed: list[int]  # the seats that agree


class Position(Struct, frozen=True, gc=False):
    """Where the game stands, as one seat knows it."""

    phase: PhaseName
    all_keep: bool  # everybody keeps a card at the same time
    to_act: int  # seat; while all keep, the start player
    round: int  # from 1
    turn: int  # from 0
    turns: int  # cards that each player plays in a round
    start_player: int
    last_turns: bool
    deck: int
    owners: list[int]  # by space: seat, 4 for neutral, -1 for free
    players: list[PlayerState]
    display: list[int]  # cards, copies one by one
    hand: list[int]
    kept: int | None  # the seat's own kept card, also while it is in play
    in_play: int | None  # the card that is being played, if the seat may know it
    known: dict[str, list[int]]  # other hands that this seat has seen, what is left of them
    goods: list[int]  # value of each good
    fleets: list[list[int]]  # by row: filled ships, filled goods, points per diamond
    bonus_left: list[list[int]]  # by set: bonus spaces still free
    gone: list[int]  # by symbol: cards out of the game
    discarded: list[int]  # the same cards one by one
    unseen: list[int]  # by symbol: cards that this seat has not seen
    winners: list[int]
    awaited: list[int]  # the seats for whose decision the game waits
    decides: bool  # does the game wait for this seat?
    cards: list[ShownCard]  # the seat's possible decisions
    can_decline: bool
    can_undo: int  # steps of the seat's turn that can be taken back
    turning: Turning | None = None  # when the game is over and not all share the victory
    clocks: list[ShownClock] = []  # by seat; empty if there is no clock
    stand_ins: list[StandInReason] = []  # by seat: why a bot plays for a person; "" if none does
    proposals: list[ShownProposal] = []
    abandoned: bool = False  # by agreement: the game is over, and nobody has won
    closed: bool = False  # the same, but the operator of the server has ended it


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


class Presence(Struct, tag="presence", tag_field="type", frozen=True):
    """Who is connected, by seat; the names, as friends arrive; and the bots that fail to move and try again."""

    presence: list[bool]
    players: list[Player]
    failing: list[int]
    spectators: int  # how many are watching
    watching: list[str]  # the names of those who like to be seen
    talk: TalkMode
    version: str  # of the page that the server has now: an older page should reload


class Refused(Struct, tag="refused", tag_field="type", frozen=True, omit_defaults=True):
    """The request was refused and nothing has changed. `code` is for programs, `message` for people."""

    code: str
    message: str
    request: str = ""  # the type of the request, if it came over the socket and could be read


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


class Network(Struct, frozen=True):
    """GET and POST /api/network: can friends in the same network connect? For the person at the server alone."""

    can_open: bool  # POST lets them in
    is_private: bool  # links lead nowhere for others
    address: str  # that works for others; empty if there is none


class Qr(Struct, frozen=True):
    """The answer to POST /api/qr: a link as a QR code."""

    size: int  # modules across, the quiet zone included
    path: str  # of the dark ones, for SVG


class Progress(Struct):
    """GET /api/progress: how much is compiled, from 0 to 1, of what a table and of what the bots need."""

    table: float = 0.0
    bots: float = 0.0  # until it is 1, bots play uncompiled, and the strongest without its search


# --- What never changes -----------------------------------------------------------------------------------------------


class SpaceFacts(Struct, frozen=True):
    """A space of the board."""

    name: str
    area: int
    symbol: int
    value: int  # of a residence, else 0
    xy: tuple[float, float]


class CardFacts(Struct, frozen=True):
    """A kind of card."""

    name: str
    symbol: int
    number: int  # in the ship's wheel
    area: int
    copies: int


class KindFacts(Struct, frozen=True):
    """One of the symbols, goods or values that make up a set."""

    symbol: int
    value: int


class SeaFacts(Struct, frozen=True):
    """The sea: its start space, then the others."""

    xy: list[tuple[float, float]]
    points: list[int]
    extra_card: list[bool]


class ActionFacts(Struct, frozen=True):
    """The numbers of the actions."""

    place: int  # the first action that is no card
    sail: int
    decline: int
    names: list[str]


class EditionFacts(Struct, frozen=True):
    """An edition with its options; lists are for 2, 3 and 4 players."""

    name: str
    title: str
    summary: str
    players: list[int]
    cards_played: list[int]
    supply: int
    reserve: int
    opening_display: list[int]
    removed: int
    fresh_display: int
    refill_display: int
    bonus_at_once: bool
    empty_display_points: int
    ship_may_stay: bool
    diamonds_break_ties: bool
    neutral: int  # how many neutral diamonds


class Facts(Struct, frozen=True):
    """GET /api/facts: the printed board, the cards, the editions, the bots' levels and the page's limits."""

    protocol: int
    version: str  # of the page: a hash of its files, facts and drawings
    longest_name: int
    longest_line: int  # of talk
    languages: dict[str, str]
    areas: list[str]
    symbols: list[str]
    tints: list[list[str]]  # by area: the colours of its drawing
    palettes: dict[str, list[list[str]]]  # by name and owner: light, plain, shade and mark of a diamond
    symbol_area: list[int]
    reasons: list[str]
    spaces: list[SpaceFacts]
    cards: list[CardFacts]
    sets: list[list[KindFacts]]
    bonus_values: list[int]
    bonus_xy: list[list[tuple[float, float]]]  # by set
    sea: SeaFacts
    actions: ActionFacts
    editions: list[EditionFacts]
    levels: list[str]
    phrases: list[str]  # their names; the page has the words in each language
    emotes: list[str]


encode = msgspec.json.Encoder().encode
request_decoder = msgspec.json.Decoder(AnyRequest)
