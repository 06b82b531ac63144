"""What moves and what sounds: the spaces that score light up, "at once" waits for nothing, and silence is silent."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driving import wait_for_event
from tests.server import real_server
from tests.server.company import Company
from tests.server.serving import Server

pytestmark = real_server

# What lights up and what is said, as it comes: the layer of the animations is emptied after every event.
RECORD = """
window.seen = { lit: [], signs: [], cards: 0, extra: 0, rings: 0, backs: 0, rounds: 0 };
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes])) {
    if (!(node instanceof Element)) continue;
    const has = (name) => node.classList.contains(name);
    const spaces = () => [...node.querySelectorAll("[data-space]")].map((space) => Number(space.dataset.space));
    if (has("glow")) seen.lit.push(spaces());
    if (has("sign")) seen.signs.push(node.textContent);
    if (has("sign") && has("extra")) seen.extra += 1;
    if (has("shown-card")) seen.cards += 1;
    if (has("bonus-ring")) seen.rings += 1;
    if (has("card-back")) seen.backs += 1;
    if (has("round-sign")) seen.rounds += 1;
  }
}).observe(document, { childList: true, subtree: true });
"""
# Every voice that is made, and a page that counts as touched.
LISTEN = """
window.voices = 0;
const Voice = window.OscillatorNode;
window.OscillatorNode = class extends Voice { constructor(...options) { super(...options); window.voices += 1; } };
"""


def store(**values: Any) -> str:
    """A script that sets the settings before the page reads them."""
    words = ", ".join(
        f"{name}: {str(value).lower() if isinstance(value, bool) else repr(value)}" for name, value in values.items()
    )
    return f"localStorage.setItem('millefiori.settings', JSON.stringify({{{words}}}));"


def watch(page: Page, server: Server, table: Company, *scripts: str) -> None:
    for script in scripts:
        page.add_init_script(script)
    page.goto(f"{server.address}/play#{table.watch}")
    page.wait_for_selector("mf-game[data-mode=watch]")


def shown(page: Page, n: int) -> None:
    """Wait until an event and its animation are over."""
    wait_for_event(page, n - 1)
    page.wait_for_function("() => !document.querySelector('mf-game').isShowing")


def lit_by(event: dict[str, Any]) -> list[list[int]]:
    """What should light up: the spaces of each reason, then those of a bonus diamond."""
    reasons: dict[str, list[int]] = {}
    for gain in event.get("gains", []):
        if not gain["reason"].endswith("_bonus"):
            reasons.setdefault(gain["reason"], []).extend(gain["spaces"])
    found = [sorted(set(spaces)) for spaces in reasons.values() if spaces]
    return found + ([sorted(event["bonus"]["spaces"])] if event.get("bonus") else [])


def test_an_event_lights_the_spaces_that_score(server: Server, new_page: NewPage) -> None:
    page, table = new_page(reduced_motion="no-preference"), Company(server, 3)
    watch(page, server, table, store(speed="fast"), RECORD)
    events = list[dict[str, Any]]()
    while not all(any(event.get(name) for event in events) for name in ("new_round", "extra_card", "passed")):
        events.append(table.decide())
        shown(page, events[-1]["n"])
    found = page.evaluate("() => seen")
    played = [event for event in events if event["kind"] in ("place", "sail")]
    assert [sorted(spaces) for spaces in found["lit"]] == [spaces for event in played for spaces in lit_by(event)]
    assert found["cards"] == len([event for event in played if not event.get("is_extra")]) + len(
        [event for event in events if event["kind"] == "take"]
    ), "every played card is shown once"
    assert found["extra"] == sum(event.get("extra_card", False) for event in events)
    assert found["rings"] == sum(event.get("bonus") is not None for event in events)
    passes = sum(event.get("passed", False) for event in events)
    rounds = sum("new_round" in event for event in events)
    assert found["backs"] == 3 * 3 * (passes + rounds) and found["rounds"] == rounds
    points = [gain["points"] for event in played for gain in event.get("gains", [])]
    assert len([words for words in found["signs"] if words.startswith("+")]) == len(points)
    expect(page.locator(".motion > *")).to_have_count(0)


def test_a_click_skips_what_is_being_shown(server: Server, new_page: NewPage) -> None:
    page, table = new_page(reduced_motion="no-preference"), Company(server)
    watch(page, server, table, store(speed="slowest"))
    while (event := table.decide())["kind"] not in ("place", "sail"):
        pass
    page.wait_for_selector(".shown-card", state="attached")
    page.locator("mf-board").dispatch_event("pointerdown")
    wait_for_event(page, event["n"] - 1)
    expect(page.locator(".motion > *")).to_have_count(0)
    scores = [player["score"] for player in event["position"]["players"]]
    for seat, score in enumerate(scores):
        expect(page.locator(f'.score[data-seat="{seat}"]')).to_have_text(str(score))


@pytest.mark.parametrize("still", ["speed", "system"])
def test_without_motion_a_whole_game_is_shown_at_once(server: Server, new_page: NewPage, still: str) -> None:
    page, table = new_page(reduced_motion="reduce" if still == "system" else "no-preference"), Company(server)
    watch(page, server, table, store(speed="none" if still == "speed" else "normal"), RECORD)
    while not table.is_over:
        shown(page, table.decide()["n"])
    assert page.evaluate("() => [seen.lit.length, seen.cards, seen.backs]") == [0, 0, 0]
    assert page.locator(".celebration").count() == 0
    expect(page.locator("mf-end h2")).to_be_visible()
    if len(table.clients[0].position["winners"]) > 1:
        return  # a shared victory was decided nowhere
    expect(page.locator("mf-plot .turn-mark").first).to_be_attached()
    expect(page.locator(".turning")).to_contain_text("Where the game was decided")


def test_nothing_sounds_before_a_gesture_or_when_sound_is_off(server: Server, new_page: NewPage) -> None:
    page, table = new_page(), Company(server)
    watch(page, server, table, LISTEN)

    def decide() -> int:
        while (event := table.decide())["kind"] not in ("place", "sail"):
            pass
        shown(page, event["n"])
        return int(page.evaluate("() => voices"))

    assert decide() == 0, "browsers allow no sound before a gesture"
    page.locator("h1").dispatch_event("pointerdown")
    page.mouse.click(5, 5)
    page.wait_for_timeout(200)
    heard = decide()
    assert heard > 0
    button = page.locator("mf-sound button")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    before = int(page.evaluate("() => voices"))
    assert decide() == before
    page.reload()
    page.wait_for_selector("mf-game[data-mode=watch]")
    expect(page.locator("mf-sound button")).to_have_attribute("aria-pressed", "false")
    page.mouse.click(5, 5)
    assert decide() == 0, "it is remembered"


def test_the_page_says_in_title_and_icon_that_it_is_your_turn(server: Server, new_page: NewPage) -> None:
    page, table = new_page(), Company(server)
    page.goto(f"{server.address}/play#{table.keys['0']}")
    page.wait_for_selector("mf-game[data-mode=keep]")
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title("● Your turn – Mille Fiori")
    expect(icon).to_have_attribute("href", "static/icon-turn.svg")
    assert page.evaluate("async () => (await fetch('static/icon-turn.svg')).ok")
    page.locator("h1 a").first.click()
    expect(page).to_have_title("Mille Fiori")
    expect(icon).to_have_attribute("href", "static/icon.svg")


def test_notifications_are_asked_for_in_the_settings_only(server: Server, new_page: NewPage) -> None:
    page, table = new_page(), Company(server)
    script = """
    window.asked = 0; window.notices = [];
    window.Notification = class {
      static permission = "default";
      static requestPermission() { window.asked += 1; this.permission = "granted"; return Promise.resolve("granted"); }
      constructor(title, { body }) { window.notices.push(`${title}: ${body}`); }
      close() {}
    };
    Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
    """
    page.add_init_script(script)
    page.goto(f"{server.address}/play#{table.keys['0']}")
    page.wait_for_selector("mf-game[data-mode=keep]")
    assert page.evaluate("() => asked") == 0
    page.locator(".settings-button").click()
    page.locator("input[name=notify]").check()
    expect(page.locator("input[name=notify]")).to_be_checked()
    assert page.evaluate("() => asked") == 1
    page.keyboard.press("Escape")
    page.evaluate("() => { window.away = true; }")
    asked = True
    while not page.evaluate("() => notices.length"):
        before = asked
        event = table.decide()
        wait_for_event(page, event["n"] - 1)
        asked = table.clients[0].position["decides"]
        assert event["n"] < 60, f"no notice came; asked before: {before}"
    assert page.evaluate("() => notices") == ["Mille Fiori: It is your turn in Mille Fiori."]


def test_the_last_turn_stays_in_words_while_others_keep_their_next_card(server: Server, new_page: NewPage) -> None:
    page, table = new_page(), Company(server)
    page.goto(f"{server.address}/play#{table.keys['1']}")
    page.wait_for_selector("mf-game[data-mode=keep]")
    words, event = "", dict[str, Any](kind="")
    while not (words and event["kind"] == "keep"):  # seat 0 keeps a card first
        words = page.locator(".ticker").inner_text() if event["kind"] in ("place", "sail") else ""
        event = table.decide()
        wait_for_event(page, event["n"] - 1)
    assert page.locator(".ticker").inner_text() == words
