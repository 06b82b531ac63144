"""`millefiori admin`: look, close, ban and delete, also while servers are running."""

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from millefiori.cli.options import SETTINGS, database_option, default_database, warm_up

if TYPE_CHECKING:
    from millefiori.server.storage.driver import Connection

T = TypeVar("T")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
KIND = click.Choice(["address", "player"])
COLUMNS = {
    "games": ("id", "state", "edition", "tempo", "players", "scores", "commands", "changed"),
    "players": ("id", "name", "rating", "rated", "games", "seen", "banned"),
    "bans": ("kind", "what", "until", "reason"),
}
TIMES = ("changed", "seen", "until", "created", "at")
LONGEST = 40
"""Characters of a cell; --json has all of them."""


@click.group(context_settings=SETTINGS)
def admin() -> None:
    """Look after a server: list its games and players, close tables, ban, delete.

    Works on the database, also while servers use it, and reaches them within two seconds.
    """


def carry_out(database: str | None, work: "Callable[[Connection], T]") -> T:
    """A job on the database; a mistake is one line."""
    from millefiori.server.fleet.administration import visiting
    from millefiori.server.storage.driver import StoreError

    try:
        with visiting(database or default_database()) as run:
            return run(work)
    except StoreError as error:
        raise click.ClickException(str(error)) from None


def report(found: dict[str, Any], text: str, as_json: bool) -> None:
    """What has happened, for people or for programs."""
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else text)


@admin.command(context_settings=SETTINGS)
@click.argument("what", type=click.Choice(list(COLUMNS)))
@click.argument("name", default="")
@click.option("--most", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Print no more than these.")
@database_option
@json_option
def look(what: str, name: str, most: int, database: str | None, as_json: bool) -> None:
    """List games, players or bans, the latest first: all, or those with an id or NAME.

    Nothing that is hidden is shown: neither cards nor keys.
    """
    if what == "games":
        warm_up()
    from millefiori.server.fleet import administration

    lists = {"games": administration.games, "players": administration.players, "bans": administration.bans}
    found = carry_out(database, lambda connection: lists[what](connection, name, most))
    report({what: found}, table_text(what, found), as_json)


def table_text(what: str, found: list[dict[str, Any]]) -> str:
    """A table in columns."""
    if not found:
        return f"There are no such {what}."
    columns = COLUMNS[what]
    rows = [columns, *([cell(column, row.get(column, "")) for column in columns] for row in found)]
    widths = [max(len(row[number]) for row in rows) for number in range(len(columns))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def cell(column: str, value: Any) -> str:
    """A value for people, as one short line without control characters."""
    from millefiori.server.border.bans import FOR_EVER

    if column in TIMES and value != "":
        if value >= FOR_EVER:
            return "for ever"
        return time.strftime("%Y-%m-%d %H:%M", time.gmtime(value)) if value else ""
    if isinstance(value, bool):
        return "yes" if value else ""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


@admin.command(context_settings=SETTINGS)
@click.argument("table")
@database_option
@json_option
def close(table: str, database: str | None, as_json: bool) -> None:
    """End the game at a TABLE for everybody, or dissolve a table that waits in the hall.

    Nobody wins, and the players can still look at the game.
    """
    warm_up()
    from millefiori.server.fleet import administration

    kind = carry_out(database, lambda connection: administration.close(connection, table))
    text = f"Closed game {table}." if kind == "game" else f"Dissolved the table {table} in the hall."
    report({"closed": table, "kind": kind}, text, as_json)


@admin.command(context_settings=SETTINGS)
@click.argument("kind", type=KIND)
@click.argument("what")
@click.option("--days", type=click.FloatRange(min=0), default=0, show_default="for ever", help="How long.")
@click.option("--reason", default="", metavar="TEXT", help="For your own list; players do not see it.")
@database_option
@json_option
def ban(kind: str, what: str, days: float, reason: str, database: str | None, as_json: bool) -> None:
    """Ban an address (or a network like 203.0.113.0/24), or a player by id.

    A banned player loses open connections and cannot enter the hall or the own seats; at tables with a clock a bot
    plays on. Nothing stops a person from making another player: to keep somebody out, ban the address, too.
    """
    from millefiori.server.fleet import administration

    found = carry_out(database, lambda connection: administration.ban(connection, kind, what, days, reason))
    until = cell("until", found["until"])
    report(found, f"Banned {kind} {found['what']} {until if until == 'for ever' else f'until {until}'}.", as_json)


@admin.command(context_settings=SETTINGS)
@click.argument("kind", type=KIND)
@click.argument("what")
@database_option
@json_option
def unban(kind: str, what: str, database: str | None, as_json: bool) -> None:
    """Lift the ban of an address or a player."""
    from millefiori.server.fleet import administration

    found = carry_out(database, lambda connection: administration.unban(connection, kind, what))
    report({"kind": kind, "what": found}, f"The {kind} {found} is no longer banned.", as_json)


@admin.command(context_settings=SETTINGS)
@click.argument("kind", type=click.Choice(["game", "player"]))
@click.argument("name", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
@json_option
def delete(kind: str, name: str, yes: bool, database: str | None, as_json: bool) -> None:
    """Delete a game with its links, or all that is known of a player. This cannot be undone.

    Games of a deleted player stay, with the letter of the seat instead of the name.
    """
    from millefiori.server.fleet import administration

    if not yes:
        click.confirm(f"Delete {kind} {name} for ever?", abort=True, err=True)
    if kind == "game":
        carry_out(database, lambda connection: administration.delete_game(connection, name))
        report({"deleted": name, "kind": kind}, f"Deleted game {name}.", as_json)
        return
    stay = carry_out(database, lambda connection: administration.delete_player(connection, name))
    games = f"{stay} game{'' if stay == 1 else 's'}"
    report(
        {"deleted": name, "kind": kind, "games": stay}, f"Deleted player {name}; {games} stay without a name.", as_json
    )
