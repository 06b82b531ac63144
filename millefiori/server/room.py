"""A room: one game as a list of numbered commands. The same for a game against bots as for a table of friends.

A room is what its commands say: replaying them brings it back after a crash. Each command makes one event, and the
event's number is the command's. Nothing here waits or writes; `rooms` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from millefiori.actions import DECLINE, SAIL, leaves_ship, space_of
from millefiori.board import CARD_NAMES
from millefiori.legality import IllegalAction
from millefiori.outcome import Outcome
from millefiori.server.messages import Event, Player, Position
from millefiori.server.shown import bonus, gains, is_asked, position
from millefiori.state import Game, copy_game
from millefiori.story import is_final
from millefiori.table import Table
from millefiori.vocabulary import SPECTATOR, Card, Phase, Seat

CHOOSE, ACT, UNDO, RESET = "choose", "act", "undo", "reset"


class Command(msgspec.Struct, frozen=True):
    """Something a seat did. The value is a card or an action; 0 if there is none."""

    seat: Seat
    kind: str
    value: int = 0


class Setup(msgspec.Struct, frozen=True):
    """All that a game begins with. It holds the deck: never for a client."""

    edition: str
    tactical: bool
    players: list[Player]
    deck: list[str]
    start_player: Seat


class Refusal(ValueError):
    """A command that is not obeyed; `code` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass
