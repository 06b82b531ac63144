"""`millefiori bench`: how fast the engine is on this machine."""

import json
import sys

import click

from millefiori.cli.options import SETTINGS, json_option, warm_up


@click.command(context_settings=SETTINGS)
@json_option
@click.option("--seconds", type=click.FloatRange(min=0.1), default=3.0, show_default=True, help="Time per figure.")
def bench(seconds: float, as_json: bool) -> None:
    """Measure the engine on one core: random games per second, and the cost of single steps."""
    warm_up()
    from millefiori.arena.speed import measure, report

    with click.progressbar(length=4, label="Measuring", file=sys.stderr) as bar:
        figures = measure(seconds, lambda: bar.update(1))
    click.echo(json.dumps(figures) if as_json else report(figures))
