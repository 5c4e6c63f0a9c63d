"""Many against one Giant (HG-16): one Knee, a roll for each, one window for the splits, one or two lines for all."""

from typing import Any

import pytest
from halflings_table import Table

from games.contract import Illegal, PrivateEvent
from games.dice import SeededDice
from games.halflings import GAME
from games.halflings.events import (
    CrowdOpened,
    CrowdRoll,
    CrowdSettled,
    CrowdWindow,
    Kick,
    Kneed,
    Snake,
    SplitExactly,
    Unstaked,
    Won,
)
from games.halflings.moves import Stake
from games.halflings.state import Carry, Over, Splitting
from games.money import Suckers
from games.seats import SPECTATOR, Seat

ANN, BOB, CID, DAN = (Seat(number) for number in range(4))


def crowd(seats: int = 3, *, stack: int = 1000, carry: Carry | None = None, **options: Any) -> Table:
    return Table(*(stack,) * seats, carry=carry, mode="crowd", **options)


def test_hg_16_the_giant_rolls_once_and_each_has_a_roll_of_their_own() -> None:
    table = crowd()
    assert table.told(CrowdOpened) == CrowdOpened(Suckers(100), 20)
    table.say("stake 10", seat=0)
    table.say("stake 20", seat=2)
    table.say("stake 30", 7, 3, 5, 5, 6, 1, 2, seat=1)
    assert table.events == (
        Kneed(7, "3:1"),
        CrowdRoll(ANN, (3, 5), 8, "toppled", 30),
        CrowdRoll(CID, (5, 6), 11, "eaten", -20),
        CrowdRoll(BOB, (1, 2), 3, "kicked", -30),
        CrowdSettled(1, 2, 0, Suckers(30), Suckers(50), (Won(ANN, Suckers(30)),)),
    )
    assert table.stacks == (1030, 970, 980)
    assert (table.result.winners, table.result.bank) == ((ANN,), 20)


def test_hg_16_nobody_is_awaited_the_clock_moves_the_round_on() -> None:
    table = crowd()
    assert table.awaited == ()
    table.say("stake 10", seat=1)
    assert (table.awaited, table.offers(1), table.offers(0)) == ((), [], ["stake"])
    table.silence(9, 4, 5)
    assert table.stacks == (1000, 1030, 1000)


def test_hg_16_a_stake_has_the_same_question_and_so_the_same_deadline() -> None:
    table = crowd()
    asked = table.asked
    table.say("stake 10", seat=1)
    assert table.asked == asked


def test_hg_16_a_round_nobody_stakes_in_ends() -> None:
    table = crowd()
    assert table.silence() == (Unstaked(),)
    assert table.result.ended == "no-stake"


def test_hg_16_a_kick_takes_all() -> None:
    table = crowd(2)
    table.say("stake 10", seat=0)
    table.say("stake 10", 1, seat=1)
    assert table.events[0] == Kick(saved_by_snake=False)
    assert table.told(CrowdSettled) == CrowdSettled(0, 2, 0, Suckers(0), Suckers(20), ())
    assert table.stacks == (990, 990)


def test_hg_3_a_snake_of_ones_own_saves_from_a_kick() -> None:
    table = crowd(2, snake_beats_kick="yes")
    table.say("stake 10", seat=0)
    table.say("stake 10", 1, 1, 1, 6, 3, seat=1)
    assert table.stacks == (1000, 990)


def test_hg_13_one_of_a_crowd_who_pushes_has_the_stake_back() -> None:
    """`push = restart` is for the lonely: the crowd's round is over."""
    table = crowd(1)
    table.say("stake 10", 8, 1, 1)
    assert table.told(CrowdRoll).fate == "snake"
    assert table.told(CrowdSettled).pushed == 1
    assert table.stacks == (1000,)


def window(**options: Any) -> Table:
    """Ann has 2-2 and Bob 3-3 against a Knee of 8; Cid has won."""
    table = crowd(**options)
    table.say("stake 10", seat=0)
    table.say("stake 10", seat=1)
    table.say("stake 10", 8, 2, 2, 3, 3, 4, 5, seat=2)
    return table


def test_hg_16_splits_are_decided_in_one_shared_window() -> None:
    table = window()
    assert table.told(CrowdWindow) == CrowdWindow(1, 0, 0, 2, 20)
    assert table.awaited == ()
    assert [table.offers(seat) for seat in range(3)] == [["split", "stand"], ["split", "stand"], []]


def test_hg_16_each_decides_in_any_order_and_the_last_closes_the_window() -> None:
    table = window()
    asked = table.asked
    assert table.say("split", 3, 2, seat=1) == (CrowdRoll(BOB, (3, 2), 8, "toppled", 30),)
    assert table.asked == asked
    table.say("stand", seat=0)
    assert table.told(CrowdRoll) == CrowdRoll(ANN, (2, 2), 4, "stood", -10)
    assert table.told(CrowdSettled).toppled == 2
    assert isinstance(table.state.phase, Over)


def test_hg_16_a_second_double_stays_in_the_window() -> None:
    table = window()
    assert table.say("split", 2, 2, seat=0) == (CrowdRoll(ANN, (2, 2), 6, "may-split", 0),)
    assert table.offers(0) == ["split", "stand"]


def test_hg_5_all_1_when_the_window_shuts_the_undecided_split_to_the_end() -> None:
    table = window()
    table.silence(2, 2, 1, 3, 6, 6)
    assert table.kinds() == ["CrowdRoll", "CrowdRoll", "CrowdSettled"]
    assert table.stacks == (1030, 990, 1030)


