"""Test the checks of what others hear of a move, a silence and a leaving, each on a game that tells too much (T31)."""

# ruff: noqa: ARG002 - a faulty game takes what the contract gives it

from typing import Any

import coins
import pytest
from coins import Bid, Coins, State
from coins_moments import ANN, BEN, CID, SEATS, Chances, begun, found, moment, over, some_dice
from msgspec.structs import replace
from rogues_table import dealt

from games.halflings import GAME as HALFLINGS
from games.kit.board import Board, Piece, PieceKind
from games.kit.contract import Ask, Scene, Step
from games.kit.money import Suckers
from games.kit.moves import LegalMove
from games.kit.owed import Owed
from games.kit.seats import Seat
from games.kit.secret import Sealed, Secret
from games.kit.telling import say
from games.lab import invariants
from games.lab.moment import Moment
from games.rogues import GAME as ROGUES

# What a step tells others, and what it seals


class Announces(Coins):
    """Tells everybody of a bid, and names a person depending on the first coin."""

    def played(self, state: State, seat: Seat, move: Any, dice: Any) -> Step[State]:
        step = super().played(state, seat, move, dice)
        named = coins.HasBid(ANN if step.state.coins[0].reveal() else BEN)
        return Step(step.state, (named, *step.events)) if step.state.waiting else step

    def leave(self, state: State, seat: Seat, dice: Any) -> Step[State]:
        return self.played(state, seat, Bid(Suckers(0)), dice)

    def resample(self, state: State, seat: Seat, dice: Any) -> State:
        return replace(state, coins=(Secret(not state.coins[0].reveal()), *state.coins[1:]))


def test_a_move_by_which_another_dealing_is_known_is_found() -> None:
    told = found(invariants.a_move_tells_nothing_hidden, Announces(), None, 0, 0, 0, 0, 0, 2)
    assert [one.partition(" is told ")[0] for one in told] == ["secrets: when seat 0 plays Bid(amount=0), seat 2"]
    assert found(invariants.a_move_tells_nothing_hidden, Announces(), None, 1) == [], "one moment in three"


class AnnouncesAFist(Announces):
    """Names a person depending on the second seat's sealed choice."""

    def played(self, state: State, seat: Seat, move: Any, dice: Any) -> Step[State]:
        step = Coins.played(self, state, seat, move, dice)
        return Step(step.state, (coins.HasBid(ANN if step.state.fists[1][0].reveal() else BEN), *step.events))

    def resample(self, state: State, seat: Seat, dice: Any) -> State:
        first, (second,), third = state.fists
        return replace(state, fists=(first, (Sealed(Suckers(1 - second.reveal())),), third))


@pytest.mark.parametrize(("probe", "count"), [(0, 0), (1, 1)])
def test_what_others_have_sealed_is_the_same_or_another_by_turns(probe: int, count: int) -> None:
    state = coins.GAME.play(begun(), BEN, Bid(Suckers(1)), some_dice()).state
    by_move, by_leaving = (0, 0, 0, 0, 0, 2, probe), (0, 0, 2, probe)
    for check, chances in (
        (invariants.a_move_tells_nothing_hidden, by_move),
        (invariants.leaving_tells_nothing_hidden, by_leaving),
    ):
        at = moment(AnnouncesAFist(), state, *chances)
        assert len(list(check(at))) == count
        assert at.chance.asked[len(chances) - 1] == 2, "one time in two"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("probe", "among"), [(0, 5), (1, 2)])
def test_every_other_time_a_move_in_private_is_tried(probe: int, among: int) -> None:
    """Of five verbs for this hand, two are private."""
    state = dealt("3 4 5", "1 2").state
    at = Moment(ROGUES, state, SEATS[:2], frozenset(), Owed((Suckers(200),) * 2), some_dice, Chances((0, 0, probe)))
    assert list(invariants.a_move_tells_nothing_hidden(at)) == []
    assert at.chance.asked[:4] == [3, 2, 2, among]  # type: ignore[attr-defined]


