"""Absent people: a bot takes over, the person comes back, resigns, or all agree; and no game hangs for ever."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.messages.games import Join
from millefiori.server.messages.words import NO_TEMPO, encode
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Live
from millefiori.server.rooms.opening import join, open_game
from millefiori.server.rooms.room import DECIDE, UNDO, Command, Room
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.tempo.absence import ABANDON, ABSENT, AGREE, BACK, DISAGREE, RESIGN
from millefiori.server.tempo.bell import GRACE, ring
from millefiori.server.tempo.hands import AWAY, change_hands
from tests.server.tempo.timing import (
    DAY,
    DAYS,
    HOUR,
    SECOND,
    START,
    Hand,
    heard,
    house,
    keep,
    perform,
    run,
    settle,
    sit_down,
    timed_room,
    wanted,
)


async def keep_card(rooms: Rooms, live: Live, seat: int) -> None:
    await rooms.submit(live, Command(seat, DECIDE, live.room.position(seat).hand[0]), live.room.n)


async def refused(rooms: Rooms, live: Live, command: Command) -> str:
    with pytest.raises(Refusal) as error:
        await change_hands(rooms, live, command)
    return error.value.code


def stand_ins(live: Live) -> list[str]:
    return list(live.room.position(0).stand_ins)


# --- The clock


def test_when_the_time_is_up_a_bot_plays_on_and_the_person_can_take_over_again(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live, clients = await sit_down(rooms, await open_game(rooms, wanted("here", "here")))
            await keep_card(rooms, live, 0)
            hand.pass_by(70 * SECOND - 1)
            await ring(rooms)
            assert stand_ins(live) == ["", ""], "not a moment too early"
            hand.pass_by(1)
            await ring(rooms)
            await settle(live)
            assert stand_ins(live) == ["", "clock"] and live.room.table.phase.name == "PLAY"
            kinds = [message["kind"] for message in heard(clients[0]) if message["type"] == "event"]
            assert kinds[:3] == ["keep", "absent", "keep"]
            mine = live.room.position(1)
            assert not mine.decides and mine.cards == [] and mine.can_undo == 0
            with pytest.raises(Refusal, match="take over first"):
                await rooms.submit(live, Command(1, DECIDE, 198), live.room.n)
            await change_hands(rooms, live, Command(1, BACK))
            assert stand_ins(live) == ["", ""]
            assert live.room.position(1).clocks[1].bank == 30 * SECOND, "with an empty bank nobody could decide"

    run(work())


def test_nobody_gains_time_by_coming_back_before_the_bot_has_decided() -> None:
    room = timed_room()
    perform(room, Command(0, ABSENT, at=START + 70 * SECOND))
    with pytest.raises(Refusal, match="about to decide"):
        room.check(Command(0, BACK))
    keep(room, 0, START + 71 * SECOND)
    perform(room, Command(0, BACK, at=START + 72 * SECOND))
    assert room.position(0).clocks[0].until is None and not room.bot_of(0)


def test_somebody_whose_connection_is_lost_gets_a_little_longer(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live, clients = await sit_down(rooms, await open_game(rooms, wanted("here", "bot")))
            rooms.audience.disconnect(live, clients[0])
            hand.pass_by(70 * SECOND + GRACE - 1)
            await ring(rooms)
            assert stand_ins(live) == ["", ""]
            hand.pass_by(1)
            await ring(rooms)
            assert stand_ins(live) == ["clock", ""]

    run(work())


def test_before_everybody_is_there_no_clock_runs(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            opened = await open_game(rooms, wanted("here", "friend"))
            live, _ = await sit_down(rooms, opened)
            hand.pass_by(10 * DAY)
            await ring(rooms)
            assert live.room.absence.history == [] and live.room.position(0).clocks[0].until is None
            await join(rooms, Join(opened.invitations["1"], name="Ben"))
            assert live.room.position(0).clocks[0].until == hand.now + 70 * SECOND

    run(work())


def test_a_game_over_days_needs_nobody_connected_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Everybody has left: the bots play it to its end, although the server was restarted twice."""
    hand, games = Hand(), list[str]()

    async def begin() -> None:
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            opened = await open_game(rooms, wanted("here", "here", "bot", tempo=DAYS))
            games.append(opened.game)
            live = await rooms.get(opened.game)
            await keep_card(rooms, live, 0)
            await settle(live)

    async def again() -> None:
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            await ring(rooms)
            assert games[0] not in rooms.live, "nothing is due yet"
            hand.pass_by(DAY)
            await ring(rooms)
            live = rooms.live[games[0]]
            assert stand_ins(live) == ["", "clock", ""]

    async def to_the_end() -> None:
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            for _ in range(10):
                hand.pass_by(DAY)
                await ring(rooms)
                if games[0] in rooms.live:
                    await settle(rooms.live[games[0]])
            live = rooms.live[games[0]]
            assert live.room.table.is_over and stand_ins(live) == ["clock", "clock", ""]
            assert await rooms.store.due(hand.now + 100 * DAY) == []

    run(begin())
    run(again())
    run(to_the_end())


