"""The page's files: imports point down only, and nothing is there that nobody uses: no export, no text, no style."""

import json
import re
from pathlib import Path

import pytest

from millefiori.server.site.facts import LANGUAGES

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "millefiori" / "server" / "static"
ROOMS = ("core", "board", "panels", "screens", "")
"""From the bottom up; `main.js` stands on the roof."""

MODULES = sorted(STATIC.rglob("*.js"))
SOURCES = {file: file.read_text(encoding="utf-8") for file in MODULES}
DRAWINGS = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "millefiori" / "drawing").glob("*.py"))
SCRIPTS = "".join(SOURCES.values())
SERVER = "".join(file.read_text(encoding="utf-8") for file in (*STATIC.glob("*.html"), STATIC.parent / "site/pages.py"))
"""What the server writes in the reader's language."""

MADE_KEYS = {
    *(
        "analysis.",
        "area.",
        "card.",
        "chain.in.",
        "costs.",
        "daily.",
        "duplicate.",
        "company.bot.",
        "course.",
        "edition.",
        "emote.",
        "error.",
        "letter.",
        "level.",
        "phrase.",
        "set.",
        "symbol.",
    ),  # after the names that the server sends
    *("end.reason.", "end.replay.", "game.prompt.", "game.tag.", "game.zoom."),
    *(
        "coach.",
        "help.",
        "learn.",
        "lesson.",
        "lobby.differs.",
        "lobby.level.",
        "lost.",
        "notices.on.",
        "players.fleets.",
        "preview.",
        "puzzles.",
        "review.",
        "say.",
        "settings.",
        "statistics.",
        "status.",
        "talk.mode.",
        "tempo.",
    ),
}
"""How keys of texts begin that are put together as the page runs. All other keys stand in the code as they are."""
NUMBERED = re.compile(r"(area|seat|lagoon|slope)-\d$")
"""Classes that end in the number of an area, a seat or a colour of the water."""


def name(file: Path) -> str:
    return file.relative_to(STATIC).as_posix()


def room(file: Path) -> int:
    return ROOMS.index(file.parent.relative_to(STATIC).as_posix().removeprefix("."))


IMPORT = re.compile(r'(?:from|import) ?\(?"(\.[^"]+)"')


def imported(file: Path) -> list[Path]:
    """The modules that a file imports, for its types too."""
    return [file.parent / path for path in IMPORT.findall(SOURCES[file])]


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_imports_point_down_only(file: Path) -> None:
    for other in (path.resolve() for path in imported(file)):
        assert other.is_file() or other.with_suffix(".d.ts").is_file(), f"{name(other)} does not exist"
        assert room(other) <= room(file), f"{name(file)} imports {name(other)}, which stands above it"


def test_no_modules_import_each_other_in_a_ring() -> None:
    """Types alone may look both ways: they are gone when the page runs."""
    running = {file: re.sub(r"/\*\*.*?\*/", "", source, flags=re.DOTALL) for file, source in SOURCES.items()}
    arrows = {
        file: {(file.parent / path).resolve() for path in IMPORT.findall(source)} for file, source in running.items()
    }
    while ends := {file for file, others in arrows.items() if not others & set(arrows)}:
        for file in ends:
            del arrows[file]
    assert not arrows, f"a ring of imports in {sorted(map(name, arrows))}"


def test_every_module_is_loaded() -> None:
    """By the page, by the page of an unknown address, or by the browser itself."""
    loaded, waiting = set[Path](), [STATIC / name for name in ("main.js", "lost.js", "worker.js")]
    while waiting:
        file = waiting.pop()
        if file not in loaded:
            loaded.add(file)
            waiting += [other for path in imported(file) if (other := path.resolve()) in SOURCES]
    assert loaded == set(MODULES)


def demanded(source: str) -> list[tuple[str, str]]:
    """What a module uses of those that it loads when they are needed: names and path."""
    loads = re.findall(r'const (\w+) = await this\.load\(\(\) => import\("(\.[^"]+)"\)\)', source)
    return [(",".join(re.findall(rf"{loaded}\?\.(\w+)", source)), path) for loaded, path in loads]


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_every_export_is_used_by_another_module(file: Path) -> None:
    exports = re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", SOURCES[file], re.MULTILINE)
    used = {
        part.strip()
        for other, source in SOURCES.items()
        for names, path in re.findall(r'import \{([^}]*)\} from "(\.[^"]+)"', source) + demanded(source)
        if (other.parent / path).resolve() == file
        for part in names.split(",")
    }
    assert [export for export in exports if export not in used] == []


