"""The command `millefiori arena`. Heavy imports wait until it runs."""

import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from millefiori.arena import Journal, Tournament

EDITION_NAMES = ("international", "english", "german", "french", "caipirinha")
INTERRUPTED = 130
output_file = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--bots", required=True, metavar="BOT,BOT,…", help="Who plays: names, search:200ms, file.py:ClassName.")
@click.option("--players", "-n", type=click.IntRange(2, 4), default=2, show_default=True, help="Seats at the table.")
@click.option(
    "--games",
    "-k",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="For each pairing, and with more than two players for each direction; rounded up to whole deals.",
)
@click.option(
    "--edition",
    type=click.Choice(EDITION_NAMES),
    default="international",
    show_default=True,
    help="The rules in force.",
)
@click.option("--tactical", is_flag=True, help="Cards are chosen when they are played.")
@click.option(
    "--ladder", is_flag=True, help="Each bot meets only the next one of the list: less to play for slow bots."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Equal seeds give equal deals."
)
@click.option(
    "--json",
    "json_file",
    type=output_file,
    help="Write everything there, and the games as they end to FILE.journal: the same command then goes on.",
)
@click.option("--plot", type=output_file, help="Draw the win shares as SVG.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes; as many as there are cores if not given.")
@click.option(
    "--move-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Who takes longer for a move loses the game; ten times its budget and at least 10 s if not given.",
)
@click.option("--ray", "on_ray", is_flag=True, help="Play on a Ray cluster: at RAY_ADDRESS, or begun on this machine.")
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
    """Let bots play against each other on equal deals from all seats, and rate them.

    With two players every deal of a pairing is played from both seats. With more, one bot sits against several of the
    other, on each seat in turn, and (unless it is a ladder) the other way round. A bot that raises, plays something
    illegal or takes too long loses the game, and the tournament goes on.
    """
    from millefiori.arena import ArenaError, Journal, Tournament, check_bots, finished
    from millefiori.editions import EditionError
    from millefiori.ratings import rating_model, sum_up
    from millefiori.standings import report

    for path in (json_file, plot):
        if path is not None and not path.parent.is_dir():
            raise click.UsageError(f"there is no folder {path.parent}")
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
        click.echo(_how_to_go_on(results, journal), err=True)
    if complete or results["games"]:
        click.echo(report(results))
    if not complete:
        raise SystemExit(INTERRUPTED)
    if json_file is not None:
        _write(json_file, dump(results))
    if plot is not None:
        _write(plot, picture(results))


def _play(tournament: "Tournament", journal: "Journal", workers: int | None, on_ray: bool) -> bool:
    """Play the games; False if somebody stopped them."""
    from millefiori.arena import ArenaError, run, units
    from millefiori.bots.bot import UnknownBot
    from millefiori.match import rehearse

    every = list(units(tournament))
    played = sum(unit in journal.finished for unit in every)
    if played:
        click.echo(f"{played} of {len(every)} games are in {journal.path} already", err=True)
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


def _how_to_go_on(results: dict[str, Any], journal: "Journal") -> str:
    played = f"stopped after {len(results['games'])} games"
    return f"{played}; the same command goes on from {journal.path}" if journal.path else played


def dump(results: dict[str, Any]) -> str:
    """The results as JSON, a line for each part."""
    parts = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in results.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def picture(results: dict[str, Any]) -> str:
    """The win shares as a chart, with a line where equal bots would be."""
    from millefiori.chart import Bar, bar_chart
    from millefiori.standings import heading

    bars = [
        Bar(row["bot"], *(100 * share for share in (row["win_share"], *row["win_share_interval"])))
        for row in results["bots"]
    ]
    title = f"Win share: {heading(results)}"
    return bar_chart(title, bars, unit=" %", reference=100 / results["settings"]["players"])


def _write(path: Path, text: str) -> None:
    """All of the file or nothing."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, path)
