"""Test who owns each sucker during a game and between two, and the checks of it in `simulate` (T35)."""

from typing import Any

import halflings_table
import headache_table
import pytest
from coins_moments import Chances, some_dice
from headache_phases import PHASES
from headache_table import BILL, JACK, PETE, at_the_method, at_the_rerolls, cups_lifted
from msgspec.structs import replace
from rogues_table import dealt, last_duel

from games.halflings import GAME as HALFLINGS
from games.halflings import Halflings
from games.headache import GAME as HEADACHE
from games.headache import Headache
from games.kit.contract import Result
from games.kit.money import Stacks, Suckers
from games.kit.owed import Owed
from games.kit.seats import Seat, all_seats
from games.lab.moment import Moment
from games.lab.owing import (
    called_off,
    each_keeps_what_is_theirs,
    each_sucker_has_an_owner,
    what_is_put_in_stays_ones_own,
    who_leaves_takes_from_nobody,
)
from games.rogues import GAME, Rogues
from games.rogues.state import Carry, Held, State

STACKS: Stacks = (Suckers(7), Suckers(0), Suckers(3))
WON = Carry((0, 2, 0), Suckers(49), Seat(1), (Seat(1),), 4, (), 4, (Held(Seat(1), Suckers(40)),))
"""The second of three is the last with dice: 40 of the pot are won, and 9 were carried over."""


def test_what_is_won_is_the_winners_whoever_leaves() -> None:
    assert list(each_keeps_what_is_theirs(GAME, WON, STACKS)) == []


class LeftInThePot(Rogues):
    """Forgets the owner of the pot and leaves it to those who stay, a fault that once took a pot from its winner."""

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        after = GAME.reseated(carry, seats)
        return carry_with(after, carry.pot)


class OwedToNobody(Rogues):
    def owed(self, held: State | Carry, stacks: Stacks) -> Owed:
        return Owed(stacks, pot=held.pot)


class LostWithTheLeaver(Rogues):
    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        return carry_with(GAME.reseated(carry, seats), Suckers(0), held=())


def carry_with(carry: Carry, pot: Suckers, **more: Any) -> Carry:
    return replace(carry, pot=pot, **more)


@pytest.mark.parametrize("faulty", [LeftInThePot, OwedToNobody, LostWithTheLeaver])
def test_between_two_games_a_fault_that_takes_it_from_its_owner_is_found(faulty: type[Rogues]) -> None:
    wrong = list(each_keeps_what_is_theirs(faulty(), WON, STACKS))
    assert wrong
    assert all(one.startswith("owed: ") for one in wrong)


# A round of Rogues (FR-17, FR-22, FR-35): three with 200 each, an ante of 10, matched by the House


def in_a_round(table: Any) -> tuple[tuple[int, ...], int, int]:
    owed = GAME.owed(table.state, (Suckers(200),) * 3)
    return owed.seats, owed.house, owed.pot


def test_who_flees_has_lost_the_ante_to_those_who_still_play_for_it_fr_22() -> None:
    table = dealt("3 4", "3 3", "2 4", giant=6)
    assert in_a_round(table) == ((200, 200, 200), 0, 0), "nothing is decided: antes go back, and the match"
    table.say(0, "flee")
    assert in_a_round(table) == ((190, 205, 205), 0, 0)
    table.say(1, "split")
    assert in_a_round(table) == ((190, 200, 210), 0, 0), "a split is not made where the round is void"


def test_who_leaves_has_lost_the_ante_and_a_trip_that_stands_is_still_theirs_fr_22() -> None:
    table = dealt("3 4", "3 3", "2 4", giant=6)
    table.say(0, "trip")
    table.leave(0)
    assert in_a_round(table) == ((200, 200, 200), 0, 0)
    table.leave(2)
    assert in_a_round(table) == ((205, 205, 190), 0, 0)


def test_a_bet_that_is_folded_is_lost_and_one_that_stands_is_not_fr_43() -> None:
    table = dealt("3 4", "3 3", "2 4", giant=6, betting="thieves").turns("trip", "trip", "trip", "bet 20", "call")
    assert in_a_round(table) == ((200, 200, 200), 0, 0)
    table.turns("raise 90", "flee")
    assert in_a_round(table) == ((215, 215, 170), 0, 0)


def test_a_round_that_ended_is_owed_as_it_was_paid() -> None:
    table = dealt("3 4", "3 3", "2 4", giant=6).turns("trip", "flee", "flee")
    assert in_a_round(table) == (table.stacks, table.bank, 0)


