"""The bot protocol: a bot gets a seat's view and its legal actions, and returns one of them.

A bot never sees the game itself. What it must guess it samples with `redeal`, so it cannot peek at hidden cards, and
with the same seed and the same view it makes the same choice.
"""

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import ClassVar

from millefiori.view import View
from millefiori.vocabulary import ActionNumber


@dataclass(frozen=True)
class Opinion:
    """What a bot thinks of one action: how often it looked, the final margin it expects, the chance to win."""

    action: ActionNumber
    visits: int
    margin: float
    win: float


class Bot:
    """A player. Subclasses implement `choose`; what they think of the actions they may leave in `opinions`."""

    summary: ClassVar[str] = ""

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        """A seed decides all its chances; the budget is what follows the colon in `search:200ms`."""
        self.seed = seed
        self.budget = budget
        self.opinions: list[Opinion] = []

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """One of the legal actions."""
        raise NotImplementedError


def best_first(opinions: Sequence[Opinion], choice: ActionNumber) -> list[Opinion]:
    """What a bot chose, then the others by their chance to win."""
    return sorted(opinions, key=lambda opinion: (opinion.action != choice, -opinion.win, -opinion.margin))


class UnknownBot(ValueError):
    """A bot that cannot be found or made."""


# Name and home of each bot of our own; loaded when first asked for, since a bot may bring a long compilation.
BUILT_IN = {
    "random": "millefiori.bots.random:RandomBot",
    "greedy": "millefiori.bots.greedy:GreedyBot",
    "learned": "millefiori.bots.greedy:LearnedBot",
    "search": "millefiori.bots.search:SearchBot",
    "strong": "millefiori.bots.search:StrongBot",
}


LEVELS = {"gentle": "greedy:6", "casual": "greedy", "skilled": "learned", "master": "strong:1s"}
"""Levels of play for people, and the bots behind them."""


def bot_names() -> list[str]:
    """The names that `make_bot` knows, ours first."""
    return [*BUILT_IN, *sorted(point.name for point in entry_points(group="millefiori.bots"))]


def make_bot(spec: str, seed: int = 0) -> Bot:
    """A bot from its name (`greedy`, `search:200ms`), a level (`master`), or a file (`mybot.py:MyBot`)."""
    name, _, budget = LEVELS.get(spec, spec).partition(":")
    if name.endswith(".py"):
        return _from_file(Path(name), budget)(seed)
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        bot: Callable[..., Bot] = getattr(import_module(module), attribute)
        return bot(seed, budget)
    for point in entry_points(group="millefiori.bots", name=name):
        try:
            loaded: Callable[..., Bot] = point.load()
        except ImportError as error:
            raise UnknownBot(f"{name} cannot be loaded here: {error}") from error
        return loaded(seed, budget)
    raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(bot_names())}, or file.py:ClassName")


def _from_file(path: Path, attribute: str) -> Callable[[int], Bot]:
    if not path.is_file():
        raise UnknownBot(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UnknownBot(f"{path} does not load: {type(error).__name__}: {error}") from error
    if not isinstance(getattr(module, attribute, None), type):
        raise UnknownBot(f"{path} has no class {attribute!r}: write {path}:ClassName")
    bot: Callable[[int], Bot] = getattr(module, attribute)
    return bot
