"""Test the later stages of Poohead: face-up and face-down cards, the end, silence, and leaving."""

from typing import Any

import pytest
from poohead_table import Table, ranks, threes_out

from games.kit.contract import Illegal
from games.kit.notation import Unreadable
from games.kit.seats import SPECTATOR, Seat
from games.poohead import GAME
from games.poohead.events import (
    IsOut,
    IsPoohead,
    JokerNamed,
    NamesJoker,
    Next,
    PileTaken,
    Played,
    Skipped,
    Turned,
    TurnedUp,
    Wins,
)
from games.poohead.state import Naming

# Face-up cards


def test_with_the_hand_gone_one_plays_face_up_cards_of_one_rank_any_number_ph_25() -> None:
    table = Table("| 7 7 q | 3 3", "5 6", pile="4")
    assert [table.may(0, line) for line in ("play 7", "play 7 7", "play q", "play 7 q")] == [True, True, True, False]
    table.say(0, "play 7 7")
    assert (table.up(0), table.turn, table.told(Played).source) == ("q", 1, "up")


def test_while_one_has_a_hand_the_face_up_cards_stay_ph_25() -> None:
    assert not Table("4 | 7 7 q | 3 3", "5 6", pile="3").may(0, "play 7")


def test_who_cannot_play_a_face_up_card_takes_the_pile_and_one_of_them_if_they_wish_ph_25() -> None:
    for line, hand, up in (("take", "j q", "3 4"), ("take 4", "4 j q", "3"), ("take 3", "3 j q", "4")):
        table = Table("| 3 4 | 6 6", "5 6", pile="j q")
        table.say(0, line)
        assert (table.hand(0), table.up(0), table.turn, table.pile) == (hand, up, 1, "")
    assert table.told(PileTaken).along == "3"


def test_who_has_taken_the_pile_in_the_face_up_stage_plays_the_hand_first_ph_25() -> None:
    """A pick-up with an empty deck and face-up cards left leads back to the hand."""
    table = Table("| 3 4 | 6 6", "5 5", pile="j q")
    table.say(0, "take")
    table.say(1, "play 5")
    assert [table.may(0, line) for line in ("play j", "play q", "play 4", "blind 1")] == [True, True, False, False]
    table.say(0, "play j")
    table.say(1, "take")
    table.say(0, "play q")
    table.say(1, "take")
    assert table.may(0, "play 4"), "the hand is gone again"


@pytest.mark.parametrize(
    ("along", "lines"), [("optional", (True, True)), ("required", (False, True)), ("none", (True, False))]
)
def test_whether_the_card_that_was_tried_comes_along_is_the_tables_choice_ph_25(
    along: str, lines: tuple[bool, bool]
) -> None:
    table = Table("| 3 4 | 6 6", "5 6", pile="j q", faceup_pickup=along)
    assert (table.may(0, "take"), table.may(0, "take 4")) == lines
    assert not table.may(0, "take j")


def test_from_the_hand_no_face_up_card_comes_along_ph_25() -> None:
    for along in ("optional", "required", "none"):
        table = Table("3 | 4 | 6", "5 6", pile="j", faceup_pickup=along)
        assert (table.may(0, "take"), table.may(0, "take 4")) == (True, False)


# Face-down cards


def test_a_face_down_card_that_goes_is_played_with_its_effects_ph_26() -> None:
    table = Table("| | 8 4 5", "5 6", "7", pile="q")
    assert (table.offers(0), table.may(0, "blind 3"), table.may(0, "blind 4")) == (["blind"], True, False)
    table.say(0, "blind 1")
    assert (table.pile, table.turn, table.down(0)) == ("q 8", 2, 2)
    turned = table.told(Turned)
    assert (turned.went, turned.card, turned.then[0]) == (True, "8", Skipped((Seat(1),)))


@pytest.mark.parametrize(("card", "pile"), [("10", "q"), ("7", "7 7 7")])
def test_a_face_down_card_that_burns_lets_its_player_go_again_ph_26(card: str, pile: str) -> None:
    table = Table(f"| | {card} 4 5", "5 6", pile=pile)
    table.say(0, "blind 1")
    assert (table.pile, table.turn, table.offers(0)) == ("", 0, ["blind", "pass"])


def test_a_place_that_is_turned_stays_empty_and_the_others_keep_theirs_ph_26() -> None:
    table = Table("| | 4 k 5", "5 6", pile="3")
    table.say(0, "blind 2")
    table.say(1, "take")
    assert [table.may(0, f"blind {place}") for place in (1, 2, 3)] == [True, False, True]


