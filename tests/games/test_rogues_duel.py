"""Test the last Halfling against the House: a standard round of Halflings & Giants for the carried pot."""

import pytest
from rogues_table import Table, dealt, last_duel

from games.kit.money import Suckers
from games.kit.seats import Seat
from games.rogues.events import (
    DuelKick,
    DuelOver,
    DuelRolled,
    FinalBegins,
    IsOut,
    Kept,
    Kneed,
    LastHalfling,
    MatchWon,
    MaySplit,
    SnakeEyes,
    Wagered,
)
from games.rogues.moves import Pick
from games.rogues.state import Carry


def over(table: Table) -> tuple[str, int, int]:
    """Return how it ended, the total, and the amount; the match ends either way."""
    told = table.told(DuelOver)
    assert told.seat == 0
    assert MatchWon(Seat(0)) in told.outcomes
    assert (table.awaited, table.result.next_after, any(table.carried.cups)) == ((), None, False)
    return told.how, told.total, told.amount


# The carried pot is the stake


def test_the_carried_pot_is_the_stake_and_the_giant_rolls_at_once_fr_35() -> None:
    table = last_duel(8)
    assert (table.told(FinalBegins).seat, table.told(FinalBegins).stake) == (0, 90)
    assert table.told(Kneed) == Kneed(8, "3:1")
    assert (table.awaited, table.offers(0), table.offers(1)) == ((0,), ["roll"], [])
    assert (table.stacks, table.pot, table.view().knee) == ((100, 50), 90, 8)


@pytest.mark.parametrize(
    ("giant", "pays", "won"),
    [(2, "1:1", 180), (3, "1:1", 180), (4, "2:1", 270), (6, "2:1", 270), (7, "3:1", 360), (9, "3:1", 360)],
)
def test_to_win_is_the_pot_and_what_the_knee_pays_fr_35(giant: int, pays: str, won: int) -> None:
    table = last_duel(giant)
    assert table.told(Kneed).pays == pays
    table.say(0, "roll", 4, 5)
    assert over(table) == ("toppled", 9, won)
    assert table.told(DuelOver).stake == 90
    assert (table.stacks, table.bank, table.pot) == ((100 + won, 50), 90 - won, 0)
    assert table.ended == ("final-won", (0,))


def test_to_lose_leaves_the_pot_to_the_house_fr_35() -> None:
    table = last_duel(8)
    table.say(0, "roll", 3, 4)
    assert over(table) == ("kicked", 7, 90)
    assert (table.stacks, table.bank, table.ended) == ((100, 50), 90, ("final-lost", ()))


def test_a_kick_loses_at_once_fr_35() -> None:
    table = last_duel(1)
    assert table.all_told(DuelKick)
    assert over(table)[0] == "kicked"
    assert (table.stacks, table.bank, table.ended) == ((100, 50), 90, ("final-lost", ()))


def test_who_has_no_suckers_left_plays_for_the_pot_too_fr_35() -> None:
    table = last_duel(4, stacks=(10, 50))
    table.say(0, "roll", 1, 3)
    assert table.stacks == (280, 50)


# The pot


def test_what_the_last_one_has_just_won_is_the_stake_and_is_not_paid_out_before_fr_35() -> None:
    """Rulebook: "for the entirety of the pot"."""
    table = dealt("5 6", "3 4", giant=7).turns("trip", "trip")
    assert (table.fates, table.paid) == ({0: "consumed", 1: "toppled"}, {(1, "held"): 40})
    assert (table.ended, table.stacks, table.pot) == (("won", (1,)), (190, 190), 40)
    duel = Table((8,), table.result.stacks, table.carried)
    assert (duel.told(FinalBegins), duel.stacks) == (FinalBegins(Seat(1), Suckers(40), Suckers(0)), (190, 190))
    duel.say(1, "roll", 4, 5)
    assert duel.stacks == (190, 190 + 160)


def test_what_was_carried_and_what_was_won_are_one_pot_fr_35() -> None:
    table = dealt("5 6", "3 4", giant=7, carried=31).turns("trip", "trip")
    assert (table.paid, table.pot, table.stacks) == ({(1, "held"): 71}, 71, (190, 190))


def test_bets_are_part_of_the_pot_and_what_nobody_matched_is_not_fr_35() -> None:
    table = dealt("5 6", "3 4", giant=7, betting="thieves", stacks=(60, 200)).turns("trip", "trip", "bet 80", "allin")
    assert table.paid == {(1, "held"): 40 + 100, (1, "back"): 30}
    assert (table.stacks, table.pot) == ((0, 140), 140)


