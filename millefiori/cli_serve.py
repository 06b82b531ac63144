"""The command `millefiori serve`. Heavy imports wait until it runs."""

import errno
import socket
import sys
import webbrowser
from functools import partial
from pathlib import Path

import click

PORT = 8370


def free_port(host: str, wanted: int | None) -> int:
    """The port to listen on; refused if the wanted one is taken, 0 (any) if nobody has asked for one."""
    port = PORT if wanted is None else wanted
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            if wanted is None and error.errno == errno.EADDRINUSE:
                return 0
            raise click.ClickException(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return port


def default_database() -> Path:
    """A file in the user's data folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("millefiori", appauthor=False)) / "games.sqlite"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others in your network play.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"{PORT}, or any free one if that is taken.")
@click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where games are stored; a file in your data folder if not given.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes in which bots think; one for each core.")
@click.option(
    "--pace", type=click.FloatRange(0, 10), default=0.6, show_default=True, help="Seconds before a bot's move."
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
def serve(host: str, port: int | None, database: Path | None, workers: int | None, pace: float, opens: bool) -> None:
    """Play in the browser: alone against bots, with friends at one screen or over the net.

    Games are stored at once and survive a restart. Stop with Ctrl-C.
    """
    try:
        from millefiori.server.app import make_app
        from millefiori.server.running import run
        from millefiori.server.store import Store, StoreError
    except ImportError as error:
        raise click.ClickException(f"{error.name} is missing: pip install 'millefiori[web]'") from None
    path = database or default_database()
    try:
        Store(path).close()
    except (StoreError, OSError) as error:
        raise click.ClickException(str(error)) from None
    port = free_port(host, port)
    click.echo(f"Games are stored in {path}.", err=True)
    announce = partial(_announce, host, opens)
    if not run(make_app(path, workers=workers, pace=pace), host, port, announce):
        sys.exit(1)


def _announce(host: str, opens: bool, port: int) -> None:
    """Say where the page is."""
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    click.echo(f"Mille Fiori is at {address}")
    if opens:
        webbrowser.open(address)
