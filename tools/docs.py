"""The generated parts of the documentation: tables, command help, the picture (`make docs`; tests check them)."""

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from millefiori.engine.editions import EDITIONS, FEWEST_PLAYERS, Edition

if TYPE_CHECKING:
    import click

ARENA = Path("benchmarks/arena")
"""The tournament files, relative to the root of the repository."""


def _by_players(edition: Edition, counts: tuple[int, ...]) -> str:
    return " / ".join(str(counts[players - FEWEST_PLAYERS]) for players in edition.players)


def edition_table() -> str:
    """The options of the editions side by side, as Markdown."""
    editions = list(EDITIONS.values())
    rows = [
        ("players", [", ".join(map(str, e.players)) for e in editions]),
        ("cards played per round", [_by_players(e, e.cards_played) for e in editions]),
        ("supply + reserve", [f"{e.supply} + {e.reserve}" for e in editions]),
        ("display before the first round", [_by_players(e, e.opening_display) for e in editions]),
        ("cards put aside unseen", [str(e.removed) for e in editions]),
        ("fresh display cards per round and player", [str(e.fresh_display) for e in editions]),
        ("display refilled after a round to", [str(e.refill_display or "–") for e in editions]),
        ("bonus diamonds score", ["at once" if e.bonus_at_once else "at the end" for e in editions]),
        ("extra card with an empty display", [f"{e.empty_display_points} points" for e in editions]),
        ("a placed ship card moves the ship", ["may" if e.ship_may_stay else "must" for e in editions]),
        ("tie", ["fewer diamonds left, then shared" if e.diamonds_break_ties else "shared" for e in editions]),
        ("neutral diamonds", [str(len(e.neutral) or "–") for e in editions]),
    ]
    lines = ["| option | " + " | ".join(e.name for e in editions) + " |", "| --- |" + " --- |" * len(editions)]
    lines += [f"| {option} | " + " | ".join(cells) + " |" for option, cells in rows]
    return "\n".join(lines) + "\n"


def command_help() -> str:
    """The help of `millefiori` and its commands, as Markdown."""
    import click

    from millefiori.cli.main import cli

    context = click.Context(cli, info_name="millefiori", terminal_width=100, **cli.context_settings)
    return "```\n" + "\n\n\n".join(_helps(cli, context)) + "\n```\n"


def _helps(command: "click.Command", context: "click.Context") -> list[str]:
    """The help of a command, and of those below it."""
    import click

    texts = [command.get_help(context)]
    for name, below in sorted(command.commands.items()) if isinstance(command, click.Group) else ():
        own = click.Context(below, info_name=name, parent=context, max_content_width=100, terminal_width=100)
        texts += _helps(below, own)
    return texts


def board_picture() -> str:
    """The picture docs/board.svg: a four-player game in its fifth round."""
    from millefiori.table import Table

    chooser = random.Random(4)
    table = Table("international", ["Ada", "Ben", "Cleo", "Dan"], seed=12)
    for _ in range(140):
        table.advance(chooser.choice(table.legal_actions()))
    return table.svg(0)


def conversation() -> str:
    """The beginning of a game in the line protocol, as Markdown: the program decides twice at the first seat."""
    from millefiori.bots.conversation import decide, hello
    from millefiori.table import Table

    table = Table(players=2, seed=2, start_player=0)
    lines = ["→ " + hello(7, 1.0).decode(), '← {"type":"ready"}']
    for action in ("keep jewelry-4", "keep residence-1", "place T1.3"):
        seat = int(table.game.to_act)
        number = table.check(action)
        if seat == 0:
            lines.append("→ " + decide(table.view(seat), 1.0).decode())
            lines.append(f'← {{"type":"action","action":{number}}}')
        table.apply(number)
    return "```\n" + "\n".join(lines) + "\n```\n"


def ladder(name: str) -> str:
    """The table of bots of a tournament, from the arena's file."""
    from millefiori.arena.standings import markdown_ladder

    return markdown_ladder(_tournament(name))


def pairings(name: str) -> str:
    """The table of pairings of a tournament, from the arena's file."""
    from millefiori.arena.standings import markdown_pairings

    return markdown_pairings(_tournament(name))


def by_edition(players: str, *pairings: tuple[str, str]) -> str:
    """The win share of the first bot of each pairing, by edition, for "two" or "four" players."""
    heads = [f"`{one}` {'against' if players == 'two' else 'among'} `{others}`" for one, others in pairings]
    lines = [f"| edition | {' | '.join(heads)} |", "| --- |" + " ---: |" * len(heads)]
    for edition in EDITIONS.values():
        shares = [_win_share(players, edition.name, *pairing) for pairing in pairings]
        if any(shares):
            lines.append(f"| {edition.name} | {' | '.join(shares)} |")
    return "\n".join(lines) + "\n"