def test_the_dens_pot_is_none_of_the_rounds_and_is_paid_out_fr_35() -> None:
    table = dealt("5 6", "3 4", giant=7, betting="liars").turns("trip", "trip", "count 2 4", "tumble")
    assert table.paid == {(1, "held"): 40, (1, "den"): 10}
    assert (table.stacks, table.pot) == ((185, 195), 40)


def test_what_another_won_of_the_pot_is_theirs_fr_35() -> None:
    """Ben has left, and his Trip, which still counts, ties."""
    table = dealt("5 6", "3 4", "3 4", giant=7).turns("trip", "trip")
    table.leave(1)
    table.turns("trip")
    assert table.paid == {(1, "main"): 30, (2, "held"): 30}
    assert (table.stacks, table.pot, table.carried.cups) == ((190, 220, 190), 30, (0, 0, 2))


def test_who_is_alone_because_the_others_cannot_pay_keeps_what_was_paid_fr_35() -> None:
    table = dealt("3 4", "2 3", giant=7, stacks=(10, 14)).turns("trip", "trip")
    assert [(one.seat, one.why, one.ante) for one in table.all_told(IsOut)] == [(1, "money", 5)]
    assert (table.told(LastHalfling).seat, table.paid, table.stacks) == (0, {(0, "main"): 40}, (40, 4))
    duel = Table((), table.result.stacks, table.carried)
    assert over(duel) == ("no-pot", 0, 0)
    assert (duel.stacks, duel.ended) == ((40, 4), ("no-final", (0,)))


def test_they_stake_a_carried_pot_alone_fr_35() -> None:
    """Three shared 61, and the odd sucker was carried over."""
    table = dealt("3 4", "3 4", "2 3", giant=7, carried=1, stacks=(10, 10, 14)).turns("trip", "trip", "trip")
    assert (table.stacks, table.pot) == ((30, 30, 4), 1)
    broke = Table((7,), (9, 30), Carry((2, 2), Suckers(1), Seat(0), (), 4))
    assert (broke.told(FinalBegins).seat, broke.told(FinalBegins).stake, broke.stacks) == (1, 1, (9, 30))


@pytest.mark.parametrize("stacks", [(100, 50), (0, 50)])
def test_without_a_pot_there_is_no_duel_and_the_match_is_won_fr_35(stacks: tuple[int, ...]) -> None:
    table = last_duel(carried=0, stacks=stacks)
    assert over(table) == ("no-pot", 0, 0)
    assert (table.stacks, table.bank, table.ended) == (stacks, 0, ("no-final", (0,)))


# By the option: a wager of one's own


def test_by_the_option_what_was_won_is_paid_out_before_fr_35() -> None:
    for final in ("wager", "skip"):
        table = dealt("5 6", "3 4", giant=7, final=final).turns("trip", "trip")
        assert (table.paid, table.stacks, table.pot) == ({(1, "main"): 40}, (190, 230), 0)


def test_by_the_option_a_carried_pot_is_the_stake_all_the_same_fr_35() -> None:
    table = last_duel(8, final="wager")
    assert (table.told(FinalBegins), table.stacks) == (FinalBegins(Seat(0), Suckers(90), Suckers(0)), (100, 50))


def test_by_the_option_one_may_wager_own_suckers_where_there_is_no_pot_fr_35() -> None:
    table = last_duel(carried=0, final="wager")
    assert table.told(FinalBegins) == FinalBegins(Seat(0), Suckers(0), Suckers(100))
    assert (table.awaited, table.offers(0)) == ((0,), ["stake"])
    assert [table.may(0, f"stake {amount}") for amount in (0, 1, 100, 101)] == [True, True, True, False]
    table.say(0, "stake 40", 10)
    assert table.told(Wagered) == Wagered(Seat(0), Suckers(40))
    assert table.told(Kneed) == Kneed(10, "5:1")
    assert (table.stacks, table.pot) == ((60, 50), 40)
    table.say(0, "roll", 5, 5)
    assert over(table) == ("toppled", 10, 240)
    assert table.stacks == (300, 50)


def test_a_wager_may_be_lost_fr_35() -> None:
    table = last_duel(carried=0, final="wager")
    table.say(0, "stake 100", 1)
    assert over(table)[0] == "kicked"
    assert (table.stacks, table.bank) == ((0, 50), 100)


