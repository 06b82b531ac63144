"""Programs that the operator offers as bots: their names, their commands, and what happens when one fails.

Only the command line of the server names a command. Clients name a bot, and get one of these or a refusal.
"""

import re
import shlex
import time
from collections.abc import Callable, Mapping

from millefiori.bots.bot import BUILT_IN, FALLBACK, LEVELS, LINE
from millefiori.bots.line import GRACE, START, read_command

NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
LONGEST = 30.0
"""Seconds that a program may take for a decision: people wait for it."""
IN_A_ROW, REST = 3, 60.0
"""After so many failures in a row, a program is not asked for so many seconds."""


class ProgramsError(ValueError):
    """A program that cannot be offered."""


def read_programs(offers: tuple[str, ...]) -> dict[str, str]:
    """The bots by name, from the texts NAME=COMMAND; refused if the name is taken or there is no such program.

    Each says its time to think, since tables keep time by it (`rooms.pause_after`).
    """
    found: dict[str, str] = {}
    for offer in offers:
        name, is_there, command = offer.partition("=")
        if not is_there or not NAME.fullmatch(name):
            raise ProgramsError(f"{offer!r} is not like carla=./carla: a name in small letters, and a command")
        if is_ours(name) or name in (LINE, *found):
            raise ProgramsError(f"there is another bot called {name!r}")
        seconds, words = read_command(command)
        if seconds > LONGEST:
            raise ProgramsError(f"{name} may take {LONGEST:g} s for a decision at most, not {seconds:g} s")
        found[name] = f"{LINE}:{round(1000 * seconds)}ms:{shlex.join(words)}"
    return found


class Programs:
    """The programs of a server, and how they fare. Where one fails, `FALLBACK` decides in its place."""

    def __init__(self, specs: Mapping[str, str] | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.specs = dict(specs or {})
        self.clock = clock
        self._failures: dict[str, int] = {}
        self._rests_until: dict[str, float] = {}

    def bot_of(self, level: str) -> str:
        """The bot to ask: the program, or the fallback while it rests, and for a program that is offered no more."""
        if level in self.specs:
            return FALLBACK if self.clock() < self._rests_until.get(level, 0.0) else self.specs[level]
        return level if is_ours(level) else FALLBACK

    def answered(self, level: str) -> None:
        """All is well."""
        self._failures.pop(level, None)

    def failed(self, level: str) -> bool:
        """Count a failure; True if the program rests now."""
        self._failures[level] = self._failures.get(level, 0) + 1
        if self._failures[level] < IN_A_ROW:
            return False
        del self._failures[level]
        self._rests_until[level] = self.clock() + REST
        return True


def is_ours(spec: str) -> bool:
    """Is this a level or one of our own bots? A program is not."""
    return spec in LEVELS or spec.partition(":")[0] in BUILT_IN


assert START + LONGEST + GRACE < 60, "a thinker that takes longer counts as hung"
