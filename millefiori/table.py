"""A table to play at: the friendly object around a game, with names, history, previews and pictures."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from millefiori.actions import action_named
from millefiori.board import CARD_NAMES, CARD_NUMBERS, DECK
from millefiori.chance import new_stream
from millefiori.compiled import announce
from millefiori.editions import edition_named
from millefiori.legality import IllegalAction, check, legal_actions
from millefiori.outcome import Outcome, action_words, outcome, preview
from millefiori.playouts import deal_game
from millefiori.rules.flow import apply
from millefiori.rules.rounds import begin
from millefiori.state import Game, blank_game, copy_game
from millefiori.view import View, view
from millefiori.vocabulary import NO_CARD, SEAT_LETTERS, ActionNumber, Phase, Reason, Seat


class SetupError(ValueError):
    """A game that cannot begin: wrong deck, start player or names."""


def deck_from_names(names: Sequence[str]) -> np.ndarray[Any, Any]:
    """Card names as the numbers of a deck; refuses what is not the whole deck (rule 1.2)."""
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise SetupError("the deck must be a list of card names (rule 1.2)")
    for place, name in enumerate(names):
        if name not in CARD_NUMBERS:
            raise SetupError(f"card {place + 1} of the deck: there is no card {name!r} (rule 1.2)")
    deck = np.array([CARD_NUMBERS[name] for name in names], np.uint8)
    if len(deck) != len(DECK):
        raise SetupError(f"the deck has {len(deck)} cards instead of {len(DECK)} (rule 1.2)")
    wrong = [
        CARD_NAMES[card] for card in np.flatnonzero(np.bincount(deck, minlength=len(CARD_NAMES)) != np.bincount(DECK))
    ]
    if wrong:
        raise SetupError(f"the deck has too many or too few of {', '.join(wrong)} (rule 1.2)")
    return deck


class Table:
    """One game from its first card to its last, with all that happened.

    Give a `seed` for a shuffle that can be repeated or a `deck` of card names; without either the shuffle is random.
    The start player is drawn unless given. `number` picks one of the many games of a seed, as `simulate` counts them.
    """

    def __init__(
        self,
        edition: str = "international",
        players: int | Sequence[str] = 2,
        *,
        tactical: bool = False,
        seed: int | None = None,
        number: int = 0,
        deck: Sequence[str] | None = None,
        start_player: Seat | None = None,
    ) -> None:
        announce()
        self.edition = edition_named(edition)
        self.players = tuple(SEAT_LETTERS[:players]) if isinstance(players, int) else tuple(players)
        self.tactical = tactical
        self.game: Game = blank_game(self.edition, players if isinstance(players, int) else len(players), tactical)
        self._check_setup(seed, deck, start_player)
        stream = new_stream(secrets.randbits(63) if seed is None else seed, number)
        deal_game(self.game, -1 if start_player is None else start_player, stream)
        if deck is not None:
            drawn = int(self.game.start_player)
            self.game = blank_game(self.edition, len(self.players), tactical)
            self.game.deck[:] = deck_from_names(deck)
            begin(self.game, drawn)
        self.start_player: Seat = int(self.game.start_player)
        self.deck: tuple[str, ...] = tuple(CARD_NAMES[card] for card in self.game.deck)
        self.actions: list[tuple[Seat, ActionNumber]] = []
        self._before: list[Game] = []

    def _check_setup(self, seed: int | None, deck: Sequence[str] | None, start_player: Seat | None) -> None:
        if start_player is not None and not 0 <= start_player < len(self.players):
            raise SetupError(
                f"the start player is a seat from 0 to {len(self.players) - 1}, not {start_player} (rule 1.6)"
            )
        if seed is not None and (deck is not None or not 0 <= seed < 2**63):
            raise SetupError("a deck is shuffled by a seed from 0 to 2**63 - 1, or given: not both")

    # --- Where the game stands

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self.game.phase == Phase.OVER)

    @property
    def to_act(self) -> Seat | None:
        """The seat that decides next; None when the game is over."""
        return None if self.is_over else int(self.game.to_act)

    @property
    def phase(self) -> Phase:
        """What it decides: keep a card, play it, take an extra card."""
        return Phase(self.game.phase)

    @property
    def card(self) -> str | None:
        """The card in play, while its player decides what to do with it."""
        card = int(self.game.kept[self.game.to_act])
        return CARD_NAMES[card] if self.game.phase == Phase.PLAY and card != NO_CARD else None

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        return [int(score) for score in self.game.score[: self.game.seats]]

    @property
    def winners(self) -> list[Seat]:
        """The winning seats; empty until the game is over."""
        return [seat for seat in range(self.game.seats) if self.game.won[seat]]

    @property
    def rounds(self) -> int:
        """Rounds begun, the current one included."""
        return int(self.game.rounds)

    def score_sheet(self) -> dict[Reason, list[int]]:
        """Points by reason and seat; the columns add up to the scores."""
        return {reason: [int(points) for points in self.game.points[: self.game.seats, reason]] for reason in Reason}

    def view(self, seat: Seat) -> View:
        """What the seat may know; SPECTATOR for the public part."""
        return view(self.game, seat)

    # --- Actions

    def legal_actions(self) -> list[ActionNumber]:
        """The legal actions, ascending; `name` tells what they mean."""
        return legal_actions(self.game)

    def name(self, action: ActionNumber) -> str:
        """An action in words, as the phase has it: "keep quartz-3", "place quartz-3 on W2.5", "sail with quartz-3"."""
        return action_words(self.game, action)

    def preview(self, action: ActionNumber | str) -> Outcome:
        """What an action would bring to everybody, and why; nothing changes."""
        return preview(self.game, self.check(action))

    def play(self, action: ActionNumber | str, seat: Seat | None = None) -> Outcome:
        """Play an action, given as its number or name; refused with the rule it breaks if it is not legal.

        With a `seat` the action is refused if it is not that seat's turn.
        """
        number = self.advance(action, seat)
        return outcome(self._before[-1], number, self.game)

    def advance(self, action: ActionNumber | str, seat: Seat | None = None) -> ActionNumber:
        """Play an action without looking at what it brings; returns its number."""
        number = self.check(action, seat)
        self._before.append(copy_game(self.game))
        self.actions.append((int(self.game.to_act), number))
        apply(self.game, number)
        return number

    def check(self, action: ActionNumber | str, seat: Seat | None = None) -> ActionNumber:
        """Refuse an illegal action with the rule it breaks; returns its number."""
        if isinstance(action, str):
            action = action_named(action)
        if seat is not None and not self.is_over and seat != self.game.to_act:
            turn, other = self.players[self.game.to_act], self.players[seat] if 0 <= seat < len(self.players) else seat
            raise IllegalAction(f"it is {turn}'s turn, not {other}'s (rule 2.4)")
        check(self.game, action)
        return action

    def undo(self) -> ActionNumber:
        """Take back the last action, whoever's it was; returns it."""
        if not self.actions:
            raise IllegalAction("nothing was played yet")
        self.game = self._before.pop()
        return self.actions.pop()[1]

    def steps(self) -> Iterator[tuple[ActionNumber, Game, Game]]:
        """Every action played so far, with the game before and after it."""
        games = [*self._before, self.game]
        for index, (_, action) in enumerate(self.actions):
            yield action, games[index], games[index + 1]

    def history(self) -> Iterator[tuple[Seat, Game]]:
        """Who acted, and the game before it, from the last action back."""
        for (seat, _), before in zip(reversed(self.actions), reversed(self._before), strict=True):
            yield seat, before

    def __setstate__(self, state: dict[str, Any]) -> None:
        """After a pickle: NumPy loses what is written to an unpickled record, but not to a copy of it."""
        self.__dict__.update(state)
        self.game = copy_game(self.game)

    # --- Pictures

    def __str__(self) -> str:
        from millefiori.text import picture

        return picture(self.game, self.players)

    def svg(self, seat: Seat | None = None) -> str:
        """The board and the display as an SVG drawing; with a seat, its hand too."""
        from millefiori.svg import drawing

        return drawing(self.game, self.players, seat)
