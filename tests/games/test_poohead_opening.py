"""Test the time before and around a game of Poohead: the deal, the swaps, "Threes out", the dealer, and the options."""

from typing import Any

import pytest
from cases import case
from poohead_table import Table, begun, ready, swapping, threes_out, whole_deck
from pydantic import ValidationError

from games.kit.codec import codec
from games.kit.contract import Abilities
from games.kit.seats import SPECTATOR, Seat
from games.poohead import GAME
from games.poohead.events import CardsDealt, HandNow, Opened, PlayBegins, Swapped
from games.poohead.state import Carry, Over, Swapping

# The deal


def test_one_deck_up_to_five_players_and_two_from_six_each_with_a_joker_ph_1() -> None:
    for players in range(2, 11):
        with case(players):
            table = begun(players)
            decks, cards, least = (1, 53, 8) if players <= 5 else (2, 106, 16)
            assert sum(table.cards.values()) == cards
            assert (
                sum(count for card, count in table.cards.items() if card.startswith("J") and card[1:].isdigit())
                == decks
            )
            assert table.stock == cards - 9 * players >= least


@pytest.mark.parametrize(("jokers", "cards"), [(0, 52), (1, 53), (2, 54)])
def test_how_many_jokers_there_are_is_the_tables_choice_ph_1(jokers: int, cards: int) -> None:
    assert sum(begun(2, jokers_per_deck=jokers).cards.values()) == cards
    assert sum(begun(7, jokers_per_deck=jokers).cards.values()) == 2 * cards


def test_two_to_ten_may_sit_ph_1() -> None:
    assert list(GAME.seats(GAME.options_from({}))) == list(range(2, 11))


def test_each_gets_three_cards_down_three_up_and_three_in_hand() -> None:
    table = begun(4)
    for layout in table.state.layouts:
        assert (len(layout.down), len(layout.up), len(layout.hand)) == (3, 3, 3)
        assert [down.place for down in layout.down] == [1, 2, 3]
    dealt = table.told(CardsDealt)
    assert (dealt.dealer, dealt.stock, dealt.seconds) == (0, 53 - 36, 60)
    assert len(table.told_to(2)) == 1
    assert isinstance(table.told_to(2)[0], HandNow)


# The swaps


def test_cards_of_the_hand_and_face_up_ones_are_exchanged_one_for_one_as_often_as_one_likes_ph_3() -> None:
    table = swapping("k a 4 | 3 5 6 | 7", "9 9 9 | j j j | 7")
    table.say(0, "swap a 3")
    assert table.told(Swapped) == Swapped(Seat(0), ("3", "4", "k"), ("5", "6", "a"))
    table.say(0, "swap k 5")
    table.say(0, "swap 4 6")
    table.say(0, "swap 6 4")
    ready(table)
    assert (table.hand(0), table.up(0), table.down(0)) == ("3 4 5", "6 k a", 1)


def test_nobody_sees_a_swap_before_all_are_ready_ph_3() -> None:
    table = swapping("k a 4 | 3 5 6 | 7", "9 9 9 | j j j | 7")
    before = table.view(SPECTATOR), table.view(Seat(1))
    events = table.say(0, "swap a 3")
    assert (table.view(SPECTATOR), table.view(Seat(1))) == before
    assert [type(event) for event in events] == [Swapped]
    assert table.view(Seat(0)).up != before[0].layouts[0].up
    table.say(0, "ready")
    assert table.phase == "swapping"
    table.say(1, "ready")
    (changed,) = table.told(PlayBegins).changed
    assert (changed.seat, changed.cards) == (0, ("5", "6", "a"))


def test_only_own_hand_and_own_face_up_cards_can_be_swapped_ph_3() -> None:
    table = swapping("k a 4 | 3 5 6 | 7", "9 9 9 | j j j | 7")
    assert not any(table.may(0, line) for line in ("swap 9 3", "swap a j", "swap 3 a", "swap a 7"))
    assert table.may(0, "swap 4 6")


