"""A review of a record from beginning to end, in this process."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

from millefiori import record as records
from millefiori.table import Table
from millefiori.teacher.findings import Review
from millefiori.teacher.jobs import COMPARE, OUTLINE, SCREEN, VALUE, Job, do, table_of
from millefiori.teacher.notes import Notes, fingerprint


class ReviewError(ValueError):
    """A game that cannot be reviewed."""


def review(
    record: dict[str, Any],
    effort: str = "full",
    *,
    notes: Notes | None = None,
    threads: int | None = None,
    progress: Callable[[Notes], None] = lambda notes: None,
) -> Review:
    """Review a finished game. `effort` is "quick" or "full"; `notes` of an earlier review are continued.

    `progress` is called after every piece of work and may stop the review by an exception: the notes are whole.
    """
    text = records.dump(record)
    if not table_of(text).is_over:
        raise ReviewError("the game is not over yet: only finished games are reviewed")
    notes = Notes(effort) if notes is None else notes
    if notes.game not in ("", fingerprint(text)):
        raise ReviewError("these are notes about another game")
    notes.game = fingerprint(text)
    threads = threads or int(os.environ.get("MILLEFIORI_THREADS", os.cpu_count() or 1))
    while not notes.steps or (len(notes.screens) == 0 and len(list(islice(notes.jobs(), 1)))):
        _do_next(text, notes)  # compiled, or loaded, before several threads need it
        progress(notes)
    with ThreadPoolExecutor(threads) as pool:
        running: dict[Future[list[Any]], Job] = {}
        while True:
            for job in free_jobs(notes, running.values(), threads):
                running[pool.submit(do, text, [job])] = job
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                notes.take(running.pop(future), future.result()[0])
                progress(notes)
    return Review(table_of(text), notes)


def _do_next(text: str, notes: Notes) -> None:
    job = next(notes.jobs())
    notes.take(job, do(text, [job])[0])


def free_jobs(notes: Notes, running: Iterable[Job], most: int) -> list[Job]:
    """The next jobs that nobody does yet, so that `most` are being done."""
    busy = set(running)
    waiting = (job for job in notes.jobs() if job not in busy)
    return list(islice(waiting, max(0, most - len(busy))))


def warm_up() -> None:
    """Compile, or load, all that a review runs."""
    table = Table(seed=0)
    while not table.is_over:
        table.advance(table.legal_actions()[0])
    jobs = [
        Job(OUTLINE),
        Job(SCREEN, 0, worlds=8),
        Job(COMPARE, 0, table.actions[0][1], worlds=1),
        Job(VALUE, worlds=1),
    ]
    do(records.dump(records.write(table)), jobs)