def test_who_moves_plays_the_same_move_in_both_dealings() -> None:
    """Otherwise every bidder could tell one deal from the other by their own bid."""
    for viewer in SEATS:
        told = invariants.overheard_of_move(moment(), ANN, Bid(Suckers(5)), viewer, same_choices=False)
        assert list(told) == []


def test_of_a_move_in_private_another_amount_sounds_the_same() -> None:
    class Aloud(Coins):
        def played(self, state: State, seat: Seat, move: Any, dice: Any) -> Step[State]:
            step = super().played(state, seat, move, dice)
            return Step(step.state, (coins.HasBid(ANN if move.amount else BEN), *step.events))

    low = list(invariants.overheard_of_move(moment(Aloud()), ANN, Bid(Suckers(5)), CID, same_choices=False))
    assert [one.partition(" is told ")[0] for one in low] == ["secrets: when seat 0 plays Bid(amount=5), seat 2"]


def test_a_silence_by_which_another_dealing_is_known_is_found() -> None:
    told = found(invariants.silence_tells_nothing_hidden, Announces(), None, 0, 2)
    assert [one.partition(" is told ")[0] for one in told] == ["secrets: when seats (0, 1) are silent, seat 2"]
    assert found(invariants.silence_tells_nothing_hidden, Announces(), None, 1) == [], "one moment in six"
    assert found(invariants.silence_tells_nothing_hidden, Announces(), over()) == []


def test_where_the_viewer_alone_is_awaited_there_is_no_silence_to_hear() -> None:
    class Alone(Announces):
        def asks(self, state: State) -> Ask | None:
            return Ask("bid", (ANN,), 30)

    assert list(invariants.overheard_of_silence(moment(Alone()), ANN, same_choices=False)) == []
    assert list(invariants.overheard_of_silence(moment(Alone()), CID, same_choices=False)) != []
    assert list(invariants.overheard_of_silence(moment(Announces(), over()), CID, same_choices=False)) == []


class SealsByACoin(Coins):
    """The clock bids for silent people by the first coin."""

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Any) -> Step[State]:
        step = Step(state, ())
        for seat in seats:
            step = self.played(step.state, seat, Bid(Suckers(int(state.coins[0].reveal()))), dice)
        return Step(step.state, ())

    def resample(self, state: State, seat: Seat, dice: Any) -> State:
        return replace(state, coins=(Secret(not state.coins[0].reveal()), *state.coins[1:]))


def test_a_choice_that_silence_seals_by_what_is_hidden_is_found() -> None:
    """It will be opened one day (ALL-1)."""
    found_now = list(invariants.overheard_of_silence(moment(SealsByACoin()), CID, same_choices=True))
    assert found_now == ["secrets: the silence of (0, 1) seals another choice where other things are hidden"]
    assert list(invariants.overheard_of_silence(moment(SealsByACoin()), CID, same_choices=False)) == []
    for probe, count in ((0, 1), (1, 0)):
        at = moment(SealsByACoin(), None, 0, 2, probe)
        assert len(list(invariants.silence_tells_nothing_hidden(at))) == count
        assert at.chance.asked[2] == 2, "one time in two"  # type: ignore[attr-defined]
    assert list(invariants.overheard_of_silence(moment(), CID, same_choices=True)) == []


def test_what_is_turned_up_by_a_silence_may_seal_what_it_likes() -> None:
    class TurnsUp(SealsByACoin):
        def time_up(self, state: State, seats: tuple[Seat, ...], dice: Any) -> Step[State]:
            step = super().time_up(state, seats, dice)
            return Step(step.state, (coins.Opened(ANN, state.coins[0].reveal(), Suckers(0)),))

    both = invariants.pair(moment(TurnsUp()), CID, same_choices=True)
    assert list(invariants.chosen_by_silence(moment(TurnsUp()), both, (ANN, BEN))) == []


