"""Mille Fiori, Reiner Knizia's board game of Venetian glass: rules, tables, records and views.

The names below are loaded on first use, so that `millefiori --help` does not wait for NumPy and Numba.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"
__all__ = ["EDITIONS", "SPECTATOR", "IllegalAction", "Phase", "Reason", "Table", "View", "redeal"]

if TYPE_CHECKING:
    from millefiori.engine.editions import EDITIONS
    from millefiori.engine.view import View, redeal
    from millefiori.engine.vocabulary import SPECTATOR, Phase, Reason
    from millefiori.explain.legality import IllegalAction
    from millefiori.table import Table

_HOMES = {
    "EDITIONS": "engine.editions",
    "IllegalAction": "explain.legality",
    "Table": "table",
    "View": "engine.view",
    "redeal": "engine.view",
    "SPECTATOR": "engine.vocabulary",
    "Phase": "engine.vocabulary",
    "Reason": "engine.vocabulary",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
