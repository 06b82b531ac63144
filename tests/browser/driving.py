"""How a person plays on the page: by mouse, by keyboard, from the text view."""

from typing import Any

from playwright.sync_api import Page

from tests.server.serving import Server

ASKED = ("draft", "pick", "play", "extra")

HAND = ".hand button.card:not(.idle)"
CHOOSABLE = {"draft": HAND, "pick": HAND, "extra": ".display button.card:not(.idle)"}
"""The cards to choose from, by what is asked."""


def sit_down(page: Page, server: Server, *seats: str, **more: Any) -> dict[str, Any]:
    """Open a game and go to the first seat of this screen."""
    opened = server.open(*seats, **more)
    page.goto(f"{server.address}/play/{next(iter(opened['keys'].values()))}")
    page.wait_for_selector("mf-game[data-mode]")
    return opened


def mode(page: Page) -> str:
    return page.get_attribute("mf-game", "data-mode") or ""


def is_asked(page: Page) -> bool:
    """Does the page wait for this player? Not while it waits for an answer, or while others choose."""
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
          (state && !game.isShowing && !turn.busy && game.queue.length === 0 && state.position.decides); }""",
        timeout=60_000,
    )
    return mode(page) != "over"


def decide_by_mouse(page: Page) -> None:
    """Card, space, confirm, with the pointer."""
    what = mode(page)
    if what in CHOOSABLE:
        page.locator(CHOOSABLE[what]).first.click()
    if what != "draft" and page.locator("[data-name=confirm]").count() == 0:
        page.locator("mf-board .target").first.click()
    page.locator("[data-name=confirm]").click()


def decide_by_touch(page: Page) -> None:
    """The same with a finger. On a phone the board comes closer to the lit spaces; for the sea there is a button."""
    what = mode(page)
    if what in CHOOSABLE:
        page.locator(CHOOSABLE[what]).first.tap()
        page.wait_for_selector("button.card[aria-pressed=true]")  # a tap becomes a click a little later
    if what != "draft" and page.locator("[data-name=confirm]").count() == 0:
        best = page.locator("mf-board .target").first
        is_sea = best.get_attribute("data-target") == "sea"
        (page.locator("[data-name=sail]") if is_sea else best).tap()
    page.locator("[data-name=confirm]").tap()


def lowest_space(page: Page) -> Any:
    """The lit space nearest to the lower edge that a finger can reach: its number, and where its middle is."""
    return page.evaluate(
        """() => [...document.querySelectorAll("mf-board .target:not(.sail)")].map((target) => {
            const { x, y, width, height } = target.querySelector(".reach").getBoundingClientRect();
            return { target, space: Number(target.dataset.target), x: x + width / 2, y: y + height / 2 }; })
          .filter(({ target, x, y }) => target.contains(document.elementFromPoint(x, y)))
          .sort((a, b) => b.y - a.y).map(({ space, x, y }) => ({ space, x, y }))[0] ?? null"""
    )


def decide_by_keyboard(page: Page) -> None:
    """The same without a pointer."""
    what = mode(page)
    if what in ("draft", "pick", "extra"):
        page.keyboard.press("1")
    if what != "draft" and page.locator("[data-name=confirm]").count() == 0:
        page.locator('mf-board .target[tabindex="0"]').focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    page.locator("[data-name=confirm]").focus()
    page.keyboard.press("Enter")


def play_on(page: Page, decide: Any, decisions: int = 1000) -> int:
    """Play to the end, or for some decisions; returns how many there were."""
    made = 0
    while made < decisions and wait_for_turn(page):
        before = page.evaluate("() => document.querySelector('mf-game').state.n")
        decide(page)
        made += 1
        page.wait_for_function("n => document.querySelector('mf-game').state.n > n", arg=before)
    return made
