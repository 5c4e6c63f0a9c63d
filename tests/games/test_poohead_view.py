"""Test the view of Poohead, field by field: piles and rows, one's own cards, and the playable ones."""

from collections.abc import Callable

import pytest
from cases import case
from poohead_table import Table, begun, ranks, swapping, threes_out

from games.kit.cards import Card, Rank, rank_of
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.poohead.pile import ToBeat

PHASES: dict[str, Callable[[], Table]] = {
    "swapping": lambda: swapping("7 8 9 | k q j | 3 4 5", "4 5 6 | a a a | 6 6 7"),
    "threes-out": lambda: threes_out("3 8 9 | k q j | 3 4 5", "4 5 6 | a a a | 6 6 7"),
    "to-play": lambda: Table("7 7 q | k | 3 4 5", "4 5 6", pile="5"),
}
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(1), SPECTATOR)
each_phase = pytest.mark.parametrize("phase", PHASES)


def over() -> Table:
    """Return a table where seat 0 plays its last card, and seat 1 is the Poohead."""
    table = Table("7", "4 5", pile="5")
    table.say(0, "play 7")
    return table


def top(table: Table) -> list[Rank]:
    return [one.rank for one in table.view().top]


# The fields of each phase


@each_phase
def test_before_the_end_nobody_has_won_and_nobody_is_the_poohead(phase: str) -> None:
    view = PHASES[phase]().view()
    assert (view.phase, view.winners, view.last) == (phase, (), ())


@each_phase
def test_all_see_who_is_awaited(phase: str) -> None:
    table = PHASES[phase]()
    assert {table.view(viewer).awaited for viewer in VIEWERS} == {table.awaited}


@each_phase
def test_no_suckers_lie_on_the_table(phase: str) -> None:
    view = PHASES[phase]().view()
    assert (view.pot, view.bank, view.stacks) == (0, 0, (0, 0))


def test_at_the_end_all_see_who_is_left_with_cards_and_nobody_is_awaited() -> None:
    view = over().view()
    assert (view.phase, view.winners, view.last, view.awaited) == ("over", (0,), (1,), ())
    assert (view.again, view.playable) == (False, ())


@pytest.mark.parametrize("again", [True, False])
def test_all_see_whether_somebody_goes_again(again: bool) -> None:
    table = Table("7 7 q", "4 5 6", again=again)
    assert {table.view(viewer).again for viewer in VIEWERS} == {again}


def test_while_cards_are_swapped_nobody_goes_again() -> None:
    assert not PHASES["swapping"]().view().again


# What everybody sees


def test_before_each_seat_lie_its_cards_as_all_may_count_them() -> None:
    table = Table("7 7 q | k j | 3 4 5", "4 | | 6", "", places=(2,), gone=(1,))
    for viewer in VIEWERS:
        first, second, third = table.view(viewer).layouts
        assert (first.seat, first.hand, ranks(first.up), first.down) == (0, 3, "j k", (1, 2, 3))
        assert (second.seat, second.hand, second.up, second.down) == (1, 1, (), (1,))
        assert [one.place for one in (first, second, third)] == [0, 0, 1]
        assert [one.gone for one in (first, second, third)] == [False, True, False]


def test_who_came_out_first_has_the_first_place() -> None:
    table = Table("", "7", "", "8", places=(2, 0))
    assert [one.place for one in table.view().layouts] == [2, 0, 1, 0]


def test_of_stock_pile_and_burned_cards_all_see_how_many_there_are() -> None:
    table = Table("7 7 q", "4 5 6", pile="4 5 6 6", stock="a a k", turns=9, dealer=1)
    view = table.view()
    assert (view.stock, view.pile, view.row, view.turns, view.dealer) == (3, 4, 2, 9, 1)
    assert view.burned + 3 + 4 + 6 == table.cards.total()
    assert view.beat == ToBeat("least", Rank("6"))


