"""A duplicate at two workers: what one of them opens is open at the other. With PostgreSQL and Redis."""

from starlette.testclient import TestClient

from millefiori.server.app import make_app
from tests.server.duplicates.friends import gather, play, seat, standing
from tests.server.services import Postgres, Redis
from tests.server.serving import bearer


def test_a_deal_is_closed_and_opened_at_all_workers(postgres: Postgres, redis: Redis) -> None:
    address = postgres.new()
    apps = [make_app(address, workers=0, broker=redis.address) for _ in range(2)]
    with TestClient(apps[0]) as first, TestClient(apps[1]) as second:
        link = gather(first, "Ada", "Ben")
        ada, ben = seat(first, "Ada", link)["key"], seat(second, "Ben", link)["key"]
        play(first, ada)
        for web in (first, second):
            assert web.get("/api/record", headers=bearer(ada)).json()["code"] == "sealed"
        play(second, ben)
        assert standing(second, "Ben", link)["deals"][0]["is_over"]
        for key in (ada, ben):
            for web in (first, second):
                assert web.get("/api/record", headers=bearer(key)).status_code == 200
        shown = [standing(web, "Ada", link) for web in (first, second)]
        assert shown[0] == shown[1]
