"""A review as the page gets it: numbers, names, and events as they were or would have been."""

from collections.abc import Sequence

from millefiori.engine.calls import apply
from millefiori.engine.state import Game, copy_game
from millefiori.engine.vocabulary import ActionNumber, Seat
from millefiori.server.messages.events import Event
from millefiori.server.messages.words import Player
from millefiori.server.reviews.messages import (
    CurvePoint,
    ReviewStage,
    ShownAccuracy,
    ShownBalance,
    ShownDecision,
    ShownLoss,
    ShownMoment,
    ShownReview,
)
from millefiori.server.rooms.events import event_of
from millefiori.server.teaching.why import shown_why
from millefiori.teacher.explanation import explain
from millefiori.teacher.findings import Accuracy, Decision, Loss, Moment, Review

DIGITS = 3
Brought = dict[tuple[int, ActionNumber], tuple[Event, int | None]]
"""What actions bring, by step and action, with where the ship lands: it never changes, and takes a while."""


def shown_review(
    review: Review, players: Sequence[Player], stage: ReviewStage, progress: float, is_working: bool, known: Brought
) -> ShownReview:
    """All that a review says so far, to anybody who may see the game. What is found is added to what is known."""
    table, seats = review.table, range(len(players))
    games = [before for _, before, _ in table.steps()]
    return ShownReview(
        edition=table.edition.name,
        tactical=table.tactical,
        players=list(players),
        seat=-1,
        scores=table.scores,
        winners=table.winners,
        steps=len(games),
        stage=stage,
        progress=round(progress, DIGITS),
        working=is_working,
        decisions=[_decision(decision, games[decision.step], known) for decision in review.decisions],
        moments=[_moment(review, moment) for moment in review.moments()],
        accuracy=[_accuracies(review, seat) for seat in seats],
        curve=_curve(review),
        balance=[_balance(review, seat) for seat in seats] if review.chain else [],
    )


def instead(step: int, before: Game, action: ActionNumber) -> tuple[Event, Game]:
    """What an action brings at once, and where it leads."""
    after = copy_game(before)
    apply(after, action)
    return event_of(step, int(before.to_act), before, action, after), after


def _brought(known: Brought, step: int, before: Game, action: ActionNumber) -> tuple[Event, int | None]:
    if (step, action) not in known:
        event, after = instead(step, before, action)
        known[step, action] = event, _moved_ship(before, after)
    return known[step, action]


def _decision(decision: Decision, before: Game, known: Brought) -> ShownDecision:
    step = decision.step
    played, played_ship = _brought(known, step, before, decision.action)
    better, better_ship = (None, None) if decision.better is None else _brought(known, step, before, decision.better)
    return ShownDecision(
        step=step,
        seat=decision.seat,
        round=decision.round,
        turn=decision.turn,
        phase=decision.phase.name.lower(),
        area=decision.area,
        verdict=decision.verdict,  # type: ignore[arg-type]
        played=played,
        better=better,
        played_ship=played_ship,
        better_ship=better_ship,
        loss=shown_loss(decision.loss, decision.seat) if decision.loss else None,
        hindsight=shown_loss(decision.hindsight, decision.seat) if decision.hindsight else None,
    )


def _moved_ship(before: Game, after: Game) -> int | None:
    """Where the ship of the seat to act is, if it has moved."""
    seat = int(before.to_act)
    return int(after.ship[seat]) if after.ship[seat] != before.ship[seat] else None


def shown_loss(loss: Loss, seat: Seat) -> ShownLoss:
    """A loss with what it consists of."""
    return ShownLoss(
        points=round(loss.points, DIGITS),
        error=round(loss.error, DIGITS),
        win=round(loss.win, DIGITS),
        win_error=round(loss.win_error, DIGITS),
        worlds=loss.worlds,
        why=shown_why(explain(loss.points, loss.why, seat)),
    )


def _moment(review: Review, moment: Moment) -> ShownMoment:
    step = moment.step + 1 if moment.is_deal else moment.step
    return ShownMoment(
        moment.step, moment.is_deal, moment.seat, round(moment.win, DIGITS), review.notes.steps[step].round
    )


def _accuracies(review: Review, seat: Seat) -> list[ShownAccuracy]:
    parts: dict[str, Accuracy] = {"all": review.accuracy(seat), **review.by_phase(seat), **review.by_area(seat)}
    return [
        ShownAccuracy(part, found.decisions, found.sound, round(found.lost, DIGITS)) for part, found in parts.items()
    ]


def _balance(review: Review, seat: Seat) -> ShownBalance:
    balance = review.balance(seat)
    assert balance is not None
    parts = (balance.start, balance.luck, balance.own, balance.others)
    result = round(balance.result)
    return ShownBalance(**vars(balance), whole=[*whole_parts(parts, result), result])


def whole_parts(parts: Sequence[float], total: int) -> list[int]:
    """Parts as whole numbers with this sum: those that lose most by rounding are rounded the other way."""
    whole = [round(part) for part in parts]
    missing = total - sum(whole)
    sign = 1 if missing > 0 else -1
    order = sorted(range(len(parts)), key=lambda number: -sign * (parts[number] - whole[number]))
    for number in order[: abs(missing)]:
        whole[number] += sign
    return whole


def _curve(review: Review) -> list[CurvePoint]:
    """Chances to win after each deal and each unexpected decision."""
    if review.chain is None:
        return []
    steps = review.notes.steps
    points = [CurvePoint(0, 1, _shares(review.chain.start.win))]
    for change in review.chain.changes:
        after = change.step + 1
        points.append(CurvePoint(after, steps[min(after, len(steps) - 1)].round, _shares(change.after.win)))
    return points


def _shares(win: Sequence[float]) -> list[float]:
    return [round(share, DIGITS) for share in win]
