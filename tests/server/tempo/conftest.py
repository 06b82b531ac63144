"""An empty database of each kind."""

from pathlib import Path

import pytest

from tests.server.services import Postgres
from tests.server.storage.storing import Place


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where a new store can be opened, once for each kind of database."""
    if request.param == "sqlite":
        return tmp_path / "games.sqlite"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new()
