"""The player aid: the rules of each area in a few words, for the edition in play."""

from collections.abc import Iterable

from millefiori.engine.state import Public
from millefiori.engine.vocabulary import Area


def area_aid(game: Public, area: Area) -> str:
    """What a card of the area does."""
    match area:
        case Area.WORKSHOPS:
            return (
                "WORKSHOPS (rules 4): any free space with the card's symbol. 1 point for each diamond in the connected "
                "group, 2 if the new one lies on pigments. Filling the last space around a * earns an extra card. "
                "All four symbols earn a bonus diamond."
            )
        case Area.RESIDENCES:
            return (
                "RESIDENCES (rules 5): only the next free one. Scores its value, and again the values of your own "
                "diamonds in an unbroken row right before it. Your third and fifth different values each earn an extra "
                "card, the fourth a bonus diamond."
            )
        case Area.NOBILI | Area.POPULI:
            return (
                f"{area.name} (rules 6): any free space of the pyramid, above the bottom level only on two filled "
                "spaces. 1, 3 or 6 points by level, doubled if the space shows the card's symbol. Diamonds beneath "
                "score 1 or 3 for their owners. The top earns an extra card. All three symbols earn a bonus diamond."
            )
        case Area.TRADE:
            return (
                "TRADE (rules 7): any free space of the card's good. Every diamond on that good scores one point per "
                "filled space of the good for its owner. You earn an extra card if another player has more diamonds "
                "on the good. All four goods earn a bonus diamond."
            )
        case Area.HARBOR:
            move = "you may move your ship" if game.option.ship_may_stay else "your ship moves"
            return (
                "HARBOR (rules 8): any free ship. Each diamond in a full fleet scores 0, 1, 3, 6 or 10 for 0 to 4 "
                f"filled goods in its row. Then {move} by the card's number, as if you sailed."
            )


def common_aid(game: Public) -> list[str]:
    """The rules that apply to all cards."""
    bonus = "at once" if game.option.bonus_at_once else "at the end"
    points = int(game.option.empty_display_points)
    empty = f" If the display is empty, you score {points}." if points else ""
    return [
        "SAIL (rules 9): any card can move your ship by its number instead; only the space where it lands counts. "
        "A * earns an extra card. The sea ends at space 20.",
        f"BONUS DIAMONDS (rules 10): go onto the highest free bonus space of the set; the points count {bonus}.",
        f"EXTRA CARD (rules 11): take a card from the display and play it at once, or decline.{empty}",
        "THE END (rules 12): a supply is empty, or the deck is too small for another round.",
    ]


def aid(game: Public, areas: Iterable[Area]) -> list[str]:
    """The rules of some areas, then those for all cards, one paragraph each."""
    return [*(area_aid(game, area) for area in areas), *common_aid(game)]
