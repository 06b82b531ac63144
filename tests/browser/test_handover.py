"""People at one screen: whoever sits down finds nothing of the last seat, in no byte of the page."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from millefiori.engine.vocabulary import SPECTATOR
from millefiori.server.messages.words import Player
from millefiori.server.rooms.room import Command, Room
from millefiori.server.rooms.setup import Setup
from millefiori.server.storage.keys import Key
from millefiori.server.storage.store import Store
from millefiori.table import Table
from tests.browser.conftest import NewPage
from tests.browser.driving import CARDS, decide_by_mouse, event_number, mode, sit_down
from tests.server import real_server
from tests.server.playing import awaited, play
from tests.server.serving import Client, Server

pytestmark = real_server

TWINS = 4
"""Hand-overs that are compared with those of a game in which the last seat has kept another card."""

BEGINNING = 16
"""Hand-overs of a game's beginning; a game that is nearly over is played to its end."""
LAST_DECISIONS = 40

REMEMBER = """async ([game, names]) => {
    const { rememberGame } = await import("/static/core/games.js");
    const players = names.map((name) => ({ name, kind: "here", level: "" }));
    const known = { game, edition: "international", tactical: false, players };
    names.forEach((_, seat) => rememberGame({ ...known, key: `${game}-${seat}`, seat })); }"""

WHOLE_PAGE = """() => {
    const values = [...document.querySelectorAll("input, select, textarea")].map((field) => field.value);
    return [document.title, document.documentElement.outerHTML, ...values].join("\\n"); }"""
"""Texts, labels, titles, attributes: everything that the page holds."""

CARD_NAMES = """async () => {
    const files = performance.getEntriesByType("resource").map((file) => file.name);
    const loaded = (name) => import(files.find((file) => file.endsWith(name)));
    const [{ facts }, { cardName }] = [await loaded("/core/facts.js"), await loaded("/core/names.js")];
    return facts.cards.map((_, card) => cardName(card)); }"""
"""From the page's own modules, whatever their addresses."""

WATCH_FOR_THE_HAND = """() => { window.shown_hands = 0;
    new MutationObserver(() => (window.shown_hands += document.querySelectorAll(".hand button.card").length))
      .observe(document.body, { childList: true, subtree: true }); }"""
"""Cards of a hand that were on the page, however briefly."""

NEXT = """() => { const game = document.querySelector("mf-game"), { turn, state } = game ?? {};
    return document.querySelector("mf-veil") !== null || state?.position.phase === "over" ||
      (state && !game.isShowing && !turn.busy && game.queue.length === 0 && state.position.decides); }"""


def names_of(players: int) -> list[str]:
    return [f"P{seat}" for seat in range(players)]


def nearly_over(setup: Setup) -> list[Command]:
    """The decisions of a game until all keep a card for one of its last turns."""
    chooser, room = random.Random(1), Room("game", setup)
    ended = Room("game", setup)
    everybody = list(range(len(setup.players)))
    all_keep = list[int]()
    for _ in play(ended, chooser):
        pass
    for command in ended.commands:
        if awaited(room) == everybody:
            all_keep.append(len(room.commands))
        room.perform(command)
    return ended.commands[: max(n for n in all_keep if n <= len(ended.commands) - LAST_DECISIONS)]


def add_games(path: Path, players: int, games: list[str], *, is_end: bool = False) -> int:
    """Games of the same deal, whose keys are `game`-0, `game`-1 and so on; returns how many decisions are made."""
    table = Table("international", names_of(players), seed=players)
    setup = Setup(
        "international",
        False,
        [Player(name, "here") for name in names_of(players)],
        list(table.deck),
        table.start_player,
        table.salt,
    )
    begun = nearly_over(setup) if is_end else []

    async def work() -> None:
        for game in games:
            keys = [(f"{game}-{seat}", Key(game, seat, "seat")) for seat in range(players)]
            await store.add_game(game, setup, [*keys, (f"{game}-watch", Key(game, SPECTATOR, "watch"))])
            for n, command in enumerate(begun):
                await store.append(game, n, command)

    with closing(Store(path)) as store, ThreadPoolExecutor(1) as beside:  # Playwright has a loop of its own here
        beside.submit(lambda: asyncio.run(work())).result()
    return len(begun)


