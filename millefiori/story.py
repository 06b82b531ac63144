"""What happened at a table, in sentences for one of its players: points and reasons, never a secret."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from millefiori.actions import DECLINE, action_named
from millefiori.board import CARD_NAMES
from millefiori.legality import check
from millefiori.outcome import SET_NAMES, Gain, Outcome, action_words, describe
from millefiori.state import Game, copy_game
from millefiori.table import Table
from millefiori.vocabulary import ActionNumber, Phase, Reason, Seat


@dataclass(frozen=True)
class Event:
    """One action that was played."""

    seat: Seat
    phase: Phase  # what was decided by it
    turn: tuple[int, int]  # round and turn
    words: str  # "place quartz-3 on W2.5"
    is_extra: bool  # it was done with an extra card
    outcome: Outcome
    news: str  # what else everybody saw: a new round, cards for the display

    @property
    def is_public(self) -> bool:
        """Do the others learn of it? Not which card is kept, and a card taken is told with its play."""
        return self.phase == Phase.PLAY or self.words.startswith("decline")


class Journal:
    """All events of a table, in step with its actions."""

    def __init__(self, table: Table) -> None:
        self.events: list[Event] = []
        replayed = Table(
            table.edition.name, table.players, tactical=table.tactical, deck=table.deck, start_player=table.start_player
        )
        for _, action in table.actions:
            self.play(replayed, action)

    def play(self, table: Table, action: ActionNumber | str) -> Event:
        """Play an action at the table and write it down; refused as the table refuses it."""
        number = action_named(action) if isinstance(action, str) else action
        check(table.game, number)
        words = "decline the extra card" if number == DECLINE else action_words(table.game, number)
        before = copy_game(table.game)
        outcome = table.play(number)
        event = Event(
            seat=int(before.to_act),
            phase=Phase(before.phase),
            turn=(int(before.rounds), int(before.turn)),
            words=words,
            is_extra=bool(before.phase == Phase.PLAY and before.extra_cards),
            outcome=_without_final_scoring(outcome) if table.is_over else outcome,
            news=_final_scoring(outcome, table) if table.is_over else _news(before, table.game, table.players),
        )
        self.events.append(event)
        return event

    def undo(self, table: Table, steps: int) -> None:
        """Take back the last actions."""
        for _ in range(steps):
            table.undo()
            self.events.pop()

    def since_own(self, seat: Seat) -> list[Event]:
        """The seat's last event and all that came after it; everything if it has not acted yet."""
        for index in range(len(self.events) - 1, -1, -1):
            if self.events[index].seat == seat:
                return self.events[index:]
        return list(self.events)

    def chain(self, seat: Seat) -> list[Event]:
        """What the seat has done so far in the turn that it is in the middle of."""
        start = len(self.events)
        while start and self.events[start - 1].seat == seat and self.events[start - 1].turn == self.events[-1].turn:
            start -= 1
        return [event for event in self.events[start:] if event.is_public]


def _news(before: Game, after: Game, players: Sequence[str]) -> str:
    """What the end of a round shows to all."""
    if after.rounds == before.rounds:
        return ""
    added = (after.display - before.display).tolist()
    cards = ", ".join(
        CARD_NAMES[card] + (f" x{count}" if count > 1 else "") for card, count in enumerate(added) if count > 0
    )
    display = f"New in the display: {cards}." if cards else "Nothing new in the display."
    return f"Round {after.rounds} begins, {players[after.start_player]} starts. {display}"


def is_final(gain: Gain, outcome: Outcome) -> bool:
    """Is it a bonus diamond that scored because the game ended (rule 12.5)?"""
    is_bonus = Reason.WORKSHOPS_BONUS <= gain.reason <= Reason.TRADE_BONUS
    return is_bonus and (gain.seat, gain.reason) != _own_bonus(outcome)


def _own_bonus(outcome: Outcome) -> tuple[Seat, int] | None:
    """The bonus diamond that the action itself earned."""
    return None if outcome.bonus is None else (outcome.seat, Reason.WORKSHOPS_BONUS + outcome.bonus[0])


def _without_final_scoring(outcome: Outcome) -> Outcome:
    return replace(outcome, gains=tuple(gain for gain in outcome.gains if not is_final(gain, outcome)))


def _final_scoring(outcome: Outcome, table: Table) -> str:
    """What the end of the game brought."""
    final = [gain for gain in outcome.gains if is_final(gain, outcome)]
    told = "; ".join(f"{table.players[gain.seat]}, {gain}" for gain in final)
    return f"The game is over. {told}".rstrip()


def names_for(players: Sequence[str], seat: Seat) -> tuple[str, ...]:
    """The players' names as one of them is told a story: the own one is "you"."""
    return tuple("you" if player == seat else name for player, name in enumerate(players))


def sentence(event: Event, players: Sequence[str], seat: Seat) -> str:
    """Who did what, and what it brought to whom, as told to a seat: "Ben places quartz-3 on W2.5: +4, group of 4"."""
    told = reasons(event.outcome, names_for(players, seat))
    points = event.outcome.total(event.seat)
    result = f": {points:+d}, {told}" if points else f": {told}" if told else ""
    return f"{_did(event, players, seat)}{result}"


def _did(event: Event, players: Sequence[str], seat: Seat) -> str:
    verb, rest = event.words.split(" ", 1)
    name = "You" if event.seat == seat else players[event.seat]
    if event.seat != seat:
        verb, rest = f"{verb}s", rest.replace(" and let ", " and lets ")
    return f"{name}, with the extra card, {verb} {rest}" if event.is_extra else f"{name} {verb} {rest}"


def reasons(outcome: Outcome, names: Sequence[str]) -> str:
    """Why an action brings what it brings, own points first: "group of 4; extra card; Ben +3 (1 diamond beneath)"."""
    own = [gain for gain in outcome.gains if gain.seat == outcome.seat]
    parts = [str(gain) if len(own) > 1 else describe(gain) for gain in own]
    if outcome.bonus is not None and outcome.bonus_waits:
        area, value = outcome.bonus
        parts.append(f"bonus diamond for {SET_NAMES[area]}, {value} at the end")
    if outcome.extra_card:
        parts.append("extra card")
    for seat in sorted({gain.seat for gain in outcome.gains} - {outcome.seat}):
        why = ", ".join(describe(gain) for gain in outcome.gains if gain.seat == seat)
        parts.append(f"{names[seat]} {outcome.total(seat):+d} ({why})")
    return "; ".join(parts)
