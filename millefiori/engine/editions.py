"""The five editions: rows of options, loaded from `data/editions.toml`. An edition never has code."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from millefiori.engine.board import SPACE_NUMBERS
from millefiori.engine.vocabulary import Space

FEWEST_PLAYERS = 2
MOST_PLAYERS = 4


class EditionError(ValueError):
    """An edition that does not exist, or a number of players that it is not for."""


@dataclass(frozen=True)
class Edition:
    """One rule document as options; `data/editions.toml` says what each means. Lists are for 2, 3 and 4 players."""

    name: str
    title: str
    summary: str
    cards_played: tuple[int, ...]
    supply: int
    reserve: int
    opening_display: tuple[int, ...]
    removed: int
    fresh_display: int
    refill_display: int
    bonus_at_once: bool
    empty_display_points: int
    ship_may_stay: bool
    diamonds_break_ties: bool
    neutral: tuple[Space, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the edition is for."""
        return tuple(n for n in range(FEWEST_PLAYERS, MOST_PLAYERS + 1) if self.cards_played[n - FEWEST_PLAYERS])

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the edition is not for."""
        if players not in self.players:
            allowed = " or ".join(str(number) for number in self.players)
            raise EditionError(f"the {self.name} edition is for {allowed} players, not {players} (rule 1.1)")


def _load() -> dict[str, Edition]:
    rows = tomllib.loads(files(__package__).joinpath("data/editions.toml").read_text(encoding="utf-8"))
    editions = {}
    for name, row in rows.items():
        row["cards_played"] = tuple(row["cards_played"])
        row["opening_display"] = tuple(row["opening_display"])
        row["neutral"] = tuple(SPACE_NUMBERS[space] for space in row["neutral"])
        editions[name] = Edition(name=name, **row)
    return editions


EDITIONS: dict[str, Edition] = _load()
EDITION_NUMBERS: dict[str, int] = {name: number for number, name in enumerate(EDITIONS)}
_BY_NUMBER = tuple(EDITIONS.values())


def edition_numbered(number: int) -> Edition:
    """The edition whose number a game's options hold."""
    return _BY_NUMBER[number]


def edition_named(name: str) -> Edition:
    """The edition of that name."""
    if name not in EDITIONS:
        raise EditionError(f"there is no edition {name!r}; the editions are {', '.join(EDITIONS)}")
    return EDITIONS[name]