@pytest.fixture(params=[(2, False), (2, True), (3, True), (4, False)], ids=["2", "2-end", "3-end", "4"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, int, int]]:
    """A server with a game and its twins, its number of people, and the decisions that are made."""
    players, is_end = request.param
    games = ["game", *(f"twin{number}" for number in range(TWINS))]
    begun = add_games(tmp_path / "games.sqlite", players, games, is_end=is_end)
    server = Server(tmp_path)
    yield server, players, begun
    server.stop()


def enter(page: Page, server: Server, game: str, players: int, seat: int) -> None:
    """Sit down at a seat of a game whose people all share this screen."""
    page.goto(server.address)
    page.wait_for_selector("mf-lobby")
    page.evaluate("() => localStorage.removeItem('millefiori.games')")
    page.evaluate(REMEMBER, [game, names_of(players)])
    page.goto(f"{server.address}/play#{game}-{seat}")
    page.wait_for_selector("mf-veil")
    sit_down_behind(page)


def state(page: Page) -> Any:
    return page.evaluate(
        """() => { const { seat, n, position, log } = document.querySelector("mf-game").state;
        return { seat, n, position, log }; }"""
    )


def whole_page(page: Page, game: str) -> str:
    """The page without what differs between games: their names are in links."""
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    return str(page.evaluate(WHOLE_PAGE)).replace(f"{game}-", "KEY-")


def keep(page: Page, other: bool) -> None:
    """Keep the first card of the hand, or one of another kind."""
    hand = page.evaluate("() => document.querySelector('mf-game').state.position.hand")
    place = next((number for number, card in enumerate(hand) if card != hand[0]), 0) if other else 0
    page.locator(CARDS["keep"]).nth(place).click()
    page.locator("[data-name=confirm]").click()


def sit_down_behind(page: Page) -> None:
    page.locator("mf-veil button.primary").click()
    page.wait_for_function(NEXT)


def follow(server: Server, game: str, begun: int, actions: list[tuple[int, int]]) -> None:
    """Bring a twin to where the game is, over the wire."""
    clients = {seat: Client(server, f"{game}-{seat}") for seat, _ in actions}
    for client in clients.values():
        client.hear_until(lambda message: message["type"] == "welcome")
    for number, (seat, action) in enumerate(actions, begun):
        clients[seat].send(type="decide", action=action, at=number - 1)
        for client in clients.values():
            heard = client.hear_until(lambda message: message["type"] in ("event", "refused"))
            assert heard.get("n") == number, heard
    for client in clients.values():
        client.socket.close()


def seen_cards(position: dict[str, Any], log: list[dict[str, Any]]) -> set[int]:
    """The cards that a seat's own messages name."""
    shown = {*position["hand"], *position["display"], position["kept"], position["in_play"]}
    shown |= {card for hand in position["known"].values() for card in hand}
    shown |= {event.get("card") for event in log} | {card for event in log for card in event.get("display") or []}
    return {card for card in shown if card is not None}


def names_in(text: str, names: list[str]) -> set[int]:
    """The cards that a page names."""
    found = ((card, name) for card, name in enumerate(names) if name in text)  # a page is long: patterns only if needed
    return {card for card, name in found if re.search(rf'(?<![\w#-])(?<!id="){name}\b', text)}


