"""Names of people: tidy, and never like a bot's, in any spelling, width or script."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from confusable_homoglyphs import confusables

from millefiori.bots.bot import LEVELS
from millefiori.engine.vocabulary import SEAT_LETTERS, Seat
from millefiori.server.refusal import Refusal

BOT_WORDS = {"bot", "bots", "chatbot", "mybot", "robot", "robots", "roboter"}
BOT_WORDS |= {"pobot"}  # the Russian word, letter by letter
BOT_WORDS |= {word for level in LEVELS for word in (f"bot{level}", f"{level}bot")}
SIGNS = {
    "b": ("ß", "þ", "б", "Б", "乃", "ᛒ", "|3", "13", "l3", "I3", "6"),
    "o": ("○", "◯", "⭕", "●", "⚪", "⚫", "٥", "۵", "\u110b", "ठ", "°", "()", "[]"),
    "t": ("†", "+", "丅", "\u116e", "┬", "⊤"),
}
"""Signs that pass for letters, and that the table of look-alikes does not know."""
DIGITS = str.maketrans("083749", "obetag")
"""Digits that stand for letters."""
BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that leave no trace on the screen."""
LETTER = re.compile(r"(?:LATIN|SYMBOL)(?: (?:SMALL|CAPITAL|LETTER|INSULAR))+ ([A-Z])(?: WITH .*)?$")
"""The Latin letter in the Unicode name of a character: LATIN SMALL LETTER B WITH HOOK, LATIN LETTER SMALL CAPITAL B."""
ALONE = re.compile(r"(?<![a-z])([a-z])[^a-z]+(?=[a-z](?![a-z]))")
"""A letter that stands alone, before another one."""
IN_PARTS = re.compile(r"(?<![a-z])(b[^a-z]+ot|bo[^a-z]+t)(?![a-z])")
BO_T = re.compile(r"Bo +T\.?")
"""A person with an initial."""


def person_name(name: str, seat: Seat) -> str:
    """The name without invisible characters, or the seat's letter; refused if it looks like a bot's."""
    shown = shown_name(name)
    if looks_like_a_bot(shown):
        raise Refusal("name", f"{shown!r} looks like the name of a bot: use another one")
    return shown or SEAT_LETTERS[seat]


def shown_name(name: str) -> str:
    """What people see of a name: nothing invisible, and single spaces."""
    return " ".join("".join(letter for letter in name if letter.isprintable() and letter not in BLANK).split())


def looks_like_a_bot(name: str) -> bool:
    """Does the name contain the word bot as people would read it?"""
    return any(BOT_WORDS & set(_words(reading)) for reading in _readings(name)) and not BO_T.fullmatch(name)


def _readings(name: str) -> Iterator[str]:
    """The name in plain Latin letters, as capitals and small letters of other scripts look."""
    marked = unicodedata.normalize("NFKD", name)
    plain = "".join(letter for letter in marked if unicodedata.category(letter) not in ("Mn", "Me", "Cf"))
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain)  # MyBot
    for text in (plain, plain.lower(), plain.upper(), parted):
        for letter, signs in SIGNS.items():
            for sign in signs:
                text = text.replace(sign, letter)
        read = "".join(map(_latin, text)).lower()
        yield from (read, read.translate(DIGITS))


def _words(text: str) -> list[str]:
    """The words of a text; letters that stand alone are read as one word (b.o.t), as is a bot in two parts (b-ot)."""
    whole = IN_PARTS.sub("bot", ALONE.sub(r"\1", text))
    return re.findall(r"[a-z]+", whole)


@cache
def _latin(letter: str) -> str:
    """The ASCII letter that looks like this one, or the word that it draws, if there is one."""
    if letter.isascii():
        return letter
    name = unicodedata.name(letter, "")
    if "ROBOT" in name.split():
        return " robot "
    if unicodedata.digit(letter, None) == 0:
        return "o"
    if found := LETTER.search(name):
        return found[1]
    known = confusables.is_confusable(letter, greedy=True) or []
    alike = [glyph["c"] for entry in known for glyph in entry["homoglyphs"]]
    return next((other for other in alike if other.isascii() and other.isalpha()), letter)