def test_a_face_down_card_that_does_not_go_is_taken_with_the_pile_and_not_shown_ph_26() -> None:
    table = Table("| | 4 5 6", "5 6", pile="q k")
    table.say(0, "blind 2")
    assert (table.hand(0), table.down(0), table.pile, table.turn) == ("5 q k", 2, "", 1)
    turned = table.told(Turned)
    assert (turned.went, turned.card, turned.taken) == (False, "hidden", 2)
    assert (table.told(TurnedUp).to, table.told(TurnedUp).card) == (0, "5")
    assert ranks(table.state.layouts[0].seen) == "q k", "of these everybody knows"


def test_a_failed_face_down_card_is_shown_where_the_table_says_so_ph_26() -> None:
    table = Table("| | 4 5 6", "5 6", pile="q k", show_failed_blind=True)
    table.say(0, "blind 2")
    assert table.told(Turned).card == "5"
    assert ranks(table.state.layouts[0].seen) == "5 q k"


def test_after_a_failed_face_down_card_the_hand_comes_first_ph_26() -> None:
    table = Table("| | 4 5 6", "7 7", pile="q")
    table.say(0, "blind 1")
    table.say(1, "play 7")
    assert table.offers(0) == ["play"]
    assert table.may(0, "play q")


def test_who_turns_a_joker_names_it_within_twenty_seconds_ph_26() -> None:
    table = Table("| | joker 4", "5 6", "7", pile="9")
    table.say(0, "blind 1")
    assert (table.phase, table.awaited, table.seconds) == ("naming", (0,), 20)
    assert table.told(Turned).then == (NamesJoker(Seat(0), 20),)
    assert table.nameable(0) == {"3", "4", "5", "6", "7", "9", "2", "8", "10"}
    table.say(0, "joker 8")
    assert (table.pile, table.turn, table.told(JokerNamed).rank) == ("9 8", 2, "8")


def test_a_joker_that_nobody_names_is_a_ten_ph_26() -> None:
    table = Table("| | joker 4", "5 6", pile="9", name_seconds=7)
    table.say(0, "blind 1")
    assert table.seconds == 7
    table.silence()
    assert (table.pile, table.turn) == ("", 0)


@pytest.mark.parametrize("card", ["3", "9", "a", "8", "2", "q"])
def test_a_face_down_card_always_goes_on_an_empty_pile_ph_27(card: str) -> None:
    table = Table(f"| | {card} 4", "5 6", "7")
    table.say(0, "blind 1")
    assert (table.pile, table.told(Turned).went) == (card, True)


def test_several_face_down_cards_at_once_cannot_be_said_ph_28() -> None:
    table = Table("| | 4 4 4", "5 6", pile="3")
    with pytest.raises(Unreadable):
        table.say(0, "blind 1 2")
    table.say(0, "blind 1")
    assert (table.pile, table.turn) == ("3 4", 1)


def test_the_pile_cannot_be_taken_instead_of_turning_a_card_ph_26() -> None:
    assert not Table("| | 4 5", "5 6", pile="a").may(0, "take")
    assert Table("| | 4 5", "5 6", pile="a", voluntary_pickup=True).may(0, "take")


# Players who are out


def test_one_may_go_out_on_an_eight_which_still_skips_ph_29() -> None:
    table = Table("8", "5 6", "7 7", pile="q")
    table.say(0, "play 8")
    assert (table.state.places, table.turn) == ((0,), 2)


@pytest.mark.parametrize(("line", "card"), [("play 10", "10"), ("joker 10", "joker"), ("play 7", "7")])
def test_who_goes_out_with_a_burn_leaves_the_lead_to_the_next_active_player_ph_29(line: str, card: str) -> None:
    table = Table("5 6", card, "", "k 4", pile="7 7 7", turn=1, places=(2,))
    table.say(1, line)
    assert (table.state.places, table.turn, table.pile) == ((2, 1), 3, "")
    assert not table.may(3, "pass")


@pytest.mark.parametrize("line", ["play 2", "play 8", "play 10", "joker k"])
def test_special_last_cards_are_allowed_or_forbidden_by_the_table_ph_29(line: str) -> None:
    card = line.split()[1] if line.startswith("play") else "joker"
    assert Table(card, "5 6", "7", pile="q").may(0, line)
    forbidden = Table(card, "5 6", "7", pile="q", finish_on_special="forbid")
    assert not forbidden.may(0, line)
    assert forbidden.refused(0, line).rule == "PH-29"
    assert Table(f"{card} 3", "5 6", "7", pile="q", finish_on_special="forbid").may(0, line)


def test_who_has_nothing_but_a_forbidden_last_card_is_never_stuck_ph_29() -> None:
    assert Table("2", "5 6", "7", pile="q", finish_on_special="forbid").offers(0) == ["take"]
    assert Table("2", "5 6", "7", finish_on_special="forbid").offers(0) == ["pass"]


