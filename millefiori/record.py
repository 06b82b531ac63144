"""Game records: one JSON object a game, as docs/record.md describes it. Write, read, replay, resume and verify.

A record of a running game holds the deck: it is for the one who runs the game, never for those who play it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from millefiori.actions import DECLINE, PLACE, PLACE_AND_STAY, SAIL, STAY, space_of
from millefiori.board import AREA, CARD_NAMES, CARD_NUMBERS, SPACE_NAMES, SPACE_NUMBERS
from millefiori.legality import IllegalAction
from millefiori.state import Game
from millefiori.table import Table
from millefiori.vocabulary import ActionNumber, Area, Phase, Seat

FORMAT = "millefiori-record"
VERSION = 1

_KEYS = {
    "keep": {"player", "do", "card"},
    "place": {"player", "do", "card", "space"},
    "sail": {"player", "do", "card"},
    "extra": {"player", "do", "card"},
    "decline": {"player", "do"},
}


class RecordError(ValueError):
    """A record that cannot be read or replayed; the message names the action and the rule, if there is one."""


# --- Writing ----------------------------------------------------------------------------------------------------------


def write(table: Table, trace: bool = False) -> dict[str, Any]:
    """The record of a table's game so far, with its result once it is over."""
    actions, traced = [], []
    for action, before, after in table.steps():
        entry = action_entry(before, action)
        if entry is not None:
            actions.append(entry)
            traced.append(trace_entry(after))
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "edition": table.edition.name,
        "tactical": table.tactical,
        "players": list(table.players),
        "start_player": table.start_player,
        "deck": list(table.deck),
        "actions": actions,
    }
    if table.is_over:
        record["result"] = result(table)
    if trace:
        record["trace"] = traced
    return record


def action_entry(game: Game, action: ActionNumber) -> dict[str, Any] | None:
    """An action as the record writes it. None for choosing a card in the tactical variant: its play names the card."""
    entry: dict[str, Any] = {"player": int(game.to_act)}
    if game.phase == Phase.KEEP:
        return None if game.option.tactical else {**entry, "do": "keep", "card": CARD_NAMES[action]}
    if game.phase == Phase.EXTRA:
        return {**entry, "do": "decline"} if action == DECLINE else {**entry, "do": "extra", "card": CARD_NAMES[action]}
    card = CARD_NAMES[game.kept[game.to_act]]
    space = space_of(action)
    if space is None:
        return {**entry, "do": "sail", "card": card}
    entry |= {"do": "place", "card": card, "space": SPACE_NAMES[space]}
    return entry | {"sail": action < PLACE_AND_STAY} if AREA[space] == Area.HARBOR else entry


def trace_entry(game: Game) -> dict[str, list[int]]:
    """Where the players stand: scores, ships and supplies."""
    seats = slice(0, int(game.seats))
    return {
        "scores": game.score[seats].tolist(),
        "ships": game.ship[seats].tolist(),
        "supply": game.supply[seats].tolist(),
    }


def result(table: Table) -> dict[str, Any]:
    """How a game ended."""
    return {"scores": table.scores, "winners": table.winners, "rounds": table.rounds}


def dump(record: dict[str, Any]) -> str:
    """A record as one line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


# --- Reading ----------------------------------------------------------------------------------------------------------


def parse(text: str) -> dict[str, Any]:
    """One record from its JSON text; its actions are checked only by `replay`."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from None
    check_fields(record)
    return cast(dict[str, Any], record)


def check_fields(record: Any) -> None:
    """Refuse what lacks a field or has one of a wrong kind."""
    if not isinstance(record, dict):
        raise RecordError("a record is a JSON object")
    if record.get("format") != FORMAT:
        raise RecordError(f"'format' must be {FORMAT!r}, not {record.get('format')!r}")
    if type(record.get("version")) is not int or record["version"] != VERSION:
        raise RecordError(f"'version' {record.get('version')!r} is not known; this program reads version {VERSION}")
    _expect(record, "edition", str, "a name")
    _expect(record, "tactical", bool, "true or false")
    _expect(record, "start_player", int, "a seat, from 0")
    for key in ("players", "deck", "actions"):
        _expect(record, key, list, "a list")
    if not all(isinstance(name, str) for name in record["players"]):
        raise RecordError("'players' must be a list of names")


def _expect(record: dict[str, Any], key: str, kind: type, what: str) -> None:
    if key not in record:
        raise RecordError(f"'{key}' is missing")
    if not isinstance(record[key], kind) or (kind is int and isinstance(record[key], bool)):
        raise RecordError(f"'{key}' must be {what}, not {record[key]!r}"[:200])


def read_file(path: Path) -> Iterator[tuple[int, str]]:
    """The records of a file with their line numbers: one a line, or the whole file one pretty-printed object."""
    text = path.read_text(encoding="utf-8-sig")
    if (
        text.lstrip().startswith("{")
        and "\n" in text.strip()
        and not text.strip().split("\n")[0].rstrip().endswith("}")
    ):
        yield 1, text
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


# --- Replaying --------------------------------------------------------------------------------------------------------


def begin_table(record: dict[str, Any]) -> Table:
    """A table set up as the record says, before its first action."""
    check_fields(record)
    try:
        return Table(
            record["edition"],
            record["players"],
            tactical=record["tactical"],
            deck=record["deck"],
            start_player=record["start_player"],
        )
    except ValueError as error:
        raise RecordError(str(error)) from None


