"""`millefiori serve`: play in the browser."""

import errno
import ipaddress
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from millefiori.cli.options import SETTINGS, database_option, default_database

if TYPE_CHECKING:
    from millefiori.server.fleet.service import Service
    from millefiori.server.storage.store import Store

PORT = 8370
KEEP_DAYS = 90


def free_port(host: str, wanted: int | None) -> int:
    """The port to listen on. Fails if the wanted port is taken; without a wish, 0 (any free port) if PORT is taken."""
    port = PORT if wanted is None else wanted
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            if wanted is None and error.errno == errno.EADDRINUSE:
                return 0
            raise click.ClickException(
                f"cannot listen on {host}, port {port}: {error.strerror}; try another --port"
            ) from None
    return port


def is_loopback(host: str) -> bool:
    """Can only this machine reach the server?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_name(context: click.Context, option: click.Parameter, hosts: tuple[str, ...]) -> tuple[str, ...]:
    """Names without scheme and port; `*.` stands for any name below a domain, `*` for any name at all."""
    from millefiori.server.border.gate import host_and_port

    for host in hosts:
        named = host_and_port(host.removeprefix("*.") if host != "*" else "any")
        if named is None or named.port is not None:
            raise click.BadParameter(f"{host!r} is not the name of a host, like club.example or *.club.example")
    return tuple(host.strip("[]") for host in hosts)


def page_origin(context: click.Context, option: click.Parameter, origins: tuple[str, ...]) -> tuple[str, ...]:
    """Scheme, host and port, as in the beginning of an address."""
    from millefiori.server.border.gate import origin_of

    for origin in origins:
        if origin_of(origin) is None:
            raise click.BadParameter(f"{origin!r} is not an origin, like https://club.example")
    return origins


def path_below(context: click.Context, option: click.Parameter, path: str) -> str:
    """A path with a slash before it and none after it; nothing for the root."""
    return f"/{path.strip('/')}".rstrip("/")


@click.command(context_settings=SETTINGS)
@click.option("--host", default="127.0.0.1", show_default=True, help="Use 0.0.0.0 to let others on your network play.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    show_default=f"{PORT}, or any free port if it is taken",
    help="The port to listen on.",
)
@database_option
@click.option(
    "--keep-days",
    type=click.IntRange(min=0),
    show_default=f"{KEEP_DAYS}; 0 if only this machine can connect",
    help="Delete finished games this many days after the last move, and unfinished ones after twice as many. "
    "0 keeps all games.",
)
@click.option(
    "--broker",
    metavar="URL",
    default="",
    envvar="MILLEFIORI_BROKER",
    show_envvar=True,
    help="Redis or Valkey, as in redis://HOST:6379/0, by which workers talk to each other.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that serve people. More than one need PostgreSQL and a broker.",
)
@click.option(
    "--thinkers",
    type=click.IntRange(min=1),
    show_default="one per core",
    help="Processes in which bots think; several workers share them out.",
)
@click.option(
    "--pace", type=click.FloatRange(0, 10), default=0.6, show_default=True, help="Seconds to wait before a bot's move."
)
@click.option(
    "--settings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A TOML file with limits for clients; see docs/operations.md.",
)
@click.option(
    "--allowed-host",
    "hosts",
    multiple=True,
    callback=host_name,
    metavar="NAME",
    help="Another name for this server, as in https://NAME/; repeat for more. *.NAME allows all names below it.",
)
@click.option(
    "--allowed-origin",
    "origins",
    multiple=True,
    callback=page_origin,
    metavar="ORIGIN",
    help="The origin of another page that may use this server, as in https://NAME; repeat for more. Needed behind a "
    "proxy that does not pass on the Host header.",
)
@click.option(
    "--root-path",
    default="",
    callback=path_below,
    metavar="PATH",
    help="The path at which a proxy serves the page, as in https://NAME/PATH/.",
)
@click.option(
    "--hall/--no-hall",
    default=None,
    show_default="as in the settings; else with PostgreSQL only",
    help="A hall in which strangers meet, with players and ratings.",
)
@click.option(
    "--bot",
    "offers",
    multiple=True,
    metavar="NAME=COMMAND",
    help="Offer a program as a bot; repeat for more. See docs/line-protocol.md.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Serve figures for Prometheus at this port, to this machine only.",
)
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to log: for people, or a JSON object per line.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
def serve(
    host: str,
    port: int | None,
    database: str | None,
    keep_days: int | None,
    broker: str,
    workers: int,
    thinkers: int | None,
    pace: float,
    settings: Path | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    root_path: str,
    hall: bool | None,
    offers: tuple[str, ...],
    metrics_port: int | None,
    log_format: str,
    opens: bool,
) -> None:
    """Play in the browser, alone against bots or with friends on one screen or over the network.

    Every move is saved at once, so games survive a restart. Stop the server with Ctrl-C.
    """
    from millefiori.bots.bot import UnknownBot
    from millefiori.server.border.gate import Guests
    from millefiori.server.border.limits import NO_LIMITS, Limits, Settings, SettingsError, read_settings
    from millefiori.server.fleet import metrics
    from millefiori.server.fleet.broker import BrokerError
    from millefiori.server.fleet.brokers import check_address
    from millefiori.server.fleet.service import Service
    from millefiori.server.storage.driver import StoreError
    from millefiori.server.storage.retention import Retention
    from millefiori.server.storage.store import Store, is_address
    from millefiori.server.thinking.programs import ProgramsError, read_programs

    place = database or default_database()
    if workers > 1 and not (is_address(place) and broker):
        raise click.UsageError(
            "several workers need a database and a broker that they can share: --database postgresql://... "
            "--broker redis://...; a file of SQLite is for one worker"
        )
    port = free_port(host, port)
    days = (0 if is_loopback(host) else KEEP_DAYS) if keep_days is None else keep_days
    try:
        if broker:
            check_address(broker)
        if metrics_port is not None:
            metrics.check_library()
        programs = read_programs(offers)
        chosen = read_settings(settings) if settings else Settings(limits=NO_LIMITS if is_loopback(host) else Limits())
        store = Store(place)
    except (BrokerError, metrics.MetricsError, ProgramsError, SettingsError, StoreError, UnknownBot) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Games are stored in {store.driver.name}.", err=True)
    service = Service(
        place,
        broker,
        thinkers if workers == 1 else max(1, (thinkers or os.cpu_count() or 1) // workers),
        pace,
        chosen.limits,
        Retention.of_days(days),
        Guests.of(host, hosts, origins),
        root_path,
        next(wish for wish in (hall, chosen.hall, is_address(place)) if wish is not None),
        chosen.notices,
        metrics_port,
        log_format == "json",
        programs,
    )
    if not begin(service, store, host, port, workers, partial(_announce, host, opens)):
        sys.exit(1)


def begin(
    service: "Service", store: "Store", host: str, port: int, workers: int, announce: Callable[[int], None]
) -> bool:
    """Serve in this process, or in several that this one looks after; False if that was not possible."""
    from millefiori.server.fleet import metrics
    from millefiori.server.logs import log_lines

    if service.log_lines:
        log_lines()
    if service.metrics_port is not None:
        if workers > 1:
            metrics.share_figures()
        try:
            metrics.serve_figures(service.metrics_port)
        except metrics.MetricsError as error:
            store.close()
            raise click.ClickException(str(error)) from None
    if workers == 1:
        from millefiori.server.running import run

        with closing(store):
            return run(service.app(store), host, port, announce)
    from millefiori.server.fleet.supervisor import Supervisor

    store.close()  # it can be used, and is up to date: each worker opens it again
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        return Supervisor(service, listener, workers, announce).run()


def _announce(host: str, opens: bool, port: int) -> None:
    """Print the address of the page, and open it if wanted."""
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    click.echo(f"Mille Fiori is at {address}")
    if opens:
        webbrowser.open(address)
