"""Test many against one Giant (HG-16): one Knee, a roll for each, one window for splits, and one or two lines
for all.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from halflings_table import Table

from games.halflings import GAME
from games.halflings.events import (
    Came,
    CannotCover,
    CannotStakeAgain,
    CrowdAgainst,
    CrowdDecided,
    CrowdFell,
    CrowdOpened,
    CrowdRoll,
    CrowdSettled,
    CrowdWindow,
    GiantFared,
    HandFell,
    Kick,
    Kneed,
    PassedOver,
    Snake,
    SplitExactly,
    Unstaked,
    Won,
)
from games.halflings.moves import Stake
from games.halflings.options import Pay
from games.halflings.state import Bar, Carry, Over, Splitting
from games.halflings.step import MOST_NAMED
from games.kit.codec import codec
from games.kit.contract import Illegal, PrivateEvent
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat
from games.kit.telling import Say, Who, say
from games.proof.seeded_dice import SeededDice

ANN, BOB, CID, DAN = (Seat(number) for number in range(4))


def crowd(seats: int = 3, *, stack: int = 1000, carry: Carry | None = None, **options: Any) -> Table:
    return Table(*(stack,) * seats, carry=carry, mode="crowd", **options)


def came(*dice: int, fate: str, net: int, kept: int = 0) -> Came:
    return Came((HandFell(kept, dice),), fate, net, up=net > 0)


def own(table: Table, seat: int) -> tuple[Say, ...]:
    """Return what `!hand` tells this seat."""
    return GAME.scene(GAME.view(table.state, Seat(seat))).own


def test_hg_16_the_giant_rolls_once_and_each_has_a_roll_of_their_own() -> None:
    table = crowd()
    assert table.told(CrowdOpened) == CrowdOpened()
    table.say("stake 10", seat=0)
    table.say("stake 20", seat=2)
    table.say("stake 30", 7, 3, 5, 5, 6, 1, 2, seat=1)
    assert table.events == (
        Kneed(7, "3:1"),
        CrowdSettled(
            *(1, 2, 0, Suckers(30), Suckers(50), (Won(ANN, Suckers(30)),)),
            (
                CrowdFell(ANN, came(3, 5, fate="toppled", net=30)),
                CrowdFell(BOB, came(1, 2, fate="kicked", net=-30)),
                CrowdFell(CID, came(5, 6, fate="eaten", net=-20)),
            ),
        ),
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
    unrolled = Came((), "unrolled", -10, up=False)
    rolls = CrowdFell(ANN, unrolled), CrowdFell(BOB, unrolled)
    assert table.told(CrowdSettled) == CrowdSettled(0, 2, 0, Suckers(0), Suckers(20), (), rolls)
    assert own(table, 0) == (say("scene-you-were-kicked", net=-10),)
    assert table.stacks == (990, 990)


def test_hg_3_a_snake_of_ones_own_saves_from_a_kick() -> None:
    table = crowd(2, snake_beats_kick="yes")
    table.say("stake 10", seat=0)
    table.say("stake 10", 1, 1, 1, 6, 3, seat=1)
    assert table.stacks == (1000, 990)


def test_hg_13_one_of_a_crowd_who_pushes_has_the_stake_back() -> None:
    """`push = restart` is for a single player; the crowd's round is over."""
    table = crowd(1)
    table.say("stake 10", 8, 1, 1)
    assert table.told(CrowdSettled).pushed == 1
    assert table.told(CrowdSettled).rolls == (CrowdFell(ANN, came(1, 1, fate="snake", net=0)),)
    assert table.stacks == (1000,)


def window(**options: Any) -> Table:
    """Return a table where Ann has 2-2 and Bob 3-3 against a Knee of 8, and Cid has won."""
    table = crowd(**options)
    table.say("stake 10", seat=0)
    table.say("stake 10", seat=1)
    table.say("stake 10", 8, 2, 2, 3, 3, 4, 5, seat=2)
    return table


