"""The wire of reviews (docs/protocol.md is made from this file too).

It carries numbers and names; the page has the words. Nothing of it exists before a game is over.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from millefiori.server.messages.events import Event, Welcome
from millefiori.server.messages.words import Number, Player, SeatNumber, Token
from millefiori.server.teaching.why import ShownWhy

MOST_STEPS = 2000
"""More than any game has."""
StepNumber = Annotated[int, Meta(ge=0, le=MOST_STEPS)]
Verdict = Literal["best", "sound", "slip", "mistake"]
ReviewStage = Literal["waiting", "quick", "full", "done"]


class WantReview(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/review: review a finished game, or continue. The answer is a ShownReview, and so is GET /api/review."""

    key: Token  # of a seat, to watch, of a shared replay, or the link of an uploaded record


class ReviewKey(Struct, frozen=True):
    """POST /api/review/record, with a record as the body: the key to its review. The same record has the same key."""

    key: str


class ShownLoss(Struct, frozen=True):
    """What an action costs against the better one, and why."""

    points: float  # of the margin over the others' mean, at the end of the game
    error: float
    win: float  # chance to win
    win_error: float
    worlds: int  # in which both were played out
    why: ShownWhy


class ShownDecision(Struct, frozen=True, omit_defaults=True):
    """A decision with a choice."""

    step: int  # the number of the action in the game, from 0
    seat: int
    round: int
    turn: int
    phase: str  # keep, play or take
    area: str  # of the card: the name of an area, `sea`, or `none`
    verdict: Verdict
    played: Event
    better: Event | None = None  # what it was compared with, and what it would have brought at once
    played_ship: int | None = None  # where the seat's ship lands, if it moves
    better_ship: int | None = None
    loss: ShownLoss | None = None
    hindsight: ShownLoss | None = None  # the same with the hands that all really had


class ShownMoment(Struct, frozen=True):
    """A moment that decided the game."""

    step: int  # of the decision, or before the deal
    is_deal: bool
    seat: int  # whose chance changed most
    win: float  # by how much
    round: int


class ShownAccuracy(Struct, frozen=True):
    """How well a seat decided in some part of the game."""

    part: str  # `all`, a phase, an area, or `sea`
    decisions: int
    sound: int
    lost: float  # points, by slips and mistakes


class ShownBalance(Struct, frozen=True):
    """Luck and skill of a seat, in points ahead of the others' mean: start + luck + own + others = result."""

    start: float
    luck: float
    luck_error: float
    own: float
    others: float
    result: float
    whole: list[int]  # start, luck, own, others and result as whole numbers that still add up


class CurvePoint(Struct, frozen=True):
    """What everybody could expect from a step on."""

    step: int  # after this many actions
    round: int
    win: list[float]  # by seat


class ShownReview(Struct, frozen=True):
    """A review as far as it is."""

    edition: str
    tactical: bool
    players: list[Player]
    seat: int  # of the key; -1 for anybody else
    scores: list[int]
    winners: list[int]
    steps: int  # actions of the game
    stage: ReviewStage
    progress: float  # of this stage, from 0 to 1
    working: bool  # if not, and it is not done, ask for it again
    decisions: list[ShownDecision]
    moments: list[ShownMoment]
    accuracy: list[list[ShownAccuracy]]  # by seat: of all decisions, by phase, by area
    curve: list[CurvePoint]
    balance: list[ShownBalance]  # by seat; empty as long as it is not known


class Instead(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/review/try: another action at a decision, to find the better one oneself. The answer is a Found."""

    key: Token
    step: StepNumber
    action: Number


class Found(Struct, frozen=True):
    """What another action would have been worth."""

    verdict: Literal["better", "close", "worse"]  # the better action, or as good as it; close: not clearly worse; worse
    event: Event  # what it brings at once, with the position after it
    loss: ShownLoss | None  # against the better action; null if it is the better action


class Moment(Struct, frozen=True):
    """GET /api/review/moment/STEP: a decision as the seat saw it, as for a game that begins there."""

    step: int
    welcome: Welcome


class PlayOn(Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/review/play: a new game against bots from a decision on. The rest of the deck is shuffled anew.

    The answer is Opened, with one key.
    """

    key: Token
    step: StepNumber
    seat: SeatNumber  # for the person; bots play the others
    level: Annotated[str, Meta(max_length=40)] = "skilled"
    name: Annotated[str, Meta(max_length=24)] = ""