def test_a_leaving_by_which_another_dealing_is_known_is_found() -> None:
    told = found(invariants.leaving_tells_nothing_hidden, Announces(), None, 0, 0, 2)
    assert [one.partition(" is told ")[0] for one in told] == ["secrets: when seat 0 leaves, seat 2"]
    assert found(invariants.leaving_tells_nothing_hidden, Announces(), None, 1) == [], "one moment in twelve"
    assert found(invariants.leaving_tells_nothing_hidden, Announces(), None, 0, 0, 2, gone=frozenset({ANN})) == []
    assert found(invariants.leaving_tells_nothing_hidden, Announces(), over(), 0, 0, 2) == []


class Aloud(Bid, frozen=True, tag="aloud"):
    """A bid that everybody can read."""

    secret = False
    examples = ("aloud 7",)


def test_a_choice_that_is_sealed_by_an_open_move_is_found() -> None:
    class InTheOpen(Coins):
        moves = (Aloud,)

        def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
            return tuple(LegalMove(Aloud, one.fields) for one in super().legal_moves(state, seat))

    told = found(invariants.a_sealed_choice_is_made_in_private, InTheOpen())
    assert told == ["secrets: Aloud(amount=0) of seat 0 seals a choice, and is not secret"]
    assert found(invariants.a_sealed_choice_is_made_in_private, InTheOpen(), over()) == []


def test_what_others_have_sealed_before_is_not_sealed_by_an_open_move() -> None:
    state = coins.GAME.play(begun(), BEN, Bid(Suckers(1)), some_dice()).state
    assert list(invariants.sealed_by(moment(coins.GAME, state), ANN, Bid(Suckers(1)), Step(state, ()))) == []


def test_where_nothing_is_said_in_private_an_open_move_is_tried() -> None:
    """A hand of one die has no choices."""
    state = dealt("3", "1 2").state
    at = Moment(ROGUES, state, SEATS[:2], frozenset(), Owed((Suckers(200),) * 2), some_dice, Chances((0, 0, 1)))
    assert list(invariants.a_move_tells_nothing_hidden(at)) == []


def test_where_only_the_clock_is_awaited_its_silence_is_heard() -> None:
    class ClockByACoin(Announces):
        def asks(self, state: State) -> Ask | None:
            return Ask("bid", (), 30)

        def time_up(self, state: State, seats: tuple[Seat, ...], dice: Any) -> Step[State]:
            return self.played(state, ANN, Bid(Suckers(0)), dice)

    assert len(list(invariants.overheard_of_silence(moment(ClockByACoin()), CID, same_choices=False))) == 1


def test_where_nothing_is_hidden_nobody_listens() -> None:
    table = HALFLINGS.start(HALFLINGS.options_from({}), (Suckers(100),), some_dice(), None).state
    at = Moment(HALFLINGS, table, SEATS[:1], frozenset(), Owed((Suckers(100),)), some_dice, chances := Chances())
    for check in (
        invariants.a_move_tells_nothing_hidden,
        invariants.silence_tells_nothing_hidden,
        invariants.a_sealed_choice_is_made_in_private,
    ):
        assert list(check(at)) == []
    assert chances.asked == []


def test_a_board_that_is_not_sound_is_found_now_and_then() -> None:
    class Crooked(Coins):
        def scene(self, view: Any) -> Scene:
            beyond = Piece(PieceKind.DIE, "d6-1", -90, 0, 10, 10, says=say("a-die"))
            return Scene((), (), Board.of(20, (beyond,), say("a-board")))

    both = [found(invariants.the_board_is_sound, Crooked(), None, probe) for probe in (0, 1)]
    assert bool(both[0])
    assert both[1] == []


def test_two_dealings_have_the_same_choices_where_that_is_asked() -> None:
    state = coins.GAME.play(begun(), ANN, Bid(Suckers(5)), some_dice()).state
    kept, anew = (invariants.pair(moment(coins.GAME, state), CID, same_choices=same) for same in (True, False))
    assert kept.other.state.fists[0] == kept.state.state.fists[0]
    assert anew.other.state.fists[0] != anew.state.state.fists[0]
