"""Wishes for a coming decision: carried out when it comes, dropped if none is possible, nobody else's business."""

import asyncio
import logging
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.vocabulary import SPECTATOR, ActionNumber, Phase, Seat
from millefiori.server.app import make_app
from millefiori.server.messages.wishes import NewWishes, Wishes
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.live import Client, Live
from millefiori.server.rooms.room import DECIDE, UNDO, Command
from millefiori.server.rooms.rooms import Rooms
from millefiori.server.rooms.written import written_record
from millefiori.server.storage.keys import Key
from millefiori.server.tempo import wishes
from millefiori.server.tempo.wishes import PAUSE, Left, fulfil, fulfil_all
from tests.server.services import Postgres
from tests.server.serving import bearer
from tests.server.storage.storing import Place, ask
from tests.server.tempo.timing import DAYS, SECOND, START, Hand, house, run, timed_room

ADA, BEN = 0, 1


async def table(rooms: Rooms, **more: Any) -> Live:
    """A game over days, under a name that is always the same. Ada is the start player."""
    room = timed_room(DAYS, seed=3, **more)
    setup = msgspec.structs.replace(room.setup, start_player=ADA)
    await rooms.store.add_game(room.id, setup, [("watch", Key(room.id, SPECTATOR, "watch"))])
    return await rooms.get(room.id)


async def decide(rooms: Rooms, live: Live, seat: Seat, action: ActionNumber | None = None) -> None:
    """The first card of the hand, or the best use of the card in play."""
    shown = live.room.position(seat)
    best = shown.hand[0] if shown.phase == "keep" else shown.cards[0].previews[0].action
    await rooms.submit(live, Command(seat, DECIDE, best if action is None else action), live.room.n)


async def leave(rooms: Rooms, live: Live, seat: Seat, *actions: ActionNumber) -> None:
    """As the request does."""
    wishes.check(live.room, seat, NewWishes(list(actions), live.room.n))
    left = Left(live.room.n, list(actions))
    await rooms.store.write(partial(wishes.put, game=live.room.id, seat=seat, left=left))


async def told(rooms: Rooms, live: Live, seat: Seat) -> Wishes:
    left = await rooms.store.read(partial(wishes.find, game=live.room.id, seat=seat))
    return wishes.shown(live.room, seat, left)


async def ben_waits(rooms: Rooms, **more: Any) -> Live:
    """Both have kept a card, and Ada is to play."""
    live = await table(rooms, **more)
    for seat in (ADA, BEN):
        await decide(rooms, live, seat)
    return live


def code(work: Any) -> str:
    with pytest.raises(Refusal) as error:
        work()
    return error.value.code


# --- Carrying out


