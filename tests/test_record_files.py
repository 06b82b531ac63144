"""Records as they come from outside: files, broken JSON, missing and wrong fields, names of other programs."""

import json
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from millefiori.record import RecordError, dump, parse, read_file, replay, verify, write
from millefiori.table import Table

Record: TypeAlias = dict[str, Any]


@pytest.fixture
def record() -> Record:
    table = Table("french", ["Ada", "Ben"], seed=12)
    while not table.is_over:
        table.advance(table.legal_actions()[0])
    return write(table, trace=True)


def refused(record: Record) -> str:
    """Why a record is not even read, or not begun."""
    with pytest.raises(RecordError) as error:
        replay(parse(json.dumps(record)))
    return str(error.value)


# --- The text


@pytest.mark.parametrize(
    "text", ["", "{", "{'format': 1}", '{"format": "millefiori-record", }', "nonsense", "[" * 100_000, '{"a": tru']
)
def test_broken_json(text: str) -> None:
    with pytest.raises(RecordError, match=r"^not JSON: "):
        parse(text)


@pytest.mark.parametrize("text", ["[]", "1", '"millefiori-record"', "null", "true"])
def test_json_that_is_no_object(text: str) -> None:
    with pytest.raises(RecordError, match=r"^a record must be a JSON object$"):
        parse(text)


def test_a_number_of_many_digits_is_refused_like_all_else_that_cannot_be_read() -> None:
    with pytest.raises(RecordError):
        parse('{"format": ' + "1" * 10_000 + "}")


# --- The fields of the record


def test_a_sound_record_is_read(record: Record) -> None:
    assert verify(parse(json.dumps(record))) == []


@pytest.mark.parametrize("key", ["edition", "tactical", "players", "start_player", "deck", "actions"])
def test_a_missing_field(record: Record, key: str) -> None:
    del record[key]
    assert refused(record) == f"'{key}' is missing"


@pytest.mark.parametrize("wrong", [None, "chess-record", 1])
def test_another_format(record: Record, wrong: Any) -> None:
    record["format"] = wrong
    assert refused(record) == f"'format' must be 'millefiori-record', not {wrong!r}"


@pytest.mark.parametrize("wrong", [None, 2, "1", True, [1]])
def test_another_version(record: Record, wrong: Any) -> None:
    record["version"] = wrong
    assert refused(record) == f"unknown 'version' {wrong!r}: this program reads version 1"


@pytest.mark.parametrize(
    ("key", "wrong", "what"),
    [
        ("edition", 3, "a name"),
        ("tactical", "no", "true or false"),
        ("tactical", 0, "true or false"),
        ("start_player", "Ada", "a seat, from 0"),
        ("start_player", True, "a seat, from 0"),
        ("start_player", 1.0, "a seat, from 0"),
        ("players", "Ada", "a list"),
        ("deck", {"quartz-1": 1}, "a list"),
        ("actions", None, "a list"),
    ],
)
def test_a_field_of_the_wrong_type(record: Record, key: str, wrong: Any, what: str) -> None:
    record[key] = wrong
    assert refused(record) == f"'{key}' must be {what}, not {wrong!r}"


def test_names_that_are_no_texts(record: Record) -> None:
    record["players"] = ["Ada", 2]
    assert refused(record) == "'players' must be a list of names"


def test_an_edition_that_does_not_exist(record: Record) -> None:
    record["edition"] = "klingon"
    assert refused(record).startswith("there is no edition 'klingon'; the editions are ")


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_number_of_players_that_the_edition_is_not_for(record: Record, count: int) -> None:
    record["players"] = [str(seat) for seat in range(count)]
    assert refused(record).endswith(f"players, not {count} (rule 1.1)")


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_a_start_player_who_is_not_there(record: Record, seat: int) -> None:
    record["start_player"] = seat
    assert refused(record) == f"the start player must be a seat from 0 to 1, not {seat} (rule 1.6)"


def test_a_deck_of_108(record: Record) -> None:
    record["deck"].pop()
    assert refused(record) == "the deck has 108 cards instead of 109 (rule 1.2)"


def test_a_deck_with_a_card_too_often(record: Record) -> None:
    record["deck"][0], gone = "swans-5", record["deck"][0]
    assert gone != "swans-5" and refused(record).startswith("the deck has too many or too few of ")


