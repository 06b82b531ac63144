"""The review of a record on the page, and a game that continues from one of its decisions."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from millefiori import record
from millefiori.bots.bot import make_bot
from millefiori.table import Table
from tests.browser.conftest import NewPage
from tests.server.serving import Server


@pytest.fixture(scope="module")
def game() -> str:
    """The record of a finished game, as short as games are."""
    table, bot = Table("international", ["Ada", "Ben"], seed=8), make_bot("greedy:6", 1)
    while not table.is_over:
        table.advance(bot.choose(table.view(table.game.to_act), table.legal_actions()))
    return record.dump(record.write(table))


def open_review(page: Page, server: Server, game: str, folder: Path) -> None:
    """From the file of a record to its review, until there is something to show."""
    file = folder / "game.json"
    file.write_text(json.dumps(json.loads(game)))
    page.goto(f"{server.address}/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("[data-name=review]").click()
    page.wait_for_selector(".review-decision .better")


def test_a_record_is_reviewed_and_a_game_continues_from_one_of_its_decisions(
    server: Server, new_page: NewPage, game: str, tmp_path: Path
) -> None:
    page = new_page(320, 640, locale="de-DE", color_scheme="dark")
    open_review(page, server, game, tmp_path)
    expect(page.locator(".moments > li").first).to_be_visible()
    expect(page.locator(".review-chances svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut"
    page.locator("[data-name^=moment-]:is(button)").first.click()
    page.locator("[data-name=play-on]").click()
    page.wait_for_selector("mf-game[data-mode]")
    page.wait_for_function("() => document.querySelector('mf-game').state?.position.decides")
