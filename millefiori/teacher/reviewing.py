"""A review of a record from beginning to end, in this process."""

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

from millefiori import record as records
from millefiori.teacher.findings import Review
from millefiori.teacher.jobs import Job, do, table_of
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
            for job in _free_jobs(notes, running, threads):
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


def _free_jobs(notes: Notes, running: dict[Future[list[Any]], Job], threads: int) -> list[Job]:
    """The next jobs that nobody does yet, as many as threads are free."""
    busy = set(running.values())
    waiting = (job for job in notes.jobs() if job not in busy)
    return list(islice(waiting, threads - len(busy)))
