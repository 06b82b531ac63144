"""The spaces of a gain explain its points, and a finished game has a turn in which it was decided."""

import random

import pytest

from millefiori.engine.board import (
    AREA,
    BENEATH_POINTS,
    BONUS_VALUES,
    CARD_SYMBOL,
    CARDS,
    DECK,
    FLEET_POINTS,
    GROUP_POINTS,
    KINDS,
    LEVEL,
    LEVEL_POINTS,
    SAME_IN_SET,
    SPACE_NAMES,
    VALUE,
)
from millefiori.engine.calls import apply, legal_actions
from millefiori.engine.compiled import IS_COMPILED
from millefiori.engine.editions import EDITIONS
from millefiori.engine.rules.diamonds import owners
from millefiori.engine.state import Game, copy_game
from millefiori.engine.view import deciding_view, redeal
from millefiori.engine.vocabulary import HIDDEN, NO_CARD, SETS, SPECTATOR, Area, Phase, Reason, Symbol
from millefiori.explain.outcome import Gain, outcome
from millefiori.explain.previews import Preview, card_previews
from millefiori.explain.standing import standing
from millefiori.explain.turning import turning
from millefiori.position import position
from millefiori.table import Table
from tests.rules import helpers

BONUS = range(Reason.WORKSHOPS_BONUS, Reason.TRADE_BONUS + 1)


def spaces(text: str, action: str) -> dict[str, list[str]]:
    """The spaces of each gain by reason and seat, as names."""
    found = helpers.outcome(position(text), action).gains
    return {f"{'ABCD'[gain.seat]} {gain.reason.name.lower()}": [SPACE_NAMES[n] for n in gain.spaces] for gain in found}


def test_a_group_lights_its_connected_diamonds_alone() -> None:
    text = "international-2 T=..../..../..../..../.... phase=play kept=quartz-1/-"
    game = position(text)
    name = helpers.spaces(game)[0]
    assert spaces(text, f"place {name}") == {"A group": [name]}


def test_a_good_lights_all_its_filled_spaces_for_every_owner() -> None:
    text = "international-3 T=BA../.A../CB../.C../.... phase=play kept=carafes-1/-/-"
    column = ["T1.2", "T2.2", "T3.2", "T4.2", "T5.2"]
    assert spaces(text, "place T5.2") == {"A good": column, "B good": column, "C good": column}


def test_a_bonus_lights_the_diamonds_of_its_set() -> None:
    text = "international-2 T=A.../.A../..A./..../.... phase=play kept=swans-1/-"
    assert spaces(text, "place T1.4")["A trade_bonus"] == ["T1.1", "T1.4", "T2.2", "T3.3"]
    assert helpers.outcome(position(text), "place T1.4").bonus_spaces == (
        helpers.outcome(position(text), "place T1.4").gains[1].spaces
    )


def points_of(gain: Gain, after: Game, space: int, matches: bool) -> int:
    """The points of a gain, worked out from its spaces and the printed values."""
    owner = owners(after)
    own = [number for number in gain.spaces if owner[number] == gain.seat]
    ships = [number for number in gain.spaces if AREA[number] == Area.HARBOR]
    match gain.reason:
        case Reason.GROUP:
            return int(GROUP_POINTS[space]) * len(own)
        case Reason.ROW:
            return int(sum(VALUE[number] for number in own))
        case Reason.GOOD:
            return len(gain.spaces) * len(own)
        case Reason.FLEET:
            return int(FLEET_POINTS[len(gain.spaces) - len(ships)]) * len(set(own) & set(ships))
        case Reason.NOBILI | Reason.POPULI:
            return LEVEL_POINTS[LEVEL[gain.spaces[0]]] * (2 if matches else 1)
        case _:
            return sum(BENEATH_POINTS[LEVEL[number]] for number in own)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_spaces_of_a_gain_explain_its_points(edition: str) -> None:
    table, chooser, seen = Table(edition, max(EDITIONS[edition].players), seed=7), random.Random(3), set[Reason]()
    while not table.is_over:
        table.apply(chooser.choice(table.legal_actions()))
        action, before, after = table.last_step
        for gain in outcome(before, action, after).gains:
            seen.add(gain.reason)
            kinds = {int(SAME_IN_SET[space]) for space in gain.spaces}
            if gain.reason in BONUS:
                assert len(kinds) >= 3, "a set of different symbols, values or goods"
                assert {owners(after)[space] for space in gain.spaces} == {gain.seat}
            elif gain.reason in (Reason.SEA, Reason.EMPTY_DISPLAY):
                assert gain.spaces == ()
            else:
                space = next(n for n, owner in enumerate(owners(after)) if owner != owners(before)[n])
                assert points_of(gain, after, space, bool(gain.facts.get("matches"))) == gain.points
    assert {Reason.GROUP, Reason.ROW, Reason.GOOD, Reason.SEA} <= seen


