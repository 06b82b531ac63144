"""Where a game stands, as one seat knows it. A `Position` is made from that seat's view alone."""

from typing import Any, Literal

from msgspec import Struct

PhaseName = Literal["keep", "play", "take", "over"]
StandInReason = Literal["", "clock", "agreed", "resigned"]


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
