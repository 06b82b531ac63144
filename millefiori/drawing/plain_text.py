"""A picture of the game in plain text: board, display, players. It shows no secrets and works without colours.

A space with a diamond shows its owner, `[A]`. A free space that can be filled now shows its symbol and number: `q5` in
row W2 is space W2.5, for quartz cards. A space that cannot be filled yet has no number.
"""

from collections.abc import Sequence

from millefiori.engine.board import (
    AREA,
    BIT,
    BONUS_VALUES,
    CARD_NAMES,
    CARD_SYMBOL,
    CARDS,
    CARGO,
    FACTS,
    FLEET_POINTS,
    GOLD,
    KINDS,
    LEVEL,
    SAME_IN_SET,
    SEA_EXTRA_CARD,
    SEA_POINTS,
    SPACE_NAMES,
    SPACE_SYMBOL,
    SPACES,
    SYMBOL_AREA,
    VALUE,
)
from millefiori.engine.calls import filled
from millefiori.engine.editions import edition_numbered
from millefiori.engine.operations import size
from millefiori.engine.rules.diamonds import free, owner
from millefiori.engine.rules.flow import spaces_for
from millefiori.engine.rules.rounds import deck_left
from millefiori.engine.state import Game
from millefiori.engine.view import is_kept_card_known
from millefiori.engine.vocabulary import FREE, SEAT_LETTERS, SPECTATOR, Area, Phase, Seat, Space, Symbol

WIDTH = 100
LABEL = 16  # where lines across the whole board begin
RIGHT = 45  # where the right half begins
BOLD, DIM, GOLD_COLOUR, SEA_COLOUR = "1", "2", "1;93", "96"
AREA_COLOURS = ("38;5;208", "95", "32", "92", "36", "94")
OWNER_COLOURS = ("1;97;41", "1;97;44", "1;30;43", "1;97;45", "30;47")  # the seats, NEUTRAL
OWNER_LETTERS = SEAT_LETTERS + "#"
SYMBOL_LETTERS = dict(zip(Symbol, "qalprlcxfscgcjsh", strict=True))

_SPACES_OF = [[space for space in range(SPACES) if AREA[space] == area] for area in Area]
_WORKSHOP_COLUMNS = [column for row in FACTS["workshops"]["rows"] for column in row["col"]]


class Canvas:
    """Lines of characters with optional colours."""

    def __init__(self) -> None:
        self._lines: list[list[tuple[str, str]]] = []

    def put(self, y: int, x: int, text: str, colour: str = "") -> int:
        """Write text; returns the column after it."""
        while len(self._lines) <= y:
            self._lines.append([])
        line = self._lines[y]
        line.extend([(" ", "")] * (x + len(text) - len(line)))
        line[x : x + len(text)] = [(character, colour) for character in text]
        return x + len(text)

    def render(self, colour: bool) -> str:
        """All lines as one text, with ANSI colours or without."""
        if colour:
            return "\n".join(_coloured(line) for line in self._lines)
        return "\n".join("".join(character for character, _ in line).rstrip() for line in self._lines)


def _coloured(line: list[tuple[str, str]]) -> str:
    text, current = "", ""
    for character, colour in line:
        if colour != current:
            text += ("\033[0m" if current else "") + (f"\033[{colour}m" if colour else "")
            current = colour
        text += character
    return text + ("\033[0m" if current else "")


def paint(text: str, colour: str) -> str:
    """A text in an ANSI colour."""
    return f"\033[{colour}m{text}\033[0m"


def printable(name: str) -> str:
    """A player's name without characters that would break the layout."""
    return "".join(character if character.isprintable() else "?" for character in name)


def picture(game: Game, players: Sequence[str], *, colour: bool = False) -> str:
    """The public state of a game as text of at most 100 columns."""
    names = [printable(name) for name in players]
    canvas = Canvas()
    _draw_heading(canvas, game, names)
    _draw_workshops(canvas, game, 2)
    _draw_pyramid(canvas, game, Area.NOBILI, 2, RIGHT)
    _draw_pyramid(canvas, game, Area.POPULI, 2, RIGHT + 28)
    _draw_harbor_and_trade(canvas, game, 10)
    _draw_players(canvas, game, names, 10)
    _draw_residences(canvas, game, 18)
    _draw_sea(canvas, game, 20)
    _draw_display(canvas, game, 22)
    return canvas.render(colour)


# --- Headings ---------------------------------------------------------------------------------------------------------


def _draw_heading(canvas: Canvas, game: Game, names: Sequence[str]) -> None:
    edition = f"{edition_numbered(game.option.edition).name} edition" + (", tactical" if game.option.tactical else "")
    x = canvas.put(0, 0, f"Round {game.rounds}, turn {game.turn + 1} of {game.option.cards_played}: ")
    x = canvas.put(0, x, _happening(game, names), BOLD)
    if game.last_turns and game.phase != Phase.OVER:
        x = canvas.put(0, x, " - LAST TURNS", GOLD_COLOUR)
    right = f"{edition}   {deck_left(game)} in the deck"
    canvas.put(0 if x + 2 + len(right) <= WIDTH else 1, WIDTH - len(right), right)


