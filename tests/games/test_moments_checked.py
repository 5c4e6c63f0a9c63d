"""Test the checks made after every move, each on a game with one fault, with the draws that find it.

The game is Coins: a coin under each cup, a bid in each fist.
"""

# ruff: noqa: ARG002 - a faulty game takes what the contract gives it

from collections.abc import Callable
from typing import Any

import coins
import pytest
from cases import case
from coins import Bid, Coins, State
from coins_moments import ANN, BEN, CID, TakesAll, begun, found, moment, over, some_dice
from msgspec import Struct
from msgspec.structs import replace
from rogues_table import dealt

from games.kit.board import Board, Piece, PieceKind
from games.kit.contract import Ask, Illegal, PrivateEvent, PublicEvent, Result, Scene, Step
from games.kit.money import Suckers
from games.kit.moves import LegalMove, OneOf, Order, Range, Some
from games.kit.seats import SPECTATOR, Seat, Spot
from games.kit.secret import Secret
from games.kit.telling import Say, say
from games.lab import invariants, outside
from games.rogues import GAME as ROGUES
from games.rogues.moves import Drop, Flee, Trip

# A sound game


def test_of_a_sound_game_no_check_finds_anything() -> None:
    for check in invariants.EVERY_MOVE:
        for state in [begun, over]:
            for first in range(6):
                with case(check, state, first):
                    assert found(check, coins.GAME, state(), first, 1, 1) == []


def test_a_check_that_a_game_makes_fail_is_a_finding_and_the_others_go_on() -> None:
    class Fails(Coins):
        def view(self, state: State, viewer: Any) -> Any:
            raise ValueError("no view")

    checks = (invariants.money_adds_up, invariants.who_is_awaited_can_act, invariants.the_end_is_told)
    wrong = list(invariants.broken(checks, moment(Fails())))
    assert [one.partition(":")[0] for one in wrong] == ["money_adds_up", "the_end_is_told"]


# Money (ALL-2)


class Tells(Coins):
    """Shows what its view is given."""

    def __init__(self, **shown: Any) -> None:
        self.shown = shown

    def view(self, state: State, viewer: Any) -> Any:
        return replace(super().view(state, viewer), **self.shown)


def test_stacks_pot_and_bank_add_up_and_none_is_below_zero() -> None:
    for shown, total, count in [
        ({}, 300, 0),
        ({}, 301, 1),
        ({"pot": 16}, 300, 1),
        ({"bank": 1}, 300, 1),
        ({"bank": 1}, 301, 0),
        ({"pot": -1}, 284, 1),
        ({"stacks": (-1, 191, 95)}, 300, 1),
        ({"stacks": (0, 190, 95)}, 300, 0),
        ({"stacks": (95, 190)}, 300, 1),
        ({"pot": 0, "stacks": (300, 0, 0)}, 300, 0),
    ]:
        with case(shown, total, count):
            assert len(found(invariants.money_adds_up, Tells(**shown), total=total)) == count


# Legal moves


def test_somebody_who_may_move_is_looked_for_round_the_table() -> None:
    state = coins.GAME.play(begun(), ANN, Bid(Suckers(1)), some_dice()).state
    for first, seat in ((0, BEN), (1, BEN), (2, CID)):
        someone = invariants.somebody_who_may_move(moment(coins.GAME, state, first))
        assert someone is not None
        assert someone[0] == seat
    assert invariants.somebody_who_may_move(moment(coins.GAME, state, 0), tries=1) is None
    assert invariants.somebody_who_may_move(moment(coins.GAME, over())) is None


def test_an_offer_that_is_refused_is_found() -> None:
    class Refuses(Coins):
        def play(self, state: Any, seat: Any, move: Any, dice: Any) -> Step[State]:
            raise Illegal(say("no"), rule="", legal=())

    assert "is offered to seat 0 and refused" in found(invariants.a_legal_move_is_played, Refuses())[0]


class Raised(Bid, frozen=True, tag="raised"):
    """A bid with a field that has its own value."""

    examples = ("raised 7",)

    again: bool = False


def test_an_offer_that_does_not_name_each_field_is_found() -> None:
    class Short(Coins):
        moves = (Bid, Raised)

        def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
            return (LegalMove(Raised, {"amount": Range(0, 9)}),)

    wrong = found(invariants.a_legal_move_is_played, Short())
    assert wrong == ["legal moves: an offer of raised names ['amount'], not each of its fields"]


