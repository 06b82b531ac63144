"""Game records: one JSON object per game, as docs/record.md describes. Write, read, replay, continue and verify.

The record of an unfinished game contains the deck: it is for those who run the game, never for its players.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, cast

from millefiori.engine.actions import DECLINE, SAIL, leaves_ship, placing, placing_and_staying, space_of
from millefiori.engine.board import AREA, CARD_NAMES, CARD_NUMBERS, SPACE_NAMES, SPACE_NUMBERS
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import ActionNumber, Area, Phase, Seat
from millefiori.explain.legality import IllegalAction
from millefiori.table import Table

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
    """A record that cannot be read or replayed; the message names the action and the rule, if there are any."""


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
    if table.salt:
        record["fairness"] = {"salt": table.salt, "commitment": table.commitment}
    if table.is_over:
        record["result"] = result(table)
    if trace:
        record["trace"] = traced
    return record


def action_entry(game: Game, action: ActionNumber) -> dict[str, Any] | None:
    """An action as the record has it. None for keeping a card in the tactical variant: the next entry names it."""
    entry: dict[str, Any] = {"player": int(game.to_act)}
    if game.phase == Phase.KEEP:
        return None if game.option.tactical else {**entry, "do": "keep", "card": CARD_NAMES[action]}
    if game.phase == Phase.TAKE:
        return {**entry, "do": "decline"} if action == DECLINE else {**entry, "do": "extra", "card": CARD_NAMES[action]}
    card = CARD_NAMES[game.kept[game.to_act]]
    space = space_of(action)
    if space is None:
        return {**entry, "do": "sail", "card": card}
    entry |= {"do": "place", "card": card, "space": SPACE_NAMES[space]}
    return entry | {"sail": not leaves_ship(action)} if AREA[space] == Area.HARBOR else entry


def trace_entry(game: Game) -> dict[str, list[int]]:
    """The players' scores, ships and supplies."""
    seats = slice(0, int(game.seats))
    return {
        "scores": game.score[seats].tolist(),
        "ships": game.ship[seats].tolist(),
        "supply": game.supply[seats].tolist(),
    }


def result(table: Table) -> dict[str, Any]:
    """How a game ended."""
    return {"scores": table.scores, "winners": table.winners, "rounds": table.rounds}


def stand_in_entry(player: Seat, bot: str, why: str, begin: int, end: int | None = None) -> dict[str, Any]:
    """A bot that played for a person, as the record has it: after so many actions, and until there were so many."""
    entry: dict[str, Any] = {"player": player, "bot": bot, "why": why, "from": begin}
    return entry if end is None else {**entry, "to": end}


def entries(table: Table, actions: int) -> int:
    """How many entries of a record the first actions of a table make."""
    steps = islice(table.steps(), actions)
    return sum(action_entry(before, action) is not None for action, before, _ in steps)


def dump(record: dict[str, Any]) -> str:
    """A record as one line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


# --- Reading ----------------------------------------------------------------------------------------------------------


def parse(text: str) -> dict[str, Any]:
    """A record from its JSON text. The actions are not checked: `replay` does that."""
    try:
        record = json.loads(text)
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RecordError("a text has half a surrogate pair, such as \\ud800: that is not a character") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from None
    check_fields(record)
    return cast(dict[str, Any], record)


def check_fields(record: Any) -> None:
    """Refuse a record with a missing field or a field of the wrong kind."""
    if not isinstance(record, dict):
        raise RecordError("a record must be a JSON object")
    if record.get("format") != FORMAT:
        raise RecordError(f"'format' must be {FORMAT!r}, not {record.get('format')!r}")
    if type(record.get("version")) is not int or record["version"] != VERSION:
        raise RecordError(f"unknown 'version' {record.get('version')!r}: this program reads version {VERSION}")
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
    """The records of a file with their line numbers: one per line, or one pretty-printed object."""
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
    """The table of a record before its first action."""
    check_fields(record)
    try:
        return Table(
            record["edition"],
            record["players"],
            tactical=record["tactical"],
            deck=record["deck"],
            start_player=record["start_player"],
            salt=_salt(record),
        )
    except ValueError as error:
        raise RecordError(str(error)) from None


def _salt(record: dict[str, Any]) -> str:
    """The salt of the deck's commitment; empty if the record has none."""
    fairness = record.get("fairness")
    if fairness is None:
        return ""
    if not isinstance(fairness, dict) or not isinstance(fairness.get("salt"), str) or not fairness["salt"]:
        raise RecordError("'fairness' must be an object with 'salt' and 'commitment'")
    return fairness["salt"]


