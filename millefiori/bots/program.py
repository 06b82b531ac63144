"""A program in a process group of its own: it answers each line with one line, in time, or all of it is killed."""

import os
import selectors
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO

from millefiori.bots.bot import BotFailed

GUARDIAN = Path(__file__).with_name("guardian.py")
ENVIRONMENT = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ")
"""The variables that a program gets: others may hold passwords."""
LONGEST_LINE = 64 * 1024
"""Bytes of an answer."""
LAST_WORDS = 500
"""Bytes of what a program has written to its standard error that are reported if it fails."""
FAREWELL = 1.0
"""Seconds that a program has to end by itself when its standard input ends."""


class Program:
    """A running program. Any failure kills it, with everything that it has started; it cannot be asked again then."""

    def __init__(self, command: Sequence[str]) -> None:
        watched, lifeline = os.pipe()
        guarded = [sys.executable, "-I", "-S", str(GUARDIAN), str(watched), *command]
        try:
            self._process = subprocess.Popen(
                guarded,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
                pass_fds=[watched],
                start_new_session=True,
            )
        finally:
            os.close(watched)
        self._asking, self._answers, self._errors = _streams(self._process)
        os.set_blocking(self._asking.fileno(), False)
        self._arrived, self._last_words = b"", b""
        self._kill = weakref.finalize(self, _kill, self._process, lifeline)

    @property
    def is_running(self) -> bool:
        """Can it be asked?"""
        return self._kill.alive

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The program's answer to a line, without its end; raises `BotFailed` if there is none within the time."""
        try:
            self._listen(b"", 0.0)
            if self._arrived:
                raise BotFailed(f"wrote {_shown(self._arrived)} without being asked")
            self._listen(line + b"\n", seconds)
            answer, end, more = self._arrived.partition(b"\n")
            if not end:
                raise BotFailed(f"gave no answer within {seconds:g} s" + self._why())
            if more:
                raise BotFailed(f"gave more than one line as an answer: {_shown(self._arrived)}")
        except BaseException:  # also the arena's alarm, and Ctrl-C
            self.kill()
            raise
        self._arrived = b""
        return answer

    def _listen(self, unsent: bytes, seconds: float) -> None:
        """Send a line and read until a line has come or the time is over; without a line, what has come by itself."""
        deadline, waits = monotonic() + seconds, bool(unsent)
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ)
            selector.register(self._errors, selectors.EVENT_READ)
            if unsent:
                selector.register(self._asking, selectors.EVENT_WRITE)
            while b"\n" not in self._arrived:
                for key, _ in selector.select(max(0.0, deadline - monotonic())):
                    if key.fileobj is self._asking:
                        unsent = self._send(unsent)
                        is_done = not unsent
                    else:
                        is_done = not self._read(key.fileobj)
                    if is_done:
                        selector.unregister(key.fileobj)
                if not waits or monotonic() >= deadline:
                    return

    def _send(self, unsent: bytes) -> bytes:
        """Send what the program takes; returns the rest."""
        try:
            return unsent[os.write(self._asking.fileno(), unsent) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            return b""  # it has ended, and its output will say so

    def _read(self, stream: object) -> bool:
        """Read what has come; False if no more can."""
        if stream is self._errors:
            told = os.read(self._errors.fileno(), LONGEST_LINE)
            self._last_words = (self._last_words + told)[-LAST_WORDS:]
            return bool(told)
        heard = os.read(self._answers.fileno(), LONGEST_LINE)
        self._arrived += heard
        if not heard:
            raise BotFailed("has ended" + self._why())
        if len(self._arrived) >= LONGEST_LINE:
            raise BotFailed(f"wrote more than {LONGEST_LINE} bytes")
        return True

    def _why(self) -> str:
        """The last line of the program's standard error, as the end of a sentence."""
        os.set_blocking(self._errors.fileno(), False)
        with suppress(BlockingIOError):
            self._last_words += os.read(self._errors.fileno(), LONGEST_LINE)
        lines = self._last_words[-LAST_WORDS:].decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""

    def end(self) -> None:
        """Let the program end by itself, for a moment; then kill what is left of it."""
        if self.is_running:
            self._asking.close()
            with suppress(BotFailed):
                self._farewell(monotonic() + FAREWELL)
            self.kill()

    def _farewell(self, deadline: float) -> None:
        """Wait until its output ends."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ)
            while selector.select(max(0.0, deadline - monotonic())):
                self._read(self._answers)

    def kill(self) -> None:
        """Kill the program and everything that it has started."""
        self._kill()


def _streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Input, output and error output."""
    assert process.stdin and process.stdout and process.stderr
    return process.stdin, process.stdout, process.stderr


def _kill(process: subprocess.Popen[bytes], lifeline: int) -> None:
    """The guardian leads the group; it has not been waited for, so its number still is its own."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    os.close(lifeline)
    for stream in _streams(process):
        stream.close()


def _shown(line: bytes) -> str:
    """The beginning of what a program wrote."""
    text = line.split(b"\n")[0].decode(errors="replace")
    return repr(text if len(text) <= 60 else text[:60] + " ...")
