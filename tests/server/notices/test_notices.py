"""Notices: confirmed by a link, one message for many games, ended with one click, and no word about the cards."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.engine.board import CARD_NAMES
from millefiori.server.app import make_app
from millefiori.server.notices.reminders import SILENCE, WAIT, Reminders
from millefiori.server.notices.settings import Mail, Notices, Push
from millefiori.server.notices.subscriptions import my_turns
from tests.server.notices.receiving import Browser, Mailbox, mail_server
from tests.server.serving import bearer
from tests.server.tempo.timing import HOUR, Hand

ADA = "ada@example.org"


class Office:
    """An application with a mail server and a browser, and a clock that moves when told to."""

    def __init__(self, web: TestClient, mailbox: Mailbox, browser: Browser, hand: Hand) -> None:
        self.web, self.mailbox, self.browser, self.hand = web, mailbox, browser, hand

    @property
    def reminders(self) -> Reminders:
        found: Reminders = self.web.app.state.reminders  # type: ignore[attr-defined]
        return found

    def game(self, **tempo: Any) -> dict[str, Any]:
        seats = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Ben"}]
        body = {"edition": "international", "seats": seats, "tempo": {"kind": "days", "days": 3, **tempo}}
        opened: dict[str, Any] = self.web.post("/api/games", json=body).json()
        return opened

    def subscribe(self, game: dict[str, Any], seat: str = "0", **more: Any) -> Any:
        return self.web.post("/api/notices", json=more, headers=bearer(game["keys"][seat]))

    def confirmed(self, game: dict[str, Any], **more: Any) -> str:
        secret = self.subscribe(game, mail=ADA, **more).json()["secret"]
        token = re.search(r"notices#(\S+)", text(self.mailbox.letters.pop()))
        assert token is not None
        assert self.web.post("/api/notices/confirm", json={"token": token[1]}).status_code == 200
        return str(secret)

    def remind(self) -> int:
        sent: int = self.web.portal.call(self.reminders.remind)  # type: ignore[union-attr]
        return sent


def text(letter: Any) -> str:
    return str(letter.get_content())


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    hand, browser = Hand(), Browser()
    monkeypatch.setattr("millefiori.server.notices.reminders.EVERY", 1e9)
    with mail_server() as (mailbox, port):
        settings = Notices(
            "https://club.example",
            Mail("127.0.0.1", "games@club.example", port, "none"),
            Push("mailto:owner@club.example", str(tmp_path / "key.pem"), ("127.0.0.1",)),
        )
        with TestClient(make_app(tmp_path / "games.sqlite", workers=0, notices=settings)) as web:
            web.app.state.rooms.clock = web.app.state.reminders.clock = hand  # type: ignore[attr-defined]
            yield Office(web, mailbox, browser, hand)
    browser.close()


def test_an_address_gets_nothing_until_somebody_has_confirmed_it(office: Office) -> None:
    game = office.game()
    answer = office.subscribe(game, mail=ADA, language="de")
    assert answer.status_code == 201 and not answer.json()["is_confirmed"]
    (letter,) = office.mailbox.letters
    assert letter["To"] == ADA and "bestätige" in letter["Subject"]
    office.hand.pass_by(HOUR)
    assert office.remind() == 0
    token = re.search(r"https://club\.example/notices#(\S+)", text(letter))
    assert token is not None
    for status in (200, 404):  # the link works once
        assert office.web.post("/api/notices/confirm", json={"token": token[1]}).status_code == status
    assert office.web.get("/api/notices", headers=bearer(answer.json()["secret"])).json()["is_confirmed"]
    assert office.remind() == 1


def test_one_letter_for_all_games_and_then_silence(office: Office) -> None:
    secret = office.confirmed(office.game())
    for _ in range(9):
        assert office.subscribe(office.game(), mail=ADA, secret=secret).json()["is_confirmed"]
    assert office.mailbox.letters == [], "an address that this device has given before is not asked again"
    office.hand.pass_by(WAIT - 1)
    assert office.remind() == 0, "not at once"
    office.hand.pass_by(1)
    assert office.remind() == 1
    (letter,) = office.mailbox.letters
    assert letter["Subject"] == "Mille Fiori: it is your turn in 10 games"
    assert text(letter).count("With Ben: 2 days left") == 10
    office.hand.pass_by(1)
    office.subscribe(office.game(), mail=ADA, secret=secret)
    office.hand.pass_by(SILENCE - 2)
    assert office.remind() == 0, "however many games there are"
    office.hand.pass_by(1)
    assert office.remind() == 1 and len(office.mailbox.letters) == 2
    office.hand.pass_by(SILENCE)
    assert office.remind() == 0, "nothing new has happened"


def test_when_the_time_is_nearly_up_there_is_one_reminder(office: Office) -> None:
    office.confirmed(office.game())
    office.hand.pass_by(HOUR)
    assert office.remind() == 1
    sent = []
    for _ in range(20):
        office.hand.pass_by(3 * HOUR)
        sent.append(office.remind())
    assert sum(sent) == 1 and sent.index(1) == 17, "54 of 72 hours have passed"


def test_nobody_is_told_at_night_or_while_connected(office: Office) -> None:
    game = office.game(sleep_from=0, sleep_to=23)
    office.confirmed(game)
    office.hand.pass_by(HOUR)
    awake = []
    for _ in range(24):
        office.hand.pass_by(HOUR)
        awake.append(office.remind())
    assert awake == [0] * awake.index(1) + [1] + [0] * (23 - awake.index(1)), "in the one hour of the day"
    other = office.game()
    secret = office.confirmed(other)
    with office.web.websocket_connect("/ws") as socket:
        socket.send_json({"type": "hello", "key": other["keys"]["0"]})
        socket.receive_json()
        office.hand.pass_by(HOUR)
        assert office.remind() == 0
    assert secret


def test_a_letter_is_ended_with_one_click_and_the_address_is_gone(office: Office) -> None:
    secret = office.confirmed(office.game())
    office.hand.pass_by(HOUR)
    assert office.remind() == 1
    (letter,) = office.mailbox.letters
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(letter["List-Unsubscribe"]).strip(" <>").removeprefix("https://club.example")
    assert office.web.post(link, content="List-Unsubscribe=One-Click").status_code == 200
    assert office.web.get("/api/notices", headers=bearer(secret)).status_code == 404
    store = office.web.app.state.rooms.store  # type: ignore[attr-defined]

    def rows(database: Any) -> int:
        found: int = database.execute(
            "SELECT (SELECT count(*) FROM subscriptions) + (SELECT count(*) FROM subscribed_seats)"
        ).fetchone()[0]
        return found

    assert office.web.portal.call(store.read, rows) == 0  # type: ignore[union-attr]
    assert office.web.post(link).status_code == 404


def test_strangers_cannot_fill_a_mailbox(office: Office) -> None:
    codes = [office.subscribe(office.game(), mail=ADA).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429] and len(office.mailbox.letters) == 3


@pytest.mark.parametrize(
    "mail", ["nobody", "a@b", "a b@c.de", "a@c.de\nBcc: x@y.de", "a@c.de,x@y.de", "<a@c.de>", "a" * 300 + "@c.de"]
)
def test_what_is_no_address_is_refused(office: Office, mail: str) -> None:
    assert office.subscribe(office.game(), mail=mail).json()["code"] == "malformed"


def test_a_mail_server_that_fails_leaves_no_address_behind(office: Office) -> None:
    office.mailbox.refuses = True
    answer = office.subscribe(office.game(), mail=ADA)
    assert (answer.status_code, answer.json()["code"]) == (502, "unsent")
    office.mailbox.refuses = False
    office.confirmed(office.game())


def test_web_push_arrives_encrypted_and_only_at_services_that_are_allowed(office: Office) -> None:
    game, address = office.game(), office.browser.address()
    answer = office.subscribe(game, push=address, language="fr")
    assert answer.status_code == 201 and answer.json()["is_confirmed"]
    for endpoint in ("http://169.254.169.254/latest", "https://example.org/x", "https://127.0.0.1@evil.example/"):
        refused = office.subscribe(game, push={**address, "endpoint": endpoint})
        assert refused.json()["code"] == "notices"
    office.hand.pass_by(HOUR)
    assert office.remind() == 1
    (message,) = office.browser.received
    assert message["title"] == "Mille Fiori: c’est à vous dans 1 partie" and message["url"] == "https://club.example/"
    headers = office.browser.headers[0]
    assert headers["authorization"].startswith("vapid ") and headers["content-encoding"] == "aes128gcm"
    office.browser.answer = 410  # the browser has ended its subscription
    office.hand.pass_by(70 * HOUR)
    assert office.remind() == 0
    assert office.web.get("/api/notices", headers=bearer(answer.json()["secret"])).status_code == 404


def test_no_message_names_a_card(office: Office) -> None:
    game = office.game()
    office.confirmed(game)
    office.subscribe(game, push=office.browser.address())
    office.hand.pass_by(HOUR)
    assert office.remind() == 2
    sent = text(office.mailbox.letters[0]) + str(office.browser.received[0])
    assert [card for card in CARD_NAMES if card in sent] == [] and game["keys"]["0"] not in sent


def test_only_games_over_days_are_told_of_and_only_with_the_key_of_a_seat(office: Office) -> None:
    seats = [{"kind": "here"}, {"kind": "here"}]
    quick = office.web.post("/api/games", json={"edition": "international", "seats": seats}).json()
    assert office.subscribe(quick, mail=ADA).json()["code"] == "notices"
    game = office.game()
    assert office.web.post("/api/notices", json={"mail": ADA}, headers=bearer(game["watch"])).json()["code"] == "key"
    assert office.subscribe(game).json()["code"] == "notices"


def test_a_server_without_the_settings_sends_nothing(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as web:
        assert web.get("/api/notices/kinds").json() == {"mail": False, "push": ""}
        assert web.post("/api/notices", json={"mail": ADA}).json()["code"] == "notices"


def test_my_turn_across_all_games_of_a_player(office: Office) -> None:
    store = office.web.app.state.rooms.store  # type: ignore[attr-defined]
    games = [office.game()["game"] for _ in range(2)]

    def sit(database: Any) -> None:
        for seat, game in enumerate(games):
            database.execute("INSERT INTO sittings (game, seat, player) VALUES (?, ?, 'ada')", (game, seat))

    office.web.portal.call(store.write, sit)  # type: ignore[union-attr]
    found = office.web.portal.call(my_turns, store, "ada")  # type: ignore[union-attr]
    assert {(game, seat) for game, seat, _, _ in found} == set(zip(games, (0, 1), strict=True))
