"""The work on reviews: in the background, in small jobs that the bots' processes do when no table waits for them.

A review is first a quick one and then a full one. What was found is stored every few seconds, so nothing is lost by a
restart. It stops when nobody has asked for a while, and continues where it stopped when somebody does.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from millefiori import record
from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal
from millefiori.server.reviews.keeping import keep_notes, notes_to_keep, stored_notes
from millefiori.server.reviews.messages import ReviewStage, ShownReview
from millefiori.server.reviews.shown import Brought, shown_review
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.thinking.thinkers import NOBODY_WATCHES
from millefiori.table import Table
from millefiori.teacher.findings import Review
from millefiori.teacher.jobs import Job, do
from millefiori.teacher.notes import Notes
from millefiori.teacher.reviewing import free_jobs

log = logging.getLogger(__name__)
MOST_AT_WORK, MOST_WAITING = 4, 40
"""Reviews that a server makes at the same time, and those that may wait for it."""
PATIENCE = 120.0
"""Seconds without a question after which a review stops."""
STORING = 3.0
"""Seconds after which new findings are stored."""
RESTING = 60.0
"""Seconds for which a review that has failed is not tried again."""
REMEMBERED = 8
"""Reviews whose last answer is kept in memory."""


@dataclass
class Subject:
    """A finished game to review: of a room, or a record. `name` is where its notes are kept."""

    name: str
    table: Table
    players: Sequence[Player]
    seat: Seat = SPECTATOR  # of whoever asks

    @cached_property
    def text(self) -> str:
        """Its record, for those who do the work."""
        return record.dump(record.write(self.table))


@dataclass
class Work:
    """A review in the making."""

    subject: Subject
    notes: Notes
    address: str  # of whoever asked for it
    asked: float  # when somebody asked last
    task: asyncio.Task[None] | None = None
    has_begun: bool = False
    changes: int = 0  # counted
    running: dict[asyncio.Task[list[object]], Job] = field(default_factory=dict)


class Reviewer:
    """All reviews of a worker of the server."""

    def __init__(self, rooms: Rooms, ready: Awaitable[None]) -> None:
        self.rooms, self.ready = rooms, ready  # the bots' processes must be compiled
        self.at_work: dict[str, Work] = {}
        self._places = asyncio.Semaphore(MOST_AT_WORK)
        self._failed: dict[str, float] = {}
        self._shown: OrderedDict[str, tuple[object, ShownReview, Brought]] = OrderedDict()

    # --- What is known

    async def shown(self, subject: Subject) -> ShownReview:
        """A review as far as it is."""
        work = self.at_work.get(subject.name)
        if work is not None:
            work.asked = asyncio.get_running_loop().time()
            return self._remembered(subject, work.notes, (id(work), work.changes), work)
        notes = await self.notes(subject)
        return self._remembered(subject, notes, (notes.effort, notes.units), None)

    async def notes(self, subject: Subject) -> Notes:
        """What was found so far."""
        work = self.at_work.get(subject.name)
        if work is not None:
            return work.notes
        found = await self.rooms.store.read(partial(stored_notes, game=subject.name))
        return found or Notes("quick")

    def _remembered(self, subject: Subject, notes: Notes, state: object, work: Work | None) -> ShownReview:
        known = self._shown.get(subject.name)
        if known is None or known[0] != state:
            review = Review(subject.table, notes)
            is_done = work is None and notes.effort == "full" and review.is_complete  # and stored
            stage: ReviewStage = "done" if is_done else "quick" if notes.effort == "quick" else "full"
            if work is not None and not work.has_begun:
                stage = "waiting"
            progress = 1.0 if is_done else notes.progress
            brought = known[2] if known else {}
            shown = shown_review(review, subject.players, stage, progress, work is not None, brought)
            self._shown[subject.name] = state, shown, brought
            while len(self._shown) > REMEMBERED:
                self._shown.popitem(last=False)
        return self._shown[subject.name][1]

    # --- Work

    async def begin(self, subject: Subject, address: str) -> None:
        """Begin or continue a review, unless it is done or somebody is at it."""
        now = asyncio.get_running_loop().time()
        if subject.name in self.at_work:
            self.at_work[subject.name].asked = now
            return
        if now - self._failed.get(subject.name, -RESTING) < RESTING:
            raise Refusal("busy", "this review has failed: try again in a minute")
        notes = await self.notes(subject)
        if (notes.effort == "full" and Review(subject.table, notes).is_complete) or subject.name in self.at_work:
            return
        if not notes.steps:
            await self.rooms.gate.check(self.rooms.gate.reviews, address, "reviews")
        if len(self.at_work) >= MOST_AT_WORK + MOST_WAITING:
            raise Refusal("busy", "too many reviews are waiting: try again later")
        if subject.name in self.at_work or not await self.rooms.fanout.broker.lease(f"review {subject.name}"):
            return
        work = self.at_work[subject.name] = Work(subject, notes, address, now)
        work.task = asyncio.create_task(self._make(work))

    async def _make(self, work: Work) -> None:
        """Everything that is left to do."""
        name = work.subject.name
        try:
            await asyncio.shield(asyncio.ensure_future(self.ready))
            async with self._places:
                work.has_begun = True
                work.changes += 1
                if await self._do_jobs(work):
                    work.notes.effort = "full"
                    await self._do_jobs(work)
        except Refusal as error:
            log.error("the review of %s stops: %s", name, error)
        except Exception:
            log.exception("the review of %s has failed", name)
            self._failed[name] = asyncio.get_running_loop().time()
        finally:
            for job in work.running:
                job.cancel()
            self.at_work.pop(name, None)
            self.rooms.fanout.broker.release(f"review {name}")

    async def _do_jobs(self, work: Work) -> bool:
        """All jobs of the notes' effort; False if nobody wants to know any more."""
        loop = asyncio.get_running_loop()
        stored, notes = loop.time(), work.notes
        while True:
            if loop.time() - work.asked > PATIENCE:
                await self._store(work)
                return False
            for job in free_jobs(notes, work.running.values(), self._most_jobs()):
                work.running[asyncio.create_task(self._do(work, job))] = job
            if not work.running:
                await self._store(work)
                return True
            done, _ = await asyncio.wait(work.running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                notes.take(work.running.pop(task), task.result()[0])
                work.changes += 1
            if loop.time() - stored > STORING:
                await self._store(work)
                stored = loop.time()

    async def _do(self, work: Work, job: Job) -> list[object]:
        """One job, in the queue of those for whom nobody at a table waits."""
        queue = f"reviews of {work.address}"
        return await self.rooms.thinkers.run(queue, lambda: NOBODY_WATCHES, do, work.subject.text, [job])

    def _most_jobs(self) -> int:
        """As many as there are workers; one less while somebody plays, so that no bot waits for a job to end."""
        workers = self.rooms.thinkers.workers
        is_played = any(live.is_watched and not live.room.is_over for live in self.rooms.live.values())
        return max(1, workers - is_played)

    async def _store(self, work: Work) -> None:
        await self.rooms.store.write(partial(keep_notes, game=work.subject.name, notes=notes_to_keep(work.notes)))

    async def close(self) -> None:
        """Stop; what was found since it was stored last is found again."""
        tasks = [work.task for work in self.at_work.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
