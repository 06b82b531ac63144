"""A position as one line of text, like FEN in chess: for tests, bug reports and puzzles. See docs/record.md.

    international-3 W=AB...../......../......../....... T=A.../A..B/..../..../.... act=B phase=play kept=-/glasses-3/-

Every field except the first may be left out and then has its value in a new game: empty spaces, ships at the start,
supplies minus the diamonds on the board, no cards in hands or display, all other cards in the deck.
`position(text(game))` continues exactly like the game; only the order in which cards left the deck is lost.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.board import (
    AREA,
    BIT,
    BONUS_VALUES,
    CARD_NAMES,
    CARD_NUMBERS,
    CARDS,
    COPIES,
    DECK,
    FIRST,
    LAST_SEA_SPACE,
    SPACE_NAMES,
)
from millefiori.engine.editions import edition_named, edition_numbered
from millefiori.engine.operations import size
from millefiori.engine.rules.diamonds import owner
from millefiori.engine.rules.piles import add_card
from millefiori.engine.state import HAND, Game, blank_game
from millefiori.engine.vocabulary import (
    ALL_SEEING,
    AREA_LETTERS,
    FREE,
    NEUTRAL,
    NO_CARD,
    SEAT_LETTERS,
    SETS,
    Area,
    Phase,
    Reason,
)

Reader: TypeAlias = Callable[[Game, str], object]
"""Reads the value of a field into a game."""
OWNERS = SEAT_LETTERS + "#"
OLD_KEYS = {"chain": "taken"}
"""Fields that had another name in version 0.1."""


class PositionError(ValueError):
    """A line that is not a position; the message names the field."""


# --- Game to text -----------------------------------------------------------------------------------------------------


def text(game: Game) -> str:
    """The whole game as one line, secrets included. For a view, redeal it first."""
    if game.seen_by != ALL_SEEING:
        raise PositionError("a view is not a position, since its hidden cards are unknown: redeal it first")
    seats = range(game.seats)
    option = game.option
    edition = edition_numbered(option.edition).name
    aside = slice(int(option.opening_display), min(int(option.opening_display + option.removed), int(game.dealt)))
    fields: dict[str, str] = {letter: _area_text(game, Area(number)) for number, letter in enumerate(AREA_LETTERS)}
    fields |= {
        "bonus": "/".join(_bonus_text(game, number) for number in range(SETS)),
        "points": "/".join(_points_text(game.points[seat]) for seat in seats),
        "ship": _numbers_text(game.ship[: game.seats]),
        "supply": _numbers_text(game.supply[: game.seats]),
        "reserve": _numbers_text(game.reserve[: game.seats]),
        "round": str(game.rounds),
        "turn": str(game.turn + 1),
        "start": SEAT_LETTERS[game.start_player],
        "phase": Phase(game.phase).name.lower(),
        "act": SEAT_LETTERS[game.to_act],
        "taken": str(game.extra_cards),
        "last": "yes" if game.last_turns else "no",
        "won": "".join(SEAT_LETTERS[seat] for seat in seats if game.won[seat]) or "-",
        "hand": "/".join(_cards_text(card for card in game.hand[seat] if card != NO_CARD) for seat in seats),
        "kept": "/".join(_cards_text(card for card in game.kept[seat : seat + 1] if card != NO_CARD) for seat in seats),
        "display": _cards_text(np.repeat(np.arange(CARDS), game.display)),
        "discarded": _cards_text(np.repeat(np.arange(CARDS), game.discarded)),
        "aside": _cards_text(card for card in game.deck[aside] if card != NO_CARD),
        "deck": _cards_text(game.deck[game.dealt :]),
    }
    name = f"{edition}-{game.seats}" + ("-tactical" if option.tactical else "")
    return " ".join([name, *(f"{key}={value}" for key, value in fields.items())])


def _area_text(game: Game, area: Area) -> str:
    """The owners of the spaces, with rows and levels separated."""
    rows: dict[str, str] = {}
    for space in np.flatnonzero(area == AREA):
        row = SPACE_NAMES[space].split(".")[0] if "." in SPACE_NAMES[space] else ""
        player = owner(game, int(space))
        rows[row] = rows.get(row, "") + ("." if player == FREE else OWNERS[player])
    return "/".join(rows.values())


def _bonus_text(game: Game, number: int) -> str:
    """Whose bonus diamonds lie on 20, 15, 10 and 5 of a set."""
    holders = {int(game.bonus[seat, number]): SEAT_LETTERS[seat] for seat in range(game.seats)}
    return "".join(holders.get(int(value), ".") for value in BONUS_VALUES)


def _points_text(points: NDArray[Any]) -> str:
    return ",".join(f"{Reason(int(reason)).name.lower()}:{points[reason]}" for reason in np.flatnonzero(points)) or "-"


def _numbers_text(numbers: NDArray[Any]) -> str:
    return "/".join(str(number) for number in numbers)


def _cards_text(cards: Iterable[Any]) -> str:
    return ",".join(CARD_NAMES[card] for card in cards) or "-"


# --- Text to game -----------------------------------------------------------------------------------------------------


def position(line: str) -> Game:
    """The game that a line describes."""
    name, *words = line.split() or [""]
    heading = re.fullmatch(r"([a-z]+)-(\d)(-tactical)?", name)
    if heading is None:
        raise PositionError(
            f"a position begins with a name such as 'international-3' or 'german-2-tactical', not {name!r}"
        )
    game = blank_game(edition_named(heading[1]), int(heading[2]), bool(heading[3]))
    game.rounds = 1
    fields: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        key = OLD_KEYS.get(key, key)
        _read(game, key, value, fields)
        fields[key] = value
    if "supply" not in fields:
        for seat in range(game.seats):
            game.supply[seat] = max(0, game.supply[seat] - _placed(game, seat))
    if game.phase == Phase.PLAY and game.kept[game.to_act] == NO_CARD:
        raise PositionError(f"kept: {SEAT_LETTERS[game.to_act]} has no card to play")
    _lay_out_deck(game, fields)
    game.score[:] = game.points.sum(axis=1)
    return game


def _read(game: Game, key: str, value: str, before: dict[str, str]) -> None:
    if key not in _READERS:
        raise PositionError(f"there is no field {key!r}: the fields are {', '.join(_READERS)}")
    if key in before:
        raise PositionError(f"{key} is given twice")
    try:
        _READERS[key](game, value)
    except (ValueError, KeyError) as error:
        raise PositionError(f"{key}={value}: {error}") from None


def _placed(game: Game, seat: int) -> int:
    on_board = sum(size(int(spaces)) for spaces in game.diamonds[seat])
    return on_board + int(np.count_nonzero(game.bonus[seat]))


def _seat(game: Game, letter: str) -> int:
    if len(letter) != 1 or letter not in SEAT_LETTERS[: game.seats]:
        raise ValueError(f"{letter!r} is not one of the seats {SEAT_LETTERS[: game.seats]}")
    return SEAT_LETTERS.index(letter)


def _number(text: str, lowest: int, highest: int) -> int:
    if not lowest <= int(text) <= highest:
        raise ValueError(f"{text} is not between {lowest} and {highest}")
    return int(text)


def _parts(value: str, count: int) -> list[str]:
    parts = value.split("/")
    if len(parts) != count:
        raise ValueError(f"got {len(parts)} parts instead of {count}")
    return parts


def _cards(value: str, most: int = len(DECK)) -> list[int]:
    names = value.split(",") if value not in ("-", "") else []
    for name in names:
        if name not in CARD_NUMBERS:
            raise ValueError(f"there is no card {name!r}")
    if len(names) > most:
        raise ValueError(f"more than {most} cards")
    return [CARD_NUMBERS[name] for name in names]


def _read_area(area: Area) -> Reader:
    def read(game: Game, value: str) -> None:
        owners = value.replace("/", "")
        if len(owners) != np.count_nonzero(area == AREA):
            raise ValueError(f"got {len(owners)} spaces instead of {np.count_nonzero(area == AREA)}")
        game.diamonds[NEUTRAL, area] = 0
        for index, letter in enumerate(owners):
            if letter != ".":
                seat = NEUTRAL if letter == "#" else _seat(game, letter)
                game.diamonds[seat, area] |= BIT[FIRST[area] + index]

    return read


def _read_bonus(game: Game, value: str) -> None:
    for number, letters in enumerate(_parts(value, SETS)):
        if len(letters) != len(BONUS_VALUES):
            raise ValueError(f"got {len(letters)} bonus spaces instead of {len(BONUS_VALUES)}")
        for index, letter in enumerate(letters):
            if letter != ".":
                if game.bonus[_seat(game, letter), number]:
                    raise ValueError(f"{letter} has two bonus diamonds in one set")
                game.bonus[_seat(game, letter), number] = BONUS_VALUES[index]


def _read_points(game: Game, value: str) -> None:
    for seat, points in enumerate(_parts(value, game.seats)):
        for entry in points.split(",") if points != "-" else []:
            reason, number = entry.split(":")
            game.points[seat, Reason[reason.upper()]] = _number(number, 0, 2000)


def _read_by_seat(field: str, highest: int) -> Reader:
    def read(game: Game, value: str) -> None:
        getattr(game, field)[: game.seats] = [_number(text, 0, highest) for text in _parts(value, game.seats)]

    return read


def _read_number(field: str, lowest: int, highest: int, first_number: int = 0) -> Reader:
    return lambda game, value: setattr(game, field, _number(value, lowest, highest) - first_number)


def _read_seat(field: str) -> Reader:
    return lambda game, value: setattr(game, field, _seat(game, value))


def _read_word(field: str, words: Mapping[str, int]) -> Reader:
    def read(game: Game, value: str) -> None:
        if value not in words:
            raise ValueError(f"not one of {', '.join(words)}")
        setattr(game, field, words[value])

    return read


def _read_won(game: Game, value: str) -> None:
    for letter in value.replace("-", ""):
        game.won[_seat(game, letter)] = 1


def _read_hand(game: Game, value: str) -> None:
    for seat, cards in enumerate(_parts(value, game.seats)):
        for card in _cards(cards, HAND):
            add_card(game.hand[seat], card)


def _read_kept(game: Game, value: str) -> None:
    for seat, cards in enumerate(_parts(value, game.seats)):
        for card in _cards(cards, 1):
            game.kept[seat] = card


def _read_counts(field: str) -> Reader:
    def read(game: Game, value: str) -> None:
        for card in _cards(value):
            getattr(game, field)[card] += 1

    return read


def _lay_out_deck(game: Game, fields: dict[str, str]) -> None:
    """Put the rest of the cards into the deck: in the given order, or sorted if none is given."""
    held = [card for card in (*game.hand.ravel().tolist(), *game.kept.tolist()) if card != NO_CARD]
    aside = _cards(fields.get("aside", "-"))
    left = COPIES - game.display - game.discarded - np.bincount([*held, *aside], minlength=CARDS)
    if (left < 0).any():
        raise PositionError(f"there are too many cards {CARD_NAMES[int(np.argmin(left))]}")
    deck = _cards(fields["deck"]) if "deck" in fields else np.repeat(np.arange(CARDS), left).tolist()
    if (np.bincount(deck, minlength=CARDS) != left).any():
        raise PositionError("deck: together with hands, display, discarded and aside, it must have all 109 cards")
    game.deck[:] = NO_CARD
    first = int(game.option.opening_display)
    game.deck[first : first + len(aside)] = aside
    game.dealt = len(DECK) - len(deck)
    game.deck[game.dealt :] = deck


_READERS: dict[str, Reader] = {
    **{letter: _read_area(Area(number)) for number, letter in enumerate(AREA_LETTERS)},
    "bonus": _read_bonus,
    "points": _read_points,
    "ship": _read_by_seat("ship", LAST_SEA_SPACE),
    "supply": _read_by_seat("supply", 99),
    "reserve": _read_by_seat("reserve", 99),
    "round": _read_number("rounds", 1, 99),
    "turn": _read_number("turn", 1, HAND, 1),
    "start": _read_seat("start_player"),
    "phase": _read_word("phase", {**{phase.name.lower(): phase for phase in Phase}, "extra": Phase.TAKE}),
    "act": _read_seat("to_act"),
    "taken": _read_number("extra_cards", 0, 99),
    "last": _read_word("last_turns", {"yes": True, "no": False}),
    "won": _read_won,
    "hand": _read_hand,
    "kept": _read_kept,
    "display": _read_counts("display"),
    "discarded": _read_counts("discarded"),
    "aside": lambda game, value: _cards(value),  # laid out with the deck
    "deck": lambda game, value: _cards(value),
}
