"""Test Headache, phase 5: swapping the cups; and the rule of notes (`memory`)."""

from importlib import resources

import pytest
from headache_table import (
    ANDY,
    BILL,
    COLIN,
    EVERYBODY,
    JACK,
    PETE,
    Table,
    at_the_auction,
    at_the_swaps,
    at_the_votes,
    cup,
    refused,
)

from games.headache import GAME
from games.headache.events import BagSeen, DieDrawn, NotSwapped, SwapCalled, Swapped, SwapsOver, SwapTurn
from games.headache.options import D4, D6, D10, D12, D20
from games.headache.state import SwapMade
from games.headache.view import OnTheTable
from games.kit.contract import Abilities
from games.kit.seats import SPECTATOR, Viewer
from games.kit.telling import Say


def on_the_table(table: Table, viewer: Viewer) -> OnTheTable:
    view = GAME.view(table.state, viewer).table
    assert view is not None
    return view


def own_lines(table: Table, viewer: Viewer) -> list[Say]:
    return list(GAME.scene(GAME.view(table.state, viewer)).own)


# The rulebook's own sentences


def test_in_each_round_starting_with_the_prime_each_player_can_take_any_pair_of_cups() -> None:
    table = at_the_swaps(2)
    assert table.told(SwapCalled) == SwapCalled(2, ANDY)
    turns = []
    while table.phase == "swapping":
        turns.append((table.awaited or ())[0])
        table.silence()
    assert turns == [*EVERYBODY, *EVERYBODY]


def test_it_says_what_a_number_of_rounds_was_voted_for() -> None:
    for rounds in (1, 3):
        table, turns = at_the_swaps(rounds), 0
        while table.phase == "swapping":
            table.silence()
            turns += 1
        assert turns == 5 * rounds


# HA-13


def test_exactly_one_pair_of_cups_changes_places_and_left_and_right_are_kept_ha_13() -> None:
    table = at_the_swaps(memory="off")
    table.say(ANDY, "swap andy2 colin")
    assert [table.under(name) for name in ("andy1", "andy2", "colin")] == [D4, D12, D20]
    table.say(BILL, "swap andy1 andy2")
    assert [table.under(name) for name in ("andy1", "andy2", "colin")] == [D12, D4, D20]
    assert sorted(one.at for one in table.board.cups) == sorted(
        map(cup, ("andy1", "andy2", "bill", "pete", "jack", "colin"))
    )


def test_anybody_may_swap_cups_before_whomever_they_stand_ha_13() -> None:
    table = at_the_swaps(memory="off")
    table.say(ANDY, "swap bill pete")
    told = table.told(Swapped)
    assert (told.seat, told.first.seat, told.second.seat, told.next) == (ANDY, BILL, PETE, (BILL,))


def test_the_cups_may_be_named_in_either_order_ha_13() -> None:
    first, second = at_the_swaps(memory="off"), at_the_swaps(memory="off")
    first.say(ANDY, "swap bill pete")
    second.say(ANDY, "swap pete bill")
    assert first.board.cups == second.board.cups


def test_passing_is_allowed_ha_13() -> None:
    table = at_the_swaps()
    assert table.offers(ANDY) == ["swap", "pass"]
    assert table.say(ANDY, "pass") == (NotSwapped(ANDY, (BILL,), fleeting=True),)
    assert table.awaited == (BILL,)


def test_silence_passes_after_25_seconds_ha_13() -> None:
    table = at_the_swaps()
    assert table.ask.seconds == 25
    before = table.board.cups
    table.silence()
    assert (table.board.cups, table.awaited) == (before, (BILL,))


def test_with_must_swap_nobody_passes_and_silence_swaps_by_chance_ha_13() -> None:
    table = at_the_swaps(must_swap="on", memory="off")
    assert table.offers(ANDY) == ["swap"]
    table.silence(14)
    assert table.told(Swapped).seat == ANDY
    assert [(one.first, one.second) for one in table.board.swaps] == [(cup("jack"), cup("colin"))], (
        "the last of 15 pairs"
    )


@pytest.mark.parametrize(
    "line", ["swap bill bill", "swap andy3 bill", "swap bill2 pete", "swap bill", "swap dora bill"]
)
def test_a_cup_with_itself_or_one_that_is_not_there_is_refused_ha_13(line: str) -> None:
    assert refused(at_the_swaps(), ANDY, line) == "swap-two-cups"


def test_three_cups_are_no_pair_ha_13() -> None:
    assert refused(at_the_swaps(), ANDY, "swap bill pete jack") == "swap-two-cups"


def test_nobody_swaps_out_of_turn() -> None:
    assert refused(at_the_swaps(), BILL, "swap bill pete") == "not-your-turn"


# HA-14: the rule of notes


def test_with_memory_on_a_swap_stands_4_seconds_before_the_next_is_taken_ha_14() -> None:
    table = at_the_swaps()
    table.say(ANDY, "swap bill pete")
    assert (table.phase, table.awaited, table.ask.seconds) == ("swap-shown", (), 4)
    assert refused(table, BILL, "swap bill pete") == refused(table, BILL, "pass") == "still-shown"
    assert table.silence() == ()
    assert (table.phase, table.awaited) == ("swapping", (BILL,))


def test_with_memory_on_each_swap_takes_the_place_of_the_one_before_ha_14() -> None:
    table = at_the_swaps()
    assert table.say(ANDY, "swap bill pete")[0].replaces
    table.silence()
    assert table.say(BILL, "pass")[0].replaces
    for _ in range(3):
        table.silence()
    assert table.told(SwapsOver).replaces


