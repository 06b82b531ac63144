"""Is the process alive, and can people play? And a real server on a disk that is really full."""

import asyncio
import resource
import sys
import time
from pathlib import Path

import pytest

from millefiori.server.site.version import page_version
from millefiori.server.storage.store import Store
from millefiori.server.thinking.preparation import Preparation
from tests.server import real_server
from tests.server.serving import Server
from tests.server.storage.storing import web_of


def test_ready_means_that_the_engine_is_compiled_and_the_store_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()

    async def compile_slowly(preparation: Preparation) -> None:
        await go_on.wait()

    monkeypatch.setattr(Preparation, "_table", compile_slowly)
    with web_of(tmp_path / "games.sqlite") as web:
        assert web.get("/health").json() == {"version": page_version(), "alive": True}
        answer = web.get("/ready")
        assert answer.status_code == 503 and answer.headers["Cache-Control"] == "no-store"
        assert answer.json() == {"ready": False, "engine": False, "store": True}
        web.portal.call(go_on.set)  # type: ignore[union-attr]
        deadline = time.monotonic() + 10
        while (answer := web.get("/ready")).status_code != 200 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert answer.json() == {"ready": True, "engine": True, "store": True}
        store: Store = web.app.state.rooms.store  # type: ignore[attr-defined]
        store.close()
        assert web.get("/ready").json() == {"ready": False, "engine": True, "store": False}
        assert web.get("/health").status_code == 200


def test_a_store_that_does_not_answer_in_time_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millefiori.server.health.PATIENCE", 0.05)
    with web_of(tmp_path / "games.sqlite") as web:
        store: Store = web.app.state.rooms.store  # type: ignore[attr-defined]
        web.portal.start_task_soon(store.read, lambda database: time.sleep(0.5))  # type: ignore[union-attr]
        assert not web.get("/ready").json()["store"]
        time.sleep(0.5)
        assert web.get("/ready").json()["store"]


@real_server
@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
def test_a_real_server_survives_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        assert server.process is not None
        game = server.open("here", "friend")
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, most))
        for route, body in (
            ("/api/games", {"edition": "international", "seats": [{"kind": "here"}, {"kind": "here"}]}),
            ("/api/join", {"invitation": game["invitations"]["1"]}),
        ):
            answer = server.post(route, body)
            assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert server.get("/health").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        deadline = time.monotonic() + 20
        while (answer := server.get("/ready")).status_code != 200 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert server.post("/api/join", {"invitation": game["invitations"]["1"]}).status_code == 201
        server.open("here", "here")
    finally:
        server.stop()
