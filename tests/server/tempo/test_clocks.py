"""Clocks follow from the times of the commands: docs/time.md, sentence by sentence."""

import contextlib
import random
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from millefiori.server.messages.position import Position
from millefiori.server.messages.words import Tempo, encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import DECIDE, UNDO, UNDO_TURN, Command, Room
from millefiori.server.tempo.clocks import after_sleep
from tests.server.playing import awaited, decision, play
from tests.server.tempo.timing import DAY, DAYS, REAL, SECOND, START, keep, perform, timed_room


def banks(room: Room) -> list[int]:
    return [clock.bank // SECOND for clock in room.position(0).clocks]


def running(room: Room) -> list[int]:
    return [seat for seat, clock in enumerate(room.position(0).clocks) if clock.until is not None]


def after(seconds: float) -> int:
    return START + int(seconds * SECOND)


def act(room: Room, seat: int, at: int, chooser: random.Random | None = None) -> None:
    action = decision(room.position(seat), chooser or random.Random(1))
    perform(room, Command(seat, DECIDE, action, at))


# --- Real time


def test_the_seconds_of_a_turn_are_used_first_and_then_the_bank() -> None:
    room = timed_room()
    keep(room, 0, after(8))
    keep(room, 1, after(25))
    assert banks(room) == [60, 45]
    seat = int(room.table.game.to_act)
    assert running(room) == [seat] and room.position(0).clocks[seat].until == after(25 + 10 + banks(room)[seat])


def test_while_all_keep_a_card_each_clock_runs_until_its_own_card_is_kept() -> None:
    room = timed_room(players=3)
    assert running(room) == [0, 1, 2]
    keep(room, 1, after(15))
    assert running(room) == [0, 2] and banks(room) == [60, 55, 60]
    keep(room, 1, after(40), number=1)  # another card instead: that costs no time
    assert running(room) == [0, 2] and banks(room) == [60, 55, 60]


def test_a_bot_has_no_clock() -> None:
    room = timed_room(players=3, bots=1)
    assert running(room) == [0, 1]
    assert room.position(0).clocks[2].until is None


def test_a_turn_with_all_its_extra_cards_is_one_turn() -> None:
    for seed in range(60):
        room, chooser, at = timed_room(seed=seed), random.Random(seed), START
        while not room.is_over:
            seat = awaited(room)[0]
            since = room.position(0).clocks[seat].since
            before, at = room.position(seat), at + SECOND
            act(room, seat, at, chooser)
            is_chain = before.phase in ("play", "take") and room.position(seat).phase in ("play", "take")
            if is_chain and room.table.game.to_act == seat and running(room) == [seat]:
                assert room.position(0).clocks[seat].since == since
                return
    raise AssertionError("no chain found")


def test_a_bank_is_never_overdrawn_and_a_late_decision_counts_until_a_bot_has_taken_over() -> None:
    room = timed_room()
    keep(room, 0, after(500))
    assert banks(room) == [0, 60]


def test_without_a_tempo_there_are_no_clocks() -> None:
    room = timed_room(Tempo())
    assert room.clocks is None and room.position(0).clocks == []


# --- Undo


def played_a_turn(tempo: Tempo) -> tuple[Room, int]:
    """A room in which a seat has just ended a turn that it may still take back, 100 s after the start; and the seat."""
    for seed in range(40):
        room, chooser = timed_room(tempo, seed=seed), random.Random(seed)
        keep(room, 0, after(2))
        keep(room, 1, after(3))
        seat = int(room.table.game.to_act)
        act(room, seat, after(23), chooser)
        if running(room) == [1 - seat] and room.can_undo(seat):
            return room, seat
    raise AssertionError("no such turn")


def test_undo_continues_the_same_turn_and_puts_the_other_clock_back() -> None:
    room, seat = played_a_turn(REAL)
    assert banks(room)[seat] == 50  # 20 s: 10 of the turn, 10 of the bank
    perform(room, Command(seat, UNDO, at=after(30)))
    clock, other = room.position(0).clocks[seat], room.position(0).clocks[1 - seat]
    assert running(room) == [seat] and (clock.bank, clock.since) == (60 * SECOND, after(3))
    assert other.bank == 60 * SECOND
    act(room, seat, after(43))
    assert banks(room)[seat] == 30, "the whole time since the turn began: 40 s"


@pytest.mark.parametrize("kind", [UNDO, UNDO_TURN])
def test_nobody_can_undo_when_the_time_of_that_turn_is_up(kind: str) -> None:
    room, seat = played_a_turn(REAL)
    room.check(Command(seat, kind, at=after(72)))
    with pytest.raises(Refusal, match="no time left") as refused:
        room.check(Command(seat, kind, at=after(73)))
    assert refused.value.code == "clock"


def test_undo_in_a_game_over_days_keeps_the_deadline() -> None:
    room, seat = played_a_turn(DAYS)
    perform(room, Command(seat, UNDO, at=after(3600)))
    assert room.position(0).clocks[seat].until == after(3) + DAY


# --- From the commands alone


@pytest.mark.parametrize("tactical", [False, True])
def test_a_room_that_is_built_again_has_the_same_clocks_at_every_event(tactical: bool) -> None:
    room, chooser, at = timed_room(players=3, tactical=tactical), random.Random(4), START
    for number in range(90):
        at += chooser.randrange(20) * SECOND
        undoing = [seat for seat in range(3) if room.can_undo(seat)]
        if number % 4 == 3 and undoing:
            command = Command(undoing[0], UNDO, at=at)
        else:
            seat = chooser.choice(awaited(room))
            command = Command(seat, DECIDE, decision(room.position(seat), chooser), at)
        with contextlib.suppress(Refusal):  # there may be no time left to undo
            perform(room, command)
        again = Room(room.id, room.setup, list(room.commands))
        assert encode(again.position(0)) == encode(room.position(0))


def test_clocks_begin_when_everybody_is_there_whatever_was_decided_before() -> None:
    room = timed_room(begun=0)
    keep(room, 0, after(5))
    assert running(room) == []
    room.resettle(msgspec.structs.replace(room.setup, begun=after(100)))
    assert running(room) == [1] and room.position(0).clocks[1].since == after(100)
    keep(room, 1, after(115))
    assert banks(room) == [60, 55]
    again = Room(room.id, room.setup, list(room.commands))
    assert encode(again.position(1)) == encode(room.position(1))


def test_every_event_says_when_it_happened() -> None:
    room = timed_room()
    keep(room, 0, after(5))
    assert room.events[0].at == after(5) and room.last_at == after(5)


def test_a_finished_game_has_no_running_clock() -> None:
    room = timed_room()
    for _ in play(room, random.Random(2)):
        pass
    assert running(room) == [] and room.is_over


# --- Days


def at(text: str, zone: str = "Europe/Rome") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


NIGHT = Tempo("days", days=1, sleep_from=22, sleep_to=7, zone="Europe/Rome")


@pytest.mark.parametrize(
    ("due", "moved"),
    [
        ("2026-05-01T21:59", "2026-05-01T21:59"),
        ("2026-05-01T22:00", "2026-05-02T07:00"),
        ("2026-05-02T03:30", "2026-05-02T07:00"),
        ("2026-05-02T07:00", "2026-05-02T07:00"),
        ("2026-10-24T23:30", "2026-10-25T07:00"),  # the night in which the clocks are put back
        ("2026-03-28T23:30", "2026-03-29T07:00"),  # and forward
    ],
)
def test_no_time_runs_out_in_the_sleeping_hours(due: str, moved: str) -> None:
    assert after_sleep(at(due), NIGHT) == at(moved)


def test_sleeping_hours_may_lie_within_a_day_or_be_none() -> None:
    noon = Tempo("days", days=1, sleep_from=12, sleep_to=14)
    assert after_sleep(at("2026-05-01T13:20", "UTC"), noon) == at("2026-05-01T14:00", "UTC")
    assert after_sleep(at("2026-05-01T11:20", "UTC"), noon) == at("2026-05-01T11:20", "UTC")
    assert after_sleep(at("2026-05-01T03:00"), DAYS) == at("2026-05-01T03:00")


def test_each_decision_has_its_days() -> None:
    room = timed_room(Tempo("days", days=3))
    shown: Position = room.position(0)
    assert [clock.until for clock in shown.clocks] == [START + 3 * DAY] * 2
    keep(room, 0, START + DAY)
    keep(room, 1, START + 2 * DAY)
    seat = int(room.table.game.to_act)
    assert room.position(0).clocks[seat].until == START + 5 * DAY
