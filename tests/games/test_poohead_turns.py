"""Test a turn of Poohead: who must play, the pick-up, eights, tens, drawing, the end of the hand."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from poohead_table import Table

from bot.text import Words
from games.catalogue import catalogue
from games.poohead.events import Burned, HandNow, IsOut, Next, Passed, PileTaken, Played, Skipped


def in_words(event: Played) -> str:
    return Words().sentence(event.say(), ("ann", "ben"), catalogue()["poohead"])


# Play or take


def test_who_can_play_must_ph_8() -> None:
    table = Table("q 4 5", "4 6", pile="j")
    assert not table.may(0, "take")
    refused = table.refused(0, "take")
    assert (refused.rule, refused.reason.id) == ("PH-8", "must-play")


def test_a_special_card_or_a_joker_is_enough_to_have_to_play_ph_8() -> None:
    for card in ("2", "8", "10", "joker"):
        assert not Table(f"{card} 4 5", "4 6", pile="a").may(0, "take")


def test_who_cannot_play_takes_and_has_nothing_else_to_do_ph_8() -> None:
    table = Table("3 4 5", "4 6", pile="j")
    assert table.offers(0) == ["take"]


def test_picking_up_by_choice_where_the_table_allows_it_ph_8() -> None:
    table = Table("q 4 5", "4 6", pile="j", voluntary_pickup=True)
    assert table.offers(0) == ["play", "take"]
    table.say(0, "take")
    assert (table.hand(0), table.turn) == ("4 5 j q", 1)
    assert not table.may(1, "take"), "there is no pile"


def test_picking_up_by_choice_goes_for_face_up_cards_too_and_none_of_them_comes_along_ph_8() -> None:
    """Only a face-up card that was tried and failed may be taken along (PH-25), and here none has failed."""
    for along in ("optional", "required", "none"):
        table = Table("| q 4", "4 6", pile="j", voluntary_pickup=True, faceup_pickup=along)
        assert (table.may(0, "take"), table.may(0, "take 4"), table.may(0, "play q")) == (True, False, True)


def test_after_a_pick_up_the_next_player_leads_anything_ph_9() -> None:
    table = Table("3 4 5", "3 6", "5", pile="j 8 q")
    table.say(0, "take")
    assert (table.turn, table.pile, table.hand(0)) == (1, "", "3 4 5 8 j q")
    assert table.told(PileTaken).cards == 3
    assert table.may(1, "play 3")


def test_a_pile_of_eights_that_is_taken_skips_nobody_ph_9() -> None:
    table = Table("3 4 5", "3 6", "5", pile="q 8 8")
    table.say(0, "take")
    assert table.turn == 1


# Eights: an independent check


def follower_of(active: list[bool], mover: int, skips: int, *, out: bool) -> int:
    """Return the next player by walking round the table, and skip this many active chairs, each once."""
    others = sum(active) - (not out)
    left, chair = min(skips, others), mover
    while True:
        chair = (chair + 1) % len(active)
        if chair == mover and not out:
            return mover
        if chair == mover or not active[chair]:
            continue
        if left == 0:
            return chair
        left -= 1


@settings(deadline=None, database=None)
@given(data=st.data(), seats=st.integers(2, 10), stack=st.booleans(), gone=st.booleans())
def test_who_follows_eights_is_whom_a_walk_round_the_table_finds_ph_12(
    data: st.DataObject, seats: int, stack: bool, gone: bool
) -> None:
    mover = data.draw(st.integers(0, seats - 1))
    active = data.draw(st.lists(st.booleans(), min_size=seats, max_size=seats))
    active[mover] = active[(mover + 1) % seats] = True
    last = data.draw(st.booleans()) and sum(active) > 2
    eights = data.draw(st.integers(1, 4 if seats <= 5 else 7))
    others = ["3", "4", "5", "6", "7", "9", "j", "q", "k", "a"]
    hands = [rank if on else "" for rank, on in zip(others, active, strict=False)]
    hands[mover] = "8 " * eights + ("" if last else "2")
    away = tuple(at for at, on in enumerate(active) if not on)
    absent: dict[str, Any] = {"gone" if gone else "places": away}
    table = Table(*hands, turn=mover, quad_size=8, eights_stack=stack, **absent)
    table.say(mover, "play" + " 8" * eights)
    active[mover] = not last
    skips = eights if stack else 1
    assert table.turn == follower_of(active, mover, skips, out=last)
    (skipped,) = [one for one in table.told(Played).then if isinstance(one, Skipped)]
    assert len(skipped.seats) == min(skips, sum(active) - (not last))


def test_several_eights_skip_one_player_each_but_never_come_round_more_than_once_ph_12() -> None:
    for eights, follower in (("8", 2), ("8 8", 3), ("8 8 8", 0)):
        table = Table(f"{eights} 4", "5", "6", "7", pile="q")
        table.say(0, f"play {eights}")
        assert table.turn == follower
    table = Table("8 8 8 4", "5", "6", pile="q")
    table.say(0, "play 8 8 8")
    assert table.turn == 0


def test_several_eights_skip_one_player_where_they_do_not_stack_ph_12() -> None:
    table = Table("8 8 4", "5", "6", "7", pile="q", eights_stack=False)
    table.say(0, "play 8 8")
    assert table.turn == 2


def test_a_joker_as_an_eight_beside_another_skips_two_ph_12() -> None:
    table = Table("8 joker 4", "5", "6", "7", pile="q")
    table.say(0, "play 8 joker")
    assert table.turn == 3


@pytest.mark.parametrize("eights", ["8", "8 8", "8 8 8"])
def test_of_two_players_who_plays_eights_plays_again_on_the_card_under_them_ph_13(eights: str) -> None:
    table = Table(f"{eights} 4 k", "5", pile="q")
    table.say(0, f"play {eights}")
    assert (table.turn, table.view().beat) == (0, ("least", "q"))
    assert (table.may(0, "play k"), table.may(0, "play 4"), table.may(0, "pass")) == (True, False, False)


def test_of_two_who_are_left_an_eight_brings_the_turn_back_ph_13() -> None:
    table = Table("8 4", "", "5", "", pile="q", places=(1,), gone=(3,))
    table.say(0, "play 8")
    assert table.turn == 0
    assert table.told(Played).then == (Skipped((2,)), Next(0, "least", "q", again=True))


# Tens and burning


@pytest.mark.parametrize("pile", ["", "9", "a", "2", "k 8", "9 8"])
def test_a_ten_goes_on_anything_burns_the_pile_and_its_player_may_lead_anything_ph_17(pile: str) -> None:
    table = Table("10 3 4", "5 6", pile=pile)
    table.say(0, "play 10")
    assert (table.pile, table.turn) == ("", 0)
    assert table.told(Played).then[0] == Burned(len(pile.split()) + 1, alike=0)
    assert (table.may(0, "play 3"), table.may(0, "pass")) == (True, True)


def test_who_burned_may_let_the_next_player_lead_ph_17() -> None:
    table = Table("10 3 4", "5 6", "7", pile="a")
    table.say(0, "play 10")
    table.say(0, "pass")
    assert table.told(Passed).then == (Next(1, "any", table.view().beat.rank, again=False),)
    assert table.may(1, "play 5")
    assert not table.may(1, "pass")


def test_who_completed_four_of_a_kind_may_pass_just_so_ph_17() -> None:
    table = Table("7 3 4", "5 6", pile="7 7 7")
    table.say(0, "play 7")
    assert table.may(0, "pass")
    assert in_words(table.told(Played)).endswith("and ann plays on or passes (anything goes).")


def test_who_burned_must_lead_where_the_table_says_so_ph_17() -> None:
    table = Table("10 3 4", "5 6", pile="a", burn_again="must")
    table.say(0, "play 10")
    assert (table.turn, table.offers(0)) == (0, ["play"])
    assert table.refused(0, "pass").rule == "PH-17"
    assert in_words(table.told(Played)).endswith("and ann next (anything goes).")


def test_burned_cards_are_out_of_the_game_ph_17() -> None:
    table = Table("10 3", "5 6", pile="a joker=k")
    before = len(table.state.burned)
    table.say(0, "play 10")
    assert len(table.state.burned) == before + 3


def test_a_ten_as_the_last_card_of_the_hand_leads_again_from_the_table_ph_17() -> None:
    table = Table("10 | 4 4 q | 3 3 3", "5 6", pile="a")
    table.say(0, "play 10")
    assert (table.turn, table.offers(0)) == (0, ["play", "pass"])
    table.say(0, "play 4 4")
    assert (table.pile, table.up(0)) == ("4 4", "q")


# Drawing


def test_after_a_play_one_draws_up_to_three_ph_23() -> None:
    table = Table("7 7 4", "5 6", pile="3", stock="j q k")
    table.say(0, "play 7 7")
    assert (table.hand(0), table.stock) == ("4 j q", 1)
    (hand,) = [event for event in table.told_to(0) if isinstance(event, HandNow)]
    assert (hand.hand, hand.drew) == (("4", "j", "q"), ("j", "q"))
    assert table.told_to(1) == []


def test_after_a_burn_one_draws_before_leading_again_ph_23() -> None:
    table = Table("10 4 5", "5 6", pile="3", stock="a")
    table.say(0, "play 10")
    assert (table.hand(0), table.may(0, "play a")) == ("4 5 a", True)


def test_who_holds_three_or_more_does_not_draw_ph_23() -> None:
    table = Table("7 4 5 6", "5 6", pile="3", stock="a")
    table.say(0, "play 7")
    assert (table.hand(0), table.stock) == ("4 5 6", 1)


def test_where_the_deck_runs_out_one_takes_what_there_is_ph_23() -> None:
    table = Table("7 7 7 | 9", "5 6", pile="3", stock="a")
    table.say(0, "play 7 7 7")
    assert (table.hand(0), table.stock) == ("a", 0)


def test_who_takes_the_pile_does_not_draw_ph_23() -> None:
    table = Table("3 4 5", "5 6", pile="k", stock="a")
    table.say(0, "take")
    assert (table.hand(0), table.stock) == ("3 4 5 k", 1)


# The last of the hand with face-up cards


def test_the_last_of_the_hand_goes_with_face_up_cards_of_its_rank_ph_24() -> None:
    table = Table("7 | 7 7 k | 3", "5 6", pile="4")
    assert [table.may(0, "play" + " 7" * count) for count in (1, 2, 3, 4)] == [True, True, True, False]
    table.say(0, "play 7 7 7")
    assert (table.pile, table.hand(0), table.up(0)) == ("4 7 7 7", "", "k")
    assert table.told(Played).source == "match"


def test_any_number_of_the_face_up_cards_may_join_ph_24() -> None:
    table = Table("7 | 7 7 k | 3", "5 6", pile="4")
    table.say(0, "play 7 7")
    assert (table.hand(0), table.up(0)) == ("", "7 k")


@pytest.mark.parametrize(
    ("hand", "more"),
    [("7 4", {}), ("7", {"stock": "a"}), ("7", {"match_faceup": False})],
    ids=["not the last of the hand", "the deck is not gone", "the table does not play it"],
)
def test_face_up_cards_do_not_join_otherwise_ph_24(hand: str, more: dict[str, Any]) -> None:
    table = Table(f"{hand} | 7 k | 3", "5 6", pile="4", **more)
    assert (table.may(0, "play 7"), table.may(0, "play 7 7")) == (True, False)


def test_face_up_cards_join_only_where_all_the_rest_of_the_hand_goes_ph_24() -> None:
    table = Table("7 7 | 7 k | 3", "5 6", pile="4")
    assert table.may(0, "play 7 7 7")
    table.say(0, "play 7 7")
    assert (table.hand(0), table.up(0)) == ("", "7 k"), "two were the hand's own"


def test_face_down_cards_never_join_ph_24() -> None:
    table = Table("7 | k | 7 7 3", "5 6", pile="4")
    assert not table.may(0, "play 7 7")


def test_a_joker_of_the_hand_matches_face_up_cards_ph_24() -> None:
    table = Table("7 joker | 7 k | 3", "5 6", pile="4")
    table.say(0, "play 7 7 joker")
    assert (table.pile, table.hand(0), table.up(0)) == ("4 7 7 7", "", "k")
    table = Table("joker | 7 k | 3", "5 6", pile="4")
    table.say(0, "play 7 joker")
    assert (table.pile, table.hand(0), table.up(0)) == ("4 7 7", "", "k")


def test_a_face_up_joker_matches_the_last_of_the_hand_ph_24() -> None:
    table = Table("7 | joker k a | 3", "5 6", pile="4")
    table.say(0, "play 7 joker")
    assert (table.pile, table.hand(0), table.up(0), table.turn) == ("4 7 7", "", "k a", 1)
    assert (table.told(Played).source, table.told(Played).cards) == ("match", ("7", "joker"))


@pytest.mark.parametrize(
    ("hand", "up", "lines", "never"),
    [
        ("7", "joker 7 k", ("play 7", "play 7 7", "play 7 joker", "play 7 7 joker"), ("play 7 joker joker", "joker 7")),
        ("7 7", "joker k a", ("play 7 7", "play 7 7 joker"), ("play 7 joker",)),
        ("7 joker", "joker 7 k", ("play 7 joker joker", "play 7 7 joker joker"), ("play 7 7 7", "play 7 7")),
        (
            "joker",
            "joker k a",
            ("joker 9", "joker 9 2", "play k joker", "play k joker joker"),
            ("joker 9 3", "joker 3 2"),
        ),
        ("8", "joker k a", ("play 8 joker",), ("play 8 joker joker",)),
        ("k", "joker joker a", ("play k joker", "play k joker joker"), ("play k a",)),
    ],
)
def test_jokers_match_as_any_rank_wherever_they_lie_ph_24(
    hand: str, up: str, lines: tuple[str, ...], never: tuple[str, ...]
) -> None:
    table = Table(f"{hand} | {up} | 3", "5 6", pile="4", jokers_per_deck=2)
    assert [line for line in lines if not table.may(0, line)] == []
    assert [line for line in never if table.may(0, line)] == []


def test_a_joker_of_the_hand_and_one_of_the_table_go_together_ph_24() -> None:
    table = Table("joker | joker k a | 3", "5 6", pile="4", jokers_per_deck=2)
    table.say(0, "joker 9 2")
    assert (table.pile, table.hand(0), table.up(0)) == ("4 9 9", "", "k a")
    assert (table.told(Played).source, table.told(Played).named) == ("match", "9")


@pytest.mark.parametrize(
    ("hand", "line", "more", "why"),
    [
        ("7 4", "play 7 joker", {}, "rest"),
        ("7", "play 7 joker", {"stock": "a"}, "stock"),
        ("7", "play 7 joker", {"match_faceup": False}, "off"),
        ("7 4", "play 7 7", {}, "rest"),
    ],
)
def test_why_a_face_up_card_does_not_join_is_said_ph_24(hand: str, line: str, more: dict[str, Any], why: str) -> None:
    refused = Table(f"{hand} | joker 7 k | 3", "5 6", pile="4", **more).refused(0, line)
    assert (refused.reason.id, refused.reason.args["why"], refused.rule) == ("stays-apart", why, "PH-24")


def test_a_match_with_a_face_up_joker_that_does_not_go_is_refused_for_the_pile_ph_24() -> None:
    assert Table("7 | joker k a | 3", "5 6", pile="q").refused(0, "play 7 joker").reason.id == "does-not-go"


def test_a_face_up_joker_completes_four_and_is_a_special_last_card_ph_24() -> None:
    table = Table("7 | joker k a | 3", "5 6", pile="4 7 7")
    table.say(0, "play 7 joker")
    assert (table.pile, table.turn, table.offers(0)) == ("", 0, ["play", "pass"])
    assert not Table("7 | joker", "5 6", pile="4", finish_on_special="forbid").may(0, "play 7 joker")
    assert Table("7 | joker", "5 6", "5 6", pile="4").may(0, "play 7 joker")


def test_a_match_must_go_on_the_pile_as_any_play_ph_24() -> None:
    assert not Table("7 | 7 k | 3", "5 6", pile="q").may(0, "play 7 7")


def test_a_match_that_completes_four_burns_ph_24() -> None:
    table = Table("7 | 7 k | 3", "5 6", pile="4 7 7")
    table.say(0, "play 7 7")
    assert (table.pile, table.turn, table.up(0)) == ("", 0, "k")
    assert table.may(0, "play k")


def test_a_match_may_be_the_last_of_all_ph_24() -> None:
    table = Table("7 | 7 7", "5 6", "5 6", pile="4")
    table.say(0, "play 7 7 7")
    assert (table.state.places, table.turn) == ((0,), 1)
    assert IsOut(0, 1) in table.told(Played).then
