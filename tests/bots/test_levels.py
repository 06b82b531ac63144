"""Bots for people: short sight, a share of foresight, and what they must still see."""

import pytest

from millefiori.bots.bot import UnknownBot, make_bot
from millefiori.engine.compiled import IS_COMPILED
from millefiori.table import Table


def play(first: str, second: str, seed: int) -> list[int]:
    table, bots = Table("international", 2, seed=seed), [make_bot(first, 1), make_bot(second, 2)]
    while not table.is_over:
        seat = int(table.game.to_act)
        table.play(bots[seat].choose(table.view(seat), table.legal_actions()))
    return table.scores


def test_a_novice_takes_the_points_that_it_notices() -> None:
    table = Table("international", 2, seed=1, start_player=0)
    sees_all = make_bot("novice:100%")
    best = sees_all.choose(table.view(0), table.legal_actions())
    assert best in table.legal_actions()
    chosen = {make_bot("novice:10%", seed).choose(table.view(0), table.legal_actions()) for seed in range(20)}
    assert len(chosen) > 2, "who overlooks nearly everything keeps any card"


def test_a_novice_plays_the_same_again_with_the_same_seed() -> None:
    assert play("novice:60%", "novice", 3) == play("novice:60%", "novice", 3)


@pytest.mark.skipif(not IS_COMPILED, reason="too slow uncompiled")
def test_who_notices_more_scores_more() -> None:
    scores = [play("novice:40%", "novice:100%", seed) for seed in range(8)]
    assert sum(one for one, _ in scores) + 100 < sum(other for _, other in scores)


def test_learned_can_still_be_blurred_and_have_its_old_weights() -> None:
    assert make_bot("learned:2").blur == 2  # type: ignore[attr-defined]
    old, reference = make_bot("learned:0.2"), make_bot("reference:10sims")
    assert old.weights == "weights-0.2.npz" and old.blur == 0  # type: ignore[attr-defined]
    assert (old._networks == reference._networks).all()  # type: ignore[attr-defined]


def test_without_foresight_learned_would_be_greedy() -> None:
    full, some = make_bot("learned"), make_bot("learned:40%")
    assert some._networks[0]["last"] == pytest.approx(0.4 * full._networks[0]["last"])  # type: ignore[attr-defined]
    assert full._networks[0]["last"].any(), "the shipped weights stay as they are"  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", ["novice:0%", "novice:101%", "novice:few", "novice:40", "learned:1.5%"])
def test_a_share_is_a_number_of_per_cent(spec: str) -> None:
    with pytest.raises(UnknownBot, match="a share from 1% to 100%"):
        make_bot(spec)