def _happening(game: Game, names: Sequence[str]) -> str:
    """Who decides what."""
    if game.phase == Phase.OVER:
        return f"the game is over, won by {' and '.join(name for seat, name in enumerate(names) if game.won[seat])}"
    name = names[game.to_act]
    if game.phase == Phase.KEEP:
        return f"{name} to keep a card"
    if game.phase == Phase.TAKE:
        return f"{name} to take an extra card"
    if is_kept_card_known(game, SPECTATOR, game.to_act):
        return f"{name} to play the extra card {CARD_NAMES[game.kept[game.to_act]]}"
    return f"{name} to play a card"


def _draw_bonus_spaces(canvas: Canvas, game: Game, area: Area, y: int, x: int) -> None:
    """The four bonus spaces of a set: `A20` is held by A, `15` is free."""
    holders = {int(game.bonus[seat, area]): seat for seat in range(game.seats)}
    for value in BONUS_VALUES.tolist():
        if value in holders:
            x = canvas.put(y, x, f"{SEAT_LETTERS[holders[value]]}{value}", OWNER_COLOURS[holders[value]])
        else:
            x = canvas.put(y, x, str(value), AREA_COLOURS[area])
        x += 1


# --- Spaces -----------------------------------------------------------------------------------------------------------


def _draw_space(canvas: Canvas, game: Game, space: Space, y: int, x: int) -> None:
    player = owner(game, space)
    if player != FREE:
        canvas.put(y, x, f"[{OWNER_LETTERS[player]}]", OWNER_COLOURS[player])
        return
    symbol = Symbol(SPACE_SYMBOL[space])
    area = Area(AREA[space])
    letter = SYMBOL_LETTERS[symbol]
    if spaces_for(game, area, symbol) & BIT[space]:
        canvas.put(y, x, f" {letter}{SPACE_NAMES[space].split('.')[-1]}", AREA_COLOURS[area])
    else:
        canvas.put(y, x, f" {letter}", f"{DIM};{AREA_COLOURS[area]}")


def _draw_workshops(canvas: Canvas, game: Game, y: int) -> None:
    canvas.put(y, 0, "WORKSHOPS", f"{BOLD};{AREA_COLOURS[Area.WORKSHOPS]}")
    _draw_bonus_spaces(canvas, game, Area.WORKSHOPS, y, LABEL)
    lines = [y + 1, y + 3, y + 4, y + 6]  # the gold symbols lie between the first two rows and the last two
    at = {}
    for space, column in zip(_SPACES_OF[Area.WORKSHOPS], _WORKSHOP_COLUMNS, strict=True):
        row = int(SPACE_NAMES[space][1])
        at[space] = lines[row - 1], 3 + 2 * column
        canvas.put(at[space][0], 0, f"W{row}", DIM)
        _draw_space(canvas, game, space, *at[space])
    for corner in {int(GOLD[space]) for space in at}:
        if corner & free(game, Area.WORKSHOPS):
            around = [at[space] for space in at if BIT[space] & corner]
            middle = sum(x for _, x in around) // 3 + 1
            canvas.put(y + 2 if around[0][0] < y + 4 else y + 5, middle, "*", GOLD_COLOUR)


def _draw_pyramid(canvas: Canvas, game: Game, pyramid: Area, y: int, x: int) -> None:
    symbols = " ".join(Symbol(SPACE_SYMBOL[space]).name.lower() for space in KINDS[pyramid])
    after = canvas.put(y, x, pyramid.name, f"{BOLD};{AREA_COLOURS[pyramid]}")
    canvas.put(y, after + 1, symbols.replace("cross", "x-cross"), DIM)
    for space in _SPACES_OF[pyramid]:
        level, number = int(LEVEL[space]), int(SPACE_NAMES[space].split(".")[1])
        line = y + 4 - level
        canvas.put(line, x, f"{SPACE_NAMES[space][0]}{level + 1}", DIM)
        _draw_space(canvas, game, space, line, x + 3 + 2 * level + 4 * (number - 1))
    _draw_bonus_spaces(canvas, game, pyramid, y + 6, x + 4)


