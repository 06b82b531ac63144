"""`millefiori arena`: tournaments between bots."""

import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from millefiori.cli.options import SETTINGS, edition_option, tactical_option

if TYPE_CHECKING:
    from millefiori.arena.tournament import Journal, Tournament

INTERRUPTED = 130
output_file = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command(context_settings=SETTINGS)
@click.option(
    "--bots",
    required=True,
    metavar="BOT,BOT,…",
    help="The bots: names, search:200ms, file.py:ClassName, line:COMMAND.",
)
@click.option("--players", "-n", type=click.IntRange(2, 4), default=2, show_default=True, help="Seats at the table.")
@click.option(
    "--games",
    "-k",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Games per pairing; with more than two players, per direction. Rounded up to whole deals.",
)
@edition_option
@tactical_option
@click.option(
    "--ladder", is_flag=True, help="Each bot plays only against the next in the list: fewer games for slow bots."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    show_default=True,
    help="The same seed gives the same deals.",
)
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write all results to FILE, and each finished game to FILE.journal. The same command continues from there.",
)
@click.option("--plot", type=output_file, help="Draw the win shares as an SVG file.")
@click.option("--workers", type=click.IntRange(min=1), show_default="one per core", help="Worker processes.")
@click.option(
    "--move-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    show_default="ten times its budget, at least 10",
    help="A bot that takes longer for a move loses the game.",
)
@click.option("--ray", "on_ray", is_flag=True, help="Play on the Ray cluster at RAY_ADDRESS, or on one started here.")
def arena(
    bots: str,
    players: int,
    games: int,
    edition: str,
    tactical: bool,
    ladder: bool,
    seed: int,
    json_file: Path | None,
    plot: Path | None,
    workers: int | None,
    move_limit: float | None,
    on_ray: bool,
) -> None:
    """Let bots play each other on equal deals from all seats, and rate them.

    With two players, every deal of a pairing is played from both seats. With more, one bot plays against copies of the
    other, from each seat in turn, and then the other way round (not on a ladder). A bot that raises an error, plays an
    illegal action or takes too long loses the game, and the tournament continues.
    """
    from millefiori.arena.ratings import rating_model, sum_up
    from millefiori.arena.standings import report
    from millefiori.arena.tournament import ArenaError, Journal, Tournament, check_bots, finished
    from millefiori.engine.editions import EditionError

    for path in (json_file, plot):
        if path is not None and not path.parent.is_dir():
            raise click.UsageError(f"cannot write {path}: there is no folder {path.parent}")
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    try:
        tournament = Tournament(names, players, games, edition, tactical, seed, move_limit, ladder)
        rating_model()
        check_bots(names)
        journal = Journal(tournament, json_file and json_file.with_name(json_file.name + ".journal"))
    except (ArenaError, EditionError, OSError) as error:
        raise click.UsageError(str(error)) from None
    complete = _play(tournament, journal, workers, on_ray)
    results = sum_up(tournament, finished(tournament, journal))
    if not complete:
        click.echo(_how_to_continue(results, journal), err=True)
    if complete or results["games"]:
        click.echo(report(results))
    if not complete:
        raise SystemExit(INTERRUPTED)
    if json_file is not None:
        _write(json_file, dump(results))
    if plot is not None:
        _write(plot, picture(results))


def _play(tournament: "Tournament", journal: "Journal", workers: int | None, on_ray: bool) -> bool:
    """Play the games; False if interrupted."""
    from millefiori.arena.match import rehearse
    from millefiori.arena.tournament import ArenaError, run, units
    from millefiori.bots.bot import UnknownBot

    every = list(units(tournament))
    played = sum(unit in journal.finished for unit in every)
    if played:
        click.echo(f"{played} of {len(every)} games are already in {journal.path}", err=True)
    try:
        with click.progressbar(tournament.bots, label="Rehearsal", file=sys.stderr) as bots:
            for bot in bots if played < len(every) else ():
                rehearse(bot)
        with (
            closing(run(tournament, journal, workers=workers, on_ray=on_ray)) as results,
            click.progressbar(length=len(every) - played, label="Games", file=sys.stderr) as bar,
        ):
            for _ in results:
                bar.update(1)
    except KeyboardInterrupt:
        return False
    except (ArenaError, UnknownBot) as error:
        raise click.ClickException(str(error)) from None
    return True


def _how_to_continue(results: dict[str, Any], journal: "Journal") -> str:
    played = f"stopped after {len(results['games'])} games"
    return f"{played}; run the same command to continue from {journal.path}" if journal.path else played


def dump(results: dict[str, Any]) -> str:
    """The results as JSON, one line per part."""
    parts = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in results.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def picture(results: dict[str, Any]) -> str:
    """The win shares as a chart, with a line at the share of equal bots."""
    from millefiori.arena.standings import heading
    from millefiori.drawing.chart import Bar, bar_chart

    bars = [
        Bar(row["bot"], *(100 * share for share in (row["win_share"], *row["win_share_interval"])))
        for row in results["bots"]
    ]
    title = f"Win share: {heading(results)}"
    return bar_chart(title, bars, unit=" %", reference=100 / results["settings"]["players"])


def _write(path: Path, text: str) -> None:
    """Write the whole file or nothing."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, path)
