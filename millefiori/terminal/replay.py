"""A record, retold in sentences."""

from collections.abc import Iterator
from typing import Any

from millefiori.drawing.plain_text import picture
from millefiori.engine.state import Game
from millefiori.engine.vocabulary import Phase
from millefiori.explain.outcome import action_words, outcome
from millefiori.record import replay
from millefiori.table import Table


def narrate(record: dict[str, Any], *, board: bool = False) -> Iterator[str]:
    """A replay as lines: a heading for each turn of a round, then, indented, every action with points and reasons."""
    table = replay(record)
    variant = ", tactical" if table.tactical else ""
    starter = table.players[table.start_player]
    yield f"{table.edition.title} edition{variant}: {', '.join(table.players)}; {starter} starts"
    last_heading = ""
    for action, before, after in table.steps():
        heading = f"Round {before.rounds}, card {before.turn + 1}"
        if before.phase == Phase.KEEP and heading != last_heading:
            last_heading = heading
            if board:
                yield picture(before, table.players)
            yield f"{heading}: {scores_text(table, before)}"
        brought = outcome(before, action, after).sentence(table.players)
        yield f"  {table.players[before.to_act]}: {action_words(before, action)}" + (
            f" -> {brought}" if brought else ""
        )
    yield result_text(table) if table.is_over else f"Not over yet: {scores_text(table, table.game)}"


def scores_text(table: Table, game: Game) -> str:
    """The players' names with their scores."""
    return ", ".join(f"{name} {game.score[seat]}" for seat, name in enumerate(table.players))


def result_text(table: Table) -> str:
    """The scores, winners and length of a finished game."""
    winners = " and ".join(table.players[seat] for seat in table.winners)
    return f"The end: {scores_text(table, table.game)}; {winners} won after {table.rounds} rounds"
