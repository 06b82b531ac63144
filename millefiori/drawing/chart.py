"""Small SVG charts: bars with whiskers for tournaments, lines for learning curves. No dependencies, no scripts."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 760
LETTER = 7.2
"""The approximate width of a letter."""
LONGEST_LABEL = 36
TEXT = "#222222"
GRID = "#dddddd"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000")
"""The palette of Okabe and Ito, which colour-blind people can tell apart."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Bar:
    """A bar: its label, its value, and the interval that the whiskers show."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Axis:
    """A range of values mapped to a range of pixels, with round numbers as ticks."""

    ticks: tuple[float, ...]
    start: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value."""
        low, high = self.ticks[0], self.ticks[-1]
        return self.start + (value - low) / (high - low) * (self.end - self.start)


def round_ticks(low: float, high: float, steps: int = 6) -> tuple[float, ...]:
    """About `steps` round numbers, from at or below `low` to at or above `high`."""
    if high <= low:
        low, high = low - 0.5, low + 0.5
    size = 10.0 ** math.floor(math.log10((high - low) / steps))
    step = next(size * factor for factor in (1, 2, 5, 10, 20) if (high - low) / (size * factor) <= steps)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return tuple(round(number * step, 12) for number in range(first, last + 1))


def bar_chart(title: str, bars: Sequence[Bar], *, unit: str = "", reference: float | None = None) -> str:
    """Horizontal bars from zero, with whiskers; `reference` draws a dashed line, such as the share of equal bots."""
    reach = [0.0, *(number for bar in bars for number in (bar.value, bar.low, bar.high))]
    labels = max((len(_short(bar.label)) for bar in bars), default=0) * LETTER
    height = 84 + 30 * len(bars)
    axis = Axis(round_ticks(min(reach), max(reach)), 24 + labels, WIDTH - 90)
    parts = [*_vertical_grid(axis, 44, height - 34, unit)]
    for number, bar in enumerate(bars):
        parts += _bar(bar, axis, 52 + 30 * number, unit)
    if reference is not None:
        x = axis.at(reference)
        parts.append(_line(x, 44, x, height - 34, TEXT, 'stroke-dasharray="5 4"'))
    return _svg(title, height, parts)


def _bar(bar: Bar, axis: Axis, y: float, unit: str) -> Iterator[str]:
    zero, end, low, high = (axis.at(value) for value in (0.0, bar.value, bar.low, bar.high))
    yield _text(axis.start - 8, y + 15, _short(bar.label), "end")
    yield f'<rect x="{min(zero, end):.1f}" y="{y}" width="{abs(end - zero):.1f}" height="20" fill="{COLOURS[0]}"/>'
    yield _line(low, y + 10, high, y + 10, TEXT, 'stroke-width="1.5"')
    for x in (low, high):
        yield _line(x, y + 5, x, y + 15, TEXT, 'stroke-width="1.5"')
    yield _text(max(high, end, zero) + 8, y + 15, _number(bar.value) + unit)


def _short(label: str) -> str:
    """The end of a long name: for a bot from a file, the part that tells it from others."""
    return label if len(label) <= LONGEST_LABEL else "…" + label[1 - LONGEST_LABEL :]


def line_chart(
    title: str, series: Mapping[str, Sequence[Point]], *, x_label: str = "", y_label: str = "", height: int = 420
) -> str:
    """Lines over a common x axis, with ticks and a legend; values that are not finite are left out."""
    lines = {
        name: [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y)] for name, points in series.items()
    }
    every = [point for points in lines.values() for point in points] or [(0.0, 0.0)]
    legend = 48 + 18 * len(lines)
    bottom = legend + height - 60
    y_ticks = round_ticks(min(y for _, y in every), max(y for _, y in every))
    left = 44 + max(len(_number(tick)) for tick in y_ticks) * LETTER
    horizontal = Axis(round_ticks(min(x for x, _ in every), max(x for x, _ in every), 8), left, WIDTH - 44)
    vertical = Axis(y_ticks, bottom, legend)
    parts = [*_vertical_grid(horizontal, legend, bottom), *_horizontal_grid(vertical, left, WIDTH - 24)]
    for number, (name, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(_line(left, 46 + 18 * number, left + 24, 46 + 18 * number, colour, 'stroke-width="3"'))
        parts.append(_text(left + 32, 50 + 18 * number, name))
        parts += _curve([(horizontal.at(x), vertical.at(y)) for x, y in points], colour)
    parts.append(_text((left + WIDTH - 24) / 2, bottom + 42, x_label, "middle"))
    middle = (legend + bottom) / 2
    parts.append(_text(18, middle, y_label, "middle", f'transform="rotate(-90 18 {middle:.1f})"'))
    return _svg(title, bottom + 54, parts)


def _curve(points: Sequence[Point], colour: str) -> Iterator[str]:
    if len(points) == 1:
        yield f'<circle cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="3.5" fill="{colour}"/>'
    elif points:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>'


def _vertical_grid(axis: Axis, top: float, bottom: float, unit: str = "") -> Iterator[str]:
    for tick in axis.ticks:
        x = axis.at(tick)
        yield _line(x, top, x, bottom, TEXT if tick == 0 else GRID)
        yield _text(x, bottom + 18, _number(tick) + unit, "middle")


def _horizontal_grid(axis: Axis, left: float, right: float) -> Iterator[str]:
    for tick in axis.ticks:
        y = axis.at(tick)
        yield _line(left, y, right, y, TEXT if tick == 0 else GRID)
        yield _text(left - 8, y + 4, _number(tick), "end")


def _number(value: float) -> str:
    """A number in short form, with separators for thousands."""
    if value == 0:
        return "0"
    if not 1e-4 <= abs(value) < 1e9:
        return f"{value:.3g}"
    return f"{value:,.{1 if abs(value) >= 10 else 4}f}".rstrip("0").rstrip(".")


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'


def _text(x: float, y: float, words: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{_clean(words)}</text>'


def _clean(words: str) -> str:
    """Text for XML: escaped, without control characters."""
    return escape("".join(letter for letter in words if letter.isprintable()))


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="{TEXT}">'
    )
    return "\n".join(
        [
            head,
            f"<title>{_clean(title)}</title>",
            '<rect width="100%" height="100%" fill="#ffffff"/>',
            f'<text x="24" y="26" font-size="16" font-weight="600">{_clean(title)}</text>',
            *parts,
            "</svg>\n",
        ]
    )
