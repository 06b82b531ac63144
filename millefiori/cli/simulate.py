"""`millefiori simulate`: many games and their statistics."""

import json
import sys
from pathlib import Path

import click

from millefiori.cli.options import SETTINGS, edition_option, json_option, tactical_option, warm_up


@click.command(context_settings=SETTINGS)
@edition_option
@click.option("--players", "-n", type=click.IntRange(2, 4), default=4, show_default=True, help="Seats at the table.")
@click.option("--games", "-k", type=click.IntRange(min=1), default=1000, show_default=True, help="Games to play.")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    show_default=True,
    help="The same seed gives the same games.",
)
@tactical_option
@click.option(
    "--bots", default="random", show_default=True, help="One bot for all seats, or one per seat, separated by commas."
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write a record of every game to FILE.",
)
@click.option("--trace", is_flag=True, help="Add scores, ships and supplies after each action to the records.")
@json_option
def simulate(
    edition: str,
    players: int,
    games: int,
    seed: int,
    tactical: bool,
    bots: str,
    record: Path | None,
    trace: bool,
    as_json: bool,
) -> None:
    """Play many games and print statistics: scores, length, endings, points by reason."""
    if trace and record is None:
        raise click.UsageError("--trace needs --record: the trace is part of the records")
    warm_up()
    from millefiori.arena.simulation import Simulation, summary_text

    try:
        simulation = Simulation(edition, players, tactical=tactical, seed=seed, bots=bots)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    chunks = simulation.run(games, record, trace=trace)
    with click.progressbar(length=games, label="Games", file=sys.stderr) as bar:
        for played in chunks:
            bar.update(played)
    summary = simulation.summary()
    click.echo(json.dumps(summary) if as_json else summary_text(summary))
