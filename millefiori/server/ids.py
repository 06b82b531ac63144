"""Public names of games, players and tables in the hall. They open nothing, and can be typed on a command line."""

import secrets
import string

LETTERS = string.ascii_letters + string.digits
LENGTH = 12


def new_id() -> str:
    """A name that nobody has: letters and digits only, since what begins with a dash would be read as an option."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