def test_a_secret_was_shown_at_one_screen(table: tuple[Server, int, int], new_page: NewPage) -> None:
    """The first kept a card, the second sat down and read which: now the page is the same, whatever was kept."""
    server, players, begun = table
    page, twin = new_page(), new_page()
    sent = list[dict[str, Any]]()
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))))
    enter(page, server, "game", players, 0)
    names = page.evaluate(CARD_NAMES)
    actions = list[tuple[int, int]]()
    hand_overs = compared = 0
    while (begun or hand_overs < BEGINNING) and (before := state(page))["position"]["phase"] != "over":
        is_keeping, at = mode(page) == "keep", len(actions)
        keep(page, other=False) if is_keeping else decide_by_mouse(page)
        page.wait_for_function(
            "n => document.querySelector('mf-veil') || document.querySelector('mf-game').state.n > n", arg=before["n"]
        )
        page.wait_for_function(NEXT)
        actions += [(before["seat"], message["action"]) for message in sent if message["type"] == "decide"]
        sent.clear()
        if page.locator("mf-veil").count() == 0:
            continue
        hand_overs += 1
        veil = whole_page(page, "game")
        assert page.locator("mf-game").count() == 0 and page.title() == "Mille Fiori"
        assert names_in(veil, names) == set(), "behind the veil there is nothing"
        sit_down_behind(page)
        after, shown = state(page), whole_page(page, "game")
        assert after["seat"] != before["seat"]
        assert names_in(shown, names) <= seen_cards(after["position"], after["log"]), f"hand-over {hand_overs}"
        if is_keeping and compared < TWINS and hand_overs % 3 == 1:
            other = f"twin{compared}"
            follow(server, other, begun, actions[:at])
            enter(twin, server, other, players, before["seat"])
            keep(twin, other=True)
            twin.wait_for_selector("mf-veil")
            assert whole_page(twin, other) == veil, f"veil {hand_overs}"
            sit_down_behind(twin)
            assert whole_page(twin, other) == shown, f"hand-over {hand_overs}"
            compared += 1
    assert hand_overs > 12 and compared > 2


def test_a_partner_at_the_same_screen_was_not_connected(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "here", "casual")
    marks = page.locator("mf-players .presence")
    expect(marks).to_have_count(2)
    expect(page.locator("mf-players .presence.here")).to_have_count(2)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Server]:
    add_games(tmp_path / "games.sqlite", 2, ["game"])
    server = Server(tmp_path)
    yield server
    server.stop()


def test_a_game_of_several_people_was_opened_without_a_veil(two: Server, new_page: NewPage) -> None:
    """From the list of games, by its address, or by reloading the page: who looks is not yet known."""
    page = new_page()
    enter(page, two, "game", 2, 0)
    names = page.evaluate(CARD_NAMES)
    keep(page, other=False)
    page.wait_for_selector("mf-veil")
    page.goto(two.address)
    page.evaluate(WATCH_FOR_THE_HAND)
    page.get_by_role("link", name="Continue").click()
    expect(page.locator("mf-veil h1")).to_have_text("P1")
    assert page.evaluate("() => shown_hands") == 0 and names_in(whole_page(page, "game"), names) == set()
    sit_down_behind(page)
    assert state(page)["seat"] == 1
    page.reload()
    expect(page.locator("mf-veil h1")).to_have_text("P1")
    expect(page.locator("mf-veil button")).to_have_count(1)  # nobody has decided since, so there is nothing to undo


def test_the_last_player_can_undo_at_the_veil(two: Server, new_page: NewPage) -> None:
    page = new_page()
    enter(page, two, "game", 2, 0)
    while page.locator("mf-veil button").count() < 2:
        if page.locator("mf-veil").count():
            sit_down_behind(page)
        n = event_number(page)
        decide_by_mouse(page)
        page.wait_for_function(
            "n => document.querySelector('mf-veil') || document.querySelector('mf-game').state.n > n", arg=n
        )
        page.wait_for_function(NEXT)
    page.locator("mf-veil button").last.click()
    page.wait_for_selector("mf-game")
    page.wait_for_function(NEXT)
    assert state(page)["log"][-1]["kind"] == "undo" and mode(page) == "play"