def _draw_harbor_and_trade(canvas: Canvas, game: Game, y: int) -> None:
    canvas.put(y, 0, "HARBOR", f"{BOLD};{AREA_COLOURS[Area.HARBOR]}")
    canvas.put(y, LABEL, "TRADE", f"{BOLD};{AREA_COLOURS[Area.TRADE]}")
    _draw_bonus_spaces(canvas, game, Area.TRADE, y, LABEL + 6)
    for area, x in ((Area.HARBOR, 3), (Area.TRADE, LABEL + 3)):
        for space in _SPACES_OF[area]:
            row, number = (int(part) for part in SPACE_NAMES[space][1:].split("."))
            canvas.put(y + row, x - 3, SPACE_NAMES[space][:2], DIM)
            _draw_space(canvas, game, space, y + row, x + 4 * (number - 1))
            if area == Area.HARBOR:
                points = FLEET_POINTS[size(filled(game, Area.TRADE) & CARGO[space])]
                canvas.put(y + row, LABEL + 20, f"fleet {points}", DIM)
    canvas.put(y + 6, 0, "value of a good:".rjust(LABEL + 2), DIM)
    for number, space in enumerate(KINDS[Area.TRADE]):
        value = size(filled(game, Area.TRADE) & SAME_IN_SET[space])
        canvas.put(y + 6, LABEL + 4 + 4 * number, str(value), DIM)


def _draw_residences(canvas: Canvas, game: Game, y: int) -> None:
    colour = AREA_COLOURS[Area.RESIDENCES]
    canvas.put(y, 0, "RESIDENCES", f"{BOLD};{colour}")
    _draw_bonus_spaces(canvas, game, Area.RESIDENCES, y + 1, 0)
    for number, space in enumerate(_SPACES_OF[Area.RESIDENCES]):
        x = LABEL + 4 * (number + 1)
        player = owner(game, space)
        canvas.put(y, x, f"{VALUE[space]:2}", colour)
        if player != FREE:
            canvas.put(y + 1, x, f"[{OWNER_LETTERS[player]}]", OWNER_COLOURS[player])
        elif spaces_for(game, Area.RESIDENCES, Symbol.RESIDENCE) & BIT[space]:
            canvas.put(y + 1, x, f"r{number + 1}", colour)


def _draw_sea(canvas: Canvas, game: Game, y: int) -> None:
    canvas.put(y, 0, "SEA", f"{BOLD};{SEA_COLOUR}")
    canvas.put(y, LABEL - 3, "start", SEA_COLOUR)
    for space, points in enumerate(SEA_POINTS.tolist()):
        x = LABEL + 4 * space
        if space:
            canvas.put(y, x, f"{points:2}" if points else "", SEA_COLOUR)
        if SEA_EXTRA_CARD[space]:
            canvas.put(y, x + (2 if points else 1), "*", GOLD_COLOUR)
        ships = [seat for seat in range(game.seats) if game.ship[seat] == space]
        for index, seat in enumerate(ships):
            canvas.put(y + 1, x + index + (len(ships) < 3 and space > 0), SEAT_LETTERS[seat], OWNER_COLOURS[seat])


# --- Beside the board -------------------------------------------------------------------------------------------------


def _draw_players(canvas: Canvas, game: Game, names: Sequence[str], y: int) -> None:
    canvas.put(y, RIGHT, "  PLAYERS      points ship diam. W    R      N   P   T", DIM)
    for seat, name in enumerate(names):
        line = y + 1 + seat
        is_acting = game.phase != Phase.OVER and seat == game.to_act
        canvas.put(line, RIGHT - 1, ">" if is_acting else " ", BOLD)
        canvas.put(line, RIGHT, f"[{SEAT_LETTERS[seat]}]", OWNER_COLOURS[seat])
        canvas.put(line, RIGHT + 4, name[:13])
        canvas.put(line, RIGHT + 17, f"{game.score[seat]:4}", BOLD)
        canvas.put(line, RIGHT + 22, f"{game.ship[seat]:2}", SEA_COLOUR)
        canvas.put(line, RIGHT + 25, f"{game.supply[seat]:2}+{game.reserve[seat]}")
        x = RIGHT + 31
        for area in tuple(Area)[: Area.HARBOR]:
            x = canvas.put(line, x, _kinds(game, seat, area), AREA_COLOURS[area]) + 1
    canvas.put(y + 2 + len(names), RIGHT, "W R N P T: symbols, values and goods you have", DIM)


def _kinds(game: Game, seat: Seat, area: Area) -> str:
    """The parts of a set that the seat has: a letter or value for each, a dot if missing."""
    has = [game.diamonds[seat, area] & SAME_IN_SET[space] for space in KINDS[area]]
    return "".join(_kind(space) if some else "." for space, some in zip(KINDS[area], has, strict=True))


def _kind(space: Space) -> str:
    if AREA[space] != Area.RESIDENCES:
        return SYMBOL_LETTERS[Symbol(SPACE_SYMBOL[space])]
    return "X" if VALUE[space] == max(VALUE) else str(VALUE[space])


def _draw_display(canvas: Canvas, game: Game, y: int) -> None:
    canvas.put(y, 0, f"DISPLAY {game.display.sum():2}", BOLD)
    x = LABEL
    for card in range(CARDS):
        if game.display[card]:
            text = CARD_NAMES[card] + (f" x{game.display[card]}" if game.display[card] > 1 else "")
            if x + len(text) > WIDTH:
                x, y = LABEL, y + 1
            x = canvas.put(y, x, text, AREA_COLOURS[SYMBOL_AREA[CARD_SYMBOL[card]]]) + 2
