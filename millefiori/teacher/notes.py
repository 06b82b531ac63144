"""What a review has found so far, and what it does next: the best moments first, few worlds before many.

Notes are plain JSON, so a review can be stored at any time and continued elsewhere. Every decision is screened; those
that look doubtful are compared with the better action in some worlds, and in more as long as they may be mistakes.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from millefiori.engine.vocabulary import ActionNumber, Phase
from millefiori.teacher.jobs import COMPARE, HINDSIGHT, OUTLINE, SCREEN, VALUE, Job, Step
from millefiori.teacher.playouts import NO_ACTION
from millefiori.teacher.sums import Sums, loss_of, merged

VERSION = 1
CHUNK = 32
"""Worlds of one job: a fraction of a second."""
DOUBTFUL = 1.0
"""Points behind the best, by the screening, from which on a decision is looked at more closely."""
UNCONSIDERED = 30.0
"""The same for an action that the screening did not even consider."""
HOPEFUL, CERTAIN = 0.5, 5.0
"""Errors between which more worlds may change what is said of a loss."""


@dataclass(frozen=True)
class Effort:
    """How much is done for a review."""

    screening: int  # simulations for each decision
    stages: tuple[int, ...]  # worlds for doubtful decisions: for all of them, then for those that may be mistakes
    most: int  # doubtful decisions that are compared
    values: int  # worlds for each position of the curve
    hindsight: int  # worlds for doubtful decisions with all hands open


FEWEST_WORLDS = 32
"""Nobody is blamed by fewer worlds."""
EFFORTS = {
    "quick": Effort(screening=280, stages=(32, 128), most=24, values=32, hindsight=0),
    "full": Effort(screening=280, stages=(64, 256, 1024), most=80, values=128, hindsight=96),
}
"""A quick review can be continued as a full one: it has done the first part of it."""


class NotesError(ValueError):
    """Stored notes that do not fit this version."""


@dataclass
class Notes:
    """Everything found about one game."""

    effort: str = "full"
    game: str = ""  # whose notes these are: see `fingerprint`
    steps: list[Step] = field(default_factory=list)
    screens: dict[int, list[list[float]]] = field(default_factory=dict)  # by step: actions and margins, best first
    sums: dict[str, Sums] = field(default_factory=dict)  # of worlds: see `name`
    units: float = 0.0  # of work done

    def take(self, job: Job, found: Any) -> None:
        """Write down the result of a job."""
        self.units += cost(job, self)
        if job.kind == OUTLINE:
            self.steps = [step_of(row) for row in found]
        elif job.kind == SCREEN:
            self.screens[job.step] = found
        else:
            self._add(name(job), job.first, found)

    def _add(self, place: str, first: int, found: Sums) -> None:
        known = self.sums.get(place, {"done": []})
        sums = {key: merged(known[key], value) if key in known else value for key, value in found.items()}
        self.sums[place] = {**sums, "done": [*known["done"], first]}

    # --- What follows from it

    def worlds(self, kind: str, step: int) -> int:
        """In how many worlds a decision was compared."""
        return int(self.sums.get(f"{kind} {step}", {}).get("worlds", 0))

    def better(self, step: int) -> ActionNumber | None:
        """The action that the screening prefers; None if it is the one that was played, or if there is no choice."""
        found = self.screens.get(step)
        return int(found[0][0]) if found and found[0][0] != self.steps[step].action else None

    def doubt(self, step: int) -> float:
        """How many points the action is behind the best by the screening."""
        found, action = self.screens.get(step, []), self.steps[step].action
        margins = {int(candidate): margin for candidate, margin in found}
        return found[0][1] - margins[action] if action in margins else UNCONSIDERED if found else 0.0

    def doubtful(self) -> list[int]:
        """The decisions to look at closely, the most doubtful first."""
        steps = [step for step in self.screens if self.better(step) is not None and self.doubt(step) >= DOUBTFUL]
        return sorted(steps, key=lambda step: (-self.doubt(step), step))[: EFFORTS[self.effort].most]

    # --- Work

    def jobs(self) -> Iterator[Job]:
        """What can be done now, the most useful first; nothing when the review is complete."""
        if not self.steps:
            yield Job(OUTLINE)
            return
        effort = EFFORTS[self.effort]
        missing = [step for step, each in enumerate(self.steps) if each.choices > 1 and step not in self.screens]
        yield from (Job(SCREEN, step, worlds=effort.screening) for step in missing)
        if missing:
            return
        yield from self._comparisons(COMPARE, effort.stages[0])
        yield from self._values(min(CHUNK, effort.values))
        for worlds in effort.stages[1:]:
            yield from self._comparisons(COMPARE, worlds)
        yield from self._values(effort.values)
        if effort.hindsight:
            yield from self._comparisons(HINDSIGHT, effort.hindsight)

    def _comparisons(self, kind: str, worlds: int) -> Iterator[Job]:
        for step in self.doubtful():
            better = self.better(step)
            if better is not None and (kind == HINDSIGHT or self._may_be_a_mistake(step)):
                yield from self._chunks(Job(kind, step, better), worlds)

    def _may_be_a_mistake(self, step: int) -> bool:
        """Can more worlds change what is said about it?"""
        if self.worlds(COMPARE, step) < EFFORTS[self.effort].stages[0]:
            return True
        loss, error = loss_of(self.sums[f"{COMPARE} {step}"], self.steps[step].seat)
        return HOPEFUL * error < loss < CERTAIN * error

    def _values(self, worlds: int) -> Iterator[Job]:
        for job in positions(self.steps):
            yield from self._chunks(job, worlds)

    def _chunks(self, job: Job, worlds: int) -> Iterator[Job]:
        if self.sums.get(name(job), {"worlds": 0})["worlds"] >= worlds:
            return
        for first in range(0, worlds, CHUNK):
            part = Job(job.kind, job.step, job.action, first, min(CHUNK, worlds - first))
            if first not in self.sums.get(name(part), {"done": []})["done"]:
                yield part

    @property
    def progress(self) -> float:
        """The share of the work that is done, as far as one can tell: from 0 to 1."""
        left = sum(cost(job, self) for job in self.jobs())
        if not self.steps or len(self.screens) < sum(each.choices > 1 for each in self.steps):
            effort = EFFORTS[self.effort]
            left += 2.0 * (effort.values + effort.stages[0]) * max(1, len(self.steps)) ** 2 / 8
        return 1.0 if left == 0 else self.units / (self.units + left)


def step_of(row: list[int]) -> Step:
    """A step as jobs and stored notes have it."""
    seat, phase, in_round, turn, action, choices, policy, deals = row
    return Step(seat, Phase(phase), in_round, turn, action, choices, policy, bool(deals))


def positions(steps: list[Step]) -> Iterator[Job]:
    """The positions that must be valued: after each deal, before the next, and after each unexpected decision.

    What `learned` would have done changes nothing: it is what the value expects. The last step leads to the result.
    """
    yield Job(VALUE)
    for number, step in enumerate(steps):
        if number == 0 or steps[number - 1].deals:
            yield Job(VALUE, number)
        if number + 1 < len(steps) and step.policy != step.action:
            yield Job(VALUE, number, step.action)


def name(job: Job) -> str:
    """Where the sums of a job are kept."""
    if job.kind != VALUE:
        return f"{job.kind} {job.step}"
    after = "" if job.action == NO_ACTION else " after"
    return f"{job.kind} {job.step}{after}" + (" more" if job.first else "")


def cost(job: Job, notes: Notes) -> float:
    """How much work a job is: decisions that are made."""
    if job.kind in (OUTLINE, SCREEN):
        return 8.0 * job.worlds + len(notes.steps)
    left = len(notes.steps) - max(job.step, 0)
    return float(left * job.worlds * (1 if job.kind == VALUE else 2))


def fingerprint(text: str) -> str:
    """What tells a record from others."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def to_json(notes: Notes) -> dict[str, Any]:
    """Notes as plain JSON."""
    steps = [[getattr(step, key) for key in Step.__dataclass_fields__] for step in notes.steps]
    rows = [[int(value) for value in row] for row in steps]
    screens = {str(step): found for step, found in notes.screens.items()}
    return {
        "version": VERSION,
        "effort": notes.effort,
        "game": notes.game,
        "steps": rows,
        "screens": screens,
        "sums": notes.sums,
        "units": notes.units,
    }


def from_json(stored: dict[str, Any], effort: str = "") -> Notes:
    """Notes that were stored, to be continued with their own effort or another; refuses those of another version."""
    if stored.get("version") != VERSION:
        raise NotesError(f"notes of version {stored.get('version')!r}: this program reads version {VERSION}")
    notes = Notes(effort or stored["effort"], stored["game"])
    notes.take(Job(OUTLINE), stored["steps"])
    notes.screens = {int(step): found for step, found in stored["screens"].items()}
    notes.sums, notes.units = stored["sums"], stored["units"]
    return notes
