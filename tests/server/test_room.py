"""Rooms: commands, cards kept at the same time, undo, coming back."""

import asyncio
import random
from itertools import islice

import msgspec
import pytest

from millefiori import record
from millefiori.engine.actions import SAIL
from millefiori.engine.editions import EDITIONS
from millefiori.engine.vocabulary import SPECTATOR, Phase
from millefiori.server.messages.events import Replay
from millefiori.server.messages.words import encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.events import seen_by
from millefiori.server.rooms.quarantine import AT_ONCE, restored, restored_gradually, restoring
from millefiori.server.rooms.replay import replay_of_game, replay_of_record
from millefiori.server.rooms.room import DECIDE, UNDO, UNDO_TURN, Command, Room
from tests.server.playing import awaited, decide, new_room, play


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


def test_a_stored_game_is_restored_a_little_at_a_time_so_that_others_have_their_turn() -> None:
    room = new_room()
    for _ in islice(play(room, random.Random(1)), 50):
        pass
    turns = list[str]()

    async def restore(name: str) -> None:
        for step in restoring(name, room.setup, room.commands):
            turns.append(name)
            assert step.n < AT_ONCE * turns.count(name)
            await asyncio.sleep(0)

    async def both() -> Room:
        await asyncio.gather(restore("Ada"), restore("Ben"))
        return await restored_gradually("Cleo", room.setup, room.commands)

    again = asyncio.run(both())
    assert turns == ["Ada", "Ben"] * (1 + -(-50 // AT_ONCE))
    for found in (again, restored("Dora", room.setup, room.commands)):
        assert encode(found.story(0)) == encode(room.story(0)) and found.commands == room.commands


def test_all_keep_at_the_same_time_and_may_change_their_mind_until_the_last_has_kept() -> None:
    room = new_room(players=3)
    hand = room.position(2).hand
    assert awaited(room) == [0, 1, 2]
    room.perform(Command(2, DECIDE, hand[0]))
    assert awaited(room) == [0, 1] and room.position(2).kept == hand[0] and room.position(0).players[2].has_kept
    room.perform(Command(2, DECIDE, hand[1]))
    assert room.position(2).kept == hand[1]
    with pytest.raises(Refusal, match="already keep"):
        room.check(Command(2, DECIDE, hand[1]))
    for seat in (0, 1):
        room.perform(Command(seat, DECIDE, room.position(seat).hand[0]))
    assert room.table.phase == Phase.PLAY and int(room.table.game.kept[2]) == hand[1]
    with pytest.raises(Refusal, match=r"rule (2\.4|3\.1)"):
        room.check(Command(2, DECIDE, hand[0]))


def test_a_kept_card_is_shown_to_its_own_seat_alone() -> None:
    room = new_room()
    event = room.perform(Command(0, DECIDE, room.position(0).hand[0]))
    assert seen_by(event, 0).card is not None
    assert seen_by(event, 1).card is None and seen_by(event, SPECTATOR).card is None


def test_what_cannot_be_done_is_refused_with_the_rule() -> None:
    room = new_room()
    missing = next(card for card in range(74) if card not in room.position(0).hand)
    for wrong, text in (
        (Command(0, DECIDE, missing), r"not in the hand \(rule 2\.3\)"),
        (Command(0, DECIDE, 150), "keep a card first"),
        (Command(0, DECIDE, SAIL), "keep a card first"),
        (Command(0, UNDO), "nothing to undo"),
    ):
        with pytest.raises(Refusal, match=text):
            room.check(wrong)
    for seat in (0, 1):
        room.perform(Command(seat, DECIDE, room.position(seat).hand[0]))
    other = 1 - int(room.table.game.to_act)
    with pytest.raises(Refusal, match=r"turn.*rule 2\.4"):
        room.check(Command(other, DECIDE, SAIL))


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
    start = list(islice(room.table.history(), steps))[-1][1].score.tolist()
    other = Room(room.id, room.setup, list(room.commands))
    for left in range(steps, 0, -1):
        assert room.can_undo(seat) == left
        event = room.perform(Command(seat, UNDO))
        assert len(event.taken_back) == 1
    event = other.perform(Command(seat, UNDO_TURN))
    assert len(event.taken_back) == steps
    for taken_back in (room, other):
        assert taken_back.can_undo(seat) == 0
        assert taken_back.table.game.score.tolist() == start
    assert encode(room.position(seat)) == encode(other.position(seat))


def test_nothing_can_be_taken_back_once_something_new_was_seen() -> None:
    chooser = random.Random(5)
    room = new_room(players=3, seed=8)
    found = 0
    for event in islice(play(room, chooser), 120):
        for seat in range(3):
            steps = room.can_undo(seat)
            if steps:
                found += 1
                assert event.seat == seat
                _, before = list(islice(room.table.history(), steps))[-1]
                assert (before.rounds, before.turn) == (room.table.game.rounds, room.table.game.turn)
        if event.kind == "keep":
            assert [room.can_undo(seat) for seat in range(3)] == [0, 0, 0]
    assert found > 20


def test_a_replay_shows_every_step_and_leaves_out_what_was_taken_back() -> None:
    room, seat = chain()
    room.perform(Command(seat, UNDO_TURN))
    for _ in play(room, random.Random(1)):
        pass
    actions = [action for _, action in room.table.actions]
    replay = msgspec.json.decode(replay_of_game(room.id, room.setup, actions), type=Replay)
    assert len(replay.frames) == len(actions) + 1
    assert [player.score for player in replay.frames[-1].position.players] == room.table.scores
    other = msgspec.json.decode(replay_of_record(record.dump(record.write(room.table))), type=Replay)
    assert encode(other.frames) == encode(replay.frames)


def test_a_position_previews_what_the_engine_then_does() -> None:
    room, chooser = new_room(players=4, seed=2), random.Random(2)
    compared = 0
    for _ in range(120):
        seat = chooser.choice(awaited(room))
        position = room.position(seat)
        if position.phase == "play":
            for preview in position.cards[0].previews:
                trial = Room(room.id, room.setup, list(room.commands))
                event = trial.perform(Command(seat, DECIDE, preview.action))
                assert (preview.gains, preview.bonus, preview.extra_card) == (
                    event.gains,
                    event.bonus,
                    event.extra_card,
                )
                assert (preview.space, preview.stay) == (event.space, event.stay)
                ship = trial.position(seat).players[seat].ship
                assert preview.ship == (ship if ship != position.players[seat].ship else None)
                compared += 1
        room.perform(decide(room, seat, chooser))
    assert compared > 100
