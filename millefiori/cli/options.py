"""Shared by several commands: options, and the first compilation with its progress bar."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
EDITION_NAMES = ("international", "english", "german", "french", "caipirinha")
"""Repeated here so that `--help` does not load the engine; a test compares them with the editions."""

edition_option = click.option(
    "--edition",
    type=click.Choice(EDITION_NAMES),
    default="international",
    show_default=True,
    help="Which edition of the rules to use.",
)
tactical_option = click.option(
    "--tactical",
    is_flag=True,
    help="Each player keeps a card on their own turn, just before playing it.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
database_option = click.option(
    "--database",
    metavar="FILE|URL",
    envvar="MILLEFIORI_DATABASE",
    show_envvar=True,
    show_default="a file in your data folder",
    help="Where the games are stored: a file, or postgresql://USER@HOST/NAME.",
)


def default_database() -> str:
    """A file in the user's data folder."""
    import platformdirs

    return str(Path(platformdirs.user_data_dir("millefiori", appauthor=False)) / "games.sqlite")


def warm_up() -> None:
    """Compile the engine with a progress bar, unless this version is compiled already."""
    from millefiori.engine import compiled

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


@contextmanager
def page_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar for copying a file: it is called with the pages that are done, and all pages."""
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def advance(done: int, pages: int) -> None:
            bar.length = pages
            bar.update(done - bar.pos)

        yield advance
