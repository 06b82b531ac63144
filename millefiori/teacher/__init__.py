"""The teacher: lessons, and a review of games that says why. It asks the engine, and knows no rule of its own.

`review` is loaded on first use: it brings a network and compiled code.
"""

from typing import TYPE_CHECKING, Any

__all__ = ["review"]

if TYPE_CHECKING:
    from millefiori.teacher.reviewing import review


def __getattr__(name: str) -> Any:
    if name != "review":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from millefiori.teacher.reviewing import review

    return review
