"""The fullest table in every window, from small phones to 4K: what to press is in sight, nothing is cut."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.barriers import barriers
from tests.browser.conftest import NewPage
from tests.browser.crowded import DISPLAY, store_crowded
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server

TINY = (320, 256)
"""A window of 1280 x 1024 at 400 % zoom: cards and board may scroll there."""
SIZES = [
    *(TINY, (320, 568), (360, 640), (390, 844), (640, 360), (844, 390)),
    *((768, 1024), (1024, 768), (1440, 900), (1920, 1080), (3840, 2160)),
]

LANGUAGES = ["en", "de", "fr"]

# Select what brings most of the first card that can be selected, not yet confirmed.
SELECT = """() => {
  const game = document.querySelector("mf-game"), { turn } = game;
  const [card] = turn.cards;
  if (turn.mode !== "play" && turn.card !== card.card) turn.selectCard(card.card);
  if (turn.mode !== "keep") turn.selectPreview(turn.best(turn.shownCard));
  game.frame();
}"""

FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8").strip()

# The same in every language, in the window as it is: what is wrong, by language.
IN_ALL_LANGUAGES = f"""async ([isTiny, languages]) => {{
  const select = {SELECT};
  const faults = {FAULTS};
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const i18n = performance.getEntriesByType("resource").find(({{ name }}) => name.endsWith("/core/i18n.js")).name;
  const {{ loadLanguage }} = await import(i18n);
  const found = {{}};
  for (const language of languages) {{
    await loadLanguage(language);
    select();
    for (let n = 0; n < 2; n += 1) await frame(); // panels are drawn one after the other
    for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
    found[language] = faults(isTiny);
  }}
  return found;
}}"""

# Only the size of the board matters here: without its drawing, a new layout takes half the time.
WITHOUT_DRAWING = "() => document.querySelector('mf-board').style.contentVisibility = 'hidden'"

SETTLED = """(height) => document.querySelector("mf-game").getBoundingClientRect().height === height &&
  innerHeight === height && !document.getAnimations().some((found) => found instanceof CSSTransition)"""

# Every button of the turn that is shown can be pressed.
BUTTON_FAULTS = """() => [...document.querySelectorAll("mf-turn .buttons button")].filter((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.checkVisibility() && !button.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })
  .map((button) => button.dataset.name)"""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("crowded")
    store_crowded(folder / "games.sqlite")
    server = Server(folder)
    yield server
    server.stop()


def sit_down_at(page: Page, server: Server, moment: str) -> None:
    page.goto("about:blank")
    page.goto(f"{server.address}/play#{moment}")
    page.wait_for_selector("mf-game[data-mode]")


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another window, and something selected in it; wait until nothing moves."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SELECT)
    page.wait_for_function(SETTLED, arg=size[1], polling=30)


@pytest.mark.parametrize("moment", ["keep", "play", "take"])
def test_what_to_press_is_in_sight_and_nothing_is_cut(crowded: Server, new_page: NewPage, moment: str) -> None:
    page = new_page()
    sit_down_at(page, crowded, moment)
    assert page.evaluate("() => document.querySelector('mf-game').state.position.display.length") >= DISPLAY
    page.evaluate(WITHOUT_DRAWING)
    faults: dict[Any, list[str]] = {}
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        by_language = page.evaluate(IN_ALL_LANGUAGES, [size == TINY, LANGUAGES])
        faults |= {(language, *size): found for language, found in by_language.items() if found}
    assert faults == {}


def test_a_long_turn_of_another_player_pushed_the_buttons_out_of_the_window(crowded: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, crowded, "play")
    page.evaluate(WITHOUT_DRAWING)
    faults: dict[Any, list[str]] = {}
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator(".ticker").evaluate(
            "(words) => words.textContent = 'plays a card and takes an extra card '.repeat(30)"
        )
        page.wait_for_function(SETTLED, arg=size[1], polling=30)
        if found := page.evaluate(BUTTON_FAULTS):
            faults[size] = found
    assert faults == {}


# At the end nothing but its own panel scrolls, and no name is cut.
END_FAULTS = """(_, root = document.documentElement) => [
  root.scrollHeight > innerHeight || root.scrollWidth > innerWidth ? ["the page scrolls"] : [],
  document.querySelector("#end-title").getBoundingClientRect().bottom > innerHeight ? ["the result is hidden"] : [],
  [...document.querySelectorAll(".ranking li, .ranking .name, .end-buttons > *")]
    .filter((found) => found.scrollWidth > found.clientWidth + 1 && found.clientWidth > 1)
    .map((found) => `cut: ${found.textContent}`),
].flat()"""


def test_the_end_fits_every_window(crowded: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down_at(page, crowded, "over")
    page.wait_for_selector("mf-end .ranking")
    faults: dict[Any, list[str]] = {}
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(SETTLED, arg=size[1], polling=30)
        if size != TINY and (found := page.evaluate(END_FAULTS)):
            faults[size] = found
    assert faults == {}


def test_no_barriers_are_found_in_any_window(crowded: Server, new_page: NewPage) -> None:
    page = new_page(painted=True)
    sit_down_at(page, crowded, "take")
    faults: dict[Any, list[str]] = {}
    for size in SIZES[::3]:  # one of each kind of layout
        resize(page, size)
        if found := barriers(page):
            faults[size] = found
    assert faults == {}


def test_the_hand_is_large_where_there_is_room(crowded: Server, new_page: NewPage) -> None:
    page = new_page(1440, 900)
    sit_down_at(page, crowded, "keep")
    box = page.locator(".hand button.card").first.bounding_box()
    board = page.locator("mf-board").bounding_box()
    assert box is not None and box["width"] >= 92
    assert board is not None and board["height"] >= 800