def test_auto_is_split_without_a_window() -> None:
    table = crowd(1)
    table.say("stake 10 auto", 8, 2, 2, 2, 2, 1, 3)
    assert table.kinds() == ["Kneed", "CrowdRoll", "CrowdSettled"]
    assert table.stacks == (1030,)


def test_hg_17_an_exact_split_in_the_window_and_silence_stands() -> None:
    table = crowd(2, split="exact")
    table.say("stake 10", seat=0)
    table.say("stake 10", 7, 3, 4, 2, 5, seat=1)
    table.say("split", 6, 1, seat=0)
    assert SplitExactly not in map(type, table.events)
    table.silence()
    assert table.stacks == (1020, 1030)


def test_hg_16_the_dice_of_a_crowd_are_told_to_their_owner_alone() -> None:
    table = window()
    told = [event for event in table.events if isinstance(event, PrivateEvent)]
    assert [event.to for event in told] == [ANN, BOB, CID]


def test_hg_16_the_result_is_told_in_two_lines_at_most() -> None:
    table = window()
    public = [event for event in table.events if not isinstance(event, PrivateEvent)]
    assert [type(event) for event in public] == [Kneed, CrowdWindow]
    table.silence(6, 6, 6, 6)
    public = [event for event in table.events if not isinstance(event, PrivateEvent)]
    assert [type(event) for event in public] == [CrowdSettled]


def test_the_best_five_are_named_the_highest_first() -> None:
    table = crowd(7)
    for seat in range(6):
        table.say(f"stake {10 + seat}", seat=seat)
    table.say("stake 99", 9, *(4, 5) * 7, seat=6)
    assert [won.amount for won in table.told(CrowdSettled).best] == [297, 45, 42, 39, 36]
    said = table.told(CrowdSettled).say()
    assert said.args["winners"] == 5


# A Giant who is a player


def test_hg_16_the_first_seat_is_the_giant_and_then_the_next() -> None:
    table = crowd(giant="player")
    assert (table.offers(0), table.offers(1)) == ([], ["stake"])
    assert crowd(giant="player", carry=Carry(ANN)).state.giant == BOB
    assert crowd(giant="player", carry=Carry(CID)).state.giant == ANN
    assert crowd(2, giant="player", carry=Carry(DAN)).state.giant == ANN


def test_hg_16_a_giant_who_is_a_player_covers_the_largest_pay_or_the_stake_is_refused() -> None:
    table = crowd(giant="player", stack=600)
    assert table.told(CrowdOpened).most == 100
    table.say("stake 100", seat=1)
    assert table.stacks == (100, 500, 600)
    with pytest.raises(Illegal) as caught:
        table.say("stake 21", seat=2)
    assert caught.value.reason.args["high"] == 20
    table.say("stake 20", 10, 4, 6, 5, 5, seat=2)
    assert table.stacks == (0, 1100, 700), "500 and 100 at 5:1"


def test_hg_16_a_giant_with_nothing_left_to_cover_starts_the_round() -> None:
    table = crowd(giant="player", stack=5)
    table.say("stake 1", 10, 1, 2, seat=1)
    assert table.stacks == (6, 4, 5)
    assert table.result.winners == ()


def test_hg_16_a_giant_who_leaves_is_rolled_for() -> None:
    table = crowd(giant="player")
    table.say("stake 10", seat=1)
    table.leave(0)
    table.say("stake 10", 7, 3, 4, 1, 2, seat=2)
    assert table.stacks == (1000 - 30 + 10, 1030, 990)


# Coming and going


def test_who_leaves_before_staking_is_not_waited_for() -> None:
    table = crowd(2)
    table.say("stake 10", seat=0)
    table.leave(1, 7, 4, 4)
    assert table.stacks == (1030, 1000)


def test_who_leaves_after_staking_is_rolled_for_without_a_window() -> None:
    table = crowd(2)
    table.say("stake 10", seat=0)
    table.leave(0)
    table.say("stake 10", 8, 2, 2, 3, 4, 4, 5, seat=1)
    assert table.kinds() == ["Kneed", "CrowdRoll", "CrowdRoll", "CrowdSettled"]
    assert table.stacks == (1030, 1030)


def test_who_leaves_in_the_window_splits_as_silence_would() -> None:
    table = window()
    table.leave(0, 2, 2, 1, 3)
    assert table.offers(0) == []
    assert table.offers(1) == ["split", "stand"]
    assert isinstance(table.state.phase, Splitting)


def test_who_has_no_sucker_looks_on() -> None:
    table = Table(0, 1000, mode="crowd")
    assert (table.offers(0), table.offers(1)) == ([], ["stake"])
    table.say("stake 10", 7, 3, 4, seat=1)
    assert table.stacks == (0, 1030)


def test_hg_16_five_hundred_seats_play_on_one_giant() -> None:
    options = GAME.options_from({"mode": "crowd"})
    assert GAME.seats(options)[-1] == 500
    dice = SeededDice(b"crowd", "g", b"")
    state, events = GAME.start(options, (Suckers(1000),) * 500, dice, None)
    for number in range(500):
        state, events = GAME.play(state, Seat(number), Stake(Suckers(10)), dice)
    assert dice.counts["giant"] == 1
    assert len({event.to for event in events if isinstance(event, PrivateEvent)}) == 500
    assert len([event for event in events if not isinstance(event, PrivateEvent)]) <= 2
    while GAME.asks(state) is not None:
        state, events = GAME.time_up(state, (), dice)
    view = GAME.view(state, SPECTATOR)
    assert sum(view.stacks) + view.bank == 500_000
    assert not any(isinstance(event, Snake) for event in events)
    assert {dice.counts[f"roll/seat{number}"] for number in range(500)} >= {1}