def test_the_first_out_wins_and_the_last_with_cards_is_the_poohead_ph_30() -> None:
    table = Table("q", "k", "4 4", pile="j")
    table.say(0, "play q")
    assert (table.state.places, table.turn) == ((0,), 1)
    assert table.told(Played).then[0] == IsOut(Seat(0), 1)
    table.say(1, "play k")
    assert (table.over.winners, table.over.last, table.result.winners) == ((0,), (2,), (0,))
    assert GAME.places(table.state) == (1, 2, 3)
    out, wins, poohead = table.told(Played).then
    assert (out, poohead) == (IsOut(Seat(1), 2), IsPoohead(Seat(2)))
    assert isinstance(wins, Wins)
    assert (wins.seats, wins.how) == ((0,), "out")
    assert [table.offers(seat) for seat in range(3)] == [[], [], []]


def test_with_end_first_out_one_who_is_out_ends_the_game_ph_30() -> None:
    table = Table("q", "k", "4 4", pile="j", end="first_out")
    table.say(0, "play q")
    assert (table.over.winners, table.result.ended) == ((0,), "out")


def test_places_are_the_order_of_going_out_and_the_poohead_comes_last_ph_30() -> None:
    table = Table("4 4", "k", "", "q", pile="j", places=(2,), turn=3)
    assert GAME.places(table.state) is None, "not before the end"
    table.say(3, "play q")
    table.leave(1)
    assert table.over.last == (0,)
    assert GAME.places(table.state) == (3, 0, 1, 2)


def test_when_the_turns_are_up_places_go_by_the_fewest_cards_ph_33() -> None:
    table = Table("q 4 | 3", "5 | 5 ", "4 4 | 6 6 | 3 3", pile="j", turns=299)
    table.say(0, "play q")
    assert GAME.places(table.state) == (1, 1, 3)


def test_who_is_out_is_passed_over_ph_30() -> None:
    table = Table("4 q", "", "5", pile="3", places=(1,))
    table.say(0, "play q")
    assert table.turn == 2
    assert table.view(SPECTATOR).layouts[1].place == 1


# Silence


def test_a_silent_hand_takes_the_pile_whatever_it_holds_ph_32() -> None:
    for hand in ("a a a", "3 3 3", "2 8 10"):
        table = Table(hand, "5 6", pile="q q")
        assert table.seconds == 45
        table.silence()
        assert (len(table.hand(0).split()), table.pile, table.turn) == (5, "", 1)


def test_how_long_a_turn_lasts_is_the_tables_choice_ph_32() -> None:
    assert Table("4", "5", turn_seconds=10).seconds == 10


@pytest.mark.parametrize(("card", "pile"), [("7S", "7"), ("QS", "q"), ("2S", "2")])
def test_on_an_empty_pile_a_silent_hand_leads_a_card_that_the_dice_choose_ph_32(card: str, pile: str) -> None:
    table = Table("7s qs 2s", "5 6")
    table.silence(card)
    assert (table.pile, table.turn) == (pile, 1)


@pytest.mark.parametrize(
    ("up", "pile", "played"),
    [
        ("7 q k", "4", "7"),
        ("3 q k", "4", "q"),
        ("2 8 k", "4", "k"),
        ("3 8 10", "4", "8"),
        ("3 2 10", "4", "2"),
        ("k 4 5", "9", "4"),
        ("7 7 q", "4", "7"),
        ("7 q k", "", "7"),
    ],
)
def test_silent_face_up_cards_the_lowest_ordinary_one_that_goes_else_the_lowest_special_ph_32(
    up: str, pile: str, played: str
) -> None:
    table = Table(f"| {up} | 6 6", "5 6", "7", pile=pile)
    table.silence()
    assert table.told(Played).cards == (played,)


def test_silent_face_up_cards_of_which_none_goes_take_the_pile_ph_32() -> None:
    table = Table("| 3 4 | 6 6", "5 6", pile="k")
    table.silence()
    assert (table.hand(0), table.up(0)) == ("k", "3 4")


def test_a_silent_blind_player_turns_the_first_card_ph_32() -> None:
    table = Table("| | 4 k 5", "5 6", pile="3")
    table.silence()
    assert (table.told(Turned).place, table.pile) == (1, "3 4")


def test_silence_after_a_burn_with_a_must_leads_a_card_ph_32() -> None:
    table = Table("7s qs", "5 6", again=True, burn_again="must")
    table.silence("QS")
    assert table.pile == "q"


@pytest.mark.parametrize("pile", ["", "q"])
def test_what_all_see_of_a_silence_is_the_same_for_hands_that_differ_all_1(pile: str) -> None:
    """For any deal from another seat's view, all public news are the same, except a led card."""
    seen = set()
    for hand in ("3 4 5", "q k a", "2 8 9"):
        table = Table(hand, "6 6", pile=pile)
        table.silence()
        view = table.view(SPECTATOR)
        seen.add((view.pile, view.layouts[0].hand, type(table.events[0])))
    assert len(seen) == 1


