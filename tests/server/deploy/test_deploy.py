"""The guide for servers (docs/deploy.md): its files work with a real nginx, a real Caddy, PostgreSQL and Redis."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed

from millefiori.cli.serve import serve
from millefiori.server.border.limits import Limits, read_settings
from tests.server import real_server
from tests.server.deploy.proxies import DEPLOY, NAME, Caddy, Deployed, Nginx, Proxy, Visitor, unit_command
from tests.server.services import Missing, Postgres, Redis
from tests.server.serving import LONG, OPEN, Server

PROXIES = [Nginx, Caddy]
BOTS = {"edition": "international", "seats": [{"kind": "bot", "level": "random"}] * 2}


@pytest.fixture(scope="module")
def deployed(postgres: Postgres, redis: Redis) -> Iterator[Deployed]:
    """Two workers, as the unit starts them."""
    running = Deployed(postgres.new(), redis.address)
    yield running
    running.stop()


def limited_server(folder: Path) -> Server:
    """One worker with a limit that is soon reached."""
    (folder / "settings.toml").write_text("[limits]\nbot_tables_per_hour = 2\n", encoding="utf-8")
    return Server(
        folder, "--settings", str(folder / "settings.toml"), "--allowed-host", NAME, "--root-path", "/millefiori"
    )


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = limited_server(tmp_path_factory.mktemp("limited"))
    yield running
    running.stop()


def started(kind: type[Proxy], server: Server) -> Iterator[Proxy]:
    try:
        running = kind(server)
    except Missing as missing:
        pytest.skip(f"NOT TESTED BEHIND {kind.__name__.upper()}: {missing}")
    yield running
    OPEN.close()
    running.remove()


@pytest.fixture(params=PROXIES, ids=lambda kind: kind.__name__)
def proxy(request: pytest.FixtureRequest, deployed: Deployed) -> Iterator[Proxy]:
    yield from started(request.param, deployed)


@pytest.fixture(params=PROXIES, ids=lambda kind: kind.__name__)
def strict_proxy(request: pytest.FixtureRequest, limited: Server) -> Iterator[Proxy]:
    yield from started(request.param, limited)


@real_server
def test_two_people_play_through_a_proxy_at_two_workers(proxy: Proxy) -> None:
    opened = proxy.post("/millefiori/api/games", {"edition": "english", "seats": [{"kind": "here"}] * 2})
    assert opened.status_code == 201, opened.text
    ada, ben = (Visitor(proxy, key) for key in opened.json()["keys"].values())
    for player in (ada, ben):
        player.hear_until(lambda message: message["type"] == "welcome")
    while ada.n < 30:
        asked = ada if ada.position["decides"] else ben
        asked.decide()
        asked.hear_until(lambda message, seat=asked.seat: message["type"] == "event" and message["seat"] == seat)  # type: ignore[misc]
        for other in (ada, ben):
            while other.n < asked.n:
                assert other.hear()["type"] != "refused"
    assert ada.n == ben.n and ada.socket.remote_address[1] == proxy.port


@real_server
def test_the_page_below_its_path_has_all_headers_and_the_inside_stays_inside(proxy: Proxy) -> None:
    page = proxy.get("/millefiori/")
    assert page.status_code == 200 and f"https://{proxy.host}/millefiori/" in page.text, (
        "links have the address outside"
    )
    assert page.headers["Strict-Transport-Security"].startswith("max-age=")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    moved = proxy.get("/millefiori")
    assert moved.status_code == 308 and moved.headers["Location"].endswith("/millefiori/")
    assert proxy.get("/millefiori/metrics").status_code == 404
    assert proxy.get("/millefiori/api/network").json()["can_open"] is False, (
        "nobody outside is the person at the machine"
    )


@real_server
def test_pages_of_other_sites_get_no_socket_through_a_proxy(proxy: Proxy) -> None:
    foreign = proxy.socket(origin="https://evil.example")
    assert '"origin"' in foreign.recv(30)
    with pytest.raises(ConnectionClosed) as closed:
        foreign.recv(30)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


@real_server
def test_only_the_proxy_says_whose_address_it_is(strict_proxy: Proxy) -> None:
    """Whoever claims other addresses is counted by the own one, through the proxy and past it."""
    proxy, first = strict_proxy, 10 if isinstance(strict_proxy, Nginx) else 20

    def ask(address: str) -> list[int]:
        claims = ({"X-Forwarded-For": f"198.51.100.{number}"} for number in range(3))
        return [proxy.post("/millefiori/api/games", BOTS, address, **claim).status_code for claim in claims]

    assert ask(f"127.0.0.{first}") == [201, 201, 429]
    assert ask(f"127.0.0.{first + 1}") == [201, 201, 429], "another address has a count of its own"
    assert past(proxy.server, f"127.0.0.{first + 2}") == [201, 201, 429]


def past(server: Server, address: str) -> list[int]:
    """Three requests to a worker itself, each of which claims to come from somewhere else."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=LONG) as web:
        claims = ({"X-Forwarded-For": f"198.51.100.{number}"} for number in range(3))
        return [web.post(f"{server.address}/api/games", json=BOTS, headers=claim).status_code for claim in claims]


@real_server
def test_a_proxy_on_another_machine_is_believed_if_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "127.0.5.0/24")
    running = limited_server(tmp_path)
    assert past(running, "127.0.5.9") == [201, 201, 201]
    assert past(running, "127.0.6.9") == [201, 201, 429]
    running.stop()


def test_the_unit_and_its_settings_are_understood_by_serve() -> None:
    _, command, *words = unit_command()
    known = {name for option in serve.params for name in option.opts}
    assert command == "serve" and {word for word in words if word.startswith("--")} <= known
    context = serve.make_context(
        "serve", [word if word[0] == "-" or "/etc/" not in word else str(DEPLOY / "settings.toml") for word in words]
    )
    assert context.params["root_path"] == "/millefiori" and context.params["hosts"] == (NAME,)
    assert read_settings(DEPLOY / "settings.toml").limits == Limits(), "the file names defaults"


@pytest.mark.parametrize(
    "file", sorted(file.name for file in DEPLOY.glob("millefiori*.*") if file.suffix in (".service", ".timer"))
)
def test_systemd_understands_the_units(file: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("NOT TESTED WITH SYSTEMD: systemd-analyze was not found")
    for unit in DEPLOY.glob("millefiori*.*"):
        text = unit.read_text(encoding="utf-8").replace("/opt/millefiori/bin/millefiori", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / file)], capture_output=True, text=True, timeout=60
    )
    own = [line for line in (done.stdout + done.stderr).splitlines() if "millefiori" in line]
    assert done.returncode == 0 and not own, "\n".join(own)


def test_the_guide_names_every_file() -> None:
    guide = (DEPLOY.parent / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert [file.name for file in DEPLOY.iterdir() if f"deploy/{file.name}" not in guide] == []
