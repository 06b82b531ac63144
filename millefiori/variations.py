"""Variations of a game in its record: lines that branch off from the game and from each other (docs/record.md).

    "variations": [{"after": 12, "actions": [{"player": 0, "do": "sail", "card": "ash-2"}], "variations": []}]

A variation begins after so many entries of the line that it branches off from: of the record's `actions`, or of the
variation around it. Readers that do not know the field skip it: the game itself is complete without it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from millefiori.engine.vocabulary import ActionNumber
from millefiori.explain.legality import IllegalAction
from millefiori.record import RecordError, action_entry, begin_table, play_entry, replay
from millefiori.table import Table

KEY = "variations"
MOST = 1000
"""Actions of all variations of a record together."""
DEEPEST = 40


@dataclass(frozen=True)
class Branch:
    """A line that branches off after so many actions of the line around it."""

    after: int
    actions: list[ActionNumber]
    branches: list["Branch"] = field(default_factory=list)


# --- Writing


def add_variations(record: dict[str, Any], branches: Sequence[Branch]) -> dict[str, Any]:
    """The record with these variations of its game, in place of those that it has; each action is checked."""
    check_size(branches)
    table = replay(record)
    line = [action for _, action in table.actions]
    rest = {key: value for key, value in record.items() if key != KEY}
    return {**rest, KEY: [_written(record, line, 0, branch) for branch in branches]} if branches else rest


def _written(record: dict[str, Any], line: list[ActionNumber], start: int, branch: Branch) -> dict[str, Any]:
    """A branch of a line; the line's own entries begin after its first actions."""
    if not 0 <= branch.after <= len(line) - start:
        raise RecordError(f"a variation cannot begin after {branch.after} actions of {len(line) - start}")
    begin = start + branch.after
    table = _table_at(record, line[:begin])
    entries, after = list[dict[str, Any]](), len(_entries(record, line[:begin])) - len(_entries(record, line[:start]))
    for number, action in enumerate(branch.actions, start=1):
        try:
            table.check(action)
        except IllegalAction as error:
            raise RecordError(f"a variation, action {number}: {error}") from None
        entry = action_entry(table.game, action)
        table.apply(action)
        entries += [] if entry is None else [entry]
    whole = [*line[:begin], *branch.actions]
    inner = [_written(record, whole, begin, each) for each in branch.branches]
    written: dict[str, Any] = {"after": after, "actions": entries}
    return {**written, KEY: inner} if inner else written


def _table_at(record: dict[str, Any], line: Sequence[ActionNumber]) -> Table:
    table = begin_table(record)
    for action in line:
        table.advance(action)
    return table


def _entries(record: dict[str, Any], line: Sequence[ActionNumber]) -> list[dict[str, Any]]:
    steps = _table_at(record, line).steps()
    return [entry for action, before, _ in steps if (entry := action_entry(before, action)) is not None]


# --- Reading


def variations(record: dict[str, Any]) -> list[Branch]:
    """The variations of a record, each action checked; none if it has none. Raises `RecordError`."""
    found = _read(record, record["actions"], 0, record.get(KEY, []), 0)
    check_size(found)
    return found


def _read(record: dict[str, Any], line: list[Any], start: int, written: Any, depth: int) -> list[Branch]:
    if not isinstance(written, list) or depth > DEEPEST:
        raise RecordError(f"'{KEY}' must be a list, and not too deep")
    found = []
    for number, entry in enumerate(written, start=1):
        found.append(_read_one(record, line, start, entry, depth, number))
    return found


def _read_one(record: dict[str, Any], line: list[Any], start: int, entry: Any, depth: int, number: int) -> Branch:
    after, actions = (entry.get("after"), entry.get("actions")) if isinstance(entry, dict) else (None, None)
    if type(after) is not int or not 0 <= after <= len(line) - start or not isinstance(actions, list):
        raise RecordError(f"variation {number}: it needs 'after', from 0 to {len(line) - start}, and 'actions', a list")
    if len(actions) > MOST:
        raise RecordError(f"variation {number}: more than {MOST} actions")
    begin = start + after
    table = begin_table(record)
    before = 0
    for index, each in enumerate([*line[:begin], *actions]):
        if index == begin:
            before = len(table.actions)
        try:
            play_entry(table, each)
        except (RecordError, IllegalAction) as error:
            raise RecordError(f"variation {number}, action {index + 1 - begin}: {error}") from None
    if not actions:
        before = len(table.actions)
    outer = replay({**record, "actions": line[:start]})
    inner = _read(record, [*line[:begin], *actions], begin, entry.get(KEY, []), depth + 1)
    played = [action for _, action in table.actions[before:]]
    return Branch(before - len(outer.actions), played, inner)


# --- Size


def check_size(branches: Sequence[Branch]) -> None:
    """Refuse more than anybody looks at."""
    if sum(len(branch.actions) + 1 for branch in _all(branches, 0)) > MOST:
        raise RecordError(f"more than {MOST} actions in variations")


def _all(branches: Sequence[Branch], depth: int) -> Iterator[Branch]:
    if depth > DEEPEST:
        raise RecordError("variations within variations are too deep")
    for branch in branches:
        yield branch
        yield from _all(branch.branches, depth + 1)
