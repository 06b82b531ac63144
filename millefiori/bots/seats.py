"""Bots at a table: the names that mark them, their seats, and hints for people."""

from collections.abc import Sequence
from contextlib import suppress

from millefiori.bots.bot import LINE, Bot, UnknownBot, best_first, make_bot
from millefiori.engine.vocabulary import ActionNumber, Seat
from millefiori.table import Table

PREFIX = "bot: "


def bot_players(specs: Sequence[str]) -> list[str]:
    """Names for bots at one table: "bot: casual", "bot: casual 2". In records they mark the bots."""
    names: list[str] = []
    for spec in specs:
        same = sum(spec_of(name) == spec for name in names)
        names.append(f"{PREFIX}{spec}" + (f" {same + 1}" if same else ""))
    return names


def spec_of(name: str) -> str | None:
    """The bot behind a player's name; None for a human."""
    return name.removeprefix(PREFIX).split(" ")[0] if name.startswith(PREFIX) else None


def named_bots(players: Sequence[str]) -> dict[Seat, str]:
    """The bots of a table by seat, from the names of its players.

    A name may come from a record of somebody else: it cannot start a program.
    """
    specs = {seat: spec for seat, name in enumerate(players) if (spec := spec_of(name)) is not None}
    for spec in specs.values():
        if spec.partition(":")[0] == LINE:
            raise UnknownBot(f"the game was played by a program, {spec!r}: a saved game cannot start one")
    return specs


class SeatedBots:
    """The bots of a table; each sees its seat's view."""

    def __init__(self, table: Table, seed: int, specs: dict[Seat, str] | None = None) -> None:
        self.specs = named_bots(table.players) if specs is None else specs
        seats = len(table.players)
        self.bots: dict[Seat, Bot] = {seat: make_bot(spec, seed * seats + seat) for seat, spec in self.specs.items()}

    def get_ready(self, table: Table) -> None:
        """Let twins of the bots decide once at another table, so that everything they need is compiled."""
        for spec in set(self.specs.values()):
            other = Table(table.edition.name, len(table.players), seed=0)
            with suppress(Exception):  # a bot that fails here will fail at the table, where it is reported
                twin = make_bot(spec)
                twin.choose(other.view(int(other.game.to_act)), other.legal_actions())
                twin.close()

    def choose(self, table: Table) -> ActionNumber:
        """The action of the bot whose turn it is."""
        seat = int(table.game.to_act)
        return self.bots[seat].choose(table.view(seat), table.legal_actions())

    def close(self) -> None:
        """The game is over, or stopped."""
        for bot in self.bots.values():
            bot.close()


def hint(table: Table, adviser: Bot) -> list[str]:
    """What a bot would do for the player whose turn it is, best first."""
    seat = int(table.game.to_act)
    action = adviser.choose(table.view(seat), table.legal_actions())
    opinions = best_first(adviser.opinions, action)
    if not opinions:
        return [f"I would {table.name(action)}."]
    lines = [f"I would {table.name(action)}. Chance to win, and expected margin in the end:"]
    return lines + [f"  {table.name(o.action):40}{o.win:6.0%}{o.margin:+8.1f}" for o in opinions[:5]]
