"""A server for all tests of a worker that do not kill it."""

from collections.abc import Iterator

import pytest

from tests.server.serving import OPEN, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def _close_connections() -> Iterator[None]:
    yield
    OPEN.close()
