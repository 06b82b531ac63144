"""`millefiori review`: what was played, what was better, and why."""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from millefiori.cli.options import SETTINGS, warm_up

if TYPE_CHECKING:
    from millefiori.teacher.notes import Notes

PAUSE = 0.5
"""Seconds between two changes of the progress bar."""


@click.command(context_settings=SETTINGS)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", type=click.IntRange(min=1), default=1, show_default=True, help="Which game of the file.")
@click.option("--seat", type=click.IntRange(1, 4), help="Only what concerns this seat, counted from 1.")
@click.option(
    "--quick", is_flag=True, help="A first look in seconds: fewer worlds, so only large mistakes are certain."
)
@click.option(
    "--notes",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep what was found in this file, and continue from it.",
)
@click.option("--json", "form", flag_value="json", help="Print one JSON object.")
@click.option("--html", "form", flag_value="html", help="Print an HTML page.")
def review(file: Path, game: int, seat: int | None, quick: bool, notes: Path | None, form: str | None) -> None:
    """Review a finished game: mistakes with their reasons in points, accuracy, luck and skill.

    Each decision is judged by what its player could know. A loss within its error is not called a mistake.
    """
    warm_up()
    from millefiori.record import RecordError, parse, read_file
    from millefiori.teacher.reviewing import ReviewError

    try:
        texts = list(read_file(file))
        if game > len(texts):
            raise click.UsageError(f"there is no game {game} in {file}: it has {len(texts)}")
        record = parse(texts[game - 1][1])
        if seat is not None and seat > len(record["players"]):
            raise click.UsageError(f"there is no seat {seat}: the game has {len(record['players'])}")
        _show(record, seat, "quick" if quick else "full", notes, form)
    except (RecordError, ReviewError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}, game {game}: {error}") from None


def _show(record: dict[str, Any], seat: int | None, effort: str, kept: Path | None, form: str | None) -> None:
    from millefiori.teacher.findings import to_json
    from millefiori.teacher.page import page
    from millefiori.teacher.reviewing import review as review_of
    from millefiori.teacher.words import text

    notes = _read(kept, effort)
    shown = -PAUSE

    def advance(so_far: "Notes") -> None:
        nonlocal shown
        if time.monotonic() - shown >= PAUSE:  # it takes a moment to tell how far the work is
            bar.update(max(0, int(1000 * so_far.progress) - bar.pos))
            shown = time.monotonic()

    seats = range(len(record["players"])) if seat is None else [seat - 1]
    with click.progressbar(length=1000, label="Review", file=sys.stderr) as bar:
        try:
            found = review_of(record, effort, notes=notes, progress=advance)
        finally:
            if kept is not None:
                _write(kept, notes)
    if form == "json":
        click.echo(json.dumps(to_json(found)))
    elif form == "html":
        click.echo(page(found, list(seats)), nl=False)
    else:
        click.echo("\n".join(text(found, list(seats))))


def _read(kept: Path | None, effort: str) -> "Notes":
    from millefiori.teacher.notes import Notes, NotesError, from_json

    if kept is None or not kept.exists():
        return Notes(effort)
    try:
        return from_json(json.loads(kept.read_text(encoding="utf-8")), effort)
    except (ValueError, KeyError, NotesError) as error:
        raise click.ClickException(f"{kept} has no notes of a review: {error}") from None


def _write(kept: Path, notes: "Notes") -> None:
    from millefiori.teacher.notes import to_json

    kept.write_text(json.dumps(to_json(notes)), encoding="utf-8")
