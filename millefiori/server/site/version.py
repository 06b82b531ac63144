"""The version of the page: a hash of all that makes it. Addresses of its files carry it, so no two versions mix."""

from functools import cache
from hashlib import sha256

from millefiori.drawing.board import empty_board
from millefiori.server.messages.words import encode
from millefiori.server.site.facts import facts
from millefiori.server.site.texts import STATIC


@cache
def page_version() -> str:
    """Of the files as they are when the server starts, the drawing of the board and the facts."""
    digest = sha256(empty_board().encode() + encode(facts("")))
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            digest.update(f"\n{file.relative_to(STATIC).as_posix()} {file.stat().st_size}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
