"""A round: deal, keep, pass to the left, unplayed cards to the display (rules 2); the end of the game (rules 12)."""

from millefiori.board import DECK
from millefiori.compiled import rule
from millefiori.rules.bonus import score_bonus_diamonds_at_the_end
from millefiori.rules.diamonds import diamonds_left
from millefiori.rules.piles import remove_card, sort_hand
from millefiori.state import HAND, Game, Public
from millefiori.vocabulary import NO_CARD, Card, Phase, Seat


@rule
def left_of(game: Public, seat: Seat) -> Seat:
    """The left neighbour."""
    return seat + 1 if seat + 1 < game.seats else 0


@rule
def deck_left(game: Public) -> int:
    """Cards still in the deck."""
    return len(DECK) - game.dealt


@rule
def can_deal(game: Public) -> bool:
    """Rule 12.1: has the deck five cards for every player?"""
    return deck_left(game) >= HAND * game.seats


@rule
def draw_card(game: Game) -> Card:
    """The next card of the deck."""
    card = game.deck[game.dealt]
    game.dealt += 1
    return card


@rule
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


@rule
def begin_round(game: Game) -> None:
    """Rules 2.1-2.2: five cards in a row to each player, from the start player on; fresh cards for the display."""
    game.rounds += 1
    game.turn = 0
    seat = game.start_player
    for _ in range(game.seats):
        for place in range(HAND):
            game.hand[seat, place] = draw_card(game)
        sort_hand(game.hand[seat])
        seat = left_of(game, seat)
    reveal(game, game.option.fresh_display)
    begin_turn(game)


@rule
def begin_turn(game: Game) -> None:
    """Everybody keeps a card, the start player first."""
    game.phase = Phase.KEEP
    game.to_act = game.start_player


@rule
def keep(game: Game, card: Card) -> None:
    """Rule 2.3: keep a card. All choose before anybody plays; in the tactical variant each before playing (2.10)."""
    seat = game.to_act
    remove_card(game.hand[seat], card)
    game.kept[seat] = card
    if game.option.tactical:
        game.phase = Phase.PLAY
    else:
        game.to_act = left_of(game, seat)
        if game.to_act == game.start_player:
            game.phase = Phase.PLAY


@rule
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


@rule
def pass_hands(game: Game) -> None:
    """Rule 2.5: everybody hands the rest to the left."""
    game.turn += 1
    for place in range(HAND):
        card = game.hand[game.seats - 1, place]
        for seat in range(game.seats):
            game.hand[seat, place], card = card, game.hand[seat, place]


@rule
def end_round(game: Game) -> None:
    """Rules 2.7-2.9 and 12.1: unplayed cards to the display, the next start player, and a new round if the deck can."""
    for seat in range(game.seats):
        for place in range(HAND):
            if game.hand[seat, place] != NO_CARD:
                game.display[game.hand[seat, place]] += 1
                game.hand[seat, place] = NO_CARD
    game.start_player = left_of(game, game.start_player)
    reveal(game, max(game.option.refill_display - game.display.sum(), 0))
    if can_deal(game):
        begin_round(game)
    else:
        end_game(game)


@rule
def end_game(game: Game) -> None:
    """Rules 12.5-12.6: the final scoring and the winners."""
    game.phase = Phase.OVER
    score_bonus_diamonds_at_the_end(game)
    best = rank(game, 0)
    for seat in range(game.seats):
        best = max(best, rank(game, seat))
    for seat in range(game.seats):
        game.won[seat] = rank(game, seat) == best


@rule
def rank(game: Public, seat: Seat) -> int:
    """Rule 12.6: most points win; in some editions fewer diamonds left break a tie."""
    rank = 100 * int(game.score[seat])
    if game.option.diamonds_break_ties:
        rank -= int(diamonds_left(game, seat))
    return rank
