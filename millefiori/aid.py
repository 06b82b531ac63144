"""The player aid: the rules of each area in a few words, as the edition in play has them."""

from collections.abc import Iterable

from millefiori.state import Public
from millefiori.vocabulary import Area


def area_aid(game: Public, area: Area) -> str:
    """What a card of the area does."""
    match area:
        case Area.WORKSHOPS:
            return (
                "WORKSHOPS (rules 4): any free space with the card's symbol. 1 point for each diamond of the connected "
                "group, 2 if the new one lies on pigments. Filling the last space around a * earns an extra card. "
                "Bonus diamond for all four symbols."
            )
        case Area.RESIDENCES:
            return (
                "RESIDENCES (rules 5): only the next free one. Its value, and again the values of your own diamonds in "
                "an unbroken row right before it. Your third and fifth different value earn an extra card, the fourth "
                "a bonus diamond."
            )
        case Area.NOBILI | Area.POPULI:
            return (
                f"{area.name} (rules 6): any free space of the pyramid that stands on two filled ones. 1, 3 or 6 "
                "points by level, doubled if the space shows the card's symbol. Diamonds beneath score 1 or 3 for "
                "their owners. The top earns an extra card. Bonus diamond for all three symbols."
            )
        case Area.TRADE:
            return (
                "TRADE (rules 7): any free space of the card's good. Every diamond on that good scores for its owner "
                "as many points as the good has filled spaces. An extra card if another player has more of the good. "
                "Bonus diamond for all four goods."
            )
        case Area.HARBOR:
            stay = "you may move your ship by the number" if game.option.ship_may_stay else "your ship moves by it"
            return (
                "HARBOR (rules 8): any free ship. A full fleet scores 0, 1, 3, 6 or 10 for each diamond in it, by the "
                f"filled goods of its row. Then {stay}, as if you sailed."
            )


def common_aid(game: Public) -> list[str]:
    """What holds for all cards."""
    bonus = "at once" if game.option.bonus_at_once else "at the end"
    points = int(game.option.empty_display_points)
    empty = f" If there is none, you score {points}." if points else ""
    return [
        "SAIL (rules 9): any card can move your ship by its number instead; only the space where it lands counts. "
        "A * earns an extra card. The sea ends on space 20.",
        f"BONUS DIAMONDS (rules 10): onto the highest free space of the set; the points count {bonus}.",
        f"EXTRA CARD (rules 11): take a card of the display and play it at once, or decline.{empty}",
        "THE END (rules 12): somebody's supply is empty, or the deck is too small for a new round.",
    ]


def aid(game: Public, areas: Iterable[Area]) -> list[str]:
    """The rules of some areas and what holds for all cards, a paragraph each."""
    return [*(area_aid(game, area) for area in areas), *common_aid(game)]
