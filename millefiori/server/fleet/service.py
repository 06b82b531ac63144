"""All that a worker must know to serve: it is the same in each of them."""

from dataclasses import dataclass, field

from starlette.applications import Starlette

from millefiori.server.app import make_app
from millefiori.server.border.gate import Guests
from millefiori.server.border.limits import NO_LIMITS, Limits
from millefiori.server.notices.settings import Notices
from millefiori.server.storage.retention import FOR_EVER, Retention
from millefiori.server.storage.store import Store


@dataclass(frozen=True)
class Service:
    """What `millefiori serve` was asked for."""

    database: str
    broker: str = ""
    thinkers: int | None = None
    pace: float = 0.0
    limits: Limits = NO_LIMITS
    retention: Retention = FOR_EVER
    guests: Guests = field(default_factory=Guests)
    root_path: str = ""
    hall: bool = False
    notices: Notices | None = None
    metrics_port: int | None = None
    log_lines: bool = False
    programs: dict[str, str] = field(default_factory=dict)

    def app(self, store: Store, worker: str = "") -> Starlette:
        """The application over the opened database, of a worker with a name."""
        return make_app(
            store,
            workers=self.thinkers,
            pace=self.pace,
            limits=self.limits,
            retention=self.retention,
            guests=self.guests,
            root_path=self.root_path,
            hall=self.hall,
            notices=self.notices,
            broker=self.broker,
            worker=worker,
            metrics=self.metrics_port is not None,
            programs=self.programs,
        )
