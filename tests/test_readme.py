"""What the documentation shows is what happens."""

import doctest
from pathlib import Path

from millefiori.docs import board_picture, command_help, edition_table

ROOT = Path(__file__).parent.parent


def test_the_python_of_the_readme_runs() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 8
    assert found.failed == 0


def test_the_picture_of_the_readme_is_current() -> None:
    assert (ROOT / "docs" / "board.svg").read_text(encoding="utf-8") == board_picture(), "run `make docs`"


def test_generated_parts_are_current() -> None:
    assert command_help() in (ROOT / "README.md").read_text(encoding="utf-8"), "run `make docs`"
    assert edition_table() in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"), "run `make docs`"
