"""Test the parts of the checks for leaks: what others hear of a step, and the differences between two deals (T31)."""

from typing import Any

import coins
import pytest
from coins import Bid, Coins, Dealt, HasBid, Taken
from msgspec import Struct
from msgspec.structs import replace
from rogues_table import Table as RoguesTable
from rogues_table import dealt

from games.catalogue import AnyGame
from games.halflings import GAME as HALFLINGS
from games.kit.contract import Step
from games.kit.dice import LoadedDice
from games.kit.money import Suckers
from games.kit.moves import LegalMove, Range
from games.kit.seats import SPECTATOR, Seat
from games.kit.secret import Sealed, Secret
from games.lab.overheard import (
    Pair,
    before,
    choices,
    counterpart,
    heard,
    line_of,
    may_seal,
    offered_openly,
    question,
    sealed,
    with_choices_of,
)
from games.lab.seen import Seen
from games.proof.seeded_dice import SeededDice
from games.rogues import GAME as ROGUES
from games.rogues.moves import Drop, Keep, Split, Trip


class Open(Bid, frozen=True, tag="open"):
    """A bid that may be made in public."""

    secret = False
    examples = ("open 7",)


ANN, BEN = SEATS = (Seat(0), Seat(1))


def dice(*fall: int) -> LoadedDice:
    return LoadedDice(list(map(str, fall)), SeededDice(b"s", "g", b""))


def begun(*heads: bool, game: Coins = coins.GAME) -> Step[Any]:
    """Return a game of Coins with these coins under the cups, two for two."""
    stacks = (Suckers(100),) * len(heads)
    step = game.start(coins.Options(), stacks, SeededDice(b"s", "g", b""), None)
    return step._replace(state=replace(step.state, coins=tuple(map(Secret, heads))))


def seen(state: Any, game: AnyGame = coins.GAME) -> Seen:
    return Seen(game, state, SEATS)


# What one hears


def test_a_seat_hears_what_is_for_all_and_for_itself_and_no_other() -> None:
    step = coins.GAME.play(begun(True, True).state, ANN, Bid(Suckers(7)), dice())
    after = seen(step.state)
    kinds = {viewer: [line.kind for line in heard(after, step.events, viewer).lines] for viewer in (*SEATS, SPECTATOR)}
    assert kinds == {ANN: ["HasBid", "Taken"], BEN: ["HasBid"], SPECTATOR: ["HasBid"]}


def test_a_line_is_its_kind_its_content_and_its_sentence() -> None:
    line = line_of(coins.GAME, HasBid(ANN))
    assert (line.kind, line.reveals) == ("HasBid", False)
    assert line != line_of(coins.GAME, HasBid(BEN))
    assert line_of(coins.GAME, coins.Opened(ANN, True, Suckers(1))).reveals
    assert line_of(coins.GAME, Taken(ANN, Suckers(1))) != line_of(coins.GAME, Taken(ANN, Suckers(2)))
    assert line_of(coins.GAME, Dealt(ANN, heads=True)) != line_of(coins.GAME, Dealt(ANN, heads=False))


# What one sees


def test_before_a_seat_lie_its_view_its_scene_and_its_moves() -> None:
    now = seen(begun(True, False).state)
    assert set(before(now, ANN)) == {"view", "scene", "list of legal moves"}
    assert set(before(now, ANN, scene=False)) == {"view", "list of legal moves"}
    assert before(now, ANN) != before(now, BEN)


def test_before_who_looks_on_lie_the_question_the_result_and_what_all_may_press() -> None:
    state = begun(True, False).state
    found = before(seen(state), SPECTATOR)
    assert set(found) == {"view", "scene", "ask", "result", "buttons for all"}
    assert (found["ask"], found["result"]) == (coins.GAME.asks(state), None)
    assert "scene" not in heard(seen(state), (), SPECTATOR).after()


def test_buttons_for_all_are_looked_at_where_a_game_keeps_secrets() -> None:
    table = dealt("3 3", "3 4")
    found = before(seen(table.state, ROGUES), SPECTATOR, scene=False)["buttons for all"]
    assert [[legal.verb for legal in one] for one in found] == [["flee", "trip", "draw"], []]
    duel = HALFLINGS.start(HALFLINGS.options_from({}), (Suckers(100),), dice(), None).state
    assert before(Seen(HALFLINGS, duel, (ANN,)), SPECTATOR, scene=False)["buttons for all"] == []


