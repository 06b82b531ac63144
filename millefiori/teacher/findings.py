"""What a review says: every decision with its verdict, accuracy, the moments that decided the game, luck and skill."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.board import CARD_AREA
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import ActionNumber, Area, Phase, Reason, Seat
from millefiori.explain.outcome import action_words
from millefiori.table import Table
from millefiori.teacher.jobs import COMPARE, HINDSIGHT, START
from millefiori.teacher.luck import DEAL, Balance, Chain, Change, chain_of
from millefiori.teacher.notes import FEWEST_WORLDS, Notes
from millefiori.teacher.sums import Part, Sums, loss_of, parts_of, win_loss_of

CLEARLY = 2.0
"""Standard errors that a loss must be away from nothing before anybody is blamed."""
SLIP_POINTS, MISTAKE_POINTS = 2.0, 5.0
BEST, SOUND, SLIP, MISTAKE = "best", "sound", "slip", "mistake"
BLAMED = (SLIP, MISTAKE)
MOMENTS = 5
DECISIVE = 0.005
"""Chance to win that a moment must have changed."""
SEA, NONE = "sea", "none"


@dataclass(frozen=True)
class Loss:
    """What an action costs against a better one: points of the margin and chance to win, each with its error."""

    points: float
    error: float
    win: float
    win_error: float
    worlds: int
    table: list[list[int]]  # points by seat and reason, summed over the worlds: with this action less with the better

    @property
    def why(self) -> list[Part]:
        """What it consists of. It adds up to the points: those of the others' mean less the own ones."""
        return parts_of(self.table, self.worlds)

    @property
    def is_clear(self) -> bool:
        """Is it a loss beyond doubt, and not one that makes winning likelier?"""
        return self.points > CLEARLY * self.error and self.win >= -CLEARLY * self.win_error


def loss_from(sums: Sums, seat: Seat) -> Loss:
    """The loss that sums over worlds say."""
    return Loss(*loss_of(sums, seat), *win_loss_of(sums), sums["worlds"], sums["points"])


@dataclass(frozen=True)
class Decision:
    """A decision of the game and what is to be said about it."""

    step: int  # the number of the action in the game, from 0
    seat: Seat
    phase: Phase
    round: int
    turn: int
    area: str  # of the card that it was about: an area's name, `sea`, or `none`
    action: ActionNumber
    words: str
    better: ActionNumber | None  # that was compared with it
    better_words: str
    verdict: str
    loss: Loss | None  # None if it was not compared
    hindsight: Loss | None

    @property
    def is_blamed(self) -> bool:
        """Was it a slip or a mistake?"""
        return self.verdict in BLAMED


@dataclass(frozen=True)
class Accuracy:
    """How well a seat decided in a part of the game."""

    decisions: int
    sound: int
    lost: float  # points, by slips and mistakes

    @property
    def share(self) -> float:
        """The share of sound decisions."""
        return self.sound / self.decisions if self.decisions else 1.0


@dataclass(frozen=True)
class Moment:
    """A moment that decided the game: a decision that was a mistake, or a deal."""

    step: int  # of the decision, or before the deal
    is_deal: bool
    seat: Seat  # whose chance changed most
    win: float  # by how much