def new_against_old() -> str:
    """The learned bot against that of version 0.2, by edition and players, as Markdown."""
    from millefiori.arena.standings import share

    lines = ["| edition | players | games | win share | margin |", "| --- |" + " ---: |" * 4]
    tournaments = [_tournament(path.stem) for path in sorted(ARENA.glob("learned-*.json"))]
    for found in sorted(tournaments, key=lambda found: (found["settings"]["players"], -found["settings"]["games"])):
        row, settings = found["pairings"][0], found["settings"]
        cells = f"{settings['edition']} | {settings['players']} | {row['games']} | {share(row)} | {row['margin']:+.1f}"
        lines.append(f"| {cells} |")
    return "\n".join(lines) + "\n"


def calibration() -> str:
    """How right the chances to win are, by edition and players, as Markdown."""
    found = json.loads(Path("benchmarks/calibration.json").read_text(encoding="utf-8"))
    lines = ["| edition | players | base | Brier before | Brier | off before | off |", "| --- |" + " ---: |" * 6]
    for row in found["rows"]:
        before, now = row["before"], row["now"]
        scores = f"{row['base']:.3f} | {before['brier']:.3f} | {now['brier']:.3f}"
        lines.append(f"| {row['edition']} | {row['players']} | {scores} | {before['off']:.1%} | {now['off']:.1%} |")
    positions = sum(row["positions"] for row in found["rows"])
    return "\n".join(lines) + f"\n\n{positions:,} positions, `{found['made_by']}`.\n"


def observation_table() -> str:
    """The parts of an observation, as Markdown."""
    from millefiori.env.observation import FIELDS, SLICES

    lines = ["| numbers | part | shape | highest | says |", "| ---: | --- | --- | ---: | --- |"]
    for field in FIELDS:
        where, high = SLICES[field.name], np.asarray(field.high)
        numbers = f"{where.start}–{where.stop - 1}" if where.stop - where.start > 1 else f"{where.start}"
        highest = f"{high.max()}" if high.min() == high.max() else "copies of the card"
        shape = " × ".join(map(str, field.shape))
        lines.append(f"| {numbers} | `{field.name}` | {shape} | {highest} | {field.says} |")
    return "\n".join(lines) + "\n"


def packed_table() -> str:
    """The bytes of a packed observation, as Markdown."""
    from millefiori.env.packing import PACKED, SAYS

    lines = ["| bytes | part | shape | says |", "| ---: | --- | --- | --- |"]
    for name, (kind, begin, *_) in (PACKED.fields or {}).items():
        if name in SAYS:
            shape = " × ".join(map(str, kind.shape)) + (" words of 64 bits" if kind.base.itemsize == 8 else "")
            end = begin + kind.itemsize - 1
            lines.append(f"| {begin}{f'–{end}' if end > begin else ''} | `{name}` | {shape} | {SAYS[name]} |")
    return "\n".join(lines) + "\n"


def observation_axes() -> str:
    """The labels along the axes of an observation, as Markdown."""
    from millefiori.env.observation import FIELDS

    by_name = {field.name: field for field in FIELDS}
    axes = {
        "owners": by_name["diamonds"].axes[0],
        "spaces": by_name["diamonds"].axes[1],
        "cards": by_name["card"].axes[0],
        "sets": by_name["bonus"].axes[1],
        "phases": by_name["phase"].axes[0],
        "editions": by_name["edition"].axes[0],
    }
    return "".join(f"- **{name}**, from 0: {', '.join(places)}\n" for name, places in axes.items())


def environment_speed() -> str:
    """Decisions per second of our environments and of others at their best batch size, as Markdown."""
    results = json.loads(Path("benchmarks/env.json").read_text(encoding="utf-8"))
    lines = ["| framework | game | what | batch | decisions per second |", "| --- | --- | --- | ---: | ---: |"]
    best: dict[tuple[str, str, str], dict[str, Any]] = {}
    for row in sorted(results["rivals"], key=lambda row: float(row["decisions_per_second"])):
        best[row["framework"], row["game"], row["what"]] = row
    in_order = dict.fromkeys((row["framework"], row["game"], row["what"]) for row in results["rivals"])
    for row in [*results["ours"], *(best[key] for key in in_order)]:
        name, figure = f"{row['framework']} {row['version']}", f"{row['decisions_per_second']:,.0f}"
        lines.append(f"| {name} | {row['game']} | {row['what']} | {row['batch']:,} | {figure} |")
    return "\n".join(lines) + "\n"


def _tournament(name: str) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((ARENA / f"{name}.json").read_text(encoding="utf-8")))


def _win_share(players: str, edition: str, one: str, others: str) -> str:
    """A pairing's win share in an edition, from the tournament with most games of it; empty if never played."""
    from millefiori.arena.standings import share

    ending = players if edition == "international" else f"{players}-{edition}"
    rows = [
        row
        for name in (ending, f"ladder-{ending}")
        if (ARENA / f"{name}.json").exists()
        for row in _tournament(name)["pairings"]
        if (row["one"], row["others"]) == (one, others)
    ]
    if not rows:
        return ""
    row = max(rows, key=lambda row: int(row["games"]))
    return f"{share(row)} of {row['games']}"


if __name__ == "__main__":
    Path("docs/board.svg").write_text(board_picture(), encoding="utf-8")
