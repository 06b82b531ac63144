"""A whole game as a record with its trace, and a digest of every position: what is legal, and what each seat sees."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, cast

from millefiori.engine.actions import DECLINE, SAIL
from millefiori.engine.calls import legal_actions
from millefiori.engine.chance import PLAY, below, new_stream
from millefiori.engine.state import HAND, Game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import SPECTATOR, Phase
from millefiori.record import write
from millefiori.table import Table

SEEN = (
    *("diamonds", "points", "score", "ship", "supply", "reserve", "bonus", "won", "display", "discarded"),
    *("dealt", "seats", "start_player", "rounds", "turn", "phase", "to_act", "extra_cards", "last_turns"),
    *("hand", "kept", "deck"),
)
"""What a digest covers. New fields of the game do not change it, nor does their order."""


def digest(game: Game) -> str:
    """Legal actions and the views of the spectator and of every seat, in eight characters."""
    views = [view(game, seat) for seat in (SPECTATOR, *range(game.seats))]
    seen = [{field: cast(Any, one)[field].tolist() for field in SEEN} for one in views]
    for one in seen:  # a hand had six places when the golden games were written
        one["hand"] = [hand[: HAND + 1] for hand in one["hand"]]
    text = json.dumps([legal_actions(game), seen], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def positions(table: Table) -> Iterator[tuple[int | None, Game]]:
    """A table's game from its deal to where it stands, with the action that leads on from each position."""
    again = Table(
        table.edition.name, table.players, tactical=table.tactical, deck=table.deck, start_player=table.start_player
    )
    for _, action in table.actions:
        yield action, again.game
        again.advance(action)
    yield None, again.game


def choices(table: Table, style: str) -> list[int]:
    """What players of a style choose from: the eager place diamonds, the hungry earn extra cards, if they can."""
    legal = table.legal_actions()
    preferred: list[int] = []
    if style == "eager":
        preferred = [action for action in legal if action not in (SAIL, DECLINE)]
    elif style == "hungry":
        preferred = [action for action in legal if action != DECLINE]
        if table.phase == Phase.PLAY:
            preferred = [action for action in legal if table.preview(action).extra_card]
    return preferred or legal


def play(edition: str, players: int, *, tactical: bool, style: str, seed: int) -> Table:
    """A game played at random, all players in one style."""
    table = Table(edition, [f"{style} {seat + 1}" for seat in range(players)], tactical=tactical, seed=seed)
    stream = new_stream(seed, 0, PLAY)
    while not table.is_over:
        possible = choices(table, style)
        table.advance(possible[below(stream, len(possible))])
    return table


def golden_record(table: Table) -> dict[str, Any]:
    """The record with its trace; `digest` holds one entry for each position, from the deal to the end."""
    return {**write(table, trace=True), "digest": [digest(game) for _, game in positions(table)]}