def test_hg_16_splits_are_decided_in_one_shared_window() -> None:
    table = window()
    told = table.told(CrowdWindow)
    assert (told.toppled, told.lost, told.pushed, told.undecided, told.seconds) == (1, 0, 0, 2, 20)
    assert told.who == (ANN, BOB)
    assert told.rolls == (
        CrowdFell(ANN, came(2, 2, fate="may-split", net=0)),
        CrowdFell(BOB, came(3, 3, fate="may-split", net=0)),
        CrowdFell(CID, came(4, 5, fate="toppled", net=30)),
    )
    assert table.awaited == ()
    assert [table.offers(seat) for seat in range(3)] == [["split", "stand"], ["split", "stand"], []]


def test_hg_16_each_decides_in_any_order_and_the_last_closes_the_window() -> None:
    table = window()
    asked = table.asked
    bobs = came(3, 2, kept=3, fate="toppled", net=30)
    assert table.say("split", 3, 2, seat=1) == (CrowdDecided(BOB, split=True, came=bobs),)
    assert table.asked == asked
    table.say("stand", seat=0)
    assert table.kinds() == ["CrowdSettled"]
    assert table.told(CrowdSettled).toppled == 2
    assert table.told(CrowdSettled).rolls[:2] == (
        CrowdFell(ANN, came(2, 2, fate="kicked", net=-10)),
        CrowdFell(BOB, bobs),
    )
    assert isinstance(table.state.phase, Over)


def test_hg_16_a_second_double_stays_in_the_window() -> None:
    table = window()
    again = came(2, 2, kept=2, fate="may-split", net=0)
    assert table.say("split", 2, 2, seat=0) == (CrowdDecided(ANN, split=True, came=again),)
    assert table.offers(0) == ["split", "stand"]


def test_hg_5_all_1_when_the_window_shuts_the_undecided_split_to_the_end() -> None:
    table = window()
    table.silence(2, 2, 1, 3, 6, 6)
    assert table.kinds() == ["CrowdSettled"]
    assert table.stacks == (1030, 990, 1030)


def test_auto_is_split_without_a_window() -> None:
    table = crowd(1)
    table.say("stake 10 auto", 8, 2, 2, 2, 2, 1, 3)
    assert table.kinds() == ["Kneed", "CrowdSettled"]
    (fell,) = table.told(CrowdSettled).rolls
    assert fell.came == came(1, 3, kept=4, fate="toppled", net=30)
    assert table.stacks == (1030,)


def test_hg_17_an_exact_split_in_the_window_and_silence_stands() -> None:
    table = crowd(2, split="exact")
    table.say("stake 10", seat=0)
    table.say("stake 10", 7, 3, 4, 2, 5, seat=1)
    table.say("split", 6, 1, seat=0)
    assert SplitExactly not in map(type, table.events)
    table.silence()
    assert table.stacks == (1020, 1030)


def public(table: Table) -> list[str]:
    return [type(event).__name__ for event in table.events if not isinstance(event, PrivateEvent)]


def test_hg_16_the_page_for_players_says_how_many_are_named() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    assert MOST_NAMED == 8
    assert "up to eight are told by name" in " ".join(page.split())


@pytest.mark.parametrize("seats", [3, MOST_NAMED])
def test_hg_16_a_small_crowd_is_told_by_name_and_nothing_in_private(seats: int) -> None:
    """No roll is a secret against a public Knee, and not everybody can be told something alone."""
    table = crowd(seats)
    for seat in range(seats - 1):
        table.say("stake 10", seat=seat)
    table.say("stake 10", 8, *(2, 2), *(4, 5) * (seats - 1), seat=seats - 1)
    assert table.kinds() == ["Kneed", "CrowdWindow"]
    assert [fell.seat for fell in table.told(CrowdWindow).rolls] == list(range(seats))
    table.silence(6, 6)
    assert table.kinds() == ["CrowdSettled"]
    assert [fell.seat for fell in table.told(CrowdSettled).rolls] == list(range(seats))


