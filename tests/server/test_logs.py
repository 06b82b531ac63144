"""What the operator reads says nothing about cards, keys or names, whatever people send."""

import subprocess
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.server.fleet.metrics import Meters
from tests.server import real_server
from tests.server.serving import Client, Server

NAMES = "Aurelia Zanipolo", "Bonaventura Qvist"
"""Names that nothing else contains."""
TIMES = "millefiori_store_seconds_bucket", "millefiori_store_seconds_sum"
"""How long the database took: no two runs agree."""


class Overheard(Server):
    """A server whose every written word is kept."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.log = folder / "log"
        super().__init__(folder, *options)

    def start(self, **more: Any) -> None:
        with self.log.open("ab") as file:
            super().start(stderr=file, **more)


@real_server
def test_the_log_has_no_names_keys_or_cards(tmp_path: Path) -> None:
    server = Overheard(tmp_path)
    seats = [{"kind": "here", "name": NAMES[0]}, {"kind": "friend", "name": NAMES[1]}]
    opened = server.post("/api/games", {"edition": "international", "seats": seats}).json()
    joined = server.post("/api/join", {"invitation": opened["invitations"]["1"], "name": NAMES[1]}).json()
    keys = [*opened["keys"].values(), opened["watch"], joined["key"], opened["invitations"]["1"]]
    people = [Client(server, keys[0]), Client(server, joined["key"])]
    for person in people:
        person.hear_until(lambda message: message["type"] == "welcome")
        person.decide()
        person.hear_until(lambda message, seat=person.seat: message["type"] == "event" and message["seat"] == seat)  # type: ignore[misc]
    for wrong in ({"type": "decide", "action": 199, "at": 0}, {"type": NAMES[0]}, {"type": "hello", "key": keys[0]}):
        people[0].send(**wrong)
        people[0].hear_until(lambda message: message["type"] == "refused")
    for path in (f"/play/{keys[0]}", f"/api/{NAMES[0]}"):
        server.get(path)
    server.get("/api/record", keys[0])
    server.stop()
    server.start()
    Client(server, keys[0]).hear()
    server.stop()
    said = server.log.read_text(encoding="utf-8")
    assert "Games are stored in" in said, "the log was really read"
    assert [secret for secret in (*keys, *NAMES) if secret in said] == []
    lines = [line for line in said.splitlines() if not line.startswith("Games are stored in")]
    assert lines == [], "people who play and err leave no line at all, so no card either"


@real_server
def test_an_error_in_the_server_is_logged_without_what_the_client_sent(tmp_path: Path) -> None:
    """A store that fails is the loudest thing that clients can see happen."""
    server = Overheard(tmp_path)
    opened = server.open("here", "here")
    person = Client(server, opened["keys"]["0"])
    person.hear_until(lambda message: message["type"] == "welcome")
    assert server.process is not None
    subprocess.run(["prlimit", f"--pid={server.process.pid}", "--fsize=4096"], check=True)
    person.decide()
    person.hear_until(lambda message: message["type"] == "refused")
    server.kill()
    said = server.log.read_text(encoding="utf-8")
    assert [secret for secret in (*opened["keys"].values(), opened["watch"]) if secret in said] == []


def figures_after_a_round_of_keeping(folder: Path, card: int) -> tuple[str, object]:
    """What Prometheus reads, but for times, after both have kept the card at this place; and the hands."""
    registry, hands = CollectorRegistry(), list[object]()
    meters = Meters(registry)
    with TestClient(make_app(folder / f"{card}.sqlite", workers=0)) as web:
        people = [{"kind": "here", "name": NAMES[card]}, {"kind": "here"}]
        opened = web.post("/api/games", json={"edition": "international", "seats": people}).json()
        for key in opened["keys"].values():
            with web.websocket_connect("/ws") as socket:
                socket.send_json({"type": "hello", "key": key})
                while (message := socket.receive_json())["type"] != "welcome":
                    pass
                hands.append(message["position"]["hand"])
                for _ in range(2):  # the second time it is refused
                    socket.send_json({"type": "decide", "action": hands[-1][card], "at": message["n"]})  # type: ignore[index]
                    while socket.receive_json()["type"] not in ("event", "refused"):
                        pass
        meters.look(web.app.state.rooms)  # type: ignore[attr-defined]
    lines = generate_latest(registry).decode().splitlines()
    return "\n".join(line for line in lines if "_created" not in line and not line.startswith(TIMES)), hands


def test_metrics_of_games_that_differ_in_cards_and_names_are_the_same(tmp_path: Path) -> None:
    (one, hands), (other, other_hands) = (figures_after_a_round_of_keeping(tmp_path, card) for card in (0, 1))
    assert hands != other_hands, "the games must really differ"
    assert one == other and 'kind="stored"} 2.0' in one
