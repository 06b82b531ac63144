"""The bot protocol: a bot gets a seat's view and its legal actions, and returns one of them.

A bot never sees the game itself: it samples hidden cards with `redeal`, so it cannot peek. The same seed and the same
view give the same action.
"""

import importlib.util
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import ClassVar

from millefiori.engine.view import View
from millefiori.engine.vocabulary import ActionNumber


@dataclass(frozen=True)
class Opinion:
    """What a bot thinks of one action: how often it tried it, the final margin it expects, the chance to win.

    The mean final score sheets, by seat and reason, are there if somebody asked for them (`teacher.sheets.explained`).
    """

    action: ActionNumber
    visits: int
    margin: float
    win: float
    sheets: tuple[tuple[float, ...], ...] = ()


class Bot:
    """A player. Subclasses implement `choose` and may leave their thoughts about the actions in `opinions`."""

    summary: ClassVar[str] = ""

    def __init__(self, seed: int = 0, budget: str = "") -> None:
        """The seed decides everything random; the budget is what follows the colon in `search:200ms`."""
        self.seed = seed
        self.budget = budget
        self.opinions: list[Opinion] = []

    def choose(self, view: View, legal: Sequence[ActionNumber]) -> ActionNumber:
        """One of the legal actions."""
        raise NotImplementedError

    def close(self) -> None:
        """Called after the last choice: end what the bot has started."""


def best_first(opinions: Sequence[Opinion], choice: ActionNumber) -> list[Opinion]:
    """The action that a bot chose, then the others by their chance to win."""
    return sorted(opinions, key=lambda opinion: (opinion.action != choice, -opinion.win, -opinion.margin))


class UnknownBot(ValueError):
    """A bot that cannot be found or created."""


class BotFailed(Exception):
    """A bot has no answer, by its own fault. The message continues "the bot ...": "has ended", "gave no answer"."""


FALLBACK = "greedy"
"""Decides at tables with people in the place of a bot that has failed."""
LINE = "line"
"""The bot that is a program (`line:COMMAND`). No record and no client may name a command, only who runs us."""

# Name and home of each bot of our own; loaded when first asked for, since a bot may bring a long compilation.
BUILT_IN = {
    "random": "millefiori.bots.random:RandomBot",
    "novice": "millefiori.bots.novice:NoviceBot",
    "greedy": "millefiori.bots.greedy:GreedyBot",
    "learned": "millefiori.bots.learned:LearnedBot",
    "search": "millefiori.bots.search:SearchBot",
    "strong": "millefiori.bots.strong:StrongBot",
    "reference": "millefiori.bots.reference:ReferenceBot",
}


LEVELS = {
    "gentle": "novice:65%",
    "curious": "novice:83%",
    "eager": "novice",
    "casual": "greedy:0.3",
    "steady": "learned:25%",
    "skilled": "learned",
    "expert": "strong:60sims",
    "master": "strong:1s",
}
"""Levels of play for people, from a first game to the best, and the bots behind them (docs/bots.md, "Levels")."""


def budget_seconds(spec: str) -> float:
    """The time in a name like `search:200ms` or `line:2s:./mybot`, or in a level's; 0 if it has none."""
    name, _, budget = LEVELS.get(spec, spec).partition(":")
    pattern = r"(\d+(?:\.\d+)?)(ms|s):" if name == LINE else r".*?\b(\d+(?:\.\d+)?)(ms|s)\b"
    time = None if name.endswith(".py") else re.match(pattern, budget)
    return 0.0 if time is None else float(time[1]) / (1000 if time[2] == "ms" else 1)


def read_percent(bot: str, text: str) -> float:
    """The share in a name like `novice:40%`; 1 without a number."""
    if text and not re.fullmatch(r"([1-9]\d?|100)%", text):
        raise UnknownBot(f"{bot} takes a share from 1% to 100%, as in {bot}:40%, not {text!r}")
    return float(text.rstrip("%") or 100) / 100


def bot_names() -> list[str]:
    """The names that `make_bot` knows, ours first."""
    return [*BUILT_IN, *sorted(point.name for point in entry_points(group="millefiori.bots"))]


def make_bot(spec: str, seed: int = 0) -> Bot:
    """A bot from its name (`greedy`, `search:200ms`), a level (`master`), or a file (`mybot.py:MyBot`)."""
    name, _, budget = LEVELS.get(spec, spec).partition(":")
    if name.endswith(".py"):
        return _from_file(Path(name), budget)(seed)
    if name in BUILT_IN or name == LINE:
        home = BUILT_IN.get(name, "millefiori.bots.line:LineBot")
        module, _, attribute = home.partition(":")
        bot: Callable[..., Bot] = getattr(import_module(module), attribute)
        return bot(seed, budget)
    for point in entry_points(group="millefiori.bots", name=name):
        try:
            loaded: Callable[..., Bot] = point.load()
        except ImportError as error:
            raise UnknownBot(f"{name} cannot be loaded here: {error}") from error
        return loaded(seed, budget)
    raise UnknownBot(
        f"there is no bot {name!r}; the bots are {', '.join(bot_names())}, file.py:ClassName, or line:COMMAND"
    )


def _from_file(path: Path, attribute: str) -> Callable[[int], Bot]:
    if not path.is_file():
        raise UnknownBot(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UnknownBot(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(getattr(module, attribute, None), type):
        raise UnknownBot(f"{path} has no class {attribute!r}: write {path}:ClassName")
    bot: Callable[[int], Bot] = getattr(module, attribute)
    return bot