def many(seats: int = MOST_NAMED + 1, *first: int, **options: Any) -> Table:
    """Return a large crowd whose first rolls fall like this against a Knee of 8; all others win by 4-5."""
    table = crowd(seats, **options)
    for seat in range(seats - 1):
        table.say(f"stake {10 + seat}", seat=seat)
    table.say("stake 99", 8, *(first or (2, 2)), *(4, 5) * (seats - 1), seat=seats - 1)
    return table


def test_hg_16_a_large_crowd_is_told_the_sums_in_two_lines_and_each_their_own_roll() -> None:
    table = many()
    assert public(table) == ["Kneed", "CrowdWindow"]
    assert [event.to for event in table.events if isinstance(event, PrivateEvent)] == list(range(MOST_NAMED + 1))
    window = table.told(CrowdWindow)
    assert (window.toppled, window.undecided, window.who, window.rolls) == (MOST_NAMED, 1, (ANN,), ())
    assert table.say("split", 2, 2, seat=0) == (CrowdRoll(ANN, (2, 2), 6, "may-split", 0),)
    table.say("split", 1, 3, seat=0)
    assert (public(table), table.events[0]) == (["CrowdSettled"], CrowdRoll(ANN, (1, 3), 8, "toppled", 30))
    assert table.told(CrowdSettled).rolls == ()


def test_hg_16_of_many_who_may_split_the_first_are_named_and_the_others_counted() -> None:
    table = crowd(40)
    for seat in range(39):
        table.say("stake 10", seat=seat)
    table.say("stake 10", 8, *(2, 2) * 40, seat=39)
    window = table.told(CrowdWindow)
    assert (window.who, window.undecided) == (tuple(range(MOST_NAMED)), 40)
    who = window.say().args["who"]
    assert "crowd-others" in repr(who)
    assert "32" in repr(who)


@pytest.mark.parametrize("seats", [3, MOST_NAMED + 1])
def test_hg_16_each_can_ask_for_their_own_roll_and_net(seats: int) -> None:
    """By `!hand`, in a small crowd and a large one, in the window and after the round."""
    table = crowd(seats)
    for seat in range(seats - 1):
        table.say("stake 10", seat=seat)
    assert own(table, 0) == (say("scene-you-staked", amount=10),)
    table.say("stake 10", 8, *(2, 2), *(5, 6), *(4, 5) * (seats - 2), seat=seats - 1)
    assert own(table, 0) == (say("scene-your-roll", dice="2-2", total=4),)
    assert own(table, 1) == (say("scene-your-result", came=came(5, 6, fate="eaten", net=-10).said()),)
    table.say("split", 2, 4, seat=0)
    assert own(table, 0) == (say("scene-your-result", came=came(2, 4, kept=2, fate="toppled", net=30).said()),)
    assert own(table, 2) == (say("scene-your-result", came=came(4, 5, fate="toppled", net=30).said()),)


def test_hg_16_who_staked_nothing_in_time_watches_and_holds_nobody_up() -> None:
    table = crowd(3)
    table.say("stake 10", seat=0)
    table.silence(8, 2, 2)
    assert (table.offers(1), table.offers(2), own(table, 1)) == ([], [], (say("you-watch"),))
    with pytest.raises(Illegal) as caught:
        table.say("split", seat=1)
    assert caught.value.reason.id == "you-watch"
    table.silence(6, 6)
    assert (table.stacks, own(table, 2)) == ((990, 1000, 1000), (say("you-watch"),))


def test_hg_16_who_is_settled_hears_so() -> None:
    table = window()
    for word in ("split", "stand"):
        with pytest.raises(Illegal) as caught:
            table.say(word, seat=2)
        assert caught.value.reason == say("settled-already", total=9, knee=8)


def test_hg_16_one_stake_a_round() -> None:
    table = crowd()
    table.say("stake 10", seat=0)
    with pytest.raises(Illegal) as caught:
        table.say("stake 20", seat=0)
    assert caught.value.reason == say("staked-already", amount=10)


def test_the_best_five_are_named_the_highest_first() -> None:
    table = crowd(13)
    for seat in range(12):
        table.say(f"stake {10 + seat}", seat=seat)
    table.say("stake 99", 9, *(4, 5) * 13, seat=12)
    assert [won.amount for won in table.told(CrowdSettled).best] == [297, 63, 60, 57, 54]
    said = table.told(CrowdSettled).say()
    assert said.args["winners"] == 5