def test_a_swap_is_made_in_private_and_ready_said_openly_ph_3() -> None:
    offers = {offer.verb: offer.secret for offer in GAME.legal_moves(swapping("3 | 4", "5 | 6").state, Seat(0))}
    assert offers == {"swap": True, "ready": False}


def test_identical_cards_of_two_decks_that_are_exchanged_show_nothing_new_ph_3() -> None:
    """One seven of spades for the other: nobody sees a difference or learns that there are two."""
    table = swapping("7s k 4 | 7s 5 6", *["9 | j"] * 5)
    table.say(0, "swap 7 7")
    table.say(0, "swap k 5")
    ready(table)
    assert table.state.layouts[0].seen == ("5S",)
    assert table.hand(0) == "5 7"  # the 4 is led


def test_who_is_ready_swaps_no_more_ph_3() -> None:
    table = swapping("k a 4 | 3 5 6", "9 9 9 | j j j")
    table.say(0, "ready")
    assert table.awaited == (1,)
    assert table.refused(0, "swap a 3").rule == "PH-3"


@pytest.mark.parametrize("seconds", [60, 10])
def test_after_so_many_seconds_the_cards_lie_as_they_lie_ph_3(seconds: int) -> None:
    given = {} if seconds == 60 else {"swap_seconds": seconds}
    table = swapping("k a 4 | 3 5 6", "9 9 9 | j j j", **given)
    assert (table.awaited, table.seconds) == ((0, 1), seconds)
    table.say(0, "swap a 3")
    table.silence()
    assert (table.up(0), table.phase) == ("5 6 a", "threes-out")


def test_a_face_up_card_that_was_swapped_into_the_hand_is_known_to_all_ph_3() -> None:
    table = swapping("k a 4 | 3 5 6", "9 9 9 | j j j")
    table.say(0, "swap a 3")
    ready(table)
    assert [card[0] for card in table.state.layouts[0].seen] == ["3"]


def test_with_two_decks_the_twin_of_a_face_up_card_stays_a_secret_of_the_hand_ph_3() -> None:
    """Nothing was swapped, so nobody has seen the seven of spades in the hand, although its twin is face up."""
    table = swapping("7s k 4 | 7s 5 6", *["9 | j"] * 5)
    ready(table)
    assert table.state.layouts[0].seen == ()


# "Threes out"


def test_in_the_race_nobody_is_awaited_and_whoever_offers_a_three_first_leads_ph_4() -> None:
    table = swapping("3 k k | 4", "3 3 q | 4", "3 9 9 | 4", stock="5 6 7", dealer=0)
    ready(table)
    assert (table.phase, table.awaited, table.told(PlayBegins).how) == ("threes-out", (), "race")
    table.say(1, "play 3")
    assert (table.pile, table.turn) == ("3", 2)
    assert table.refused(0, "play 3").reason.id == "not-your-turn"


def test_who_opens_plays_one_three_or_several_then_draws_and_play_goes_clockwise_ph_4() -> None:
    table = threes_out("4 5 6", "4 5 6", "3 3 q", stock="7 8 9")
    table.say(2, "play 3 3")
    assert (table.pile, table.turn, table.hand(2), table.stock) == ("3 3", 0, "7 8 q", 1)


def test_the_lowest_card_leads_by_itself_where_the_table_does_not_race_ph_4() -> None:
    table = swapping("3 k k", "3 3 q", "4 9 9", stock="5 6 7", dealer=0, opening="lowest")
    ready(table)
    assert (table.told(PlayBegins).how, table.told(PlayBegins).lead) == ("led", ("3",))
    assert (table.pile, table.turn, table.hand(1)) == ("3", 2, "3 5 q")


def test_the_dealers_left_leads_freely_where_the_table_says_so_ph_4() -> None:
    table = swapping("3 k k", "q q a", "3 9 9", dealer=0, opening="dealer_left")
    ready(table)
    assert (table.turn, table.pile) == (1, "")
    assert table.may(1, "play q q")