def test_a_deadline_is_given_to_one_server_at_a_time(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            game = (await open_game(rooms, wanted("here", "here", tempo=DAYS))).game
            assert await rooms.store.due(hand.now + DAY) == [game]
            assert await rooms.store.due(hand.now + DAY) == []
            assert await rooms.store.due(hand.now + DAY + HOUR) == [game]

    run(work())


# --- Agreement


@pytest.fixture
def three(tmp_path: Path) -> Any:
    """A table of three friends, who have all sat down; the last one has left."""

    async def sit(rooms: Rooms, hand: Hand) -> Live:
        opened = await open_game(rooms, wanted("here", "friend", "friend", tempo=NO_TEMPO))
        live = await rooms.get(opened.game)
        rooms.audience.connect(live, 0, -1)
        for number, invitation in enumerate(opened.invitations.values(), start=1):
            await join(rooms, Join(invitation, name=f"Friend {number}"))
        rooms.audience.connect(live, 1, -1)
        rooms.audience.disconnect(live, rooms.audience.connect(live, 2, -1))
        return live

    def play(test: Any) -> None:
        async def work() -> None:
            hand = Hand()
            async with house(tmp_path / "games.sqlite", hand) as rooms:
                await test(rooms, await sit(rooms, hand), hand)

        run(work())

    return play


def test_all_others_can_agree_on_a_bot_for_somebody_who_is_away(three: Any) -> None:
    async def test(rooms: Rooms, live: Live, hand: Hand) -> None:
        assert await refused(rooms, live, Command(0, AGREE, 2)) == "early"
        hand.pass_by(AWAY)
        assert await refused(rooms, live, Command(0, AGREE, 1)) == "present"
        assert await refused(rooms, live, Command(0, AGREE, 0)) == "present"
        assert await refused(rooms, live, Command(0, AGREE, 3)) == "proposal"
        await change_hands(rooms, live, Command(0, AGREE, 2))
        assert [found.agreed for found in live.room.position(SPECTATOR).proposals] == [[0]]
        assert await refused(rooms, live, Command(0, AGREE, 2)) == "proposal"
        await change_hands(rooms, live, Command(1, AGREE, 2))
        await settle(live)
        assert stand_ins(live) == ["", "", "agreed"] and not live.room.is_awaited(2)
        assert live.room.events[1].settled and live.room.position(0).proposals == []
        await change_hands(rooms, live, Command(2, BACK))
        assert stand_ins(live) == ["", "", ""]

    three(test)


def test_a_proposal_ends_when_somebody_disagrees_or_its_proposer_decides(three: Any) -> None:
    async def test(rooms: Rooms, live: Live, hand: Hand) -> None:
        assert await refused(rooms, live, Command(1, DISAGREE, ABANDON)) == "proposal"
        await change_hands(rooms, live, Command(0, AGREE, ABANDON))
        await change_hands(rooms, live, Command(1, DISAGREE, ABANDON))
        assert live.room.position(0).proposals == []
        await change_hands(rooms, live, Command(0, AGREE, ABANDON))
        await keep_card(rooms, live, 0)
        assert live.room.position(0).proposals == []

    three(test)


def test_a_game_is_abandoned_when_all_agree_and_then_it_is_over(three: Any) -> None:
    async def test(rooms: Rooms, live: Live, hand: Hand) -> None:
        for seat in (0, 1):
            await change_hands(rooms, live, Command(seat, AGREE, ABANDON))
        assert not live.room.is_over, "the third is asked, too"
        hand.pass_by(AWAY)
        for seat in (0, 1):
            await change_hands(rooms, live, Command(seat, AGREE, 2))
        await change_hands(rooms, live, Command(0, AGREE, ABANDON))  # those who are left have agreed before
        shown = live.room.position(1)
        assert shown.phase == "over" and shown.abandoned and shown.winners == [] and shown.awaited == []
        assert await refused(rooms, live, Command(0, RESIGN)) == "over"
        again = Room(live.room.id, live.room.setup, list(live.room.commands))
        assert again.is_over and encode(again.position(1)) == encode(live.room.position(1))

    three(test)


def test_people_at_one_screen_agree_together(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path / "games.sqlite", Hand()) as rooms:
            live, _ = await sit_down(rooms, await open_game(rooms, wanted("here", "here", "bot")))
            await change_hands(rooms, live, Command(1, AGREE, ABANDON))
            assert live.room.is_over

    run(work())


def test_a_friend_who_never_came_is_replaced_at_once_and_the_clocks_begin(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live, clients = await sit_down(rooms, await open_game(rooms, wanted("here", "friend", tempo=DAYS)))
            assert live.room.position(0).clocks[0].until is None
            await change_hands(rooms, live, Command(0, AGREE, 1))
            assert live.room.setup.begun == hand.now and live.room.position(0).clocks[0].until == hand.now + DAY
            assert heard(clients[0])[-1]["type"] == "welcome"

    run(work())


def test_in_a_game_over_days_nobody_is_replaced_before_the_time_is_up(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            opened = await open_game(rooms, wanted("here", "friend", tempo=DAYS))
            live, _ = await sit_down(rooms, opened)
            await join(rooms, Join(opened.invitations["1"], name="Ben"))
            assert live.room.setup.begun == hand.now and live.room.setup.missing == []
            hand.pass_by(HOUR)
            assert await refused(rooms, live, Command(0, AGREE, 1)) == "days"

    run(work())


# --- Resigning


def test_whoever_resigns_has_left_for_good_and_a_bot_plays_to_the_end(three: Any) -> None:
    async def test(rooms: Rooms, live: Live, hand: Hand) -> None:
        await change_hands(rooms, live, Command(1, RESIGN))
        await settle(live)
        assert stand_ins(live) == ["", "resigned", ""] and not live.room.is_awaited(1)
        for command in (Command(1, BACK), Command(1, RESIGN), Command(1, AGREE, ABANDON)):
            assert await refused(rooms, live, command) == "hands"
        assert await refused(rooms, live, Command(0, BACK)) == "hands"
        for seat in (0, 2):
            await change_hands(rooms, live, Command(seat, RESIGN))
        await settle(live)
        assert live.room.table.is_over, "nobody is left, and the bots have ended the game"
        assert stand_ins(live) == ["resigned"] * 3

    three(test)


def test_spectators_and_bots_change_no_hands(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path / "games.sqlite", Hand()) as rooms:
            live, _ = await sit_down(rooms, await open_game(rooms, wanted("here", "bot")))
            for kind in (BACK, RESIGN, AGREE, DISAGREE):
                assert await refused(rooms, live, Command(SPECTATOR, kind, 4)) == "watching"
            assert await refused(rooms, live, Command(1, RESIGN)) == "hands"

    run(work())


def test_a_room_does_not_grow_by_proposals_alone(three: Any) -> None:
    async def test(rooms: Rooms, live: Live, hand: Hand) -> None:
        for _ in range(50):
            await change_hands(rooms, live, Command(0, AGREE, ABANDON))
            await change_hands(rooms, live, Command(0, DISAGREE, ABANDON))
        await change_hands(rooms, live, Command(0, AGREE, ABANDON))
        assert await refused(rooms, live, Command(0, DISAGREE, ABANDON)) == "changes"
        await keep_card(rooms, live, 0)

    three(test)


def test_what_a_bot_did_cannot_be_taken_back_by_the_person(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live, _ = await sit_down(rooms, await open_game(rooms, wanted("here", "friend", tempo=NO_TEMPO)))
            await change_hands(rooms, live, Command(0, AGREE, 1))
            for _ in range(40):
                await settle(live)
                steps = live.room.table.undoable(1)
                if steps:
                    await change_hands(rooms, live, Command(1, BACK))
                    assert live.room.can_undo(1) == 0
                    with pytest.raises(Refusal):
                        await rooms.submit(live, Command(1, UNDO), live.room.n)
                    return
                position = live.room.position(0)
                card = position.cards[0]
                action = card.previews[0].action if position.phase == "play" else card.obtain
                assert action is not None
                await rooms.submit(live, Command(0, DECIDE, action), live.room.n)
            raise AssertionError("the bot's turn was never the last one")

    run(work())


# --- The store is away


def test_bots_play_on_as_soon_as_the_store_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.thinking.bot_turns.STORE_AWAY", 0.0)

    async def play() -> None:
        async with house(tmp_path / "games.sqlite", Hand()) as rooms:
            append, failures = rooms.store.append, 12  # waiting twice as long after each would take minutes

            async def fail(*command: Any) -> None:
                nonlocal failures
                failures -= 1
                if failures > 0:
                    raise Refusal("storage", "out of order")
                await append(*command)

            monkeypatch.setattr(rooms.store, "append", fail)
            live = await rooms.get((await open_game(rooms, wanted("here", "bot"))).game)
            while live.room.n < 0:
                await asyncio.sleep(0.01)
            assert failures <= 0 and live.room.commands[0].seat == 1

    run(play())
