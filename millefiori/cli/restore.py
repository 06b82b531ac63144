"""`millefiori restore`: replace the database with a backup."""

import sqlite3
from pathlib import Path

import click

from millefiori.cli.options import SETTINGS, database_option, default_database, page_bar


@click.command(context_settings=SETTINGS)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def restore(file: Path, database: str | None) -> None:
    """Restore the games of a backup. Stop the server first.

    The database that was there before is kept under a dated name.
    """
    from millefiori.server.storage.backup import restore as put_back
    from millefiori.server.storage.driver import StoreError
    from millefiori.server.storage.store import name_of

    path = database or default_database()
    try:
        with page_bar("Restoring") as progress:
            games, aside = put_back(file, path, progress)
    except (StoreError, OSError, sqlite3.Error) as error:
        raise click.ClickException(f"cannot restore {file} to {name_of(path)}: {error}") from None
    click.echo(f"Restored {games} game{'' if games == 1 else 's'} to {name_of(path)}.")
    if aside is not None:
        click.echo(f"The database that was there before is now {aside}.")