def test_where_delay_differs_the_lowest_card_leads_unless_the_host_says_otherwise_ph_4() -> None:
    twitch = Abilities(equal_delay=False)
    assert GAME.options_from({}).opening == "race"
    assert GAME.options_from({}, twitch).opening == "lowest"
    assert GAME.options_from({"opening": "race"}, twitch).opening == "race"


def test_neither_a_joker_nor_a_face_up_three_opens_ph_5() -> None:
    table = threes_out("joker k k | 3 4", "3 q q")
    assert table.offers(0) == []
    assert table.refused(0, "play 3").rule == "PH-5"
    assert table.refused(0, "play joker").rule == "PH-5"
    assert table.refused(0, "joker 3").rule == "PH-5"
    assert table.may(1, "play 3")


def test_a_joker_and_a_face_up_three_alone_make_no_race_ph_5() -> None:
    table = swapping("joker k k | 3 4", "5 q q | 3")
    ready(table)
    assert (table.told(PlayBegins).how, table.pile, table.turn) == ("led", "5", 0)


def test_where_nobody_holds_a_three_the_lowest_ordinary_card_leads_ph_6() -> None:
    table = swapping("k k 7 | 3", "2 8 10 | 3", "7 9 j | 4", stock="q q", dealer=0)
    ready(table)
    assert table.told(PlayBegins).lead == ("7",)
    assert (table.turn, table.hand(2), table.hand(0)) == (0, "9 j q", "7 k k"), "the nearest clockwise from the dealer"


def test_of_several_holders_the_nearest_clockwise_from_the_dealer_leads_and_the_dealer_is_last_ph_6() -> None:
    for dealer, leader in ((0, 1), (1, 3), (2, 3), (3, 0)):
        table = swapping("5 k k", "5 q q", "6 j j", "5 a a", dealer=dealer)
        ready(table)
        assert table.turn == (leader + 1) % 4


def test_where_nobody_claims_in_twenty_seconds_the_lowest_card_leads_ph_6() -> None:
    table = threes_out("4 5 6", "3 3 q", "3 k k", stock="7", dealer=1)
    assert table.seconds == 20
    table.silence()
    assert table.told(Opened).seat == 2
    assert (table.pile, table.turn, table.hand(2)) == ("3", 0, "7 k k")


def test_how_long_claims_are_waited_for_is_the_tables_choice_ph_6() -> None:
    assert threes_out("3", "4", claim_seconds=5).seconds == 5


def test_where_all_hands_are_special_the_dealers_left_leads_freely_ph_6() -> None:
    table = swapping("2 8 10 | 3", "2 8 joker | 3", "2 8 10 | 3", dealer=1)
    ready(table)
    assert (table.turn, table.pile, table.told(PlayBegins).how) == (2, "", "free")
    assert table.may(2, "play 8")


# Who deals


def test_who_deals_first_falls_by_chance_and_later_the_poohead_deals_ph_31() -> None:
    assert {begun(4, dealer=seat).state.dealer for seat in range(4)} == {0, 1, 2, 3}
    assert begun(4, carry=Carry(Seat(2))).state.dealer == 2


def test_the_poohead_of_one_game_is_the_dealer_of_the_next_ph_31() -> None:
    table = Table("", "4", "5", phase=Over("out", (Seat(0),), (Seat(1),)))
    assert GAME.carried(table.state) == Carry(Seat(1))


def test_where_the_poohead_has_left_the_next_one_clockwise_deals_ph_31() -> None:
    assert GAME.reseated(Carry(Seat(1)), (Seat(0), None, Seat(1))) == Carry(Seat(1))
    assert GAME.reseated(Carry(Seat(2)), (Seat(0), Seat(1), None)) == Carry(Seat(0))
    assert GAME.reseated(Carry(Seat(1)), (Seat(2), Seat(0), Seat(1))) == Carry(Seat(0))