class Room:
    """A game with its commands and events."""

    id: str
    setup: Setup
    commands: list[Command] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)  # as everybody may see them, chosen cards included: see `told`
    choices: dict[Seat, Card] = field(default_factory=dict)  # while others still choose
    played_by: list[int] = field(default_factory=list)  # the event of each of the table's actions
    taken_back_at: int = -1  # the event of the last undo

    def __post_init__(self) -> None:
        setup = self.setup
        names = [player.name for player in setup.players]
        self.table = Table(
            setup.edition, names, tactical=setup.tactical, deck=setup.deck, start_player=setup.start_player
        )
        commands, self.commands = self.commands, []
        for command in commands:
            self.perform(command)

    @property
    def n(self) -> int:
        """The number of the last event; -1 before the first."""
        return len(self.commands) - 1

    @property
    def changed(self) -> int:
        """The last event that changed the table: a choice that still waits for others does not."""
        return max(self.played_by[-1] if self.played_by else -1, self.taken_back_at)

    @property
    def is_choosing(self) -> bool:
        """Does everybody choose a card at the same time?"""
        return self.table.phase == Phase.KEEP and not self.table.tactical

    def is_asked(self, seat: Seat) -> bool:
        """Has the seat something to decide, or may it still change its choice?"""
        return is_asked(self.table.game, seat)

    def rename(self, setup: Setup) -> None:
        """Somebody has sat down."""
        self.setup = setup
        self.table.players = tuple(player.name for player in setup.players)

    def is_waiting_for(self, seat: Seat) -> bool:
        """Must this seat decide before the game goes on?"""
        return is_asked(self.table.game, seat) and seat not in self.choices

    # --- Commands

    def check(self, command: Command) -> None:
        """Refuse what cannot be done now; nothing changes."""
        if not 0 <= command.seat < len(self.setup.players):
            raise Refusal("watching", "who watches does not play")
        if self.table.is_over:
            raise Refusal("over", "the game is over (rule 12.4)")
        if command.kind in (UNDO, RESET):
            if self.can_undo(command.seat) == 0:
                raise Refusal("undo", "there is nothing to take back: others have seen more since")
        elif command.kind == CHOOSE:
            self._check_choice(command)
        else:
            if self.is_choosing:
                raise Refusal("choose", "cards are being chosen (rule 2.3)")
            try:
                self.table.check(command.value, command.seat)
            except IllegalAction as error:
                raise Refusal("illegal", str(error)) from None

    def _check_choice(self, command: Command) -> None:
        if not self.is_choosing:
            raise Refusal("late", "no card is to be chosen now (rule 2.3)")
        if command.value not in self.table.game.hand[command.seat].tolist() or command.value >= len(CARD_NAMES):
            raise Refusal("illegal", "this card is not in the hand (rule 2.3)")
        if self.choices.get(command.seat) == command.value:
            raise Refusal("same", "this card is chosen already")

    def perform(self, command: Command) -> Event:
        """Obey a command that was checked; returns what happened."""
        rounds, display = int(self.table.game.rounds), self.table.game.display.copy()
        self.commands.append(command)
        if command.kind == CHOOSE:
            event = self._choose(command)
        elif command.kind in (UNDO, RESET):
            event = self._take_back(command)
        else:
            event = self._act(command)
        after = self.table.game
        if after.rounds != rounds:
            new = (after.display - display).tolist()
            added = [card for card, count in enumerate(new) for _ in range(max(0, count))]
            event = msgspec.structs.replace(event, new_round=int(after.rounds), display=added)
        self.events.append(event)
        return event

    def _event(self, command: Command, kind: str, game: Game, **more: object) -> Event:
        return Event(
            n=self.n,
            kind=kind,
            seat=command.seat,
            round=int(game.rounds),
            turn=int(game.turn),
            **more,  # type: ignore[arg-type]
        )

    def _choose(self, command: Command) -> Event:
        """When the last card is chosen all are kept, in the order of the engine."""
        event = self._event(command, CHOOSE, self.table.game, card=command.value)
        self.choices[command.seat] = command.value
        if len(self.choices) == len(self.setup.players):
            while self.is_choosing:
                self.table.advance(self.choices[int(self.table.game.to_act)])
                self.played_by.append(self.n)
            self.choices.clear()
        return event

    def _act(self, command: Command) -> Event:
        game = self.table.game
        phase, action = Phase(game.phase), command.value
        card, is_extra = int(game.kept[command.seat]), bool(phase == Phase.PLAY and game.extra_cards)
        when = copy_game(game)
        outcome = self.table.play(action)
        self.played_by.append(self.n)
        if phase == Phase.KEEP:
            return self._event(command, "keep", when, card=action)
        if phase == Phase.EXTRA:
            return self._event(
                command, "decline" if action == DECLINE else "take", when, card=None if action == DECLINE else action
            )
        return self._event(
            command,
            "sail" if action == SAIL else "place",
            when,
            card=card,
            space=space_of(action),
            stay=leaves_ship(action),
            is_extra=is_extra,
            **self._brought(outcome),
        )

    def _brought(self, outcome: Outcome) -> dict[str, object]:
        """What a play brought; the points of the final scoring apart."""
        over = self.table.is_over
        now = [gain for gain in outcome.gains if not (over and is_final(gain, outcome))]
        return {
            "gains": gains(now),
            "bonus": bonus(outcome),
            "extra_card": outcome.extra_card,
            "final": gains([gain for gain in outcome.gains if gain not in now]),
        }

    def _take_back(self, command: Command) -> Event:
        """The last step of a turn, or all of it; a choice that belongs to it (tactical) goes with its play."""
        steps = self.can_undo(command.seat) if command.kind == RESET else 1
        taken_back = []
        for _ in range(steps):
            self.table.undo()
            taken_back.append(self.played_by.pop())
        self.taken_back_at = self.n
        return self._event(command, "undo", self.table.game, taken_back=sorted(taken_back))

    def can_undo(self, seat: Seat) -> int:
        """How many of the last steps the seat may take back: its own, of this turn, with nothing new seen since."""
        game = self.table.game
        steps = 0
        if self.table.is_over or self.is_choosing:
            return 0
        for player, before in self.table.history():
            same_turn = before.rounds == game.rounds and before.turn == game.turn
            is_choice = before.phase == Phase.KEEP and not self.table.tactical
            if player != seat or not same_turn or is_choice:
                break
            steps += 1
        return steps

    # --- What seats are told

    def told(self, event: Event, seat: Seat) -> Event:
        """An event as a seat may know it: a chosen card is its chooser's secret until it is played (rule 14.3)."""
        if event.kind in (CHOOSE, "keep") and event.seat != seat:
            return msgspec.structs.replace(event, card=None)
        return event

    def position(self, seat: Seat) -> Position:
        """Where the game stands for a seat, or for a SPECTATOR."""
        undo = self.can_undo(seat) if seat != SPECTATOR else 0
        return position(self.table.game, seat, self.choices, undo)

    def story(self, seat: Seat, after: int = -1) -> Sequence[Event]:
        """The events after a number, as a seat may know them."""
        return [self.told(event, seat) for event in self.events[after + 1 :]]
