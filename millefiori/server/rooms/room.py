"""A room: one game as a list of numbered commands, the same for a game against bots as for a table of friends.

Replaying the commands brings a room back after a crash. Each command makes one event with the command's number. Nothing
here waits or writes; `rooms` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from millefiori.engine.calls import all_keep, is_asked
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import SPECTATOR, ActionNumber, Card, Seat
from millefiori.explain import turning as explained
from millefiori.explain.legality import IllegalAction
from millefiori.server.messages.events import Event, EventKind
from millefiori.server.messages.position import Position, Turning, TurningPoint
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.events import event_of, seen_by, with_new_cards
from millefiori.server.rooms.positions import public_position, seat_position, with_keeps
from millefiori.server.rooms.setup import Setup
from millefiori.server.tempo.absence import ABANDON, ABSENT, AGREE, BACK, CLOSE, DISAGREE, HANDS, SETTLED, Absence
from millefiori.server.tempo.clocks import Clock, Clocks, Turn
from millefiori.table import Table

MOST_CHANGES, MOST_CHANGES_IN_ALL = 100, 1000
"""Changes of mind (undo, another card to keep) that bring the game no further: in a row, and in a whole game."""
DECIDE, UNDO, UNDO_TURN = "decide", "undo", "undo turn"


class Command(msgspec.Struct, frozen=True, gc=False):
    """Something a seat did. `value` is the action of a decision, or what an agreement is about, else 0."""

    seat: Seat
    kind: str
    value: int = 0
    at: int = 0  # when, by the server's clock, in milliseconds since 1970; 0 in games of earlier versions


@dataclass
class Room:
    """A game with its commands and events."""

    id: str
    setup: Setup
    commands: list[Command] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)  # with all kept cards: see `story`
    keeps: dict[Seat, Card] = field(default_factory=dict)  # cards kept while others still think about theirs
    played_by: list[int] = field(default_factory=list)  # the event of each of the table's actions
    taken_back_at: int = -1  # the event of the last undo
    advanced_at: int = -1  # the last event that brought the game further than it had ever been
    absence: Absence = field(default_factory=Absence)
    clocks: Clocks | None = None  # if the game has a tempo
    clocks_before: list[Clock | None] = field(default_factory=list)  # the actor's, before each of the table's actions
    _furthest: int = 0  # how many actions and kept cards that was
    _shown: tuple[Game | None, int, dict[Seat, Position]] = (None, -1, {})  # of what, and by seat: see `position`

    def __post_init__(self) -> None:
        setup = self.setup
        names = [player.name for player in setup.players]
        self.table = Table(
            setup.edition,
            names,
            tactical=setup.tactical,
            deck=setup.deck,
            start_player=setup.start_player,
            salt=setup.salt,
        )
        if setup.tempo.kind != "none":
            self.clocks = Clocks.of(setup.tempo, len(setup.players), setup.begun)
            self.clocks.update(self._turns(), SPECTATOR, 0)
        commands, self.commands = self.commands, []
        for command in commands:
            self.check_stored(command)
            self.perform(command)

    def check_stored(self, command: Command) -> None:
        """Refuse a stored command that cannot be replayed. What may be undone was decided by the rules of its time."""
        if command.kind not in (DECIDE, UNDO, UNDO_TURN, CLOSE, *HANDS):
            raise ValueError(f"command {self.n + 1}: there is no command {command.kind!r}")
        if command.kind == CLOSE:
            return
        if command.kind == DECIDE:
            self._check_action(command)
        elif not 0 <= command.seat < len(self.setup.players):
            raise ValueError(f"command {self.n + 1}: there is no seat {command.seat}")
        elif command.kind in (UNDO, UNDO_TURN) and not self.table.actions:
            raise Refusal("undo", f"command {self.n + 1}: there is nothing to undo")

    @property
    def n(self) -> int:
        """The number of the last event; -1 before the first."""
        return len(self.commands) - 1

    @property
    def last_at(self) -> int:
        """When the last command was given: time never runs backwards in a game."""
        return self.commands[-1].at if self.commands else 0

    @property
    def changed(self) -> int:
        """The last event that changed the table: a card that is kept while others still think does not."""
        return max(self.played_by[-1] if self.played_by else -1, self.taken_back_at)

    @property
    def all_keep(self) -> bool:
        """Does everybody keep a card at the same time?"""
        return bool(all_keep(self.table.game))

    def is_asked(self, seat: Seat) -> bool:
        """Has the seat a decision to make, or may it still keep another card?"""
        return bool(is_asked(self.table.game, seat))

    def is_awaited(self, seat: Seat) -> bool:
        """Does the game wait for this seat?"""
        return self.is_asked(seat) and seat not in self.keeps

    @property
    def is_over(self) -> bool:
        """Has the game ended, by the rules or by agreement?"""
        return self.table.is_over or self.absence.is_abandoned

    def bot_of(self, seat: Seat) -> str:
        """The level of the bot that plays a seat now; empty if a person does."""
        player = self.setup.players[seat]
        if player.kind == "bot":
            return player.level
        return self.setup.stand_in if self.absence.stand_in(seat) else ""

    def resettle(self, setup: Setup) -> None:
        """Somebody has sat down, or everybody is there."""
        self.setup = setup
        self.table.players = tuple(player.name for player in setup.players)
        if self.clocks is not None and setup.begun and setup.begun != self.clocks.begun:
            self.clocks.begin(setup.begun)
            self.clocks_before = [clock and self.clocks.moved(clock) for clock in self.clocks_before]

    # --- Commands

    def check(self, command: Command) -> None:
        """Refuse what cannot be done now; nothing changes."""
        if not 0 <= command.seat < len(self.setup.players):
            raise Refusal("watching", "spectators cannot play")
        if self.table.is_over:
            raise Refusal("over", "the game is over (rule 12.4)")
        if self.absence.is_abandoned:
            ended = "closed by the operator of the server" if self.absence.is_closed else "abandoned"
            raise Refusal("over", f"the game was {ended}")
        if command.kind in HANDS:
            self._check_hands(command)
            return
        if command.kind in (UNDO, UNDO_TURN):
            if self.can_undo(command.seat) == 0:
                raise Refusal("undo", "there is nothing to undo: others have acted since")
            self._check_time(command)
            self._check_changes()
            return
        self._check_action(command)
        if command.seat in self.keeps:
            if self.keeps[command.seat] == command.value:
                raise Refusal("same", "you already keep this card")
            self._check_changes()

    def _check_action(self, command: Command) -> None:
        """Refuse a decision that is against the rules."""
        try:
            if self.all_keep:
                self.table.check_keep(command.value, command.seat)
            else:
                self.table.check(command.value, command.seat)
        except IllegalAction as error:
            raise Refusal("illegal", str(error)) from None

    def _check_time(self, command: Command) -> None:
        """Whoever undoes continues the same turn: there must be time left for it."""
        before = self.clocks_before[-1]
        until = self.clocks.until(before) if self.clocks and before else None
        if until is not None and until <= command.at:
            raise Refusal("clock", "there is no time left to undo: this turn's time is up")

    def _check_hands(self, command: Command) -> None:
        """Refuse to change hands, or to agree on something, when that makes no sense."""
        seat, about, bot = command.seat, command.value % SETTLED, self.absence.stand_in(command.seat)
        if self.setup.players[seat].kind == "bot":
            raise Refusal("hands", "a bot plays this seat")
        if bot and bot.why == "resigned":
            raise Refusal("hands", "you have resigned: a bot plays on to the end")
        if command.kind == ABSENT and bot:
            raise Refusal("absent", "a bot already plays this seat")
        if command.kind == BACK:
            if not bot:
                raise Refusal("hands", "nobody plays for you")
            if bot.why == "clock" and self.is_awaited(seat):
                raise Refusal("deciding", "the bot is about to decide: take over when it has")
        if command.kind in (AGREE, DISAGREE):
            if bot:
                raise Refusal("absent", "a bot plays for you: take over first")
            self._check_proposal(command, about)

    def _check_proposal(self, command: Command, about: int) -> None:
        """A proposal must be about a person who can be replaced, and it can be answered once."""
        agreed = self.absence.proposals.get(about, set())
        if command.kind == DISAGREE:
            if about not in self.absence.proposals:
                raise Refusal("proposal", "nobody has proposed that")
        elif about < len(self.setup.players) and (self.bot_of(about) or about == command.seat):
            raise Refusal("proposal", "this seat needs no bot")
        elif len(self.setup.players) <= about < ABANDON:
            raise Refusal("proposal", "there is no such seat")
        elif about == ABANDON and self.setup.sealed:
            raise Refusal("proposal", "a table of a duplicate is played to the end: resign, and a bot plays on for you")
        elif command.seat in agreed and command.value < SETTLED:
            raise Refusal("proposal", "you have already agreed")
        self._check_changes()

    def _check_changes(self) -> None:
        """The number of changes of mind is limited: a room must not grow while the game stands still."""
        in_all = len(self.commands) - self._furthest
        if self.n - self.advanced_at > MOST_CHANGES or in_all > MOST_CHANGES_IN_ALL:
            raise Refusal("changes", "too many changes of mind: this decision now stands")

    def perform(self, command: Command) -> Event:
        """Carry out a command that was checked; returns what happened."""
        before = self.table.game
        rounds, turn, display = before.rounds, before.turn, before.display.tolist()
        self.commands.append(command)
        is_about_hands = command.kind == CLOSE or command.kind in HANDS
        if is_about_hands:
            event = self._change_hands(command)
        elif command.kind in (UNDO, UNDO_TURN):
            event = self._undo(command)
        elif self.all_keep:
            event = self._keep(command)
        else:
            event = self._play(command)
        event = with_new_cards(event, rounds, turn, display, self.table.game)
        self.events.append(event)
        if not is_about_hands:
            self.absence.lapse(command.seat)
        if self.clocks is not None:
            self.clocks.update(self._turns(), command.seat, command.at)
            if command.kind == BACK:
                self.clocks.welcome_back(command.seat)
        if len(self.table.actions) + len(self.keeps) > self._furthest:
            self._furthest, self.advanced_at = len(self.table.actions) + len(self.keeps), self.n
        return event

    def _event(self, command: Command, kind: EventKind, game: Game, **more: object) -> Event:
        return Event(
            n=self.n,
            kind=kind,
            seat=command.seat,
            round=game.rounds,
            turn=game.turn,
            at=command.at,
            **more,  # type: ignore[arg-type]
        )

    def _apply(self, action: ActionNumber) -> None:
        self.table.apply(action)
        self.played_by.append(self.n)
        self.clocks_before.append(self.clocks.seats[self.commands[-1].seat] if self.clocks else None)

    def _keep(self, command: Command) -> Event:
        """The table gets the kept cards when the last one is in, in the engine's order."""
        event = self._event(command, "keep", self.table.game, card=command.value)
        self.keeps[command.seat] = command.value
        if len(self.keeps) == len(self.setup.players):
            while self.all_keep:
                self._apply(self.keeps[int(self.table.game.to_act)])
            self.keeps.clear()
        return event

    def _play(self, command: Command) -> Event:
        self._apply(command.value)
        action, before, after = self.table.last_step
        return event_of(self.n, command.seat, before, action, after, command.at)

    def _undo(self, command: Command) -> Event:
        """Take back the last step of a turn, or all of it; in the tactical variant that includes the kept card."""
        steps = self.can_undo(command.seat) if command.kind == UNDO_TURN else 1
        taken_back = []
        for _ in range(steps):
            self.table.undo()
            taken_back.append(self.played_by.pop())
            before = self.clocks_before.pop()
        if self.clocks is not None and before is not None:
            self.clocks.seats[command.seat] = before
        self.taken_back_at = self.n
        return self._event(command, "undo", self.table.game, taken_back=sorted(taken_back))

    def can_undo(self, seat: Seat) -> int:
        """How many of the last steps the seat may take back: those of its own, not of a bot that stood in."""
        steps = len(self.table.undoable(seat))
        if steps and self.absence.history:
            handed = self.absence.changed_hands(seat)
            steps = 0 if self.bot_of(seat) else sum(event > handed for event in self.played_by[-steps:])
        return steps

    def _change_hands(self, command: Command) -> Event:
        """Who plays a seat, and whether the game goes on."""
        self.absence.perform(command.seat, command.kind, command.value, self.n)
        more = {"about": command.value % SETTLED, "settled": command.value >= SETTLED}
        return self._event(
            command,
            command.kind,  # type: ignore[arg-type]
            self.table.game,
            **(more if command.kind in (AGREE, DISAGREE) else {}),
        )

    def _turns(self) -> list[Turn | None]:
        """For each seat what its clock runs for; None if the game does not wait for a person there."""
        game = self.table.game
        turn = int(game.rounds), int(game.turn), self.all_keep
        waits = [self.is_awaited(seat) and not self.bot_of(seat) for seat in range(len(self.setup.players))]
        return [turn if waiting and not self.is_over else None for waiting in waits]

    # --- What a seat may know

    def position(self, seat: Seat) -> Position:
        """Where the game stands for a seat, or for a SPECTATOR."""
        shown = with_keeps(self._position(seat), seat, self.keeps, self.can_undo(seat) if seat != SPECTATOR else 0)
        return self._with_company(shown, seat) if self.clocks or self.absence.used else shown

    def _with_company(self, shown: Position, seat: Seat) -> Position:
        """The position with clocks, bots that stand in, and proposals. Those for whom a bot plays are asked nothing."""
        found = [self.absence.stand_in(player) for player in range(len(self.setup.players))]
        shown = msgspec.structs.replace(
            shown,
            clocks=self.clocks.shown() if self.clocks else [],
            stand_ins=[bot.why if bot else "" for bot in found],
            proposals=self.absence.shown(),
        )
        if self.absence.is_abandoned:
            shown = msgspec.structs.replace(shown, phase="over", abandoned=True, awaited=[])
            shown = msgspec.structs.replace(shown, closed=self.absence.is_closed)
        if self.absence.is_abandoned or (seat != SPECTATOR and found[seat]):
            shown = msgspec.structs.replace(shown, decides=False, cards=[], can_decline=False, can_undo=0)
        return shown

    def _position(self, seat: Seat) -> Position:
        """The same without changes of mind. What everybody sees is the same for all seats, and made once."""
        game, (of, changed, shown) = self.table.game, self._shown
        if of is not game or changed != self.changed:
            shown = {}
            self._shown = game, self.changed, shown
        if seat not in shown and seat == SPECTATOR:
            public = public_position(game)
            shown[seat] = msgspec.structs.replace(public, turning=self._turning()) if self.table.is_over else public
        elif seat not in shown:
            shown[seat] = seat_position(self._position(SPECTATOR), game, seat)
        return shown[seat]

    def _turning(self) -> Turning | None:
        """Where the finished game was decided, in events instead of actions."""
        found = explained.turning(self.table.steps())
        if found is None:
            return None
        lead = None if found.lead is None else self._turning_point(found.lead)
        return Turning(found.winner, lead, self._turning_point(found.swing))

    def _turning_point(self, found: explained.TurningPoint) -> TurningPoint:
        return TurningPoint(found.seat, [self.played_by[action] for action in found.actions], found.before, found.after)

    def story(self, seat: Seat, after: int = -1) -> Sequence[Event]:
        """The events after a number, as a seat may know them."""
        return [seen_by(event, seat) for event in self.events[after + 1 :]]