def play_entry(table: Table, entry: Any) -> None:
    """Play one action of a record: in the tactical variant two of the engine's, choosing the card and playing it."""
    seat, numbers = _read_entry(table, entry)
    played = 0
    try:
        for number in numbers:
            table.advance(number, seat)
            played += 1
    except IllegalAction:
        for _ in range(played):
            table.undo()
        raise


def _read_entry(table: Table, entry: Any) -> tuple[Seat, list[ActionNumber]]:
    if not isinstance(entry, dict):
        raise RecordError(f"an action is a JSON object, not {entry!r}"[:200])
    do = entry.get("do")
    if not isinstance(do, str) or do not in _KEYS:
        raise RecordError(f"'do' must be one of {', '.join(_KEYS)}, not {do!r}")
    for key in sorted(_KEYS[do] - set(entry)):
        raise RecordError(f"{do}: '{key}' is missing")
    seat = entry["player"]
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(table.players):
        raise RecordError(f"'player' must be a seat from 0 to {len(table.players) - 1}, not {seat!r}")
    space = _named(SPACE_NUMBERS, "space", entry["space"]) if do == "place" else None
    is_harbor = space is not None and AREA[space] == Area.HARBOR
    for key in sorted(set(entry) - _KEYS[do] - ({"sail"} if is_harbor else set())):
        raise RecordError(f"{do}: the key {key!r} is not known here")
    if do == "decline":
        return seat, [DECLINE]
    card = _named(CARD_NUMBERS, "card", entry["card"])
    if do in ("keep", "extra"):
        _check_phase(table, do)
        return seat, [card]
    if is_harbor and not isinstance(entry.get("sail"), bool):
        raise RecordError("place: a harbor space needs 'sail': true or false")
    number = SAIL if space is None else (STAY if is_harbor and not entry["sail"] else PLACE) + space
    return seat, _with_card(table, seat, card, number)


def _with_card(table: Table, seat: Seat, card: ActionNumber, number: ActionNumber) -> list[ActionNumber]:
    """The play of a named card: it must be the one in play, or, in the tactical variant, is chosen by it."""
    if table.phase == Phase.KEEP and table.tactical:
        return [card, number]
    if table.phase == Phase.PLAY and seat == table.to_act and table.card != CARD_NAMES[card]:
        raise IllegalAction(f"the card in play is {table.card}, not {CARD_NAMES[card]} (rule 2.3)")
    return [number]


def _check_phase(table: Table, do: str) -> None:
    if do == "keep" and (table.tactical or table.phase not in (Phase.KEEP, Phase.OVER)):
        reason = (
            "in the tactical variant cards are chosen by playing them (rule 2.10)" if table.tactical else "(rule 2.3)"
        )
        raise IllegalAction(f"no card is to be kept now: {reason}")
    if do == "extra" and table.phase not in (Phase.EXTRA, Phase.OVER):
        raise IllegalAction("no extra card was earned (rule 11.1)")


def _named(numbers: dict[str, int], what: str, name: Any) -> int:
    if not isinstance(name, str) or name not in numbers:
        raise RecordError(f"there is no {what} {name!r}"[:200])
    return numbers[name]


def replay(record: dict[str, Any]) -> Table:
    """Play a record to its end, or to where it stops: the table can be played on. Refuses the first illegal action."""
    table = begin_table(record)
    for index, entry in enumerate(record["actions"]):
        try:
            play_entry(table, entry)
        except (RecordError, IllegalAction) as error:
            raise RecordError(f"action {index + 1}: {error}") from None
    return table


# --- Verifying --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """Where a record and its replay part."""

    action: int | None  # from 1; None where the whole game is meant
    message: str

    def __str__(self) -> str:
        return self.message if self.action is None else f"action {self.action}: {self.message}"


def verify(record: dict[str, Any]) -> list[Difference]:
    """Replay a record and compare its trace and result with the rules; an empty list if all agrees."""
    try:
        table = begin_table(record)
    except RecordError as error:
        return [Difference(None, str(error))]
    differences: list[Difference] = []
    trace = record.get("trace")
    if trace is not None and (not isinstance(trace, list) or len(trace) != len(record["actions"])):
        return [Difference(None, "'trace' must be a list as long as 'actions'")]
    for index, entry in enumerate(record["actions"]):
        try:
            play_entry(table, entry)
        except (RecordError, IllegalAction) as error:
            return [*differences, Difference(index + 1, str(error))]
        if trace is not None and trace[index] != trace_entry(table.game):
            return [*differences, Difference(index + 1, f"trace {trace[index]}, but {trace_entry(table.game)}")]
    return differences + _verify_result(record, table)


def _verify_result(record: dict[str, Any], table: Table) -> list[Difference]:
    if table.is_over != ("result" in record):
        return [
            Difference(
                None,
                "the game is over, but 'result' is missing"
                if table.is_over
                else "'result' is given, but the game goes on",
            )
        ]
    if not table.is_over:
        return []
    told, found = record["result"], result(table)
    if not isinstance(told, dict):
        return [Difference(None, f"'result' must be an object, not {told!r}"[:200])]
    if isinstance(told.get("winners"), list):
        told = {**told, "winners": sorted(told["winners"], key=str)}
    return [
        Difference(None, f"result, {key}: {told.get(key)!r}, but {found[key]!r}")
        for key in found
        if json.dumps(told.get(key)) != json.dumps(found[key])  # 151.0 is not 151 here
    ]
