"""Test whole rounds with any dice, stacks and bets against an independent count (`rogues_pots.py`)."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from rogues_pots import Pot, Rules, Settled, Trip, pots, settled, true_propositions
from rogues_table import Table, dealt

from games.kit.moves import Move
from games.kit.notation import write
from games.kit.seats import Seat
from games.rogues import GAME
from games.rogues.events import Fled, HasBet, HouseWins, MostSuckers, Revealed
from games.rogues.moves import Flee

rounds = settings(deadline=None, database=None)

# The independent count, by hand


def test_the_count_chip_by_chip_makes_the_side_pots_of_poker() -> None:
    assert pots({0: 30, 1: 70, 2: 150}, {0, 1, 2}) == (
        [Pot(90, frozenset({0, 1, 2})), Pot(80, frozenset({1, 2}))],
        {2: 80},
    )
    assert pots({0: 20, 1: 50, 2: 30}, {1, 2}) == ([Pot(80, frozenset({1, 2}))], {1: 20})
    assert pots({0: 20, 1: 0}, {0, 1}) == ([], {0: 20})
    assert pots({0: 30, 1: 90, 2: 50, 3: 90}, {0, 1, 3}) == (
        [Pot(120, frozenset({0, 1, 3})), Pot(140, frozenset({1, 3}))],
        {},
    )


def test_the_count_settles_a_round_worked_out_by_hand() -> None:
    """7 is closest to 6 and in for 10. 8 wins the part above from 9, and one more sucker is unmatched."""
    trips = [Trip(0, (3, 4), 2), Trip(1, (4, 4), 2), Trip(2, (4, 5), 2)]
    found = settled(trips, 6, Rules(10), 60, {0: 10, 1: 25, 2: 26})
    assert found == Settled({0: "toppled", 1: "toppled", 2: "toppled"}, {0: 0, 1: 0, 2: 0}, {2: 1, 0: 90, 1: 30}, 0, 0)


# A round of random play

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "pot": st.just("shared"),
        "snake": st.just("earlier_winners_paid"),
        "maw10": st.just("off"),
        "match": st.sampled_from(["one_player", "none"]),
        "raise_cap": st.sampled_from(["0", "10"]),
        "fearless": st.just("off"),
    },
)
FACES = st.sampled_from([1, 1, 2, 3, 4, 5, 6])


@st.composite
def begun(draw: st.DrawFn, betting: str) -> Table:
    """Return a table of two to six players with one to three dice each, and with any stacks."""
    count = draw(st.integers(2, 6))
    dice = [" ".join(str(draw(FACES)) for _ in range(draw(st.sampled_from([1, 2, 2, 3])))) for _ in range(count)]
    party = " ".join(str(draw(FACES)) for _ in range(2 * ((count + 1) // 2)))
    options: dict[str, Any] = {**draw(OPTIONS), "betting": betting}
    return dealt(
        *dice,
        giant=draw(st.integers(1, 10)),
        party=party,
        first=draw(st.integers(0, count - 1)),
        stacks=tuple(draw(st.integers(15, 70)) for _ in range(count)),
        carried=draw(st.sampled_from([0, 1, 7])),
        winner=tuple(draw(st.lists(st.integers(0, count - 1), max_size=1))),
        **options,
    )


class Round:
    """The notes of a spectator who sees all dice."""

    def __init__(self, table: Table) -> None:
        self.table, self.before = table, table.view()
        self.trips: dict[int, Trip] = {}
        self.bets = dict.fromkeys(range(len(self.before.stacks)), 0)
        self.stakes = dict(self.bets)

    def play(self, data: st.DataObject) -> None:
        """Play: most trip, then all possible lines are equally likely."""
        while self.table.awaited:
            seat = self.table.awaited[0]
            if seat in self.trips:
                self.bet(seat, data)
            else:
                self.declare(seat, data)

    def declare(self, seat: Seat, data: st.DataObject) -> None:
        if data.draw(st.integers(0, 4)) == 0:
            self.say(seat, "flee")
            return
        shown = [cup[0] for cup in self.table.shown if cup]
        if shown and data.draw(st.integers(0, 2)) == 0:
            self.say(seat, f"draw {data.draw(st.sampled_from(shown))}")
        view = self.table.view(seat)
        self.trips[seat] = Trip(seat, view.hand, len(view.hand) - len(view.rogues[seat].drawn))
        self.say(seat, "trip")

    def bet(self, seat: Seat, data: st.DataObject) -> None:
        moves = [move for offer in GAME.legal_moves(self.table.state, seat) for move in offer.examples()]
        move: Move = data.draw(st.sampled_from(moves), label=f"seat {seat}")
        if not isinstance(move, Flee):
            self.stakes[seat] += self.before.unit
        self.say(seat, write(move))

    def say(self, seat: Seat, line: str) -> None:
        self.table.say(seat, line)
        for event in self.table.events:
            if isinstance(event, HasBet):
                self.bets[event.seat] = event.amount
            if isinstance(event, Fled):
                self.trips.pop(event.seat, None)

    @property
    def in_play_order(self) -> list[Trip]:
        return [self.trips[seat] for seat in self.before.order if seat in self.trips]

    @property
    def rules(self) -> Rules:
        options = self.before.options
        maw = 10 if options.maw10 and len(self.before.order) > 2 else 11
        return Rules(maw, options.pot == "shared", options.snake == "earlier_winners_paid")

    def came_to(self, found: Settled, paid_in: dict[int, int]) -> None:
        """Check that the rules agree with the count."""
        revealed = self.table.told(Revealed)
        assert list(self.table.fates.items()) == [(trip.seat, found.fates[trip.seat]) for trip in self.in_play_order]
        assert {one.seat: one.lost for one in revealed.fates} == found.lost
        held, shares = self.in_the_pot("held"), self.in_the_pot("carried")
        for seat, stack in enumerate(self.before.stacks):
            got = found.paid.get(seat, 0) - held.get(seat, 0) + shares.get(seat, 0)
            assert self.table.stacks[seat] == stack - paid_in[seat] + got, seat
        self.is_held_where_one_is_left(held)
        if self.table.all_told(HouseWins):
            assert (self.table.pot, self.table.bank) == (0, self.before.bank + found.house + found.carried)
        elif self.table.all_told(MostSuckers):
            assert sum(shares.values()) == found.carried
            assert (self.table.pot, self.table.bank) == (0, self.before.bank + found.house)
        else:
            left = found.carried + sum(held.values())
            assert (self.table.pot, self.table.bank) == (left, self.before.bank + found.house)

    def in_the_pot(self, pot: str) -> dict[int, int]:
        return {seat: amount for (seat, of), amount in self.table.paid.items() if of == pot}

    def is_held_where_one_is_left(self, held: dict[int, int]) -> None:
        """FR-35: of the only person with dice, all except their own bets and the Den's pot."""
        before = {one.seat: one.cup for one in self.before.rogues}
        lost = {one.seat: one.lost for one in self.table.told(Revealed).fates}
        having = [seat for seat, cup in before.items() if cup > lost.get(seat, 0)]
        assert set(held) <= set(having if len(having) == 1 else ())
        for seat in having if len(having) == 1 else ():
            assert {of for (who, of) in self.table.paid if who == seat} <= {"held", "back", "den"}


