"""Players of the hall in duplicates: one person on all devices, and seats that end with a device."""

from starlette.testclient import TestClient

from tests.server.people.meeting import Person
from tests.server.serving import bearer

TERMS = {"edition": "international", "seats": 2, "people": 2, "deals": 1}


def test_a_player_is_one_person_on_all_devices(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    telephone = ada.on_another_device()
    link = ada.ask("POST", "/duplicate", {"terms": TERMS, "name": "Ada"}).json()["link"]
    assert telephone.ask("POST", "/duplicate/join", {"link": link, "name": "Ada 2"}).json()["names"] == ["Ada", ""]
    assert ben.ask("POST", "/duplicate/join", {"link": link, "name": "Ben"}).json()["you"] == 1
    seats = [each.ask("POST", "/duplicate/seat", {"link": link, "deal": 0}).json() for each in (ada, telephone, ben)]
    assert seats[0]["game"] == seats[1]["game"] != seats[2]["game"]
    assert len({seat["key"] for seat in seats}) == 3, "each device has a key of its own"
    assert [game["game"] for game in ada.ask("GET", "/player/games").json()["playing"]] == [seats[0]["game"]]

    (device,) = [each for each in ada.me()["devices"] if each["name"] == "a telephone"]
    assert ada.ask("DELETE", f"/player/devices/{device['id']}").status_code == 204
    refused = [web.get("/api/record", headers=bearer(seat["key"])).json()["code"] for seat in seats]
    assert refused == ["running", "key", "running"]


def test_somebody_who_is_deleted_leaves_a_nameless_place(web: TestClient) -> None:
    ada, ben = Person.named(web, "Ada"), Person.named(web, "Ben")
    link = ada.ask("POST", "/duplicate", {"terms": TERMS, "name": "Ada"}).json()["link"]
    ben.ask("POST", "/duplicate/join", {"link": link, "name": "Ben"})
    ada.ask("POST", "/duplicate/seat", {"link": link, "deal": 0})
    assert ada.ask("DELETE", "/player").status_code == 200
    shown = ben.ask("POST", "/duplicate/look", {"link": link}).json()
    assert (shown["names"], shown["you"]) == (["–", "Ben"], 1)
