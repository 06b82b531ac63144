"""Imports point down only, rules know nothing of the world outside, and a rule fits a screen."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "millefiori"

ROOMS = re.findall(r"^([\w, ]+?)/?  +\S.*$", (ROOT / "ARCHITECTURE.md").read_text().split("```")[1], re.MULTILINE)
"""The rooms from the top down, as ARCHITECTURE.md lists them: a folder, or the modules of the package's root."""
ENGINE = (
    *("vocabulary", "parts", "compiled", "operations", "layout", "board", "actions", "editions", "chance", "state"),
    *("rules", "rules.diamonds", "rules.bonus", "rules.sea", "rules.piles"),
    *("rules.workshops", "rules.residences", "rules.townspeople", "rules.trade", "rules.harbor"),
    *("rules.end", "rules.rounds", "rules.flow", "calls", "view", "playouts"),
)
"""The engine's own order, file by file from the bottom up: here each of them has its place."""

LINES_OF_A_RULE = 25
OPEN_TO_RULES = {"typing", "numpy", "numpy.typing"}
"""What rules may import besides the modules below them: no files, no sockets, no text, no chance."""

FILES = sorted(PACKAGE.rglob("*.py"))
RULES = sorted(PACKAGE.glob("engine/rules/*.py"))


def module(file: Path) -> str:
    """A file's module, without the package's name: `engine.rules.flow`."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module(file) for file in FILES}


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path, *, at_once: bool = False) -> set[str]:
    """All that a file imports, wherever in the file, or at once when it is loaded: full names of modules."""
    names: set[str] = set()
    for node in tree(file).body if at_once else ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{file.name}:{node.lineno}: imports name the package"
            of_package = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in of_package if name.removeprefix("millefiori.") in MODULES}
            names |= modules if modules else {node.module}
    return names


def own_imports(file: Path, *, at_once: bool = False) -> set[str]:
    """The modules of the package that a file imports; "" for the package itself."""
    names = {name for name in imports(file, at_once=at_once) if name.split(".")[0] == "millefiori"}
    return {name.removeprefix("millefiori").removeprefix(".") for name in names}


def height(name: str) -> int:
    """How far up a module's room is; the package itself and its command stand on the roof."""
    root = name.split(".")[0]
    if root in ("", "__main__"):
        return len(ROOMS)
    for number, room in enumerate(reversed(ROOMS)):
        if root in re.split(r"\W+", room):
            return number
    pytest.fail(f"{name!r} is in no room that ARCHITECTURE.md lists")


def asks_only_for_the_version(file: Path) -> bool:
    nodes = [node for node in ast.walk(tree(file)) if isinstance(node, ast.ImportFrom) and node.module == "millefiori"]
    names = {alias.name for node in nodes for alias in node.names} - MODULES
    return names <= {"__version__"}


def test_every_folder_is_a_room() -> None:
    folders = {file.relative_to(PACKAGE).parts[0] for file in FILES if file.parent != PACKAGE}
    assert folders <= set(ROOMS)


@pytest.mark.parametrize("file", FILES, ids=module)
def test_imports_point_down_only(file: Path) -> None:
    name = module(file)
    for imported in sorted(own_imports(file)):
        if imported == "" and asks_only_for_the_version(file):
            continue
        assert height(imported) <= height(name), f"{name} imports {imported}, which stands above it"


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("engine/**/*.py")), ids=module)
def test_inside_the_engine_imports_point_down_file_by_file(file: Path) -> None:
    names = [f"engine.{name}" for name in ENGINE]
    here = names.index(module(file)) if module(file) != "engine" else -1
    for imported in own_imports(file):
        assert names.index(imported) < here, f"{module(file)} imports {imported}, which stands above it"


def test_no_modules_import_each_other_in_a_ring() -> None:
    arrows = {module(file): own_imports(file) - {""} for file in FILES}
    while ends := {name for name, imported in arrows.items() if not imported & set(arrows)}:
        for name in ends:
            del arrows[name]
    assert not arrows, f"a ring of imports in {sorted(arrows)}"


@pytest.mark.parametrize("file", RULES, ids=module)
def test_rules_know_nothing_of_files_sockets_text_or_chance(file: Path) -> None:
    others = {name for name in imports(file) if not name.startswith("millefiori")}
    assert others <= OPEN_TO_RULES
    assert not own_imports(file) & {"engine.chance", "engine.editions", "engine.layout"}


def test_only_the_border_of_the_compiler_names_it() -> None:
    naming = [module(file) for file in FILES if {name.split(".")[0] for name in imports(file)} & {"numba", "llvmlite"}]
    assert naming == ["engine.compiled", "engine.operations", "engine.parts"]


def test_the_engine_reads_no_files() -> None:
    """But for its two data files, which are resources of the package, and the compiler's cache."""
    below = [file for file in FILES if height(module(file)) <= height("drawing")]
    assert {module(file) for file in below if "pathlib" in imports(file)} <= {"engine.compiled"}


def test_a_table_needs_numpy_and_the_compiler_and_nothing_else() -> None:
    below = [file for file in FILES if height(module(file)) <= height("table")]
    roots = {name.split(".")[0] for file in below for name in imports(file)}
    assert roots - set(sys.stdlib_module_names) <= {"millefiori", "numpy", "numba", "llvmlite"}


@pytest.mark.parametrize("file", RULES, ids=module)
def test_a_rule_fits_a_screen(file: Path) -> None:
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno + 1 <= LINES_OF_A_RULE, f"{node.name} is too long"
