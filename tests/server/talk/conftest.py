"""A server in this process, and what tests of talk hold open."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from millefiori.server.app import make_app
from tests.server.talk.speaking import Table


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path / "games.sqlite", workers=0)) as client:
        yield client


@pytest.fixture
def held(web: TestClient) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def table(web: TestClient, held: ExitStack) -> Table:
    return Table(web, held)
