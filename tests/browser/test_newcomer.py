"""A newcomer's walk in each language: the first lesson, a game with the coach, its review, a puzzle."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from millefiori.engine.actions import action_named
from millefiori.teacher.puzzles.puzzle import puzzles
from tests.browser.barriers import barriers
from tests.browser.conftest import LONG, NewPage
from tests.browser.driving import decide_by_mouse, decide_by_touch, mode, play_on
from tests.server import real_server
from tests.server.serving import Client, Server

pytestmark = real_server

DECIDE = "async (actions) => document.querySelector('mf-puzzle').game.state.requests.decide(...actions)"
SOLVE = """async () => { const { game, step } = document.querySelector("mf-lesson");
  await game.state.requests.decide(...step.solution); }"""
IN_SIGHT = """selector => { const found = document.querySelector(selector), box = found.getBoundingClientRect();
  return found.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""
TRY_FIRST = """() => { const { state } = document.querySelector("mf-attempt").game;
  const [card] = state.position.cards;
  return state.requests.decide(card.obtain ?? card.previews[0].action); }"""


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of their own: the review that they leave half done ends with it."""
    running = Server(tmp_path_factory.mktemp("newcomers"))
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("locale", "width", "height", "touch", "scheme"),
    [("en-GB", 1280, 860, False, "light"), ("de-DE", 390, 844, True, "dark"), ("fr-FR", 844, 390, True, "light")],
)
def test_a_newcomer_learns_plays_reviews_and_solves(
    server: Server, new_page: NewPage, locale: str, width: int, height: int, touch: bool, scheme: str
) -> None:
    page = new_page(width, height, locale=locale, has_touch=touch, color_scheme=scheme)
    page.goto(server.address)
    take_the_first_lesson(page)
    play_with_the_coach(page, decide_by_touch if touch else decide_by_mouse)
    finish_quickly(page, server)
    read_the_review(page)
    solve_puzzles(page)


def take_the_first_lesson(page: Page) -> None:
    """Read, try, miss, try again, finish."""
    page.locator("#learn-start").click()
    page.locator("[data-name=lesson-next]").click()
    page.locator("[data-name=sail]").click()
    page.locator("[data-name=confirm]").click()
    expect(page.locator(".verdict.missed")).to_be_visible()
    expect(page.locator(".brought small")).to_contain_text("+1")
    page.locator("[data-name=lesson-again]").click()
    is_last = False
    while not is_last:
        if page.evaluate("() => document.querySelector('mf-lesson').step.goal !== null"):
            page.wait_for_function("() => document.querySelector('mf-game').state?.position.decides")
            page.evaluate(SOLVE)
            page.wait_for_selector(".verdict.reached")
        onward = page.locator("[data-name=lesson-next], [data-name=lesson-finish]")
        is_last = onward.get_attribute("data-name") == "lesson-finish"
        onward.click()
    expect(page.locator("#lesson-start.finished")).to_be_visible()
    assert page.evaluate("() => localStorage.getItem('millefiori.lessons')") == '["start"]'


def play_with_the_coach(page: Page, decide: Callable[[Page], None]) -> None:
    """Keep a card and play it; each situation is explained once, also after the page was loaded again."""
    page.locator("[data-name=coach]").click()
    words = page.locator(".coach .words")
    expect(words).to_have_count(1)
    first = words.inner_text()
    page.locator("[data-name=coach-done]").click()
    expect(page.locator(".coach")).to_be_hidden()
    play_on(page, decide, 1)
    page.wait_for_function("() => document.querySelector('mf-game').dataset.mode === 'play'")
    expect(words.first).to_be_visible()
    second = words.all_inner_texts()
    page.reload()
    expect(words.first).to_be_visible()  # there is more to say: any card can sail
    third = words.all_inner_texts()
    assert len({first, *second, *third}) == 1 + len(second) + len(third), "nothing is explained twice"
    page.evaluate("document.querySelector('mf-game').showText(true)")
    expect(page.locator("mf-text")).to_be_visible()
    expect(words.first).to_be_visible()
    page.evaluate("document.querySelector('mf-game').showText(false)")
    page.locator("[data-name=coach-done]").click()
    play_on(page, decide, 1)


def finish_quickly(page: Page, server: Server) -> None:
    """The rest of the game is played without the page, which comes back for the end."""
    address = page.url
    page.goto("about:blank")
    Client(server, address.rpartition("#")[2]).play()
    page.goto(address)
    page.wait_for_selector("#end-title")
    assert mode(page) == "over"


def read_the_review(page: Page) -> None:
    """What was better and why; then it is found at the board."""
    page.locator(".end-buttons [data-name=review]").click()
    page.wait_for_selector(".review-decision .better", timeout=3 * LONG)  # tables come before reviews
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut"
    assert barriers(page) == []
    page.locator("[data-name=all]").check()
    step, last = page.evaluate(
        "() => { const { step, listed } = document.querySelector('mf-review'); return [step, listed.at(-1).step]; }"
    )
    keys = ("ArrowRight", "ArrowLeft") if step < last else ("ArrowLeft", "ArrowRight")
    page.locator("body").press(keys[0])
    page.wait_for_function("step => document.querySelector('mf-review').step !== step", arg=step)
    page.locator("body").press(keys[1])
    page.wait_for_function("step => document.querySelector('mf-review').step === step", arg=step)
    page.locator("[data-name=find]").click()
    page.wait_for_selector("mf-attempt mf-game[data-mode]")
    page.evaluate(TRY_FIRST)
    page.wait_for_selector("mf-attempt .verdict")
    page.locator("[data-name=attempt-back]").click()
    page.wait_for_selector(".review-decision")


def asked(page: Page, before: str = "") -> str:
    """Wait for another puzzle than the one before, which stays on the screen until the next is there."""
    found = page.wait_for_function(
        """before => { const puzzle = document.querySelector("mf-puzzle");
        return puzzle && puzzle.name !== before && puzzle.game.state?.position.decides && puzzle.name; }""",
        arg=before,
    )
    return str(found.json_value())


def solve_puzzles(page: Page) -> None:
    """One is missed, explained and shown, the next one solved; the device remembers both."""
    page.locator("h1 a").click()
    page.locator("#to-puzzles").click()
    page.locator("#puzzle-next").click()
    name = asked(page)
    page.evaluate(DECIDE, [action_named(next(iter(puzzles()[name].choices[0].others)))])
    expect(page.locator(".verdict.missed")).to_be_visible()
    expect(page.locator(".others > li.own")).to_be_visible()
    assert barriers(page) == []
    assert page.evaluate(IN_SIGHT, "[data-name=puzzle-next]"), "however much there is to read"
    page.locator("[data-name=puzzle-show]").click()
    expect(page.locator(".verdict.reached")).to_be_visible()
    length = page.evaluate("() => history.length")
    page.locator("[data-name=puzzle-next]").evaluate("button => { button.click(); button.click(); }")
    page.evaluate(DECIDE, puzzles()[asked(page, name)].answer)
    assert page.evaluate("() => history.length") == length + 1, "a second click is no step of its own"
    expect(page.locator(".verdict.reached")).to_be_visible()
    page.locator("#leave").click()
    expect(page.locator(".figures dd").nth(1)).to_contain_text("1")
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('millefiori.puzzles'))")
    assert list(kept["results"].values()) == [False, True]
    assert kept["streak"] == 1
