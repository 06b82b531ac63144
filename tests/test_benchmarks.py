"""Benchmarks that would stop only after minutes are checked in a moment."""

import ast
from pathlib import Path

import pytest

from benchmarks.engine import FEATURES, SAVINGS, variant


@pytest.mark.parametrize(("name", "file", "with_it", "without"), [*FEATURES, *SAVINGS])
def test_what_the_engine_is_measured_without_is_still_in_its_source(
    tmp_path: Path, name: str, file: str, with_it: str, without: str
) -> None:
    """`variant` refuses a piece that has changed; what takes its place may only use tables that are imported."""
    changed = (variant(tmp_path, file, with_it, without) / "millefiori" / file).read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(changed)))
    imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    names = [node for node in nodes if isinstance(node, ast.Name) and node.id.isupper()]
    assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    assert {node.id for node in names} <= imported | assigned, name
