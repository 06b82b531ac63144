#!/usr/bin/env python3
"""A bot that speaks the line protocol (docs/line-protocol.md) and needs nothing but Python.

It takes the most points for itself, less what the others get, and likes extra cards:
millefiori arena --bots "line:python3 examples/line_bot.py,random"
"""

import json
import sys
from typing import Any

EXTRA_CARD = 5  # points that it is worth to us


def worth(action: dict[str, Any], seat: int) -> float:
    """What an action brings at once."""
    own, everybody = action["points"][seat], sum(action["points"])
    others = (everybody - own) / (len(action["points"]) - 1)
    return float(own - others + EXTRA_CARD * action["extra_card"])


for line in sys.stdin:
    message = json.loads(line)
    answer: dict[str, Any] = {"type": "ready"}
    if message["type"] == "decide":
        values = {action["action"]: worth(action, message["view"]["seat"]) for action in message["legal"]}
        answer = {"type": "action", "action": max(values, key=lambda number: values[number])}
    print(json.dumps(answer), flush=True)
