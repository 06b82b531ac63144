"""The record names the bots that played for people; a reader that does not know the keys can skip them."""

import random
from pathlib import Path
from typing import Any

import pytest

from millefiori import record
from millefiori.server.rooms.room import Command
from millefiori.server.rooms.written import written_record
from millefiori.server.tempo.absence import ABANDON, ABSENT, AGREE, BACK, RESIGN, SETTLED
from tests.server.playing import play
from tests.server.serving import bearer
from tests.server.storage.storing import stored, web_of
from tests.server.tempo.timing import timed_room


def finished(tactical: bool = False) -> Any:
    """A game in which a bot played for seat 0 for a while, and seat 1 resigned."""
    room = timed_room(players=2, tactical=tactical)
    counts = {}
    commands = {20: Command(0, ABSENT), 35: Command(0, BACK), 50: Command(1, RESIGN)}
    for number, _ in enumerate(play(room, random.Random(2))):
        if number in commands and not room.is_over:
            counts[number] = len(record.write(room.table)["actions"])
            room.perform(commands[number])
    return room, counts


@pytest.mark.parametrize("tactical", [False, True])
def test_a_record_says_who_played_for_whom_from_where_to_where(tactical: bool) -> None:
    room, counts = finished(tactical)
    written = written_record(room)
    assert written["stand_ins"] == [
        {"player": 0, "bot": "skilled", "why": "clock", "from": counts[20], "to": counts[35]},
        {"player": 1, "bot": "skilled", "why": "resigned", "from": counts[50]},
    ]
    assert written["result"]["scores"] == room.table.scores
    assert record.verify(record.parse(record.dump(written))) == []


def test_an_abandoned_game_has_a_record_without_a_result(tmp_path: Path) -> None:
    room = timed_room()
    for number, _ in enumerate(play(room, random.Random(1))):
        if number == 11:
            break
    room.perform(Command(0, AGREE, ABANDON + SETTLED))
    path = tmp_path / "games.sqlite"
    stored(path, {"a": room})
    with web_of(path) as web:
        answer = web.get("/api/record", headers=bearer("a-1"))
        replay = web.get("/api/replay", headers=bearer("a-1"))
    found = answer.json()
    assert found["abandoned"] is True and "result" not in found and "stand_ins" not in found
    assert record.verify(found) == [] and len(replay.json()["frames"]) == len(room.table.actions) + 1
