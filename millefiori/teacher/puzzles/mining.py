"""Mining: puzzles from games. A quick look at every decision, and a long search where one action seems to stand out."""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from millefiori.bots.seats import SeatedBots, bot_players
from millefiori.bots.strong import StrongBot
from millefiori.engine.actions import ACTION_NAMES
from millefiori.engine.calls import apply, legal_actions
from millefiori.engine.state import Game, copy_game
from millefiori.engine.view import View, redeal, view
from millefiori.engine.vocabulary import Phase
from millefiori.position import position, text
from millefiori.table import Table
from millefiori.teacher.puzzles.grading import EASY, finds, grade_of, themes_of
from millefiori.teacher.puzzles.puzzle import REASON_NAMES, TENTHS, Choice, Cost, Puzzle, name_of
from millefiori.teacher.puzzles.searching import LEAST, LongSearch, Proof
from millefiori.teacher.sums import ELSEWHERE

PLAYER = "learned:2"
"""Plays the games: its judgement is off by two points, so that games differ and mistakes happen."""
LOOK = "160sims"
"""How long `strong` looks at a decision."""
PROMISING = LEAST - 1.0
"""Points by which it must prefer an action for a long search."""
FEWEST_CHOICES = 3
"""Legal actions: between two, anybody can guess."""
NAMED = 0.5
"""Points from which on a reason is named by itself."""
KEEPS = 3
"""Of so many decisions about a card to keep one is looked at: good ones are frequent, and there are other themes."""
MOST_LEFT = 7
"""Diamonds in the smallest supply in the later part of a game. With more of them almost everything is still open: only
very many worlds could be sure, and each takes longer."""
SPARE = ("deck", "won", "last=no", "taken=0")
"""Fields of a position that say nothing: hidden, or as they are when left out."""


def mine(table: Table, seed: int = 0, early: bool = False) -> Iterator[Puzzle]:
    """The puzzles in the decisions of the later part of a game, or of what comes before it."""
    search = LongSearch(seed)
    keeps = seed
    for _, game, _ in table.steps():
        keeps += game.phase == Phase.KEEP
        is_spared = game.phase == Phase.KEEP and keeps % KEEPS
        is_first = game.phase != Phase.PLAY or game.extra_cards == 0  # a taken card is part of an earlier choice
        is_early = bool(game.supply[: game.seats].min() > MOST_LEFT)
        if is_early != early or is_spared or not is_first or len(legal_actions(game)) < FEWEST_CHOICES:
            continue
        found = puzzle_from(game, search)
        if found is not None:
            yield found


def puzzle_from(game: Game, search: LongSearch) -> Puzzle | None:
    """The puzzle in a decision, if it is one."""
    if not is_promising(game, search.seed):
        return None
    line = shown(view(game, int(game.to_act)))
    start = position(line)
    games, proofs = solve(start, search)
    answer = [proof.best for proof in proofs]
    if not proofs or finds(EASY, games[:1], answer[:1]):
        return None
    choices = [choice_of(proof) for proof in proofs]
    themes = themes_of(games, choices, answer)
    grade = grade_of(games, answer, search.seed) if themes else None
    return Puzzle(name_of(line, answer[0]), line, choices, themes, grade) if grade else None


def is_promising(game: Game, seed: int) -> bool:
    """Does one action stand out, for a quick look, that easy bots do not see?"""
    bot = StrongBot(seed, LOOK)
    choice = bot.choose(view(game, int(game.to_act)), legal_actions(game))
    best = next(opinion.margin for opinion in bot.opinions if opinion.action == choice)
    others = [opinion.margin for opinion in bot.opinions if opinion.action != choice]
    return best - max(others) >= PROMISING and not finds(EASY, [game], [choice])


def solve(start: Game, search: LongSearch) -> tuple[list[Game], list[Proof]]:
    """The choices of the best turn, as long as the search is sure of them, with the games in which they are made."""
    game, seat = start, int(start.to_act)
    games: list[Game] = []
    proofs: list[Proof] = []
    while game.to_act == seat and game.phase != Phase.OVER:
        proof = search.best(view(game, seat), legal_actions(game))
        if proof is None:
            break
        games.append(game)
        proofs.append(proof)
        if game.phase == Phase.KEEP:
            break
        game = copy_game(game)
        apply(game, proof.best)
        if game.turn != start.turn or game.rounds != start.rounds:
            break
    return games, proofs


def shown(seen: View) -> str:
    """A view as a position: what it hides is dealt anew, and the order of the deck is left out."""
    line = text(redeal(seen, 0)).split(" ")
    return " ".join(word for word in line if not word.startswith(SPARE))


def choice_of(proof: Proof) -> Choice:
    """A proof as data."""
    ranked = sorted(proof.costs.items())
    return Choice(ACTION_NAMES[proof.best], {ACTION_NAMES[action]: costs_of(table) for action, table in ranked})


def costs_of(table: NDArray[np.float64]) -> list[Cost]:
    """Mean points by seat and reason as costs: small ones together, so that each seat adds up to its total."""
    costs = []
    for seat, row in enumerate(table):
        named = [(reason, round(points * TENTHS)) for reason, points in enumerate(row) if abs(points) >= NAMED]
        rest = round(float(row.sum()) * TENTHS) - sum(tenths for _, tenths in named)
        costs += [Cost(seat, REASON_NAMES[reason], tenths) for reason, tenths in named]
        costs += [Cost(seat, ELSEWHERE, rest)] if rest else []
    return costs


# --- Where games come from


class Mined(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a mine's file: a game that is done, and its puzzles."""

    game: str  # its name: "selfplay 0.17", or a file with a number
    puzzles: list[Puzzle]


def selfplay(edition: str, seed: int, number: int) -> Table:
    """A game that a good bot has played against itself, not always at its best: two, three and four players in turn."""
    table = Table(edition, bot_players([PLAYER] * (2 + number % 3)), seed=seed, number=number)
    seated = SeatedBots(table, number)
    while not table.is_over:
        table.advance(seated.choose(table))
    return table
