"""Test what a player of Fearless Rogues Hold 'Em may know: own dice, the Party, and what it says about the Giant."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playing import Opening, Position, openings, positions, thoroughly
from rogues_table import Table, dealt, last_duel, next_round
from rogues_worlds import World, comes_up, worlds

from games.kit.contract import PrivateEvent
from games.kit.dice import every
from games.kit.seats import SPECTATOR, Seat
from games.kit.secret import Sealed, Secret
from games.proof.seeded_dice import SeededDice
from games.rogues import GAME
from games.rogues.events import Fled, HasSplit, Tripped
from games.rogues.moves import MOVES, Drop, Keep, Split
from games.rogues.state import State
from games.rogues.view import RoguesView


def again(state: State, seat: int, number: int = 0) -> State:
    return GAME.resample(state, Seat(seat), SeededDice(b"", str(number), b""))


def afresh(table: Table, seat: int, count: int = 60) -> list[State]:
    return [again(table.state, seat, number) for number in range(count)]


# Views


def test_a_view_holds_ones_own_dice_and_nobody_elses() -> None:
    table = dealt("3 4", "5 6 1", "2", giant=9, party="6 5 | 4 2")
    for viewer, dice, hand, aside in (
        (Seat(0), (3, 4), (3, 4), (4,)),
        (Seat(1), (5, 6, 1), (5, 6), (6,)),
        (Seat(2), (2,), (2,), ()),
        (SPECTATOR, (), (), ()),
    ):
        view = table.view(viewer)
        assert (view.dice, view.hand, view.aside) == (dice, hand, aside)
        assert [one.hand for one in view.rogues] == [(), (), ()]
        assert [one.cup for one in view.rogues] == [2, 3, 1]
        assert [(cup.shown, cup.taken, cup.under) for cup in view.cups] == [((6,), (), 1), ((4,), (), 1)]
        assert view.giant == 0


def public(view: RoguesView) -> RoguesView:
    """Return the view without the viewer's own parts."""
    return replace(view, viewer=SPECTATOR, dice=(), hand=(), aside=(), may_flee=False)


def test_what_is_not_ones_own_all_see_alike() -> None:
    table = dealt("3 4", "5 6 1", "2", betting="thieves")
    for line in ("draw 4", "trip", "trip", "trip", "bet 5", "call"):
        table.turns(line)
        views = [public(table.view(viewer)) for viewer in (Seat(0), Seat(1), Seat(2), SPECTATOR)]
        assert views == [views[0]] * 4


def test_a_trip_is_hidden_until_the_giant_is_revealed() -> None:
    table = dealt("3 4", "5 6", "2 2", betting="thieves").turns("trip", "flee", "trip")
    assert [one.hand for one in table.view().rogues] == [(), (), ()]
    table.turns("check", "check")
    assert [one.hand for one in table.view().rogues] == [(3, 4), (), (2, 2)]


def test_a_fleeing_hand_is_never_shown() -> None:
    table = dealt("3 4", "5 6", giant=8).turns("flee", "trip")
    told = str(table.events) + str(table.view(SPECTATOR)) + str(table.view(Seat(1)))
    assert "hand=(3, 4)" not in told
    assert table.view(SPECTATOR).dice == ()


def test_nothing_but_the_own_private_events_tells_of_dice() -> None:
    table = dealt("3 4", "5 6 1", "2")
    private = [event for event in table.events if isinstance(event, PrivateEvent)]
    assert [event.to for event in private] == [0, 1, 2]
    assert [len(event.dice) for event in private if hasattr(event, "dice")] == [2, 3, 1]


def test_the_own_choices_are_made_in_secret_and_a_double_is_not_offered_openly() -> None:
    assert [move for move in MOVES if move.secret] == [Keep, Drop]
    closed = [move for move in MOVES if not move.offered_openly]
    assert closed == [Keep, Split, Drop]


def test_all_may_make_the_same_open_moves_whatever_they_hold() -> None:
    def openly(dice: str) -> list[str]:
        table = dealt(dice, "3 4")
        return [offer.verb for offer in GAME.legal_moves(table.state, Seat(0)) if offer.move.offered_openly]

    assert {str(openly(dice)) for dice in ("3 4", "3 3", "1 1", "6 6", "2 5 5", "1")} == {"['flee', 'trip', 'draw']"}


# New deals


