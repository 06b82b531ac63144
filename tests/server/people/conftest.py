"""A hall over each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.people.meeting import hall_app
from tests.server.services import Postgres
from tests.server.storage.storing import Place


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty database."""
    if request.param == "sqlite":
        return tmp_path / "games.sqlite"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new()


@pytest.fixture
def web(place: Place) -> Iterator[TestClient]:
    """An application with a hall."""
    with hall_app(place) as client:
        yield client
