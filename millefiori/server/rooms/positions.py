"""What one seat is shown, from its view alone: positions with previews of its decisions, and what an action brought."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from millefiori.engine.actions import leaves_ship, space_of
from millefiori.engine.board import KINDS
from millefiori.engine.state import Game
from millefiori.engine.view import View, view
from millefiori.engine.vocabulary import HIDDEN, SETS, SPECTATOR, Card, Phase, Seat
from millefiori.explain.outcome import SET_NAMES, Gain, Outcome
from millefiori.explain.previews import CardPreviews, Preview, card_previews
from millefiori.explain.standing import Standing, standing
from millefiori.server.messages.position import (
    PhaseName,
    PlayerState,
    Position,
    ShownBonus,
    ShownCard,
    ShownGain,
    ShownPreview,
)

PHASES: tuple[PhaseName, ...] = ("keep", "play", "take", "over")
"""The phases by number."""
HAS_KIND = [
    [[bool(bits >> kind & 1) for kind in range(len(KINDS[area]))] for bits in range(2 ** len(KINDS[area]))]
    for area in range(SETS)
]
"""For each set: which of its kinds a player has, from bits."""


def public_position(game: Game) -> Position:
    """Where the game stands for a SPECTATOR: what everybody sees. `seat_position` adds what a seat knows."""
    seen = view(game, SPECTATOR)
    found, option = standing(seen), seen.option
    seats = range(seen.seats)
    return Position(
        phase=PHASES[seen.phase],
        all_keep=found.all_keep,
        to_act=seen.to_act,
        round=seen.rounds,
        turn=seen.turn,
        turns=option.cards_played,
        start_player=seen.start_player,
        last_turns=seen.last_turns,
        deck=found.deck,
        owners=found.owners.tolist(),
        players=_players(seen, found),
        display=found.display[: found.in_display].tolist(),
        hand=[],
        kept=None,
        in_play=_in_play(seen),
        known={},
        goods=found.goods.tolist(),
        fleets=found.fleets.tolist(),
        bonus_left=[[value for value in values if value] for values in found.bonus_left.tolist()],
        gone=found.gone.tolist(),
        discarded=found.discarded[: found.in_discarded].tolist(),
        unseen=found.unseen.tolist(),
        winners=[player for player in seats if seen.won[player]],
        awaited=[player for player in seats if found.is_asked[player]],
        decides=False,
        cards=[],
        can_decline=False,
        can_undo=0,
    )


def seat_position(public: Position, game: Game, seat: Seat) -> Position:
    """Where the game stands for a seat: its hand, what it has seen of others, its decisions. See `with_keeps`."""
    seen = view(game, seat)
    found, hands, kept = standing(seen), seen.hand.tolist(), seen.kept.tolist()
    decides = seat in public.awaited
    players = list(public.players)
    for player, cards in enumerate(found.cards[: len(players)].tolist()):
        if players[player].cards != cards:  # a kept card still lies in the hand for those who do not know it
            players[player] = msgspec.structs.replace(players[player], cards=cards)
    others = {str(player): _known(hand) for player, hand in enumerate(hands[: len(players)]) if player != seat}
    return msgspec.structs.replace(
        public,
        players=players,
        hand=_known(hands[seat]),
        kept=kept[seat] if kept[seat] < HIDDEN else None,
        in_play=_in_play(seen),
        known={player: hand for player, hand in others.items() if hand},
        unseen=found.unseen.tolist(),
        decides=decides,
        cards=[_card(card) for card in card_previews(seen)] if decides else [],
        can_decline=decides and public.phase == "take",
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


def _players(seen: View, found: Standing) -> list[PlayerState]:
    fields = zip(
        seen.score.tolist(),
        seen.ship.tolist(),
        seen.supply.tolist(),
        seen.reserve.tolist(),
        found.cards.tolist(),
        map(bool, found.has_kept.tolist()),
        seen.bonus.tolist(),
        [[table[kinds] for table, kinds in zip(HAS_KIND, sets, strict=True)] for sets in found.kinds.tolist()],
        seen.points.tolist(),
        strict=True,
    )
    return [PlayerState(*each) for each in fields][: seen.seats]


def _known(hand: Sequence[Card]) -> list[Card]:
    """The cards of a hand that the seat knows: of others, what is left of hands that were its own (rule 14.2)."""
    return [card for card in hand if card < HIDDEN]


def _in_play(seen: View) -> Card | None:
    card = int(seen.kept[seen.to_act])
    return card if seen.phase == Phase.PLAY and card < HIDDEN else None


# --- What an action brings


def _card(found: CardPreviews) -> ShownCard:
    return ShownCard(found.card, found.obtain, [shown_preview(preview) for preview in found.previews])


def shown_preview(preview: Preview) -> ShownPreview:
    """One way to play a card, as it is sent."""
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
    return [_gain(gain) for gain in found]


@lru_cache(maxsize=4096)
def _gain(gain: Gain) -> ShownGain:
    return ShownGain(gain.seat, gain.points, gain.reason.name.lower(), gain.facts, list(gain.spaces))


def bonus(outcome: Outcome) -> ShownBonus | None:
    """The bonus diamond that an action placed."""
    if outcome.bonus is None:
        return None
    area, value = outcome.bonus
    return ShownBonus(SET_NAMES[area], value, outcome.bonus_waits, list(outcome.bonus_spaces))
