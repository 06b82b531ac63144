"""How a person plays on the page: by mouse, by keyboard, from the text view."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.server.serving import Client, Server

HAND = ".hand button.card:not(.idle)"
CARDS = {"keep": HAND, "keep-and-play": HAND, "take": ".display button.card:not(.idle)"}
"""The cards that can be selected, by what is asked."""


def sit_down(page: Page, server: Server, *seats: str, **more: Any) -> dict[str, Any]:
    """Open a game and go to the first seat of this screen."""
    opened = server.open(*seats, **more)
    go_to_seat(page, server, next(iter(opened["keys"].values())))
    return opened


def go_to_seat(page: Page, server: Server, key: str) -> None:
    """From another seat only the `#` changes: until the new screen is there, the old one stays."""
    page.goto(f"{server.address}/play#{key}")
    page.wait_for_function("key => document.querySelector('mf-game[data-mode]')?.key === key", arg=key)


def sit_down_at(page: Page, server: Server, wanted: Callable[[dict[str, Any]], bool]) -> Client:
    """Play over the wire, game after game, until seat 0 is asked at a wanted position; then open the page there."""
    for _ in range(20):
        client = Client(server, server.open("here", "casual")["keys"]["0"])
        while client.position.get("phase") != "over":
            if client.position.get("decides") and not client.waits:
                if wanted(client.position):
                    go_to_seat(page, server, client.key)
                    return client
                client.waits = True
                client.send(type="decide", action=_for_extra_cards(client.position), at=client.n)
            assert client.hear()["type"] != "refused"
    raise AssertionError("20 games without such a position")


def _for_extra_cards(position: dict[str, Any]) -> int:
    """Whatever earns an extra card, else what the server lists first: so every game comes to chains."""
    cards = sorted(position["cards"], key=lambda card: not any(play["extra_card"] for play in card["previews"]))
    previews = sorted(cards[0]["previews"], key=lambda preview: not preview["extra_card"])
    return int(previews[0]["action"] if position["phase"] == "play" else cards[0]["obtain"])


def event_number(page: Page) -> int:
    """The last event that the page has shown."""
    return int(page.evaluate("() => document.querySelector('mf-game').state.n"))


def wait_for_event(page: Page, after: int) -> None:
    page.wait_for_function("n => document.querySelector('mf-game').state.n > n", arg=after)


def mode(page: Page) -> str:
    return page.get_attribute("mf-game", "data-mode") or ""


def is_asked(page: Page) -> bool:
    """Does the page wait for this player? Not while it waits for an answer, or while others keep a card."""
    return bool(
        page.evaluate(
            """() => { const game = document.querySelector("mf-game"), { turn, state } = game;
            return !game.isShowing && !turn.busy && game.queue.length === 0 && Boolean(state?.position.decides); }"""
        )
    )


def wait_for_turn(page: Page) -> bool:
    """Wait until this player is asked, or the game is over; False if it is over."""
    page.wait_for_function(
        """() => { const game = document.querySelector("mf-game"), { turn, state } = game ?? {};
        return state?.position.phase === "over" ||
          (state && !game.isShowing && !turn.busy && game.queue.length === 0 && state.position.decides); }"""
    )
    return mode(page) != "over"


def decide_by_mouse(page: Page) -> None:
    """Card, space, confirm, with the pointer."""
    what = mode(page)
    if what in CARDS:
        page.locator(CARDS[what]).first.click()
    if what != "keep" and page.locator("[data-name=confirm]").count() == 0:
        page.locator("mf-board .lit").first.click()
    page.locator("[data-name=confirm]").click()


def decide_by_touch(page: Page) -> None:
    """The same with a finger. On a phone the board comes closer to the lit spaces; for the sea there is a button."""
    what = mode(page)
    if what in CARDS:
        page.locator(CARDS[what]).first.tap()
        page.wait_for_selector("button.card[aria-pressed=true]")  # a tap becomes a click a little later
    if what != "keep" and page.locator("[data-name=confirm]").count() == 0:
        best = page.locator("mf-board .lit").first
        is_sea = best.get_attribute("data-spot") == "sea"
        (page.locator("[data-name=sail]") if is_sea else best).tap()
    page.locator("[data-name=confirm]").tap()


def lowest_space(page: Page) -> Any:
    """The lit space nearest to the lower edge that a finger can reach: its number, and where its middle is."""
    return page.evaluate(
        """() => [...document.querySelectorAll("mf-board .lit:not(.sail)")].map((lit) => {
            const { x, y, width, height } = lit.querySelector(".reach").getBoundingClientRect();
            return { lit, space: Number(lit.dataset.spot), x: x + width / 2, y: y + height / 2 }; })
          .filter(({ lit, x, y }) => lit.contains(document.elementFromPoint(x, y)))
          .sort((a, b) => b.y - a.y).map(({ space, x, y }) => ({ space, x, y }))[0] ?? null"""
    )


def decide_by_keyboard(page: Page) -> None:
    """The same without a pointer: the focus is always where the next key is needed."""
    what = mode(page)
    if what in CARDS:
        page.keyboard.press("1")
    if what != "keep" and page.locator("[data-name=confirm]").count() == 0:
        assert focused(page).startswith("lit"), f"a lit space has the focus, not {focused(page)} ({what})"
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    assert focused(page) == "confirm"
    page.keyboard.press("Enter")


def focused(page: Page) -> str:
    """What has the focus: the name of a button, the classes of a space, or its element."""
    return str(
        page.evaluate(
            """() => { const found = document.activeElement;
            return found.dataset.name || found.getAttribute("class") || found.localName; }"""
        )
    )


def play_on(page: Page, decide: Any, decisions: int = 1000) -> int:
    """Play to the end, or for some decisions; returns how many there were."""
    made = 0
    while made < decisions and wait_for_turn(page):
        before = event_number(page)
        decide(page)
        made += 1
        wait_for_event(page, before)
    return made
