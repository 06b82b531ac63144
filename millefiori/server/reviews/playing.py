"""Games that begin at a decision of a finished one: the same cards so far, and another future."""

import secrets

import msgspec

from millefiori.engine.calls import all_keep
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import ActionNumber, Seat
from millefiori.fairness import new_salt
from millefiori.server.messages.words import Player
from millefiori.server.refusal import Refusal
from millefiori.server.rooms.room import DECIDE, Command
from millefiori.server.rooms.setup import Setup
from millefiori.table import Table


def decision(table: Table, step: int) -> tuple[ActionNumber, Game]:
    """The action of a step, and the game before it."""
    steps = list(table.steps())
    if step >= len(steps):
        raise Refusal("step", f"the game has no action {step + 1}: it has {len(steps)}")
    action, before, _ = steps[step]
    return action, before


def begun_before(table: Table, step: int) -> int:
    """Where a game that begins at a step begins: while all keep a card, nobody has kept one yet."""
    games = [before for _, before, _ in table.steps()]
    while step > 0 and all_keep(games[step]) and all_keep(games[step - 1]) and games[step].turn == games[step - 1].turn:
        step -= 1
    return step


def setup_from(
    table: Table, step: int, seat: Seat, person: Player, level: str, *, now: int
) -> tuple[Setup, list[Command]]:
    """A game with the actions before a step. A person has one seat; nobody knows what will be dealt."""
    decision(table, step)
    if seat >= len(table.players):
        raise Refusal("seat", f"there is no seat {seat + 1}: the game has {len(table.players)}")
    step = begun_before(table, step)
    _, game = decision(table, step)
    dealt, rest = list(table.deck[: int(game.dealt)]), list(table.deck[int(game.dealt) :])
    secrets.SystemRandom().shuffle(rest)
    players = [person if player == seat else Player("", "bot", level) for player in range(len(table.players))]
    setup = Setup(table.edition.name, table.tactical, players, [*dealt, *rest], table.start_player, new_salt())
    before = list(table.steps())[:step]
    commands = [Command(int(game.to_act), DECIDE, int(action), now) for action, game, _ in before]
    return msgspec.structs.replace(setup, hints=True), commands