def test_the_pile_lies_open_down_to_what_must_be_beaten_and_at_least_four_cards_deep() -> None:
    """On eights one plays by the cards below them (PH-11)."""
    for pile, shown in [
        ("", ""),
        ("5", "5"),
        ("4 5 6 7", "4 5 6 7"),
        ("3 4 5 6 7", "4 5 6 7"),
        ("3 4 5 8 8", "4 5 8 8"),
        ("3 4 8 8 8", "4 8 8 8"),
        ("3 4 8 8 8 8", "4 8 8 8 8"),
        ("8 8 8 8", "8 8 8 8"),
        ("3 8 4 5 6 7", "4 5 6 7"),
    ]:
        with case(pile, shown):
            assert " ".join(top(Table("7 7 q", "4 5 6", pile=pile))) == shown


# One's own


def test_ones_own_cards_are_seen_by_oneself_alone() -> None:
    table = Table("7 7 q | k | 3 4 5", "4 5 6 | a", pile="5")
    for viewer, hand, up in ((Seat(0), "7 7 q", "k"), (Seat(1), "4 5 6", "a"), (SPECTATOR, "", "")):
        view = table.view(viewer)
        assert (view.viewer, ranks(view.hand), ranks(view.up)) == (viewer, hand, up)


def test_while_cards_are_swapped_ones_own_lie_as_after_ones_swaps_and_for_all_others_as_before_ph_3() -> None:
    table = PHASES["swapping"]()
    table.say(0, "swap 7 k")
    own, other = table.view(Seat(0)), table.view(Seat(1))
    assert (ranks(own.hand), ranks(own.up)) == ("8 9 k", "7 j q")
    assert (ranks(other.hand), ranks(other.up)) == ("4 5 6", "a a a")
    assert {ranks(table.view(viewer).layouts[0].up) for viewer in VIEWERS} == {"j q k"}


def test_who_looks_on_is_told_of_no_card_that_is_not_seen_or_unseen() -> None:
    view = PHASES["to-play"]().view()
    assert (view.hand, view.up, view.playable, view.unseen) == ((), (), (), ())


def test_a_seat_knows_which_cards_it_has_not_seen() -> None:
    table = Table("7 7 q | k | 3", "4 5 6", stock="a a", pile="5")
    unseen = sorted(map(rank_of, table.view(Seat(0)).unseen))
    assert unseen == sorted(["3", "4", "5", "6", "a", "a"])


# Playable cards


@pytest.mark.parametrize(
    ("cards", "pile", "go"),
    [
        ("4 7 q", "5", "7 q"),
        ("4 7 q | k", "5", "7 q"),
        ("2 4 q", "k", "2"),
        ("4 4 4", "k", ""),
        ("4 7 q", "", "4 7 q"),
        ("7 7 q", "5", "7 7 q"),
        ("| 4 7 k", "5", "7 k"),
        ("4 6 q", "9", "4 6"),
    ],
)
def test_whose_turn_it_is_sees_which_of_their_cards_go(cards: str, pile: str, go: str) -> None:
    table = Table(cards, "4 5 6", pile=pile)
    assert " ".join(table.view(Seat(0)).playable) == go
    assert table.view(Seat(1)).playable == table.view(SPECTATOR).playable == ()


def test_a_joker_goes_where_it_may_be_named() -> None:
    table = Table("joker 4", "4 5 6", pile="5", jokers_per_deck=1)
    assert [rank for rank in table.view(Seat(0)).playable if rank != "4"] != []
    plain = Table("4 3", "4 5 6", pile="5", jokers_per_deck=1)
    assert plain.view(Seat(0)).playable == ()


def test_a_joker_does_not_go_where_one_may_not_finish_on_it() -> None:
    table = Table("joker", "4 5 6", pile="5", jokers_per_deck=1, finish_on_special="forbid")
    assert table.view(Seat(0)).playable == ()


@pytest.mark.parametrize("phase", ["swapping", "threes-out"])
def test_before_anybodys_turn_no_card_goes(phase: str) -> None:
    table = PHASES[phase]()
    assert [table.view(viewer).playable for viewer in VIEWERS] == [()] * 3


def test_a_game_that_begins_shows_no_pile() -> None:
    view = begun(3).view()
    assert (view.pile, view.row, view.top, view.beat.how) == (0, 0, (), "any")
    assert [type(card) for layout in view.layouts for card in layout.up] == [type(Card(""))] * 9
