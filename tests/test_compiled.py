"""The compiler's border: its cache is never stale, and compiled and plain operations agree."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from millefiori.engine import compiled
from millefiori.engine.compiled import IS_COMPILED, rule, whole_rule
from millefiori.engine.layout import Bool, Int8, Int16, UInt64, layout
from millefiori.engine.operations import (
    add_rows,
    clear,
    copy_bytes,
    first,
    nonzero,
    nth,
    put_word,
    size,
    spread,
    spread_wide,
    upper_layers,
    word,
)
from tests.test_architecture import FILES, own_imports

PACKAGE = Path(compiled.__file__).parents[1]
Anew = Callable[[Callable[..., Any]], Callable[..., Any]]


SEA = """from millefiori.engine.state import START

@rule
def sail(): return START
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in place of the real one: only `rules/sea.py` has a rule, and it imports `state.py`."""
    (tmp_path / "engine/rules").mkdir(parents=True)
    (tmp_path / "engine/data").mkdir()
    (tmp_path / "engine/state.py").write_text("START = 1\n")
    (tmp_path / "text.py").write_text("WIDTH = 1\n")
    (tmp_path / "engine/rules/sea.py").write_text(SEA)
    (tmp_path / "engine/data/board.toml").write_text("sea = 1\n")
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path)
    return tmp_path


# --- The name of the cache


@pytest.mark.parametrize("name", ["engine/state.py", "engine/rules/sea.py", "engine/data/board.toml"])
def test_the_cache_has_another_name_when_a_source_or_data_file_changes(package: Path, name: str) -> None:
    before = compiled.fingerprint()
    with (package / name).open("a") as file:
        file.write("# changed\n")
    assert compiled.fingerprint() != before


@pytest.mark.parametrize("name", ["engine/rules/trade.py", "bots/turns.py", "engine/data/editions.toml"])
def test_the_cache_has_another_name_when_a_file_is_added(package: Path, name: str) -> None:
    before = compiled.fingerprint()
    (package / name).parent.mkdir(exist_ok=True)
    (package / name).write_text(SEA)
    assert compiled.fingerprint() != before


def test_the_cache_has_another_name_when_a_file_is_renamed_or_gone(package: Path) -> None:
    before = compiled.fingerprint()
    (package / "engine/rules/sea.py").rename(package / "engine/rules/ocean.py")
    renamed = compiled.fingerprint()
    (package / "engine/rules/ocean.py").unlink()
    assert len({before, renamed, compiled.fingerprint()}) == 3


def test_the_cache_depends_on_all_that_compiled_code_can_use() -> None:
    """Whatever a module with rules imports, in whatever way and however far down, is a source of the machine code."""
    modules = {source for source in FILES if re.search(r"^@(\w+_)?rule$", source.read_text(encoding="utf-8"), re.M)}
    assert modules
    reached: set[Path] = set()
    while modules:
        source = modules.pop()
        reached.add(source)
        modules |= {imported for imported in map(file_of, own_imports(source, at_once=True)) if imported not in reached}
    assert reached == compiled.compiled_sources()


def file_of(name: str) -> Path:
    """The file of a module of the package."""
    folder = PACKAGE.joinpath(*name.split("."))
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


def test_the_cache_keeps_its_name_as_long_as_the_contents_are_the_same(package: Path) -> None:
    before = compiled.fingerprint()
    os.utime(package / "engine/state.py", (0, 0))
    (package / "notes.txt").write_text("no source")
    (package / "text.py").write_text("WIDTH = 2  # no rule uses it")
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "state.pyc").write_bytes(b"code")
    assert compiled.fingerprint() == before


def test_bounds_checking_has_a_cache_of_its_own(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = set()
    for setting in (None, 1):
        monkeypatch.setattr(compiled.config, "BOUNDSCHECK", setting)
        names.add(compiled.fingerprint())
    assert len(names) == 2


def test_every_version_of_the_tools_has_a_cache_of_its_own(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {compiled.fingerprint()}
    monkeypatch.setattr(np, "__version__", "0.0")
    names.add(compiled.fingerprint())
    monkeypatch.setattr("millefiori.engine.compiled.numba.__version__", "0.0")
    names.add(compiled.fingerprint())
    monkeypatch.setattr("platform.python_version", lambda: "0.0")
    names.add(compiled.fingerprint())
    assert len(names) == 4


def test_the_cache_lies_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLEFIORI_CACHE", str(tmp_path))
    assert compiled.cache_folder() == tmp_path / compiled.fingerprint()
    assert compiled.cache_folder().is_dir()


def test_where_no_cache_can_be_written_there_is_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("MILLEFIORI_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    assert compiled.cache_folder().parent == tmp_path / "temporary"
    assert compiled.cache_folder().is_dir()


# --- A stale cache is never used

LANDING = """
from millefiori.engine.state import blank_game
from millefiori.engine.editions import EDITIONS
from millefiori.engine.rules.sea import sail
game = blank_game(EDITIONS["french"], 2)
sail(game, 0, 5)
print(game.score[0], game.points[0].sum())
"""


def landed(folder: Path) -> str:
    """What landing on the fifth space of the sea brings, to the package in the folder."""
    result = subprocess.run(
        [sys.executable, "-c", LANDING],
        cwd=folder,
        env={**os.environ, "MILLEFIORI_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.strip()


def change(file: Path, old: str, new: str) -> None:
    """Change a file in one place, and keep its time: nothing but its contents tells."""
    before, text = file.stat(), file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_changed_data_file_or_callee_is_seen_at_once(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "millefiori", ignore=shutil.ignore_patterns("__pycache__"))
    points = landed(tmp_path)
    assert points == landed(tmp_path), "from the cache, if there is one"
    change(
        tmp_path / "millefiori/engine/rules/diamonds.py", "game.score[seat] += points", "game.score[seat] += points * 9"
    )
    score, by_reason = landed(tmp_path).split()
    assert (int(score), by_reason) == (9 * int(points.split()[0]), points.split()[1]), "`sail` calls `award`"
    data = tmp_path / "millefiori/engine/data/board.toml"
    sea = next(line for line in data.read_text(encoding="utf-8").split("[sea]")[1].splitlines() if "points" in line)
    numbers = sea[sea.index("[") + 1 : sea.index("]")].split(",")
    change(
        data, sea, sea.replace(sea[sea.index("[") : sea.index("]")], "[" + ",".join([*numbers[:4], "77", *numbers[5:]]))
    )
    assert landed(tmp_path) == f"{9 * 77} 77", "tables are frozen into compiled code"
    if IS_COMPILED:
        assert len(list((tmp_path / "cache").iterdir())) == 3


# --- Compiled and plain


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Anew]:
    """Compiles a function, whether or not an earlier run has compiled it: these tests always make machine code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "CACHE", tmp_path_factory.mktemp("cache"))
        yield cache(rule)