# Endless games


def test_after_so_many_turns_fewest_cards_win_ph_33() -> None:
    table = Table("q 4", "5 | 5", "4 4 6", pile="j", turns=298)
    table.say(0, "play q")
    assert table.turn == 1
    table.say(1, "take")
    assert (table.over.ended, table.over.winners) == ("cap", (0,))
    assert table.told(PileTaken).then[0] == Wins((Seat(0),), "fewest", 1)


def test_ties_for_the_fewest_cards_are_shared_ph_33() -> None:
    table = Table("q 4 | 3", "5 | 5 ", "4 4 | 6 6 | 3 3", pile="j", turns=299)
    table.say(0, "play q")
    assert (table.over.winners, table.over.last) == ((0, 1), (2,))


def test_how_many_turns_there_are_is_the_tables_choice_ph_33() -> None:
    table = Table("q 4 | 3", "5", "4 4", pile="j", turns=199, turn_cap=200)
    table.say(0, "play q")
    assert table.over.ended == "cap"


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 10])
def test_there_are_at_least_sixty_turns_a_player_ph_33(seats: int) -> None:
    for cap in (50, 300):
        last = max(cap, 60 * seats) - 1
        table = Table("q 4 | 3", *"5567799aa"[: seats - 1], pile="j", turns=last - 1, turn_cap=cap)
        table.say(0, "play q")
        assert (table.turn, table.state.turns) == (1, last)
        table.say(1, "take")
        assert table.over.ended == "cap"


def test_a_turn_that_comes_back_counts_once_ph_33() -> None:
    table = Table("10 8 4 5", "5 6", pile="j", turns=10)
    table.say(0, "play 10")
    table.say(0, "play 8")
    assert (table.turn, table.state.turns) == (0, 10)
    table.say(0, "play 4")
    assert (table.turn, table.state.turns) == (1, 11)


def test_replays_by_eights_and_burns_never_end_the_game_ph_33() -> None:
    """In the very last turn its player acts as often as possible."""
    table = Table("8 8 10 j 4 5", "5 6", pile="q", turns=299)
    for line in ("play 8", "play 8", "play 10"):
        table.say(0, line)
        assert (table.turn, table.state.turns) == (0, 299)
    table.say(0, "play j")
    assert table.over.ended == "cap"


def test_a_turn_ends_with_who_leaves_in_it_and_by_a_slam_ph_33() -> None:
    table = Table("q 4", "5 6", "7 7", pile="j", turns=10)
    table.leave(1)
    assert (table.turn, table.state.turns) == (0, 10)
    table.leave(0)
    assert table.over.ended == "left"
    left = Table("q 4", "5 6", "7 7", pile="j", turns=10)
    left.leave(0)
    assert (left.turn, left.state.turns) == (1, 11)
    slammed = Table("q 4", "7 6", "5 5", pile="7 7 7", turns=10, slam=True)
    slammed.say(1, "play 7")
    assert (slammed.turn, slammed.state.turns) == (1, 11)


# People who leave


def test_who_leaves_on_their_turn_leaves_it_to_the_next() -> None:
    table = Table("3 4 | 5 | 6", "5 6", "7", pile="q")
    table.leave(0)
    assert (table.turn, table.pile, table.state.gone) == (1, "q", (0,))
    assert len(table.state.aside.reveal()) == 3, "the face-up card all have seen"


def test_who_leaves_out_of_turn_is_passed_over() -> None:
    table = Table("q 4", "5 6", "7", pile="j")
    table.leave(1)
    assert table.turn == 0
    table.say(0, "play q")
    assert table.turn == 2


def test_who_leaves_before_naming_a_joker_takes_it_along() -> None:
    table = Table("| | joker 4", "5 6", "7", pile="9")
    table.say(0, "blind 1")
    assert isinstance(table.state.phase, Naming)
    table.leave(0)
    assert (table.turn, table.pile) == (1, "9")


def test_who_is_left_alone_wins() -> None:
    table = Table("q 4", "5 6", pile="j")
    table.leave(1)
    assert table.over.winners == (0,)


def test_who_leaves_during_the_race_is_no_claimant() -> None:
    table = threes_out("3 4 5", "3 6 6", "4 4 4")
    table.leave(0)
    with pytest.raises(Illegal):
        table.say(0, "play 3")
    table.silence()
    assert (table.pile, table.turn) == ("3", 2)


def test_a_next_that_is_told_is_whose_turn_it_is() -> None:
    for options in ({}, {"nines": "plain"}):
        given: dict[str, Any] = options
        table = Table("9 4", "5 6", pile="4", **given)
        table.say(0, "play 9")
        (following,) = table.told(Played).then
        assert isinstance(following, Next)
        assert (following.seat, following.how) == (1, "least" if options else "most")
