"""Test that Headache keeps its secrets in every phase: after a new deal nobody sees a difference, even by silence."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import get_args

import pytest
from cases import case
from headache_games import TABLES, whole_game
from headache_phases import PHASES
from headache_table import ANDY, BILL, COLIN, JACK, PETE, Table, at_a_lot, at_the_auction, at_the_votes
from msgspec.structs import replace
from playing import Opening, Position

from games.headache import GAME, resample
from games.headache.auction_events import CupLookedInto, CupOpened, CupsLifted
from games.headache.events import BagSeen, DieDrawn
from games.headache.options import DICE
from games.headache.state import (
    BlindBids,
    Choice,
    Declaring,
    Drawing,
    FistsOut,
    Ordering,
    Phase,
    State,
    Voting,
    WithTable,
)
from games.headache.state import (
    Table as Board,
)
from games.kit.contract import Event, PrivateEvent
from games.kit.dice import every
from games.kit.seats import SPECTATOR, Die, Seat, Spot
from games.lab.seen import Seen
from games.proof.seeded_dice import SeededDice
from potluck.testing.secrets import shown

each_table = pytest.mark.parametrize("name", TABLES)
DEALINGS = 3
"""How many times each position is dealt again."""


def position_of(table: Table) -> Position:
    opening = Opening(GAME, table.state.options, table.state.stacks, b"phase")
    return Position(opening, table.state, {}, frozenset(), {}, (None, ()))


# A new deal looks the same


def nobody_sees_a_difference(position: Position, number: int) -> None:
    """Check the seat's view, scene, legal moves and refusals, and the spectator's view and scene, to the last byte."""
    now = Seen(position.game, position.state, position.seats)
    onlooker = shown(now, SPECTATOR)
    for seat in position.seats:
        again = now.of(position.dealt_again(seat, number))
        assert shown(again, seat) == shown(now, seat)
        assert shown(again, SPECTATOR) == onlooker


@pytest.mark.parametrize("apart", [5, pytest.param(1, marks=pytest.mark.soak)])
@each_table
def test_dealt_again_at_positions_of_a_whole_game_it_looks_the_same(name: str, apart: int) -> None:
    for number, position in list(enumerate(whole_game(name)))[::apart]:
        nobody_sees_a_difference(position, number)


def test_dealt_again_in_each_phase_it_looks_the_same() -> None:
    for phase in PHASES:
        with case(phase):
            for number in range(DEALINGS):
                nobody_sees_a_difference(position_of(PHASES[phase]()), number)


def test_the_whole_games_come_through_every_phase_in_which_something_is_hidden() -> None:
    """Otherwise the tests above would prove little. Phases before the draw hide nothing, and have tests of
    their own.
    """
    visited = Counter(type(position.state.phase) for name in TABLES for position in whole_game(name))
    assert set(get_args(WithTable)) <= set(visited), visited
    assert [PHASES[name]().phase for name in PHASES] == list(PHASES)
    assert len(PHASES) + 1 == len(get_args(Phase)), "all but the end"


# A seat's deals are those that agree with everything it was told


def agrees(position: Position, dealing: tuple[Die, ...], seat: Seat) -> Iterator[bool]:
    """Yield whether this deal, in the order of the draws, agrees with what the seat was told."""
    table, bag = board(position.state), tuple(DICE)
    own = iter([number for number, drawn in enumerate(table.drawn) if drawn.cup.seat == seat])
    for event in position.told_to(seat):
        match event:
            case BagSeen(dice=dice):
                bag = dice
            case DieDrawn(die=die):
                number = next(own)
                yield dealing[number] == die
                if position.state.options.bag_peek:
                    yield sorted(dealing[number:]) == sorted(bag)
            case CupLookedInto(cup=at, die=die):
                yield dealing[table.cup(Spot(at.seat, at.index)).die] == die
            case _:
                pass


def board(state: State) -> Board:
    assert isinstance(state.phase, WithTable)
    return state.phase.table


def opened(name: str, upto: int) -> list[CupOpened]:
    """Return the cups opened in public so far in this game."""
    return [one for position in whole_game(name)[: upto + 1] for one in position.came[1] if isinstance(one, CupOpened)]


def dealt(state: State) -> tuple[Die, ...]:
    return tuple(drawn.die.reveal() for drawn in board(state).drawn)


@each_table
def test_every_dealing_agrees_with_all_that_the_seat_was_told(name: str) -> None:
    """The bags seen, the dice drawn, the dice looked at, and the dice shown."""
    checked = 0
    for at, position in enumerate(whole_game(name)):
        if not isinstance(position.state.phase, WithTable) or isinstance(position.state.phase, Drawing):
            continue
        lifted = bool(board(position.state).sides)
        for seat in position.seats:
            again = position.dealt_again(seat, at)
            assert all(agrees(position, dealt(again), seat))
            for one in opened(name, at):
                assert dealt(again)[board(again).cup(Spot(one.cup.seat, one.cup.index)).die] == one.die
            assert not lifted or dealt(again) == dealt(position.state)
            checked += 1
    assert checked > 100


@pytest.mark.parametrize("options", [{}, {"bag_peek": "off"}, {"draw": "random", "memory": "off"}], ids=str)
def test_all_dealings_that_agree_come_up_and_each_as_often(options: dict[str, str]) -> None:
    for seat in (ANDY, BILL, PETE, JACK, COLIN):
        with case(seat):
            all_dealings_come_up(seat, options)


def all_dealings_come_up(seat: Seat, options: dict[str, str]) -> None:
    """Compare all possible new deals with all orders of six dice that fit what was told."""
    table = at_the_auction(reveal="looks", **options)
    told = at_the_votes(**options).told_to(seat)
    table.sell("pete", "bill 3")
    told += table.told_to(seat)
    position = position_of(table)._replace(told={seat: tuple(told)})
    found = Counter(dealt(state) for _, state in every(lambda dice: GAME.resample(table.state, seat, dice)))
    expected = [dealing for dealing in permutations(DICE) if all(agrees(position, dealing, seat))]
    assert set(found) == set(expected)
    assert len(set(found.values())) == 1, "each as often as every other"


def test_who_drew_third_can_tell_the_two_before_from_the_three_after() -> None:
    """Pete saw the bag without the two dice of Andy and Bill: 2 x 1 ways there, 3 x 2 x 1 here."""
    table = at_the_votes()
    assert len({dealt(state) for _, state in every(lambda dice: GAME.resample(table.state, PETE, dice))}) == 2 * 6
    assert len({dealt(state) for _, state in every(lambda dice: GAME.resample(table.state, ANDY, dice))}) == 24


def test_where_nobody_saw_the_bag_all_that_is_not_ones_own_may_lie_anywhere() -> None:
    table = at_the_votes(bag_peek="off")
    assert len({dealt(state) for _, state in every(lambda dice: GAME.resample(table.state, PETE, dice))}) == 120


# Sealed votes and bids


def own_and_others(state: State, seat: Seat) -> tuple[object, tuple[object, ...]]:
    """Return what this seat has in the fist, and what the others have."""
    match state.phase:
        case Voting(slips=slips):
            fists: dict[Seat, object] = {one.seat: one.choice.reveal() for one in slips}
        case FistsOut(fists=hands) | Ordering(fists=hands) | Declaring(fists=hands) | BlindBids(fists=hands):
            fists = {one.seat: one.amount.reveal() for one in hands}
        case phase:
            raise AssertionError(phase)
    return fists.get(seat), tuple(fist for owner, fist in fists.items() if owner != seat)


@pytest.mark.parametrize("phase", ["voting", "fists-out", "ordering", "declaring", "blind-bids"])
def test_others_sealed_choices_are_dealt_anew_and_ones_own_stay(phase: str) -> None:
    """A sealed amount changes no shown stack. It lies between 0 and everything its owner has."""
    table = PHASES[phase]()
    dealings = [GAME.resample(table.state, ANDY, SeededDice(b"", str(number), b"")) for number in range(30)]
    others = {own_and_others(state, ANDY)[1] for state in dealings}
    assert len(others) > 5
    for seat in (ANDY, BILL):
        kept = {own_and_others(GAME.resample(table.state, seat, SeededDice(b"", "s", b"")), seat)[0] for _ in range(3)}
        assert kept == {own_and_others(table.state, seat)[0]}
    for state in dealings:
        assert (state.stacks, state.pot) == (table.state.stacks, table.state.pot)


def test_an_amount_that_was_shown_is_not_sealed_any_more() -> None:
    """Jack has shown his 4."""
    table = PHASES["declaring"]()
    for number in range(10):
        again = GAME.resample(table.state, ANDY, SeededDice(b"", str(number), b""))
        assert isinstance(again.phase, Declaring)
        assert [fist.amount.reveal() for fist in again.phase.fists if fist.seat == JACK] == [4]


def test_a_dealt_vote_is_one_that_could_have_been_cast() -> None:
    table = at_the_votes(stack="7")
    table.say(BILL, "vote 1 2")
    for number in range(100):
        _, (choice,) = own_and_others(GAME.resample(table.state, ANDY, SeededDice(b"", str(number), b"")), ANDY)
        assert isinstance(choice, Choice)
        assert 0 <= choice.amount <= 2
        assert choice.option in {"1", "2", "3", "4", "5"} or (choice.amount, choice.option) == (0, "none")


def test_a_dealt_bid_after_a_tie_is_no_less_than_the_tied_bids() -> None:
    table = at_a_lot(blind_tie="rebid")
    table.bids("bill 4, pete 4, jack 1")
    table.say(BILL, "bid 6")
    for number in range(100):
        _, (bid,) = own_and_others(GAME.resample(table.state, ANDY, SeededDice(b"", str(number), b"")), ANDY)
        assert isinstance(bid, int)
        assert 4 <= bid <= 95


# ALL-1: silence


TURNS_UP_A_DIE = (CupOpened, CupLookedInto, BagSeen, DieDrawn)
"""Events of a time-out that may differ: a cup is opened or a die drawn at random, from another bag."""


def heard(events: tuple[Event, ...], viewer: Seat) -> list[Event]:
    """Return what this seat hears of a time-out, before all cups are lifted."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, CupsLifted):
            break
        if not isinstance(event, TURNS_UP_A_DIE) and (not isinstance(event, PrivateEvent) or event.to == viewer):
            found.append(event)
    return found


