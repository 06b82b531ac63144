"""What one seat is shown, from its view alone: positions with their possible plays, and what an action brought."""

from collections.abc import Mapping, Sequence

import numpy as np

from millefiori import board
from millefiori.actions import leaves_ship, space_of
from millefiori.board import BONUS_VALUES, CARD_SYMBOL, CARDS, CARGO, FIRST, FLEET, FLEET_POINTS, SAME_IN_SET
from millefiori.compiled import size
from millefiori.moves import Move, card_plays
from millefiori.outcome import SET_NAMES, Gain, Outcome
from millefiori.rules.diamonds import filled
from millefiori.rules.rounds import deck_left
from millefiori.server.messages import BonusTold, CardPlays, GainTold, Play, PlayerState, Position
from millefiori.state import Game
from millefiori.text import ONE_OF_EACH_KIND
from millefiori.view import View, choosing_view, count_unseen, view
from millefiori.vocabulary import HIDDEN, NO_CARD, SETS, SPECTATOR, Area, Card, Phase, Seat, Symbol

FLEETS = range(int(FIRST[Area.HARBOR]), board.SPACES, 3)
"""The first ship of each row."""


def position(game: Game, seat: Seat, choices: Mapping[Seat, Card], can_undo: int = 0) -> Position:
    """Where the game stands for a seat, or for a SPECTATOR. `choices` are cards chosen while others still choose."""
    seen = view(game, seat)
    mine = seat != SPECTATOR
    asks = mine and is_asked(game, seat)
    awaited = [player for player in range(int(game.seats)) if is_asked(game, player) and player not in choices]
    plays = card_plays(choosing_view(game, seat)) if asks else []
    return Position(
        phase=Phase(seen.phase).name.lower(),
        to_act=int(seen.to_act),
        round=int(seen.rounds),
        turn=int(seen.turn),
        turns=int(seen.option.cards_played),
        start_player=int(seen.start_player),
        last_turns=bool(seen.last_turns),
        deck=int(deck_left(seen)),
        owners=_owners(seen),
        players=[_player(seen, player, choices) for player in range(int(seen.seats))],
        display=_cards(seen.display.tolist()),
        hand=_hand(seen, seat) if mine else [],
        chosen=_chosen(seen, seat, choices),
        in_play=_in_play(seen),
        known=_known_hands(seen, seat),
        goods=[size(filled(seen, Area.TRADE) & SAME_IN_SET[space]) for space in ONE_OF_EACH_KIND[Area.TRADE]],
        fleets=[_fleet(seen, ship) for ship in FLEETS],
        bonus_left=[_bonus_left(seen, area) for area in range(SETS)],
        gone=_by_symbol(seen.discarded),
        unseen=_unseen(seen),
        winners=[player for player in range(int(seen.seats)) if seen.won[player]],
        awaited=awaited,
        decides=seat in awaited,
        cards=[CardPlays(found.card, found.take, [play(move) for move in found.plays]) for found in plays],
        can_decline=bool(asks and seen.phase == Phase.EXTRA),
        can_undo=can_undo,
    )


def is_asked(game: Game, seat: Seat) -> bool:
    """Has the seat something to decide now? All choose their cards at the same time, unless the variant is tactical."""
    if game.phase == Phase.KEEP and not game.option.tactical:
        return True
    return bool(game.phase != Phase.OVER and game.to_act == seat)


def _owners(seen: View) -> list[int]:
    """By space: a seat, NEUTRAL, or -1 for a free one."""
    owners = [-1] * board.SPACES
    for player, sets in enumerate(seen.diamonds.tolist()):
        for area, spaces in enumerate(sets):
            for place in range(spaces.bit_length()):
                if spaces >> place & 1:
                    owners[int(FIRST[area]) + place] = player
    return owners


def _player(seen: View, player: Seat, choices: Mapping[Seat, Card]) -> PlayerState:
    kept = seen.kept[player] != NO_CARD and not (seen.phase == Phase.PLAY and seen.to_act == player)
    return PlayerState(
        score=int(seen.score[player]),
        ship=int(seen.ship[player]),
        supply=int(seen.supply[player]),
        reserve=int(seen.reserve[player]),
        cards=int((seen.hand[player] != NO_CARD).sum()),
        has_chosen=bool(player in choices or kept),
        bonus=seen.bonus[player].tolist(),
        kinds=[
            [bool(seen.diamonds[player, area] & SAME_IN_SET[space]) for space in ONE_OF_EACH_KIND[Area(area)]]
            for area in range(SETS)
        ],
        points=seen.points[player].tolist(),
    )


def _cards(counts: Sequence[int]) -> list[Card]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _hand(seen: View, seat: Seat) -> list[Card]:
    return [int(card) for card in seen.hand[seat] if card < HIDDEN]


def _chosen(seen: View, seat: Seat, choices: Mapping[Seat, Card]) -> Card | None:
    if seat in choices:
        return choices[seat]
    return int(seen.kept[seat]) if seat != SPECTATOR and seen.kept[seat] < HIDDEN else None


def _in_play(seen: View) -> Card | None:
    card = int(seen.kept[seen.to_act])
    return card if seen.phase == Phase.PLAY and card < HIDDEN else None


def _known_hands(seen: View, seat: Seat) -> dict[str, list[Card]]:
    """The other hands that the seat has held in this round, as far as they can be told (rule 14.2)."""
    others = (player for player in range(int(seen.seats)) if player != seat)
    hands = {str(player): _hand(seen, player) for player in others}
    return {player: hand for player, hand in hands.items() if hand}


def _fleet(seen: View, ship: int) -> list[int]:
    goods = size(filled(seen, Area.TRADE) & CARGO[ship])
    return [size(filled(seen, Area.HARBOR) & FLEET[ship]), goods, int(FLEET_POINTS[goods])]


def _bonus_left(seen: View, area: int) -> list[int]:
    taken = {int(value) for value in seen.bonus[: int(seen.seats), area]}
    return [value for value in BONUS_VALUES.tolist() if value not in taken]


def _by_symbol(counts: np.ndarray[tuple[int], np.dtype[np.int8]]) -> list[int]:
    return [int(counts[symbol == CARD_SYMBOL].sum()) for symbol in Symbol]


def _unseen(seen: View) -> list[int]:
    counts = np.zeros(CARDS, np.int8)
    count_unseen(seen, counts)
    return _by_symbol(counts)


# --- What an action brings


def play(move: Move) -> Play:
    """A move as the page is told it."""
    return Play(
        action=move.action,
        space=space_of(move.action),
        stay=leaves_ship(move.action),
        gains=gains(move.outcome.gains),
        bonus=bonus(move.outcome),
        extra_card=move.outcome.extra_card,
        ship=move.ship,
    )


def gains(found: Sequence[Gain]) -> list[GainTold]:
    """Points with their reasons."""
    return [GainTold(gain.seat, gain.points, gain.reason.name.lower(), dict(gain.facts)) for gain in found]


def bonus(outcome: Outcome) -> BonusTold | None:
    """The bonus diamond that an action placed."""
    if outcome.bonus is None:
        return None
    area, value = outcome.bonus
    return BonusTold(SET_NAMES[area], value, outcome.bonus_waits)
