"""What an action brings, before or after it is played: every point with its reason, bonus diamond and extra card.

The engine counts points by seat and reason, so the difference of two such tables explains an action. The facts behind
each reason (the size of the group, the value of the good ...) come from the rules and are never worked out again here.
"""

from dataclasses import dataclass
from typing import TypeAlias, cast

from millefiori.engine.actions import ACTION_NAMES, DECLINE, is_card, leaves_ship, space_of
from millefiori.engine.board import AREA, CARD_NAMES, CARD_SYMBOL, LEVEL, SPACE_NAMES, SPACE_SYMBOL, VALUE
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
from millefiori.explain.gains import FOUND_GAIN, MOST_GAINS, NONE, list_gains, new_phases, space_numbers

Fact: TypeAlias = int | str | bool
Facts: TypeAlias = dict[str, Fact]

SET_NAMES: dict[Area, str] = {area: area.name.lower() for area in tuple(Area)[:SETS]}
LEVEL_NAMES = ("bottom", "middle", "top")
REASONS, SYMBOLS = tuple(Reason), tuple(Symbol)  # by number: calling the class takes longer


@dataclass(frozen=True)
class Gain:
    """Points for one seat and one reason, with the facts and the spaces that explain them."""

    seat: Seat
    points: int
    reason: Reason
    facts: Facts
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
    befores, afters, found = array_of(before), array_of(after), blank_array(FOUND_GAIN, MOST_GAINS)
    space = space_of(action)
    seat, count, earned = list_gains(befores, afters, NONE if space is None else space, found)
    extra_card, bonus_waits = new_phases(befores, afters)
    bonus: tuple[Area, int] | None = None
    bonus_spaces: tuple[Space, ...] = ()
    if earned != NONE:
        bonus = (Area(earned), int(after.bonus[seat, earned]))
        bonus_spaces = space_numbers(earned, int(after.diamonds[seat, earned]))
    return Outcome(
        seat=seat,
        gains=tuple(_gain(before, space, *gain) for gain in found[:count].tolist()) if count else (),
        bonus=bonus,
        bonus_waits=bonus is not None and bonus_waits,
        bonus_spaces=bonus_spaces,
        extra_card=extra_card,
    )


def _gain(
    before: Game, space: Space | None, seat: Seat, number: int, points: int, count: int, spaces: Spaces, goods: Spaces
) -> Gain:
    """A gain that `list_gains` has found, with the facts that explain it: sizes, values and names, if it has any."""
    reason = REASONS[number]
    if reason == Reason.SEA:
        return Gain(seat, points, reason, {"space": count})
    if Reason.WORKSHOPS_BONUS <= reason <= Reason.TRADE_BONUS:
        area = Area(reason - Reason.WORKSHOPS_BONUS)
        return Gain(seat, points, reason, {"set": SET_NAMES[area]}, space_numbers(area, spaces))
    if space is None:
        return Gain(seat, points, reason, {})
    numbers = space_numbers(int(AREA[space]), spaces)
    if reason == Reason.FLEET:
        carried = space_numbers(Area.TRADE, goods)
        return Gain(seat, points, reason, {"goods": len(carried), "diamonds": count}, carried + numbers)
    return Gain(seat, points, reason, _facts(before, space, seat, reason, count, numbers), numbers)


def _facts(before: Game, space: Space, seat: Seat, reason: Reason, count: int, numbers: tuple[Space, ...]) -> Facts:
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
            matches = bool(SPACE_SYMBOL[space] == CARD_SYMBOL[before.kept[seat]])
            return {"pyramid": reason.name.lower(), "level": LEVEL_NAMES[LEVEL[space]], "matches": matches}


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
