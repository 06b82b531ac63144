"""What an action does, before it is played: every point with its reason, bonus diamond and extra card, in words.

The engine keeps points by seat and reason; the difference of two such tables explains a move. The facts beside each
reason (size of the group, value of the good ...) are asked of the rules, never worked out again here.
"""

from dataclasses import dataclass
from typing import TypeAlias, cast

from millefiori.actions import ACTION_NAMES, DECLINE, PLACE_AND_STAY, is_card, space_of
from millefiori.board import (
    AREA,
    BENEATH,
    CARD_NAMES,
    CARD_SYMBOL,
    CARGO,
    FLEET,
    LEVEL,
    SAME_IN_SET,
    SPACE_NAMES,
    SPACE_SYMBOL,
    VALUE,
)
from millefiori.compiled import size
from millefiori.rules.diamonds import filled
from millefiori.rules.flow import apply
from millefiori.rules.residences import row_start
from millefiori.rules.workshops import group
from millefiori.state import Game, copy_game
from millefiori.view import View, redeal
from millefiori.vocabulary import ALL_SEEING, SETS, ActionNumber, Area, Phase, Reason, Seat, Symbol

Fact: TypeAlias = int | str | bool
Facts: TypeAlias = dict[str, Fact]

SET_NAMES: dict[Area, str] = {area: area.name.lower() for area in tuple(Area)[:SETS]}
LEVEL_NAMES = ("bottom", "middle", "top")


@dataclass(frozen=True)
class Gain:
    """Points of one seat for one reason, with the facts that explain them."""

    seat: Seat
    points: int
    reason: Reason
    facts: Facts

    def __str__(self) -> str:
        return f"{describe(self)}: {self.points:+d}"


@dataclass(frozen=True)
class Outcome:
    """All that an action brings, to everybody."""

    seat: Seat
    gains: tuple[Gain, ...]
    bonus: tuple[Area, int] | None  # set and value of a bonus diamond placed
    bonus_waits: bool  # its points come at the end
    extra_card: bool  # a card of the display may be taken

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
    """What a legal action would bring; the game itself stays as it is. A view will do: nothing hidden matters to it."""
    after = copy_game(game) if game.seen_by == ALL_SEEING else redeal(cast(View, game), 0)
    apply(after, action)
    return outcome(game, action, after)


def outcome(before: Game, action: ActionNumber, after: Game) -> Outcome:
    """What the action brought that led from one game to the other."""
    seat = int(before.to_act)
    gained = after.points - before.points
    gains = []
    for player, reason in zip(*(index.tolist() for index in gained.nonzero()), strict=True):
        facts = _facts(before, action, after, player, Reason(reason))
        gains.append(Gain(player, int(gained[player, reason]), Reason(reason), facts))
    gains.sort(key=lambda gain: (gain.seat - seat) % before.seats)  # the player's own points first
    new = [area for area in SET_NAMES if after.bonus[seat, area] != before.bonus[seat, area]]
    bonus = (new[0], int(after.bonus[seat, new[0]])) if new else None
    return Outcome(
        seat=seat,
        gains=tuple(gains),
        bonus=bonus,
        bonus_waits=bool(bonus is not None and after.phase != Phase.OVER and not before.option.bonus_at_once),
        extra_card=bool(before.phase == Phase.PLAY and after.phase == Phase.EXTRA),
    )


def _facts(before: Game, action: ActionNumber, after: Game, player: Seat, reason: Reason) -> Facts:
    """What explains the points: sizes, values and names, as far as the reason has any."""
    if reason == Reason.SEA:
        return {"space": int(after.ship[player])}
    if Reason.WORKSHOPS_BONUS <= reason <= Reason.TRADE_BONUS:
        return {"set": SET_NAMES[Area(reason - Reason.WORKSHOPS_BONUS)]}
    space = space_of(action)
    if space is None:
        return {}
    own = int(after.diamonds[player, AREA[space]])
    symbol = Symbol(SPACE_SYMBOL[space])
    if reason == Reason.GROUP:
        return {"diamonds": size(group(after, player, space)), "pigments": symbol == Symbol.PIGMENTS}
    if reason == Reason.ROW:
        return {"values": " + ".join(str(VALUE[n]) for n in range(row_start(after, player, space), space + 1))}
    if reason == Reason.GOOD:
        good = int(SAME_IN_SET[space])
        return {
            "good": symbol.name.lower(),
            "value": size(filled(after, Area.TRADE) & good),
            "diamonds": size(own & good),
        }
    if reason == Reason.FLEET:
        return {"goods": size(filled(after, Area.TRADE) & CARGO[space]), "diamonds": size(own & FLEET[space])}
    if reason in (Reason.NOBILI_BENEATH, Reason.POPULI_BENEATH):
        return {"diamonds": size(own & BENEATH[space])}
    card_symbol = CARD_SYMBOL[before.kept[player]]
    return {"pyramid": reason.name.lower(), "level": LEVEL_NAMES[LEVEL[space]], "matches": bool(symbol == card_symbol)}


def action_words(game: Game, action: ActionNumber) -> str:
    """An action in words, as the phase has it: "keep quartz-3", "place quartz-3 on W2.5", "sail with quartz-3"."""
    name = ACTION_NAMES[action]
    if is_card(action):
        return f"take {name}" if game.phase == Phase.EXTRA else f"keep {name}"
    if game.phase != Phase.PLAY or action == DECLINE:
        return name
    card = CARD_NAMES[game.kept[game.to_act]]
    space = space_of(action)
    if space is None:
        return f"sail with {card}"
    return f"place {card} on {SPACE_NAMES[space]}" + (" and let the ship stay" if action >= PLACE_AND_STAY else "")


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