# People who leave before play begins


def test_a_swapper_who_leaves_is_waited_for_no_more() -> None:
    table = swapping("k a 4 | 3 5 6", "3 9 9 | j j j", "3 4 4 | j")
    table.say(0, "swap a 3")
    table.say(1, "ready")
    table.say(2, "ready")
    table.leave(0)
    assert (table.phase, table.state.gone) == ("threes-out", (0,))


# The options


DEFAULTS = {
    "house": "rulebook",
    "jokers_per_deck": 1,
    "opening": "race",
    "eight_transparent": True,
    "eights_stack": True,
    "voluntary_pickup": False,
    "burn_again": "may",
    "quad_size": 4,
    "quad_jokers": True,
    "quad_through_eights": False,
    "slam": False,
    "match_faceup": True,
    "faceup_pickup": "optional",
    "show_failed_blind": False,
    "finish_on_special": "allow",
    "end": "last",
    "swap_seconds": 60,
    "turn_seconds": 45,
    "turn_cap": 300,
    "eights": "skip",
    "nines": "lower",
}
OTHERS = {
    "house": ["pagat"],
    "jokers_per_deck": ["0", "2"],
    "opening": ["lowest", "dealer_left"],
    "eight_transparent": ["off"],
    "eights_stack": ["off"],
    "voluntary_pickup": ["on"],
    "burn_again": ["must"],
    "quad_jokers": ["off"],
    "quad_through_eights": ["on"],
    "slam": ["on"],
    "match_faceup": ["off"],
    "faceup_pickup": ["required", "none"],
    "show_failed_blind": ["on"],
    "finish_on_special": ["forbid"],
    "end": ["first_out"],
}


def test_the_defaults_are_those_of_the_rulings() -> None:
    options = GAME.options_from({}).model_dump(mode="json")
    assert {key: options[key] for key in DEFAULTS} == DEFAULTS


def test_every_option_takes_the_values_of_the_rulings_and_the_game_begins_with_them() -> None:
    for key, values in OTHERS.items():
        for value in values:
            given = GAME.options_from({key: value}).model_dump(mode="json")
            assert given[key] != DEFAULTS[key]
            assert isinstance(begun(3, **{key: value}).state.phase, Swapping)


@pytest.mark.parametrize("given", [{"jokers_per_deck": "3"}, {"opening": "eldest"}, {"house": "mine"}, {"jokers": "1"}])
def test_other_values_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        GAME.options_from(given)


def test_the_house_of_pagat_plays_eight_and_nine_plain_without_jokers_and_lets_one_pick_up() -> None:
    options = GAME.options_from({"house": "pagat"})
    assert (options.eights, options.nines, options.jokers_per_deck) == ("plain", "plain", 0)
    assert (options.voluntary_pickup, options.faceup_pickup) == (True, "required")
    table = Table("8 9 4", "4", pile="j", house="pagat")
    assert not table.may(0, "play 8")
    assert not table.may(0, "play 9")
    assert sum(whole_deck(options, 3).values()) == 52


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [("nines", "lower", "lower"), ("voluntary_pickup", "off", False), ("jokers_per_deck", "2", 2)],
)
def test_a_key_given_wins_over_the_house(key: str, value: str, kept: Any) -> None:
    options = GAME.options_from({"house": "pagat", key: value})
    assert getattr(options, key) == kept
    assert options.eights == "plain"


def test_whoever_leads_the_lowest_card_is_named_ph_6() -> None:
    table = swapping("4 5 6", "3 3 9", "7 7 8", opening="lowest")
    ready(table)
    begun_ = table.told(PlayBegins)
    assert (begun_.how, begun_.leader, begun_.lead) == ("led", (1,), ("3",))
    old = b'{"type":"play-begins","changed":[],"how":"led","seconds":20,"lead":["5"],"then":[]}'
    assert codec(GAME).event(old).say().args["leaders"] == 0, "stored before it was told"
