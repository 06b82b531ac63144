"""The command line: thin commands that parse, call and print. Heavy imports wait until a command runs."""

import json
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from millefiori import __version__
from millefiori.cli_arena import EDITION_NAMES, arena
from millefiori.cli_serve import serve
from millefiori.cli_train import train

if TYPE_CHECKING:
    from millefiori.table import Table

edition_option = click.option(
    "--edition",
    type=click.Choice(EDITION_NAMES),
    default="international",
    show_default=True,
    help="The rules in force.",
)
tactical_option = click.option("--tactical", is_flag=True, help="Cards are chosen when they are played.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")


def warm_up() -> None:
    """Compile the engine if this version never was, and say so."""
    from millefiori import compiled

    if compiled.is_warm():
        return
    from millefiori.warmup import steps

    compiled.announce()
    compiled.forget_old_caches()
    pieces = list(steps())
    with click.progressbar(
        pieces, label="Compiling", item_show_func=lambda piece: piece and piece[0], file=sys.stderr
    ) as bar:
        for _, compile_piece in bar:
            compile_piece()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="millefiori")
def cli() -> None:
    """Mille Fiori, Reiner Knizia's game of Venetian glass: play, simulate, replay and check games.

    Not affiliated with the author or the publisher.
    """


@cli.command()
@edition_option
@click.option("--players", "-n", type=click.IntRange(2, 4), default=2, show_default=True, help="Seats at the table.")
@click.option(
    "--human", "-p", "humans", multiple=True, metavar="NAME", help="A person at this keyboard; repeat it for more."
)
@click.option(
    "--bot", "-b", "bots", multiple=True, metavar="BOT", help="An opponent: a level or a bot; repeat it for more."
)
@tactical_option
@click.option("--seed", type=click.IntRange(min=0), help="Repeat a shuffle; without it every game is new.")
@click.option("--start", type=click.IntRange(1, 4), help="The seat that starts, from 1; drawn if not given.")
@click.option(
    "--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved record."
)
@click.option("--colour/--no-colour", default=None, help="ANSI colours; on by default in a terminal.")
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

    Legal moves are numbered, and each shows beforehand what it scores for everybody, and why. Bots are the levels
    gentle, casual (the default), skilled and master, names like search:500ms, or your own: file.py:ClassName.
    """
    warm_up()
    from millefiori.bots.bot import UnknownBot, make_bot
    from millefiori.bots.seats import SeatedBots, bot_players, hint, spec_of
    from millefiori.terminal import play as play_in_terminal

    if resume is not None:
        table = _resumed(resume)
    else:
        names = list(humans) or ["You"]
        specs = [*bots, *["casual"] * (players - len(names) - len(bots))]
        start_player = None if start is None else start - 1
        table = _new_table(
            edition, [*names, *bot_players(specs)], tactical=tactical, seed=seed, start_player=start_player
        )
    try:
        seated = SeatedBots(table, seed or 0)
    except UnknownBot as error:
        raise click.UsageError(str(error)) from None
    # The first compilation of a bot takes a while: it goes on while people look at their cards.
    ready = threading.Thread(target=seated.get_ready, args=(table,), daemon=True)
    ready.start()

    def choose(at: "Table") -> int:
        if ready.is_alive():
            click.echo("The bots are getting ready, once for this version ...", err=True)
            ready.join()
        return seated.choose(at)

    people = {seat for seat, name in enumerate(table.players) if spec_of(name) is None}
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
        raise click.ClickException(f"{path}: no record in it") from None
    except (RecordError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{path}: {error}") from None


@cli.command()
@edition_option
@click.option("--players", "-n", type=click.IntRange(2, 4), default=4, show_default=True)
@click.option("--games", "-k", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Equal seeds give equal games."
)
@tactical_option
@click.option(
    "--bots", default="random", show_default=True, help="Who plays: one for all seats, or one for each, by commas."
)
@click.option(
    "--record", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write a record of every game."
)
@click.option("--trace", is_flag=True, help="With scores, ships and supplies after each action in the records.")
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
    """Play many games and sum them up: scores, length, endings, points by reason."""
    if trace and record is None:
        raise click.UsageError("--trace needs --record: it goes into the records")
    warm_up()
    from millefiori.simulation import Simulation, summary_text

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


@cli.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", type=click.IntRange(min=1), default=1, show_default=True, help="Which game of the file.")
@click.option("--step/--all", default=None, help="Wait for Enter after each action; by default in a terminal.")
@click.option("--board/--no-board", default=False, help="Show the whole board after each turn.")
def replay(file: Path, game: int, step: bool | None, board: bool) -> None:
    """Replay a record action by action, with points and reasons."""
    warm_up()
    from millefiori.record import RecordError, parse, read_file
    from millefiori.replaying import narrate

    try:
        texts = list(read_file(file))
        if game > len(texts):
            raise click.UsageError(f"{file} has {len(texts)} games, not {game}")
        lines = narrate(parse(texts[game - 1][1]), board=board)
        wait = sys.stdin.isatty() if step is None else step
        for line in lines:
            click.echo(line)
            if wait and line.startswith(" "):
                click.prompt("", default="", show_default=False, prompt_suffix="")
    except (RecordError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}, game {game}: {error}") from None


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(files: tuple[Path, ...]) -> None:
    """Check records against the rules: every action, the trace and the result.

    The last line counts: "N games checked, M differ". The exit code is 1 if any differs.
    """
    warm_up()
    checked = differ = 0
    for file, number, text in _records(files):
        differences = _differences(text)
        checked += 1
        differ += bool(differences)
        for difference in differences:
            click.echo(f"{file}, game {number}: {difference}")
    click.echo(f"{checked} games checked, {differ} differ")
    if differ:
        raise SystemExit(1)


def _records(files: Iterable[Path]) -> Iterable[tuple[Path, int, str]]:
    from millefiori.record import read_file

    for file in files:
        try:
            records = list(read_file(file))
        except UnicodeDecodeError as error:
            raise click.ClickException(f"{file}: not UTF-8: {error}") from None
        with click.progressbar(records, label=str(file), file=sys.stderr) as bar:
            for number, text in bar:
                yield file, number, text


def _differences(text: str) -> list[str]:
    from millefiori.record import RecordError, parse
    from millefiori.record import verify as verify_record

    try:
        return [str(difference) for difference in verify_record(parse(text))]
    except RecordError as error:
        return [str(error)]


@cli.command()
@json_option
@click.option("--seconds", type=click.FloatRange(min=0.1), default=3.0, show_default=True, help="For each figure.")
def bench(seconds: float, as_json: bool) -> None:
    """Measure the engine on one core: whole uniformly random games a second, and what single steps cost."""
    warm_up()
    from millefiori.bench import measure, report

    with click.progressbar(length=4, label="Measuring", file=sys.stderr) as bar:
        figures = measure(seconds, lambda: bar.update(1))
    click.echo(json.dumps(figures) if as_json else report(figures))


cli.add_command(serve)
cli.add_command(arena)
cli.add_command(train)
