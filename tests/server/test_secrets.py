"""No secret in any byte: rooms that differ only in what is hidden tell a seat the same."""

import copy
import random
from itertools import islice

import msgspec
import pytest

from millefiori.bots.bot import make_bot
from millefiori.engine.calls import legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.view import deciding_view, redeal
from millefiori.engine.vocabulary import SPECTATOR, Seat
from millefiori.server.messages.words import encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.events import seen_by
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.room import DECIDE, UNDO, Command, Room
from millefiori.server.tempo.absence import ABANDON, ABSENT, AGREE, BACK, HANDS, RESIGN
from tests.server.playing import new_room, play
from tests.server.tempo.timing import START, timed_room


def copied(room: Room) -> Room:
    """A room of its own that shares the past, which nobody changes."""
    other = copy.copy(room)
    other.table = copy.deepcopy(room.table)
    for name in ("commands", "events", "played_by", "clocks_before"):
        setattr(other, name, list(getattr(other, name)))
    other.keeps = dict(room.keeps)
    other.clocks, other.absence = copy.deepcopy(room.clocks), copy.deepcopy(room.absence)
    return other


def twin(room: Room, seat: Seat, seed: int) -> Room:
    """The same room for all that the seat knows, with other hidden cards, and other cards kept by the others."""
    other = copied(room)
    seen = room.table.view(seat)
    other.table.game = redeal(seen, seed)
    other.keeps = {player: card for player, card in room.keeps.items() if player == seat}
    for player in room.keeps:
        if player != seat:
            other.keeps[player] = int(other.table.game.hand[player, seed % 2])
    return other


def told(room: Room, seat: Seat) -> bytes:
    """Everything that a client of the seat can get at this moment: story, position, presence, refusals."""
    parts = [encode(room.story(seat)), encode(room.position(seat)), encode(Live(room).presence())]
    hands = (Command(seat, kind, ABANDON) for kind in HANDS)
    for wrong in (Command(seat, DECIDE, 198), Command(seat, DECIDE, 3), Command(seat, UNDO), *hands):
        try:
            room.check(wrong)
        except Refusal as error:
            parts.append(f"{error.code}: {error}".encode())
    return b"\n".join(parts)


@pytest.mark.parametrize("tactical", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_rooms_that_differ_in_hidden_cards_tell_the_same(edition: str, tactical: bool) -> None:
    if not IS_COMPILED and edition != "international":
        pytest.skip("slow uncompiled: one edition will do")
    players = max(EDITIONS[edition].players)
    everybody = (*range(players), SPECTATOR)
    room = new_room(edition, players, seed=4, tactical=tactical)
    chooser = random.Random(9)
    differ = 0
    for number, _ in enumerate(islice(play(room, chooser), 70)):
        first = number % len(everybody)
        for seat in (everybody * 2)[first : first + 2]:  # each comes up in all phases
            other = twin(room, seat, number)
            differ += other.table.game.hand.tolist() != room.table.game.hand.tolist()
            assert told(other, seat) == told(room, seat), f"event {number} tells seat {seat} a secret"
    assert differ > 35, "the twins must really differ"


def test_clocks_stand_ins_and_proposals_tell_no_secret() -> None:
    room, chooser, compared = timed_room(players=3, seed=4), random.Random(3), 0
    kinds = {10: Command(2, ABSENT), 25: Command(0, AGREE, ABANDON), 40: Command(2, BACK), 60: Command(1, RESIGN)}
    for number, _ in enumerate(islice(play(room, chooser), 90)):
        if number in kinds:
            room.perform(msgspec.structs.replace(kinds[number], at=START + number))
        seat = (0, 1, 2, SPECTATOR)[number % 4]
        other = twin(room, seat, number)
        compared += other.table.game.hand.tolist() != room.table.game.hand.tolist()
        assert told(other, seat) == told(room, seat), f"event {number} tells seat {seat} a secret"
    assert compared > 45 and room.absence.history


def test_an_own_step_brings_the_same_whatever_is_hidden() -> None:
    """The event of an own play, as long as nothing new is turned up by it."""
    room, chooser = new_room(players=3, seed=6), random.Random(1)
    compared = 0
    for event in islice(play(room, chooser), 90):
        seat = int(room.table.game.to_act)
        position = room.position(seat)
        if position.phase != "play" or room.table.game.to_act != seat:
            continue
        action = Command(seat, DECIDE, chooser.choice(position.cards[0].previews).action)
        one, other = copied(room), twin(room, seat, event.n)
        messages = [encode(seen_by(each.perform(action), seat)) for each in (one, other)]
        if one.table.game.turn == room.table.game.turn:
            compared += 1
            assert messages[0] == messages[1]
    assert compared > 10


def test_a_bot_is_asked_with_the_view_of_its_seat_whoever_has_kept_a_card() -> None:
    room = new_room(players=3, seed=3)
    room.perform(Command(0, DECIDE, room.position(0).hand[0]))
    for seat in range(3):
        seen = deciding_view(room.table.game, seat)
        other = deciding_view(twin(room, seat, 5).table.game, seat)
        assert bytes(seen.tobytes()) == bytes(other.tobytes())  # type: ignore[attr-defined]
        assert make_bot("greedy").choose(seen, legal_actions(seen)) in room.position(seat).hand
