"""What happened at a table, in sentences for one of its players: points and reasons, never a secret."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from millefiori.engine.actions import DECLINE
from millefiori.engine.board import CARD_NAMES
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import ActionNumber, Phase, Seat
from millefiori.explain.outcome import SET_NAMES, Outcome, action_words, describe, is_final
from millefiori.table import Table


@dataclass(frozen=True)
class Entry:
    """One action and what it brought."""

    seat: Seat
    phase: Phase  # what it decided
    turn: tuple[int, int]  # round and turn
    words: str  # "place quartz-3 on W2.5"
    is_extra: bool  # done with an extra card
    outcome: Outcome
    news: str  # what else everybody saw: a new round, new cards in the display

    @property
    def is_public(self) -> bool:
        """Is it shown to the others? A kept card is secret, and a card that is taken is shown when it is used."""
        return self.phase == Phase.PLAY or self.words.startswith("decline")


class Story:
    """Everything that happened at a table, one entry per action."""

    def __init__(self, table: Table) -> None:
        self.entries: list[Entry] = []
        replayed = Table(
            table.edition.name, table.players, tactical=table.tactical, deck=table.deck, start_player=table.start_player
        )
        for _, action in table.actions:
            self.play(replayed, action)

    def play(self, table: Table, action: ActionNumber | str) -> Entry:
        """Play an action at the table and add its entry; refuses what the table refuses."""
        outcome = table.play(action)
        number, before, after = table.last_step
        entry = Entry(
            seat=int(before.to_act),
            phase=Phase(before.phase),
            turn=(int(before.rounds), int(before.turn)),
            words="decline the extra card" if number == DECLINE else action_words(before, number),
            is_extra=bool(before.phase == Phase.PLAY and before.extra_cards),
            outcome=_without_final_scoring(outcome) if table.is_over else outcome,
            news=_final_scoring(outcome, table) if table.is_over else _news(before, after, table.players),
        )
        self.entries.append(entry)
        return entry

    def undo(self, table: Table, steps: int) -> None:
        """Undo the last actions."""
        for _ in range(steps):
            table.undo()
            self.entries.pop()

    def since_own(self, seat: Seat) -> list[Entry]:
        """The seat's last entry and all later ones; all entries if it has none."""
        for index in range(len(self.entries) - 1, -1, -1):
            if self.entries[index].seat == seat:
                return self.entries[index:]
        return list(self.entries)

    def chain(self, seat: Seat) -> list[Entry]:
        """What the seat has done so far in its current turn."""
        start = len(self.entries)
        while start and self.entries[start - 1].seat == seat and self.entries[start - 1].turn == self.entries[-1].turn:
            start -= 1
        return [entry for entry in self.entries[start:] if entry.is_public]


def _news(before: Game, after: Game, players: Sequence[str]) -> str:
    """What everybody sees at the end of a round."""
    if after.rounds == before.rounds:
        return ""
    added = (after.display - before.display).tolist()
    cards = ", ".join(
        CARD_NAMES[card] + (f" x{count}" if count > 1 else "") for card, count in enumerate(added) if count > 0
    )
    display = f"New in the display: {cards}." if cards else "Nothing new in the display."
    return f"Round {after.rounds} begins, {players[after.start_player]} starts. {display}"


def _without_final_scoring(outcome: Outcome) -> Outcome:
    return replace(outcome, gains=tuple(gain for gain in outcome.gains if not is_final(gain, outcome)))


def _final_scoring(outcome: Outcome, table: Table) -> str:
    """What the final scoring brought."""
    final = [gain for gain in outcome.gains if is_final(gain, outcome)]
    bonuses = "; ".join(f"{table.players[gain.seat]}, {gain}" for gain in final)
    return f"The game is over. {bonuses}".rstrip()


def names_for(players: Sequence[str], seat: Seat) -> tuple[str, ...]:
    """The players' names as one of them reads them: their own is "you"."""
    return tuple("you" if player == seat else name for player, name in enumerate(players))


def sentence(entry: Entry, players: Sequence[str], seat: Seat) -> str:
    """Who did what and what it brought, as one seat reads it: "Ben places quartz-3 on W2.5: +4, group of 4"."""
    why = reasons(entry.outcome, names_for(players, seat))
    points = entry.outcome.total(entry.seat)
    result = f": {points:+d}, {why}" if points else f": {why}" if why else ""
    return f"{_did(entry, players, seat)}{result}"


def _did(entry: Entry, players: Sequence[str], seat: Seat) -> str:
    verb, rest = entry.words.split(" ", 1)
    name = "You" if entry.seat == seat else players[entry.seat]
    if entry.seat != seat:
        verb, rest = f"{verb}s", rest.replace(" and let ", " and lets ")
    return f"{name}, with the extra card, {verb} {rest}" if entry.is_extra else f"{name} {verb} {rest}"


def reasons(outcome: Outcome, names: Sequence[str]) -> str:
    """What an action brings and why, own points first: "group of 4; extra card; Ben +3 (1 diamond beneath)"."""
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
