"""docs/rules.md, tests and code speak of the same rules: each is tested, and none is cited that is not there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = re.findall(r"^- \*\*(\d+\.\d+)\*\*", RULES, re.MULTILINE)
SECTIONS = dict(re.findall(r"^## (\d+) (.+)$", RULES, re.MULTILINE))
FILES = {
    "1": "setup",
    "2": "round",
    "3": "playing",
    "4": "workshops",
    "5": "residences",
    "6": "townspeople",
    "7": "trade",
    "8": "harbor",
    "9": "sea",
    "10": "bonus",
    "11": "extra_cards",
    "12": "end",
    "13": "neutral",
    "14": "knowledge",
}
CITATION = re.compile(r"\b[Rr]ules? (\d+(?:\.\d+)?(?:(?:-|, | and |, and )\d+(?:\.\d+)?)*)")
SOURCES = sorted((ROOT / "millefiori").rglob("*.py")) + sorted((ROOT / "millefiori/engine/data").glob("*.toml"))


def named_after(name: str) -> set[str]:
    """The rules after which the tests of a file are named."""
    tests = (ROOT / "tests" / "rules" / f"test_{name}.py").read_text(encoding="utf-8")
    return {f"{section}.{rule}" for section, rule in re.findall(r"^def test_rule_(\d+)_(\d+)_\w", tests, re.MULTILINE)}


def cited(text: str) -> set[str]:
    """The rules that a text cites: "rule 2.3 (2.10)", "rules 4.2-4.5", "rules 3.3, 3.6 and 3.7", "rules 9"."""
    numbers = {number for citation in CITATION.findall(text) for number in re.findall(r"\d+(?:\.\d+)?", citation)}
    lines = [line for line in text.splitlines() if CITATION.search(line)]
    return numbers.union(*(re.findall(r"\((\d+\.\d+)\)", line) for line in lines))


def test_rules_are_numbered_in_order_and_no_number_is_given_twice() -> None:
    assert NUMBERS
    in_order = sorted(NUMBERS, key=lambda number: [int(part) for part in number.split(".")])
    assert in_order == NUMBERS and len(set(NUMBERS)) == len(NUMBERS)
    assert {number.split(".")[0] for number in NUMBERS} == set(SECTIONS)


def test_there_is_a_file_of_tests_for_each_section() -> None:
    assert list(FILES) == list(SECTIONS)
    assert {f"test_{name}.py" for name in FILES.values()} == {
        file.name for file in (ROOT / "tests" / "rules").glob("test_*.py")
    }


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test_named_after_it(number: str) -> None:
    assert number in named_after(FILES[number.split(".")[0]])


@pytest.mark.parametrize("section", FILES)
def test_no_test_is_named_after_a_rule_that_is_not_there(section: str) -> None:
    assert named_after(FILES[section]) <= {number for number in NUMBERS if number.split(".")[0] == section}


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.relative_to(ROOT)))
def test_the_code_cites_only_rules_that_are_there(source: Path) -> None:
    assert cited(source.read_text(encoding="utf-8")) <= {*NUMBERS, *SECTIONS}


def test_citations_are_understood() -> None:
    text = "(rules 3.3, 3.6, 3.7) Rule 2.3: keep (2.10). Rules 2.7-2.9 and 12.1: rules 9; a rule of 5.5"
    assert cited(text) == {"3.3", "3.6", "3.7", "2.3", "2.10", "2.7", "2.9", "12.1", "9"}


def test_the_code_cites_rules_at_all() -> None:
    everything = set().union(*(cited(source.read_text(encoding="utf-8")) for source in SOURCES))
    assert len(everything & set(NUMBERS)) > 40
