"""The standings of a tournament, as plain text and as Markdown, from its JSON file."""

from typing import Any


def heading(results: dict[str, Any]) -> str:
    """What was played, in one line."""
    settings = results["settings"]
    variant = ", tactical" if settings["tactical"] else ""
    return (
        f"{len(results['games'])} games, {settings['edition']} edition{variant}, {settings['players']} players, "
        f"seed {settings['seed']}"
    )


def _ladder_rows(results: dict[str, Any]) -> list[list[str]]:
    rows = [["bot", "rating", "win share", "margin", "score", "time per move (99 %)"]]
    for row in results["bots"]:
        time = results["times"][row["bot"]]
        rows.append(
            [
                row["bot"],
                f"{row['rating']:.0f} ± {row['rating_plus_minus']:.0f}",
                share(row),
                _margin(row),
                "–" if row["mean_score"] is None else f"{row['mean_score']:.1f}",
                f"{_milliseconds(time['mean_ms'])} ({_milliseconds(time['percentile_99_ms'])})",
            ]
        )
    return rows


def share(row: dict[str, Any] | None) -> str:
    """The share of games won, with its interval."""
    if row is None or not row["games"]:
        return "–"
    low, high = row["win_share_interval"]
    return f"{row['win_share']:.1%} ({100 * low:.1f}–{100 * high:.1f})"


def _margin(row: dict[str, Any]) -> str:
    return "–" if row["margin"] is None else f"{row['margin']:+.1f} ± {row['margin_interval'][1] - row['margin']:.1f}"


def _milliseconds(time: float | None) -> str:
    if time is None:
        return "–"
    return f"{time / 1000:.2f} s" if time >= 1000 else f"{time:.3g} ms"


def _cross_rows(results: dict[str, Any]) -> list[list[str]]:
    bots = [row["bot"] for row in results["bots"]]
    cells = {(row["one"], row["others"]): row for row in results["pairings"]}
    rows = [[one, *("" if one == other else share(cells.get((one, other))) for other in bots)] for one in bots]
    return [["", *bots], *rows]


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def report(results: dict[str, Any]) -> str:
    """The tournament as text: the bots, who beat whom, and the forfeits."""
    alone = (
        "row against column" if results["settings"]["players"] == 2 else "one bot of the row among those of the column"
    )
    lines = [heading(results), "", *_aligned(_ladder_rows(results))]
    lines += ["", f"win shares, {alone}", *_aligned(_cross_rows(results))]
    if results["forfeits"]:
        lines += ["", "forfeits"]
    for row in results["forfeits"]:
        first = row["first"]
        where = f"deal {first['deal']}, seat {first['seat'] + 1} of {' - '.join(first['bots'])}"
        lines.append(f"{row['bot']} lost {row['games']} games: {row['what']} (first: {where})")
    return "\n".join(lines)


def markdown_ladder(results: dict[str, Any]) -> str:
    """The table of bots for the documentation."""
    rows = [[cell.replace("|", "\\|") for cell in row] for row in _ladder_rows(results)]
    rows[1:] = [[f"`{bot}`", *cells] for bot, *cells in rows[1:]]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "| --- |" + " ---: |" * (len(rows[0]) - 1))
    return "\n".join(lines) + f"\n\n{heading(results)}.\n"


def markdown_pairings(results: dict[str, Any]) -> str:
    """The table of pairings for the documentation: the better bot of each, best first."""
    others = "against" if results["settings"]["players"] == 2 else "among others"
    lines = [f"| bot | {others} | games | win share | margin |", "| --- | --- | ---: | ---: | ---: |"]
    order = [row["bot"] for row in results["bots"]]
    rows = [row for row in results["pairings"] if order.index(row["one"]) < order.index(row["others"])]
    for row in sorted(rows, key=lambda row: (order.index(row["one"]), order.index(row["others"]))):
        lines.append(f"| `{row['one']}` | `{row['others']}` | {row['games']} | {share(row)} | {_margin(row)} |")
    return "\n".join(lines) + f"\n\n{heading(results)}.\n"
