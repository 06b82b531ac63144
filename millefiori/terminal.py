"""A game in the terminal, for one player or several at one keyboard. Everybody sees their own view and nothing else."""

import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from millefiori import record
from millefiori.aid import aid
from millefiori.board import CARD_NUMBERS, CARD_SYMBOL, SYMBOL_AREA
from millefiori.moves import Move, best_moves
from millefiori.screen import hands, move_lines, paragraph, since_your_last_turn, story, this_turn
from millefiori.sheet import score_sheet
from millefiori.story import Event, Journal, sentence
from millefiori.table import Table
from millefiori.text import BOLD, DIM, OWNER_COLOURS, paint, picture, printable
from millefiori.vocabulary import SEAT_LETTERS, SPECTATOR, ActionNumber, Area, Phase, Seat

Choose = Callable[[Table], ActionNumber]
"""Decides for the seats that are not human. It is handed the table and trusted to look at its own view only."""

Advise = Callable[[Table], list[str]]
"""Says in lines what it would do for the player in turn, from that seat's view."""

DEFAULT_FILE = "millefiori-game.json"
FEWEST_MOVES_SHOWN = 8
COMMANDS = "? help  h hint  b board  m all moves  u undo  s scores  q save and quit"


class Leave(Exception):
    """The player wants to stop."""


def play(
    table: Table,
    humans: Iterable[Seat],
    choose: Choose,
    *,
    colour: bool | None = None,
    confirm: bool = True,
    file: Path | None = None,
    resume: str = "",
    advise: Advise | None = None,
) -> None:
    """Play a game to its end, or until a player leaves.

    Colours are on in a terminal unless told. With `confirm` a decision can be taken back before others go on. `file`
    is suggested for saving, and `resume` tells how to go on later ("millefiori play --resume {file}"). `advise` is
    asked for hints.
    """
    keyboard = Keyboard(table, frozenset(humans), choose, colour, confirm, file or Path(DEFAULT_FILE), resume, advise)
    try:
        keyboard.play()
    except (click.Abort, KeyboardInterrupt, EOFError):
        keyboard.say("", "Good-bye. Nothing was saved.")
    except Leave:
        keyboard.say("Good-bye.")


