"""A game in the terminal, for one player or several at one keyboard. Each player sees only their own view."""

import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from millefiori import record
from millefiori.drawing.plain_text import BOLD, DIM, OWNER_COLOURS, paint, picture, printable
from millefiori.engine.board import CARD_NUMBERS, CARD_SYMBOL, SYMBOL_AREA
from millefiori.engine.calls import all_keep
from millefiori.engine.vocabulary import SEAT_LETTERS, SPECTATOR, ActionNumber, Area, Phase, Seat
from millefiori.explain.player_aid import aid
from millefiori.explain.previews import Preview, best_previews
from millefiori.table import Table
from millefiori.terminal.screen import hands, paragraph, preview_lines, since_your_last_turn, this_turn, what_happened
from millefiori.terminal.sheet import score_sheet
from millefiori.terminal.story import Entry, Story, sentence

Choose = Callable[[Table], ActionNumber]
"""Decides for the seats that are not human. It gets the table and must look only at the view of its seat."""

Advise = Callable[[Table], list[str]]
"""Returns advice for the player to act, as lines, from that seat's view."""

DEFAULT_FILE = "millefiori-game.json"
FEWEST_SHOWN = 8
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
    """Play a game to its end, or until a player quits.

    By default, colours are on in a terminal. With `confirm`, a player can take back a decision before the others play.
    `file` is the suggested name for saving, `resume` the command to continue with ("millefiori play --resume {file}").
    `advise` gives hints.
    """
    keyboard = Keyboard(table, frozenset(humans), choose, colour, confirm, file or Path(DEFAULT_FILE), resume, advise)
    try:
        keyboard.play()
    except (click.Abort, KeyboardInterrupt, EOFError):
        keyboard.say("", "Good-bye. Nothing was saved.")
    except Leave:
        keyboard.say("Good-bye.")


