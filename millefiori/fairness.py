"""A deal that nobody can change: a salted hash of the deck is shown before the first card, deck and salt at the end.

The hash says nothing about the deck while the salt is secret. Once both are known, anybody can compute it again
(docs/security.md).
"""

import hashlib
import json
import secrets
from collections.abc import Sequence

from millefiori.engine.vocabulary import Seat

SALT_BYTES = 32


def new_salt() -> str:
    """A secret number from the operating system, as hexadecimal digits."""
    return secrets.token_hex(SALT_BYTES)


def commitment(deck: Sequence[str], start_player: Seat, salt: str) -> str:
    """SHA-256 of deck, salt and start player as JSON: keys in this order, no spaces, UTF-8."""
    text = json.dumps({"deck": list(deck), "salt": salt, "start_player": start_player}, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
