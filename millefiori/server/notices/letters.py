"""What is sent, in the reader's language: whose turn it is, against whom, how much time is left. Never a card."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from millefiori.server.notices.subscriptions import HOUR, Subscription
from millefiori.server.site.texts import page_texts

DAY = 24 * HOUR


@dataclass(frozen=True)
class Turn:
    """A game that waits for somebody: who else plays, and how many milliseconds are left."""

    others: list[str]
    left: int


def words(language: str, key: str, **values: object) -> str:
    """A text of the page, with its blanks filled in."""
    texts = page_texts(language)
    count = values.get("count")
    found = texts.get(key) or texts[f"{key}.{'one' if count == 1 else 'other'}"]
    for name, value in values.items():
        found = found.replace(f"{{{name}}}", str(value))
    return found


def time_left(language: str, left: int) -> str:
    """Days or hours, rounded down; at least one hour."""
    if left >= 2 * DAY:
        return words(language, "letter.days", count=left // DAY)
    return words(language, "letter.hours", count=max(1, left // HOUR))


def turn_lines(language: str, turns: list[Turn]) -> list[str]:
    """One line for each game."""
    return [
        words(language, "letter.line", names=", ".join(turn.others), time=time_left(language, turn.left))
        for turn in turns
    ]


def headline(language: str, turns: list[Turn]) -> str:
    """ "It is your turn in 2 games"."""
    return words(language, "letter.turn", count=len(turns))


def turn_letter(to: Subscription, sender: str, address: str, turns: list[Turn]) -> EmailMessage:
    """One letter for all games that wait."""
    language = to.language
    lines = [*turn_lines(language, turns), "", words(language, "letter.open"), address]
    return _letter(to, sender, address, headline(language, turns), lines)


def first_letter(to: Subscription, sender: str, address: str, confirming: str) -> EmailMessage:
    """Asks whether somebody with this address wants letters at all."""
    lines = [
        words(to.language, "letter.confirm"),
        f"{address}notices#{confirming}",
        "",
        words(to.language, "letter.ignore"),
    ]
    return _letter(to, sender, address, words(to.language, "letter.confirm.subject"), lines)


def _letter(to: Subscription, sender: str, address: str, subject: str, lines: list[str]) -> EmailMessage:
    """Plain text with what mail programs need to end it with one click (RFC 8058)."""
    letter = EmailMessage()
    letter["From"] = f"Mille Fiori <{sender}>"
    letter["To"] = to.address
    letter["Subject"] = f"Mille Fiori: {subject}"
    letter["Date"] = formatdate()
    letter["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    letter["List-Unsubscribe"] = f"<{address}api/notices/end/{to.leaving}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    end = words(to.language, "letter.end")
    letter.set_content("\n".join([*lines, "", "-- ", end, f"{address}notices#end.{to.leaving}", ""]))
    return letter
