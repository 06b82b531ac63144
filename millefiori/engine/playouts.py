"""Whole games inside compiled code: shuffle, begin, and play uniformly random legal actions to the end."""

import numpy as np

from millefiori.engine.actions import DECLINE, SAIL, placing, placing_and_staying
from millefiori.engine.board import CARD_AREA, CARD_SYMBOL, FIRST, SHIPS_WHEEL
from millefiori.engine.chance import DEAL, PLAY, STREAM, Stream, below, drawn, following, seed_stream, shuffle, within
from millefiori.engine.compiled import rule, small_rule
from millefiori.engine.operations import nth, size
from millefiori.engine.rules.diamonds import diamonds_left
from millefiori.engine.rules.flow import begin_play, end_play, place, places_for, spaces_for, take_extra_card
from millefiori.engine.rules.harbor import ship_may_stay
from millefiori.engine.rules.piles import card_at, kinds_in_display, kinds_in_hand, nth_in_display
from millefiori.engine.rules.rounds import begin, end_player_turn, keep
from millefiori.engine.rules.sea import sail
from millefiori.engine.state import Game, Games
from millefiori.engine.vocabulary import ActionNumber, Area, Card, Phase, Seat


@rule
def deal_game(game: Game, start_player: int, stream: Stream) -> None:
    """Shuffle and begin a blank game; a start player below 0 is drawn."""
    shuffle(stream, game.deck)
    if start_player < 0:
        start_player = below(stream, game.seats)
    begin(game, start_player)


@rule
def play_random(game: Game, stream: Stream) -> int:
    """Play to the end at random; returns the number of actions.

    Each legal action is as likely as the others, but only one is looked for: listing them all would cost more.
    """
    played = 0
    state = stream.state
    while game.phase != Phase.OVER:
        state = following(state)
        act_at_random(game, drawn(state))
        played += 1
    stream.state = state
    return played


@small_rule
def act_at_random(game: Game, number: int) -> None:
    """Play the legal action that the random number stands for."""
    if game.phase == Phase.KEEP:
        keep_any(game, number)
    elif game.phase == Phase.PLAY:
        play_any(game, game.to_act, number)
    else:
        take_any(game, number)


@rule
def any_legal(game: Game, number: int) -> ActionNumber:
    """The legal action that `act_at_random` would play."""
    seat = game.to_act
    if game.phase == Phase.KEEP:
        kinds = kinds_in_hand(game.hand[seat])
        return card_at(game.hand[seat], nth(kinds, within(number, size(kinds))))
    if game.phase == Phase.TAKE:
        count = kinds_in_display(game.display)
        choice = within(number, count + 1)
        return nth_in_display(game.display, choice) if choice < count else DECLINE
    spaces, may_stay = places_for(game, seat, game.kept[seat])
    places, first_space = size(spaces), FIRST[CARD_AREA[game.kept[seat]]]
    choice = within(number, (2 * places if may_stay else places) + 1)
    if choice < places:
        return placing(first_space + nth(spaces, choice))
    return placing_and_staying(first_space + nth(spaces, choice - places)) if choice < 2 * places and may_stay else SAIL


@small_rule
def keep_any(game: Game, number: int) -> None:
    """Keep a card of any kind in the hand."""
    hand = game.hand[game.to_act]
    kinds = kinds_in_hand(hand)
    keep(game, card_at(hand, nth(kinds, within(number, size(kinds)))))


@small_rule
def take_any(game: Game, number: int) -> None:
    """Take an extra card of any kind in the display, or decline."""
    kinds = kinds_in_display(game.display)
    choice = within(number, kinds + 1)
    if choice < kinds:
        take_extra_card(game, nth_in_display(game.display, choice))
    else:
        end_player_turn(game)


@small_rule
def play_any(game: Game, seat: Seat, number: int) -> None:
    """Place a diamond on any space that the card allows, or sail."""
    card = game.kept[seat]
    begin_play(game, seat, card)
    if place_any(game, seat, card, number):
        sail(game, seat, SHIPS_WHEEL[card])
    end_play(game)


@small_rule
def place_any(game: Game, seat: Seat, card: Card, number: int) -> bool:
    """Place a diamond, or none; returns whether the ship moves. One branch for each area: there it is known."""
    area = CARD_AREA[card]
    if diamonds_left(game, seat) == 0:
        return True
    if area == Area.WORKSHOPS:
        return place_any_in(game, seat, Area.WORKSHOPS, card, number)
    if area == Area.RESIDENCES:
        return place_any_in(game, seat, Area.RESIDENCES, card, number)
    if area == Area.NOBILI:
        return place_any_in(game, seat, Area.NOBILI, card, number)
    if area == Area.POPULI:
        return place_any_in(game, seat, Area.POPULI, card, number)
    if area == Area.TRADE:
        return place_any_in(game, seat, Area.TRADE, card, number)
    return place_any_in(game, seat, Area.HARBOR, card, number)


@small_rule
def place_any_in(game: Game, seat: Seat, area: Area, card: Card, number: int) -> bool:
    """Place a diamond in the area, or none; returns whether the ship moves."""
    spaces = spaces_for(game, area, CARD_SYMBOL[card])
    places = size(spaces)
    stays = area == Area.HARBOR and ship_may_stay(game, seat)
    choice = within(number, (2 * places if stays else places) + 1)
    if choice < places:
        place(game, seat, area, FIRST[area] + nth(spaces, choice), card)
        return area == Area.HARBOR
    if stays and choice < 2 * places:
        place(game, seat, area, FIRST[area] + nth(spaces, choice - places), card)
        return False
    return True


@rule
def random_games(games: Games, blank: Games, seed: int, number: int, start_player: int) -> int:
    """Fill the batch with finished random games, the `number`-th of the seed and those after it."""
    streams = np.zeros(1, STREAM)  # used by index: a record alone does not keep its memory
    played = 0
    for index in range(len(games)):
        games[index] = blank[0]
        seed_stream(streams[0], seed, number + index, DEAL)
        deal_game(games[index], start_player, streams[0])
        seed_stream(streams[0], seed, number + index, PLAY)
        played += play_random(games[index], streams[0])
    return played
