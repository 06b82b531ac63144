"""The page's words on the server: all texts of a language, and the language that a browser asks for."""

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from millefiori.server.site.facts import LANGUAGES

STATIC = Path(str(files("millefiori").joinpath("server/static")))
"""The files of the page."""


TEXT_PARTS = ("days", "duplicate", "learn", "review", "puzzles")
"""Texts that only some screens need: folders beside the files that every page loads."""


@cache
def page_texts(language: str, part: str = "") -> dict[str, str]:
    """The texts of a language that every page loads, or those of a part; English for a language that is not known."""
    texts: dict[str, str] = {}
    for file in sorted((STATIC / "lang" / (language if language in LANGUAGES else "en") / part).glob("*.json")):
        texts |= msgspec.json.decode(file.read_bytes())
    return texts


def spoken_language(accepted: str) -> str:
    """The language of ours that an Accept-Language header likes best; English if there is none."""
    wishes = list[tuple[float, str]]()
    for wish in accepted.split(",")[:20]:
        name, _, quality = wish.strip().partition(";q=")
        try:
            wishes.append((float(quality or 1), name[:2].lower()))
        except ValueError:
            continue
    liked = [name for quality, name in sorted(wishes, key=lambda wish: -wish[0]) if quality > 0 and name in LANGUAGES]
    return liked[0] if liked else "en"
