"""Bots at a table: names that say who plays, and somebody to ask for a hint."""

from collections.abc import Sequence
from contextlib import suppress

from millefiori.bots.bot import Bot, best_first, make_bot
from millefiori.table import Table
from millefiori.vocabulary import ActionNumber, Seat

PREFIX = "bot: "


def bot_players(specs: Sequence[str]) -> list[str]:
    """Names for bots at one table: "bot: casual", "bot: casual 2"; records tell by them who was no human."""
    names: list[str] = []
    for spec in specs:
        same = sum(spec_of(name) == spec for name in names)
        names.append(f"{PREFIX}{spec}" + (f" {same + 1}" if same else ""))
    return names


def spec_of(name: str) -> str | None:
    """The bot behind a player's name; None for a human."""
    return name.removeprefix(PREFIX).split(" ")[0] if name.startswith(PREFIX) else None


class SeatedBots:
    """The bots of a table, each at its seat; they see their seat's view."""

    def __init__(self, table: Table, seed: int) -> None:
        specs = {seat: spec_of(name) for seat, name in enumerate(table.players)}
        self.bots: dict[Seat, Bot] = {
            seat: make_bot(spec, seed * len(table.players) + seat) for seat, spec in specs.items() if spec is not None
        }

    def get_ready(self, table: Table) -> None:
        """Let twins of the bots make a first choice elsewhere, so that what they need is compiled."""
        for spec in {spec for name in table.players if (spec := spec_of(name)) is not None}:
            other = Table(table.edition.name, len(table.players), seed=0)
            with suppress(Exception):  # who fails will fail at the table, and be told there
                make_bot(spec).choose(other.view(int(other.game.to_act)), other.legal_actions())

    def choose(self, table: Table) -> ActionNumber:
        """What the bot in turn does."""
        seat = int(table.game.to_act)
        return self.bots[seat].choose(table.view(seat), table.legal_actions())


def hint(table: Table, adviser: Bot) -> list[str]:
    """What a bot would do in the place of the player in turn, best first."""
    seat = int(table.game.to_act)
    action = adviser.choose(table.view(seat), table.legal_actions())
    opinions = best_first(adviser.opinions, action)
    if not opinions:
        return [f"I would {table.name(action)}."]
    lines = [f"I would {table.name(action)}. Chance to win, and expected margin in the end:"]
    return lines + [f"  {table.name(o.action):40}{o.win:6.0%}{o.margin:+8.1f}" for o in opinions[:5]]
