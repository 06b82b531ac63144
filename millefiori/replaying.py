"""A record told in sentences."""

from collections.abc import Iterator
from typing import Any

from millefiori.outcome import action_words, outcome
from millefiori.record import replay
from millefiori.state import Game
from millefiori.table import Table
from millefiori.text import picture
from millefiori.vocabulary import Phase


def narrate(record: dict[str, Any], *, board: bool = False) -> Iterator[str]:
    """A replay in lines: a heading for each turn of a round, then (indented) every action with points and reasons."""
    table = replay(record)
    variant = ", tactical" if table.tactical else ""
    starter = table.players[table.start_player]
    yield f"{table.edition.title} edition{variant}: {', '.join(table.players)}; {starter} starts"
    told = ""
    for action, before, after in table.steps():
        heading = f"Round {before.rounds}, card {before.turn + 1}"
        if before.phase == Phase.KEEP and heading != told:
            told = heading
            if board:
                yield picture(before, table.players)
            yield f"{heading}: {scores_text(table, before)}"
        brought = outcome(before, action, after).sentence(table.players)
        yield f"  {table.players[before.to_act]}: {action_words(before, action)}" + (
            f" -> {brought}" if brought else ""
        )
    yield result_text(table) if table.is_over else f"It goes on: {scores_text(table, table.game)}"


def scores_text(table: Table, game: Game) -> str:
    """Names with scores."""
    return ", ".join(f"{name} {game.score[seat]}" for seat, name in enumerate(table.players))


def result_text(table: Table) -> str:
    """Scores, winners and length of a finished game."""
    winners = " and ".join(table.players[seat] for seat in table.winners)
    return f"The end: {scores_text(table, table.game)}; {winners} won after {table.rounds} rounds"