def play_entry(table: Table, entry: Any) -> None:
    """Play one action of a record. In the tactical variant this can be two of the engine's: keep a card and play it."""
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
        raise RecordError(f"an action must be a JSON object, not {entry!r}"[:200])
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
        raise RecordError(f"{do}: unknown key {key!r}")
    if do == "decline":
        return seat, [DECLINE]
    card = _named(CARD_NUMBERS, "card", entry["card"])
    if do in ("keep", "extra"):
        _check_phase(table, do)
        return seat, [card]
    if is_harbor and not isinstance(entry.get("sail"), bool):
        raise RecordError("place: a harbor space needs 'sail': true or false")
    if space is None:
        number = SAIL
    else:
        number = placing_and_staying(space) if is_harbor and not entry["sail"] else placing(space)
    return seat, _with_card(table, seat, card, number)


def _with_card(table: Table, seat: Seat, card: ActionNumber, number: ActionNumber) -> list[ActionNumber]:
    """The actions that play a named card. It must be in play; in the tactical variant it is kept first."""
    if table.phase == Phase.KEEP and table.tactical:
        return [card, number]
    if table.phase == Phase.PLAY and seat == table.to_act and table.card != CARD_NAMES[card]:
        raise IllegalAction(f"the card in play is {table.card}, not {CARD_NAMES[card]} (rule 2.3)")
    return [number]


def _check_phase(table: Table, do: str) -> None:
    if do == "keep" and (table.tactical or table.phase not in (Phase.KEEP, Phase.OVER)):
        if table.tactical:
            raise IllegalAction(
                "'keep' is not used in the tactical variant: 'place' or 'sail' with the card (rule 2.10)"
            )
        raise IllegalAction("it is not time to keep a card (rule 2.3)")
    if do == "extra" and table.phase not in (Phase.TAKE, Phase.OVER):
        raise IllegalAction("no extra card was earned (rule 11.1)")


def _named(numbers: dict[str, int], what: str, name: Any) -> int:
    if not isinstance(name, str) or name not in numbers:
        raise RecordError(f"there is no {what} {name!r}"[:200])
    return numbers[name]


def replay(record: dict[str, Any]) -> Table:
    """Play a record to its last action, and return the table, ready to continue. Refuses the first illegal action."""
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
    """Where a record and its replay differ."""

    action: int | None  # from 1; None for the whole game
    message: str

    def __str__(self) -> str:
        return self.message if self.action is None else f"action {self.action}: {self.message}"


def verify(record: dict[str, Any], commitment: str | None = None) -> list[Difference]:
    """Replay a record and compare trace, result and commitment; an empty list if everything agrees.

    A record that was forged as a whole agrees with itself: pass the `commitment` that was shown before the first card.
    """
    try:
        table = begin_table(record)
    except RecordError as error:
        return [Difference(None, str(error))]
    differences: list[Difference] = []
    if table.salt and record["fairness"].get("commitment") != table.commitment:
        differences.append(Difference(None, "the deck is not the one that was committed to before the first card"))
    if commitment is not None and (not table.salt or table.commitment != commitment.strip().lower()):
        differences.append(Difference(None, "the deck is not the one of the given commitment"))
    trace = record.get("trace")
    if trace is not None and (not isinstance(trace, list) or len(trace) != len(record["actions"])):
        return [Difference(None, "'trace' must be a list as long as 'actions'")]
    for index, entry in enumerate(record["actions"]):
        try:
            play_entry(table, entry)
        except (RecordError, IllegalAction) as error:
            return [*differences, Difference(index + 1, str(error))]
        if trace is not None and trace[index] != trace_entry(table.game):
            return [
                *differences,
                Difference(index + 1, f"the trace says {trace[index]}, the replay {trace_entry(table.game)}"),
            ]
    return differences + _verify_result(record, table)


def _verify_result(record: dict[str, Any], table: Table) -> list[Difference]:
    if table.is_over != ("result" in record):
        return [
            Difference(
                None,
                "the game is over, but 'result' is missing"
                if table.is_over
                else "'result' is given, but the game is not over",
            )
        ]
    if not table.is_over:
        return []
    claimed, found = record["result"], result(table)
    if not isinstance(claimed, dict):
        return [Difference(None, f"'result' must be an object, not {claimed!r}"[:200])]
    if isinstance(claimed.get("winners"), list):
        claimed = {**claimed, "winners": sorted(claimed["winners"], key=str)}
    return [
        Difference(None, f"result, {key}: the record says {claimed.get(key)!r}, the replay {found[key]!r}")
        for key in found
        if json.dumps(claimed.get(key)) != json.dumps(found[key])  # as JSON, so that 151.0 is not 151
    ]
