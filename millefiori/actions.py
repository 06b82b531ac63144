"""The 200 actions: one number for each, everywhere. The phase of the game decides what a card's number means.

| numbers | action |
| --- | --- |
| 0-73 | a card: keep it (draft) or take it from the display (extra card) |
| 74-182 | place a diamond on space 0-108 |
| 183-197 | place a diamond on harbor space 0-14 and leave the ship where it is |
| 198 | sail: move the ship by the card's number and place nothing |
| 199 | decline the extra card |
"""

from millefiori.board import CARD_NAMES, CARDS, SPACE_NAMES, SPACES
from millefiori.board import FIRST as _FIRST
from millefiori.vocabulary import ActionNumber, Area

PLACE = CARDS
"""Action number of placing on space 0."""
PLACE_AND_STAY = PLACE + SPACES
"""Action number of placing on the first harbor space without moving the ship."""
HARBOR_FIRST = int(_FIRST[Area.HARBOR])
STAY = PLACE_AND_STAY - HARBOR_FIRST
"""STAY + space: placing on that harbor space without moving the ship."""
SAIL = PLACE_AND_STAY + SPACES - HARBOR_FIRST
DECLINE = SAIL + 1
ACTIONS = DECLINE + 1

ACTION_NAMES: tuple[str, ...] = (
    *CARD_NAMES,
    *(f"place {space}" for space in SPACE_NAMES),
    *(f"place {space} stay" for space in SPACE_NAMES[HARBOR_FIRST:]),
    "sail",
    "decline",
)
ACTION_NUMBERS: dict[str, ActionNumber] = {name: action for action, name in enumerate(ACTION_NAMES)}
assert ACTIONS == len(ACTION_NAMES) == 200


def is_card(action: ActionNumber) -> bool:
    """Does the action name a card (keep or take it)?"""
    return action < PLACE


def space_of(action: ActionNumber) -> int | None:
    """The space on which the action places a diamond, if it does."""
    if PLACE <= action < PLACE_AND_STAY:
        return action - PLACE
    return action - STAY if PLACE_AND_STAY <= action < SAIL else None


def leaves_ship(action: ActionNumber) -> bool:
    """Does the action place a diamond in the harbor and leave the ship where it is?"""
    return PLACE_AND_STAY <= action < SAIL


def action_named(text: str) -> ActionNumber:
    """The action of that name; "keep" or "take" may stand before a card, and "place" may be left out."""
    words = text.lower().split()
    if words[:1] in (["keep"], ["take"]):
        words = words[1:] if words[-1] in CARD_NAMES else []
    elif words and words[0].upper() in SPACE_NAMES:
        words = ["place", *words]
    if words[:1] == ["place"]:
        words[1:2] = [word.upper() for word in words[1:2]]
    name = " ".join(words)
    if name not in ACTION_NUMBERS:
        examples = "'quartz-3', 'place W2.5', 'place H1.2 stay', 'sail', 'decline'"
        raise ValueError(f"there is no action {text!r}; actions read like {examples}")
    return ACTION_NUMBERS[name]
