"""Luck and skill: what the deals gave each seat, what its own decisions did, and what the others' did.

The chain of values begins before the first card and ends with the result. A value is what a seat can expect if all play
on as `learned` does, with the hands that all really have and any deck. A deal changes it: that is luck. A decision
changes it unless it is the one that `learned` makes: that is skill, positive if it was better. So start, luck, own and
others' decisions always add up to the result.
"""

from dataclasses import dataclass, field

from millefiori.engine.vocabulary import Seat
from millefiori.table import Table
from millefiori.teacher.jobs import START, Job, Step
from millefiori.teacher.notes import Notes, name, positions
from millefiori.teacher.sums import Sums, merged, spread

DEAL, DECISION = "deal", "decision"


@dataclass(frozen=True)
class Value:
    """What a position is worth to each seat: its final margin over the others' mean, and its chance to win."""

    margin: tuple[float, ...]
    win: tuple[float, ...]
    error: tuple[float, ...]  # of the margins


@dataclass(frozen=True)
class Change:
    """What a deal or a decision changed. A deal has the step before it, or START."""

    kind: str  # DEAL or DECISION
    step: int
    before: Value
    after: Value

    def margin(self, seat: Seat) -> float:
        """For a seat, in points."""
        return self.after.margin[seat] - self.before.margin[seat]

    def win(self, seat: Seat) -> float:
        """For a seat, in its chance to win."""
        return self.after.win[seat] - self.before.win[seat]


@dataclass(frozen=True)
class Balance:
    """One seat's result in its parts, in points ahead of the others' mean: start + luck + own + others = result."""

    start: float
    luck: float
    luck_error: float
    own: float
    others: float
    result: float


@dataclass(frozen=True)
class Chain:
    """All changes from the first card to the last."""

    start: Value
    changes: list[Change] = field(default_factory=list)

    def balance(self, steps: list[Step], seat: Seat) -> Balance:
        """Luck and skill of a seat."""
        luck = own = others = squares = 0.0
        for change in self.changes:
            by = change.margin(seat)
            if change.kind == DEAL:
                luck += by
                squares += change.before.error[seat] ** 2 + change.after.error[seat] ** 2
            elif steps[change.step].seat == seat:
                own += by
            else:
                others += by
        result = (self.changes[-1].after if self.changes else self.start).margin[seat]
        return Balance(self.start.margin[seat], luck, squares**0.5, own, others, result)


def chain_of(table: Table, notes: Notes) -> Chain | None:
    """The chain of a finished game; None as long as a value is missing."""
    wanted = list(positions(notes.steps))
    if not notes.steps or any(name(job) not in notes.sums for job in wanted):
        return None
    more = [notes.sums.get(f"{name(job)} more", {"worlds": 0})["worlds"] for job in wanted]
    has_more = min(more) == max(more) > 0  # within a round all positions must have seen the same worlds
    values = {(job.step, job.action): _value(_sums(notes, job, has_more)) for job in wanted}
    before = values[START, Job("").action]
    chain = Chain(before)
    for number, step in enumerate(notes.steps):
        if number == 0 or notes.steps[number - 1].deals:
            after = values[number, Job("").action]
            chain.changes.append(Change(DEAL, number - 1, before, after))
            before = after
        is_last = number + 1 == len(notes.steps)
        after = result_of(table) if is_last else values.get((number, step.action), before)
        if after is not before:
            chain.changes.append(Change(DECISION, number, before, after))
        before = after
    return chain


def _sums(notes: Notes, job: Job, has_more: bool) -> Sums:
    found = notes.sums[name(job)]
    if not has_more:
        return found
    more = notes.sums[f"{name(job)} more"]
    return {key: merged(found[key], more[key]) for key in ("worlds", "margin", "squares", "win")}


def _value(sums: Sums) -> Value:
    worlds, others = sums["worlds"], len(sums["margin"]) - 1
    return Value(
        tuple(total / others / worlds for total in sums["margin"]),
        tuple(total / worlds for total in sums["win"]),
        tuple(
            spread(total, squares, worlds) / others
            for total, squares in zip(sums["margin"], sums["squares"], strict=True)
        ),
    )


def result_of(table: Table) -> Value:
    """The result of a finished game."""
    scores, winners = table.scores, table.winners
    others = len(scores) - 1
    margins = tuple((len(scores) * score - sum(scores)) / others for score in scores)
    wins = tuple((seat in winners) / len(winners) for seat in range(len(scores)))
    return Value(margins, wins, (0.0,) * len(scores))