@pytest.mark.parametrize(("hand", "hidden"), [("3 3 4", {Keep, Split}), ("3 5 4", {Keep, Drop})])
def test_what_follows_from_a_hand_is_no_button_for_all(hand: str, hidden: set[type]) -> None:
    table = dealt(hand, "3 4")
    all_of_it = {legal.move for legal in ROGUES.legal_moves(table.state, ANN)}
    openly = {legal.move for legal in offered_openly(seen(table.state, ROGUES), ANN)}
    assert all_of_it - openly == hidden


# Two deals


def pair(one: Any, other: Any, viewer: Seat = BEN, game: Coins = coins.GAME) -> Pair:
    return Pair(viewer, seen(one, game), seen(other, game))


def bids(amount: int) -> Any:
    return lambda state: coins.GAME.play(state, ANN, Bid(Suckers(amount)), dice())


def test_a_bid_in_private_does_not_tell_one_coin_from_another() -> None:
    both = pair(begun(True, True).state, begun(False, True).state)
    assert both.told_apart(bids(5)) == ""
    assert both.told_apart(bids(5), bids(9)) == ""


def test_the_one_who_bids_and_holds_the_coin_can_tell_them_apart() -> None:
    both = pair(begun(True, True).state, begun(False, True).state, ANN)
    assert both.told_apart(bids(5)).startswith("seat 0 is told another view")
    same = pair(begun(True, True).state, begun(True, True).state, ANN)
    assert same.told_apart(bids(5)) == ""
    assert same.told_apart(bids(5), bids(9)).startswith("seat 0 is told an event")


class SeenFromOutside(Coins):
    """Shows the spectator the first coin, and nobody else."""

    def view(self, state: Any, viewer: Any) -> Any:
        shown = super().view(state, viewer)
        return replace(shown, coin=(state.coins[0].reveal(),)) if viewer is SPECTATOR else shown


def test_what_who_looks_on_can_tell_apart_is_told() -> None:
    game = SeenFromOutside()
    both = pair(begun(True, True).state, begun(False, True).state, game=game)
    told = both.told_apart(lambda state: game.play(state, ANN, Bid(Suckers(5)), dice()))
    assert told.startswith("the spectator is told")


def test_once_all_have_bid_what_is_turned_up_may_differ() -> None:
    first, other = (bids(5)(begun(heads, True).state).state for heads in (True, False))
    both = pair(first, other)
    assert both.told_apart(lambda state: coins.GAME.play(state, BEN, Bid(Suckers(1)), dice())) == ""


class TurnsUpEarly(Coins):
    """Says that it reveals a coin while it still waits for the same bids."""

    def played(self, state: Any, seat: Any, move: Any, dice: Any) -> Step[Any]:
        step = super().played(state, seat, move, dice)
        shown = coins.Opened(ANN, state.coins[0].reveal(), Suckers(0))
        return Step(step.state, (*step.events, shown)) if step.state.waiting else step


def test_before_the_question_is_answered_nothing_is_turned_up() -> None:
    game = TurnsUpEarly()
    both = pair(begun(True, True).state, begun(False, True).state, game=game)
    assert both.told_apart(lambda state: game.play(state, ANN, Bid(Suckers(5)), dice())).startswith(
        "seat 1 is told an event"
    )


def test_a_question_has_an_id_and_at_the_end_there_is_none() -> None:
    state = begun(True, True).state
    over = coins.GAME.time_up(state, SEATS, dice()).state
    assert [question(seen(one)) for one in (state, over)] == ["bid", ""]


# The move in another deal that must look like this one


def which(at: int) -> Any:
    return lambda count: min(at, count - 1)


def table(*dice_of: str) -> RoguesTable:
    return dealt(*dice_of)


