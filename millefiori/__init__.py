"""Mille Fiori, Reiner Knizia's game of Venetian glass: rules, tables, records and views.

The names below are loaded when they are first used, so that `millefiori --help` need not wait for NumPy and Numba.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["EDITIONS", "SPECTATOR", "IllegalAction", "Phase", "Reason", "Table", "View", "redeal"]

if TYPE_CHECKING:
    from millefiori.editions import EDITIONS
    from millefiori.legality import IllegalAction
    from millefiori.table import Table
    from millefiori.view import View, redeal
    from millefiori.vocabulary import SPECTATOR, Phase, Reason

_HOMES = {
    "EDITIONS": "editions",
    "IllegalAction": "legality",
    "Table": "table",
    "View": "view",
    "redeal": "view",
    "SPECTATOR": "vocabulary",
    "Phase": "vocabulary",
    "Reason": "vocabulary",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
