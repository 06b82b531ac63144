"""What one seat is shown, from its view alone: positions with previews of its decisions, and what an action brought."""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from millefiori.engine import board
from millefiori.engine.actions import leaves_ship, space_of
from millefiori.engine.board import (
    BONUS_VALUES,
    CARD_SYMBOL,
    CARDS,
    CARGO,
    FIRST,
    FLEET,
    FLEET_POINTS,
    KINDS,
    SAME_IN_SET,
)
from millefiori.engine.calls import all_keep, filled, is_asked
from millefiori.engine.operations import size
from millefiori.engine.rules.diamonds import owners
from millefiori.engine.rules.rounds import deck_left
from millefiori.engine.state import Game
from millefiori.engine.view import View, count_unseen, deciding_view, view
from millefiori.engine.vocabulary import HIDDEN, NO_CARD, SETS, SPECTATOR, Area, Card, Phase, Seat, Symbol
from millefiori.explain.outcome import SET_NAMES, Gain, Outcome
from millefiori.explain.previews import CardPreviews, Preview, card_previews
from millefiori.server.messages import PhaseName, PlayerState, Position, ShownBonus, ShownCard, ShownGain, ShownPreview

FLEETS = range(int(FIRST[Area.HARBOR]), board.SPACES, 3)
"""The first ship of each row."""


PHASES: tuple[PhaseName, ...] = ("keep", "play", "take", "over")
"""The phases by number."""


def position(game: Game, seat: Seat) -> Position:
    """Where the game stands for a seat, or for a SPECTATOR. `with_keeps` adds what does not change the game."""
    seen = view(game, seat)
    mine = seat != SPECTATOR
    is_mine = mine and bool(is_asked(game, seat))
    awaited = [player for player in range(int(game.seats)) if is_asked(game, player)]
    return Position(
        phase=PHASES[seen.phase],
        all_keep=bool(all_keep(seen)),
        to_act=int(seen.to_act),
        round=int(seen.rounds),
        turn=int(seen.turn),
        turns=int(seen.option.cards_played),
        start_player=int(seen.start_player),
        last_turns=bool(seen.last_turns),
        deck=int(deck_left(seen)),
        owners=owners(seen),
        players=[_player(seen, player) for player in range(int(seen.seats))],
        display=_cards(seen.display.tolist()),
        hand=_hand(seen, seat) if mine else [],
        kept=int(seen.kept[seat]) if mine and seen.kept[seat] < HIDDEN else None,
        in_play=_in_play(seen),
        known=_known_hands(seen, seat),
        goods=[size(filled(seen, Area.TRADE) & SAME_IN_SET[space]) for space in KINDS[Area.TRADE]],
        fleets=[_fleet(seen, ship) for ship in FLEETS],
        bonus_left=[_bonus_left(seen, area) for area in range(SETS)],
        gone=_by_symbol(seen.discarded),
        discarded=_cards(seen.discarded.tolist()),
        unseen=_unseen(seen),
        winners=[player for player in range(int(seen.seats)) if seen.won[player]],
        awaited=awaited,
        decides=seat in awaited,
        cards=[_card(found) for found in card_previews(deciding_view(game, seat))] if is_mine else [],
        can_decline=bool(is_mine and seen.phase == Phase.TAKE),
        can_undo=0,
    )


def with_keeps(shown: Position, seat: Seat, keeps: Mapping[Seat, Card], can_undo: int) -> Position:
    """The position with the cards that were kept while others still think, and how many steps the seat may undo."""
    players = [
        msgspec.structs.replace(state, has_kept=True) if player in keeps else state
        for player, state in enumerate(shown.players)
    ]
    awaited = [player for player in shown.awaited if player not in keeps]
    return msgspec.structs.replace(
        shown,
        players=players,
        kept=keeps.get(seat, shown.kept),
        awaited=awaited,
        decides=seat in awaited,
        can_undo=can_undo,
    )


def _player(seen: View, player: Seat) -> PlayerState:
    kept = seen.kept[player] != NO_CARD and not (seen.phase == Phase.PLAY and seen.to_act == player)
    return PlayerState(
        score=int(seen.score[player]),
        ship=int(seen.ship[player]),
        supply=int(seen.supply[player]),
        reserve=int(seen.reserve[player]),
        cards=int((seen.hand[player] != NO_CARD).sum()),
        has_kept=bool(kept),
        bonus=seen.bonus[player].tolist(),
        kinds=[
            [bool(seen.diamonds[player, area] & SAME_IN_SET[space]) for space in KINDS[area]] for area in range(SETS)
        ],
        points=seen.points[player].tolist(),
    )


def _cards(counts: Sequence[int]) -> list[Card]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def _hand(seen: View, seat: Seat) -> list[Card]:
    return [int(card) for card in seen.hand[seat] if card < HIDDEN]


def _in_play(seen: View) -> Card | None:
    card = int(seen.kept[seen.to_act])
    return card if seen.phase == Phase.PLAY and card < HIDDEN else None


def _known_hands(seen: View, seat: Seat) -> dict[str, list[Card]]:
    """What is left of the other hands that the seat has held in this round (rule 14.2)."""
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


def _card(found: CardPreviews) -> ShownCard:
    return ShownCard(found.card, found.obtain, [_preview(preview) for preview in found.previews])


def _preview(preview: Preview) -> ShownPreview:
    return ShownPreview(
        action=preview.action,
        space=space_of(preview.action),
        stay=leaves_ship(preview.action),
        gains=gains(preview.outcome.gains),
        bonus=bonus(preview.outcome),
        extra_card=preview.outcome.extra_card,
        ship=preview.ship,
    )


def gains(found: Sequence[Gain]) -> list[ShownGain]:
    """Points with their reasons."""
    return [
        ShownGain(gain.seat, gain.points, gain.reason.name.lower(), dict(gain.facts), list(gain.spaces))
        for gain in found
    ]


def bonus(outcome: Outcome) -> ShownBonus | None:
    """The bonus diamond that an action placed."""
    if outcome.bonus is None:
        return None
    area, value = outcome.bonus
    return ShownBonus(SET_NAMES[area], value, outcome.bonus_waits, list(outcome.bonus_spaces))