@pytest.mark.parametrize("silent", [False, True])
def test_no_wager_ends_the_match_with_its_winner_fr_35(silent: bool) -> None:
    table = last_duel(carried=0, final="wager")
    if silent:
        table.silence()
    else:
        table.say(0, "stake 0")
    assert over(table)[0] == "no-stake"
    assert (table.stacks, table.bank, table.ended) == ((100, 50), 0, ("no-final", (0,)))


def test_with_nothing_to_wager_the_match_is_won_fr_35() -> None:
    table = last_duel(carried=0, final="wager", stacks=(0, 50))
    assert over(table) == ("no-pot", 0, 0)


@pytest.mark.parametrize(("carried", "how"), [(0, "no-pot"), (90, "skipped")])
def test_by_the_option_there_is_no_last_duel_fr_35(carried: int, how: str) -> None:
    table = last_duel(final="skip", carried=carried)
    assert over(table) == (how, 0, carried)
    assert (table.stacks, table.ended) == ((100 + carried, 50), ("no-final", (0,)))


# The House forfeits


def test_as_the_table_opens_the_house_never_forfeits_fr_37() -> None:
    pot = 2_000_000_000
    table = last_duel(10, carried=pot)
    assert (table.told(FinalBegins).stake, table.awaited) == (pot, (0,))
    table.say(0, "roll", 6, 4)
    assert (table.told(DuelOver).amount, table.bank) == (6 * pot, -5 * pot)


def test_above_its_limit_the_house_forfeits_and_the_pot_is_the_survivors_fr_37() -> None:
    table = last_duel(house_limit=89)
    assert over(table) == ("forfeited", 0, 90)
    assert (table.stacks, table.bank, table.ended) == ((190, 50), 0, ("no-final", (0,)))


def test_at_its_limit_the_house_plays_fr_37() -> None:
    assert last_duel(8, house_limit=90).told(FinalBegins).stake == 90


@pytest.mark.parametrize(("limit", "most"), [(0, 100), (30, 30), (500, 100)])
def test_nobody_wagers_more_than_the_house_plays_for_fr_37(limit: int, most: int) -> None:
    table = last_duel(carried=0, final="wager", house_limit=limit)
    assert table.told(FinalBegins).most == most
    assert [table.may(0, f"stake {amount}") for amount in (most, most + 1)] == [True, False]


# The roll


@pytest.mark.parametrize(("dice", "how"), [((4, 6), "toppled"), ((5, 6), "eaten"), ((6, 6), "eaten")])
@pytest.mark.parametrize("cups", [(2, 0), (2, 0, 0, 0)])
def test_the_maw_of_the_last_duel_is_11_and_12_fr_38(dice: tuple[int, int], how: str, cups: tuple[int, ...]) -> None:
    table = last_duel(10, cups=cups, stacks=(100,) * len(cups), maw10="on")
    table.say(0, "roll", *dice)
    assert over(table)[:2] == (how, sum(dice))


def test_a_knee_of_10_can_be_toppled_at_last_fr_38() -> None:
    table = last_duel(10)
    table.say(0, "roll", 5, 5)
    assert table.stacks == (100 + 6 * 90, 50)


def test_silence_rolls_fr_36() -> None:
    table = last_duel(8)
    table.silence(4, 5)
    assert over(table) == ("toppled", 9, 360)


@pytest.mark.parametrize("dice", [1, 2])
def test_with_two_dice_or_one_two_are_rolled_fr_36(dice: int) -> None:
    table = last_duel(8, cups=(dice, 0))
    table.say(0, "roll", 4, 5)
    assert (table.told(DuelRolled).dice, table.told(DuelRolled).total) == ((4, 5), 9)
    assert not table.told(DuelRolled).picks
    assert over(table)[0] == "toppled"


@pytest.mark.parametrize("fall", [(6, 2, 5), (6, 6, 2, 5), (1, 6, 2, 5, 1, 6)])
def test_with_more_dice_all_are_rolled_and_two_picked_fr_36(fall: tuple[int, ...]) -> None:
    table = last_duel(7, cups=(len(fall), 0))
    table.say(0, "roll", *fall)
    assert (table.told(DuelRolled).dice, table.told(DuelRolled).picks) == (fall, True)
    assert (table.awaited, table.offers(0), table.offers(1)) == ((0,), ["pick"], [])
    assert [table.may(0, f"pick {two}") for two in ("2 5", "5 2", "6 5", "3 5", "2", "2 2", "2 5 6")] == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    table.say(0, "pick 5 2")
    assert table.told(DuelRolled) == DuelRolled(Seat(0), (5, 2), 7, picks=False)
    assert over(table) == ("toppled", 7, 360)