def dice_dealt_again(position: Position, seat: Seat) -> State:
    """Return the position with other dice for the others, and the same secret choices."""
    state: State = position.state
    assert isinstance(state.phase, WithTable)
    return replace(
        state, phase=resample.dice_anew(state.options, state.phase, seat, position.other_dice().draw("resample"))
    )


def silence_is_the_same(position: Position) -> int:
    """Check silence for other dice of the others; return how many silences were checked."""
    ask, looked = GAME.asks(position.state), 0
    if ask is None or not isinstance(position.state.phase, WithTable):
        return 0
    for viewer in position.seats:
        again = dice_dealt_again(position, viewer)
        for silent in {ask.seats, tuple(seat for seat in ask.seats if seat != viewer)}:
            if ask.seats and not silent:
                continue
            steps = [GAME.time_up(state, silent, position.dice()) for state in (position.state, again)]
            events = [step.events for step in steps]
            assert heard(events[0], viewer) == heard(events[1], viewer)
            assert [type(event) for event in events[0]] == [type(event) for event in events[1]]
            looked += 1
    return looked


@each_table
def test_all_1_sealed_choices_kept_and_dice_dealt_again_the_clock_does_the_same(name: str) -> None:
    """To the last byte, unless the step opens a cup or draws a die."""
    assert sum(silence_is_the_same(position) for position in whole_game(name, "c")) > 200


def test_all_1_in_each_phase_silence_proves_nothing() -> None:
    for phase in PHASES:
        with case(phase):
            silence_is_the_same(position_of(PHASES[phase]()))
