"""Several workers over one database have one hall."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from millefiori.server.people.results import settle_missed
from tests.server.people.meeting import Person, call, hall_app, hall_of, lists, play_to_the_end
from tests.server.services import Postgres
from tests.server.storage.storing import ask


@pytest.fixture
def place(postgres: Postgres) -> str:
    return postgres.new()


def elsewhere(other: TestClient, person: Person) -> Person:
    """The same person at another worker."""
    return Person(other, person.key, {"id": person.id, "name": person.name})


def test_a_table_opened_at_one_worker_is_joined_at_another_and_both_say_so(place: str) -> None:
    with hall_app(place) as one, hall_app(place) as other:
        ada, ben = Person.named(one, "Ada"), Person.named(other, "Ben")
        with one.websocket_connect("/ws/hall") as socket:
            socket.send_json({"type": "hall", "key": ada.key})
            socket.receive_json()
            gathering = ada.gather().json()["gathering"]
            assert [each.id for each in lists(other).gatherings] == [gathering]
            game = ben.join(gathering).json()["game"]
            while not (told := socket.receive_json()).get("begun"):
                pass
            assert told["begun"] == {gathering: game}
        seats = {ada.seat(game)["seat"], elsewhere(one, ben).seat(game)["seat"]}
        assert seats == {0, 1}
        assert [each.game for each in lists(one).running] == [each.game for each in lists(other).running] == [game]


def test_workers_that_race_for_the_last_seat_fill_it_once(place: str) -> None:
    with hall_app(place) as one, hall_app(place) as other:
        for _ in range(5):
            host = Person.named(one, "Host")
            gathering = host.gather(seats=2).json()["gathering"]
            crowd = [Person.named(web, f"P{number}") for number, web in enumerate((one, other) * 3)]
            start = threading.Barrier(len(crowd))

            def join(person: Person, start: threading.Barrier = start, gathering: str = gathering) -> int:
                start.wait()
                return int(person.join(gathering).status_code)

            with ThreadPoolExecutor(len(crowd)) as pool:
                answers = list(pool.map(join, crowd))
            assert answers.count(200) == 1, answers
        assert lists(one).gatherings == [] and len(lists(other).running) == 5


def test_workers_that_race_with_quick_matches_leave_nobody_out(place: str) -> None:
    with hall_app(place) as one, hall_app(place) as other:
        crowd = [Person.named(web, f"P{number}") for number, web in enumerate((one, other) * 6)]
        with ThreadPoolExecutor(len(crowd)) as pool:
            assert {answer.status_code for answer in pool.map(lambda person: person.quick(seats=2), crowd)} == {201}
        after = lists(one)
        assert after.gatherings == [] and len(after.running) == 6


def test_workers_that_race_to_write_a_result_write_it_once(place: str) -> None:
    with hall_app(place) as one, hall_app(place) as other:
        ada, ben = Person.named(one, "Ada"), Person.named(other, "Ben")
        game = ben.join(ada.gather(is_rated=True).json()["gathering"]).json()["game"]
        for web in (one, other):
            hall_of(web).rooms.when_over = []
        play_to_the_end(one, game)

        def settle(web: TestClient) -> int:
            return call(web, lambda: settle_missed(hall_of(web).rooms.store))

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(settle, (one, other) * 2)) == 1
        assert ada.me()["rating"]["games"] == 1 and ask(place, "SELECT count(*) FROM results") == 2
