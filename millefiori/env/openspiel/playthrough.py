"""A game with its past, whose cards are drawn one by one: for frameworks in which chance is a player.

The engine shuffles once, before the first card. Here only the cards that have left the deck are decided; the rest of
the deck has no order yet. An action that deals cards is first tried on a copy, to count the cards it needs. The
playthrough then waits until they are drawn, swaps each to where it lies in the deck, and plays the action. So all rules
stay in the engine, and every playthrough is a game that the engine could have dealt. Cards put aside unseen (rule 1.5)
are never decided.

A playthrough never changes: every action makes a new one that shares its past.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2s
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from millefiori.engine.board import CARD_NAMES, CARDS, DECK
from millefiori.engine.calls import apply
from millefiori.engine.chance import Stream, shuffle
from millefiori.engine.rules.rounds import begin
from millefiori.engine.state import GAME, Game, copy_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import ALL_SEEING, HIDDEN, SEAT_LETTERS, SPECTATOR, ActionNumber, Phase, Seat
from millefiori.explain.outcome import action_words

BEGIN: ActionNumber = -1
"""The last action of a playthrough that has just begun."""
CHANCE = -1
"""The player who draws the start player and the cards."""
NOBODY = -4
"""The player to act when the game is over."""


@dataclass(eq=False)  # not frozen, only because that takes three times as long to make
class Playthrough:
    """A game and the way to it, from the first card or from a position in the middle."""

    root: Game  # where it began: before the first card, or a position in the middle of a game
    before: "Playthrough | None"  # the playthrough in which the last action was decided
    action: ActionNumber  # the last action
    game: Game  # the game now; while cards are being drawn, the game before the action that deals them
    start_player: Seat  # below 0 until drawn
    drawn: int  # the cards of the deck before this index are decided
    until: int  # the index up to which they must be before the action is played
    aside: tuple[int, int]  # the first index of the cards put aside, and the one after the last
    stories: dict[Seat, str] = field(default_factory=dict)  # the story so far, by seat
    waits: bool = field(init=False)  # is it chance's turn?
    player: int = field(init=False)  # whose turn it is: a seat, CHANCE or NOBODY

    def __post_init__(self) -> None:
        self.waits = self.start_player < 0 or self.drawn < self.until
        if self.waits:
            self.player = CHANCE
        else:
            self.player = NOBODY if self.game.phase == Phase.OVER else self.game.to_act

    def act(self, action: ActionNumber) -> "Playthrough":
        """The playthrough after a legal action, possibly waiting for the cards that the action deals."""
        after = copy_game(self.game)
        apply(after, action)
        dealt, until = self.game.dealt, after.dealt
        game = after if until == dealt else self.game
        return Playthrough(self.root, self, action, game, self.start_player, dealt, until, self.aside)

    # --- Chance

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance can draw next, a start player or a card, each with its probability."""
        if self.start_player < 0:
            return [(seat, 1 / self.game.seats) for seat in range(self.game.seats)]
        deck, first, last = self.game.deck.tobytes(), *self._open_aside()
        cards = np.frombuffer(deck[first:last] + deck[self.drawn :], np.uint8)
        return [(card, copies / len(cards)) for card, copies in enumerate(np.bincount(cards).tolist()) if copies]

    def draw(self, outcome: int) -> "Playthrough":
        """The playthrough after chance has drawn one of the `outcomes`; a ValueError if it is none of them."""
        if self.start_player < 0:
            if not 0 <= outcome < self.game.seats:
                raise ValueError(f"there is no seat {outcome}")
            return replace(self, start_player=outcome, stories={})
        if not 0 <= outcome < CARDS:
            raise ValueError(f"there is no card {outcome}")
        deck = self.game.deck.tobytes()
        index = deck.find(outcome, *self._open_aside())
        if index < 0:
            index = deck.index(outcome, self.drawn)
        game = copy_game(self.game)
        cards = game.deck
        cards[index], cards[self.drawn] = deck[self.drawn], outcome
        return self._with_drawn(game, _past_aside(self.aside, self.drawn + 1))

    def draw_up_to(self, index: int) -> "Playthrough":
        """Draw the deck in its present order, up to an index; the action is played once all its cards are drawn."""
        if not self.waits or self.start_player < 0:
            return self
        return self._with_drawn(copy_game(self.game), index)

    def _with_drawn(self, game: Game, index: int) -> "Playthrough":
        drawn = min(index, self.until)
        if drawn == self.until:
            deal(self, game)
        return Playthrough(self.root, self.before, self.action, game, self.start_player, drawn, self.until, self.aside)

    def _open_aside(self) -> tuple[int, int]:
        """The indices of the cards put aside as far as the deck is drawn: from the first to before the last."""
        first, last = self.aside
        return first, max(first, min(last, self.drawn))

    def open_indices(self) -> NDArray[np.intp]:
        """The indices of the deck whose cards are undecided, starting with the cards put aside."""
        return np.concatenate([np.arange(*self._open_aside()), np.arange(self.drawn, len(DECK))])

    def shuffled(self, stream: Stream) -> Game:
        """A copy of the game that the engine can continue by itself: undecided cards are shuffled now."""
        game, indices = copy_game(self.game), self.open_indices()
        cards = game.deck[indices]
        shuffle(stream, cards)
        game.deck[indices] = cards
        return game

    # --- The past

    def past(self) -> list["Playthrough"]:
        """The playthroughs after each action, from the beginning to this one."""
        steps = [self]
        while steps[-1].before is not None:
            steps.append(steps[-1].before)
        return steps[::-1]

    @cached_property
    def events(self) -> list[tuple[int, int]]:
        """Who did what since the previous decision: the action, then the cards drawn for it."""
        first = self.root.dealt
        events: list[tuple[int, int]] = []
        if self.before is not None:
            first = self.before.game.dealt
            events.append((self.before.player, self.action))
        for index in range(first, self.drawn):
            if not self.aside[0] <= index < self.aside[1]:
                events.append((CHANCE, int(self.game.deck[index])))
        return events

    def story(self, seat: Seat) -> str:
        """All that the seat has seen and done, in order; for ALL_SEEING, everything that happened.

        Two playthroughs have equal stories exactly when the seat cannot tell them apart: the rest follows by the rules.
        """
        missing: list[Playthrough] = []
        step: Playthrough | None = self
        while step is not None and seat not in step.stories:
            missing.append(step)
            step = step.before
        for later in reversed(missing):
            later.stories[seat] = "\n".join(_chapter(later, seat))
        return self.stories[seat]

    def __deepcopy__(self, memo: object) -> "Playthrough":
        return self  # it never changes, so it can stand for its own copy

    def __reduce__(self) -> tuple[Any, ...]:
        past = self.past()
        actions = tuple(step.action for step in past[1:])
        root, deck = cast(Any, self.root).tobytes(), self.game.deck.tobytes()
        return _restored, (root, deck, self.start_player, self.drawn, actions, past[0].stories)