class Keyboard:
    """The players at one keyboard, and the screen before them."""

    def __init__(
        self,
        table: Table,
        humans: frozenset[Seat],
        choose: Choose,
        colour: bool | None,
        confirm: bool,
        file: Path,
        resume: str,
        advise: Advise | None = None,
    ) -> None:
        self.table, self.humans, self.choose, self.colour = table, humans, choose, colour
        self.confirm, self.file, self.resume, self.advise = confirm, file, resume, advise
        self.players = tuple(printable(name) for name in table.players)
        self.journal = Journal(table)
        self.looking: Seat | None = None  # who sits before the screen

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            click.echo(line, color=self.colour)

    def ask(self, question: str) -> str:
        """Ask for an answer; an empty one is one too."""
        answer: str = click.prompt(
            click.unstyle(question) if self.colour is False else question,
            default="",
            show_default=False,
            prompt_suffix=" ",
        )
        return answer.strip()

    def clear(self) -> None:
        """An empty screen; with several players the lines that have scrolled away go too."""
        if sys.stdout.isatty():
            click.clear()
            if len(self.humans) > 1:
                click.echo("\033[3J", nl=False)

    # --- The game

    def play(self) -> None:
        """Ask the humans, let the others choose, until the game is over."""
        while not self.table.is_over:
            seat = int(self.table.game.to_act)
            if seat in self.humans:
                self.hand_over(seat)
                self.decide(seat)
            else:
                event = self.journal.play(self.table, self.choose(self.table))
                if not self.humans:
                    self.say(*story([event], self.players, SPECTATOR))
        self.finish()

    def hand_over(self, seat: Seat) -> None:
        """With several humans: nobody sees the cards of another."""
        if len(self.humans) > 1 and self.looking != seat:
            self.clear()
            self.ask(f"\n{self.tag(seat)} {self.players[seat]}, press Enter when only you look.")
        self.looking = seat

    def decide(self, seat: Seat) -> None:
        """One decision of a human, from the screen to the last word on it."""
        moves = best_moves(self.table.view(seat))
        self.show(seat, moves)
        while True:
            answer = self.ask(self.question(seat))
            if self.obey(answer, seat, moves):
                continue
            if answer.lower() == "u":
                if self.undo(seat):
                    return
                continue
            try:
                event = self.journal.play(self.table, self.chosen(answer, moves))
            except ValueError as error:
                message = str(error)
                self.say(*paragraph(f"{message[0].upper()}{message[1:]}.", indent=""))
                continue
            self.confirmed(seat, event)
            return

    def chosen(self, answer: str, moves: list[Move]) -> ActionNumber | str:
        """What the answer means: the number of a move, its words as shown, or an action's name."""
        if answer.isdecimal():
            if not 1 <= int(answer) <= len(moves):
                raise ValueError(f"the moves are numbered 1 to {len(moves)}")
            return moves[int(answer) - 1].action
        words = " ".join(answer.lower().split())
        by_name = {self.table.name(move.action).lower(): move.action for move in moves}
        return by_name.get(words, answer)

    def confirmed(self, seat: Seat, event: Event) -> None:
        """Say what it brought; before others go on it can be taken back."""
        if not self.confirm or self.goes_on(seat, event):
            return
        self.say("", *paragraph(sentence(event, self.players, seat), BOLD, indent=""))
        if self.ask(paint("Enter: go on, u: take it back", DIM)).lower() == "u":
            self.journal.undo(self.table, 1)

    def goes_on(self, seat: Seat, event: Event) -> bool:
        """Will the seat's next decision come before anything new is known, so that it can still undo this one?"""
        game = self.table.game
        if event.phase == Phase.KEEP and not self.table.tactical:
            return bool(seat == game.start_player) and self.humans == {seat}
        return bool(seat == game.to_act) and event.turn == (game.rounds, game.turn) and not self.table.is_over

    # --- Undo

    def undo(self, seat: Seat) -> bool:
        """Back to the seat's last decision, if nothing new was shown since."""
        steps = self.steps_back(seat)
        if steps:
            self.journal.undo(self.table, steps)
        else:
            self.say(
                "There is nothing to take back: a decision stands once something new was shown (or was never made)."
            )
        return steps > 0

    def steps_back(self, seat: Seat) -> int:
        """How many actions lead back to the seat's last decision in this turn; 0 if one of them told something."""
        game = self.table.game
        for steps, event in enumerate(reversed(self.journal.events), start=1):
            if event.turn != (game.rounds, game.turn):
                return 0
            if event.seat == seat:
                return steps
            if event.seat in self.humans or event.phase != Phase.KEEP:
                return 0
        return 0

    # --- The screen

    def tag(self, seat: Seat) -> str:
        """The seat's letter in its colour."""
        return paint(f"[{SEAT_LETTERS[seat]}]", OWNER_COLOURS[seat])

    def question(self, seat: Seat) -> str:
        """What is to be decided."""
        what = {Phase.KEEP: "keep which card?", Phase.EXTRA: "which extra card?"}.get(
            self.table.phase, f"play {self.table.card}:"
        )
        return f"{self.tag(seat)} {self.players[seat]}, {what}"

    def show(self, seat: Seat, moves: list[Move]) -> None:
        """All that a player needs for a decision."""
        seen = self.table.view(seat)
        self.clear()
        lines = picture(seen, self.players, colour=True).splitlines()
        lines += since_your_last_turn(self.journal.since_own(seat), self.players, seat)
        if seen.extra_cards or seen.phase == Phase.EXTRA:
            lines += this_turn(self.journal.chain(seat), self.players, seat)
        lines += hands(seen, self.players, seat)
        room = shutil.get_terminal_size((100, 45)).lines - len(lines) - 3
        lines += ["", *self.listed(moves, max(room, FEWEST_MOVES_SHOWN)), paint(COMMANDS, DIM)]
        self.say(*lines)

    def listed(self, moves: list[Move], most: int | None = None) -> list[str]:
        """The moves, as many as there is room for."""
        return move_lines(moves, self.table.name, self.players, most)

    def obey(self, answer: str, seat: Seat, moves: list[Move]) -> bool:
        """Do what a command asks for; False if the answer is none, or undo."""
        match answer.lower():
            case "":
                self.say("A number, an action like 'sail' or 'place W2.5', or a command:", COMMANDS)
            case "?" | "help":
                self.say(*self.help())
            case "h" | "hint":
                self.say(*(self.advise(self.table) if self.advise else ["There is nobody to ask."]))
            case "b":
                self.show(seat, moves)
            case "m":
                self.say(*self.listed(moves))
            case "s":
                self.say(score_sheet(self.table.view(seat), self.players))
            case "q":
                self.leave()
            case _:
                return False
        return True

    def help(self) -> list[str]:
        """The commands, and the rules of the card in play or of everything."""
        card = self.table.card
        areas = list(Area) if card is None else [Area(SYMBOL_AREA[CARD_SYMBOL[CARD_NUMBERS[card]]])]
        lines = ["", paint(COMMANDS, BOLD)]
        for text in aid(self.table.game, areas):
            lines += paragraph(text, indent="", hang="  ")
        return lines

    # --- Leaving and the end

    def leave(self) -> None:
        """Save if the player wants to, and stop."""
        if click.confirm("Save the game?", default=True):
            self.save()
        raise Leave

    def save(self) -> None:
        """Write the record into a file of the player's choice."""
        while True:
            file = Path(self.ask(f"File name (Enter for {self.file}):") or self.file)
            if file.is_file() and not click.confirm(f"{file} exists. Overwrite it?"):
                continue
            try:
                file.write_text(record.dump(record.write(self.table)) + "\n", encoding="utf-8")
            except (OSError, ValueError) as error:
                self.say(f"That does not work: {getattr(error, 'strerror', None) or error}.")
                continue
            self.say(f"Saved to {file}." + (" It holds all cards: no peeking." if not self.table.is_over else ""))
            if self.resume and not self.table.is_over:
                self.say(f"Go on with: {self.resume.format(file=file)}")
            return

    def finish(self) -> None:
        """The result, the score sheet, and the record if wanted."""
        only = next(iter(self.humans)) if len(self.humans) == 1 else SPECTATOR
        self.clear()
        self.say(picture(self.table.game, self.players, colour=True))
        self.say(*since_your_last_turn(self.journal.since_own(only), self.players, only) if only >= 0 else ())
        self.say("", score_sheet(self.table.game, self.players), "", paint(self.verdict(only), BOLD))
        if self.humans and click.confirm("Save the record?", default=False):
            self.save()

    def verdict(self, seat: Seat) -> str:
        """Who has won."""
        winners = self.table.winners
        names = " and ".join(self.players[winner] for winner in winners)
        points = max(self.table.scores)
        if winners == [seat]:
            return f"You win with {points} points."
        return f"{names} {'wins' if len(winners) == 1 else 'share the victory'} with {points} points."
