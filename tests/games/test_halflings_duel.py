"""Test one player as the Giant (HG-15): both stake, `pay = even`, and the Giant's seat passes on."""

import pytest
from halflings_table import Table

from games.halflings import GAME
from games.halflings.events import (
    CannotCover,
    CutShort,
    DuelRound,
    GiantStays,
    Kicked,
    Kneed,
    PassedOver,
    RoundPassed,
    Snake,
    Staked,
    Toppled,
)
from games.halflings.options import Pay
from games.halflings.state import Carry
from games.kit.contract import Illegal
from games.kit.money import Suckers
from games.kit.seats import SPECTATOR, Seat
from games.kit.telling import Who, say
from games.proof.seeded_dice import SeededDice

ANN, BOB = Seat(0), Seat(1)


def duel(*stacks: int, carry: Carry | None = None, **options: str) -> Table:
    return Table(*(stacks or (1000, 1000)), carry=carry, mode="duel", **options)


def test_hg_15_a_duel_pays_even_unless_told_otherwise() -> None:
    assert GAME.options_from({"mode": "duel"}).pay is Pay.EVEN
    assert GAME.options_from({"mode": "duel", "pay": "rulebook"}).pay is Pay.RULEBOOK


def test_hg_15_the_second_seat_is_the_giant_first() -> None:
    table = duel()
    assert table.events == (DuelRound(BOB, ANN, Suckers(100)),)
    assert table.awaited == (ANN,)
    assert table.offers(1) == []


def test_hg_15_both_stake_and_the_winner_takes_both() -> None:
    table = duel()
    assert table.say("stake 50") == (Staked(ANN, Suckers(50)),)
    assert (table.stacks, table.state.pot) == ((950, 950), 100)
    assert table.awaited == (BOB,)
    assert table.say("roll", 7, seat=1) == (Kneed(7, "1:1"),)
    table.say("roll", 3, 5)
    assert table.told(Toppled).won == 50
    assert table.stacks == (1050, 950)


def test_hg_15_the_giant_takes_the_stake_of_the_kicked() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 1, seat=1)
    assert table.told(Kicked).lost == 50
    assert table.stacks == (950, 1050)


def test_hg_15_a_kick_counts_for_who_wins_in_the_end() -> None:
    """It used to be forgotten: the Giant of a Kick was not a winner."""
    table = duel()
    table.say("stake 50")
    table.say("roll", 1, seat=1)
    table.silence()
    assert (table.result.ended, table.result.winners, table.stacks) == ("settled", (BOB,), (950, 1050))


def test_hg_15_the_giants_seat_passes_on_after_each_round() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 1, seat=1)
    assert table.told(DuelRound) == DuelRound(ANN, BOB, Suckers(100))
    assert (table.awaited, table.offers(0), table.offers(1)) == ((BOB,), [], ["stake"])


def test_hg_18_the_roll_that_ends_the_first_round_lies_there_until_the_second_stake() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 7, seat=1)
    table.say("roll", 3, 5)
    shown = GAME.view(table.state, SPECTATOR)
    assert (shown.giant, shown.giants_die, shown.settled[0].hands[0].dice) == (BOB, 7, (3, 5))
    assert table.awaited == (BOB,)
    table.say("stake 20", seat=1)
    assert GAME.view(table.state, SPECTATOR).giant == ANN


def test_hg_18_a_duel_is_two_stakes_each_player_the_giant_once() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 1, seat=1)
    table.say("stake 20", seat=1)
    table.say("roll", 5, seat=0)
    table.say("roll", 6, 4, seat=1)
    assert (table.result.ended, table.result.winners, table.stacks) == ("settled", (BOB,), (930, 1070))
    assert GAME.carried(table.state) == Carry(ANN)


def test_hg_18_equal_rounds_have_no_winner() -> None:
    table = duel()
    for halfling, giant in ((0, 1), (1, 0)):
        table.say("stake 50", seat=halfling)
        table.say("roll", 1, seat=giant)
    assert (table.result.winners, table.stacks) == ((), (1000, 1000))


def test_hg_15_the_next_duel_goes_on_with_the_next_giant() -> None:
    assert duel(carry=Carry(ANN)).told(DuelRound).giant == BOB
    assert duel(carry=Carry(BOB)).told(DuelRound).giant == ANN