def known_to(state: State, seat: int) -> Any:
    """Return what stays: own dice and choices, what the Party shows, what was drawn or split, and all the money."""
    mine = state.rogues[seat]
    own = mine.dice.reveal(), mine.keeps.reveal(), mine.hand
    others = [(one.cup, len(one.dice.reveal()), one.drawn, one.plays, one.bet) for one in state.rogues]
    shown = [one.hand for one in state.rogues if one.plays == "split"]
    cups = [(cup.shown, cup.taken, len(cup.under.reveal())) for cup in state.cups]
    return own, others, shown, cups, state.stacks, state.pot, state.den, state.phase, state.propositions


def is_sound(state: State) -> None:
    """Check that what the Party has shown agrees with the Giant."""
    giant = state.giant.reveal()
    for cup in state.cups:
        first, second = (*cup.taken, *cup.shown, *cup.under.reveal())
        assert comes_up(giant, (first, second)) == (first, second), (giant, cup)


@thoroughly
@given(data=st.data())
def test_dealt_again_all_that_a_seat_knows_stays_and_the_party_agrees_with_the_giant(data: st.DataObject) -> None:
    for number, position in enumerate(positions(data.draw(openings(GAME)), 40)):
        for seat in position.seats:
            other = again(position.state, seat, number)
            assert known_to(other, seat) == known_to(position.state, seat)
            assert GAME.view(other, seat) == GAME.view(position.state, seat)
            assert GAME.view(other, SPECTATOR) == GAME.view(position.state, SPECTATOR)
            is_sound(other)


def test_dealt_again_others_have_other_dice_and_the_giant_may_be_another() -> None:
    table = dealt("3 4", "5 6 1", "2", giant=6, party="6 5 | 4 2")
    found = afresh(table, 0)
    assert len({state.rogues[1].dice.reveal() for state in found}) > 30
    assert len({state.giant.reveal() for state in found}) > 2
    assert len({state.cups[1].under.reveal() for state in found}) > 1
    assert {state.rogues[0].dice.reveal() for state in found} == {(3, 4)}


def test_dealt_again_a_split_that_was_shown_stays_and_the_dice_behind_it_do_not() -> None:
    table = dealt("3 5 3", "5 6 1", giant=6)
    table.say(0, "keep 3 3")
    table.turns("split")
    assert table.told(HasSplit).dice == (3, 3)
    found = afresh(table, 1)
    assert {state.rogues[0].hand for state in found} == {(3, 3)}
    assert len({tuple(sorted(state.rogues[0].dice.reveal())) for state in found}) == 6


def test_dealt_again_a_split_with_a_party_die_keeps_the_die_beside_it() -> None:
    table = dealt("5 4", "5 6 1", giant=4)
    table.say(0, "drop 5")
    table.turns("draw 4", "split")
    found = afresh(table, 1)
    assert {tuple(sorted(state.rogues[0].hand)) for state in found} == {(4, 4)}
    assert len({tuple(sorted(state.rogues[0].dice.reveal())) for state in found}) == 6


def test_dealt_again_a_hand_that_was_kept_in_secret_is_kept_otherwise() -> None:
    """ALL-1: another person's choice is not known, but one's own is."""
    table = dealt("3 4", "5 6 1 2", "2")
    table.say(1, "keep 1 2")
    assert len({state.rogues[1].keeps.reveal() for state in afresh(table, 0)}) > 1
    assert {state.rogues[1].keeps.reveal() for state in afresh(table, 1)} == {(2, 3)}


def test_dealt_again_a_trip_is_another_hand_until_the_giant_is_revealed() -> None:
    table = dealt("3 4", "5 6", "2 4", giant=8, betting="thieves").turns("trip", "trip", "flee")
    assert len({state.rogues[1].hand for state in afresh(table, 0)}) > 20
    assert {state.rogues[0].hand for state in afresh(table, 0)} == {(3, 4)}
    table.turns("check", "check")
    assert {state.rogues[1].hand for state in afresh(table, 0)} == {(5, 6)}
    assert len({state.rogues[2].dice.reveal() for state in afresh(table, 0)}) > 20, "who fled shows nothing"
    assert {state.giant.reveal() for state in afresh(table, 0)} == {8}


def test_dealt_again_what_was_set_aside_stays_ones_own_choice() -> None:
    table = dealt("3 4", "5 6", giant=8)
    table.say(0, "drop 3")
    table.turns("draw 4")
    assert {state.rogues[0].hand for state in afresh(table, 0)} == {(4, 4)}
    assert {state.rogues[0].drawn for state in afresh(table, 1)} == {(4,)}


# What the Party says about the Giant


