"""A friend's link must work: the person at the server lets others in the network play, and nobody else can."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import segno

from millefiori.server.border import local_network as network
from tests.server import real_server
from tests.server.neighbouring import NEIGHBOUR, AtHome
from tests.server.storage.storing import web_of


@pytest.fixture
def home(tmp_path: Path) -> Iterator[AtHome]:
    running = AtHome(tmp_path)
    yield running
    running.stop()


def is_open(address: str, port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex((address, port)) == 0


@real_server
def test_a_link_that_worked_on_this_machine_only_works_in_the_network(home: AtHome) -> None:
    assert not is_open(NEIGHBOUR, home.port)
    assert home.get("/api/network").json() == {"can_open": True, "is_private": True, "address": ""}
    answer = home.post("/api/network", {})
    address = f"http://{NEIGHBOUR}:{home.port}/"
    assert answer.json() == {"can_open": False, "is_private": False, "address": address}
    assert httpx.get(f"{address}api/facts").status_code == 200, "by the new address, and under its name"
    assert home.post("/api/network", {}).json()["address"] == address, "a second time changes nothing"
    assert home.get("/api/facts").status_code == 200


@real_server
def test_the_address_in_the_network_is_no_name_of_the_server_before(home: AtHome) -> None:
    asking = {"Host": f"{NEIGHBOUR}:{home.port}"}
    assert home.http.get(home.address + "/api/facts", headers=asking).json()["code"] == "host"
    home.post("/api/network", {})
    assert home.http.get(home.address + "/api/facts", headers=asking).status_code == 200
    assert home.http.get(home.address + "/api/facts", headers={"Host": "evil.example"}).json()["code"] == "host"


@real_server
@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "198.51.100.7"},
        {"Origin": "https://evil.example"},
        {"Host": "evil.example"},
    ],
)
def test_nobody_but_the_person_at_the_machine_can_open_the_server(home: AtHome, headers: dict[str, str]) -> None:
    answer = home.http.post(home.address + "/api/network", content="{}", headers=headers)
    assert answer.status_code >= 400 and answer.json()["code"] in ("network", "origin", "host")
    assert not is_open(NEIGHBOUR, home.port)
    told = home.http.get(home.address + "/api/network", headers={"X-Forwarded-For": "198.51.100.7"}).json()
    assert told == {"can_open": False, "is_private": False, "address": ""}


@real_server
def test_others_can_neither_open_nor_ask(home: AtHome) -> None:
    home.post("/api/network", {})
    address = f"http://{NEIGHBOUR}:{home.port}/api/network"
    assert httpx.get(address).json()["address"] == ""
    assert httpx.post(address, content="{}").json()["code"] == "network"


@real_server
def test_a_machine_without_a_network_says_so(tmp_path: Path) -> None:
    home = AtHome(tmp_path, network="")
    assert home.get("/api/network").json() == {"can_open": False, "is_private": True, "address": ""}
    assert home.post("/api/network", {}).json()["code"] == "network"
    home.stop()


@real_server
def test_a_server_that_others_can_reach_has_limits(home: AtHome) -> None:
    home.post("/api/network", {})
    seats = [{"kind": "bot", "level": "random"}] * 2
    answers = [home.post("/api/games", {"edition": "international", "seats": seats}).status_code for _ in range(12)]
    assert answers[0] == 201 and answers[-1] == 429


class Datagram:
    """A socket that can connect and say its name, and nothing else: it cannot send."""

    here = ""

    def __init__(self, *kind: Any) -> None:
        assert socket.SOCK_DGRAM in kind

    def __enter__(self) -> "Datagram":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def connect(self, there: tuple[str, int]) -> None:
        if not self.here:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return self.here, 9


@pytest.mark.parametrize(
    ("here", "expected"), [("192.168.1.5", "192.168.1.5"), ("127.0.0.1", None), ("0.0.0.0", None), ("", None)]
)
def test_the_own_address_is_found_without_sending_anything(
    monkeypatch: pytest.MonkeyPatch, here: str, expected: str | None
) -> None:
    monkeypatch.setattr(Datagram, "here", here)
    monkeypatch.setattr("millefiori.server.border.local_network.socket.socket", Datagram)
    assert network.network_address() == expected


def test_a_qr_code_is_drawn_from_the_body_of_a_request(tmp_path: Path) -> None:
    link = "http://192.168.1.5:8370/join#abcdefghijklmnopqrstuv"
    with web_of(tmp_path / "games.sqlite") as web:
        drawn = web.post("/api/qr", json={"text": link}).json()
        assert web.post("/api/qr", json={"text": "javascript:alert(1)"}).status_code == 400
        assert web.post("/api/qr", json={"text": f"http://{'x' * 300}"}).status_code == 400
    code = segno.make(link, error="m", micro=False)
    assert drawn["size"] == code.symbol_size(border=4)[0]
    assert drawn["path"].count("M") == sum(module for row in code.matrix for module in row)
