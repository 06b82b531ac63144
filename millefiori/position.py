"""A position as one line of text, like chess's FEN: for tests, bug reports and puzzles. See docs/record.md.

    international-3 W=AB...../......../......../....... T=A.../A..B/..../..../.... act=B phase=play kept=-/glasses-3/-

Every field but the first may be left out and has then the value of a new game: empty spaces, ships at the start,
supplies less the diamonds on the board, no cards in hands and display, all other cards in the deck.
`position(text(game))` plays on exactly as the game did; the order in which cards left the deck is not kept.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from millefiori.board import AREA, BIT, BONUS_VALUES, CARD_NAMES, CARD_NUMBERS, CARDS, COPIES, DECK, FIRST, SPACE_NAMES
from millefiori.compiled import size
from millefiori.editions import EDITIONS, edition_named
from millefiori.rules.piles import add_card
from millefiori.state import HAND, Game, blank_game
from millefiori.vocabulary import AREA_LETTERS, NEUTRAL, NO_CARD, SEAT_LETTERS, SETS, Area, Phase, Reason

OWNERS = SEAT_LETTERS + "#"


class PositionError(ValueError):
    """A line that is no position; the message names the field."""


# --- Game to text -----------------------------------------------------------------------------------------------------


def text(game: Game) -> str:
    """The whole game as one line, secrets included."""
    seats = range(game.seats)
    option = game.option
    edition = list(EDITIONS)[option.edition]
    aside = slice(int(option.opening_display), int(option.opening_display + option.removed))
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
        "chain": str(game.extra_cards),
        "last": "yes" if game.last_turns else "no",
        "won": "".join(SEAT_LETTERS[seat] for seat in seats if game.won[seat]) or "-",
        "hand": "/".join(_cards_text(card for card in game.hand[seat] if card != NO_CARD) for seat in seats),
        "kept": "/".join(_cards_text(card for card in game.kept[seat : seat + 1] if card != NO_CARD) for seat in seats),
        "display": _cards_text(np.repeat(np.arange(CARDS), game.display)),
        "discarded": _cards_text(np.repeat(np.arange(CARDS), game.discarded)),
        "aside": _cards_text(game.deck[aside]),
        "deck": _cards_text(game.deck[game.dealt :]),
    }
    name = f"{edition}-{game.seats}" + ("-tactical" if option.tactical else "")
    return " ".join([name, *(f"{key}={value}" for key, value in fields.items())])


def _area_text(game: Game, area: Area) -> str:
    """The owners of the spaces, rows and levels apart."""
    rows: dict[str, str] = {}
    for space in np.flatnonzero(area == AREA):
        row = SPACE_NAMES[space].split(".")[0] if "." in SPACE_NAMES[space] else ""
        owners = [owner for owner in range(len(OWNERS)) if game.diamonds[owner, area] & BIT[space]]
        rows[row] = rows.get(row, "") + (OWNERS[owners[0]] if owners else ".")
    return "/".join(rows.values())


def _bonus_text(game: Game, number: int) -> str:
    """Who lies on 20, 15, 10 and 5 of a set."""
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
    name, *words = line.split()
    edition, seats, *tactical = name.split("-")
    if not seats.isdigit() or tactical not in ([], ["tactical"]):
        raise PositionError(f"a position begins like 'international-3' or 'german-2-tactical', not {name!r}")
    game = blank_game(edition_named(edition), int(seats), bool(tactical))
    game.rounds = 1
    fields = dict(word.partition("=")[::2] for word in words)
    supplies = game.supply.copy()
    for key, value in fields.items():
        if key not in _READERS:
            raise PositionError(f"there is no field {key!r}; the fields are {', '.join(_READERS)}")
        try:
            _READERS[key](game, value)
        except (ValueError, KeyError, IndexError) as error:
            raise PositionError(f"{key}={value}: {error}") from None
    if "supply" not in fields:
        for seat in range(game.seats):
            game.supply[seat] = max(0, supplies[seat] - _placed(game, seat))
    _lay_out_deck(game, fields)
    game.score[:] = game.points.sum(axis=1)
    return game


def _placed(game: Game, seat: int) -> int:
    on_board = sum(size(int(spaces)) for spaces in game.diamonds[seat])
    return on_board + int(np.count_nonzero(game.bonus[seat]))


def _read_area(area: Area) -> Callable[[Game, str], None]:
    def read(game: Game, value: str) -> None:
        owners = value.replace("/", "")
        if len(owners) != np.count_nonzero(area == AREA):
            raise ValueError(f"{len(owners)} spaces instead of {np.count_nonzero(area == AREA)}")
        game.diamonds[NEUTRAL, area] = 0
        for place, owner in enumerate(owners):
            if owner != ".":
                game.diamonds[OWNERS.index(owner), area] |= BIT[FIRST[area] + place]

    return read


def _read_bonus(game: Game, value: str) -> None:
    for number, places in enumerate(_parts(value, SETS)):
        for place, owner in enumerate(places):
            if owner != ".":
                game.bonus[SEAT_LETTERS.index(owner), number] = BONUS_VALUES[place]


def _read_points(game: Game, value: str) -> None:
    for seat, points in enumerate(_parts(value, game.seats)):
        for entry in points.split(",") if points != "-" else []:
            reason, number = entry.split(":")
            game.points[seat, Reason[reason.upper()]] = int(number)


def _read_numbers(field: str) -> Callable[[Game, str], None]:
    def read(game: Game, value: str) -> None:
        getattr(game, field)[: game.seats] = [int(number) for number in _parts(value, game.seats)]

    return read


def _read_field(field: str, convert: Callable[[str], Any]) -> Callable[[Game, str], None]:
    return lambda game, value: setattr(game, field, convert(value))


def _read_won(game: Game, value: str) -> None:
    for letter in value.replace("-", ""):
        game.won[SEAT_LETTERS.index(letter)] = 1


def _read_hand(game: Game, value: str) -> None:
    for seat, cards in enumerate(_parts(value, game.seats)):
        if len(_cards(cards)) > HAND:
            raise ValueError(f"more than {HAND} cards in a hand")
        for card in _cards(cards):
            add_card(game.hand[seat], card)


def _read_kept(game: Game, value: str) -> None:
    for seat, cards in enumerate(_parts(value, game.seats)):
        for card in _cards(cards):
            game.kept[seat] = card


def _read_counts(field: str) -> Callable[[Game, str], None]:
    def read(game: Game, value: str) -> None:
        for card in _cards(value):
            getattr(game, field)[card] += 1

    return read


def _parts(value: str, count: int) -> list[str]:
    parts = value.split("/")
    if len(parts) != count:
        raise ValueError(f"{len(parts)} parts instead of {count}")
    return parts


def _cards(value: str) -> list[int]:
    names = value.split(",") if value not in ("-", "") else []
    for name in names:
        if name not in CARD_NUMBERS:
            raise PositionError(f"there is no card {name!r}")
    return [CARD_NUMBERS[name] for name in names]


def _lay_out_deck(game: Game, fields: dict[str, str]) -> None:
    """Put the rest of the cards into the deck: in the given order, or sorted if none is given."""
    held = [card for card in (*game.hand.ravel().tolist(), *game.kept.tolist()) if card != NO_CARD]
    aside = _cards(fields.get("aside", "-"))
    left = COPIES - game.display - game.discarded - np.bincount([*held, *aside], minlength=CARDS)
    if (left < 0).any():
        raise PositionError(f"there are not so many cards {CARD_NAMES[int(np.argmin(left))]}")
    deck = _cards(fields["deck"]) if "deck" in fields else np.repeat(np.arange(CARDS), left).tolist()
    if (np.bincount(deck, minlength=CARDS) != left).any():
        raise PositionError("deck: with the cards in hands, display, discarded and aside it does not make up 109")
    game.deck[:] = NO_CARD
    first = int(game.option.opening_display)
    game.deck[first : first + len(aside)] = aside
    game.dealt = len(DECK) - len(deck)
    game.deck[game.dealt :] = deck


_READERS: dict[str, Callable[[Game, str], None]] = {
    **{letter: _read_area(Area(number)) for number, letter in enumerate(AREA_LETTERS)},
    "bonus": _read_bonus,
    "points": _read_points,
    "ship": _read_numbers("ship"),
    "supply": _read_numbers("supply"),
    "reserve": _read_numbers("reserve"),
    "round": _read_field("rounds", int),
    "turn": _read_field("turn", lambda value: int(value) - 1),
    "start": _read_field("start_player", SEAT_LETTERS.index),
    "phase": _read_field("phase", lambda value: Phase[value.upper()]),
    "act": _read_field("to_act", SEAT_LETTERS.index),
    "chain": _read_field("extra_cards", int),
    "last": _read_field("last_turns", lambda value: {"yes": True, "no": False}[value]),
    "won": _read_won,
    "hand": _read_hand,
    "kept": _read_kept,
    "display": _read_counts("display"),
    "discarded": _read_counts("discarded"),
    "aside": lambda game, value: None,  # laid out with the deck
    "deck": lambda game, value: None,
}