def size_of(spaces: int) -> int:
    return size(spaces)


def first_of(spaces: int) -> int:
    return first(spaces)


def nth_of(spaces: int, number: int) -> int:
    return nth(spaces, number)


def copy_word(piles: NDArray[Any]) -> int:
    put_word(piles[1], word(piles[0]))
    return word(piles[0])


class Counts:
    cards: Annotated[NDArray[np.int8], (74,)]


def nonzero_of(records: NDArray[Any], begin: int) -> int:
    return nonzero(records[0].cards, begin)


# --- Parts


@rule
def doubled(number: int) -> int:
    return 2 * number


@whole_rule
def doubled_twice(number: int) -> int:
    return doubled(doubled(number))


@rule
def one_more(number: int) -> int:
    return doubled_twice(number) + 1


@pytest.mark.skipif(not IS_COMPILED, reason="asks for machine code")
def test_only_rules_that_python_calls_are_compiled_by_themselves() -> None:
    called, parts = cast(Any, one_more), [cast(Any, doubled), cast(Any, doubled_twice)]
    assert called(5) == 21
    assert len(called.signatures) == 1
    assert all(not part.signatures for part in parts)
    assert [part(5) for part in parts] == [10, 20], "Python may call any of them"
    assert all(len(part.signatures) == 1 for part in parts)


sets = st.integers(1, 2**30 - 1)


def as_stored(spaces: int) -> int:
    """A set as it comes out of a game's record."""
    stored: int = np.array([spaces], np.int32)[0]
    return stored


@given(spaces=sets)
def test_the_size_of_a_set_is_the_same_compiled_and_not(anew: Anew, spaces: int) -> None:
    assert size(spaces) == anew(size_of)(spaces) == bin(spaces).count("1")
    assert anew(size_of)(as_stored(spaces)) == size(as_stored(spaces)) == size(spaces)


@given(spaces=sets)
def test_the_first_of_a_set_is_the_same_compiled_and_not(anew: Anew, spaces: int) -> None:
    assert first(spaces) == anew(first_of)(spaces) == bin(spaces)[::-1].index("1")
    assert anew(first_of)(as_stored(spaces)) == first(as_stored(spaces)) == first(spaces)


