"""Logs as lines of JSON, for programs that collect them. Neither keys nor names are logged, in any form."""

import json
import logging
import os
import sys
import time


class Lines(logging.Formatter):
    """One object per entry. Of an exception only its kind and place: its text may quote what somebody has sent."""

    def format(self, record: logging.LogRecord) -> str:
        """An entry as JSON."""
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            entry["error"] = type(error).__name__
            trace = error.__traceback__
            while trace and trace.tb_next:
                trace = trace.tb_next
            if trace:
                entry["place"] = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        return json.dumps(entry, ensure_ascii=False)


def log_lines() -> None:
    """Log to the standard error, as JSON, from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)


def are_lines() -> bool:
    """Are logs lines of JSON?"""
    return any(isinstance(handler.formatter, Lines) for handler in logging.getLogger().handlers)
