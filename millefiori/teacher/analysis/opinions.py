"""What bots think of a position, with reasons: `strong` ranks the actions, play-outs in the same worlds say why."""

from dataclasses import dataclass

from millefiori.bots.bot import best_first
from millefiori.bots.strong import StrongBot
from millefiori.engine.calls import legal_actions
from millefiori.engine.state import Game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import ActionNumber
from millefiori.teacher.explanation import Explanation, explain
from millefiori.teacher.puzzles.searching import FOUND, LongSearch, lead_of
from millefiori.teacher.sums import parts_of

THOUGHT = "400sims"
SHOWN = 5
"""Actions that are named, the best first."""
WORLDS = 256
"""In which these are played to the end: together with the thought, a second or two of one processor at most."""
SEED = 17


@dataclass(frozen=True)
class Thought:
    """What is thought of an action: margin and chance to win by `strong`; the loss against the best by play-outs."""

    action: ActionNumber
    margin: float | None
    win: float | None
    loss: float | None = None
    error: float = 0.0
    why: Explanation | None = None


def opinions(game: Game) -> list[Thought]:
    """The actions of the player to act, the best first, from what that seat may know."""
    legal = legal_actions(game)
    seat = int(game.to_act)
    if len(legal) < 2:
        return [Thought(action, None, None) for action in legal]
    seen = view(game, seat)
    bot = StrongBot(SEED, THOUGHT)
    choice = bot.choose(seen, legal)
    ranked = best_first(bot.opinions, choice)[:SHOWN]
    ends = LongSearch(SEED).play(seen, [opinion.action for opinion in ranked], FOUND, 0, WORLDS)
    best = ends[ranked[0].action]
    found = []
    for opinion in ranked:
        loss, error = lead_of(best, ends[opinion.action], seat)
        parts = parts_of((ends[opinion.action] - best).sum(axis=0).tolist(), WORLDS)
        why = explain(loss, parts, seat) if opinion is not ranked[0] else None
        found.append(Thought(opinion.action, opinion.margin, opinion.win, loss, error, why))
    return found