@given(spaces=st.integers(1, 2**40 - 1), data=st.data())
def test_the_nth_of_a_set_is_the_same_compiled_and_not(anew: Anew, spaces: int, data: st.DataObject) -> None:
    members = [bit for bit in range(40) if spaces >> bit & 1]
    number = data.draw(st.integers(0, len(members) - 1))
    assert nth(spaces, number) == anew(nth_of)(spaces, number) == members[number]


SEARCH_WITHOUT_DEPOSIT = """
from millefiori.engine.compiled import rule
from tests.test_compiled import nth_of
print([rule(nth_of)(0b1011_0100_0001, number) for number in range(5)])
"""


@pytest.mark.skipif(not IS_COMPILED, reason="asks for machine code")
def test_a_processor_that_cannot_deposit_bits_finds_the_nth_by_counting(tmp_path: Path) -> None:
    environment = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "MILLEFIORI_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SEARCH_WITHOUT_DEPOSIT],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[0, 6, 8, 9, 11]"


@given(cards=st.binary(min_size=8, max_size=8))
def test_eight_bytes_are_one_word(anew: Anew, cards: bytes) -> None:
    piles = np.array([list(cards), [0] * 8], np.uint8)
    assert anew(copy_word)(piles) == word(piles[0]) == int.from_bytes(cards, "little", signed=True)
    assert piles[1].tobytes() == cards


@given(counts=st.lists(st.integers(0, 3), min_size=74, max_size=74))
def test_the_counts_that_are_not_zero_are_a_set_in_two_halves(anew: Anew, counts: list[int]) -> None:
    records = np.zeros(1, layout(Counts))
    records[0].cards[:] = counts
    for begin in (0, 37):
        members = sum(1 << index for index in range(37) if counts[begin + index])
        assert anew(nonzero_of)(records, begin) == nonzero(records[0].cards, begin) == members


def test_the_empty_set_has_no_members(anew: Anew) -> None:
    assert size(0) == anew(size_of)(0) == 0


class Rows:
    count: Int16
    numbers: Annotated[NDArray[np.int16], (9,)]
    sums: Annotated[NDArray[np.float32], (4,)]
    row: Annotated[NDArray[np.uint8], (40,)]
    planes: Annotated[NDArray[np.uint8], (3, 109)]
    source: Annotated[NDArray[np.int8], (74,)]
    target: Annotated[NDArray[np.int8], (74,)]
    below: Annotated[NDArray[np.float32], (8,)]
    weights: Annotated[NDArray[np.float32], (8, 4)]
    bias: Annotated[NDArray[np.float32], (4,)]
    last: Annotated[NDArray[np.float32], (4,)]


ROW_BEGINS: int = layout(Rows).fields["planes"][1]  # type: ignore[index]


def spread_once(records: NDArray[Any], members: int) -> None:
    spread(members, records[0].row, 5)


def spread_wide_once(records: NDArray[Any], words: NDArray[np.uint64]) -> None:
    spread_wide(words[0], words[1], records[0].planes, 1)


def clear_the_rest(records: NDArray[Any]) -> None:
    clear(records[0], ROW_BEGINS)


def copy_once(records: NDArray[Any]) -> None:
    copy_bytes(records[0].source, records[0].target)


def layers_of(records: NDArray[Any]) -> float:
    return upper_layers(records[0].below, records[0].weights, records[0].bias, records[0].last)


def add_rows_once(records: NDArray[Any], count: int) -> None:
    add_rows(records[0].sums, records[0].weights, records[0].numbers, count)


def scribbled(seed: int) -> NDArray[Any]:
    """A record with something in every field."""
    rng = np.random.default_rng(seed)
    records = np.frombuffer(bytearray(rng.bytes(layout(Rows).itemsize)), layout(Rows))
    for name in ("below", "weights", "bias", "last", "sums"):
        records[0][name][:] = rng.normal(size=records[0][name].shape)
    return records


@given(numbers=st.lists(st.integers(-8, 7), max_size=9), seed=st.integers(0, 9))
def test_rows_are_added_and_taken_away_in_their_order(anew: Anew, numbers: list[int], seed: int) -> None:
    plain, fast = scribbled(seed), scribbled(seed)
    for records in (plain, fast):
        records[0].numbers[: len(numbers)] = numbers
    add_rows_once(plain, len(numbers))
    anew(add_rows_once)(fast, len(numbers))
    assert plain.tobytes() == fast.tobytes()


