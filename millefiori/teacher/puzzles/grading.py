"""How hard a puzzle is and what it is about: told by which bots find it, and by what the engine says of its answer.

| grade | found by |
| --- | --- |
| 1 | `learned` (one turn ahead, with a feeling for the rest of the game), even if its judgement is off by two points |
| 2 | `learned` |
| 3 | `strong` with 24 simulations |
| 4 | `strong` with 100 |
| 5 | `strong` with 1,000 |

Found means: every time, in a few tries where chance plays a part. `greedy` finds none of them, and what no `strong`
finds is no puzzle: the search may be wrong.
"""

from collections.abc import Sequence

from millefiori.bots.bot import make_bot
from millefiori.engine.actions import moves_ship, space_of
from millefiori.engine.board import AREA, LEVEL, SEA_EXTRA_CARD
from millefiori.engine.calls import apply, legal_actions
from millefiori.engine.state import Game, copy_game
from millefiori.engine.view import view
from millefiori.engine.vocabulary import ActionNumber, Area, Phase, Reason, Seat
from millefiori.explain.outcome import Outcome, outcome
from millefiori.teacher.puzzles.puzzle import Choice, Cost, Puzzle, loss_of

EASY = "greedy"
"""Must miss a puzzle."""
LADDER = ("learned:2", "learned", "strong:24sims", "strong:100sims", "strong:1000sims")
"""The first that finds a puzzle gives its grade, from 1."""
TRIES = {"learned:2": 5, "strong:24sims": 3, "strong:100sims": 3}
"""How often they have to find it; the others are asked once."""
EASIEST, STEP = 1200, 200
"""The rating of a puzzle of grade 1, and what each further grade adds; on the scale of the players' ratings."""
LONGER, CLOSE, FAR = 75, 75, -75
"""What a further choice adds; what it adds if something else is almost as good, or if nothing is."""
CLOSE_POINTS, FAR_POINTS = 5.0, 12.0
SHARE = 0.4
"""Of a loss that a reason must explain to be what the puzzle is about."""
TOP = 2
PYRAMIDS = (Area.NOBILI, Area.POPULI)
BONUSES = {Reason(reason).name.lower() for reason in range(Reason.WORKSHOPS_BONUS, Reason.TRADE_BONUS + 1)}


def finds(spec: str, games: Sequence[Game], answer: Sequence[ActionNumber], seed: int = 0) -> bool:
    """Does a bot find every action of the answer? It sees what the seat may know."""
    for number in range(TRIES.get(spec, 1)):
        bot = make_bot(spec, seed + number)
        for game, best in zip(games, answer, strict=True):
            if bot.choose(view(game, int(game.to_act)), legal_actions(game)) != best:
                return False
    return True


def grade_of(games: Sequence[Game], answer: Sequence[ActionNumber], seed: int = 0) -> int | None:
    """How much thought it needs; None if no bot finds it."""
    return next((grade for grade, spec in enumerate(LADDER, start=1) if finds(spec, games, answer, seed)), None)


def rating_of(puzzle: Puzzle) -> int:
    """How hard it is, as the rating of a player who solves one of two such puzzles."""
    seats = int(puzzle.game().seats)
    nearest = min(loss_of(costs, puzzle.seat, seats) for choice in puzzle.choices for costs in choice.others.values())
    close = CLOSE if nearest < CLOSE_POINTS else FAR if nearest > FAR_POINTS else 0
    return EASIEST + STEP * (puzzle.grade - 1) + LONGER * (len(puzzle.choices) - 1) + close


def themes_of(games: Sequence[Game], choices: Sequence[Choice], answer: Sequence[ActionNumber]) -> list[str]:
    """What a puzzle is about, the main theme first; empty if it is about nothing that has a name."""
    seat, seats = int(games[0].to_act), int(games[0].seats)
    rival = min(choices[0].others.values(), key=lambda costs: loss_of(costs, seat, seats))
    if games[0].phase == Phase.KEEP:
        return ["hand_on" if is_about_others(rival, seat, seats) else "keep"]
    found: list[str] = []
    for game, action in zip(games, answer, strict=True):
        found += _action_themes(game, action)
    if _share(rival, seat, seats, BONUSES) >= SHARE:
        found.append("bonus_race")
    if is_about_others(rival, seat, seats):
        found.insert(0, "denial")
    if sum(game.phase == Phase.TAKE for game in games):
        found.append("chain")
    return list(dict.fromkeys(found))


def _action_themes(game: Game, action: ActionNumber) -> list[str]:
    """What an action does that has a name."""
    after = copy_game(game)
    apply(after, action)
    brings: Outcome = outcome(game, action, after)
    space, seat, found = space_of(action), int(game.to_act), []
    if moves_ship(action) and SEA_EXTRA_CARD[after.ship[seat]] and after.ship[seat] != game.ship[seat]:
        found.append("landing")
    elif space is not None and AREA[space] == Area.TRADE and brings.extra_card:
        found.append("good_deal")
    if space is not None and AREA[space] in PYRAMIDS and LEVEL[space] == TOP:
        found.append("top")
    if brings.bonus is not None:
        found.append("bonus_race")
    if brings.extra_card:
        found.append("chain")
    return found


def is_about_others(costs: Sequence[Cost], seat: Seat, seats: int) -> bool:
    """Does an action cost more by what the others gain than by what the seat loses?"""
    others = sum(cost.tenths for cost in costs if cost.seat != seat) / (seats - 1)
    return others / 10 > loss_of(costs, seat, seats) / 2


def _share(costs: Sequence[Cost], seat: Seat, seats: int, reasons: set[str]) -> float:
    """The share of a loss that some reasons explain, own and others'."""
    return loss_of([cost for cost in costs if cost.reason in reasons], seat, seats) / loss_of(costs, seat, seats)
