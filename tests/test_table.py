"""What a table offers beyond the rules: keeping at the same time, undo, a fair deck, owners of spaces."""

import hashlib
import json
import random

import pytest

from millefiori import record
from millefiori.engine.board import SPACES
from millefiori.engine.rules.diamonds import owner, owners
from millefiori.engine.rules.rounds import all_keep, is_asked
from millefiori.engine.vocabulary import FREE, NEUTRAL, Phase
from millefiori.explain.legality import IllegalAction
from millefiori.table import Table


def begun(*, tactical: bool = False, players: int = 3) -> Table:
    """A table at which everybody has kept a card."""
    table = Table("english", players, seed=4, tactical=tactical, start_player=0)
    while table.phase == Phase.KEEP and not tactical:
        table.play(table.legal_actions()[0])
    return table


def test_while_all_keep_every_seat_is_asked_and_may_keep_a_card_of_its_own_hand() -> None:
    table = Table("english", 3, seed=4, start_player=1)
    assert all_keep(table.game) and all(is_asked(table.game, seat) for seat in range(3))
    for seat in range(3):
        table.check_keep(int(table.game.hand[seat, 0]), seat)
    foreign = next(int(card) for card in table.game.hand[1] if card not in table.game.hand[2])
    with pytest.raises(IllegalAction, match=r"not in the hand \(rule 2\.3\)"):
        table.check_keep(foreign, 2)


def test_in_the_tactical_variant_only_the_player_to_act_is_asked() -> None:
    table = Table("english", 3, seed=4, tactical=True, start_player=1)
    assert not all_keep(table.game)
    assert [bool(is_asked(table.game, seat)) for seat in range(3)] == [False, True, False]
    with pytest.raises(IllegalAction, match="not time to keep a card"):
        table.check_keep(int(table.game.hand[1, 0]), 1)


def test_a_kept_card_stands_once_others_have_kept_theirs() -> None:
    table = begun()
    assert [table.undoable(seat) for seat in range(3)] == [[], [], []]


def test_alone_among_bots_a_kept_card_may_be_taken_back() -> None:
    table = begun()
    assert table.undoable(0, unseen=(1, 2)) == [3], "the start player kept first, and two bots since"


def test_in_the_tactical_variant_card_and_play_are_taken_back_one_by_one() -> None:
    table = Table("english", 3, seed=4, tactical=True, start_player=0)
    table.play(table.legal_actions()[0])
    assert table.undoable(0) == [1] and table.undoable(1) == []
    table.undo()
    assert table.undoable(0) == []


def test_nothing_is_undoable_once_the_next_player_has_played_or_the_game_is_over() -> None:
    table, chooser, seen = Table("german", 2, seed=1), random.Random(1), 0
    while not table.is_over:
        table.play(chooser.choice(table.legal_actions()))
        actor = table.actions[-1][0]
        assert table.undoable(1 - actor) == []
        seen += bool(table.undoable(actor))
    assert seen > 20 and table.undoable(0) == table.undoable(1) == []


def test_what_was_seen_stays_seen_when_the_next_player_undoes() -> None:
    """A plays, B plays, B undoes: A has seen B's card and may not undo any more."""
    table = begun()
    table.play("sail")
    assert table.undoable(0) == [1]
    table.play("sail")
    assert table.undoable(0) == [] and len(table.undoable(1)) == 1
    table.undo()
    assert table.undoable(0) == [] and table.undoable(1) == []


def test_without_a_seed_the_deck_comes_from_the_operating_system_and_is_committed_to() -> None:
    one, other = Table(), Table()
    assert one.deck != other.deck and one.salt != other.salt
    assert len(one.commitment) == 64 and one.commitment != other.commitment
    text = json.dumps({"deck": list(one.deck), "salt": one.salt, "start_player": one.start_player})
    assert one.commitment == hashlib.sha256(text.replace(", ", ",").replace(": ", ":").encode()).hexdigest()
    assert Table(seed=1).commitment == ""


def test_a_record_proves_that_the_deck_was_not_changed() -> None:
    table = Table(players=2)
    written = record.write(table)
    assert record.verify(written) == [] and record.replay(written).commitment == table.commitment
    swapped = [*written["deck"]]
    index = next(index for index, card in enumerate(swapped) if card != swapped[-1])
    swapped[index], swapped[-1] = swapped[-1], swapped[index]
    for change in ({"deck": swapped}, {"start_player": 1 - written["start_player"]}):
        (difference,) = record.verify({**written, **change})
        assert "committed to before the first card" in str(difference)
    for wrong in (7, {}, {"salt": 5}):
        (difference,) = record.verify({**written, "fairness": wrong})
        assert "'fairness' must be" in str(difference)


def test_every_space_has_one_owner() -> None:
    table, chooser = Table("caipirinha", 2, seed=1), random.Random(2)
    while not table.is_over:
        table.advance(chooser.choice(table.legal_actions()))
    found = owners(table.game)
    assert len(found) == SPACES and set(found) <= {FREE, 0, 1, NEUTRAL} and NEUTRAL in found
    assert found == [owner(table.game, space) for space in range(SPACES)]
