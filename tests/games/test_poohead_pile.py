"""Test what may be played on what in Poohead: the order of cards, twos, eights, nines, jokers, four of a kind."""

from itertools import groupby
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from poohead_table import Table

from games.kit.seats import SPECTATOR, Seat
from games.poohead.events import Burned, Next, Played, Skipped
from games.poohead.options import PooheadOptions

quickly = settings(deadline=None, database=None)

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]
ORDER = {rank: value for value, rank in enumerate(["3", "4", "5", "6", "7", "8", "9", "j", "q", "k", "a"])}
SPARE = "4 | 5 5 5 | 6 6 6"
"""Another person with enough cards."""


def goes(pile: str, **options: Any) -> set[str]:
    """Return the ranks of which one card may be played on this pile."""
    table = Table(" ".join(RANKS), SPARE, pile=pile, **options)
    return {rank for rank in RANKS if table.may(0, f"play {rank}")}


# An independent check, written from the rulings


def may_be_played(pile: list[str], rank: str, options: PooheadOptions) -> bool:
    """Tell whether a rank may be played by PH-2 and PH-10 to PH-17, on a pile of ranks with the top one last."""
    eights_special = options.eights == "skip"
    if rank in {"2", "10"} or (rank == "8" and eights_special):
        return True
    below = list(pile)
    while below and below[-1] == "8" and eights_special and options.eight_transparent:
        below.pop()
    if not below or below[-1] == "2":
        return True
    if below[-1] == "9" and options.nines == "lower":
        return rank in {"3", "4", "5", "6", "7", "8", "9"}
    return ORDER[rank] >= ORDER[below[-1]]


def burns_with(pile: list[tuple[str, bool]], options: PooheadOptions) -> bool:
    """Tell whether the top run burns by PH-19 to PH-21, from the ranks and whether each is a joker."""
    top = pile[-1][0]
    runs = []
    for at, (rank, joker) in enumerate(pile):
        counts = options.quad_jokers or not joker
        seen_through = options.quad_through_eights and rank == "8" and not (counts and top == "8")
        runs += [] if seen_through else [rank if counts else f"joker {at}"]
    return [len(list(run)) for _, run in groupby(runs)][-1] >= options.quad_size


piles = st.lists(st.sampled_from([rank for rank in RANKS if rank != "10"]), max_size=6)
ways = st.fixed_dictionaries(
    {
        "eights": st.sampled_from(["skip", "plain"]),
        "nines": st.sampled_from(["lower", "plain"]),
        "eight_transparent": st.booleans(),
    }
)


@quickly
@given(pile=piles, options=ways, joker=st.booleans())
def test_what_goes_on_a_pile_is_what_the_oracle_says(pile: list[str], options: dict[str, Any], joker: bool) -> None:
    """One card of each rank, and a joker named as each rank (PH-18), with two decks. The top may be a joker, too."""
    lying = [*pile[:-1], f"joker={pile[-1]}"] if joker and pile else pile
    hand = " ".join([*RANKS, "joker"])
    table = Table(hand, "3", "4", "5", "6", "7", pile=" ".join(lying), **options)
    expected = {rank for rank in RANKS if may_be_played(pile, rank, table.state.options)}
    assert {rank for rank in RANKS if table.may(0, f"play {rank}")} == expected
    assert {rank for rank in RANKS if table.may(0, f"play {rank} joker")} == expected
    assert table.nameable(0) == expected
    playable = expected | {"joker"}
    assert set(table.view(Seat(0)).playable) == playable
    assert table.may(0, "take") == (not expected)


quads = st.fixed_dictionaries(
    {
        "quad_size": st.integers(3, 5),
        "quad_jokers": st.booleans(),
        "quad_through_eights": st.booleans(),
    }
)
lows = st.lists(st.tuples(st.sampled_from(["5", "8"]), st.booleans()), max_size=7)


@quickly
@given(pile=lows, options=quads, count=st.integers(1, 3), rank=st.sampled_from(["5", "8"]))
def test_what_burns_is_what_the_oracle_says(
    pile: list[tuple[str, bool]], options: dict[str, Any], count: int, rank: str
) -> None:
    assume(sum(joker for _, joker in pile) <= 4)
    assume(max((sum(card == (one, False) for card in pile) for one in ("5", "8")), default=0) <= 5)
    lying = " ".join(f"joker={one}" if joker else one for one, joker in pile)
    table = Table(" ".join([rank] * count + ["a"]), "4 6", *["q k"] * 4, pile=lying, jokers_per_deck=2, **options)
    table.say(0, "play " + " ".join([rank] * count))
    burned = burns_with([*pile, *[(rank, False)] * count], table.state.options)
    assert (table.pile == "") == burned
    assert table.state.phase.again == burned  # type: ignore[union-attr]  # it is somebody's turn


