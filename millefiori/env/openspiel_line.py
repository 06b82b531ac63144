"""A line of play whose cards are drawn one by one: the engine's game for frameworks in which chance is a player.

The engine shuffles once, before the first card. Here only the cards that have left the deck are decided; the others lie
in any order. An action that deals is tried on a copy, which tells how many cards it needs; the line then waits until
so many are drawn, each swapped to its place in the deck, and plays the action. So all rules stay in the engine, and
every line is a game that it could have dealt itself. Cards put aside unseen (rule 1.5) are never decided.

A line is never changed: what follows it is a new line that shares its past.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2s
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.board import CARD_NAMES, CARDS, DECK
from millefiori.chance import Stream, shuffle
from millefiori.outcome import action_words
from millefiori.rules.flow import apply
from millefiori.rules.rounds import begin
from millefiori.state import GAME, Game, copy_game
from millefiori.view import view
from millefiori.vocabulary import ALL_SEEING, HIDDEN, SEAT_LETTERS, SPECTATOR, ActionNumber, Phase, Seat

BEGIN: ActionNumber = -1
"""Stands for the beginning where a line tells its last action."""
CHANCE = -1
"""The player who draws the start player and the cards."""
NOBODY = -4
"""Who is to play when the game is over."""


@dataclass(frozen=True, eq=False)
class Line:
    """A game from its beginning, or from where it was taken up, with the way to it."""

    root: Game  # where the line began: a table before its first card, or a game that was taken up
    before: "Line | None"  # where the last action was decided
    action: ActionNumber  # the last action
    game: Game  # where the play stands: if cards are to be drawn, before the action that deals them
    start_player: Seat  # below 0 until it is drawn
    drawn: int  # places of the deck before this one are decided
    until: int  # places to be decided before the action is played
    stories: dict[Seat, str] = field(default_factory=dict)  # what was told already, by seat

    @cached_property
    def waits(self) -> bool:
        """Is it chance's turn?"""
        return self.start_player < 0 or self.drawn < self.until

    @cached_property
    def player(self) -> int:
        """Whose turn it is: a seat, CHANCE or NOBODY."""
        if self.waits:
            return CHANCE
        return NOBODY if self.game.phase == Phase.OVER else int(self.game.to_act)

    def act(self, action: ActionNumber) -> "Line":
        """The line after a legal action of the player in turn, or waiting for the cards that it deals."""
        after = copy_game(self.game)
        apply(after, action)
        dealt, until = int(self.game.dealt), int(after.dealt)
        return Line(self.root, self, action, after if until == dealt else self.game, self.start_player, dealt, until)

    # --- Chance

    def outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn next, a start player or a card, and how likely each of them is."""
        if self.start_player < 0:
            return [(seat, 1 / self.game.seats) for seat in range(self.game.seats)]
        cards = self.game.deck[self.open_places()]
        return [(card, copies / len(cards)) for card, copies in enumerate(np.bincount(cards).tolist()) if copies]

    def draw(self, outcome: int) -> "Line":
        """The line after chance has drawn one of the outcomes."""
        if self.start_player < 0:
            return replace(self, start_player=outcome, stories={})
        game, places = copy_game(self.game), self.open_places()
        place = places[game.deck[places] == outcome][0]
        game.deck[place], game.deck[self.drawn] = game.deck[self.drawn], game.deck[place]
        return replace(self, game=game).draw_up_to(_past_aside(game, self.drawn + 1))

    def draw_up_to(self, place: int) -> "Line":
        """Let the deck have been drawn as it lies, up to a place; the action is played once it has all its cards."""
        if not self.waits or self.start_player < 0:
            return self
        game, drawn = copy_game(self.game), min(place, self.until)
        if drawn == self.until:
            deal(self, game)
        return replace(self, game=game, drawn=drawn, stories={})

    def open_places(self) -> NDArray[np.intp]:
        """The places of the deck whose cards are not decided, those of cards put aside first."""
        aside = np.arange(self.game.option.opening_display, _past_aside(self.game, self.game.option.opening_display))
        return np.concatenate([aside[aside < self.drawn], np.arange(self.drawn, len(DECK))])

    def shuffled(self, stream: Stream) -> Game:
        """A copy of the game to be played on by the engine itself: what is not decided is drawn now."""
        game, places = copy_game(self.game), self.open_places()
        cards = game.deck[places]
        shuffle(stream, cards)
        game.deck[places] = cards
        return game

    # --- The past

    def past(self) -> list["Line"]:
        """The lines after each action, from the beginning to this one."""
        lines = [self]
        while lines[-1].before is not None:
            lines.append(lines[-1].before)
        return lines[::-1]

    @cached_property
    def events(self) -> list[tuple[int, int]]:
        """Who did what, from the decision before on: the action, and the cards drawn for it."""
        option, first = self.game.option, int(self.root.dealt)
        events: list[tuple[int, int]] = []
        if self.before is not None:
            first = int(self.before.game.dealt)
            events.append((self.before.player, self.action))
        for place in range(first, self.drawn):
            if not option.opening_display <= place < option.opening_display + option.removed:
                events.append((CHANCE, int(self.game.deck[place])))
        return events

    def story(self, seat: Seat) -> str:
        """All that the seat has seen and done, in order; ALL_SEEING is told everything.

        Equal for two lines exactly when the seat cannot tell them apart: what is not told follows from it by the rules.
        """
        untold: list[Line] = []
        line: Line | None = self
        while line is not None and seat not in line.stories:
            untold.append(line)
            line = line.before
        for later in reversed(untold):
            later.stories[seat] = "\n".join(_chapter(later, seat))
        return self.stories[seat]

    def __deepcopy__(self, memo: object) -> "Line":
        return self  # never changed: nobody can tell it from a copy

    def __reduce__(self) -> tuple[Any, ...]:
        past = self.past()
        actions = tuple(line.action for line in past[1:])
        root, deck = cast(Any, self.root).tobytes(), self.game.deck.tobytes()
        return _restored, (root, deck, self.start_player, self.drawn, actions, past[0].stories)


def new_line(blank: Game, start_player: Seat) -> Line:
    """The beginning of a game, before its first card; a start player below 0 is to be drawn."""
    trial = copy_game(blank)
    begin(trial, 0)
    return Line(blank, None, BEGIN, blank, start_player, _past_aside(blank, 0), int(trial.dealt))


def taken_up(game: Game) -> Line:
    """A line that begins in the middle of a game, as it stands."""
    return Line(game, None, BEGIN, game, int(game.start_player), int(game.dealt), int(game.dealt))


def _restored(
    root: bytes,
    deck: bytes,
    start_player: Seat,
    drawn: int,
    actions: tuple[ActionNumber, ...],
    stories: dict[Seat, str],
) -> Line:
    game = cast(Game, np.frombuffer(root, GAME).copy()[0])
    game.deck[:] = np.frombuffer(deck, np.uint8)
    line = taken_up(game) if game.rounds else new_line(game, start_player).draw_up_to(drawn)
    line.stories.update(stories)
    for action in actions:
        line = line.act(action).draw_up_to(drawn)
    return line


def _past_aside(game: Game, place: int) -> int:
    """The place itself, or the one after the cards put aside if they begin there."""
    return place + int(game.option.removed) if place == game.option.opening_display else place


def deal(line: Line, game: Game) -> None:
    """Play the action for whose cards the line has waited."""
    if line.before is None:
        begin(game, line.start_player)
    else:
        apply(game, line.action)


# --- What a seat is told ----------------------------------------------------------------------------------------------


def _chapter(line: Line, seat: Seat) -> Iterator[str]:
    """What the seat was told before, and what the last action adds to it."""
    before = None if line.before is None else line.before.game
    if before is not None and line.before is not None:
        yield line.before.stories[seat]
        is_secret = before.phase == Phase.KEEP and seat not in (before.to_act, ALL_SEEING)
        words = "keep a card" if is_secret else action_words(before, line.action)
        yield f"{SEAT_LETTERS[before.to_act]}: {words}"
    elif line.root.rounds:
        yield _prologue(line.game, seat)
    if line.waits:
        if seat == ALL_SEEING:
            yield f"Start player: {SEAT_LETTERS[line.start_player] if line.start_player >= 0 else 'to be drawn'}"
            yield f"Drawn: {', '.join(CARD_NAMES[card] for player, card in line.events if player == CHANCE)}"
        return
    game = line.game
    if before is None or game.rounds != before.rounds:
        yield f"Round {game.rounds}, {SEAT_LETTERS[game.start_player]} starts"
    if before is None or game.dealt != before.dealt or game.phase == Phase.OVER:
        yield f"Display: {_names(np.repeat(np.arange(CARDS), game.display))}"
    if before is None or (game.rounds, game.turn) != (before.rounds, before.turn):
        for holder in range(game.seats):
            if seat in (holder, ALL_SEEING):
                yield f"{SEAT_LETTERS[holder]}'s hand: {_names(game.hand[holder])}"


def _prologue(game: Game, seat: Seat) -> str:
    """What the seat knows where a game is taken up: too much to be told, so its digest stands for it."""
    seen = view(game, SPECTATOR if seat == ALL_SEEING else seat)
    secrets = f", kept: {_names(game.kept)}" if seat == ALL_SEEING else ""
    return f"Taken up at {blake2s(cast(Any, seen).tobytes(), digest_size=16).hexdigest()}{secrets}"


def _names(cards: NDArray[Any]) -> str:
    return ", ".join(CARD_NAMES[card] for card in cards.tolist() if card < HIDDEN)
