"""A review as one HTML page without scripts: to keep, to print, or to send."""

from html import escape

from millefiori.drawing.chart import line_chart
from millefiori.engine.vocabulary import Seat
from millefiori.teacher.findings import Decision, Review
from millefiori.teacher.words import balance_words, decision_words, text

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2 { line-height: 1.2; } svg { max-width: 100%; height: auto; } li { margin: .5rem 0; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: right; }
td:first-child, th:first-child { text-align: left; } .mistake { color: #8a2433; }
"""


def page(review: Review, seats: list[Seat]) -> str:
    """The whole page."""
    players = review.table.players
    title = escape(f"Review: {', '.join(players)}")
    lines = list(text(review, []))
    moments = "".join(f"<li>{escape(line.strip())}</li>" for line in lines[4:])
    parts = [f"<h1>{title}</h1><p>{escape(lines[0])}. {escape(lines[1])}</p>", _curve(review)]
    parts += [f"<h2>{escape(lines[3])}</h2><ul>{moments}</ul>", _luck(review)]
    parts += [_seat(review, seat) for seat in seats]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "".join(parts)
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


def _curve(review: Review) -> str:
    if review.chain is None:
        return ""
    points = [(0, review.chain.start), *((change.step + 1, change.after) for change in review.chain.changes)]
    names = review.table.players
    series = {name: [(float(step), 100 * value.win[seat]) for step, value in points] for seat, name in enumerate(names)}
    return line_chart("Chance to win, in per cent", series, x_label="action of the game")


def _luck(review: Review) -> str:
    balances = [(name, review.balance(seat)) for seat, name in enumerate(review.table.players)]
    found = [balance_words(balance, name) for name, balance in balances if balance]
    return "<h2>Luck and skill</h2>" + "".join(f"<p>{escape(words)}</p>" for words in found) if found else ""


def _seat(review: Review, seat: Seat) -> str:
    total = review.accuracy(seat)
    rows = {"all": total, **review.by_phase(seat), **review.by_area(seat)}
    cells = "".join(
        f"<tr><td>{name}</td><td>{each.decisions}</td><td>{each.share:.0%}</td><td>{each.lost:.0f}</td></tr>"
        for name, each in rows.items()
        if each.decisions
    )
    head = "<tr><th></th><th>decisions</th><th>sound</th><th>points lost</th></tr>"
    blamed = [each for each in review.decisions if each.seat == seat and each.is_blamed]
    listed = "".join(_item(review, decision) for decision in blamed) or "<li>No mistakes.</li>"
    return f"<h2>{escape(review.table.players[seat])}</h2><table>{head}{cells}</table><ul>{listed}</ul>"


def _item(review: Review, decision: Decision) -> str:
    words = escape(decision_words(decision, review.table.players)).replace("\n", "<br>")
    return f'<li class="{decision.verdict}">Round {decision.round}, turn {decision.turn + 1}: {words}</li>'
