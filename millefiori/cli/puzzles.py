"""`millefiori puzzles`: mine them, pack them, check them, list them."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from millefiori.cli.options import SETTINGS, edition_option, warm_up

if TYPE_CHECKING:
    from millefiori.table import Table
    from millefiori.teacher.puzzles.puzzle import Puzzle

set_option = click.option(
    "--set",
    "chosen",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A set of your own, made by `pack`, instead of the shipped one.",
)


@click.group(context_settings=SETTINGS)
def puzzles() -> None:
    """Puzzles with one best answer: mine new ones, pack them into a set, check a set, list it."""


@puzzles.command(context_settings=SETTINGS)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--games", "-k", type=click.IntRange(min=1), default=10, show_default=True, help="Games to look through.")
@click.option("--first", type=click.IntRange(min=0), default=0, show_default=True, help="Number of the first game.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, show_default=True, help="Seed of the games.")
@edition_option
@click.option("--early", is_flag=True, help="Look at the first rounds, before a supply is down to seven diamonds.")
@click.option(
    "--record",
    "records",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Look through the games of this file of records instead; may be given several times.",
)
def mine(file: Path, games: int, first: int, seed: int, edition: str, early: bool, records: tuple[Path, ...]) -> None:
    """Add the puzzles of some games to FILE.

    Bots play the games, unless records are given. Games that FILE has already are skipped, so an interrupted run
    continues where it was. Without `--early` only the later part of a game is looked at.
    """
    warm_up()
    from millefiori.record import RecordError
    from millefiori.teacher.puzzles.files import MineError, add, mined
    from millefiori.teacher.puzzles.mining import Mined
    from millefiori.teacher.puzzles.mining import mine as mine_table

    found = 0
    try:
        done = {entry.game for entry in mined(file)} if file.exists() else set()
        sources = list(_recorded(records) if records else _played(edition, seed, range(first, first + games)))
        shown = click.progressbar(
            sources, label="Games", item_show_func=lambda _: f"{found} puzzles", show_pos=True, file=sys.stderr
        )
        with shown as bar:
            for name, number, play in bar:
                name += " early" if early else ""
                if name not in done:
                    entry = Mined(name, list(mine_table(play(), number, early)))
                    add(file, entry)
                    found += len(entry.puzzles)
    except (RecordError, MineError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{found} new puzzles in {file}")


def _played(edition: str, seed: int, numbers: range) -> Iterator[tuple[str, int, "Callable[[], Table]"]]:
    from millefiori.teacher.puzzles.mining import selfplay

    for number in numbers:
        yield f"selfplay {edition} {seed}.{number}", number, partial(selfplay, edition, seed, number)


def _recorded(files: tuple[Path, ...]) -> Iterator[tuple[str, int, "Callable[[], Table]"]]:
    from millefiori.record import read_file

    for file in files:
        for number, (_, text) in enumerate(read_file(file)):
            yield f"{file.name} {number}", number, partial(_replayed, text)


def _replayed(text: str) -> "Table":
    from millefiori.record import parse, replay

    return replay(parse(text))


@puzzles.command(context_settings=SETTINGS)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The set to write: .jsonl.gz.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Puzzles of each main theme, of all grades alike.",
)
def pack(files: tuple[Path, ...], output: Path, most: int) -> None:
    """Choose a balanced set from mined FILES and write it."""
    from millefiori.teacher.puzzles.files import MineError, balanced, mined
    from millefiori.teacher.puzzles.puzzle import pack as packed

    try:
        chosen = balanced((puzzle for file in files for entry in mined(file) for puzzle in entry.puzzles), most)
    except MineError as error:
        raise click.ClickException(str(error)) from None
    output.write_bytes(packed(chosen))
    click.echo(f"{len(chosen)} puzzles, {output.stat().st_size:,} bytes")


@puzzles.command(context_settings=SETTINGS)
@set_option
@click.option("--worlds", type=click.IntRange(min=16), default=2000, show_default=True, help="Worlds for each action.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, show_default=True, help="Seed of the worlds.")
@click.argument("names", nargs=-1)
def check(chosen: Path | None, worlds: int, seed: int, names: tuple[str, ...]) -> None:
    """Search the puzzles of a set again, or only those with these NAMES, in worlds that no miner has seen.

    Lists those whose answer is not confirmed; fails if another action is clearly better in one of them.
    """
    warm_up()
    from millefiori.teacher.puzzles.checking import check as check_puzzle

    found = _set(chosen)
    if unknown := [name for name in names if name not in found]:
        raise click.UsageError(f"there is no puzzle {unknown[0]!r} in this set")
    confirmed, refuted, lines = 0, 0, list[str]()
    with click.progressbar(names or list(found), label="Puzzles", show_pos=True, file=sys.stderr) as bar:
        for name in bar:
            finding = check_puzzle(found[name], worlds, seed)
            confirmed += finding.is_confirmed
            refuted += finding.is_refuted
            if not finding.is_confirmed:
                word = "refuted" if finding.is_refuted else "doubtful"
                lines.append(
                    f"{name} {word}: {finding.rival} is {finding.lead:+.1f} ± {finding.error:.1f} points behind"
                )
    for line in lines:
        click.echo(line)
    click.echo(f"{confirmed} of {len(names or found)} confirmed, {refuted} refuted")
    if refuted:
        raise SystemExit(1)


@puzzles.command("list", context_settings=SETTINGS)
@set_option
@click.option("--theme", help="Only puzzles with this theme.")
@click.option("--count", is_flag=True, help="Count them by theme and grade instead.")
def show(chosen: Path | None, theme: str | None, count: bool) -> None:
    """List the puzzles of a set: name, grade, players, themes and the position as one line."""
    found = [puzzle for puzzle in _set(chosen).values() if theme is None or theme in puzzle.themes]
    if not count:
        for puzzle in found:
            click.echo(f"{puzzle.name} {puzzle.grade} {','.join(puzzle.themes)} {puzzle.position}")
        return
    counts = Counter((name, puzzle.grade) for puzzle in found for name in puzzle.themes)
    click.echo(f"{'theme':12}" + "".join(f"  grade {grade}" for grade in range(1, 6)) + "      all")
    for name in sorted({name for name, _ in counts}):
        row = [counts[name, grade] for grade in range(1, 6)]
        click.echo(f"{name:12}" + "".join(f"{number:9}" for number in [*row, sum(row)]))
    click.echo(f"{len(found)} puzzles")


def _set(chosen: Path | None) -> "dict[str, Puzzle]":
    from millefiori.teacher.puzzles.puzzle import puzzles as shipped
    from millefiori.teacher.puzzles.puzzle import unpacked

    if chosen is None:
        return shipped()
    try:
        return {puzzle.name: puzzle for puzzle in unpacked(chosen.read_bytes())}
    except (OSError, EOFError, ValueError) as error:
        raise click.ClickException(f"{chosen} is not a set of puzzles: {error}") from None