class Keyboard:
    """The players at one keyboard and their screen."""

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
        self.story = Story(table)
        self.looking: Seat | None = None  # whose cards are on the screen

    def say(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            click.echo(line, color=self.colour)

    def ask(self, question: str) -> str:
        """Ask for an answer, which may be empty."""
        answer: str = click.prompt(
            click.unstyle(question) if self.colour is False else question,
            default="",
            show_default=False,
            prompt_suffix=" ",
        )
        return answer.strip()

    def clear(self) -> None:
        """Clear the screen; with several players, also the lines that have scrolled away."""
        if sys.stdout.isatty():
            click.clear()
            if len(self.humans) > 1:
                click.echo("\033[3J", nl=False)

    # --- The game

    def play(self) -> None:
        """Let people and bots decide until the game is over."""
        while not self.table.is_over:
            seat = int(self.table.game.to_act)
            if seat in self.humans:
                self.hand_over(seat)
                self.decide(seat)
            else:
                entry = self.story.play(self.table, self.choose(self.table))
                if not self.humans:
                    self.say(*what_happened([entry], self.players, SPECTATOR))
        self.finish()

    def hand_over(self, seat: Seat) -> None:
        """Before another person's cards appear, make sure that only that person is looking."""
        if len(self.humans) > 1 and self.looking != seat:
            self.clear()
            self.ask(f"\n{self.tag(seat)} {self.players[seat]}, press Enter when only you are looking.")
        self.looking = seat

    def decide(self, seat: Seat) -> None:
        """One person's decision, until it is final."""
        previews = best_previews(self.table.view(seat))
        self.show(seat, previews)
        while True:
            answer = self.ask(self.question(seat))
            if self.obey(answer, seat, previews):
                continue
            if answer.lower() == "u":
                if self.undo(seat):
                    return
                continue
            try:
                entry = self.story.play(self.table, self.chosen(answer, previews))
            except ValueError as error:
                message = str(error)
                self.say(*paragraph(f"{message[0].upper()}{message[1:]}.", indent=""))
                continue
            self.confirmed(seat, entry)
            return

    def chosen(self, answer: str, previews: list[Preview]) -> ActionNumber | str:
        """What the answer means: the number of a preview, its words as shown, or the name of an action."""
        if answer.isdecimal():
            if not 1 <= int(answer) <= len(previews):
                raise ValueError(f"the moves are numbered 1 to {len(previews)}")
            return previews[int(answer) - 1].action
        words = " ".join(answer.lower().split())
        by_name = {self.table.name(preview.action).lower(): preview.action for preview in previews}
        return by_name.get(words, answer)

    def confirmed(self, seat: Seat, entry: Entry) -> None:
        """Say what the action brought, and let the player take it back before the others play."""
        if not self.confirm or self.can_undo_later(seat, entry):
            return
        self.say("", *paragraph(sentence(entry, self.players, seat), BOLD, indent=""))
        if self.ask(paint("Enter to continue, u to undo", DIM)).lower() == "u":
            self.story.undo(self.table, 1)

    def can_undo_later(self, seat: Seat, entry: Entry) -> bool:
        """Does the seat decide again before anything new is known, so that it can still undo this decision then?"""
        game = self.table.game
        if all_keep(self.table.last_step[1]):  # it was one card of everybody
            return bool(seat == game.start_player) and self.humans == {seat}
        return bool(seat == game.to_act) and entry.turn == (game.rounds, game.turn) and not self.table.is_over

    # --- Undo

    def undo(self, seat: Seat) -> bool:
        """Go back to the seat's last decision, unless something new has been shown since."""
        bots = set(range(len(self.players))) - self.humans
        steps = self.table.undoable(seat, unseen=bots)
        if steps:
            self.story.undo(self.table, steps[0])
        else:
            self.say("There is nothing to undo: you can take back a decision only until something new is shown.")
        return bool(steps)

    # --- The screen

    def tag(self, seat: Seat) -> str:
        """The seat's letter in its colour."""
        return paint(f"[{SEAT_LETTERS[seat]}]", OWNER_COLOURS[seat])

    def question(self, seat: Seat) -> str:
        """The question for the player to act."""
        what = {Phase.KEEP: "keep which card?", Phase.TAKE: "take which extra card?"}.get(
            self.table.phase, f"play {self.table.card}:"
        )
        return f"{self.tag(seat)} {self.players[seat]}, {what}"

    def show(self, seat: Seat, previews: list[Preview]) -> None:
        """Show all that a player needs for a decision."""
        seen = self.table.view(seat)
        self.clear()
        lines = picture(seen, self.players, colour=True).splitlines()
        lines += since_your_last_turn(self.story.since_own(seat), self.players, seat)
        if seen.extra_cards or seen.phase == Phase.TAKE:
            lines += this_turn(self.story.chain(seat), self.players, seat)
        lines += hands(seen, self.players, seat)
        room = shutil.get_terminal_size((100, 45)).lines - len(lines) - 3
        lines += ["", *self.listed(previews, max(room, FEWEST_SHOWN)), paint(COMMANDS, DIM)]
        self.say(*lines)

    def listed(self, previews: list[Preview], most: int | None = None) -> list[str]:
        """The previews as lines, at most `most`."""
        return preview_lines(previews, self.table.name, self.players, most)

    def obey(self, answer: str, seat: Seat, previews: list[Preview]) -> bool:
        """Carry out a command; False if the answer is no command, or undo."""
        match answer.lower():
            case "":
                self.say("Enter a number, an action such as 'sail' or 'place W2.5', or a command:", COMMANDS)
            case "?" | "help":
                self.say(*self.help())
            case "h" | "hint":
                self.say(*(self.advise(self.table) if self.advise else ["No hints are available."]))
            case "b":
                self.show(seat, previews)
            case "m":
                self.say(*self.listed(previews))
            case "s":
                self.say(score_sheet(self.table.view(seat), self.players))
            case "q":
                self.leave()
            case _:
                return False
        return True

    def help(self) -> list[str]:
        """The commands, and the rules for the card in play, or all rules if there is none."""
        card = self.table.card
        areas = list(Area) if card is None else [Area(SYMBOL_AREA[CARD_SYMBOL[CARD_NUMBERS[card]]])]
        lines = ["", paint(COMMANDS, BOLD)]
        for text in aid(self.table.game, areas):
            lines += paragraph(text, indent="", hang="  ")
        return lines

    # --- Leaving and the end

    def leave(self) -> None:
        """Offer to save, then quit."""
        if click.confirm("Save the game?", default=True):
            self.save()
        raise Leave

    def save(self) -> None:
        """Save the record in a file that the player names."""
        while True:
            file = Path(self.ask(f"File name (Enter for {self.file}):") or self.file)
            if file.is_file() and not click.confirm(f"{file} exists. Overwrite it?"):
                continue
            try:
                file.write_text(record.dump(record.write(self.table)) + "\n", encoding="utf-8")
            except (OSError, ValueError) as error:
                self.say(f"Cannot write {file}: {getattr(error, 'strerror', None) or error}.")
                continue
            self.say(
                f"Saved to {file}." + (" It contains all cards, so do not peek." if not self.table.is_over else "")
            )
            if self.resume and not self.table.is_over:
                self.say(f"Continue with: {self.resume.format(file=file)}")
            return

    def finish(self) -> None:
        """Show the result and the score sheet, and offer to save the record."""
        only = next(iter(self.humans)) if len(self.humans) == 1 else SPECTATOR
        self.clear()
        self.say(picture(self.table.game, self.players, colour=True))
        self.say(*since_your_last_turn(self.story.since_own(only), self.players, only) if only >= 0 else ())
        self.say("", score_sheet(self.table.game, self.players), "", paint(self.verdict(only), BOLD))
        if self.humans and click.confirm("Save the record?", default=False):
            self.save()

    def verdict(self, seat: Seat) -> str:
        """Who won."""
        winners = self.table.winners
        names = " and ".join(self.players[winner] for winner in winners)
        points = max(self.table.scores)
        if winners == [seat]:
            return f"You win with {points} points."
        return f"{names} {'wins' if len(winners) == 1 else 'share the win'} with {points} points."
