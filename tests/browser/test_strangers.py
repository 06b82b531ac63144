"""The whole in real browsers: two strangers meet in the hall and play by the clock, one vanishes, a third watches."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driving import decide_by_mouse, wait_for_turn
from tests.browser.test_people import become
from tests.server import real_server
from tests.server.hasty import Hasty
from tests.server.serving import Server, bearer

pytestmark = real_server
TEMPO = {"kind": "real", "bank": 0, "per_turn": 4}


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Hasty(tmp_path_factory.mktemp("hasty"))
    yield running
    running.stop()


def gather(page: Page, server: Server, **wanted: Any) -> None:
    """Open a table as the player of this page."""
    player = json.loads(page.evaluate("() => localStorage.getItem('millefiori.player')"))
    body = {"edition": "international", "seats": 2, **wanted}
    answer = server.http.post(f"{server.address}/api/hall/gatherings", json=body, headers=bearer(player["key"]))
    assert answer.status_code == 201, answer.text


def test_two_strangers_meet_and_talk_one_vanishes_and_a_bot_plays_on_while_a_third_watches(
    hasty: Server, new_page: NewPage
) -> None:
    ada, ben, cleo = new_page(locale="de-DE"), new_page(locale="fr-FR"), new_page()
    become(ada, hasty, "Ada")
    become(ben, hasty, "Ben")
    for page in (ada, ben, cleo):
        page.goto(f"{hasty.address}/hall")
    gather(ada, hasty, tempo=TEMPO)
    ben.locator("button[id^=join-]").first.click()
    for page in (ada, ben):
        page.wait_for_selector("mf-game button.card")
    cleo.locator("#hall-running").locator("..").get_by_role("link", name="Watch").first.click()
    expect(cleo.locator("mf-game")).to_contain_text("You are watching")

    for page in (ada, ben):
        if wait_for_turn(page):
            decide_by_mouse(page)
    ada.keyboard.press("t")
    ada.locator("[data-phrase=luck]").click()
    expect(ben.locator("p.unseen[role=status]", has_text="Bonne chance")).to_have_count(1)
    seat = ben.evaluate("() => document.querySelector('mf-game').state.seat")
    ben.close()
    for page in (ada, cleo):
        taken = f"() => document.querySelector('mf-game').state.position.stand_ins?.[{seat}] === 'clock'"
        page.wait_for_function(taken, timeout=60_000)
    n = cleo.evaluate("() => document.querySelector('mf-game').state.n")
    log = "document.querySelector('mf-game').state.log"
    played = f"({{ n, seat, kind }}) => n >= {n} && seat === {seat} && kind !== 'absent'"
    cleo.wait_for_function(f"() => {log}.some({played})", timeout=60_000)
    expect(cleo.locator("button.card.hand")).to_have_count(0)
    cleo.locator(".talk-button").click()
    expect(cleo.locator(".talk-lines")).to_contain_text("Good luck!")
