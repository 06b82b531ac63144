"""Starts a program and outlives nobody: when the process that wanted it is gone, the program is killed.

A script of its own (`python guardian.py FD COMMAND ...`), since nothing in a killed process can clean up after it. FD
is the end of a pipe whose other end nobody else holds: it ends with them, however they end.
"""

import os
import signal
import subprocess
import sys


def guard(lifeline: int, command: list[str]) -> None:
    """Start the program, and kill the whole process group when the lifeline ends."""
    try:
        subprocess.Popen(command)
    except OSError as error:
        sys.exit(f"cannot start {command[0]}: {error.strerror}")
    for stream in range(3):
        os.close(stream)  # the program alone has them now: whoever reads them notices when it ends
    while os.read(lifeline, 1):
        pass
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    guard(int(sys.argv[1]), sys.argv[2:])
