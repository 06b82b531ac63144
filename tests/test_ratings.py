"""What is made of games: shares, margins, ratings, times, and the charts."""

import math
from xml.etree import ElementTree

import pytest

from millefiori.arena import ratings, standings
from millefiori.arena.match import Clock, Forfeit, GameResult
from millefiori.arena.tournament import Tournament
from millefiori.drawing.chart import Bar, bar_chart, line_chart, round_ticks
from millefiori.engine.vocabulary import Seat


def result(
    bots: str, *scores: int, deal: int = 0, won: tuple[int, ...] | None = None, forfeit: Seat | None = None
) -> GameResult:
    """A game made by hand: `result("AB", 30, 20)`."""
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    lost = None if forfeit is None else Forfeit(forfeit, bots[forfeit], "raised")
    return GameResult(tuple(bots), deal, scores, best if won is None else won, lost, tuple(Clock() for _ in bots))


# --- Statistics


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0.5, 1, 0.0547, 0.9453), (0, 0, 0, 1)],
)
def test_wilsons_interval(won: float, games: int, low: float, high: float) -> None:
    assert ratings.wilson(won, games) == pytest.approx((low, high), abs=1e-4)


def test_margins_are_averaged_over_deals_first() -> None:
    tally = ratings.Tally()
    for deal, margins in enumerate([(10, -2), (6, 6), (0, 4)]):
        for margin in margins:
            tally.add(result("ABB", 20 + margin, 25, 15, deal=deal), 0)
    summary = tally.summary()
    reach = 1.96 * 2 / math.sqrt(3)  # the deals' margins are 4, 6 and 2
    assert summary["margin"] == 4
    assert summary["margin_interval"] == pytest.approx([4 - reach, 4 + reach], abs=1e-4)


def test_shared_victories_are_split_and_forfeits_leave_the_margin_alone() -> None:
    tournament = Tournament(("A", "B"), games=4)
    games = [result("AB", 30, 20), result("BA", 25, 25), result("AB", 0, 9, deal=1, forfeit=1, won=(0,))]
    games.append(result("BA", 10, 18, deal=1))
    a, b = ratings.sum_up(tournament, games)["bots"]
    assert (a["bot"], a["win_share"], b["win_share"]) == ("A", 0.875, 0.125)
    assert (a["margin"], a["mean_score"], a["forfeited"]) == (6.5, pytest.approx(24.3333), 1)


def test_tables_for_the_documentation() -> None:
    tournament = Tournament(("A", "B", "C"), games=2, ladder=True)
    games = [result("AB", 20, 30), result("BA", 25, 20), result("BC", 40, 30), result("CB", 10, 10)]
    results = ratings.sum_up(tournament, games)
    ladder, table = standings.markdown_ladder(results).splitlines(), standings.markdown_pairings(results).splitlines()
    assert ladder[0].startswith("| bot | rating | win share |") and len({line.count("|") for line in ladder[:5]}) == 1
    assert [line.split(" | ")[:3] for line in table[2:4]] == [["| `B`", "`C`", "2"], ["| `B`", "`A`", "2"]]
    assert "75.0%" in table[2] and "100.0% (34.2–100.0)" in table[3]


def test_with_more_players_only_the_one_counts() -> None:
    tournament = Tournament(("A", "B"), players=3, games=3)
    results = ratings.sum_up(tournament, [result("ABB", 30, 20, 10), result("AAB", 30, 20, 10, deal=1)])
    assert {(row["one"], row["others"]): row["win_share"] for row in results["pairings"]} == {
        ("A", "B"): 1,
        ("B", "A"): 0,
    }


def test_final_ranks() -> None:
    assert ratings.final_ranks(result("ABB", 10, 30, 20)) == [2, 0, 1]
    assert ratings.final_ranks(result("ABB", 30, 30, 20, won=(1,))) == [1, 0, 2]
    assert ratings.final_ranks(result("ABB", 30, 30, 20)) == [0, 0, 1]
    assert ratings.final_ranks(result("ABB", 5, 0, 3, won=(0,), forfeit=1)) == [0, 1, 1]


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    games = [result("AB", *((0, 1) if n % 11 == 0 else (1, 0)), deal=n) for n in range(2200)]
    rated = ratings.ratings(["A", "B"], games, 2)
    assert rated["A"]["rating"] - rated["B"]["rating"] == pytest.approx(400, abs=60)
    assert rated["A"]["rating"] + rated["B"]["rating"] == pytest.approx(3000, abs=1)


def test_times() -> None:
    clock = Clock()
    for seconds in [0.001] * 98 + [0.1] * 2:
        clock.add(seconds)
    summary = ratings.times([clock])
    assert summary["mean_ms"] == pytest.approx(2.98, abs=0.001)
    assert summary["percentile_99_ms"] == pytest.approx(100, rel=0.05)
    assert ratings.times([])["mean_ms"] is None


# --- Charts


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


def test_charts_are_xml_with_all_names() -> None:
    svg = bar_chart("A & <B>\x00", [Bar("x<y:200ms", 70, 60, 80), Bar("b", -5, -9, -1)], unit=" %", reference=50)
    assert {"A & <B>", "x<y:200ms", "b", "70 %"} <= set(texts(svg))
    points = [(float(n), math.sin(n)) for n in range(50)]
    svg = line_chart("Curve", {"loss & co": points, "one": [(3.0, math.nan), (4, 0)]}, x_label="games", y_label="loss")
    assert {"loss & co", "one", "games", "loss", "0", "0.5"} <= set(texts(svg))
    assert "…" in bar_chart("", [Bar("folder/" * 20 + "bot.py:Mine", 1, 0, 2)])
    for empty in (bar_chart("", []), line_chart("", {}), line_chart("", {"a": [(1, 1)]})):
        ElementTree.fromstring(empty)


def test_ticks_are_round() -> None:
    assert round_ticks(0, 100) == (0, 20, 40, 60, 80, 100)
    assert round_ticks(-0.03, 0.11) == (-0.05, 0, 0.05, 0.1, 0.15)
    assert len(round_ticks(7, 7)) > 1