def new_playthrough(blank: Game, start_player: Seat) -> Playthrough:
    """The beginning of a game, before the first card; a start player below 0 will be drawn."""
    trial = copy_game(blank)
    begin(trial, 0)
    aside = _aside(blank)
    return Playthrough(blank, None, BEGIN, blank, start_player, _past_aside(aside, 0), trial.dealt, aside)


def playthrough_from(game: Game) -> Playthrough:
    """A playthrough that begins in the middle of a game."""
    return Playthrough(game, None, BEGIN, game, game.start_player, game.dealt, game.dealt, _aside(game))


def _restored(
    root: bytes,
    deck: bytes,
    start_player: Seat,
    drawn: int,
    actions: tuple[ActionNumber, ...],
    stories: dict[Seat, str],
) -> Playthrough:
    game = cast(Game, np.frombuffer(root, GAME).copy()[0])
    game.deck[:] = np.frombuffer(deck, np.uint8)
    playthrough = playthrough_from(game) if game.rounds else new_playthrough(game, start_player).draw_up_to(drawn)
    playthrough.stories.update(stories)
    for action in actions:
        playthrough = playthrough.act(action).draw_up_to(drawn)
    return playthrough


def _aside(game: Game) -> tuple[int, int]:
    """Where the cards put aside lie in the deck: the first index, and the one after the last."""
    return game.option.opening_display, game.option.opening_display + game.option.removed


def _past_aside(aside: tuple[int, int], index: int) -> int:
    """The index itself, or the first one after the cards put aside if they begin there."""
    return aside[1] if index == aside[0] else index


def deal(playthrough: Playthrough, game: Game) -> None:
    """Play the action whose cards are now drawn."""
    if playthrough.before is None:
        begin(game, playthrough.start_player)
    else:
        apply(game, playthrough.action)


# --- What a seat has seen ---------------------------------------------------------------------------------------------


def _chapter(playthrough: Playthrough, seat: Seat) -> Iterator[str]:
    """The story up to the last action, and what the action adds to it."""
    before = None if playthrough.before is None else playthrough.before.game
    if before is not None and playthrough.before is not None:
        yield playthrough.before.stories[seat]
        is_secret = before.phase == Phase.KEEP and seat not in (before.to_act, ALL_SEEING)
        words = "keep a card" if is_secret else action_words(before, playthrough.action)
        yield f"{SEAT_LETTERS[before.to_act]}: {words}"
    elif playthrough.root.rounds:
        yield _prologue(playthrough.game, seat)
    if playthrough.waits:
        if seat == ALL_SEEING:
            start = playthrough.start_player
            yield f"Start player: {SEAT_LETTERS[start] if start >= 0 else 'to be drawn'}"
            yield f"Drawn: {', '.join(CARD_NAMES[card] for player, card in playthrough.events if player == CHANCE)}"
        return
    game = playthrough.game
    if before is None or game.rounds != before.rounds:
        yield f"Round {game.rounds}, {SEAT_LETTERS[game.start_player]} starts"
    if before is None or game.dealt != before.dealt or game.phase == Phase.OVER:
        yield f"Display: {_names(np.repeat(np.arange(CARDS), game.display))}"
    if before is None or (game.rounds, game.turn) != (before.rounds, before.turn):
        for holder in range(game.seats):
            if seat in (holder, ALL_SEEING):
                yield f"{SEAT_LETTERS[holder]}'s hand: {_names(game.hand[holder])}"


def _prologue(game: Game, seat: Seat) -> str:
    """What the seat knows where the playthrough begins: too much to write out, so a digest stands for it."""
    seen = view(game, SPECTATOR if seat == ALL_SEEING else seat)
    secrets = f", kept: {_names(game.kept)}" if seat == ALL_SEEING else ""
    return f"Continued from {blake2s(cast(Any, seen).tobytes(), digest_size=16).hexdigest()}{secrets}"


def _names(cards: NDArray[Any]) -> str:
    return ", ".join(CARD_NAMES[card] for card in cards.tolist() if card < HIDDEN)