# PH-2 to PH-10


def test_cards_go_from_three_to_ace_and_a_seven_is_ordinary_ph_2() -> None:
    assert goes("7") == {"7", "9", "j", "q", "k", "a", "2", "8", "10"}
    assert goes("3") == set(RANKS)
    assert goes("a") == {"a", "2", "8", "10"}
    assert goes("k") == {"k", "a", "2", "8", "10"}


def test_any_number_of_one_rank_goes_whatever_was_played_before_ph_7() -> None:
    table = Table("q q q 4 joker", SPARE, pile="j j")
    assert all(table.may(0, line) for line in ("play q", "play q q", "play q q q", "play q joker", "play q q q joker"))
    assert not table.may(0, "play q q q q")
    assert not table.may(0, "play q 4")
    table.say(0, "play q q q")
    assert (table.pile, table.turn, table.hand(0)) == ("j j q q q", 1, "4 joker")


def test_several_jokers_go_together_as_one_rank_ph_7() -> None:
    table = Table("joker joker 4", SPARE, pile="j", jokers_per_deck=2)
    assert table.may(0, "joker q 2")
    table.say(0, "joker q 2")
    assert (table.pile, table.told(Played).named) == ("j q q", "Q")


@pytest.mark.parametrize("pile", ["", "9", "a", "k 8", "9 8 8", "2", "joker=9"])
def test_a_two_goes_on_anything_ph_10(pile: str) -> None:
    assert "2" in goes(pile)


def test_anything_goes_on_a_two_ph_10() -> None:
    assert goes("a 2") == set(RANKS)
    assert goes("9 2") == set(RANKS)


def test_a_two_on_a_nine_ends_its_limit_ph_10() -> None:
    table = Table("2 4 | 4", "a 6", pile="9")
    table.say(0, "play 2")
    assert table.told(Played).then == (Next(Seat(1), "any", table.view().beat.rank, again=False),)
    assert table.may(1, "play a")


# Eights


@pytest.mark.parametrize("pile", ["", "9", "a", "2", "k 8", "9 8"])
def test_an_eight_goes_on_anything_ph_11(pile: str) -> None:
    assert "8" in goes(pile)


def test_after_an_eight_one_plays_on_what_lies_under_it_ph_11() -> None:
    assert goes("q 8") == {"q", "k", "a", "2", "8", "10"}
    assert goes("4 q 8 8") == {"q", "k", "a", "2", "8", "10"}


@pytest.mark.parametrize("pile", ["8", "8 8", "2 8", "k 2 8"])
def test_an_eight_on_an_empty_pile_or_a_two_leaves_anything_ph_11(pile: str) -> None:
    assert goes(pile) == set(RANKS)


def test_an_eight_skips_the_next_player_ph_11() -> None:
    table = Table("8 4", "4 6", "5 6", "5 7", pile="q")
    table.say(0, "play 8")
    assert table.turn == 2
    assert table.told(Played).then[0] == Skipped((Seat(1),))


def test_an_eight_on_an_empty_pile_skips_and_the_next_leads_anything_ph_11() -> None:
    table = Table("8 4", "4 6", "3 3")
    table.say(0, "play 8")
    assert (table.turn, table.view().beat.how) == (2, "any")
    assert table.may(2, "play 3 3")


def test_an_eight_that_is_not_transparent_must_itself_be_beaten_ph_11() -> None:
    assert goes("q 8", eight_transparent=False) == {"8", "9", "j", "q", "k", "a", "2", "10"}
    assert goes("9 8", eight_transparent=False) == {"8", "9", "j", "q", "k", "a", "2", "10"}


def test_plain_eights_neither_skip_nor_go_on_anything_ph_11() -> None:
    assert "8" not in goes("q", eights="plain")
    table = Table("8 4", "4 6", "5 6", pile="7", eights="plain")
    table.say(0, "play 8")
    assert (table.turn, table.view().beat) == (1, ("least", "8"))


# Nines


def test_a_nine_goes_on_nine_or_lower_on_a_two_a_joker_so_named_and_on_nothing_ph_14() -> None:
    assert all("9" in goes(pile) for pile in ("", "2", "3", "9", "joker=7", "joker=9", "7 8", "9 8", "8", "2 8"))
    assert all("9" not in goes(pile) for pile in ("j", "q 8", "a", "joker=k", "joker=k 8"))