@pytest.mark.parametrize("seed", range(8 if IS_COMPILED else 2))
def test_after_its_turn_the_winner_is_never_behind_again(seed: int) -> None:
    table, chooser = Table("international", 2 + seed % 3, seed=seed), random.Random(seed)
    while not table.is_over:
        table.apply(chooser.choice(table.legal_actions()))
    found = turning(table.steps())
    assert found is not None and found.winner in table.winners
    others = [seat for seat in range(len(table.players)) if seat not in table.winners]
    games = [after for _, _, after in table.steps()]
    lead = [int(game.score[found.winner]) - max(int(game.score[seat]) for seat in others) for game in games]
    whose = [int(before.to_act) for _, before, _ in table.steps()]
    ends = [n for n in range(len(games)) if n + 1 == len(games) or whose[n] != whose[n + 1]]
    if found.lead:
        assert found.lead.before < 0 <= found.lead.after == lead[found.lead.actions[-1]]
    assert all(lead[n] >= 0 for n in ends if found.lead is None or n >= found.lead.actions[-1])
    assert found.swing.after - found.swing.before >= max(1, (found.lead.after - found.lead.before) if found.lead else 1)
    played = {number for number, (_, before, _) in enumerate(table.steps()) if before.to_act == found.swing.seat}
    assert set(found.swing.actions) <= played


@pytest.mark.parametrize("tactical", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_previews_are_what_the_engine_does_on_a_copy(edition: str, tactical: bool) -> None:
    """All uses of all cards are found in one compiled call; here each is played alone, on a redeal of the view."""
    table, chooser = Table(edition, max(EDITIONS[edition].players), seed=3, tactical=tactical), random.Random(3)
    compared = 0
    while not table.is_over and compared < (10_000 if IS_COMPILED else 300):
        seen = deciding_view(table.game, int(table.game.to_act))
        for found in card_previews(seen):
            game = copy_game(redeal(seen, chooser.randrange(1000)))
            game.start_player = seat = game.to_act
            if found.obtain is not None:
                apply(game, found.obtain)
                game.phase, game.to_act = Phase.PLAY, seat
            assert found.card == game.kept[seat]
            assert sorted(preview.action for preview in found.previews) == legal_actions(game)
            for preview in found.previews:
                after = copy_game(game)
                apply(after, preview.action)
                assert preview.outcome == outcome(game, preview.action, after)
                assert preview.ship == (after.ship[seat] if after.ship[seat] != game.ship[seat] else None)
                compared += 1
            assert list(found.previews) == sorted(found.previews, key=worth, reverse=True)
        table.advance(chooser.choice(table.legal_actions()))
    assert compared > 200


def worth(preview: Preview) -> tuple[int, bool, int]:
    """More points first, then an extra card, then fewer points for the others."""
    brought = preview.outcome
    waiting = brought.bonus[1] if brought.bonus is not None and brought.bonus_waits else 0
    others = sum(gain.points for gain in brought.gains) - preview.points
    return preview.points + waiting, brought.extra_card, -others


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_standing_counts_can_be_counted_by_hand(players: int) -> None:
    table, chooser = Table("international", players, seed=5), random.Random(5)
    while not table.is_over:
        seat = chooser.choice([*range(players), SPECTATOR])
        seen = table.view(seat)
        found = standing(seen)
        assert found.owners.tolist() == owners(seen)
        shown = [card for card in range(CARDS) for _ in range(seen.display[card])]
        assert found.display[: found.in_display].tolist() == shown
        gone = [card for card in range(CARDS) for _ in range(seen.discarded[card])]
        assert found.discarded[: found.in_discarded].tolist() == gone
        assert found.gone.tolist() == [sum(CARD_SYMBOL[card] == symbol for card in gone) for symbol in Symbol]
        hands = [card for hand in seen.hand[:players].tolist() for card in hand if card != NO_CARD]
        known = [card for card in [*hands, *seen.kept[:players].tolist()] if card < HIDDEN]
        assert found.unseen.sum() == len(DECK) - len(shown) - len(gone) - len(known)
        assert found.cards.sum() == len(hands)
        for area in range(SETS):
            values = [value for value in BONUS_VALUES if value not in seen.bonus[:players, area]]
            assert [value for value in found.bonus_left[area] if value] == values
            for player in range(players):
                has = [bool(seen.diamonds[player, area] & SAME_IN_SET[space]) for space in KINDS[area]]
                assert [bool(found.kinds[player, area] >> kind & 1) for kind in range(len(has))] == has
        for _ in range(1 if IS_COMPILED else 9):
            if not table.is_over:
                table.advance(chooser.choice(table.legal_actions()))
