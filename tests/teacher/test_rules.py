"""The worked examples of the rules: the engine plays them in every edition, and they bring what they say."""

import pytest
from starlette.testclient import TestClient

from millefiori.drawing.example import example
from millefiori.engine.actions import space_of
from millefiori.engine.editions import EDITIONS
from millefiori.engine.view import view
from millefiori.engine.vocabulary import SPECTATOR, Area
from millefiori.explain.outcome import outcome
from millefiori.server.app import make_app
from millefiori.teacher.rules.examples import PLAYERS, Example, examples


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("found", examples().values(), ids=lambda found: found.name)
def test_an_example_brings_what_it_says(found: Example, edition: str) -> None:
    brought = outcome(*found.played(edition))
    waiting = brought.bonus[1] if brought.bonus and brought.bonus_waits else 0
    assert brought.total(0) + waiting == found.points


def test_every_part_of_the_board_has_an_example() -> None:
    assert set(examples()) == {*(area.name.lower() for area in Area), "sea", "bonus", "extra"}
    assert outcome(*examples()["extra"].played("international")).extra_card
    assert outcome(*examples()["bonus"].played("international")).bonus is not None


@pytest.mark.parametrize("found", examples().values(), ids=lambda found: found.name)
def test_a_picture_shows_what_was_placed_within_its_frame(found: Example) -> None:
    _, action, after = found.played("international")
    drawn = example(view(after, SPECTATOR), PLAYERS, found.name, space_of(action))
    left, top, width, height = map(float, drawn.split('viewBox="')[1].split('"')[0].split())
    x, y = (float(drawn.rsplit(f'{name}="', 1)[1].split('"')[0]) for name in ("cx", "cy"))
    assert left < x < left + width and top < y < top + height
    assert width < 1020 or found.name == "sea"


def test_the_rules_and_their_pictures_are_served(tmp_path_factory: pytest.TempPathFactory) -> None:
    with TestClient(make_app(tmp_path_factory.mktemp("rules") / "games.sqlite", workers=0)) as web:
        shown = web.get("/api/rules/german").json()
        assert [each["name"] for each in shown["examples"]] == list(examples())
        for name in ("setup", "trade"):
            assert web.get(f"/api/rules/caipirinha/{name}.svg").headers["content-type"].startswith("image/svg+xml")
        setups = [web.get(f"/api/rules/{edition}/setup.svg").content for edition in ("caipirinha", "german")]
        assert setups[0] != setups[1], "neutral diamonds"
        for path in ("nowhere", "german/nothing.svg"):
            assert web.get(f"/api/rules/{path}").status_code == 404
        assert "preview.rules" not in web.get("/rules").text
