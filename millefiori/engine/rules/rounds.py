"""A round: deal, keep, pass to the left, unplayed cards to the display (rules 2)."""

from millefiori.engine.board import DECK
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.operations import put_word, word
from millefiori.engine.rules.end import end_game
from millefiori.engine.rules.piles import remove_card, sort_hand
from millefiori.engine.state import HAND, Game, Public
from millefiori.engine.vocabulary import NO_CARD, Card, Phase, Seat


@small_rule
def left_of(game: Public, seat: Seat) -> Seat:
    """The left neighbour."""
    return seat + 1 if seat + 1 < game.seats else 0


@small_rule
def deck_left(game: Public) -> int:
    """Cards still in the deck."""
    return len(DECK) - game.dealt


@small_rule
def can_deal(game: Public) -> bool:
    """Rule 12.1: has the deck five cards for every player?"""
    return deck_left(game) >= HAND * game.seats


@small_rule
def draw_card(game: Game) -> Card:
    """The next card of the deck."""
    card = game.deck[game.dealt]
    game.dealt += 1
    return card


@small_rule
def reveal(game: Game, count: int) -> None:
    """Lay cards of the deck into the display, as long as it has any."""
    for _ in range(min(count, deck_left(game))):
        game.display[draw_card(game)] += 1


@rule
def begin(game: Game, start_player: Seat) -> None:
    """Rules 1.4-1.5: open the display, put cards aside, begin the first round. The deck is shuffled already."""
    game.start_player = start_player
    reveal(game, game.option.opening_display)
    game.dealt += game.option.removed
    begin_round(game)


@small_rule
def begin_round(game: Game) -> None:
    """Rules 2.1-2.2: five cards in a row to each player, from the start player on; fresh cards for the display."""
    game.rounds += 1
    game.turn = 0
    player = game.start_player
    for _ in range(game.seats):
        for index in range(HAND):
            game.hand[player, index] = draw_card(game)
        sort_hand(game.hand[player])
        player = left_of(game, player)
    reveal(game, game.option.fresh_display)
    begin_turn(game)


@small_rule
def begin_turn(game: Game) -> None:
    """Everybody keeps a card, the start player first."""
    game.phase = Phase.KEEP
    game.to_act = game.start_player


@small_rule
def all_keep(game: Public) -> bool:
    """Rule 2.3: does everybody keep a card now, at the same time? In the tactical variant nobody does (2.10)."""
    return game.phase == Phase.KEEP and not game.option.tactical


@small_rule
def is_asked(game: Public, seat: Seat) -> bool:
    """Has the seat a decision to make now?"""
    return all_keep(game) or (game.phase != Phase.OVER and game.to_act == seat)


@small_rule
def keep(game: Game, card: Card) -> None:
    """Rule 2.3: keep a card. All keep one before anybody plays; in the tactical variant each before playing (2.10)."""
    seat = game.to_act
    remove_card(game.hand[seat], card)
    game.kept[seat] = card
    if game.option.tactical:
        game.phase = Phase.PLAY
    else:
        game.to_act = left_of(game, seat)
        if game.to_act == game.start_player:
            game.phase = Phase.PLAY


@small_rule
def end_player_turn(game: Game) -> None:
    """Rule 2.4: the left neighbour is next; when all have played, hands are passed, or the round or the game ends."""
    game.extra_cards = 0
    game.to_act = left_of(game, game.to_act)
    game.phase = Phase.KEEP if game.option.tactical else Phase.PLAY
    if game.to_act == game.start_player:
        if game.last_turns:
            end_game(game)
        elif game.turn + 1 == game.option.cards_played:
            end_round(game)
        else:
            pass_hands(game)
            begin_turn(game)


@small_rule
def pass_hands(game: Game) -> None:
    """Rule 2.5: everybody passes the rest of the hand to the left.

    Round the table: the last seat's hand is held over the table, and every seat puts it down and picks up its own.
    """
    game.turn += 1
    passed = word(game.hand[game.seats - 1])
    for player in range(game.seats):
        own = word(game.hand[player])
        put_word(game.hand[player], passed)
        passed = own


@small_rule
def end_round(game: Game) -> None:
    """Rules 2.7-2.9 and 12.1: unplayed cards to the display, the next start player, and a new round if the deck can."""
    for player in range(game.seats):
        for index in range(HAND):
            if game.hand[player, index] != NO_CARD:
                game.display[game.hand[player, index]] += 1
                game.hand[player, index] = NO_CARD
    game.start_player = left_of(game, game.start_player)
    reveal(game, max(game.option.refill_display - game.display.sum(), 0))
    if can_deal(game):
        begin_round(game)
    else:
        end_game(game)
