"""The worked examples of the rules, in any edition."""

import tomllib
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert

from millefiori.engine.actions import action_named
from millefiori.engine.calls import apply
from millefiori.engine.state import Game, copy_game
from millefiori.engine.vocabulary import ActionNumber
from millefiori.explain.legality import check
from millefiori.position import position

PLAYERS = ("A", "B")


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """What an action brings in an area."""

    name: str  # of an area, `sea`, `bonus` or `extra`
    position: str  # one line without its edition (docs/record.md); A plays
    action: str
    points: int

    def played(self, edition: str) -> tuple[Game, ActionNumber, Game]:
        """The game before the action, the action, and the game after it."""
        before, action = position(f"{edition}-2 {self.position}"), action_named(self.action)
        check(before, action)
        after = copy_game(before)
        apply(after, action)
        return before, action, after


@cache
def examples() -> dict[str, Example]:
    """All examples by name, in the order of the rules."""
    text = files("millefiori").joinpath("teacher/rules/examples.toml").read_text(encoding="utf-8")
    return {example.name: example for example in convert(tomllib.loads(text)["example"], list[Example])}