def test_silence_picks_the_first_two_fr_36() -> None:
    """ALL-1: it does not consider their value."""
    table = last_duel(7, cups=(3, 0))
    table.say(0, "roll", 2, 1, 6)
    table.silence()
    assert over(table) == ("kicked", 3, 90)


def test_all_dice_that_were_rolled_lie_open_fr_36() -> None:
    table = last_duel(7, cups=(3, 0))
    table.say(0, "roll", 2, 1, 6)
    assert table.view().duel == (2, 1, 6)
    assert Pick.offered_openly


# A double that falls short


def test_a_double_that_falls_short_may_be_split_fr_36() -> None:
    table = last_duel(8)
    table.say(0, "roll", 3, 3)
    told = table.told(MaySplit)
    assert (told.seat, told.total, told.knee, told.keeps) == (0, 6, 8, 3)
    assert table.offers(0) == ["split", "stand"]
    table.say(0, "split", 2, 4)
    assert table.told(Kept) == Kept(Seat(0), 3, 8)
    assert table.told(DuelRolled).say().args["kept"] == 3
    assert over(table) == ("toppled", 9, 360)


def test_to_stand_on_it_loses_fr_36() -> None:
    table = last_duel(8)
    table.say(0, "roll", 3, 3)
    table.say(0, "stand")
    assert over(table) == ("kicked", 6, 90)


def test_silence_splits_it_fr_36() -> None:
    table = last_duel(8)
    table.say(0, "roll", 2, 2)
    table.silence(2, 2)
    assert table.told(Kept).kept == 2
    assert table.told(MaySplit).keeps == 4
    table.silence(3, 4)
    assert over(table) == ("eaten", 11, 90)


def test_a_double_that_wins_or_is_eaten_is_not_split_fr_36() -> None:
    for giant, dice in ((6, (3, 3)), (7, (6, 6))):
        table = last_duel(giant)
        table.say(0, "roll", *dice)
        assert over(table)[1] == sum(dice)


def test_a_picked_double_may_be_split_fr_36() -> None:
    table = last_duel(8, cups=(3, 0))
    table.say(0, "roll", 3, 1, 3)
    table.say(0, "pick 3 3")
    assert table.told(MaySplit).keeps == 3
    table.say(0, "split", 1, 4)
    assert over(table) == ("toppled", 8, 360)


def test_a_snake_scares_the_giant_away_and_it_is_rolled_anew_fr_36() -> None:
    table = last_duel(8)
    table.say(0, "roll", 1, 1, 3)
    assert table.told(SnakeEyes) == SnakeEyes(Seat(0))
    assert table.told(Kneed) == Kneed(3, "1:1")
    assert (table.offers(0), table.pot) == (["roll"], 90)
    table.say(0, "roll", 1, 2)
    assert over(table) == ("toppled", 3, 180)


def test_a_snake_may_be_picked_and_all_dice_are_rolled_again_fr_36() -> None:
    table = last_duel(10, cups=(3, 0))
    table.say(0, "roll", 1, 2, 1)
    table.say(0, "pick 1 1", 4)
    assert table.told(Kneed).knee == 4
    table.say(0, "roll", 6, 2, 2)
    table.say(0, "pick 2 2")
    assert over(table) == ("toppled", 4, 270)


def test_after_a_snake_the_giant_may_be_a_kick_fr_36() -> None:
    table = last_duel(10)
    table.say(0, "roll", 1, 1, 1)
    assert table.all_told(DuelKick)
    assert over(table)[0] == "kicked"


def test_the_last_duel_has_its_time() -> None:
    assert (last_duel(8).seconds, last_duel(8, duel_seconds=50).seconds) == (30, 50)
    assert last_duel(carried=0, final="wager").seconds == 30


def test_who_leaves_in_the_last_duel_does_what_silence_does() -> None:
    table = last_duel(8)
    table.leave(0, 4, 5)
    assert over(table) == ("toppled", 9, 360)
    wager = last_duel(carried=0, final="wager")
    wager.leave(0)
    assert wager.stacks == (100, 50)
    picking = last_duel(7, cups=(3, 0))
    picking.say(0, "roll", 3, 4, 6)
    picking.leave(0)
    assert over(picking) == ("toppled", 7, 360)


def test_who_is_out_and_leaves_changes_nothing() -> None:
    table = last_duel(8)
    table.leave(1)
    assert table.awaited == (0,)