def test_after_a_nine_one_plays_nine_or_lower_or_a_special_card_ph_14() -> None:
    assert goes("9") == {"3", "4", "5", "6", "7", "9", "2", "8", "10"}
    assert goes("joker=9") == goes("9")
    assert Table("joker 4", SPARE, pile="9").nameable(0) == goes("9")


def test_after_the_card_on_a_nine_the_order_is_as_ever_ph_14() -> None:
    table = Table("4 4", "3 a", "5 6", pile="9")
    table.say(0, "play 4")
    assert table.view().beat == ("least", "4")
    assert (table.may(1, "play a"), table.may(1, "play 3")) == (True, False)


def test_a_plain_nine_limits_nobody_ph_14() -> None:
    assert goes("9", nines="plain") == {"9", "j", "q", "k", "a", "2", "8", "10"}


@pytest.mark.parametrize("pile", ["9 8", "9 8 8", "9 joker=8", "joker=9 8 8", "4 9 8 8 8"])
def test_a_nine_under_any_run_of_eights_still_asks_for_nine_or_lower_ph_15(pile: str) -> None:
    assert goes(pile) == {"3", "4", "5", "6", "7", "9", "2", "8", "10"}


@pytest.mark.parametrize(("eights", "follower"), [("8", 2), ("8 8", 3)])
def test_nine_then_eights_and_who_comes_next_must_play_nine_or_lower_ph_15(eights: str, follower: int) -> None:
    table = Table(f"{eights} q", "j 4", "j 4", "j 4", pile="9")
    table.say(0, f"play {eights}")
    assert (table.turn, table.view().beat) == (follower, ("most", "9"))
    assert (table.may(follower, "play j"), table.may(follower, "play 4")) == (False, True)


def test_the_limit_of_a_nine_goes_with_the_pile_that_is_taken_ph_16() -> None:
    table = Table("j q k", "a 4", "5 6", pile="4 9")
    table.say(0, "take")
    assert (table.turn, table.pile, table.view().beat.how) == (1, "", "any")
    assert table.may(1, "play a")


# Jokers


def test_a_joker_as_a_low_card_must_be_legal_as_that_ph_18() -> None:
    table = Table("joker 4", SPARE, pile="q")
    assert table.nameable(0) == {"q", "k", "a", "2", "8", "10"}
    assert not table.may(0, "joker 9")


def test_a_joker_as_an_eight_on_a_nine_skips_and_the_limit_stays_ph_18() -> None:
    table = Table("joker 4", "4 6", "j 5", pile="9")
    table.say(0, "joker 8")
    assert (table.turn, table.view().beat, table.may(2, "play j")) == (2, ("most", "9"), False)


def test_a_joker_as_a_nine_a_two_or_a_ten_has_its_power_ph_18() -> None:
    for rank, pile, beat in (("9", "7 9", ("most", "9")), ("2", "7 2", "any"), ("k", "7 k", ("least", "k"))):
        table = Table("joker 4", "4 6", pile="7")
        table.say(0, f"joker {rank}")
        assert table.pile == pile
        assert table.view().beat == beat or table.view().beat.how == beat
    table = Table("joker 4", "4 6", pile="7")
    table.say(0, "joker 10")
    assert (table.pile, table.turn) == ("", 0)


def test_a_joker_keeps_its_rank_on_the_pile_and_is_a_joker_again_when_picked_up_ph_18() -> None:
    table = Table("joker 4", "5 6", "7 7", pile="7")
    table.say(0, "joker k")
    table.say(1, "take")
    assert (table.pile, table.hand(1)) == ("", "5 6 7 joker")
    table.say(2, "play 7")
    table.say(0, "take")
    assert table.nameable(1) >= {"3", "k", "10"}


# Four of a kind


def test_four_in_a_row_across_players_burn_and_who_completed_them_goes_again_ph_19() -> None:
    table = Table("7 4", "7 5", "7 6", pile="3 7")
    table.say(0, "play 7")
    table.say(1, "play 7")
    assert table.pile == "3 7 7 7"
    table.say(2, "play 7")
    assert (table.pile, table.turn, table.view().again) == ("", 2, True)
    assert table.told(Played).then[0] == Burned(5, alike=4)


