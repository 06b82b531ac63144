"""The printed facts as read-only tables, derived from `data/board.toml` and checked when they are loaded.

Tables read as relations: `NEIGHBOURS[space]`, `BELOW[space]`, `SHOWING[symbol]`. A set of spaces is a bit mask over the
spaces of one area (no area has more than 30), so that rules count and compare sets instead of looping over owners.
"""

import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.vocabulary import AREA_LETTERS, Area, Space, Symbol

FACTS: dict[str, Any] = tomllib.loads(files(__package__).joinpath("data/board.toml").read_text(encoding="utf-8"))

_workshops, _residences, _trade, _harbor = (FACTS[name] for name in ("workshops", "residences", "trade", "harbor"))
_pyramids = (FACTS["nobili"], FACTS["populi"])
_LEVELS = ("bottom", "middle", "top")


def _table(values: Sequence[Any], kind: type = np.int32) -> NDArray[Any]:
    table: NDArray[Any] = np.array(values, dtype=kind)
    table.flags.writeable = False
    return table


# --- Spaces: their areas, names, symbols and coordinates ------------------------------------------------------

_symbols: list[Symbol] = []  # space by space
_names: list[str] = []
_xy: list[tuple[float, float]] = []
_sizes: list[int] = []


def _add_area(spaces: Iterable[tuple[str, Symbol, tuple[float, float]]]) -> None:
    area = AREA_LETTERS[len(_sizes)]
    before = len(_names)
    for name, symbol, xy in spaces:
        _names.append(area + name)
        _symbols.append(symbol)
        _xy.append(xy)
    _sizes.append(len(_names) - before)


def _named(symbol: str) -> Symbol:
    return Symbol[symbol.upper()]


_add_area(
    (
        f"{row + 1}.{n + 1}",
        _named(symbol),
        (_workshops["col_x0"] + col * _workshops["col_dx"], _workshops["row_y"][row]),
    )
    for row, cells in enumerate(_workshops["rows"])
    for n, (col, symbol) in enumerate(zip(cells["col"], cells["symbol"], strict=True))
)
_add_area((str(n + 1), Symbol.RESIDENCE, tuple(xy)) for n, xy in enumerate(_residences["xy"]))
for _pyramid in _pyramids:
    _add_area(
        (f"{level + 1}.{n + 1}", _named(symbol), tuple(xy))
        for level, name in enumerate(_LEVELS)
        for n, (symbol, xy) in enumerate(zip(_pyramid[name], _pyramid[name + "_xy"], strict=True))
    )
_add_area(
    (f"{row + 1}.{n + 1}", _named(good), (_trade["col_x"][n], y))
    for row, y in enumerate(_trade["row_y"])
    for n, good in enumerate(_trade["goods"])
)
_add_area(
    (f"{row + 1}.{n + 1}", Symbol.SHIP, (x, y))
    for row, y in enumerate(_harbor["row_y"])
    for n, x in enumerate(_harbor["col_x"])
)

SPACE_NAMES: tuple[str, ...] = tuple(_names)
SPACE_NUMBERS: dict[str, Space] = {name: space for space, name in enumerate(SPACE_NAMES)}
XY: tuple[tuple[float, float], ...] = tuple(_xy)
SPACES = len(SPACE_NAMES)

AREA = _table([area for area, count in enumerate(_sizes) for _ in range(count)], np.uint8)
FIRST = _table([sum(_sizes[:area]) for area in Area])
"""The first space of each area."""
ALL = _table([(1 << count) - 1 for count in _sizes])
"""All spaces of each area, as a set."""
BIT = _table([1 << (space - int(FIRST[AREA[space]])) for space in range(SPACES)])
"""The set of one space."""
SPACE_SYMBOL = _table(_symbols)


def _set(spaces: Iterable[Space]) -> int:
    return sum({int(BIT[space]) for space in spaces})


def _spaces(area: Area) -> range:
    return range(int(FIRST[area]), int(FIRST[area]) + _sizes[area])