def test_the_last_swap_stands_for_as_long_as_the_others_ha_14() -> None:
    table = at_the_swaps()
    for _ in range(4):
        table.silence()
    table.say(COLIN, "swap bill pete")
    assert table.phase == "swap-shown"
    table.silence()
    assert "SwapsOver" in table.kinds()


def test_with_memory_on_what_a_drawer_saw_goes_after_20_seconds_ha_14() -> None:
    table = at_the_votes()
    assert {one.fades for one in table.events if isinstance(one, BagSeen | DieDrawn)} == {20}


def test_with_memory_on_nothing_repeats_what_was_drawn_or_swapped_ha_14() -> None:
    table = at_the_swaps()
    table.say(ANDY, "swap andy1 andy2")
    assert [len(on_the_table(table, viewer).swaps) for viewer in (ANDY, SPECTATOR)] == [1, 1], "as long as it takes"
    table.silence()
    for viewer in (ANDY, BILL, SPECTATOR):
        view = on_the_table(table, viewer)
        assert (view.hand, view.swaps, view.bag) == ((), (), ())
        assert all(one.die is None for one in view.cups)
        assert [line.id for line in own_lines(table, viewer)] == (["scene-remember"] if viewer != SPECTATOR else [])


def test_with_memory_off_one_is_told_again_what_one_saw_ha_14() -> None:
    table = at_the_swaps(memory="off")
    assert table.say(ANDY, "swap andy1 jack")[0].replaces is False
    assert table.phase == "swapping", "nothing needs to be shown for a while"
    view = on_the_table(table, ANDY)
    assert [(one.cup, one.die, one.bag) for one in view.hand] == [
        (cup("andy1"), D4, (4, 6, 8, 10, 12, 20)),
        (cup("andy2"), D20, (D20,)),
    ]
    assert view.swaps == (SwapMade(ANDY, cup("andy1"), cup("jack")),)
    assert [line.id for line in own_lines(table, ANDY)] == ["scene-drawn", "scene-drawn", "scene-swaps"]
    assert [one.die for one in on_the_table(table, JACK).hand] == [D10]
    assert {one.fades for one in at_the_votes(memory="off").told_all(DieDrawn)} == {None}


def test_with_memory_off_and_no_look_into_the_bag_one_is_told_ones_own_dice_only_ha_14() -> None:
    table = at_the_swaps(memory="off", bag_peek="off")
    assert [(one.die, one.bag) for one in on_the_table(table, BILL).hand] == [(D6, ())]


def test_memory_is_on_where_what_was_shown_can_be_taken_back_ha_14() -> None:
    assert GAME.options_from({}).memory
    assert not GAME.options_from({}, Abilities(takes_back=False)).memory
    assert GAME.options_from({"memory": "on"}, Abilities(takes_back=False)).memory
    assert not GAME.options_from({"pace": "quick"}, Abilities(takes_back=False)).memory


@pytest.mark.parametrize("memory", ["on", "off"])
def test_a_die_looked_at_after_buying_stays_before_its_owner_ha_14(memory: str) -> None:
    table = at_the_auction(reveal="looks", memory=memory)
    table.sell("jack", "bill 3")
    seen = {viewer: {one.at: one.die for one in on_the_table(table, viewer).cups} for viewer in (BILL, JACK, SPECTATOR)}
    assert [one[cup("jack")] for one in seen.values()] == [D10, None, None]
    assert "scene-yours" in [line.id for line in own_lines(table, BILL)]


def test_the_players_rulebook_says_that_notes_are_not_taken_and_whispers_cannot_be_policed_ha_36() -> None:
    rules = (resources.files("games.headache") / "rules.en.md").read_text(encoding="utf-8").lower()
    assert "notes" in rules
    assert "whisper" in rules


# People who leave meanwhile


def test_the_one_whose_turn_it_is_leaves_and_the_next_is_asked() -> None:
    table = at_the_swaps()
    table.leave(ANDY)
    assert table.told(SwapTurn) == SwapTurn(BILL)
    assert table.awaited == (BILL,)


def test_the_last_of_a_round_leaves_and_the_next_round_begins_without_them() -> None:
    table = at_the_swaps(2)
    for _ in range(4):
        table.silence()
    table.leave(COLIN)
    turns = []
    while table.phase == "swapping":
        turns.append((table.awaited or ())[0])
        table.silence()
    assert turns == [ANDY, BILL, PETE, JACK]


def test_the_next_leaves_while_a_swap_is_shown_and_the_one_after_is_asked() -> None:
    table = at_the_swaps()
    table.say(ANDY, "swap bill pete")
    table.leave(BILL)
    assert table.phase == "swap-shown"
    table.silence()
    assert table.awaited == (PETE,)


def test_all_who_had_still_to_swap_leave_while_a_swap_is_shown_and_the_cups_stand_still() -> None:
    table = at_the_swaps()
    for _ in range(3):
        table.silence()
    table.say(JACK, "swap bill pete")
    table.leave(COLIN)
    table.silence()
    assert "SwapsOver" in table.kinds()


def test_the_cups_of_who_left_are_swapped_on() -> None:
    table = at_the_swaps(memory="off")
    table.leave(ANDY)
    table.say(BILL, "swap andy2 bill")
    assert [table.under(name) for name in ("andy2", "bill")] == [D6, D20]
