"""Imports point down only, rules know nothing of the world outside, files and functions are short."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "millefiori"

ORDER = (
    *("vocabulary", "layout", "board", "actions", "editions", "compiled", "chance", "state"),
    *("rules", "rules.diamonds", "rules.bonus", "rules.sea", "rules.piles"),
    *("rules.workshops", "rules.residences", "rules.townspeople", "rules.trade", "rules.harbor"),
    *("rules.rounds", "rules.flow"),
    *("playouts", "legality", "view", "outcome", "moves", "aid"),
    *("symbols", "text", "sheet", "svg_board", "svg", "position"),
    *("table", "story", "record", "replaying", "screen"),
    *("bots", "match", "arena", "ratings", "standings", "chart", "simulation", "bench", "warmup"),
    *("env", "server", "terminal"),
    *("", "cli_arena", "cli_train", "cli_serve", "cli", "docs", "__main__"),
)
"""A module imports only from those before it. A folder stands for all its modules; "" is the package itself."""

LINES = 300
LINES_OF_TESTS = 400
LINES_OF_A_RULE = 25
OPEN_TO_RULES = {"typing", "numpy", "numpy.typing"}
"""What rules may import besides the modules before them: no files, no sockets, no text, no chance."""

FILES = sorted(PACKAGE.rglob("*.py"))
RULES = sorted(PACKAGE.glob("rules/*.py"))


def module(file: Path) -> str:
    """A file's module, without the package's name: `rules.flow`."""
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


def place(name: str) -> int:
    """Where a module stands in the order, or the folder that it is in."""
    for candidate in (name, name.rpartition(".")[0], name.split(".")[0]):
        if candidate in ORDER and (candidate or not name):
            return ORDER.index(candidate)
    pytest.fail(f"{name!r} has no place in the order of modules: give it one in {Path(__file__).name}")


def asks_only_for_the_version(file: Path) -> bool:
    nodes = [node for node in ast.walk(tree(file)) if isinstance(node, ast.ImportFrom) and node.module == "millefiori"]
    names = {alias.name for node in nodes for alias in node.names} - MODULES
    return names <= {"__version__"}


@pytest.mark.parametrize("file", FILES, ids=module)
def test_imports_point_down_only(file: Path) -> None:
    name = module(file)
    for imported in sorted(own_imports(file)):
        if imported == "" and asks_only_for_the_version(file):
            continue
        same_folder = place(imported) == place(name) and imported != name
        assert place(imported) < place(name) or same_folder, f"{name} imports {imported}, which stands above it"


def test_modules_of_one_folder_do_not_import_each_other_in_a_ring() -> None:
    arrows = {module(file): own_imports(file) - {""} for file in FILES}
    while ends := {name for name, imported in arrows.items() if not imported & set(arrows)}:
        for name in ends:
            del arrows[name]
    assert not arrows, f"a ring of imports in {sorted(arrows)}"


@pytest.mark.parametrize("file", RULES, ids=module)
def test_rules_know_nothing_of_files_sockets_text_or_chance(file: Path) -> None:
    others = {name for name in imports(file) if not name.startswith("millefiori")}
    assert others <= OPEN_TO_RULES
    assert not own_imports(file) & {"chance", "editions", "layout"}


def test_only_one_file_names_the_compiler() -> None:
    naming = [module(file) for file in FILES if {name.split(".")[0] for name in imports(file)} & {"numba", "llvmlite"}]
    assert naming == ["compiled"]


def test_only_the_border_knows_where_files_are() -> None:
    """The core reads its two data files as resources of the package, and nothing else."""
    core = ORDER[: ORDER.index("position") + 1]
    readers = {name for file in FILES if (name := module(file)) in core and "pathlib" in imports(file)}
    assert readers <= {"compiled"}


def test_the_core_needs_numpy_and_the_compiler_and_nothing_else() -> None:
    core = [file for file in FILES if place(module(file)) < ORDER.index("bots")]
    roots = {name.split(".")[0] for file in core for name in imports(file)}
    assert roots - set(sys.stdlib_module_names) <= {"millefiori", "numpy", "numba", "llvmlite"}


@pytest.mark.parametrize("file", FILES, ids=module)
def test_no_file_of_the_package_is_longer_than_300_lines(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LINES


def test_no_file_of_tests_is_longer_than_400_lines() -> None:
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in ROOT.glob("tests/**/*.py")}
    assert not {str(file.relative_to(ROOT)): length for file, length in lengths.items() if length > LINES_OF_TESTS}


@pytest.mark.parametrize("file", RULES, ids=module)
def test_a_rule_fits_a_screen(file: Path) -> None:
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno + 1 <= LINES_OF_A_RULE, f"{node.name} is too long"


@pytest.mark.parametrize("file", sorted(PACKAGE.glob("server/static/**/*.[jc]s*")), ids=lambda file: file.name)
def test_no_file_of_the_page_is_longer_than_300_lines(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LINES