def test_the_pot_of_the_last_duel_goes_back_to_whom_it_was_won_by_or_into_the_series_fr_35() -> None:
    """Of 90 in the pot 40 are the last one's own, and 50 were carried over."""
    duel = last_duel(8)
    assert GAME.owed(duel.state, (Suckers(140), Suckers(50))) == Owed((Suckers(140), Suckers(50)), pot=Suckers(50))
    duel.say(0, "roll", 1, 2)
    assert GAME.owed(duel.state, (Suckers(140), Suckers(50))) == Owed((Suckers(100), Suckers(50)), 90)


def test_what_is_held_is_paid_once_fr_35() -> None:
    paid = GAME.paid(WON)
    assert GAME.owed(paid, GAME.owed(WON, STACKS).seats) == Owed((Suckers(7), Suckers(40), Suckers(3)), pot=Suckers(9))


# A game of Halflings & Giants (HG-15, HG-16)


def of_halflings(table: halflings_table.Table, *stacks: int) -> tuple[tuple[int, ...], int]:
    owed = HALFLINGS.owed(table.state, tuple(map(Suckers, stacks)))
    return owed.seats, owed.house


def test_a_roll_that_is_settled_is_won_or_lost_while_others_may_still_split_hg_16() -> None:
    """A Knee of 8: ann wins by 9, ben loses by 4, and cid may split 3-3."""
    table = halflings_table.Table(100, 100, 100, mode="crowd")
    for seat in range(2):
        table.say("stake 10", seat=seat)
    assert of_halflings(table, 100, 100, 100) == ((100, 100, 100), 0)
    table.say("stake 10", 8, 4, 5, 1, 3, 3, 3, seat=2)
    assert of_halflings(table, 100, 100, 100) == ((130, 90, 100), -20)
    table.leave(1)
    assert of_halflings(table, 100, 100, 100) == ((130, 90, 100), -20)


def test_of_a_duel_the_first_round_stands_and_the_cover_of_the_second_goes_back_hg_15() -> None:
    table = halflings_table.Table(100, 100, mode="duel")
    table.say("stake 10")
    table.say("roll", 4, seat=1)
    assert of_halflings(table, 100, 100) == ((100, 100), 0)
    table.say("roll", 4, 5)
    assert of_halflings(table, 100, 100) == ((110, 90), 0)
    table.say("stake 20", seat=1)
    assert (table.stacks, of_halflings(table, 100, 100)) == ((90, 70), ((110, 90), 0))


# A game of Headache (HA-31, HA-32, HA-37): five with 100 each


def of_headache(table: headache_table.Table, pot: int = 0) -> tuple[int, ...]:
    owed = HEADACHE.owed(table.state, (Suckers(100),) * 5)
    assert (owed.house, owed.pot) == (0, pot)
    return owed.seats


@pytest.mark.parametrize("phase", list(PHASES))
def test_until_the_cups_are_lifted_each_has_back_what_they_put_into_the_pot(phase: str) -> None:
    table = PHASES[phase]()
    seats = len(table.stacks)
    owed = HEADACHE.owed(table.state, (Suckers(100),) * seats)
    if not getattr(table.state.phase, "table", None) or not table.state.phase.table.sides:
        assert owed == Owed((Suckers(100),) * seats)
    assert sum(owed.seats) == 100 * seats


def test_who_leaves_has_lost_the_stake_to_the_others_ha_37() -> None:
    table = at_the_rerolls()
    table.say(BILL, "reroll", 16)
    table.leave(BILL)
    assert of_headache(table) == (102, 94, 102, 101, 101)


def test_who_has_no_die_when_the_cups_are_lifted_has_lost_the_stake_to_the_owners_ha_31() -> None:
    table = at_the_method("bill andy2, pete colin")
    assert of_headache(table) == (95, 108, 107, 95, 95)
    table = cups_lifted("bill andy2, pete colin", alliances="on")
    assert of_headache(table) == (100,) * 5, "they may ally yet"


def test_who_is_out_of_the_contest_has_lost_the_stake_to_those_still_in() -> None:
    """Bill has bought two dice for a sucker each, Pete and Jack one. Pete rolls lowest."""
    table = PHASES["contest"]()
    assert of_headache(table) == (95, 104, 103, 103, 95)
    table.say(PETE, "roll", 1)
    table.say(JACK, "roll", 5)
    assert of_headache(table) == (95, 108, 94, 108, 95)
    assert of_headache(PHASES["round-shown"]()) == (95, 108, 94, 108, 95), "as soon as the roll lies there"


# The checks, each on a game with a fault


def moment_of(game: Any, state: Any, stacks: Stacks) -> Moment:
    return Moment(game, state, all_seats(len(stacks)), frozenset(), Owed(stacks), some_dice, Chances())


