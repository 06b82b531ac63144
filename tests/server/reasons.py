"""Help for tests of explanations on the wire: in reviews, puzzles and opinions."""

from typing import Any


def adds_up(why: dict[str, Any]) -> bool:
    """Do the parts of a loss add up to it, as whole numbers?"""
    lost, gained = (sum(piece["points"] for piece in why[part]) for part in ("lost", "gained"))
    return bool(lost - gained + why["others_mean"] == why["whole"])