@rounds
@given(data=st.data())
def test_every_circuit_of_thieves_pays_what_the_count_comes_to_fr_44(data: st.DataObject) -> None:
    played = Round(data.draw(begun("thieves")))
    giant = played.table.state.giant.reveal()
    played.play(data)
    if not played.trips:
        return
    found = settled(played.in_play_order, giant, played.rules, played.before.main, played.bets)
    played.came_to(found, played.bets)


@rounds
@given(data=st.data())
def test_every_liars_den_pays_what_the_count_comes_to_fr_54(data: st.DataObject) -> None:
    played = Round(data.draw(begun("liars")))
    giant = played.table.state.giant.reveal()
    played.play(data)
    if not played.trips:
        return
    view, den = played.table.view(), sum(played.stakes.values())
    said = [(one.seat, one.dice, one.face) for one in view.propositions]
    shown = [die for cup in view.cups for die in cup.shown]
    true = true_propositions(played.in_play_order, shown, said)
    main = played.before.main + (0 if true else den)
    none = dict.fromkeys(played.bets, 0)
    found = settled(played.in_play_order, giant, played.rules, main, none, view.snakes, view.tumbles)
    if true:
        best = said[true[-1]][0]
        found.paid[best] = found.paid.get(best, 0) + den
    played.came_to(found, played.stakes)


@rounds
@given(data=st.data())
def test_without_bets_the_pot_goes_where_the_count_puts_it_fr_27(data: st.DataObject) -> None:
    played = Round(data.draw(begun("none")))
    giant = played.table.state.giant.reveal()
    played.play(data)
    if played.trips:
        nothing = dict.fromkeys(played.bets, 0)
        played.came_to(settled(played.in_play_order, giant, played.rules, played.before.main, nothing), nothing)
