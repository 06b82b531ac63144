"""Programs at a server's tables: only the operator names commands, and a program that fails does not stop a game."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from millefiori.bots.bot import UnknownBot, budget_seconds
from millefiori.cli.serve import serve
from millefiori.engine.view import deciding_view
from millefiori.server.app import make_app
from millefiori.server.thinking.programs import IN_A_ROW, REST, Programs, ProgramsError, read_programs
from millefiori.server.thinking.thinkers import Thinkers
from millefiori.table import Table

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")

FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    else:
        print(json.dumps({"type": "action", "action": message["legal"][0]["action"]}), flush=True)
"""


@pytest.fixture
def carla(tmp_path: Path) -> str:
    """A program that plays the first legal action."""
    file = tmp_path / "carla.py"
    file.write_text(FIRST, encoding="utf-8")
    return f"carla=20s:{sys.executable} -S {file}"


def open_game(web: TestClient, *levels: str) -> Any:
    seats = [{"kind": "bot", "level": level} for level in levels]
    return web.post("/api/games", json={"edition": "international", "seats": seats})


def test_programs_are_offered_by_name() -> None:
    assert read_programs(("carla=sh", "dora-2=200ms:sh -c 'a b'")) == {
        "carla": "line:1000ms:sh",
        "dora-2": "line:200ms:sh -c 'a b'",
    }
    assert budget_seconds(read_programs(("carla=sh",))["carla"]) == 1.0, "tables keep time by it"


@pytest.mark.parametrize(
    ("offers", "words"),
    [
        (("carla",), "is not like carla=./carla"),
        (("Carla=sh",), "a name in small letters"),
        (("=sh",), "is not like"),
        (("greedy=sh",), "there is another bot called 'greedy'"),
        (("line=sh",), "there is another bot called 'line'"),
        (("carla=sh", "carla=ls"), "there is another bot called 'carla'"),
        (("carla=31s:sh",), "carla may take 30 s for a decision at most, not 31 s"),
        (("carla=no-such-program",), "there is no program 'no-such-program'"),
    ],
)
def test_programs_that_cannot_be_offered(offers: tuple[str, ...], words: str) -> None:
    with pytest.raises((ProgramsError, UnknownBot)) as error:
        read_programs(offers)
    assert words in str(error.value)


def test_the_command_line_refuses_them_before_anything_is_stored(tmp_path: Path) -> None:
    words = ["--database", str(tmp_path / "games.sqlite"), "--bot", "carla=no-such-program"]
    refused = CliRunner().invoke(serve, words)
    assert refused.exit_code == 1 and "there is no program 'no-such-program'" in refused.output
    assert not list(tmp_path.iterdir())


def test_after_failures_in_a_row_a_program_rests_for_a_while() -> None:
    now = [100.0]
    programs = Programs({"carla": "line:sh"}, clock=lambda: now[0])
    for _ in range(IN_A_ROW - 1):
        assert not programs.failed("carla")
    programs.answered("carla")
    assert [programs.failed("carla") for _ in range(IN_A_ROW)] == [False] * (IN_A_ROW - 1) + [True]
    assert programs.bot_of("carla") == "greedy"
    now[0] += REST
    assert programs.bot_of("carla") == "line:sh"


def test_a_program_that_is_offered_no_more_is_played_by_another_bot() -> None:
    programs = Programs()
    assert programs.bot_of("carla") == programs.bot_of("line:sh") == programs.bot_of("line") == "greedy"
    assert programs.bot_of("strong:200ms") == "strong:200ms"


def test_a_program_answers_and_one_that_fails_is_replaced(carla: str, caplog: pytest.LogCaptureFixture) -> None:
    programs = Programs(read_programs((carla, f"dora={sys.executable} -S -c 1/0")))

    async def run() -> None:
        thinkers, table = Thinkers(0, programs=programs), Table(seed=3, start_player=0)
        seen = deciding_view(table.game, 1)
        first, _ = await thinkers.think("carla", seen, "table", lambda: 0)
        assert first == min(table.game.hand[1])
        for _ in range(IN_A_ROW):
            action, _ = await thinkers.think("dora", seen, "table", lambda: 0)
            assert action in table.game.hand[1]
        assert programs.bot_of("dora") == "greedy"
        thinkers.close()

    asyncio.run(run())
    assert "the bot dora has ended: ZeroDivisionError: division by zero; greedy decides" in caplog.text
    assert "greedy decides, for a minute" in caplog.text


def test_clients_can_ask_for_a_program_by_its_name_only(carla: str, tmp_path: Path) -> None:
    programs = read_programs((carla,))
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, programs=programs)) as web:
        for level in ("line", "line:sh", "line:1s:sh -c ls", "dora"):
            refused = open_game(web, level, "casual").json()
            assert refused["code"] == "setup" and "carla" in refused["message"], "it says what there is"
        assert 'data-programs="carla"' in web.get("/").text
        assert open_game(web, "carla", "random").status_code == 201


def test_a_game_with_a_program_is_played_to_its_end(carla: str, tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0, programs=read_programs((carla,)))) as web:
        watch = open_game(web, "carla", "random").json()["watch"]
        with web.websocket_connect("/ws") as socket:
            socket.send_json({"type": "hello", "key": watch})
            while (message := socket.receive_json()).get("position", {}).get("phase") != "over":
                assert message["type"] != "refused"
        played = web.get("/api/record", headers={"Authorization": f"Bearer {watch}"}).json()
        assert played["players"] == ["bot: carla", "bot: random"]