# A player as the Giant


def test_hg_16_the_first_seat_is_the_giant_and_then_the_next() -> None:
    table = crowd(giant="player")
    assert (table.offers(0), table.offers(1)) == ([], ["stake"])
    assert crowd(giant="player", carry=Carry(ANN)).state.giant == BOB
    assert crowd(giant="player", carry=Carry(CID)).state.giant == ANN
    assert crowd(2, giant="player", carry=Carry(DAN)).state.giant == ANN


@pytest.mark.parametrize(
    ("last", "moved", "next_one"),
    [(BOB, (0, None, 1, 2), 1), (ANN, (None, 0, 1, 2), 0), (DAN, (0, 1, 2, None), 0), (CID, (None, 0, None, 1), 1)],
)
def test_hg_16_where_the_last_giant_leaves_it_is_the_turn_of_the_one_after_them(
    last: Seat, moved: tuple[int | None, ...], next_one: int
) -> None:
    carry = GAME.reseated(Carry(last), tuple(None if seat is None else Seat(seat) for seat in moved))
    assert crowd(sum(seat is not None for seat in moved), giant="player", carry=carry).state.giant == next_one


def test_hg_16_who_left_before_their_turn_keeps_it_and_gains_nothing_by_it() -> None:
    options, house = crowd(giant="player").state.options, crowd().state.options
    assert [GAME.turns_before(options, Carry(BOB), 3, seat) for seat in (ANN, BOB, CID)] == [1, None, 0]
    assert GAME.turns_before(house, Carry(None), 3, ANN) is None
    assert GAME.turns_before(options, Carry(None), 3, CID) == 2
    assert [GAME.place_in_turn(Carry(BOB), 2, turns) for turns in (0, 1, 5)] == [CID, ANN + 1, ANN + 1]
    assert GAME.place_in_turn(Carry(None), 2, 0) == ANN


@pytest.mark.parametrize("giant", range(4))
@pytest.mark.parametrize("leaves", range(4))
def test_hg_16_the_turn_of_who_leaves_and_comes_back_is_where_it_was(giant: int, leaves: int) -> None:
    """A person who leaves between two rounds and is back before the next keeps their place in the order of Giants."""
    options = crowd(giant="player").state.options
    people = ["ann", "bob", "cid", "dan"]
    turns = GAME.turns_before(options, Carry(Seat(giant)), 4, Seat(leaves))
    if turns is None:
        assert leaves == giant
        return
    others = [one for one in people if one != people[leaves]]
    last = Seat(others.index(people[giant]))
    place = GAME.place_in_turn(Carry(last), 3, turns)
    back = [*others[:place], people[leaves], *others[place:]]
    follow = back[back.index(people[giant]) + 1 :] + back[: back.index(people[giant])]
    assert follow == people[giant + 1 :] + people[:giant]


def test_hg_15_a_crowd_against_a_player_pays_even_unless_told_otherwise() -> None:
    assert GAME.options_from({"mode": "crowd", "giant": "player"}).pay is Pay.EVEN
    assert GAME.options_from({"mode": "crowd"}).pay is Pay.RULEBOOK
    assert GAME.options_from({"mode": "crowd", "giant": "player", "pay": "banker"}).pay is Pay.BANKER


def test_hg_16_a_giant_who_is_a_player_covers_the_largest_pay_or_the_stake_is_refused() -> None:
    table = crowd(giant="player", stack=600, pay="rulebook")
    assert table.told(CrowdAgainst) == CrowdAgainst(ANN, Suckers(600), 2)
    table.say("stake 60", seat=1)
    assert table.stacks == (300, 540, 600)
    with pytest.raises(Illegal) as caught:
        table.say("stake 61", seat=2)
    assert caught.value.reason == say("giant-shares", giant=Who(ANN), has=600, high=60, pays="5:1", others=2)
    table.say("stake 60", 10, 4, 6, 5, 5, seat=2)
    assert table.stacks == (0, 900, 900), "300 each at 5:1"
    assert table.told(GiantFared) == GiantFared(ANN, 600, up=False, next=(BOB,))