class GivesAllBack(Halflings):
    """Forgets the winners while others might still split."""

    def owed(self, held: Any, stacks: Stacks) -> Owed:
        return HALFLINGS.owed(held, stacks) if isinstance(held, self.carry) else Owed(stacks)


class LosesAFold(Rogues):
    def owed(self, held: State | Carry, stacks: Stacks) -> Owed:
        owed = GAME.owed(held, stacks)
        return replace(owed, seats=tuple(min(stack, had) for stack, had in zip(owed.seats, stacks, strict=True)))


class PaysLeavers(Rogues):
    """Takes a leaver's refund from the others."""

    def owed(self, held: State | Carry, stacks: Stacks) -> Owed:
        owed = GAME.owed(held, stacks)
        if not isinstance(held, State) or not held.gone:
            return owed
        return replace(owed, seats=(Suckers(owed.seats[0] + 20), *(Suckers(one - 10) for one in owed.seats[1:])))


class TakesTheAntes(Rogues):
    """Leaves everybody's antes in the pot."""

    def owed(self, held: State | Carry, stacks: Stacks) -> Owed:
        if isinstance(held, State) and self.result(held) is None:
            pot = sum(stacks) - sum(held.stacks)
            return Owed(held.stacks, pot=Suckers(pot))
        return GAME.owed(held, stacks)


class NeverPaid(Rogues):
    def paid(self, carry: Carry) -> Carry:
        return carry


def test_what_is_owed_is_a_whole_and_no_less_than_what_lies_before_one() -> None:
    crowd = halflings_table.Table(100, 100, mode="crowd")
    crowd.say("stake 10", seat=0)
    crowd.say("stake 10", 8, 4, 5, 3, 3, seat=1)
    stacks = (Suckers(100),) * 2
    assert list(each_sucker_has_an_owner(moment_of(HALFLINGS, crowd.state, stacks))) == []
    assert len(list(each_sucker_has_an_owner(moment_of(GivesAllBack(), crowd.state, stacks)))) == 1
    rogues = dealt("3 4", "3 3", "2 4").turns("flee")
    stacks = (Suckers(200),) * 3
    assert list(each_sucker_has_an_owner(moment_of(GAME, rogues.state, stacks))) == []
    assert len(list(each_sucker_has_an_owner(moment_of(LosesAFold(), rogues.state, stacks)))) == 1


class WaitsForTheLast(Headache):
    """Begins no next game, and leaves an unwon pot in place."""

    def result(self, state: Any) -> Result | None:
        ended = HEADACHE.result(state)
        return None if ended is None else replace(ended, next_after=None)


def test_where_no_game_follows_by_itself_no_pot_is_left() -> None:
    carried, shared = headache_table.at_the_auction(), headache_table.at_the_auction(games="1")
    stacks = (Suckers(100),) * 5
    for table in (carried, shared):
        table.sell_all("")
        assert list(each_sucker_has_an_owner(moment_of(HEADACHE, table.state, stacks))) == []
        assert HEADACHE.owed(table.state, stacks).seats == table.stacks
    assert len(list(each_sucker_has_an_owner(moment_of(WaitsForTheLast(), carried.state, stacks)))) == 1


def test_who_leaves_takes_nothing_from_the_others() -> None:
    """The first leaves during their turn: a person who has put in 10 loses 10."""
    state, stacks = dealt("3 4", "3 3", "2 4").state, (Suckers(200),) * 3
    assert list(who_leaves_takes_from_nobody(moment_of(GAME, state, stacks))) == []
    assert len(list(who_leaves_takes_from_nobody(moment_of(PaysLeavers(), state, stacks)))) == 3


def test_what_is_put_in_is_ones_own_until_something_is_decided() -> None:
    state, began = dealt("3 4", "3 3", "2 4").state, Owed((Suckers(200),) * 3)
    assert list(what_is_put_in_stays_ones_own(GAME, began, state)) == []
    assert len(list(what_is_put_in_stays_ones_own(TakesTheAntes(), began, state))) == 1


def test_called_off_a_game_leaves_everybody_what_is_theirs_in_the_lobby_and_in_the_next_game() -> None:
    """The last duel is called off: its held amount is paid once, and the carried pot is dueled for again."""
    options = GAME.options_from({})
    began = GAME.owed(WON, STACKS)
    state = GAME.start(options, STACKS, some_dice(), WON).state
    assert list(called_off(GAME, options, WON, began, state, some_dice())) == []
    wrong = list(called_off(NeverPaid(), options, WON, began, state, some_dice()))
    assert wrong
    assert "called off, the table owes" in wrong[0]