@given(members=st.integers(0, 2**32 - 1), seed=st.integers(0, 9))
def test_a_set_is_spread_into_zeros_and_ones_and_nothing_beside_it_changes(anew: Anew, members: int, seed: int) -> None:
    plain, fast = scribbled(seed), scribbled(seed)
    spread_once(plain, members)
    anew(spread_once)(fast, members)
    assert plain.tobytes() == fast.tobytes()
    assert list(plain[0].row[5:37]) == [members >> bit & 1 for bit in range(32)]


@given(members=st.integers(0, 2**109 - 1), seed=st.integers(0, 9))
def test_a_set_of_two_words_is_spread_into_its_plane_alone(anew: Anew, members: int, seed: int) -> None:
    plain, fast = scribbled(seed), scribbled(seed)
    words = np.array([members & (1 << 64) - 1, members >> 64], np.uint64)
    spread_wide_once(plain, words)
    anew(spread_wide_once)(fast, words)
    assert plain.tobytes() == fast.tobytes()
    assert list(plain[0].planes[1]) == [members >> bit & 1 for bit in range(109)]


@pytest.mark.parametrize("change", [clear_the_rest, copy_once])
def test_bytes_are_cleared_and_copied_as_plain_code_does_it(anew: Anew, change: Callable[..., None]) -> None:
    before, plain, fast = scribbled(1), scribbled(1), scribbled(1)
    change(plain)
    anew(change)(fast)
    for name in layout(Rows).names or ():
        assert plain[0][name].tobytes() == fast[0][name].tobytes(), name
    assert plain.tobytes() != before.tobytes() and plain[0].row.tobytes() == before[0].row.tobytes()


@pytest.mark.parametrize("seed", range(5))
def test_layers_are_the_same_compiled_and_not(anew: Anew, seed: int) -> None:
    records = scribbled(seed)
    upper = [
        bias + sum(max(value, 0) * weight for value, weight in zip(records[0].below, column, strict=True))
        for bias, column in zip(records[0].bias, records[0].weights.T, strict=True)
    ]
    expected = sum(max(value, 0) * factor for value, factor in zip(upper, records[0].last, strict=True))
    assert layers_of(records) == pytest.approx(expected, abs=1e-5)
    assert anew(layers_of)(records) == pytest.approx(expected, abs=1e-5)


# --- Records from classes


class Inner:
    flag: Bool


class Outer:
    count: Int16
    cards: Annotated[NDArray[np.uint8], (2, 3)]
    inner: Inner


class Longer(Outer):
    state: UInt64


def fields(record: type) -> list[str]:
    return [name for name in layout(record).names or () if name != "padding"]


def test_a_class_becomes_a_record_with_its_fields_in_order() -> None:
    assert fields(Outer) == ["count", "cards", "inner"]
    assert fields(Longer) == ["count", "cards", "inner", "state"]
    record: Any = np.zeros(1, layout(Longer))[0]
    record.cards[1, 2] = 7
    record.inner.flag = True
    record.state = 2**64 - 1
    assert (record.count, record.cards.dtype, record.cards.shape) == (0, np.uint8, (2, 3))
    assert record.inner.flag and record.state == 2**64 - 1


class Copying:
    copy: Int8


class Sizing:
    size: Int8


class Nested:
    fine: Int8
    inner: Copying


@pytest.mark.parametrize(
    ("record", "field"), [(Copying, "Copying.copy"), (Sizing, "Sizing.size"), (Nested, "Copying.copy")]
)
def test_a_field_with_the_name_of_a_numpy_attribute_is_refused(record: type, field: str) -> None:
    with pytest.raises(TypeError, match=rf"{field}: NumPy's records have an attribute of that name"):
        layout(record)


# --- Records do not keep their memory


NUMBERS = {"sums", "upper", "below", "counts", "margins"}
"""Arrays of numbers, from which a number is taken."""


def decorated(function: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id.split("_")[-1] == "rule" for each in function.decorator_list)


def test_a_record_of_an_array_that_a_rule_has_made_is_used_by_index() -> None:
    """`desk = desks[0]` lets the compiler free `desks` at once: a crash that comes only from the cache."""
    made = 0
    for file in [*FILES, *sorted((PACKAGE.parent / "benchmarks").glob("*.py"))]:
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef) or not decorated(function):
                continue
            assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
            arrays = {
                target.id
                for node in assigned
                if isinstance(node.value, ast.Call) and "np." in ast.unparse(node.value.func)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            made += len(arrays)
            taken = [ast.unparse(node.value) for node in assigned if isinstance(node.value, ast.Subscript)]
            assert not {text for text in taken if text.split("[")[0] in arrays - NUMBERS}, (
                f"{file.name}: {function.name}"
            )
    assert made > 5