def test_hg_15_one_stake_cannot_shut_the_others_out() -> None:
    """Each covers an equal share of the Giant's stack when staking opened, whatever the first stake was."""
    table = crowd(5, giant="player", stack=100)
    assert GAME.view(table.state, BOB).most == 25
    for seat in (1, 2, 3):
        table.say("stake 25", seat=seat)
    assert GAME.view(table.state, DAN).most == 0
    assert GAME.view(table.state, Seat(4)).most == 25
    table.leave(0)
    assert GAME.view(table.state, Seat(4)).most == 25


def test_hg_15_a_share_is_a_stake_of_1_at_least_as_long_as_the_giant_covers_it() -> None:
    table = crowd(8, giant="player", stack=12, pay="rulebook")
    assert GAME.view(table.state, BOB).most == 1
    table.say("stake 1", seat=1)
    table.say("stake 1", 10, 1, 2, 1, 2, seat=2)
    assert table.stacks == (14, 11, 11, *(12,) * 5), "2 are left, and a third stake of 1 may win 5: the Giant begins"


def test_hg_15_who_cannot_stake_hears_why_with_the_numbers() -> None:
    table = Table(12, 50, 50, 0, mode="crowd", giant="player", pay="rulebook")
    table.say("stake 1", seat=1)
    refused = {0: say("giant-stakes-nothing"), 1: say("staked-already", amount=1), 3: say("nothing-to-stake")}
    for seat, reason in refused.items():
        with pytest.raises(Illegal) as caught:
            table.say("stake 1", seat=seat)
        assert caught.value.reason == reason
    with pytest.raises(Illegal) as caught:
        table.say("stake 2", seat=2)
    assert caught.value.reason == say("giant-shares", giant=Who(ANN), has=12, high=1, pays="5:1", others=3)


def test_hg_15_a_giant_who_can_cover_no_stake_is_passed_over() -> None:
    table = Table(4, 0, 50, 50, mode="crowd", giant="player", pay="rulebook")
    assert table.events[0] == PassedOver((ANN, BOB), 0, Suckers(5))
    assert table.told(CrowdAgainst).giant == CID


def test_hg_15_a_crowd_that_nobody_can_be_the_giant_of_does_not_begin() -> None:
    options = GAME.options_from({"mode": "crowd", "giant": "player", "pay": "rulebook"})
    assert GAME.held_up_by(options, None, (Suckers(4), Suckers(0), Suckers(4))) == (ANN, BOB, CID)
    assert GAME.held_up_by(options, None, (Suckers(0), Suckers(0), Suckers(900))) == (ANN, BOB)
    assert GAME.held_up_by(options, None, (Suckers(0), Suckers(1), Suckers(5))) == ()
    house = GAME.options_from({"mode": "crowd"})
    assert GAME.held_up_by(house, None, (Suckers(0), Suckers(0))) == (ANN, BOB)
    assert GAME.held_up_by(house, None, (Suckers(0), Suckers(1))) == ()


def exact(*stacks: int, **options: str) -> Table:
    """Return a table where Bob and Cid hit a Knee of 7 exactly, and Ann is the Giant."""
    table = Table(*stacks, mode="crowd", giant="player", split="exact", **options)
    table.say("stake 10", seat=1)
    table.say("stake 10", 7, 3, 4, 2, 5, seat=2)
    return table


def test_hg_17_the_cover_of_a_second_stake_is_what_the_knee_pays() -> None:
    """Of the 100 beside the stakes 30 stay there; 30 more of the rest cover one second stake."""
    table = exact(100, 1000, 1000, pay="rulebook")
    assert table.stacks[0] == 40
    table.say("split", 6, 1, seat=1)
    assert table.told(CrowdDecided).came == Came((HandFell(0, (3, 6)), HandFell(0, (4, 1))), "several", 20, up=True)
    assert table.stacks[0] == 40 - 30 + 30 + 10


