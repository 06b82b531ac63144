"""Rooms: commands, choices at the same time, taking back, coming back."""

import random
from itertools import islice

import pytest

from millefiori import record
from millefiori.actions import SAIL
from millefiori.editions import EDITIONS
from millefiori.server.messages import encode
from millefiori.server.replay import replay_of_record, replay_of_room
from millefiori.server.room import ACT, CHOOSE, RESET, UNDO, Command, Refusal, Room
from millefiori.vocabulary import SPECTATOR, Phase
from tests.server.playing import command, new_room, play, waiting


@pytest.mark.parametrize("tactical", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_room_is_what_its_commands_say(edition: str, tactical: bool) -> None:
    room = new_room(edition, 2, tactical=tactical)
    for _ in play(room, random.Random(3)):
        pass
    assert room.table.is_over and record.verify(record.write(room.table)) == []
    again = Room(room.id, room.setup, list(room.commands))
    for seat in (0, 1, SPECTATOR):
        assert encode(again.story(seat)) == encode(room.story(seat))
        assert encode(again.position(seat)) == encode(room.position(seat))


def test_all_choose_at_the_same_time_and_change_their_mind_until_the_last_has_chosen() -> None:
    room = new_room(players=3)
    hand = room.position(2).hand
    assert waiting(room) == [0, 1, 2]
    room.perform(Command(2, CHOOSE, hand[0]))
    assert waiting(room) == [0, 1] and room.position(2).chosen == hand[0] and room.position(0).players[2].has_chosen
    room.perform(Command(2, CHOOSE, hand[1]))
    assert room.position(2).chosen == hand[1]
    with pytest.raises(Refusal, match="chosen already"):
        room.check(Command(2, CHOOSE, hand[1]))
    for seat in (0, 1):
        room.perform(Command(seat, CHOOSE, room.position(seat).hand[0]))
    assert room.table.phase == Phase.PLAY and int(room.table.game.kept[2]) == hand[1]
    with pytest.raises(Refusal, match=r"rule 2\.3"):
        room.check(Command(2, CHOOSE, hand[0]))


def test_a_chosen_card_is_told_to_its_chooser_alone() -> None:
    room = new_room()
    event = room.perform(Command(0, CHOOSE, room.position(0).hand[0]))
    assert room.told(event, 0).card is not None
    assert room.told(event, 1).card is None and room.told(event, SPECTATOR).card is None


def test_what_cannot_be_done_is_refused_with_the_rule() -> None:
    room = new_room()
    missing = next(card for card in range(74) if card not in room.position(0).hand)
    for wrong, text in (
        (Command(0, CHOOSE, missing), r"not in the hand \(rule 2\.3\)"),
        (Command(0, CHOOSE, 150), "not in the hand"),
        (Command(0, ACT, SAIL), "being chosen"),
        (Command(0, UNDO), "nothing to take back"),
    ):
        with pytest.raises(Refusal, match=text):
            room.check(wrong)
    for seat in (0, 1):
        room.perform(Command(seat, CHOOSE, room.position(seat).hand[0]))
    other = 1 - int(room.table.game.to_act)
    with pytest.raises(Refusal, match=r"turn.*rule 2\.4"):
        room.check(Command(other, ACT, SAIL))


def chain(tactical: bool = False) -> tuple[Room, int]:
    """A room in which a player is in the middle of a chain."""
    for seed in range(50):
        room = new_room(seed=seed, tactical=tactical)
        for event in play(room, random.Random(seed)):
            if event.kind == "take" and room.can_undo(event.seat) >= 2:
                return room, event.seat
    raise AssertionError("no chain found")


@pytest.mark.parametrize("tactical", [False, True])
def test_a_whole_chain_can_be_taken_back_step_by_step_or_at_once(tactical: bool) -> None:
    room, seat = chain(tactical)
    steps = room.can_undo(seat)
    start = [int(score) for score in room.table._before[-steps].score]
    other = Room(room.id, room.setup, list(room.commands))
    for left in range(steps, 0, -1):
        assert room.can_undo(seat) == left
        event = room.perform(Command(seat, UNDO))
        assert len(event.taken_back) == 1
    event = other.perform(Command(seat, RESET))
    assert len(event.taken_back) == steps
    for taken_back in (room, other):
        assert taken_back.can_undo(seat) == 0
        assert taken_back.table.game.score.tolist() == start
    assert encode(room.position(seat)) == encode(other.position(seat))


def test_nothing_can_be_taken_back_once_something_new_was_seen() -> None:
    chooser = random.Random(5)
    room = new_room(players=3, seed=8)
    for event in islice(play(room, chooser), 120):
        for seat in range(3):
            steps = room.can_undo(seat)
            if steps:
                assert event.seat == seat
                before = room.table._before[-steps]
                assert (before.rounds, before.turn) == (room.table.game.rounds, room.table.game.turn)


def test_a_replay_shows_every_step_and_leaves_out_what_was_taken_back() -> None:
    room, seat = chain()
    room.perform(Command(seat, RESET))
    for _ in play(room, random.Random(1)):
        pass
    replay = replay_of_room(room)
    assert len(replay.frames) == len(room.table.actions) + 1
    assert [player.score for player in replay.frames[-1].position.players] == room.table.scores
    told = replay_of_record(record.dump(record.write(room.table)))
    assert encode(told.frames) == encode(replay.frames)


def test_a_position_tells_each_play_with_what_the_engine_says_of_it() -> None:
    room, chooser = new_room(players=4, seed=2), random.Random(2)
    for _ in range(60):
        seat = chooser.choice(waiting(room))
        position = room.position(seat)
        if position.phase == "play":
            for told in position.cards[0].plays:
                outcome = room.table.preview(told.action)
                if not room.table.game.last_turns and outcome.extra_card == told.extra_card:
                    assert sum(gain.points for gain in told.gains if gain.seat == seat) == outcome.total(seat)
        room.perform(command(room, seat, chooser))
