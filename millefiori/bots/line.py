"""`line:COMMAND`: a program in any language that speaks the line protocol (docs/line-protocol.md).

The program sees its seat's view and nothing else, answers in time or is killed, and starts again for the next decision.
"""

import os
import re
import shlex
import shutil
from collections.abc import Sequence

from millefiori.bots.bot import Bot, UnknownBot
from millefiori.bots.conversation import decide, hello, read_action, read_ready
from millefiori.bots.program import Program
from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber

SECONDS = 1.0
"""To think, unless the name says another time."""
GRACE = 1.0
"""Seconds after the time to think at which a program is killed."""
START = 10.0
"""Seconds that a program has to answer hello."""


class LineBot(Bot):
    """A program of somebody else."""

    summary = "a program that speaks the line protocol"

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        super().__init__(seed, budget)
        self.seconds, self.command = read_command(budget)
        self._program: Program | None = None

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """What the program answers; `BotFailed` if it is no legal action, late, or if the program is gone."""
        program = self._running()
        answer = program.ask(decide(view, self.seconds), self.seconds + GRACE)
        try:
            return read_action(answer, view)
        except BaseException:
            program.kill()
            raise

    def _running(self) -> Program:
        """The program, ready to be asked."""
        if self._program is None or not self._program.is_running:
            self._program = Program(self.command)
            answer = self._program.ask(hello(self.seed, self.seconds), START)
            try:
                read_ready(answer)
            except BaseException:
                self._program.kill()
                raise
        return self._program

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.end()


def read_command(text: str) -> tuple[float, list[str]]:
    """The time to think and the command's words, as in `2s:./mybot --fast`; refused if there is no such program."""
    time = re.match(r"(\d+)(ms|s):", text)
    seconds = SECONDS if time is None else int(time[1]) / (1000 if time[2] == "ms" else 1)
    try:
        words = shlex.split(text[time.end() :] if time else text)
    except ValueError as error:
        raise UnknownBot(f"{text!r} is not a command: {error}") from None
    if not words or not seconds:
        raise UnknownBot(f"a program reads like line:./mybot or line:2s:./mybot, not {f'line:{text}'!r}")
    if not hasattr(os, "killpg"):
        raise UnknownBot("programs as bots need process groups, which this system does not have")
    if shutil.which(words[0]) is None:
        raise UnknownBot(f"there is no program {words[0]!r} that can be run")
    return seconds, words
