"""The score sheet as text: points by reason, one column per player. For one game, or averages over many."""

from collections.abc import Mapping, Sequence

from millefiori.drawing.plain_text import printable
from millefiori.engine.state import Public
from millefiori.engine.vocabulary import Reason

REASON_NAMES: dict[Reason, str] = {
    Reason.GROUP: "workshops, groups",
    Reason.ROW: "residences, rows",
    Reason.NOBILI: "nobili, placed",
    Reason.NOBILI_BENEATH: "nobili, beneath",
    Reason.POPULI: "populi, placed",
    Reason.POPULI_BENEATH: "populi, beneath",
    Reason.GOOD: "trade, goods",
    Reason.FLEET: "harbor, fleets",
    Reason.SEA: "sea",
    Reason.WORKSHOPS_BONUS: "bonus, workshops",
    Reason.RESIDENCES_BONUS: "bonus, residences",
    Reason.NOBILI_BONUS: "bonus, nobili",
    Reason.POPULI_BONUS: "bonus, populi",
    Reason.TRADE_BONUS: "bonus, trade",
    Reason.EMPTY_DISPLAY: "empty display",
}
LABEL = 18
COLUMN = 10
"""The narrowest column; a longer name widens it, up to twice this width."""


def sheet(points: Mapping[Reason, Sequence[float]], players: Sequence[str]) -> str:
    """Points by reason and player, with totals. Reasons that scored nothing are left out."""
    names, widths = _columns(players)
    rows = [(REASON_NAMES[reason], row) for reason, row in points.items() if any(row)]
    total = [sum(row[seat] for _, row in rows) for seat in range(len(names))]
    return "\n".join(
        [
            _line("", names, widths),
            *(_line(label, [_number(value) for value in row], widths) for label, row in rows),
            "-" * (LABEL + sum(widths)),
            _line("points", [_number(value) for value in total], widths),
        ]
    )


def score_sheet(game: Public, players: Sequence[str]) -> str:
    """The sheet of one game so far; bonus points that count at the end stand below it (rule 10.4)."""
    seats = range(int(game.seats))
    text = sheet({reason: [int(game.points[seat, reason]) for seat in seats] for reason in Reason}, players)
    held = [int(game.bonus[seat].sum()) for seat in seats]
    counted = [int(game.points[seat, Reason.WORKSHOPS_BONUS : Reason.TRADE_BONUS + 1].sum()) for seat in seats]
    if held == counted:
        return text
    return text + "\n" + _line("bonus, at the end", [f"({value})" for value in held], _columns(players)[1])


def _columns(players: Sequence[str]) -> tuple[list[str], list[int]]:
    """The column headings and their widths."""
    names = [printable(name)[: 2 * COLUMN] for name in players]
    return names, [max(len(name) + 2, COLUMN) for name in names]


def _number(value: float) -> str:
    return f"{value}" if isinstance(value, int) else f"{value:.1f}"


def _line(label: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    return label.ljust(LABEL) + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
