"""The board on the page: what can be selected stands out, names of spaces are a setting."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driving import CARDS, decide_by_mouse, mode, play_on, sit_down, wait_for_turn
from tests.server import real_server
from tests.server.serving import Server

pytestmark = real_server

NAME = re.compile(r"\b[WRNPTH][1-9]\d?(\.\d)?\b")
"""The name of a space, such as W2.5."""

# Is the middle of each lit space in an opening of the shade, and that of a free space elsewhere under it?
SHADED = """() => {
  const board = document.querySelector("mf-board"), shade = board.querySelector(".scrim path");
  const middle = (group) => new DOMPoint(...group.getAttribute("transform").match(/-?[\\d.]+/g).map(Number));
  const isShaded = (group) => shade.isPointInFill(middle(group));
  const lit = [...board.querySelectorAll(".lit")];
  const isNear = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 5;
  const spaces = [...board.querySelectorAll("[data-space]")];
  const others = spaces.filter((space) => !lit.some((group) => isNear(middle(group), middle(space))));
  return { lit: lit.some(isShaded), others: others.every(isShaded), count: lit.length };
}"""


def select_a_card(page: Page) -> None:
    """Come to a turn with lit spaces."""
    while wait_for_turn(page) and mode(page) == "keep":
        play_on(page, decide_by_mouse, 1)
    if mode(page) in CARDS:
        page.locator(CARDS[mode(page)]).first.click()
    page.wait_for_selector("mf-board .lit", state="attached")


def test_the_rest_of_the_board_steps_back_from_what_can_be_selected(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    select_a_card(page)
    shaded = page.evaluate(SHADED)
    assert shaded["count"] > 0
    assert not shaded["lit"] and shaded["others"]


def test_names_of_spaces_stand_on_the_board_and_in_texts_only_if_wanted(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "casual")
    play_on(page, decide_by_mouse, 4)
    wait_for_turn(page)
    assert not NAME.search(page.locator("mf-game").inner_text())
    assert page.locator("mf-board .coordinates text").count() == 0
    page.locator(".settings-button").click()
    page.locator("input[name=coordinates]").check()
    expect(page.locator("mf-board .coordinates text")).to_have_count(109)
    expect(page.locator("input[name=coordinates]")).to_be_focused()
    page.locator("dialog.settings .primary").click()
    assert page.locator("mf-board .coordinates text", has_text="W2.5").count() == 1
    assert page.locator("mf-board [data-space='W2.5'] > title").text_content() in (
        "W2.5",
        "W2.5: P0",
        "W2.5: Casual bot",
    )
    page.reload()
    expect(page.locator("mf-board .coordinates text")).to_have_count(109)


def test_the_whole_board_was_drawn_again_in_every_frame_after_each_event(server: Server, new_page: NewPage) -> None:
    """On a phone the frame glided from the whole board to the whole board."""
    page = new_page(390, 844, reduced_motion="no-preference")
    sit_down(page, server, "here", "gentle")
    wait_for_turn(page)
    written = page.evaluate(
        """async () => {
          const { board } = document.querySelector("mf-game").parts;
          let written = 0;
          const count = new MutationObserver((changes) => (written += changes.length));
          count.observe(board.drawn, { attributeFilter: ["viewBox"] });
          const frames = async () => { for (let n = 0; n < 5; n += 1) await new Promise(requestAnimationFrame); };
          board.zoom.around([]);
          await frames();
          const still = written;
          board.zoom.around([[300, 300]]);
          await frames();
          return [still, written > 0];
        }"""
    )
    assert written == [0, True]


# What a row shows after another one, and which of its cards were there before.
ROWS = """(pairs) => {
  const row = document.createElement("mf-cards");
  document.body.append(row);
  const show = (cards) => row.show(cards.map((card) => ({ card })), "a row");
  const cardOf = (button) => Number(button.dataset.card);
  return pairs.map(([before, after]) => {
    show(before);
    const old = new Set(row.children);
    show(after);
    return [[...row.children].map(cardOf), [...row.children].filter((button) => old.has(button)).map(cardOf)];
  });
}"""


def test_a_card_that_comes_or_goes_leaves_the_others_where_they_are(server: Server, new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, server, "here", "gentle")
    rows = [
        ([1, 3, 5], [1, 2, 3, 5], [1, 3, 5]),
        ([1, 2, 3], [1, 3], [1, 3]),
        ([1, 1, 2], [1, 2], [1, 2]),
        ([1, 2, 3], [3, 1, 2], [1, 2]),
        ([1, 2], [4, 5, 6], []),
        ([1], [], []),
    ]
    found = page.evaluate(ROWS, [(before, after) for before, after, _ in rows])
    assert found == [[after, stayed] for _, after, stayed in rows]


def test_on_a_phone_the_way_of_the_ship_is_in_sight_when_sailing_is_selected(server: Server, new_page: NewPage) -> None:
    page = new_page(390, 844)
    sit_down(page, server, "here", "gentle")
    expect(page.locator(".ticker")).to_contain_text("Select a card")
    select_a_card(page)
    page.locator("[data-name=sail]").click()
    board, ship = page.locator("mf-board").bounding_box(), page.locator(".lit.sail .shape").bounding_box()
    assert board is not None and ship is not None
    assert board["x"] <= ship["x"] and ship["x"] + ship["width"] <= board["x"] + board["width"]
    assert board["y"] <= ship["y"] and ship["y"] + ship["height"] <= board["y"] + board["height"]
