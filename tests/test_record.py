"""Records: round trips, resuming, and every kind of tampering found, with the action's number and the rule or field."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.vocabulary import Phase
from millefiori.record import RecordError, dump, parse, play_entry, replay, trace_entry, verify, write
from millefiori.table import Table

Record: TypeAlias = dict[str, Any]


def played(edition: str = "international", players: int = 3, *, tactical: bool = False, seed: int = 8) -> Table:
    """A finished game: everybody places where they can, on the first space, and takes every extra card."""
    table = Table(edition, ["Ada", "Ben", "Cleo", "Dan"][:players], tactical=tactical, seed=seed)
    while not table.is_over:
        legal = table.legal_actions()
        table.advance(next((action for action in legal if action not in (SAIL, DECLINE)), legal[0]))
    return table


@cache
def written(edition: str = "international", players: int = 3, tactical: bool = False) -> str:
    return dump(write(played(edition, players, tactical=tactical), trace=True))


@pytest.fixture
def record() -> Record:
    return parse(written())


def find(record: Record, do: str, area: str = "") -> int:
    """The first action of a kind, on a space of an area."""
    actions = record["actions"]
    return next(n for n, a in enumerate(actions) if a["do"] == do and a.get("space", area).startswith(area))


def until(record: Record, count: int) -> Record:
    """The record of a game that goes on after some actions."""
    return {
        **{key: value for key, value in record.items() if key != "result"},
        "actions": record["actions"][:count],
        "trace": record["trace"][:count],
    }


def the_only_difference(record: Record) -> str:
    differences = verify(parse(json.dumps(record)))
    assert len(differences) == 1
    return str(differences[0])


# --- Writing, reading, replaying


def test_a_record_has_the_keys_of_the_format(record: Record) -> None:
    assert record["format"] == "millefiori-record" and record["version"] == 1
    assert (record["edition"], record["tactical"]) == ("international", False)
    assert record["players"] == ["Ada", "Ben", "Cleo"]
    assert len(record["deck"]) == 109
    assert set(record["result"]) == {"scores", "winners", "rounds"}
    assert all(set(entry) == {"scores", "ships", "supply"} for entry in record["trace"])


@pytest.mark.parametrize("tactical", [False, True])
@pytest.mark.parametrize(
    ("edition", "players"), [("international", 4), ("english", 3), ("german", 2), ("caipirinha", 2)]
)
def test_a_record_round_trips(edition: str, players: int, tactical: bool) -> None:
    text = written(edition, players, tactical)
    assert dump(write(replay(parse(text)), trace=True)) == text
    assert verify(parse(text)) == []


def test_a_record_is_one_line_and_keeps_names_as_they_are() -> None:
    table = Table(players=["Zoë", 'the "Doge"\n'], seed=1)
    assert "\n" not in dump(write(table))
    assert parse(dump(write(table)))["players"] == ["Zoë", 'the "Doge"\n']


def test_a_running_game_has_no_result_and_can_be_resumed(record: Record) -> None:
    for count in (0, 1, 40, len(record["actions"]) - 1):
        resumed = replay(until(record, count))
        assert not resumed.is_over
        assert "result" not in write(resumed)
        for entry in record["actions"][count:]:
            play_entry(resumed, entry)
        assert write(resumed, trace=True) == record


def test_the_tactical_variant_has_no_keep_and_its_choice_is_not_yet_recorded() -> None:
    record = parse(written("english", 3, True))
    assert {entry["do"] for entry in record["actions"]} <= {"place", "sail", "extra", "decline"}
    table = replay(until(record, 10))
    assert table.phase == Phase.KEEP
    table.advance(table.legal_actions()[0])
    assert write(table)["actions"] == record["actions"][:10]


def test_the_trace_is_where_the_players_stand_after_each_action(record: Record) -> None:
    table = replay(until(record, 0))
    for entry, trace in zip(record["actions"], record["trace"], strict=True):
        play_entry(table, entry)
        assert trace == trace_entry(table.game)


def test_a_refused_action_leaves_the_table_as_it_was() -> None:
    record = parse(written("english", 3, True))
    table = replay(until(record, 10))
    before, entry = len(table.actions), record["actions"][10]
    with pytest.raises(ValueError, match=r"rule 3\.5|rule 4\.1|rule 7\.1|rule 6\.2|rule 5\.1|rule 3\.6"):
        play_entry(table, {"player": entry["player"], "do": "place", "card": entry["card"], "space": "R20"})
    assert len(table.actions) == before and table.phase == Phase.KEEP
    play_entry(table, entry)


# --- Tampering with the game


def test_a_changed_score_in_the_trace_is_found(record: Record) -> None:
    record["trace"][20]["scores"][1] += 1
    assert the_only_difference(record).startswith("action 21: the trace says {'scores'")


@pytest.mark.parametrize("key", ["ships", "supply"])
def test_a_changed_ship_or_supply_in_the_trace_is_found(record: Record, key: str) -> None:
    record["trace"][33][key][0] -= 1
    message = the_only_difference(record)
    assert message.startswith("action 34: the trace says") and key in message


def test_a_trace_of_another_length_is_found(record: Record) -> None:
    record["trace"].pop()
    assert the_only_difference(record) == "'trace' must be a list as long as 'actions'"


@pytest.mark.parametrize(
    ("key", "wrong"), [("scores", [1, 2, 3]), ("rounds", 99), ("winners", []), ("winners", [0, 1, 2])]
)
def test_a_changed_result_is_found(record: Record, key: str, wrong: Any) -> None:
    record["result"][key] = wrong
    assert the_only_difference(record).startswith(f"result, {key}: the record says {wrong!r}, the replay ")


def test_winners_may_come_in_any_order() -> None:
    games = (Path(__file__).parent / "golden" / "french.jsonl").read_text(encoding="utf-8").splitlines()
    (shared,) = [record for record in map(parse, games) if record["result"]["winners"] == [0, 1]]
    shared["result"]["winners"] = [1, 0]
    assert verify(shared) == []


def test_a_missing_result_is_found(record: Record) -> None:
    del record["result"]
    assert the_only_difference(record) == "the game is over, but 'result' is missing"


def test_a_result_of_an_unfinished_game_is_reported(record: Record) -> None:
    record["actions"].pop()
    record["trace"].pop()
    assert the_only_difference(record) == "'result' is given, but the game is not over"


def test_an_action_after_the_end_is_found(record: Record) -> None:
    count = len(record["actions"])
    record["actions"].append({"player": 0, "do": "decline"})
    del record["trace"]
    assert the_only_difference(record) == f"action {count + 1}: decline: the game is over (rule 12.4)"


Tampering: TypeAlias = Callable[[Record], int]
"""Changes a record and tells which action is wrong then, from 0."""


def a_card_that_is_not_in_the_hand(record: Record) -> int:
    held = set(record["deck"][4:9] + record["deck"][9:14] + record["deck"][14:19])
    record["actions"][0]["card"] = next(card for card in record["deck"] if card not in held)
    return 0


def another_card_than_the_kept(record: Record) -> int:
    index = find(record, "place")
    record["actions"][index]["card"] = next(card for card in record["deck"] if card != record["actions"][index]["card"])
    return index


def an_occupied_space(record: Record) -> int:
    spaces: dict[str, int] = {}
    for index, action in enumerate(record["actions"]):
        if action["do"] == "place" and action["space"][0] == "H":
            if spaces:
                action["space"] = next(iter(spaces))
                return index
            spaces[action["space"]] = index
    raise AssertionError


def a_residence_too_far(record: Record) -> int:
    index = find(record, "place", "R")
    record["actions"][index]["space"] = "R20"
    return index


def a_space_of_another_area(record: Record) -> int:
    index = find(record, "place", "T")
    record["actions"][index]["space"] = "W1.1"
    return index


def out_of_turn(record: Record) -> int:
    record["actions"][5]["player"] = (record["actions"][5]["player"] + 1) % 3
    return 5


def play_before_keep(record: Record) -> int:
    record["actions"][1] = {**record["actions"][1], "do": "sail"}
    return 1


def keep_instead_of_play(record: Record) -> int:
    record["actions"][3] = {
        "player": record["actions"][3]["player"],
        "do": "keep",
        "card": record["actions"][3]["card"],
    }
    return 3


def an_extra_card_that_was_not_earned(record: Record) -> int:
    record["actions"][3]["do"] = "extra"
    record["actions"][3].pop("space", None)
    record["actions"][3].pop("sail", None)
    return 3


def declining_what_was_not_earned(record: Record) -> int:
    record["actions"][3] = {"player": record["actions"][3]["player"], "do": "decline"}
    return 3


def an_extra_card_that_is_not_in_the_display(record: Record) -> int:
    index = find(record, "extra")
    played_before = {a["card"] for a in record["actions"][:index] if a["do"] == "place"}
    record["actions"][index]["card"] = next(card for card in played_before if record["deck"].count(card) == 1)
    return index


@pytest.mark.parametrize(
    ("tamper", "rule"),
    [
        (a_card_that_is_not_in_the_hand, "is not in the hand (rule 2.3)"),
        (another_card_than_the_kept, "the card in play is"),
        (an_occupied_space, "is occupied (rule 3.6)"),
        (a_residence_too_far, "only the next free residence can be filled (rule 5.1)"),
        (a_space_of_another_area, "is for the trade, not the workshops (rule 3.5)"),
        (out_of_turn, "turn, not"),
        (play_before_keep, "keep a card first (rule 2.3)"),
        (keep_instead_of_play, "it is not time to keep a card (rule 2.3)"),
        (an_extra_card_that_was_not_earned, "no extra card was earned (rule 11.1)"),
        (declining_what_was_not_earned, "there is no extra card to decline (rule 11.3)"),
        (an_extra_card_that_is_not_in_the_display, "is not in the display (rule 11.1)"),
    ],
)
def test_an_illegal_action_is_found_with_its_number_and_rule(record: Record, tamper: Tampering, rule: str) -> None:
    index = tamper(record)
    message = the_only_difference(record)
    assert message.startswith(f"action {index + 1}: ") and rule in message and "rule" in message
    with pytest.raises(RecordError) as refused:
        replay(record)
    assert str(refused.value) == message


def test_a_keep_in_the_tactical_variant_is_found() -> None:
    record = parse(written("english", 3, True))
    first = record["actions"][0]
    record["actions"][0] = {"player": first["player"], "do": "keep", "card": first["card"]}
    assert the_only_difference(record).startswith("action 1: 'keep' is not used in the tactical variant")


def test_a_ship_that_must_move_may_not_stay() -> None:
    record = parse(written("english", 3))
    index = find(record, "place", "H")
    record["actions"][index]["sail"] = False
    message = the_only_difference(record)
    assert message.startswith(f"action {index + 1}: ") and "(rule 8.4)" in message


# --- Actions that are not written as the format says


def without_a_key(action: Record) -> str:
    del action["card"]
    return "place: 'card' is missing"


def without_player(action: Record) -> str:
    del action["player"]
    return "place: 'player' is missing"


def without_space(action: Record) -> str:
    del action["space"]
    return "place: 'space' is missing"


def without_do(action: Record) -> str:
    del action["do"]
    return "'do' must be one of keep, place, sail, extra, decline, not None"


def an_unknown_do(action: Record) -> str:
    action["do"] = "pass"
    return "'do' must be one of keep, place, sail, extra, decline, not 'pass'"


def a_do_that_is_a_list(action: Record) -> str:
    action["do"] = ["place"]
    return "'do' must be one of"


def an_unknown_key(action: Record) -> str:
    action["comment"] = "a fine move"
    return "place: unknown key 'comment'"


def an_unknown_card(action: Record) -> str:
    action["card"] = "quartz-9"
    return "there is no card 'quartz-9'"


def a_card_that_is_a_number(action: Record) -> str:
    action["card"] = 7
    return "there is no card 7"


def an_unknown_space(action: Record) -> str:
    action["space"] = "H9.9"
    return "there is no space 'H9.9'"


def a_player_who_is_not_there(action: Record) -> str:
    action["player"] = 3
    return "'player' must be a seat from 0 to 2, not 3"


def a_player_below_0(action: Record) -> str:
    action["player"] = -1
    return "'player' must be a seat from 0 to 2, not -1"


def a_player_who_is_true(action: Record) -> str:
    action["player"] = True
    return "'player' must be a seat from 0 to 2, not True"


def a_player_by_name(action: Record) -> str:
    action["player"] = "Ada"
    return "'player' must be a seat from 0 to 2, not 'Ada'"


def a_harbor_without_sail(action: Record) -> str:
    del action["sail"]
    return "place: a harbor space needs 'sail': true or false"


def a_sail_that_is_a_number(action: Record) -> str:
    action["sail"] = 1
    return "place: a harbor space needs 'sail': true or false"


@pytest.mark.parametrize(
    "tamper",
    [
        *(without_a_key, without_player, without_space, without_do, an_unknown_do, a_do_that_is_a_list, an_unknown_key),
        *(an_unknown_card, a_card_that_is_a_number, an_unknown_space, a_player_who_is_not_there, a_player_below_0),
        *(a_player_who_is_true, a_player_by_name, a_harbor_without_sail, a_sail_that_is_a_number),
    ],
)
def test_a_malformed_action_is_found_with_its_number_and_field(record: Record, tamper: Callable[[Record], str]) -> None:
    index = find(record, "place", "H")
    message = tamper(record["actions"][index])
    assert the_only_difference(record).startswith(f"action {index + 1}: {message}")


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff", "\\ud800\\ud800"])
def test_half_a_surrogate_pair_is_no_text(half: str) -> None:
    text = written()
    for wrong in (
        text.replace('"Ada"', f'"{half}"'),
        text[:-1] + f',"note":["{half}"]}}',
        text[:-1] + f',"{half}":1}}',
    ):
        with pytest.raises(RecordError, match="half a surrogate pair"):
            parse(wrong)
    assert parse(text.replace('"Ada"', '"\\ud83d\\ude00"'))["players"][0] == "😀"
