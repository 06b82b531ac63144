"""Figures and logs for those who run a server: they count everything and name nobody."""

import json
import logging
import sys
from pathlib import Path

import httpx2 as httpx
import pytest
from click.testing import CliRunner
from prometheus_client import CollectorRegistry, generate_latest
from starlette.testclient import TestClient

from millefiori.cli.main import cli
from millefiori.server.app import make_app
from millefiori.server.fleet.metrics import Meters
from millefiori.server.logs import Lines
from millefiori.server.rooms.rooms import Rooms
from tests.server import real_server
from tests.server.fleet.chaos import fleet_of
from tests.server.services import Missing, until
from tests.server.serving import Client

NAME = "Rosalba Carriera"


def figure(text: str, name: str) -> float:
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


def test_figures_count_what_happens_and_name_nobody(tmp_path: Path) -> None:
    registry = CollectorRegistry()
    meters = Meters(registry)
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as web:
        rooms: Rooms = web.app.state.rooms  # type: ignore[attr-defined]
        people = [{"kind": "here", "name": NAME}, {"kind": "here"}]
        opened = web.post("/api/games", json={"edition": "international", "seats": people}).json()
        with web.websocket_connect("/ws") as socket, web.websocket_connect("/ws") as watching:
            for each, key in ((watching, opened["watch"]), (socket, opened["keys"]["0"])):
                each.send_json({"type": "hello", "key": key})
                while (message := each.receive_json())["type"] != "welcome":
                    pass
            card = message["position"]["cards"][0]["obtain"]
            for _ in range(2):  # the second time the card is kept already
                socket.send_json({"type": "decide", "action": card, "at": -1})
                while socket.receive_json()["type"] not in ("event", "refused"):
                    pass
            meters.look(rooms)
            told = generate_latest(registry).decode()
    assert (figure(told, "millefiori_rooms "), figure(told, "millefiori_players ")) == (1, 1)
    assert figure(told, "millefiori_spectators ") == 1
    assert figure(told, 'millefiori_counted_total{kind="stored"}') == 1
    assert figure(told, 'millefiori_counted_total{kind="refused same"}') == 1
    assert figure(told, "millefiori_store_seconds_count") == 1
    for secret in (NAME, opened["game"], opened["watch"], *opened["keys"].values()):
        assert secret not in told


@real_server
def test_the_figures_of_all_workers_are_one() -> None:
    try:
        with fleet_of(2, "--metrics-port", "18371") as (fleet, _, _):
            until(lambda: 1 / (len(fleet.workers()) == 2), 120)
            key = fleet.open("here", "here")["keys"]["0"]
            clients = [Client(fleet, key) for _ in range(6)]  # at either worker, as it happens
            for client in clients:
                client.hear()

            def check() -> None:
                assert figure(httpx.get("http://127.0.0.1:18371/metrics").text, "millefiori_players ") == 6

            until(check)
            assert fleet.get("/metrics").status_code == 404, "not at the port of the page"
    except Missing as missing:
        pytest.skip(f"NOT TESTED WITH SEVERAL WORKERS: {missing}")


def test_a_log_line_is_json_and_quotes_no_exception() -> None:
    try:
        raise ValueError(f"{NAME} has sent a secret")
    except ValueError:
        record = logging.LogRecord("millefiori", logging.ERROR, "", 1, "room %s failed", ("a",), sys.exc_info())
    entry = json.loads(Lines().format(record))
    assert (entry["message"], entry["level"], entry["error"]) == ("room a failed", "error", "ValueError")
    assert entry["place"].startswith("test_metrics.py:") and NAME not in json.dumps(entry)


def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    result = CliRunner().invoke(cli, ["serve", "--metrics-port", "18372"])
    assert result.exit_code == 1 and "pip install 'millefiori[server]'" in result.output