def test_a_decision_is_called_keep_take_place_sail_or_decline() -> None:
    """And what happens on the page before it is confirmed: select."""
    others = re.findall(r"\b\w*(?:draft|pick|offer|[cC]hoos|[cC]hose)\w*", SCRIPTS)
    assert others == []


# --- Texts


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in sorted((STATIC / "lang" / language).rglob("*.json")):
        texts = json.loads(file.read_text(encoding="utf-8"))
        assert not found.keys() & texts.keys(), f"{language}/{file.name} repeats a text"
        found |= texts
    return found


KEYS = {re.sub(r"\.(one|other)$", "", key) for key in texts("en")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_written_twice(language: str) -> None:
    """The second one would win, and nobody would notice."""
    for file in (STATIC / "lang" / language).rglob("*.json"):
        keys = [key for key, _ in json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)]
        assert len(keys) == len(set(keys)), f"{file.name}: {sorted({key for key in keys if keys.count(key) > 1})}"


def test_every_text_is_used() -> None:
    literal = set(re.findall(r'"([a-z_]+(?:\.[\w-]+)+)"', SCRIPTS + SERVER)) | set(re.findall(r'\bt\("(\w+)"', SCRIPTS))
    assert [key for key in sorted(KEYS - literal) if not key.startswith(tuple(MADE_KEYS))] == []


def test_every_text_that_is_used_exists() -> None:
    literal = set(re.findall(r'\bt\("([^"]+)"', SCRIPTS))
    literal |= {key for pair in re.findall(r'\bt\([^"()]+\? "([^"]+)" : "([^"]+)"', SCRIPTS) for key in pair}
    assert sorted(literal - KEYS) == []
    made = set(re.findall(r"\bt\(`([^`$]+)\$", SCRIPTS))
    assert [start for start in made if not any(key.startswith(start) for key in KEYS)] == []
    assert [start for start in made if not start.startswith(tuple(MADE_KEYS))] == [], "add it to MADE_KEYS"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_language_has_every_text_with_the_same_parameters(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", other[key])) == sorted(re.findall(r"\{\w+\}", text)), key


def test_french_puts_a_narrow_space_before_double_signs_and_uses_one_apostrophe() -> None:
    wrong = [text for text in texts("fr").values() if re.search(r"(?<![\u202f·])[;?!:](?= |$)|'", text)]
    assert wrong == []


# --- Style sheets


def selectors() -> str:
    sheets = "".join(file.read_text(encoding="utf-8") for file in sorted(STATIC.glob("css/*.css")))
    return " ".join(re.findall(r"[^{};]+(?=\{)", re.sub(r"/\*.*?\*/", "", sheets, flags=re.DOTALL)))


def test_every_style_sheet_is_loaded() -> None:
    linked = re.findall(r'@import "(\w+\.css)";', (STATIC / "css" / "page.css").read_text(encoding="utf-8"))
    assert sorted(linked) == sorted(file.name for file in STATIC.glob("css/*.css") if file.name != "page.css")


def test_every_class_with_a_style_is_used() -> None:
    styled = {found for found in re.findall(r"\.([a-z][\w-]*)", selectors()) if not NUMBERED.match(found)}
    unused = [found for found in sorted(styled) if not re.search(rf"(?<![\w-]){found}(?![\w-])", SCRIPTS + DRAWINGS)]
    assert unused == []


def test_every_element_with_a_style_exists() -> None:
    defined = set(re.findall(r'customElements\.define\("(mf-\w+)"', SCRIPTS))
    assert set(re.findall(r"\bmf-\w+", selectors())) <= defined


def test_styles_select_names_and_never_coordinates() -> None:
    assert re.findall(r"\[(?:x|y|cx|cy|r|d|href|transform|viewBox)[*^$~|]?=|:nth-\w+", selectors()) == []