@pytest.mark.parametrize("card", ["quartz-9", "Quartz-1", "joker"])
def test_a_deck_with_an_unknown_card(record: Record, card: str) -> None:
    record["deck"][3] = card
    assert refused(record) == f"card 4 of the deck: there is no card {card!r} (rule 1.2)"


@pytest.mark.parametrize("card", [None, 4, ["quartz-1"]])
def test_a_deck_with_something_else_than_names(record: Record, card: Any) -> None:
    record["deck"][3] = card
    assert refused(record) == "the deck must be a list of card names (rule 1.2)"


@pytest.mark.parametrize("wrong", [None, 1, "sail", ["keep", "quartz-1"]])
def test_an_action_that_is_no_object(record: Record, wrong: Any) -> None:
    record["actions"][4] = wrong
    assert refused(record) == f"action 5: an action must be a JSON object, not {wrong!r}"


def test_what_begins_badly_is_a_difference_without_an_action(record: Record) -> None:
    record["deck"].pop()
    (difference,) = verify(record)
    assert difference.action is None and str(difference) == "the deck has 108 cards instead of 109 (rule 1.2)"


def test_unknown_keys_at_the_top_level_are_ignored(record: Record) -> None:
    record |= {"comment": "our last evening in Venice", "digest": [], "seed": {"of": 7}}
    assert verify(parse(json.dumps(record))) == []


def test_a_record_without_trace_verifies_by_its_result(record: Record) -> None:
    del record["trace"]
    assert verify(record) == []
    record["result"]["scores"][0] += 1
    assert str(verify(record)[0]).startswith("result, scores: ")


@pytest.mark.parametrize("wrong", [None, {}, "long", 3])
def test_a_trace_that_cannot_be_compared(record: Record, wrong: Any) -> None:
    record["trace"][7] = wrong
    (difference,) = verify(record)
    assert difference.action == 8 and str(difference).startswith(f"action 8: the trace says {wrong}, the replay ")


@pytest.mark.parametrize("wrong", [None, [], "won", 3])
def test_a_result_that_is_no_object(record: Record, wrong: Any) -> None:
    record["result"] = wrong
    assert [str(difference) for difference in verify(record)] == [f"'result' must be an object, not {wrong!r}"]


@pytest.mark.parametrize("wrong", ["Ada", None, 0, [0, 0]])
def test_winners_that_are_no_list_of_seats_are_a_difference(record: Record, wrong: Any) -> None:
    record["result"]["winners"] = wrong
    assert [str(difference).split(":")[0] for difference in verify(record)] == ["result, winners"]


@pytest.mark.parametrize("wrong", [[0, "Ben"], [[0], 1], [None, 0]])
def test_winners_of_different_types_are_a_difference(record: Record, wrong: Any) -> None:
    record["result"]["winners"] = wrong
    assert [str(difference).split(":")[0] for difference in verify(record)] == ["result, winners"]


def test_every_difference_in_a_result_is_reported(record: Record) -> None:
    record["result"] = {}
    assert [str(difference).split(":")[0] for difference in verify(record)] == [
        *("result, scores", "result, winners", "result, rounds")
    ]


def test_players_of_other_programs_may_have_equal_names(record: Record) -> None:
    """The format asks for names, not for different ones: two bots of a kind, two guests."""
    record["players"] = ["bot: greedy", "bot: greedy"]
    assert verify(parse(json.dumps(record))) == []


# --- Files


def test_a_file_of_many_games_is_one_a_line(tmp_path: Path, record: Record) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{dump(record)}\n\n{dump(record)}\n", encoding="utf-8")
    assert [(number, parse(text) == record) for number, text in read_file(file)] == [(1, True), (3, True)]


def test_a_file_may_be_one_game_written_over_many_lines(tmp_path: Path, record: Record) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record, indent=2), encoding="utf-8")
    assert [(number, parse(text) == record) for number, text in read_file(file)] == [(1, True)]


def test_an_empty_file_has_no_games(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    file.write_text("\n", encoding="utf-8")
    assert list(read_file(file)) == []


@pytest.mark.parametrize("name", ["Ada\u2028Lovelace", "Ada\x85", "Ada\u2029"])
def test_a_name_with_an_exotic_line_end_does_not_break_the_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(dump(write(Table(players=[name, "Ben"], seed=1))) + "\n", encoding="utf-8")
    assert [parse(text)["players"] for _, text in read_file(file)] == [[name, "Ben"]]