@pytest.mark.parametrize(("pay", "stake", "cover"), [("even", 7, 7), ("rulebook", 7, 35), ("banker", 7, 35)])
def test_hg_16_the_giant_covers_the_largest_pay(pay: str, stake: int, cover: int) -> None:
    table = duel(pay=pay)
    table.say(f"stake {stake}")
    assert table.stacks == (1000 - stake, 1000 - cover)
    table.say("roll", 2, seat=1)
    table.say("roll", 1, 2)
    won = table.told(Toppled).won
    assert table.stacks == (1000 + won, 1000 - won)


@pytest.mark.parametrize(("pay", "most"), [("even", 12), ("rulebook", 2), ("banker", 2)])
def test_hg_16_a_stake_the_giant_cannot_cover_is_refused(pay: str, most: int) -> None:
    table = duel(1000, 12, pay=pay)
    assert table.told(DuelRound).most == most
    with pytest.raises(Illegal) as caught:
        table.say(f"stake {most + 1}")
    assert caught.value.reason.args["high"] == most
    table.say(f"stake {most}")


def test_hg_13_after_a_snake_the_giant_rolls_again() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 7, seat=1)
    table.say("roll", 1, 1)
    assert table.told(Snake).again
    assert (table.awaited, table.stacks) == ((BOB,), (950, 950))
    table.say("roll", 3, seat=1)
    table.say("roll", 2, 1)
    assert table.stacks == (1050, 950)


def test_only_the_giant_rolls_for_the_knee_and_only_the_halfling_after() -> None:
    table = duel()
    table.say("stake 50")
    with pytest.raises(Illegal) as caught:
        table.say("roll", seat=0)
    assert caught.value.reason.id == "not-your-turn"
    table.say("roll", 7, seat=1)
    with pytest.raises(Illegal):
        table.say("roll", seat=1)


def test_hg_5_the_halfling_alone_decides_a_split() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 8, seat=1)
    table.say("roll", 2, 2)
    assert (table.offers(0), table.offers(1)) == (["split", "stand"], [])
    table.say("split", 3, 4)
    assert table.stacks == (1050, 950)


def test_hg_17_an_exact_split_is_covered_by_the_giant_too() -> None:
    table = duel(split="exact")
    table.say("stake 50")
    table.say("roll", 7, seat=1)
    table.say("roll", 3, 4)
    table.say("split", 6, 6)
    assert table.stacks == (1100, 900)


def test_hg_17_what_the_giant_cannot_cover_is_not_split() -> None:
    table = duel(1000, 60, split="exact")
    table.say("stake 50")
    table.say("roll", 7, seat=1)
    table.say("roll", 3, 4)
    assert table.told(CannotCover) == CannotCover(ANN, BOB, Suckers(50), Suckers(10))
    assert table.stacks == (1050, 10)


def test_hg_15_once_the_knee_stands_the_giant_covers_what_it_pays_and_no_more() -> None:
    """Of 250 put beside 50 for a Knee of 10, a Knee of 3 leaves 50. The second stake takes 50 of the rest."""
    table = duel(1000, 250, split="exact", pay="rulebook")
    table.say("stake 50")
    assert table.stacks == (950, 0)
    table.say("roll", 3, seat=1)
    assert table.stacks == (950, 200)
    table.say("roll", 1, 2)
    table.say("split", 5, 4)
    assert table.stacks == (1100, 150)


def test_hg_15_after_a_snake_the_giant_covers_the_highest_pay_again() -> None:
    table = duel(1000, 250, pay="rulebook")
    table.say("stake 50")
    table.say("roll", 3, seat=1)
    table.say("roll", 1, 1)
    assert table.stacks == (950, 0)
    table.say("roll", 10, seat=1)
    table.say("roll", 4, 6)
    assert table.stacks == (1250, 0)


def test_all_1_silence_of_the_halfling_passes_the_round() -> None:
    table = duel()
    assert table.silence()[0] == RoundPassed(ANN)
    assert table.told(DuelRound).giant == ANN
    table.silence()
    assert table.result.ended == "no-stake"


def test_all_1_silence_of_the_giant_rolls_the_knee() -> None:
    table = duel()
    table.say("stake 50")
    assert table.silence(7) == (Kneed(7, "1:1"),)
    table.silence(4, 4)
    assert table.stacks == (1050, 950)


@pytest.mark.parametrize("leaver", [0, 1])
def test_who_leaves_before_the_stake_ends_the_duel(leaver: int) -> None:
    table = duel()
    table.leave(leaver)
    assert (table.result.ended, table.stacks) == ("left", (1000, 1000))