def test_jokers_count_at_their_named_rank_among_four_ph_19() -> None:
    table = Table("7 7 4", "5 5", pile="7 joker=7")
    table.say(0, "play 7 7")
    assert table.pile == ""
    table = Table("joker 4", "5 5", pile="7 7 7")
    table.say(0, "joker 7")
    assert table.pile == ""


def test_jokers_that_do_not_count_break_the_row_ph_19() -> None:
    table = Table("7 7 4", "5 5", pile="7 joker=7", quad_jokers=False)
    table.say(0, "play 7 7")
    assert table.pile == "7 7 7 7"
    table = Table("joker 4", "5 5", pile="7 7 7", quad_jokers=False)
    table.say(0, "joker 7")
    assert table.pile == "7 7 7 7"


def test_four_eights_burn_and_cancel_the_skip_ph_19() -> None:
    table = Table("8 8 4", "5 5", "6 6", "7 7", pile="q 8 8")
    table.say(0, "play 8 8")
    assert (table.pile, table.turn) == ("", 0)
    assert [type(one) for one in table.told(Played).then] == [Burned, Next]


def test_four_nines_burn_and_their_limit_is_gone_ph_19() -> None:
    table = Table("9 9 a", "5 5", pile="4 9 9")
    table.say(0, "play 9 9")
    assert (table.pile, table.turn, table.may(0, "play a")) == ("", 0, True)


def test_eights_between_equal_cards_break_the_row_ph_20() -> None:
    table = Table("5 5 k", "6 6", pile="5 5 8")
    table.say(0, "play 5 5")
    assert table.pile == "5 5 8 5 5"


def test_eights_between_equal_cards_are_seen_through_where_the_table_says_so_ph_20() -> None:
    table = Table("5 5 k", "6 6", pile="5 5 8", quad_through_eights=True)
    table.say(0, "play 5 5")
    assert (table.pile, table.turn) == ("", 0)


def test_with_two_decks_four_burn_and_so_do_five_or_more_ph_21() -> None:
    for pile, played in (("7 7", "7 7"), ("7 7", "7 7 7"), ("", "7 7 7 7 7 7")):
        table = Table(f"{played} 4", *["5 6"] * 5, pile=pile)
        table.say(0, f"play {played}")
        assert (table.pile, table.turn) == ("", 0)
        alike = len(f"{pile} {played}".split())
        assert table.told(Played).then[0] == Burned(alike, alike), "five are told as five"


@pytest.mark.parametrize(("size", "burns"), [(3, True), (4, False)])
def test_how_many_make_a_row_is_the_tables_choice_ph_21(size: int, burns: bool) -> None:
    table = Table("7 4", "5 5", pile="7 7", quad_size=size)
    table.say(0, "play 7")
    assert (table.pile == "") == burns


# Out of turn


def test_nobody_completes_four_out_of_turn_ph_22() -> None:
    table = Table("3 4", "7 5", "6 6", pile="7 7 7")
    assert table.offers(1) == []
    assert table.refused(1, "play 7").reason.id == "not-your-turn"


def test_where_slams_are_on_who_completes_four_out_of_turn_plays_on_ph_22() -> None:
    table = Table("3 4", "5 5", "7 joker 5", pile="7 7 7", slam=True)
    assert table.offers(1) == []
    assert table.may(2, "play 7")
    assert table.may(2, "joker 7")
    table.say(2, "play 7")
    assert (table.pile, table.turn, table.hand(2)) == ("", 2, "5 joker")


def test_only_what_completes_the_row_is_a_slam_ph_22() -> None:
    table = Table("3 4", "7 2 8 10", "7 7 6", pile="3 7", slam=True, quad_size=3)
    assert table.offers(1) == []
    assert [table.may(2, line) for line in ("play 7", "play 7 7", "play 6")] == [False, True, False]
    assert Table("3 4", "7 7 7 7 6", slam=True).offers(1) == [], "nothing lies there to be completed"


def test_a_joker_that_does_not_count_among_four_is_no_slam_ph_22() -> None:
    table = Table("3 4", "joker 5 7", pile="7 7 7", slam=True, quad_jokers=False)
    assert table.may(1, "play 7")
    assert not table.may(1, "joker 7")


# What everybody sees


def test_the_view_shows_what_must_be_beaten_and_all_that_makes_the_row() -> None:
    table = Table("4", "5", pile="3 9 8 8 8")
    view = table.view(SPECTATOR)
    assert (view.pile, view.row, view.beat) == (5, 3, ("most", "9"))
    assert [one.rank for one in view.top] == ["9", "8", "8", "8"]