SHOWING = _table([_set(space for space in range(SPACES) if _symbols[space] == symbol) for symbol in Symbol])
"""The spaces that show a symbol; all residences and ships show the same."""


def _by_space(values: dict[Space, int], kind: type = np.int32) -> NDArray[Any]:
    """A table over all spaces from the entries of some; 0 for the rest."""
    return _table([values.get(space, 0) for space in range(SPACES)], kind)


# --- Workshops --------------------------------------------------------------------------------------------------------

_cells = [(row, col) for row, cells in enumerate(_workshops["rows"]) for col in cells["col"]]
_cell = dict(zip(_spaces(Area.WORKSHOPS), _cells, strict=True))


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return (abs(one[0] - other[0]), abs(one[1] - other[1])) in ((0, 2), (1, 1))  # (rows, half columns) apart


NEIGHBOURS = _by_space({a: _set(b for b in _cell if _touch(_cell[a], _cell[b])) for a in _cell})
"""The workshops that share a side with a workshop."""
GROUP_POINTS = _by_space({cell: _workshops["points"][_symbols[cell].name.lower()] for cell in _cell})
"""Points for each diamond of the group, when the new one lies on a workshop."""
GOLD = _by_space({cell: _set(corner) for corner in _workshops["gold"] for cell in corner})
"""The three workshops around the gold symbol that a workshop touches."""

# --- Residences -------------------------------------------------------------------------------------------------------

VALUE = _by_space(dict(zip(_spaces(Area.RESIDENCES), _residences["values"], strict=True)))
"""The value printed on a residence."""

# --- Townspeople ------------------------------------------------------------------------------------------------------

_widths = [len(_pyramids[0][name]) for name in _LEVELS]
_start = [sum(_widths[:level]) for level in range(len(_LEVELS))]
_pyramid_cells = [(level, n) for level, width in enumerate(_widths) for n in range(width)]
_pyramid_cell = {
    space: cell
    for pyramid in (Area.NOBILI, Area.POPULI)
    for space, cell in zip(_spaces(pyramid), _pyramid_cells, strict=True)
}


def _run(level: int, n: int, length: int) -> int:
    """`length` spaces of a level from the n-th on."""
    return ((1 << length) - 1) << (_start[level] + n)


LEVEL = _by_space({space: level for space, (level, _) in _pyramid_cell.items()})
"""The level of a space of a pyramid: 0 bottom, 1 middle, 2 top."""
LEVEL_POINTS: tuple[int, ...] = tuple(FACTS["townspeople"]["points"])
"""Points for a diamond on each level."""
BENEATH_POINTS: tuple[int, ...] = tuple(FACTS["townspeople"]["beneath_points"])
"""Points for each diamond beneath a new one, by the level it lies on."""
BASE, MIDDLE, TOP = (_run(level, 0, width) for level, width in enumerate(_widths))
"""The spaces of each level of a pyramid, as sets."""
BELOW = _by_space({space: _run(level - 1, n, 2) if level else 0 for space, (level, n) in _pyramid_cell.items()})
"""The two spaces on which a space of a pyramid stands."""
BENEATH = _by_space(
    {
        space: sum(_run(lower, n, level - lower + 1) for lower in range(level))
        for space, (level, n) in _pyramid_cell.items()
    }
)
"""All spaces beneath a space of a pyramid: two, or two and three."""

SUPPORTED = _table(
    [
        BASE | sum(int(BIT[s]) for s in _spaces(Area.NOBILI) if LEVEL[s] and spaces & BELOW[s] == BELOW[s])
        for spaces in range(1 << len(_pyramid_cells))
    ]
)
"""The spaces of a pyramid that may be built on, by the spaces that are filled: the base, and what stands on two."""

# --- Trade, harbor and sea --------------------------------------------------------------------------------------------

