"""A table to play at: a game with its players, history, previews and pictures."""

import secrets
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from millefiori.engine.actions import action_named
from millefiori.engine.board import CARD_NAMES, CARD_NUMBERS, DECK
from millefiori.engine.calls import all_keep, apply, legal_actions
from millefiori.engine.chance import new_stream
from millefiori.engine.compiled import announce
from millefiori.engine.editions import edition_named
from millefiori.engine.playouts import deal_game
from millefiori.engine.rules.rounds import begin
from millefiori.engine.state import Game, blank_game, copy_game
from millefiori.engine.view import View, deciding_view, view
from millefiori.engine.vocabulary import NO_CARD, SEAT_LETTERS, ActionNumber, Phase, Reason, Seat
from millefiori.explain.legality import IllegalAction, check
from millefiori.explain.outcome import Outcome, action_words, outcome, preview
from millefiori.fairness import commitment, new_salt


class SetupError(ValueError):
    """A game that cannot begin: a wrong deck, start player or seed."""


def deck_from_names(names: Sequence[str]) -> np.ndarray[Any, Any]:
    """A deck as card numbers, from card names; refuses anything but the whole deck (rule 1.2)."""
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise SetupError("the deck must be a list of card names (rule 1.2)")
    for index, name in enumerate(names):
        if name not in CARD_NUMBERS:
            raise SetupError(f"card {index + 1} of the deck: there is no card {name!r} (rule 1.2)")
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
    """One game, from the first card to the last, with its whole history.

    Pass a `seed` for a repeatable shuffle, or a `deck` of card names; without either the operating system shuffles, and
    `commitment` proves that the deck was not changed later. The start player is drawn unless given. A seed has many
    games: `number` selects one, counted as `simulate` does.
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
        salt: str = "",
    ) -> None:
        announce()
        self.edition = edition_named(edition)
        self.players = tuple(SEAT_LETTERS[:players]) if isinstance(players, int) else tuple(players)
        self.tactical = tactical
        self.game: Game = blank_game(self.edition, players if isinstance(players, int) else len(players), tactical)
        self._check_setup(seed, deck, start_player)
        self._deal(seed, number, deck, start_player)
        self.start_player: Seat = self.game.start_player
        self.deck: tuple[str, ...] = tuple(CARD_NAMES[card] for card in self.game.deck.tolist())
        self.salt = salt or (new_salt() if seed is None and deck is None else "")  # see `fairness`
        self.actions: list[tuple[Seat, ActionNumber]] = []
        self._before: list[Game] = []
        self._standing = 0  # the first actions stand for good: another seat has acted since

    def _check_setup(self, seed: int | None, deck: Sequence[str] | None, start_player: Seat | None) -> None:
        if start_player is not None and not 0 <= start_player < len(self.players):
            raise SetupError(
                f"the start player must be a seat from 0 to {len(self.players) - 1}, not {start_player} (rule 1.6)"
            )
        if seed is not None and (deck is not None or not 0 <= seed < 2**63):
            raise SetupError("give either a seed from 0 to 2**63 - 1 or a deck, not both")

    def _deal(self, seed: int | None, number: int, deck: Sequence[str] | None, start_player: Seat | None) -> None:
        """A seed gives the same deal every time; without one all chance comes from the operating system."""
        if seed is not None:
            deal_game(self.game, -1 if start_player is None else start_player, new_stream(seed, number))
            return
        chance = secrets.SystemRandom()
        self.game.deck[:] = chance.sample(DECK.tolist(), len(DECK)) if deck is None else deck_from_names(deck)
        begin(self.game, chance.randrange(len(self.players)) if start_player is None else start_player)

    @property
    def commitment(self) -> str:
        """The hash that commits to the deck before the first card; empty for a seed or a deck without a salt."""
        return commitment(self.deck, self.start_player, self.salt) if self.salt else ""

    # --- The game now

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.game.phase == Phase.OVER

    @property
    def to_act(self) -> Seat | None:
        """The seat that decides next; None when the game is over."""
        return None if self.is_over else self.game.to_act

    @property
    def phase(self) -> Phase:
        """What is being decided: keep a card, play it, or take an extra card."""
        return Phase(self.game.phase)

    @property
    def card(self) -> str | None:
        """The card in play; None while a card is kept or taken."""
        card = int(self.game.kept[self.game.to_act])
        return CARD_NAMES[card] if self.game.phase == Phase.PLAY and card != NO_CARD else None

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        return self.game.score[: self.game.seats].tolist()

    @property
    def winners(self) -> list[Seat]:
        """The winning seats; empty until the game is over."""
        return [seat for seat in range(self.game.seats) if self.game.won[seat]]

    @property
    def rounds(self) -> int:
        """Rounds begun, including the current one."""
        return self.game.rounds

    def score_sheet(self) -> dict[Reason, list[int]]:
        """Points by reason and seat; the columns add up to the scores."""
        return {reason: [int(points) for points in self.game.points[: self.game.seats, reason]] for reason in Reason}

    def view(self, seat: Seat) -> View:
        """What the seat may know; for SPECTATOR, what is public."""
        return view(self.game, seat)

    # --- Actions

    def legal_actions(self) -> list[ActionNumber]:
        """The legal actions, ascending; `name` puts them into words."""
        return legal_actions(self.game)

    def name(self, action: ActionNumber) -> str:
        """An action in words: "keep quartz-3", "place quartz-3 on W2.5", "sail with quartz-3"."""
        return action_words(self.game, action)

    def preview(self, action: ActionNumber | str) -> Outcome:
        """What an action would bring to everybody, and why; the game does not change."""
        return preview(self.game, self.check(action))

    def play(self, action: ActionNumber | str, seat: Seat | None = None) -> Outcome:
        """Play an action, given by number or name, and return what it brings.

        Raises `IllegalAction`, with the rule, if the action is illegal or it is not the turn of `seat`, if given.
        """
        self.advance(action, seat)
        number, before, after = self.last_step
        return outcome(before, number, after)

    def advance(self, action: ActionNumber | str, seat: Seat | None = None) -> ActionNumber:
        """Play an action without working out what it brings; returns its number."""
        number = self.check(action, seat)
        self.apply(number)
        return number

    def apply(self, number: ActionNumber) -> None:
        """Play an action that `check` has accepted."""
        seat = self.game.to_act
        if self.actions and self.actions[-1][0] != seat and not all_keep(self._before[-1]):
            self._standing = len(self.actions)
        self._before.append(copy_game(self.game))
        self.actions.append((seat, number))
        apply(self.game, number)

    def check(self, action: ActionNumber | str, seat: Seat | None = None) -> ActionNumber:
        """The number of an action; raises `IllegalAction`, with the rule, if it is illegal."""
        if isinstance(action, str):
            action = action_named(action)
        if seat is not None and seat != self.game.to_act and not self.is_over:
            turn, other = self.players[self.game.to_act], self.players[seat] if 0 <= seat < len(self.players) else seat
            raise IllegalAction(f"it is {turn}'s turn, not {other}'s (rule 2.4)")
        check(self.game, action)
        return action

    def check_keep(self, card: ActionNumber, seat: Seat) -> None:
        """Refuse a card that the seat cannot keep while all keep one at the same time, whoever is first (rule 2.3)."""
        if not all_keep(self.game):
            raise IllegalAction("it is not time to keep a card (rule 2.3)")
        check(deciding_view(self.game, seat), card)

    def undo(self) -> ActionNumber:
        """Undo the last action, whoever played it; returns it."""
        if not self.actions:
            raise IllegalAction("no action has been played yet")
        self.game = self._before.pop()
        _, action = self.actions.pop()
        self._standing = min(self._standing, len(self.actions))
        return action

    def undoable(self, seat: Seat, unseen: Collection[Seat] = ()) -> list[int]:
        """The seat's decisions that it may take back: for each, the last first, how many actions lead back before it.

        They are its own of this turn, and once another seat has played they stand for good: what was seen stays seen,
        even if that seat takes its own decision back. `unseen` are seats whose decisions nobody watches (bots): if all
        others are such seats, a kept card may be taken back too.
        """
        found: list[int] = []
        is_alone = len(unseen) == len(self.players) - 1
        for steps, (player, before) in enumerate(self.history(), start=1):
            same_turn = (before.rounds, before.turn) == (self.game.rounds, self.game.turn)
            stands = steps > len(self.actions) - self._standing
            if self.is_over or stands or not same_turn or (all_keep(before) and not is_alone):
                break
            if player == seat:
                found.append(steps)
            elif not all_keep(before):
                break
        return found

    def steps(self) -> Iterator[tuple[ActionNumber, Game, Game]]:
        """Every action so far, with the game before and after it."""
        games = [*self._before, self.game]
        for index, (_, action) in enumerate(self.actions):
            yield action, games[index], games[index + 1]

    @property
    def last_step(self) -> tuple[ActionNumber, Game, Game]:
        """The last action, with the game before and after it."""
        return self.actions[-1][1], self._before[-1], self.game

    def history(self) -> Iterator[tuple[Seat, Game]]:
        """Who acted and the game before it, from the last action backwards."""
        for (seat, _), before in zip(reversed(self.actions), reversed(self._before), strict=True):
            yield seat, before

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Unpickle: NumPy loses what is written to an unpickled record, but not to a copy of it."""
        self.__dict__.update(state)
        self.game = copy_game(self.game)

    # --- Pictures

    def __str__(self) -> str:
        from millefiori.drawing.plain_text import picture

        return picture(self.game, self.players)

    def svg(self, seat: Seat | None = None) -> str:
        """The board and the display as an SVG picture; with a seat, its hand too."""
        from millefiori.drawing.game import drawing

        return drawing(self.game, self.players, seat)
