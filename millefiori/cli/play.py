"""`millefiori play`: a game in the terminal."""

import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from millefiori.cli.options import SETTINGS, edition_option, tactical_option, warm_up

if TYPE_CHECKING:
    from millefiori.table import Table


@click.command(context_settings=SETTINGS)
@edition_option
@click.option("--players", "-n", type=click.IntRange(2, 4), default=2, show_default=True, help="Seats at the table.")
@click.option(
    "--human", "-p", "humans", multiple=True, metavar="NAME", help="A person at this keyboard; repeat for more."
)
@click.option(
    "--bot", "-b", "bots", multiple=True, metavar="BOT", help="An opponent: a level or a bot; repeat for more."
)
@tactical_option
@click.option("--seed", type=click.IntRange(min=0), show_default="random", help="The same seed gives the same deal.")
@click.option("--start", type=click.IntRange(1, 4), show_default="drawn", help="The seat that starts, from 1.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Continue a saved game.")
@click.option("--colour/--no-colour", default=None, show_default="in a terminal", help="Use ANSI colours.")
def play(
    edition: str,
    players: int,
    humans: tuple[str, ...],
    bots: tuple[str, ...],
    tactical: bool,
    seed: int | None,
    start: int | None,
    resume: Path | None,
    colour: bool | None,
) -> None:
    """Play in the terminal, against bots or with several people at one keyboard.

    Legal moves are numbered, with a preview of what each one scores for everybody, and why. A bot is a level (gentle,
    curious, eager, casual, steady, skilled, expert or master; casual is the default), a name such as search:500ms, or
    your own: file.py:ClassName, or line:COMMAND for a program.
    """
    warm_up()
    from millefiori.bots.bot import FALLBACK, BotFailed, UnknownBot, make_bot
    from millefiori.bots.seats import SeatedBots, bot_players, hint, spec_of
    from millefiori.terminal.play import play as play_in_terminal

    named: dict[int, str] | None = None  # the bots that were asked for, by seat
    if resume is not None:
        table = _resumed(resume)
    else:
        names = list(humans) or ["You"]
        specs = [*bots, *["casual"] * (players - len(names) - len(bots))]
        named = dict(enumerate(specs, start=len(names)))
        start_player = None if start is None else start - 1
        table = _new_table(
            edition, [*names, *bot_players(specs)], tactical=tactical, seed=seed, start_player=start_player
        )
    try:
        seated = SeatedBots(table, seed or 0, named)
    except UnknownBot as error:
        raise click.UsageError(str(error)) from None
    # The first compilation of a bot takes a while: let people look at their cards meanwhile.
    ready = threading.Thread(target=seated.get_ready, args=(table,), daemon=True)
    ready.start()

    def choose(at: "Table") -> int:
        if ready.is_alive():
            click.echo("Compiling the bots, once per version ...", err=True)
            ready.join()
        try:
            return seated.choose(at)
        except BotFailed as failure:
            click.echo(f"The bot {failure}; {FALLBACK} decides in its place.", err=True)
            return make_bot(FALLBACK).choose(at.view(int(at.game.to_act)), at.legal_actions())

    people = {seat for seat, name in enumerate(table.players) if spec_of(name) is None}
    with closing(seated):
        play_in_terminal(
            table,
            people,
            choose,
            colour=colour,
            file=resume,
            resume="millefiori play --resume {file}",
            advise=lambda at: hint(at, make_bot("master")),
        )


def _new_table(edition: str, players: Any, **setup: Any) -> "Table":
    from millefiori.table import Table

    try:
        return Table(edition, players, **setup)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _resumed(path: Path) -> "Table":
    from millefiori.record import RecordError, parse, read_file, replay

    try:
        return replay(parse(next(iter(read_file(path)))[1]))
    except StopIteration:
        raise click.ClickException(f"{path} contains no record") from None
    except (RecordError, UnicodeDecodeError) as error:
        raise click.ClickException(f"cannot continue {path}: {error}") from None
