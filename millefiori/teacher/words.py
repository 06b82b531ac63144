"""A review in plain English."""

from collections.abc import Iterator, Sequence

from millefiori.engine.vocabulary import Reason, Seat
from millefiori.teacher.explanation import Piece, Share, explain
from millefiori.teacher.findings import MISTAKE, Accuracy, Decision, Loss, Moment, Review
from millefiori.teacher.luck import Balance
from millefiori.teacher.sums import ELSEWHERE

REASON_WORDS = {
    Reason.GROUP: "of the workshops' groups",
    Reason.ROW: "of the residences' rows",
    Reason.NOBILI: "of the nobili",
    Reason.NOBILI_BENEATH: "of diamonds beneath in the nobili",
    Reason.POPULI: "of the populi",
    Reason.POPULI_BENEATH: "of diamonds beneath in the populi",
    Reason.GOOD: "of goods",
    Reason.FLEET: "of fleets",
    Reason.SEA: "at sea",
    Reason.WORKSHOPS_BONUS: "of the workshops' bonus",
    Reason.RESIDENCES_BONUS: "of the residences' bonus",
    Reason.NOBILI_BONUS: "of the nobili bonus",
    Reason.POPULI_BONUS: "of the populi bonus",
    Reason.TRADE_BONUS: "of the trade bonus",
    Reason.EMPTY_DISPLAY: "of an empty display",
}


def why(loss: Loss, seat: Seat, players: Sequence[str]) -> str:
    """What a loss consists of: "costs 9 points: 6 of the residences' rows, 5 of goods; gains 2 at sea".

    Whole numbers that add up: what is too small to be named is "elsewhere".
    """
    found = explain(loss.points, loss.why, seat)
    words = [f"costs {_points(found.points)}"]
    if found.lost:
        words[0] += ": " + _pieces(found.lost)
    if found.gained:
        words.append("gains " + _pieces(found.gained))
    words += [_share(share, players[share.seat]) for share in found.others]
    if found.others and len(players) > 2 and found.others_mean:
        verb = "gain" if found.others_mean > 0 else "lose"
        words[-1] += f" (on average the others {verb} {abs(found.others_mean)})"
    return "; ".join(words)


def _share(share: Share, player: str) -> str:
    words = f"{player} {'gains' if share.points > 0 else 'loses'} {abs(share.points)}"
    return words if share.reason == ELSEWHERE else f"{words}, most {_reason(share.reason)}"


def _pieces(pieces: Sequence[Piece]) -> str:
    return ", ".join(f"{piece.points} {_reason(piece.reason)}" for piece in pieces)


def _reason(name: str) -> str:
    return ELSEWHERE if name == ELSEWHERE else REASON_WORDS[Reason[name.upper()]]


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def decision_words(decision: Decision, players: Sequence[str]) -> str:
    """A decision that was compared with a better one."""
    line = f"{players[decision.seat]}: {decision.words}."
    if decision.loss is None or decision.better is None:
        return line
    loss = decision.loss
    figures = (
        f"{loss.points:.1f} ± {loss.error:.1f} points, {_percent(loss.win)} ± {_percent(loss.win_error)} chance to win"
    )
    return f"{line} Better: {decision.better_words}.\n   It {why(loss, decision.seat, players)} ({figures})."


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def balance_words(balance: Balance, name: str) -> str:
    """Luck and skill of a seat in one sentence."""
    by = round(balance.result)
    result = (
        f"is {by} ahead of the others' mean"
        if by > 0
        else f"is {-by} behind the others' mean"
        if by < 0
        else "is level"
    )
    luck = _gave(balance.luck, "the cards gave", "the cards took")
    own = _gave(balance.own, "own decisions gained", "own decisions cost")
    others = _gave(balance.others, "the others' decisions gave", "the others' decisions took")
    parts = f"{luck} (± {balance.luck_error:.0f}), {own}, {others}"
    return f"{name} {result}: {parts}; the seat was worth {balance.start:+.0f}."


def _gave(points: float, gained: str, lost: str) -> str:
    return f"{gained if points >= 0 else lost} {abs(points):.0f}"


def text(review: Review, seats: Sequence[Seat]) -> Iterator[str]:
    """The whole review, line by line."""
    players = review.table.players
    yield f"Review of {', '.join(f'{name} {score}' for name, score in zip(players, review.table.scores, strict=True))}"
    yield "Points are measured as the margin over the mean of the others, at the end of the game."
    yield ""
    yield "The moments that decided the game"
    moments = review.moments()
    for moment in moments:
        yield from _moment(review, moment)
    if not moments:
        yield "  None: no decision was clearly a mistake."
    for seat in seats:
        yield ""
        yield from _seat(review, seat)


def _moment(review: Review, moment: Moment) -> Iterator[str]:
    players = review.table.players
    if moment.is_deal:
        step = review.notes.steps[moment.step + 1]
        change = f"{'gains' if moment.win > 0 else 'loses'} {_percent(abs(moment.win))} chance to win"
        yield f"  The deal of round {step.round}: {players[moment.seat]} {change}."
        return
    decision = next(each for each in review.decisions if each.step == moment.step)
    yield f"  {_place(decision)}, {decision_words(decision, players)}"


def _place(decision: Decision) -> str:
    return f"Round {decision.round}, turn {decision.turn + 1}"


def _seat(review: Review, seat: Seat) -> Iterator[str]:
    name = review.table.players[seat]
    total = review.accuracy(seat)
    yield f"{name}: {_accuracy(total)}"
    balance = review.balance(seat)
    if balance:
        yield f"  {balance_words(balance, name)}"
    for label, parts in (("by phase", review.by_phase(seat)), ("by area", review.by_area(seat))):
        shown = [f"{part} {found.share:.0%} (−{found.lost:.0f})" for part, found in parts.items() if found.decisions]
        yield f"  {label}: {', '.join(shown)}"
    for decision in review.decisions:
        if decision.seat == seat and decision.is_blamed:
            mark = "??" if decision.verdict == MISTAKE else "? "
            yield f"  {mark} {_place(decision)}, {decision_words(decision, review.table.players)}"


def _accuracy(found: Accuracy) -> str:
    return f"{found.share:.0%} of {found.decisions} decisions sound" + (
        f"; the rest cost {found.lost:.0f} points" if found.lost else ""
    )
