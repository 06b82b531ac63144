"""`millefiori verify`: check records against the rules."""

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from millefiori.cli.options import SETTINGS, warm_up


@click.command(context_settings=SETTINGS)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--commitment",
    metavar="HASH",
    help="What the table showed before the first card: the record must keep this promise.",
)
def verify(files: tuple[Path, ...], commitment: str | None) -> None:
    """Check records against the rules: every action, the trace, the result, and the commitment to the deck.

    The last line says "N games checked, M differ". The exit code is 1 if any game differs.
    """
    warm_up()
    checked = differ = 0
    for file, number, text in _records(files):
        differences = _differences(text, commitment)
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
            raise click.ClickException(f"{file} is not UTF-8: {error}") from None
        with click.progressbar(records, label=str(file), file=sys.stderr) as bar:
            for number, text in bar:
                yield file, number, text


def _differences(text: str, commitment: str | None) -> list[str]:
    from millefiori.record import RecordError, parse
    from millefiori.record import verify as verify_record

    try:
        return [str(difference) for difference in verify_record(parse(text), commitment)]
    except RecordError as error:
        return [str(error)]