def by_redeal(state: State, seat: int) -> dict[World, Fraction]:
    """Return every possible new deal with its exact chance."""
    found: dict[World, Fraction] = {}
    for chance, other in every(lambda dice: GAME.resample(state, Seat(seat), dice)):
        world = other.giant.reveal(), tuple(cup.under.reveal() for cup in other.cups)
        found[world] = found.get(world, Fraction(0)) + chance
    return found


@pytest.mark.parametrize(
    ("giant", "pair"), [(1, "6 1"), (2, "6 5"), (3, "2 6"), (4, "3 5"), (4, "6 2"), (6, "1 1"), (10, "6 6"), (8, "3 1")]
)
def test_dealt_again_the_giant_is_as_likely_as_a_count_of_all_rolls_says(giant: int, pair: str) -> None:
    table = dealt("3", "5", giant=giant, party=pair)
    assert by_redeal(table.state, 0) == worlds((table.shown[0],))


@pytest.mark.parametrize(("giant", "pair"), [(2, "6 5"), (4, "3 5"), (4, "2 6"), (7, "3 3"), (1, "2 6")])
def test_dealt_again_both_dice_of_a_cup_that_are_known_tell_more(giant: int, pair: str) -> None:
    table = dealt("3", "5", giant=giant, party=pair)
    table.say(0, f"draw {table.shown[0][0]}")
    cup = table.view().cups[0]
    expected = worlds(((*cup.taken, *cup.shown),))
    assert by_redeal(table.state, 0) == by_redeal(table.state, 1) == expected
    table.turns("trip")
    table.say(1, f"draw {table.shown[0][0]}")
    assert by_redeal(table.state, 1) == expected


def test_dealt_again_two_cups_tell_of_the_giant_together() -> None:
    """The others' dice are put away, so that there are fewer worlds to try."""
    table = dealt("3", "5", "6", giant=5, party="3 6 | 2 4")
    assert table.shown == [(6,), (4,)]
    bare = [replace(one, dice=Secret(()), keeps=Sealed(())) for one in table.state.rogues]
    state = replace(table.state, rogues=tuple(bare))
    assert by_redeal(state, 0) == worlds(((6,), (4,)))


# What others could learn from a silence


@pytest.mark.parametrize("fearless", ["on", "strict"])
def test_silence_tells_nothing_of_the_dice_that_were_not_shown(fearless: str) -> None:
    """Its result before the reveal is the same with any other dice."""
    table = dealt("3 4", "5 5", "2 6", "1 1", fearless=fearless, betting="thieves").turns("trip")
    told = set()
    for number in range(30):
        state = again(table.state, 0, number)
        step = GAME.time_up(state, (Seat(1),), SeededDice(b"", "", b""))
        assert all(not isinstance(event, PrivateEvent) or event.to == 1 for event in step.events)
        told.add(str([event for event in step.events if isinstance(event, Fled | Tripped)]))
    assert len(told) == 1


# Whole games: no money is lost, and nothing is shown too early


def game_of(players: int, seed: str, **options: str) -> Iterator[Position]:
    chosen = GAME.options_from(options)
    return positions(Opening(GAME, chosen, (GAME.stack(chosen),) * players, seed.encode()), 400)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
@pytest.mark.parametrize("betting", ["none", "thieves", "liars"])
def test_in_whole_games_hands_and_giant_are_seen_at_the_reveal_and_not_before(players: int, betting: str) -> None:
    looked = 0
    for seed in "abcdef":
        for position in game_of(players, seed, betting=betting):
            view, state = GAME.view(position.state, SPECTATOR), position.state
            if GAME.result(state) is None:
                assert (view.giant, [one.hand for one in view.rogues]) == (0, [()] * players)
            else:
                assert view.giant == state.giant.reveal()
            looked += 1
    assert looked > 6 * players


def test_the_last_duel_hides_nothing() -> None:
    table = last_duel(8, cups=(3, 0))
    for seat in (0, 1):
        assert GAME.view(again(table.state, seat), SPECTATOR) == table.view()
    table.say(0, "roll", 2, 5, 6)
    assert {public(table.view(viewer)).duel for viewer in (Seat(0), Seat(1), SPECTATOR)} == {(2, 5, 6)}


def test_what_was_seen_in_one_round_is_not_dealt_into_the_next() -> None:
    table = next_round(dealt("3 4", "5 6").turns("flee", "flee"), "1 2", "2 3", giant=4)
    assert [one.hand for one in table.view().rogues] == [(), ()]
    assert table.view().giant == 0
