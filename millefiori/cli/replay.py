"""`millefiori replay`: a record in sentences."""

import sys
from pathlib import Path

import click

from millefiori.cli.options import SETTINGS, warm_up


@click.command(context_settings=SETTINGS)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", type=click.IntRange(min=1), default=1, show_default=True, help="Which game of the file.")
@click.option("--step/--all", default=None, show_default="step in a terminal", help="Wait for Enter after each action.")
@click.option("--board/--no-board", default=False, help="Show the whole board after each turn.")
def replay(file: Path, game: int, step: bool | None, board: bool) -> None:
    """Replay a record action by action, with points and reasons."""
    warm_up()
    from millefiori.record import RecordError, parse, read_file
    from millefiori.terminal.replay import narrate

    try:
        texts = list(read_file(file))
        if game > len(texts):
            raise click.UsageError(f"there is no game {game} in {file}: it has {len(texts)}")
        lines = narrate(parse(texts[game - 1][1]), board=board)
        wait = sys.stdin.isatty() if step is None else step
        for line in lines:
            click.echo(line)
            if wait and line.startswith(" "):
                click.prompt("", default="", show_default=False, prompt_suffix="")
    except (RecordError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}, game {game}: {error}") from None
