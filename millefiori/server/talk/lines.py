"""Lines of talk: what may be written, and the last ones of each table in the database.

Lines are no part of a game: its commands, records and replays know nothing of them, and they are forgotten after a
while.
"""

import asyncio
import logging
import time
import unicodedata
from collections.abc import Sequence
from functools import partial

import msgspec

from millefiori.drawing.emotes import EMOTES
from millefiori.engine.vocabulary import Seat
from millefiori.server.border.names import BLANK
from millefiori.server.messages.requests import Say
from millefiori.server.messages.talk import Line
from millefiori.server.refusal import Refusal
from millefiori.server.site.facts import PHRASES
from millefiori.server.storage.driver import Connection
from millefiori.server.storage.store import HOUR, Store

log = logging.getLogger(__name__)
MOST_LINES = 100
"""Lines of each channel that are kept."""
KEPT_DAYS, REPORTS_KEPT_DAYS = 14, 90
"""After so many days lines are forgotten, and reports of lines."""
MOST_MARKS = 3
"""Accents and such on one letter: with hundreds of them a line would grow over the others."""
NAMES = {"phrase": PHRASES, "emote": EMOTES}
COLUMNS = "channel, n, seat, name, who, kind, text, at"
DAY = 24 * HOUR * 1000


def checked(said: Say) -> str:
    """What was said, tidy; refused if there is nothing to see, or no such phrase or emote."""
    if said.kind != "text":
        if said.text not in NAMES[said.kind]:
            raise Refusal("line", f"there is no {said.kind} {said.text!r}")
        return said.text
    text = shown_text(said.text)
    if not text:
        raise Refusal("line", "there is nothing to read in this line")
    return text


def shown_text(text: str) -> str:
    """A text without what is invisible, turns the direction of writing or piles up; single spaces."""
    letters, marks = list[str](), 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(letter) or unicodedata.category(letter) == "Me" else 0
        if marks <= MOST_MARKS and letter not in BLANK:
            letters.append(letter if letter.isprintable() else " ")
    return " ".join("".join(letters).split())


# --- Jobs for the store


def add_line(database: Connection, game: str, line: Line) -> Line:
    """Write a line under the next number of its channel, and forget the oldest of too many."""
    place = (game, line.channel)
    while True:
        last = database.execute("SELECT max(n) FROM lines WHERE game = ? AND channel = ?", place).fetchone()[0]
        line = msgspec.structs.replace(line, n=0 if last is None else last + 1)
        written = database.execute(
            f"INSERT INTO lines (game, {COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (game, channel, n) DO NOTHING",  # at another worker somebody was quicker
            (game, *msgspec.structs.astuple(line)),
        ).rowcount
        if written:
            old = "DELETE FROM lines WHERE game = ? AND channel = ? AND n <= ?"
            database.execute(old, (*place, line.n - MOST_LINES))
            return line


def last_lines(database: Connection, game: str) -> list[Line]:
    """The last lines of both channels of a table, in the order in which they were said."""
    rows = database.execute(f"SELECT {COLUMNS} FROM lines WHERE game = ? ORDER BY at, channel, n", (game,))
    return [Line(*row) for row in rows.fetchall()]


def forget_old(database: Connection, now: int) -> None:
    """Forget lines and reports whose time is over."""
    database.execute("DELETE FROM lines WHERE at < ?", (now - KEPT_DAYS * DAY,))
    database.execute("DELETE FROM reports WHERE at < ?", (now - REPORTS_KEPT_DAYS * DAY,))


def add_report(database: Connection, game: str, reporter: Seat, said: Sequence[Line], names: Sequence[str]) -> None:
    """Keep the last of some lines for whoever runs the server, with those before it; once, however often reported."""
    line = said[-1]
    player = database.execute("SELECT player FROM sittings WHERE game = ? AND seat = ?", (game, line.seat)).fetchone()
    named = [msgspec.structs.replace(each, name=names[each.seat]) if each.seat >= 0 else each for each in said]
    words = msgspec.json.encode(named).decode()
    identity, about = f"{game} {line.channel} {line.n} {line.at}", player[0] if player else ""
    database.execute(
        "INSERT INTO reports (id, game, at, reporter, about, said) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (id) DO NOTHING",
        (identity, game, time.time_ns() // 1_000_000, reporter, about, words),
    )


async def forget_for_ever(store: Store) -> None:
    """Forget what is old, once an hour, while the server runs."""
    while True:
        try:
            await store.write(partial(forget_old, now=time.time_ns() // 1_000_000))
        except Refusal as error:
            log.error("old lines of talk were not forgotten: %s", error)
        await asyncio.sleep(HOUR)
