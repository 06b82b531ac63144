"""What never changes: the board, the cards, the editions. Served once, it says what all numbers mean."""

from msgspec import Struct


class SpaceFacts(Struct, frozen=True):
    """A space of the board."""

    name: str
    area: int
    symbol: int
    value: int  # of a residence, else 0
    xy: tuple[float, float]


class CardFacts(Struct, frozen=True):
    """A kind of card."""

    name: str
    symbol: int
    number: int  # in the ship's wheel
    area: int
    copies: int


class KindFacts(Struct, frozen=True):
    """One of the symbols, goods or values that make up a set."""

    symbol: int
    value: int


class SeaFacts(Struct, frozen=True):
    """The sea: its start space, then the others."""

    xy: list[tuple[float, float]]
    points: list[int]
    extra_card: list[bool]


class ActionFacts(Struct, frozen=True):
    """The numbers of the actions."""

    place: int  # the first action that is no card
    sail: int
    decline: int
    names: list[str]


class EditionFacts(Struct, frozen=True):
    """An edition with its options; lists are for 2, 3 and 4 players."""

    name: str
    title: str
    summary: str
    players: list[int]
    cards_played: list[int]
    supply: int
    reserve: int
    opening_display: list[int]
    removed: int
    fresh_display: int
    refill_display: int
    bonus_at_once: bool
    empty_display_points: int
    ship_may_stay: bool
    diamonds_break_ties: bool
    neutral: int  # how many neutral diamonds


class Facts(Struct, frozen=True):
    """GET /api/facts: the printed board, the cards, the editions, the bots' levels and the page's limits."""

    protocol: int
    version: str  # of the page: a hash of its files, facts and drawings
    longest_name: int
    longest_line: int  # of talk
    languages: dict[str, str]
    areas: list[str]
    symbols: list[str]
    tints: list[list[str]]  # by area: the colours of its drawing
    palettes: dict[str, list[list[str]]]  # by name and owner: light, plain, shade and mark of a diamond
    symbol_area: list[int]
    reasons: list[str]
    spaces: list[SpaceFacts]
    cards: list[CardFacts]
    sets: list[list[KindFacts]]
    bonus_values: list[int]
    bonus_xy: list[list[tuple[float, float]]]  # by set
    sea: SeaFacts
    actions: ActionFacts
    editions: list[EditionFacts]
    levels: list[str]
    phrases: list[str]  # their names; the page has the words in each language
    emotes: list[str]
