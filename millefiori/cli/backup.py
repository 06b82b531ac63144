"""`millefiori backup`: a copy of all games, also while a server is running."""

import sqlite3
from pathlib import Path

import click

from millefiori.cli.options import SETTINGS, database_option, default_database, page_bar


@click.command(context_settings=SETTINGS)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def backup(file: Path, database: str | None, force: bool) -> None:
    """Copy all games to FILE, even while a server is running, and check the copy.

    Do not copy the database file itself: the latest moves are stored beside it.
    """
    from millefiori.server.storage.backup import back_up
    from millefiori.server.storage.driver import StoreError
    from millefiori.server.storage.store import name_of

    path = database or default_database()
    if file.exists() and not force:
        raise click.ClickException(f"{file} already exists; use --force to replace it")
    try:
        with page_bar("Copying") as progress:
            games = back_up(path, file, progress)
    except (StoreError, OSError, sqlite3.Error) as error:
        raise click.ClickException(f"cannot copy {name_of(path)} to {file}: {error}") from None
    click.echo(f"Copied {games} game{'' if games == 1 else 's'} to {file} and checked the copy.")
