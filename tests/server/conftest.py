"""Servers for all tests of a worker that do not kill them."""

import os
from collections.abc import Iterator

import pytest

from tests.server.services import Missing, Postgres, Redis
from tests.server.serving import OPEN, Server

os.environ.setdefault("MILLEFIORI_THREADS", "1")  # as in a server's workers: bots that think here use one thread, too


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for tests that leave it running."""
    try:
        running = Postgres("fsync=off")
    except Missing as missing:
        pytest.skip(f"NOT TESTED WITH POSTGRESQL: {missing}")
    yield running
    running.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis for tests that leave it running."""
    try:
        running = Redis()
    except Missing as missing:
        pytest.skip(f"NOT TESTED WITH REDIS: {missing}")
    yield running
    running.remove()


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    OPEN.close()