def test_of_a_secret_move_any_of_its_verb_may_be_the_other() -> None:
    state = table("3 4 5", "1 2").state
    kept = [counterpart(seen(state, ROGUES), ANN, Keep((3, 4)), which(at)) for at in range(9)]
    assert {type(move) for move in kept} == {Keep}
    dropped = [counterpart(seen(state, ROGUES), ANN, Drop(3), which(at)) for at in range(9)]
    assert {type(move) for move in dropped} == {Drop}


def test_of_a_verb_that_is_offered_openly_as_well_only_the_private_ones_are_alike() -> None:
    class Both(Coins):
        def legal_moves(self, state: Any, seat: Seat) -> tuple[LegalMove, ...]:  # noqa: ARG002 - it offers them to all
            return LegalMove(Open, {"amount": Range(0, 1)}), LegalMove(Open, {"amount": Range(5, 6)}, hidden=True)

    found = {str(counterpart(seen(begun(True).state, Both()), ANN, Open(Suckers(5)), which(at))) for at in range(9)}
    assert found == {str(Open(Suckers(5))), str(Open(Suckers(6)))}


def test_of_an_open_move_the_same_is_the_other() -> None:
    state = table("3 4 5", "1 2").state
    assert counterpart(seen(state, ROGUES), ANN, Trip(), which(0)) == Trip()


@pytest.mark.parametrize("move", [Split(), Trip()])
def test_where_the_move_cannot_be_made_there_is_no_other(move: Any) -> None:
    state = table("3 4", "1 2").state
    assert counterpart(seen(state, ROGUES), ANN if move == Split() else BEN, move, which(0)) is None
    assert counterpart(seen(table("3 3", "1 2").state, ROGUES), ANN, Split(), which(0)) == Split()


# Sealed choices


class Fists(Struct, frozen=True):
    own: Sealed[int]
    many: tuple[Sealed[int], ...]
    coin: Secret[int]
    number: int


class Other(Struct, frozen=True):
    own: Sealed[int]


def test_sealed_choices_are_found_wherever_they_lie() -> None:
    fists = Fists(Sealed(1), (Sealed(2), Sealed(3)), Secret(4), 5)
    assert list(sealed((fists, 6, Other(Sealed(7))))) == [Sealed(1), Sealed(2), Sealed(3), Sealed(7)]
    assert list(sealed(Secret(4))) == list(sealed("a word")) == []


def test_choices_are_counted_and_what_was_dealt_is_not() -> None:
    state = coins.GAME.play(begun(True, True, True).state, ANN, Bid(Suckers(5)), dice()).state
    assert sorted(choices(coins.GAME, state).values()) == [1]
    again = coins.GAME.play(state, BEN, Bid(Suckers(5)), dice()).state
    assert sorted(choices(coins.GAME, again).values()) == [2]
    assert choices(coins.GAME, begun(True, False).state) == {}


def test_another_dealing_takes_over_what_was_chosen_and_nothing_else() -> None:
    one, other = (Fists(Sealed(n), (Sealed(n), Sealed(n)), Secret(n), n) for n in (1, 2))
    assert with_choices_of(one, other) == Fists(Sealed(1), (Sealed(1), Sealed(1)), Secret(2), 2)
    assert with_choices_of((one, 1), (other, 2)) == (with_choices_of(one, other), 2)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Other(Sealed(1)), Fists(Sealed(2), (), Secret(2), 2)),
        ((Sealed(1),), (Sealed(2), Sealed(3))),
        ((Sealed(1), Sealed(1)), (Sealed(2),)),
        (Sealed(1), Secret(2)),
        (1, Sealed(2)),
    ],
    ids=str,
)
def test_where_two_dealings_are_of_another_shape_nothing_is_taken_over(one: Any, other: Any) -> None:
    assert with_choices_of(one, other) == other


class Anything(Struct, frozen=True):
    cards: tuple[str, ...]
    said: Any
    fists: Fists | None = None


def test_piles_in_which_by_their_type_nothing_is_sealed_are_not_searched() -> None:
    assert may_seal(Fists) == ("own", "many")
    assert may_seal(Anything) == ("said", "fists")
    assert list(sealed(Anything(("a", "b"), Sealed(1), Fists(Sealed(2), (), Secret(4), 5)))) == [Sealed(1), Sealed(2)]