def test_hg_17_a_second_stake_that_the_giant_cannot_cover_any_more_is_not_offered() -> None:
    """It used to put the Giant's stack below zero."""
    table = exact(100, 1000, 1000, pay="rulebook")
    assert (table.offers(1), table.offers(2)) == (["split", "stand"], ["split", "stand"])
    table.say("split", 6, 5, seat=1)
    assert (table.stacks[0], table.offers(2)) == (10, ["stand"])
    with pytest.raises(Illegal) as caught:
        table.say("split", seat=2)
    assert caught.value.reason == Bar(True, Suckers(30), Suckers(10)).said()
    table.silence()
    assert table.stacks == (10, 1060, 1030)


@pytest.mark.parametrize("seats", [3, MOST_NAMED + 1])
def test_hg_15_who_cannot_split_hears_why(seats: int) -> None:
    """Bob has no second stake. In a large crowd he is told alone, in a small one with all."""
    table = Table(1000, 15, *(1000,) * (seats - 2), mode="crowd", giant="player", split="exact")
    for seat in range(1, seats - 1):
        table.say("stake 10", seat=seat)
    table.say("stake 10", 7, 3, 4, *(5, 3) * (seats - 2), seat=seats - 1)
    bar = Bar(False, Suckers(10), Suckers(5))
    if seats > MOST_NAMED + 1:
        assert table.told(CrowdRoll).bars == (bar,)
    else:
        assert table.told(CannotStakeAgain) == CannotStakeAgain(BOB, Suckers(10), Suckers(5))
    assert own(table, 1)[-1] == bar.said()


def test_hg_15_a_giant_without_a_cover_is_named_to_who_cannot_split() -> None:
    table = exact(20, 1000, 1000)
    assert table.events[1:3] == tuple(CannotCover(seat, ANN, Suckers(10), Suckers(0)) for seat in (BOB, CID))
    assert table.stacks == (0, 1010, 1010)


def test_hg_17_what_the_others_lose_covers_a_second_stake() -> None:
    """In any order of falls, since pairs that may be split are judged last."""
    table = Table(20, 1000, 1000, mode="crowd", giant="player", split="exact")
    table.say("stake 10", seat=1)
    table.say("stake 10", 7, 3, 4, 1, 2, seat=2)
    assert table.told(CrowdWindow).who == (BOB,)


def test_hg_16_a_giant_who_leaves_is_rolled_for() -> None:
    table = crowd(giant="player", pay="rulebook")
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
    table.say("stake 10", 8, 2, 2, 4, 5, 3, 4, seat=1)
    assert table.kinds() == ["Kneed", "CrowdSettled"]
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
    assert all(GAME.scene(GAME.view(state, Seat(number))).own for number in range(500))
    assert {dice.counts[f"roll/seat{number}"] for number in range(500)} >= {1}


# One round after the other


@pytest.mark.parametrize(("given", "seconds"), [({}, 20), ({"crowd_seconds": "40"}, 40), ({"next": "host"}, None)])
def test_hg_16_rounds_follow_one_another_or_the_host_begins_each(given: dict[str, str], seconds: int | None) -> None:
    table = crowd(1, **given)
    table.say("stake 10", 7, 4, 5)
    assert table.result.next_after == seconds


def test_hg_16_other_games_are_begun_by_somebody() -> None:
    table = Table()
    table.say("stake 10 auto", 7, 4, 5)
    assert table.result.next_after is None


def test_f22_a_round_that_began_under_the_rules_before_is_played_to_its_end() -> None:
    """Its stored form names no hands, and the new words do not need them."""
    table = window()
    stored = re.sub(rb',"(hands":\[\[|fallen":\[)[^}]*?\](?=\})', b"", codec(GAME).encode(table.state))
    assert b"fallen" not in stored
    assert b"toppled" not in stored
    table.state = codec(GAME).state(stored)
    assert own(table, 2) == ()
    table.silence(6, 6, 6, 6)
    (anns, _, cids) = table.told(CrowdSettled).rolls
    assert (anns.came.hands, cids.came) == ((HandFell(2, (6, 6)),), Came((), "untold", 30, up=True))