def test_hg_18_a_halfling_who_leaves_is_rolled_for_and_is_the_giant_of_the_second_round() -> None:
    table = duel()
    table.say("stake 50")
    assert table.leave(0) == ()
    table.say("roll", 8, 2, 2, 3, 4, seat=1)
    assert (table.kinds()[-3:], table.stacks) == (["Toppled", "DuelRound", "GiantStays"], (1050, 950))
    assert (table.awaited, table.offers(0), table.offers(1)) == ((BOB,), [], ["stake"])
    table.silence()
    assert (table.result.ended, table.result.winners, table.stacks) == ("settled", (ANN,), (1050, 950))


def test_a_giant_who_leaves_is_rolled_for_and_the_duel_ends_after_the_round() -> None:
    table = duel()
    table.say("stake 50")
    assert table.leave(1, 7) == (Kneed(7, "1:1"),)
    table.say("roll", 1, 1, 9)
    assert table.kinds() == ["Rolled", "Snake", "Kneed"]
    table.say("roll", 1, 2)
    assert (table.result.ended, table.stacks) == ("left", (950, 1050))


def test_who_leaves_as_the_halfling_of_the_second_round_keeps_what_the_first_brought() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 1, seat=1)
    table.leave(1)
    assert (table.result.ended, table.result.winners, table.stacks) == ("left", (BOB,), (950, 1050))


def test_hg_18_nobody_wins_and_leaves_before_being_the_giant() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 8, seat=1)
    table.say("roll", 6, 4)
    assert (table.leave(0), table.offers(1)) == ((GiantStays(ANN),), ["stake"])
    table.say("stake 100", 2, seat=1)
    table.say("roll", 1, 1, 3, seat=1)
    table.say("roll", 6, 2, seat=1)
    assert (table.result.ended, table.result.winners, table.stacks) == ("settled", (BOB,), (950, 1050))


def test_where_the_halfling_leaves_as_well_the_duel_is_over() -> None:
    table = duel()
    table.say("stake 50")
    table.say("roll", 1, seat=1)
    table.leave(0)
    table.leave(1)
    assert (table.result.ended, table.stacks) == ("left", (950, 1050))


def test_hg_15_without_a_sucker_on_one_side_the_duel_is_over_and_says_so() -> None:
    assert duel(1000, 0).result.ended == "broke"
    assert duel(0, 1000).result.ended == "broke"
    table = duel(50, 50)
    table.say("stake 50")
    table.say("roll", 1, seat=1)
    assert table.told(CutShort) == CutShort(ANN)
    assert (table.result.ended, table.stacks) == ("settled", (0, 100))


def test_hg_15_a_second_round_that_its_giant_cannot_cover_is_not_played_and_it_is_said() -> None:
    table = duel(7, 100, pay="rulebook")
    table.say("stake 4")
    table.say("roll", 1, seat=1)
    assert table.told(CutShort) == CutShort(ANN)
    assert table.stacks == (3, 104)


@pytest.mark.parametrize(
    ("stacks", "pay", "held_up"),
    [
        ((1000, 0), "even", (BOB,)),
        ((0, 1000), "even", (ANN,)),
        ((0, 0), "even", (ANN, BOB)),
        ((1, 1), "even", ()),
        ((4, 4), "rulebook", (ANN, BOB)),
        ((4, 5), "rulebook", ()),
    ],
)
def test_hg_15_a_duel_that_nobody_could_play_does_not_begin(
    stacks: tuple[int, int], pay: str, held_up: tuple[Seat, ...]
) -> None:
    options = GAME.options_from({"mode": "duel", "pay": pay})
    assert GAME.held_up_by(options, None, tuple(map(Suckers, stacks))) == held_up
    begun = GAME.start(options, tuple(map(Suckers, stacks)), SeededDice(b"", "", b""), None).state
    assert (GAME.result(begun) is None) == (not held_up), "who is not held up does play"
    assert all(stacks[seat] < GAME.least(options) for seat in held_up), "new chips are for those who hold it up"


def test_hg_15_who_cannot_cover_a_stake_is_passed_over_as_the_giant() -> None:
    table = duel(100, 3, pay="rulebook")
    assert table.events == (PassedOver((BOB,), 0, Suckers(5)), DuelRound(ANN, BOB, Suckers(3)))


def test_hg_15_a_stake_that_the_giant_cannot_cover_is_refused_with_the_numbers() -> None:
    table = duel(1000, 60, pay="rulebook")
    with pytest.raises(Illegal) as caught:
        table.say("stake 13")
    assert caught.value.reason == say("giant-covers", giant=Who(BOB), has=60, high=12, pays="5:1")
