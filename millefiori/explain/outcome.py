"""What an action brings, before or after it is played: every point with its reason, bonus diamond and extra card.

The engine counts points by seat and reason, so the difference of two such tables explains an action. The facts behind
each reason (the size of the group, the value of the good ...) come from the rules and are never worked out again here.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, cast

from millefiori.engine.actions import ACTION_NAMES, DECLINE, is_card, leaves_ship, space_of
from millefiori.engine.board import AREA, CARD_NAMES, LEVEL, SPACE_NAMES, SPACE_SYMBOL, VALUE
from millefiori.engine.calls import apply
from millefiori.engine.layout import array_of, blank_array
from millefiori.engine.state import Game, copy_game
from millefiori.engine.view import View, redeal
from millefiori.engine.vocabulary import (
    ALL_SEEING,
    SETS,
    ActionNumber,
    Area,
    Phase,
    Reason,
    Seat,
    Space,
    Spaces,
    Symbol,
)
from millefiori.explain.gains import FOUND_GAIN, FOUND_OUTCOME, MOST_GAINS, NONE, space_numbers, write_outcome

Fact: TypeAlias = int | str | bool
Facts: TypeAlias = dict[str, Fact]

SET_NAMES: dict[Area, str] = {area: area.name.lower() for area in tuple(Area)[:SETS]}
LEVEL_NAMES = ("bottom", "middle", "top")
AREAS, REASONS, SYMBOLS = tuple(Area), tuple(Reason), tuple(Symbol)  # by number: calling the class takes longer


@dataclass(frozen=True)
class Gain:
    """Points for one seat and one reason, with the facts and the spaces that explain them."""

    seat: Seat
    points: int
    reason: Reason
    facts: Facts = field(hash=False)
    spaces: tuple[Space, ...] = ()  # see `gains.write_spaces`

    def __str__(self) -> str:
        return f"{describe(self)}: {self.points:+d}"


@dataclass(frozen=True)
class Outcome:
    """All that an action brings to everybody."""

    seat: Seat
    gains: tuple[Gain, ...]
    bonus: tuple[Area, int] | None  # set and value of the bonus diamond, if one was placed
    bonus_waits: bool  # its points count at the end of the game
    bonus_spaces: tuple[Space, ...]  # the diamonds of its set
    extra_card: bool  # the player may take a card from the display

    def total(self, seat: Seat) -> int:
        """The points that a seat gains."""
        return sum(gain.points for gain in self.gains if gain.seat == seat)

    def sentence(self, names: tuple[str, ...]) -> str:
        """In words: "group of 4 on pigments: +8; Ben 1 diamond beneath: +3; extra card"."""
        parts = [str(gain) if gain.seat == self.seat else f"{names[gain.seat]} {gain}" for gain in self.gains]
        if self.bonus is not None and self.bonus_waits:
            area, value = self.bonus
            parts.append(f"bonus diamond for {SET_NAMES[area]}: {value} at the end")
        if self.extra_card:
            parts.append("extra card")
        return "; ".join(parts)

    def __str__(self) -> str:
        return self.sentence(("A:", "B:", "C:", "D:"))


def preview(game: Game, action: ActionNumber) -> Outcome:
    """What a legal action would bring; the game does not change. A view will do, since nothing hidden matters."""
    after = copy_game(game) if game.seen_by == ALL_SEEING else redeal(cast(View, game), 0)
    apply(after, action)
    return outcome(game, action, after)


def outcome(before: Game, action: ActionNumber, after: Game) -> Outcome:
    """What an action brought, from the games before and after it."""
    found, gains = blank_array(FOUND_OUTCOME), blank_array(FOUND_GAIN, MOST_GAINS)
    count = write_outcome(array_of(before), action, array_of(after), found, gains, 0)
    return described(found.tolist()[0], gains[:count].tolist())


def described(found: tuple[int, ...], gains: list[tuple[int, ...]]) -> Outcome:
    """An outcome that compiled code has found; its own among the gains of many."""
    _, _, _, seat, _, begin, end, area, value, bonus_waits, extra_card, _, bonus_spaces = found
    return Outcome(
        seat=seat,
        gains=tuple(gain_of(*gain) for gain in gains[begin:end]),
        bonus=None if area == NONE else (AREAS[area], value),
        bonus_waits=bool(bonus_waits),
        bonus_spaces=() if area == NONE else space_numbers(area, bonus_spaces),
        extra_card=bool(extra_card),
    )


@lru_cache(maxsize=4096)
def gain_of(seat: Seat, number: int, points: int, space: int, count: int, spaces: Spaces, goods: Spaces) -> Gain:
    """A gain that compiled code has found, with the facts that explain it: sizes, values and names, if it has any."""
    reason = REASONS[number]
    if reason == Reason.SEA:
        return Gain(seat, points, reason, {"space": count})
    if Reason.WORKSHOPS_BONUS <= reason <= Reason.TRADE_BONUS:
        area = Area(reason - Reason.WORKSHOPS_BONUS)
        return Gain(seat, points, reason, {"set": SET_NAMES[area]}, space_numbers(area, spaces))
    if space == NONE:
        return Gain(seat, points, reason, {})
    numbers = space_numbers(int(AREA[space]), spaces)
    if reason == Reason.FLEET:
        carried = space_numbers(Area.TRADE, goods)
        return Gain(seat, points, reason, {"goods": len(carried), "diamonds": count}, carried + numbers)
    return Gain(seat, points, reason, _facts(space, reason, count, numbers), numbers)


def _facts(space: Space, reason: Reason, count: int, numbers: tuple[Space, ...]) -> Facts:
    """The facts of points that a diamond on `space` earned in its own area."""
    symbol = SYMBOLS[SPACE_SYMBOL[space]]
    match reason:
        case Reason.GROUP:
            return {"diamonds": len(numbers), "pigments": symbol == Symbol.PIGMENTS}
        case Reason.ROW:
            return {"values": " + ".join(str(VALUE[number]) for number in numbers)}
        case Reason.GOOD:
            return {"good": symbol.name.lower(), "value": len(numbers), "diamonds": count}
        case Reason.NOBILI_BENEATH | Reason.POPULI_BENEATH:
            return {"diamonds": len(numbers)}
        case _:
            return {"pyramid": reason.name.lower(), "level": LEVEL_NAMES[LEVEL[space]], "matches": bool(count)}


def action_words(game: Game, action: ActionNumber) -> str:
    """An action in words, according to the phase: "keep quartz-3", "place quartz-3 on W2.5", "sail with quartz-3"."""
    name = ACTION_NAMES[action]
    if is_card(action):
        return f"take {name}" if game.phase == Phase.TAKE else f"keep {name}"
    if game.phase != Phase.PLAY or action == DECLINE:
        return name
    card = CARD_NAMES[game.kept[game.to_act]]
    space = space_of(action)
    if space is None:
        return f"sail with {card}"
    return f"place {card} on {SPACE_NAMES[space]}" + (" and let the ship stay" if leaves_ship(action) else "")


def _diamonds(count: Fact) -> str:
    return "1 diamond" if count == 1 else f"{count} diamonds"


def describe(gain: Gain) -> str:
    """The reason in words, with its facts."""
    facts = gain.facts
    match gain.reason:
        case Reason.GROUP:
            return f"group of {facts['diamonds']}" + (" on pigments" if facts["pigments"] else "")
        case Reason.ROW:
            return f"residences {facts['values']}" if "+" in str(facts["values"]) else f"residence {facts['values']}"
        case Reason.NOBILI | Reason.POPULI:
            return f"{facts['pyramid']}, {facts['level']} level" + (", symbol matches" if facts["matches"] else "")
        case Reason.NOBILI_BENEATH | Reason.POPULI_BENEATH:
            return f"{_diamonds(facts['diamonds'])} beneath"
        case Reason.GOOD:
            return f"{_diamonds(facts['diamonds'])} on {facts['good']} at {facts['value']}"
        case Reason.FLEET:
            return f"{_diamonds(facts['diamonds'])} in a fleet with {facts['goods']} goods"
        case Reason.SEA:
            return f"ship to space {facts['space']}"
        case Reason.EMPTY_DISPLAY:
            return "extra card, but the display is empty"
        case _:
            return f"bonus diamond for {facts['set']}"


def is_final(gain: Gain, outcome: Outcome) -> bool:
    """Is it a bonus diamond that scores because the game has ended (rule 12.5)?"""
    is_bonus = Reason.WORKSHOPS_BONUS <= gain.reason <= Reason.TRADE_BONUS
    return is_bonus and (gain.seat, gain.reason) != _own_bonus(outcome)


def _own_bonus(outcome: Outcome) -> tuple[Seat, int] | None:
    """The seat and reason of a bonus diamond that the action itself earned."""
    return None if outcome.bonus is None else (outcome.seat, Reason.WORKSHOPS_BONUS + outcome.bonus[0])
