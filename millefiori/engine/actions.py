"""The 200 actions: one number for each, everywhere. The phase of the game decides what a card's number means.

| numbers | action |
| --- | --- |
| 0-73 | a card: keep it, or take it from the display as an extra card |
| 74-182 | place a diamond on space 0-108 |
| 183-197 | place a diamond on harbor space 0-14 and leave the ship where it is |
| 198 | sail: move the ship by the card's number and place nothing |
| 199 | decline the extra card |
"""

from millefiori.engine.board import CARD_NAMES, CARDS, FIRST, SPACE_NAMES, SPACES
from millefiori.engine.compiled import small_rule
from millefiori.engine.vocabulary import ActionNumber, Area, Space

PLACE = CARDS
PLACE_AND_STAY = PLACE + SPACES
_HARBOR = int(FIRST[Area.HARBOR])
_STAY = PLACE_AND_STAY - _HARBOR
SAIL = _STAY + SPACES
DECLINE = SAIL + 1
ACTIONS = DECLINE + 1

ACTION_NAMES: tuple[str, ...] = (
    *CARD_NAMES,
    *(f"place {space}" for space in SPACE_NAMES),
    *(f"place {space} stay" for space in SPACE_NAMES[_HARBOR:]),
    "sail",
    "decline",
)
ACTION_NUMBERS: dict[str, ActionNumber] = {name: action for action, name in enumerate(ACTION_NAMES)}
assert ACTIONS == len(ACTION_NAMES) == 200


@small_rule
def placing(space: Space) -> ActionNumber:
    """Place a diamond on the space."""
    return PLACE + space


@small_rule
def placing_and_staying(space: Space) -> ActionNumber:
    """Place a diamond on the harbor space and leave the ship where it is."""
    return _STAY + space


def is_card(action: ActionNumber) -> bool:
    """Does the action keep or take a card?"""
    return action < PLACE


def is_placing(action: ActionNumber) -> bool:
    """Does the action place a diamond?"""
    return PLACE <= action < SAIL


def leaves_ship(action: ActionNumber) -> bool:
    """Does the action place a diamond in the harbor and leave the ship where it is?"""
    return PLACE_AND_STAY <= action < SAIL


@small_rule
def moves_ship(action: ActionNumber) -> bool:
    """Does the action move the ship, alone or after placing a diamond in the harbor?"""
    return action == SAIL or PLACE + _HARBOR <= action < PLACE_AND_STAY


@small_rule
def placed_space(action: ActionNumber) -> Space:
    """The space on which an action that places a diamond places it."""
    return action - PLACE if action < PLACE_AND_STAY else action - _STAY


def space_of(action: ActionNumber) -> Space | None:
    """The space on which the action places a diamond, if it does."""
    return int(placed_space(action)) if is_placing(action) else None


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
