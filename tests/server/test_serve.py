"""`millefiori serve`: where it listens, and what it says when it cannot."""

import socket
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from millefiori.cli.main import cli
from millefiori.cli.serve import PORT, free_port


def test_a_port_that_is_taken_is_reported_and_replaced_only_if_nobody_asked_for_it() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"cannot listen on 127.0.0.1, port {taken}"):
            free_port("127.0.0.1", taken)
    assert free_port("127.0.0.1", None) in (0, PORT)


def test_a_host_that_is_not_this_machine_is_refused() -> None:
    with pytest.raises(click.ClickException, match=r"cannot listen on 192\.0\.2\.1"):
        free_port("192.0.2.1", None)


def test_a_database_that_cannot_be_used_is_reported_without_a_stack_trace(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("this is not a database, whatever its name says" * 50)
    result = CliRunner().invoke(cli, ["serve", "--database", str(tmp_path / "games"), "--port", "0"])
    assert result.exit_code == 1 and "not a database" in result.output and "Traceback" not in result.output


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        *(
            ("--allowed-host", wrong)
            for wrong in ("https://club.example", "club.example:80", "a b", "*club.example", "")
        ),
        *(
            ("--allowed-origin", wrong)
            for wrong in ("club.example", "ftp://club.example", "https://club.example/x", "*")
        ),
    ],
)
def test_a_host_or_origin_that_is_none_is_refused(option: str, wrong: str) -> None:
    result = CliRunner().invoke(cli, ["serve", option, wrong])
    assert result.exit_code == 2 and f"{wrong!r} is not" in result.output and "club.example" in result.output