def test_the_first_wish_that_is_still_possible_is_played_a_minute_after_the_turn_has_come(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live = await ben_waits(rooms)
            ada = [use.action for use in live.room.position(ADA).cards[0].previews]
            ben = [use.action for use in wishes.next_uses(live.room, BEN)]
            taken = next((action for action in ada if action in ben and action != SAIL), ada[0])
            other = next(action for action in ben if action != taken)
            await leave(rooms, live, BEN, *[action for action in (taken, other) if action in ben])
            hand.pass_by(SECOND)
            await decide(rooms, live, ADA, taken)
            while live.room.is_awaited(ADA):
                await rooms.submit(live, Command(ADA, DECIDE, DECLINE), live.room.n)
            n = live.room.n
            hand.pass_by(PAUSE - SECOND)
            await fulfil_all(rooms)
            assert live.room.n == n, "Ada may still take it back"
            hand.pass_by(SECOND)
            await fulfil_all(rooms)
            assert live.room.commands[n + 1] == Command(BEN, DECIDE, other, at=hand())
            assert not (await told(rooms, live, BEN)).actions
            await fulfil_all(rooms)
            assert live.room.n == n + 1

    run(work())


def test_a_card_to_keep_next_is_one_that_the_seat_has_seen(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live = await table(rooms)
            while (await told(rooms, live, ADA)).cards == []:
                seat = next(seat for seat in (ADA, BEN) if live.room.is_awaited(seat))
                if live.room.table.game.phase == Phase.TAKE:
                    await decide(rooms, live, seat, DECLINE)
                else:
                    await decide(rooms, live, seat)
            known = live.room.position(ADA).known["1"]
            assert (await told(rooms, live, ADA)).cards == sorted(set(known)) and not live.room.is_awaited(ADA)
            stranger = next(card for card in range(74) if card not in known)
            assert code(lambda: wishes.check(live.room, ADA, NewWishes([stranger], live.room.n))) == "wishes"
            await leave(rooms, live, ADA, *sorted(set(known)))
            while not live.room.is_awaited(ADA):
                await decide(rooms, live, BEN, DECLINE if live.room.table.game.phase == Phase.TAKE else None)
            hand.pass_by(PAUSE)
            first = next(card for card in sorted(set(known)) if card in live.room.position(ADA).hand)
            await fulfil_all(rooms)
            assert live.room.keeps == {ADA: first}

    run(work())


def test_wishes_of_which_none_is_possible_are_dropped_and_the_seat_learns_that(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live = await ben_waits(rooms)
            await rooms.store.write(
                partial(wishes.put, game=live.room.id, seat=BEN, left=Left(live.room.n, [3]))  # a card, but he plays
            )
            await decide(rooms, live, ADA)
            while live.room.is_awaited(ADA):
                await decide(rooms, live, ADA, DECLINE)
            hand.pass_by(PAUSE)
            n = live.room.n
            await fulfil_all(rooms)
            assert live.room.n == n and await told(rooms, live, BEN) == Wishes([], True, [], [])
            await fulfil_all(rooms)
            await decide(rooms, live, BEN)
            assert not (await told(rooms, live, BEN)).was_dropped, "until the seat has decided"

    run(work())


def test_whoever_decides_changes_the_kept_card_or_is_replaced_has_no_wishes_any_more(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live = await table(rooms)
            await decide(rooms, live, BEN)
            uses = wishes.next_uses(live.room, BEN)
            await leave(rooms, live, BEN, uses[0].action)
            assert (await told(rooms, live, BEN)).actions == [uses[0].action]
            other = next(card for card in live.room.position(BEN).hand if card != live.room.keeps[BEN])
            await decide(rooms, live, BEN, other)
            assert (await told(rooms, live, BEN)).actions == [], "they were for another card"
            await decide(rooms, live, ADA)
            await leave(rooms, live, BEN, wishes.next_uses(live.room, BEN)[0].action)
            await decide(rooms, live, ADA)
            while live.room.is_awaited(ADA):
                await decide(rooms, live, ADA, DECLINE)
            await decide(rooms, live, BEN)
            n = live.room.n
            hand.pass_by(PAUSE)
            await fulfil(rooms, live.room.id, BEN)
            assert live.room.n == n

    run(work())


def test_a_step_that_is_taken_back_in_time_leaves_the_wishes_for_later(tmp_path: Path) -> None:
    async def work() -> None:
        hand = Hand()
        async with house(tmp_path / "games.sqlite", hand) as rooms:
            live = await ben_waits(rooms)
            wish = wishes.next_uses(live.room, BEN)[-1].action
            await leave(rooms, live, BEN, wish)
            await decide(rooms, live, ADA, SAIL)
            await rooms.submit(live, Command(ADA, UNDO), live.room.n)
            hand.pass_by(2 * PAUSE)
            await fulfil_all(rooms)
            await fulfil(rooms, live.room.id, BEN)  # as a worker that has found it ripe a moment ago
            assert live.room.commands[-1].kind == UNDO and (await told(rooms, live, BEN)).actions == [wish]

    run(work())


def test_workers_that_race_carry_out_one_wish_once(postgres: Postgres) -> None:
    """Two of them over one database, neither of which hears what the other does."""

    async def work() -> None:
        hand, place = Hand(), postgres.new()
        async with house(place, hand) as one, house(place, hand) as other:
            live = await ben_waits(one)
            await leave(one, live, BEN, *[use.action for use in wishes.next_uses(live.room, BEN)][:8])
            await decide(one, live, ADA)
            while live.room.is_awaited(ADA):
                await decide(one, live, ADA, DECLINE)
            n = live.room.n
            await other.get(live.room.id)
            hand.pass_by(PAUSE)
            await asyncio.gather(*(fulfil(rooms, live.room.id, BEN) for rooms in (one, other) * 3))
            stored = await one.store.commands_after(live.room.id, n)
            assert [command.seat for command in stored] == [BEN]

    run(work())


def test_what_was_withdrawn_is_not_played_by_a_worker_that_has_just_found_it(postgres: Postgres) -> None:
    async def work() -> None:
        hand, place = Hand(), postgres.new()
        async with house(place, hand) as one, house(place, hand) as other:
            live = await ben_waits(one)
            await leave(one, live, BEN, wishes.next_uses(live.room, BEN)[0].action)
            await decide(one, live, ADA, SAIL)
            hand.pass_by(PAUSE)
            found = await other.store.read(partial(wishes.ripe, before=hand() - PAUSE))
            await one.store.write(partial(wishes.take, game=live.room.id, seat=BEN))
            assert found == [(live.room.id, BEN)]
            await fulfil(other, *found[0])
            assert await one.store.commands_after(live.room.id, live.room.n) == []

    run(work())


# --- Secrecy


@pytest.mark.parametrize("is_kept_by_all", [False, True])
def test_wishes_change_no_byte_of_what_anybody_else_gets(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, is_kept_by_all: bool
) -> None:
    caplog.set_level(logging.DEBUG)

    async def seen(number: int) -> list[bytes]:
        """All that others get, and all that is written, while Ben has left the wishes of this number."""
        hand, said = Hand(), list[bytes]()
        caplog.clear()
        async with house(tmp_path / f"{is_kept_by_all}-{number}.sqlite", hand) as rooms:
            rooms.fanout.broker.is_shared = True
            rooms.fanout.broker.publish = lambda channel, message: said.append(message)  # type: ignore[method-assign]
            rooms.fanout.broker.worker = "worker"
            live = await table(rooms)
            await decide(rooms, live, BEN)
            if is_kept_by_all:
                await decide(rooms, live, ADA)
            clients = [rooms.audience.connect(live, seat, -1) for seat in (ADA, SPECTATOR)]
            uses = wishes.next_uses(live.room, BEN)
            wanted = [use.action for use in (uses[:0], uses[:1], uses[::-1][:8])[number]]
            if wanted:
                await leave(rooms, live, BEN, *wanted)
            assert code(lambda: wishes.check(live.room, ADA, NewWishes([SAIL], live.room.n)))
            await decide(rooms, live, ADA)
            hand.pass_by(PAUSE - SECOND)
            await fulfil_all(rooms)
            clients += [rooms.audience.connect(live, seat, -1) for seat in (ADA, SPECTATOR)]
            record = msgspec.json.encode({**written_record(live.room), "fairness": None})
            notes = str(rooms.notes.counts).encode()
            rooms.fanout.broker.is_shared = False
            log = [each.getMessage().encode() for each in caplog.records if each.name.startswith("millefiori")]
            return [*map(raw, clients), *said, record, notes, *log]

    async def compare() -> None:
        nothing, one, many = [await seen(number) for number in range(3)]
        assert nothing == one == many and len(nothing) > 6 and all(nothing)

    run(compare())


def raw(client: Client) -> bytes:
    found = []
    while not client.outbox.empty():
        found.append(client.outbox.get_nowait() or b"")
    return b"\n".join(found)


# --- The requests


def test_a_seat_leaves_sees_and_withdraws_its_wishes_and_nobody_else_can(place: Place) -> None:
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Ben"}]
    wanted = {"edition": "international", "seats": seats, "start_player": 0, "tempo": {"kind": "days", "days": 3}}
    with TestClient(make_app(place, workers=0)) as web:
        opened = web.post("/api/games", json=wanted).json()
        ada, ben = bearer(opened["keys"]["0"]), bearer(opened["keys"]["1"])
        rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
        portal = web.portal
        assert portal is not None
        live = portal.call(rooms.get, opened["game"])
        assert web.post("/api/wishes", json={"actions": [SAIL], "at": -1}, headers=ben).json()["code"] == "wishes"
        portal.call(decide, rooms, live, BEN)
        may = web.get("/api/wishes", headers=ben).json()
        actions = [use["action"] for use in may["uses"]][:2]
        left = web.post("/api/wishes", json={"actions": actions, "at": 0}, headers=ben)
        assert left.json()["actions"] == web.get("/api/wishes", headers=ben).json()["actions"] == actions
        assert web.get("/api/wishes", headers=ada).json()["actions"] == []
        view = web.post("/api/view", json={"key": opened["keys"]["1"]}).json()["view"]
        for stranger in (opened["watch"], view, "nothing"):
            assert web.get("/api/wishes", headers=bearer(stranger)).json()["code"] == "key"
            assert web.request("DELETE", "/api/wishes", headers=bearer(stranger)).json()["code"] == "key"
        for wrong in ([], [actions[0], actions[0]], [200], [1, 2, 3, 4, 5, 6, 7, 8, 9], [0]):
            assert web.post("/api/wishes", json={"actions": wrong, "at": 0}, headers=ben).status_code == 400
        assert ask(place, "SELECT count(*) FROM wishes") == 1
        assert web.request("DELETE", "/api/wishes", headers=ben).json()["actions"] == []
        assert ask(place, "SELECT count(*) FROM wishes") == 0


def test_without_days_there_are_no_wishes(tmp_path: Path) -> None:
    async def work() -> None:
        async with house(tmp_path / "games.sqlite", Hand(START)) as rooms:
            live = await table(rooms)
            setup = msgspec.structs.replace(live.room.setup, tempo=msgspec.structs.replace(DAYS, kind="none", days=0))
            live.room.setup = setup
            assert code(lambda: wishes.check(live.room, ADA, NewWishes([SAIL], -1))) == "wishes"

    run(work())
