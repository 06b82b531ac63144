"""What the documentation shows is what happens."""

import doctest
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.docs import board_picture, command_help, edition_table

ROOT = Path(__file__).parent.parent


def test_the_python_in_the_readme_runs() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 8
    assert found.failed == 0


def test_the_python_in_the_environment_page_runs() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "environment.md"), module_relative=False)
    assert found.attempted > 5
    assert found.failed == 0


def test_the_board_picture_is_current() -> None:
    assert (ROOT / "docs" / "board.svg").read_text(encoding="utf-8") == board_picture(), "run `make docs`"


@pytest.mark.parametrize(("file", "generate"), [("docs/cli.md", command_help), ("docs/rules.md", edition_table)])
def test_generated_parts_are_current(file: str, generate: Callable[[], str]) -> None:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    missing = [line for line in generate().splitlines() if line not in lines]
    assert not missing, "run `make docs`"
