"""Results: written once, from the store, also after a crash; ratings, history and numbers of players."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.server.people import gatherings
from millefiori.server.people.results import outcome_of, settle, settle_missed
from millefiori.server.tempo.absence import RESIGN
from tests.server.people.meeting import Person, call, hall_app, hall_of, play_to_the_end
from tests.server.serving import bearer
from tests.server.storage.storing import Place, ask


def meet(web: TestClient, *people: Person, **more: Any) -> str:
    first, *others = people
    gathering = first.gather(seats=len(people), **more).json()["gathering"]
    return str([other.join(gathering).json()["game"] for other in others][-1])


def rating(person: Person) -> int:
    return int(person.me()["rating"]["rating"])


def direction(change: int) -> int:
    """Up, down, or 0: after a tie of newcomers, who share the victory in about 2 of 100 games, nothing moves."""
    return (change > 0) - (change < 0)


def test_a_rated_game_moves_the_ratings_of_those_who_played(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    game = meet(web, ada, ben, is_rated=True)
    play_to_the_end(web, game)
    [past] = ada.games()["past"]
    mine, other = past["seats"][past["seat"]]["place"], past["seats"][1 - past["seat"]]["place"]
    assert direction(rating(ada) - 1500) == direction(other - mine) == -direction(rating(ben) - 1500)
    assert past["rating"] == rating(ada) and past["change"] == rating(ada) - 1500
    assert ada.me()["rating"]["games"] == 1 and ada.me()["rating"]["plus_minus"] < 482


def test_an_unrated_game_moves_nothing_but_counts_in_the_history(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    play_to_the_end(web, meet(web, ada, ben))
    assert (rating(ada), rating(ben)) == (1500, 1500)
    [past] = ben.games()["past"]
    assert (past["is_rated"], past["rating"], past["change"], past["is_kept"]) == (False, None, None, True)
    assert sorted(seat["name"] for seat in past["seats"]) == ["Ada", "Ben"]


def test_a_rated_game_against_bots_counts(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gatherings, "BOTS_AFTER", 0)
    ada = Person.named(web, "Ada")
    gathering = ada.gather(is_rated=True).json()["gathering"]
    game = ada.agree(gathering, "master").json()["game"]
    seat = ada.seat(game)["seat"]
    room = hall_of(web).rooms.live[game].room
    assert room.setup.players[1 - seat].level == "master"
    outcome = outcome_of(room)._replace(places=[2 - (each == seat) for each in range(2)], scores=[100, 100])
    write = hall_of(web).rooms.store.write
    assert call(web, lambda: write(lambda database: settle(database, game, outcome)))
    assert rating(ada) > 1650, "a newcomer who beats the master rises far"


def test_a_result_is_written_once(web: TestClient, place: Place) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    game = meet(web, ada, ben, is_rated=True)
    play_to_the_end(web, game)
    after = rating(ada)
    rooms = hall_of(web).rooms

    async def again() -> None:
        for _ in range(3):
            for tell in rooms.when_over:
                await tell(rooms.live[game].room)

    call(web, again)
    assert rating(ada) == after
    assert ask(place, "SELECT count(*) FROM results") == 2


def test_a_game_that_ended_when_the_server_was_killed_is_settled_when_it_starts(place: Place) -> None:
    with hall_app(place) as web:
        ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
        other = meet(web, ada, ben)
        game = meet(web, ada, ben, is_rated=True)
        hall_of(web).rooms.when_over = []  # killed between the last command and the result
        play_to_the_end(web, game)
        play_to_the_end(web, other, decisions=5)
        key = ada.key
    with hall_app(place) as web:
        call(web, lambda: settle_missed(hall_of(web).rooms.store))
        told = web.get("/api/player/games", headers=bearer(key)).json()
        (past,) = told["past"]
        own, other_place = (past["seats"][seat]["place"] for seat in (past["seat"], 1 - past["seat"]))
        assert past["game"] == game and direction(past["change"]) == direction(other_place - own)
        assert [playing["game"] for playing in told["playing"]] == [other]
        assert call(web, lambda: settle_missed(hall_of(web).rooms.store)) == 0


def test_games_that_wait_for_the_player_come_first(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    games = [meet(web, ada, ben) for _ in range(3)]
    rooms = hall_of(web).rooms
    seat = ada.seat(games[0])["seat"]
    with web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": ada.seat(games[0])["key"]})
        card = socket.receive_json()["position"]["hand"][0]
        socket.send_json({"type": "decide", "action": card, "at": -1})
        while socket.receive_json()["type"] != "event":
            pass
    playing = ada.games()["playing"]
    assert [game["is_my_turn"] for game in playing] == [True, True, False]
    assert playing[-1]["game"] == games[0] and playing[-1]["seat"] == seat
    rooms.live.clear()
    assert ada.games()["playing"] == playing, "from the store as from memory"


def test_a_game_by_links_counts_for_those_who_have_a_player(web: TestClient) -> None:
    ada = Person.named(web, "Ada")
    wanted = {"edition": "german", "seats": [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Guest"}]}
    game = ada.ask("POST", "/games", wanted).json()["game"]
    play_to_the_end(web, game)
    told = ada.games()
    assert [(row["edition"], row["seats"], row["games"]) for row in told["numbers"]] == [("german", 2, 1)]
    assert told["past"][0]["seats"][1]["name"] == "" and not told["past"][0]["is_rated"]
    assert rating(ada) == 1500


def test_numbers_by_edition_and_players_and_pages_of_history(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.people.profile.PAGE", 2)
    ada, ben, cleo = (Person.named(web, name) for name in ("Ada", "Ben", "Cleo"))
    for number in range(3):
        play_to_the_end(web, meet(web, ada, ben), seed=number)
    play_to_the_end(web, meet(web, ada, ben, cleo))
    first, second = ada.games(), ada.games(1)
    assert [(row["seats"], row["games"]) for row in first["numbers"]] == [(2, 3), (3, 1)]
    assert len(first["past"]) == 2 and first["has_more"] and len(second["past"]) == 2 and not second["has_more"]
    won = sum(past["seats"][past["seat"]]["place"] == 1 for past in first["past"] + second["past"])
    assert sum(row["won"] for row in first["numbers"]) == won
    assert first["levels"]["casual"] == 1500
    assert ada.ask("GET", "/player/games?page=x").status_code == 400


def test_everything_is_exported_and_nothing_of_others(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    game = meet(web, ada, ben, is_rated=True)
    play_to_the_end(web, game)
    answer = ada.ask("GET", "/player/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    told = answer.json()
    assert told["player"]["name"] == "Ada" and told["results"][0]["game"] == game and told["seats"][0]["game"] == game
    assert ada.key not in answer.text and "Ben" not in answer.text and ben.id not in answer.text


def test_who_is_deleted_leaves_a_nameless_seat_in_the_history_of_others(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    play_to_the_end(web, meet(web, ada, ben, is_rated=True))
    before = rating(ben)
    ada.ask("DELETE", "/player")
    [past] = ben.games()["past"]
    assert sorted(seat["name"] for seat in past["seats"]) == ["", "Ben"] and rating(ben) == before


def test_who_resigns_ranks_behind_those_who_stay(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    game = meet(web, ada, ben, is_rated=True)
    seat, room = ada.seat(game)["seat"], hall_of(web).rooms.live[game].room
    room.absence.perform(seat, RESIGN, 0, 0)
    assert [outcome_of(room).places[seat], outcome_of(room).places[1 - seat]] == [2, 1]


def test_an_abandoned_game_is_history_and_changes_no_rating(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    game = meet(web, ada, ben, is_rated=True)
    rooms = hall_of(web).rooms
    rooms.live[game].room.absence.is_abandoned = True

    async def tell() -> None:
        for tell in rooms.when_over:
            await tell(rooms.live[game].room)

    call(web, tell)
    told = ada.games()
    assert told["playing"] == [] and told["numbers"] == [] and rating(ada) == 1500
    assert [seat["place"] for seat in told["past"][0]["seats"]] == [0, 0]