class Review:
    """The findings of a finished game so far. Made from notes; worked out when asked for."""

    def __init__(self, table: Table, notes: Notes) -> None:
        self.table = table
        self.notes = notes

    @property
    def is_complete(self) -> bool:
        """Is everything done?"""
        return next(self.notes.jobs(), None) is None

    @cached_property
    def decisions(self) -> list[Decision]:
        """All decisions with a choice, in order."""
        games = [before for _, before, _ in self.table.steps()]
        steps = enumerate(self.notes.steps)
        return [self._decision(number, games[number]) for number, step in steps if step.choices > 1]

    def _decision(self, number: int, before: Game) -> Decision:
        step, better = self.notes.steps[number], self.notes.better(number)
        compared = self._loss(COMPARE, number)
        return Decision(
            step=number,
            seat=step.seat,
            phase=step.phase,
            round=step.round,
            turn=step.turn,
            area=area_of(before, step.action),
            action=step.action,
            words=action_words(before, step.action),
            better=better if compared else None,
            better_words=action_words(before, better) if compared and better is not None else "",
            verdict=self._verdict(number, compared),
            loss=compared,
            hindsight=self._loss(HINDSIGHT, number),
        )

    def _loss(self, kind: str, step: int) -> Loss | None:
        sums = self.notes.sums.get(f"{kind} {step}")
        return loss_from(sums, self.notes.steps[step].seat) if sums else None

    def _verdict(self, step: int, loss: Loss | None) -> str:
        if loss is None or loss.worlds < FEWEST_WORLDS or not loss.is_clear:
            return BEST if self.notes.better(step) is None else SOUND
        return MISTAKE if loss.points >= MISTAKE_POINTS else SLIP if loss.points >= SLIP_POINTS else SOUND

    # --- Sums

    def accuracy(self, seat: Seat, belongs: Callable[[Decision], bool] = lambda decision: True) -> Accuracy:
        """How well a seat decided, in all decisions or in some."""
        found = [decision for decision in self.decisions if decision.seat == seat and belongs(decision)]
        blamed = [decision for decision in found if decision.is_blamed]
        return Accuracy(len(found), len(found) - len(blamed), sum(each.loss.points for each in blamed if each.loss))

    def by_phase(self, seat: Seat) -> dict[str, Accuracy]:
        """A seat's accuracy when it keeps, plays and takes cards."""

        def of(phase: Phase) -> Accuracy:
            return self.accuracy(seat, lambda decision: decision.phase == phase)

        return {phase.name.lower(): of(phase) for phase in (Phase.KEEP, Phase.PLAY, Phase.TAKE)}

    def by_area(self, seat: Seat) -> dict[str, Accuracy]:
        """A seat's accuracy by the area of the card; the sea is an area of its own."""

        def of(area: str) -> Accuracy:
            return self.accuracy(seat, lambda decision: decision.area == area)

        return {area: of(area) for area in (*(area.name.lower() for area in Area), SEA)}

    @cached_property
    def chain(self) -> Chain | None:
        """What every position was worth; None as long as that is not known."""
        return chain_of(self.table, self.notes)

    def balance(self, seat: Seat) -> Balance | None:
        """Luck and skill of a seat."""
        return self.chain.balance(self.notes.steps, seat) if self.chain else None

    def moments(self, most: int = MOMENTS) -> list[Moment]:
        """The deals and mistakes that changed chances to win most, in the order of the game."""
        found = [
            Moment(each.step, False, each.seat, -each.loss.win)
            for each in self.decisions
            if each.is_blamed and each.loss
        ]
        found += [_deal_moment(change) for change in (self.chain.changes if self.chain else []) if _is_news(change)]
        weightiest = sorted((each for each in found if abs(each.win) >= DECISIVE), key=lambda moment: -abs(moment.win))[
            :most
        ]
        return sorted(weightiest, key=lambda moment: (moment.step, moment.is_deal))


def _is_news(change: Change) -> bool:
    """A deal after the beginning that changed somebody's margin beyond doubt."""
    if change.kind != DEAL or change.step == START:
        return False
    seats = range(len(change.before.margin))
    errors = [(change.before.error[seat] ** 2 + change.after.error[seat] ** 2) ** 0.5 for seat in seats]
    return any(abs(change.margin(seat)) > CLEARLY * errors[seat] for seat in seats)


def _deal_moment(change: Change) -> Moment:
    seat = max(range(len(change.before.win)), key=lambda seat: abs(change.win(seat)))
    return Moment(change.step, True, seat, change.win(seat))


def area_of(before: Game, action: ActionNumber) -> str:
    """The area that a decision is about: that of its card, or the sea."""
    if action == DECLINE:
        return NONE
    if action == SAIL:
        return SEA
    card = before.kept[before.to_act] if before.phase == Phase.PLAY else action
    return Area(int(CARD_AREA[card])).name.lower()


def to_json(review: Review) -> dict[str, Any]:
    """A review as plain JSON, as docs/review.md describes it."""
    seats = range(len(review.table.players))
    chain = review.chain
    return {
        "format": "millefiori-review",
        "version": 1,
        "edition": review.table.edition.name,
        "reasons": [reason.name.lower() for reason in Reason],
        "players": list(review.table.players),
        "scores": review.table.scores,
        "winners": review.table.winners,
        "effort": review.notes.effort,
        "progress": round(review.notes.progress, 3),
        "complete": review.is_complete,
        "decisions": [_decision_json(decision) for decision in review.decisions],
        "moments": [vars(moment) for moment in review.moments()],
        "accuracy": [_accuracies_json(review, seat) for seat in seats],
        "curve": _curve_json(chain) if chain else None,
        "balance": [vars(review.balance(seat)) for seat in seats] if chain else None,
    }


def _decision_json(decision: Decision) -> dict[str, Any]:
    fields = {**vars(decision), "phase": decision.phase.name.lower()}
    return fields | {key: fields[key] and vars(fields[key]) for key in ("loss", "hindsight")}


def _accuracies_json(review: Review, seat: Seat) -> dict[str, Any]:
    groups: Iterable[tuple[str, dict[str, Accuracy]]] = (
        ("all", {"all": review.accuracy(seat)}),
        ("phases", review.by_phase(seat)),
        ("areas", review.by_area(seat)),
    )
    return {group: {name: vars(found) for name, found in parts.items()} for group, parts in groups}


def _curve_json(chain: Chain) -> list[dict[str, Any]]:
    """What everybody could expect after each deal and each unexpected decision."""
    points = [{"kind": "start", "step": START, "margin": list(chain.start.margin), "win": list(chain.start.win)}]
    for change in chain.changes:
        after = {"margin": list(change.after.margin), "win": list(change.after.win)}
        points.append({"kind": change.kind, "step": change.step, **after})
    return points
