"""The command `millefiori` and its subcommands. Slow imports wait until a command runs."""

import click

from millefiori import __version__
from millefiori.cli.admin import admin
from millefiori.cli.arena import arena
from millefiori.cli.backup import backup
from millefiori.cli.bench import bench
from millefiori.cli.options import SETTINGS
from millefiori.cli.play import play
from millefiori.cli.puzzles import puzzles
from millefiori.cli.replay import replay
from millefiori.cli.restore import restore
from millefiori.cli.review import review
from millefiori.cli.serve import serve
from millefiori.cli.simulate import simulate
from millefiori.cli.train import train
from millefiori.cli.verify import verify


@click.group(context_settings=SETTINGS)
@click.version_option(__version__, prog_name="millefiori")
def cli() -> None:
    """Mille Fiori, Reiner Knizia's board game of Venetian glass: play, simulate, replay and check games.

    Not affiliated with the author or the publisher.
    """


for command in (admin, arena, backup, bench, play, puzzles, replay, restore, review, serve, simulate, train, verify):
    cli.add_command(command)