_ships, _goods = len(_harbor["col_x"]), len(_trade["goods"])
_row = {space: n // _ships for n, space in enumerate(_spaces(Area.HARBOR))}

FLEET = _by_space({space: _set(other for other in _row if _row[other] == row) for space, row in _row.items()})
"""The ships in the row of a ship."""
CARGO = _by_space({space: ((1 << _goods) - 1) << (row * _goods) for space, row in _row.items()})
"""The trade spaces in the row of a ship."""
FLEET_POINTS = _table(_harbor["fleet_points"])
"""Points for each diamond of a fleet, by goods aboard."""

SEA_POINTS = _table([0, *FACTS["sea"]["points"]])
"""Points for landing on a space of the sea; space 0 is the start."""
LAST_SEA_SPACE = len(SEA_POINTS) - 1
SEA_EXTRA_CARD = _table([space in FACTS["sea"]["extra_card"] for space in range(len(SEA_POINTS))], np.bool_)

# --- Sets and their bonus spaces --------------------------------------------------------------------------------------

BONUS_VALUES = _table(FACTS["bonus_values"])


def _kind_in_set(space: Space) -> int:
    return int(VALUE[space]) if AREA[space] == Area.RESIDENCES else _symbols[space]


SAME_IN_SET = _table(
    [_set(b for b in range(SPACES) if AREA[a] == AREA[b] and _kind_in_set(a) == _kind_in_set(b)) for a in range(SPACES)]
)
"""The spaces that count as the same for the area's set: same symbol, same good, same value of a residence."""
KINDS: tuple[tuple[Space, ...], ...] = tuple(
    tuple(sorted({_kind_in_set(space): space for space in reversed(_spaces(area))}.values(), key=_kind_in_set))
    for area in Area
)
"""What each area's set is made of: the first space of every symbol, good or value, in ascending order."""

MOST_KINDS = max(map(len, KINDS))
KIND_SPACES = _table([[*(SAME_IN_SET[kind] for kind in kinds), *[0] * (MOST_KINDS - len(kinds))] for kinds in KINDS])
"""The spaces of each of these, by area; none where an area has fewer."""

# --- Cards ------------------------------------------------------------------------------------------------------------

_copies = [
    (_named(symbol), number, numbers.count(number))
    for symbol, numbers in FACTS["cards"].items()
    for number in sorted(set(numbers))
]
CARDS = len(_copies)
CARD_NAMES: tuple[str, ...] = tuple(f"{symbol.name.lower()}-{number}" for symbol, number, _ in _copies)
CARD_NUMBERS: dict[str, int] = {name: card for card, name in enumerate(CARD_NAMES)}
CARD_SYMBOL = _table([symbol for symbol, _, _ in _copies])
SHIPS_WHEEL = _table([number for _, number, _ in _copies])
"""The number in the ship's wheel of a card."""
COPIES = _table([copies for _, _, copies in _copies])
DECK = _table([card for card, (_, _, copies) in enumerate(_copies) for _ in range(copies)], np.uint8)
"""All cards, sorted."""
SYMBOL_AREA = _table([AREA[_symbols.index(symbol)] for symbol in Symbol], np.uint8)
"""The area on which cards with a symbol place diamonds."""
CARD_AREA = _table(SYMBOL_AREA[CARD_SYMBOL].tolist(), np.uint8)
"""The area on which a card places diamonds."""


def _check() -> None:
    """The counts that the facts file promises, and what the rules rely on."""
    assert SPACES == len(DECK) == 109 and CARDS == 74 and max(_sizes) <= 30
    assert all(_symbols.count(symbol) == COPIES[symbol == CARD_SYMBOL].sum() for symbol in Symbol), (
        "a card for each space"
    )
    assert sorted(_gold_of) == list(_spaces(Area.WORKSHOPS)), "each workshop touches one gold symbol"
    assert all(_touch(_cell[a], _cell[b]) for corner in _workshops["gold"] for a in corner for b in corner if a != b)
    assert _trade["row_y"] == _harbor["row_y"] and len(FLEET_POINTS) == _goods + 1


_gold_of = [cell for corner in _workshops["gold"] for cell in corner]
_check()
