"""A server whose reviews are short, and a game on it."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from millefiori.server.app import make_app
from millefiori.table import Table
from millefiori.teacher import findings
from millefiori.teacher import notes as noted
from tests.server.reviews.reviewing import SMALL, opened, played


@pytest.fixture(scope="module", autouse=True)
def _short() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for effort in ("quick", "full"):
            patch.setitem(noted.EFFORTS, effort, SMALL)
        patch.setattr(findings, "FEWEST_WORLDS", 4)
        yield


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory, _short: None) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("reviews") / "games.sqlite", workers=0)) as client:
        yield client


@pytest.fixture(scope="module")
def table() -> Table:
    return played(3)


@pytest.fixture(scope="module")
def keys(web: TestClient, table: Table) -> dict[str, Any]:
    return opened(web, table)