def test_money_that_a_move_loses_is_found() -> None:
    class Loses(Coins):
        def played(self, state: State, seat: Seat, move: Any, dice: Any) -> Step[State]:
            step = super().played(state, seat, move, dice)
            return Step(replace(step.state, pot=Suckers(step.state.pot - 1)), step.events)

    (wrong,) = found(invariants.a_legal_move_is_played, Loses())
    assert wrong == "money: 299 suckers on the table, 300 were brought"


# Moves that are not offered


class Raises(Coins):
    def play(self, state: Any, seat: Any, move: Any, dice: Any) -> Step[State]:
        raise ValueError("what is this?")


class DrawsFirst(Coins):
    def play(self, state: Any, seat: Any, move: Any, dice: Any) -> Step[State]:
        dice.draw("coin").below(2)
        return super().play(state, seat, move, dice)


class AnswersByOthers(Coins):
    def play(self, state: Any, seat: Any, move: Any, dice: Any) -> Step[State]:
        raise Illegal(say("no"), rule="", legal=(LegalMove(Trip),))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (TakesAll(), "is not offered, yet played"),
        (Raises(), "not Illegal"),
        (DrawsFirst(), "is refused, but dice were drawn for it"),
        (AnswersByOthers(), "is answered by moves that are not legal"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_move_that_is_not_offered_is_refused_in_good_order(game: Coins, told: str) -> None:
    """Twice: by any seat, and by one that may move."""
    wrong = found(invariants.an_illegal_move_is_refused, game)
    assert [told in one for one in wrong] == [True, True]
    assert found(invariants.an_illegal_move_is_refused) == []


def test_near_misses_are_just_outside_of_what_is_offered_and_none_of_it() -> None:
    offer = LegalMove(Bid, {"amount": Range(2, 5)})
    near = [move.amount for move in outside.near_misses(coins.GAME, (offer,)) if isinstance(move, Bid)]
    assert near == [1, 6, 2.0, "5", True, None]
    assert outside.near_misses(coins.GAME, ()) == (Bid(Suckers(1)),)


def test_what_another_offer_covers_is_no_miss() -> None:
    low, high = LegalMove(Bid, {"amount": Range(0, 3)}), LegalMove(Bid, {"amount": Range(4, 9)})
    near = [move.amount for move in outside.near_misses(coins.GAME, (low, high)) if isinstance(move, Bid)]
    assert {4, 3} & {one for one in near if type(one) is int} == set()
    assert not outside.covered(Bid(Suckers(3)), low, (low, high))
    assert outside.covered(Bid(Suckers(4)), low, (low, high))
    assert not outside.covered(Bid(Suckers(10)), low, (low, high))


def test_verbs_that_are_not_offered_are_tried_as_well() -> None:
    state = dealt("3 4", "1 2").state
    near = outside.near_misses(ROGUES, ROGUES.legal_moves(state, BEN))
    assert Flee() in near
    assert Trip() in near
    assert not [one for one in near if isinstance(one, Drop) and one.die in {1, 2} and type(one.die) is int]


def test_outside_of_a_choice_lies_what_looks_like_it() -> None:
    for choice, looks_like_it in [
        (Range(2, 5), (1, 6, 2.0, "5", True, None)),
        (OneOf((3, 4, 5)), (3.0, 4.0, None)),
        (OneOf(("a", "b", "c")), ("a?", "b?", None)),
        (OneOf((True, False)), (1, 0, None)),
        (OneOf((Spot(ANN, 1),)), (Spot(ANN, 1001), None)),
        (OneOf(("a", "a?")), ("a??", None)),
        (Some((1, 2, 3), 2, 3), ((1,), (1,) * 1, (None, None), [1, 2], None)),
        (Some((1, 2), 0, 1), ((1,), (None,), [], None)),
        (Order((1, 2, 3)), ((2, 3), (1, 2, 3, 1), [1, 2, 3], None)),
    ]:
        with case(choice, looks_like_it):
            values = outside.values_outside(choice)
            if isinstance(choice, Some):
                assert [type(one) for one in values] == [type(one) for one in looks_like_it]
                assert values[-3:] == looks_like_it[-3:]
            else:
                assert [(type(one), one) for one in values] == [(type(one), one) for one in looks_like_it]


# Awaited people


class Asks(Coins):
    def __init__(self, *seats: Seat) -> None:
        self.awaits = seats

    def asks(self, state: State) -> Ask | None:
        return Ask("bid", self.awaits, 30) if state.waiting else None


def test_who_is_awaited_has_a_move() -> None:
    state = coins.GAME.play(begun(), ANN, Bid(Suckers(1)), some_dice()).state
    assert found(invariants.who_is_awaited_can_act, Asks(ANN), state) == [
        "asks: seat 0 is awaited, yet has no legal move"
    ]
    assert found(invariants.who_is_awaited_can_act, Asks(BEN), state) == []
    assert found(invariants.who_is_awaited_can_act, Asks(), state) == []


def test_who_has_left_is_awaited_no_more() -> None:
    wrong = found(invariants.who_is_awaited_can_act, gone=frozenset({BEN}))
    assert wrong == ["asks: [1] left, yet are awaited: `leave` notes who is gone, and `asks` passes them over"]


def test_who_is_out_is_not_awaited_and_stays_out() -> None:
    class Out(Coins):
        def is_out(self, state: State, seat: Seat) -> bool:
            return True

    assert found(invariants.who_is_out_stays_out, Out()) == [
        "is_out: seat 0 is out, yet awaited",
        "is_out: seat 0 is out, yet may move",
    ]
    assert found(invariants.who_is_out_stays_out) == []


class Asked(Coins):
    """Asks people in turn by this question; the others may bid, too."""

    def __init__(self, asked: Callable[[Seat], Ask]) -> None:
        self.asked = asked

    def asks(self, state: State) -> Ask | None:
        return self.asked(state.waiting[0]) if state.waiting else None


class InTurn(Asked):
    """Lets nobody bid without being asked."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return super().legal_moves(state, seat) if seat in state.waiting[:1] else ()


def test_whose_turn_it_is_has_a_clock_of_their_own() -> None:
    for asked, wrong in [
        (lambda seat: Ask("turn", (seat,), 30), ["[1] are awaited anew by 'turn'"]),
        (lambda seat: Ask(f"turn-{seat}", (seat,), 30), []),
        (lambda seat: Ask("turn", (seat,), 30, call=seat), []),
        (lambda seat: Ask("turn", (seat,), 30, extend_to=10), []),
        (lambda _: Ask("turn", (ANN, BEN), 30), []),
    ]:
        told = found(invariants.who_is_awaited_anew_has_their_time, InTurn(asked))
        assert [one.partition(",")[0] for one in told] == [f"asks: {one}" for one in wrong]
    whoever_may_bid = Asked(lambda seat: Ask("bid", (seat,), 30))
    for game, state in ((whoever_may_bid, None), (coins.GAME, None), (coins.GAME, over())):
        assert found(invariants.who_is_awaited_anew_has_their_time, game, state) == []


def test_when_a_game_is_over_nobody_moves() -> None:
    class Never(Coins):
        def asks(self, state: State) -> Ask | None:
            return None

    assert found(invariants.who_is_awaited_can_act, Never()) == ["asks: the game is over, yet seat 0 may move"]
    assert found(invariants.who_is_awaited_can_act, coins.GAME, over()) == []


# A viewer's knowledge


def test_a_view_that_could_hold_a_secret_is_found() -> None:
    class Open(Coins):
        def view(self, state: State, viewer: Any) -> Any:
            return state if viewer is SPECTATOR else super().view(state, viewer)

    wrong = found(invariants.no_view_holds_a_secret, Open())
    assert wrong == ["secrets: the view of Spectator.SPECTATOR, a State, can hold a secret"]


class Shows(Coins):
    """Shows everybody the coin of the first seat."""

    def view(self, state: State, viewer: Any) -> Any:
        return replace(super().view(state, viewer), coin=(state.coins[0].reveal(),))

    def resample(self, state: State, seat: Seat, dice: Any) -> State:
        return replace(state, coins=(Secret(not state.coins[0].reveal()), *state.coins[1:]))


@pytest.mark.parametrize(("probe", "names"), [(0, ["view", "scene"]), (1, ["view"])])
def test_another_dealing_that_can_be_seen_is_found(probe: int, names: list[str]) -> None:
    """The seat, the deal, and whether the scene is compared: one moment in six."""
    wrong = found(invariants.dealt_again_it_looks_the_same, Shows(), None, 1, 0, probe)
    assert [one.partition(" sees another ")[2].partition(":")[0] for one in wrong] == names * 2
    assert [
        f", {viewer} sees" in one
        for one, viewer in zip(wrong, [*[1] * len(names), *[SPECTATOR] * len(names)], strict=True)
    ]


def test_refusals_are_compared_for_a_seat_and_not_for_who_looks_on() -> None:
    seen = moment().seen
    assert invariants.shown(seen, ANN)["refusal"]
    assert "refusal" not in invariants.shown(seen, SPECTATOR)


# The types, once


def test_a_state_that_can_be_changed_and_an_event_that_can_hold_a_secret_are_found() -> None:
    class Loose(Struct):
        number: int

    class Hides(PublicEvent, frozen=True):
        coin: Secret[bool]

    class Whispers(PrivateEvent, frozen=True):
        coin: Secret[bool]

    class Wrong(Coins):
        state, carry = Loose, Loose  # type: ignore[assignment]
        events = (*Coins.events, Hides, Whispers)

    assert list(invariants.types_are_sound(Wrong())) == [
        f"the state holds {Loose}, which can be changed in place",
        f"the carry holds {Loose}, which can be changed in place",
        "the public event Hides can hold a secret",
    ]
    assert list(invariants.types_are_sound(coins.GAME)) == []


# The end


@pytest.mark.parametrize(
    ("shown", "state", "count"),
    [
        ({}, begun, 0),
        ({}, over, 0),
        ({"winners": (ANN,)}, begun, 1),
        ({"winners": ()}, over, 1),
        ({"stacks": (1, 2, 3)}, over, 1),
        ({"bank": 5}, over, 1),
        ({"bank": 5}, begun, 0),
    ],
    ids=[
        "no result yet",
        "a result left out",
        "told too early",
        "nobody wins",
        "other stacks",
        "another bank",
        "a bank meanwhile",
    ],
)
def test_the_view_agrees_with_the_result(shown: dict[str, Any], state: Callable[[], State], count: int) -> None:
    assert len(found(invariants.the_end_is_told, Tells(**shown), state())) == count


def test_there_is_a_result_when_and_only_when_nobody_is_awaited() -> None:
    class Early(Coins):
        def result(self, state: State) -> Result | None:
            return Result("opened", (), state.stacks)

    class Never(Coins):
        def result(self, state: State) -> Result | None:
            return None

    assert "while somebody is awaited" in found(invariants.the_end_is_told, Early())[0]
    assert "while nobody is awaited" in found(invariants.the_end_is_told, Never(), over())[0]


# Sentences


def lacks_all(game: Any, said: Say) -> str:
    return f"no words for {said.id}"


def test_what_has_no_words_is_found_wherever_it_is_said() -> None:
    step = coins.GAME.play(begun(), ANN, Bid(Suckers(1)), some_dice())
    wrong = found(invariants.what_is_said_has_words, coins.GAME, step.state, events=step.events, lacks=lacks_all)
    named = {one.partition("no words for ")[2].partition(",")[0] for one in wrong}
    assert {"has-bid", "taken", "scene-bidding", "scene-coin"} <= named
    assert found(invariants.what_is_said_has_words, coins.GAME, step.state, events=step.events) == []


def test_scenes_are_read_now_and_then() -> None:
    wrong = found(invariants.what_is_said_has_words, coins.GAME, None, 1, lacks=lacks_all)
    assert not [one for one in wrong if "scene-" in one]
    assert wrong, "a refusal is read each time"


def test_every_sentence_of_a_board_is_read() -> None:
    piece = Piece(PieceKind.DIE, "d6-1", 0, 0, 10, 10, says=say("a-name"), label=say("a-label"))
    bare = Piece(PieceKind.DIE, "d6-1", 0, 0, 10, 10)
    board = Board.of(10, (piece, bare), say("a-board"))
    told = invariants.told_by(Scene((say("table"),), (say("own"),), board))
    assert sorted(one.id for one in told) == ["a-board", "a-label", "a-name", "own", "table"]
    assert [one.id for one in invariants.told_by(Scene((say("table"),), ()))] == ["table"]
