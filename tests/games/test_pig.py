"""Test Pig, the example of turns in `docs/write-a-game.md`: its rules, leaving, and how a missing `leave` is found."""

import pig
import pytest
from msgspec.structs import replace
from pig import GAME, DiePassed, Held, Hold, PigOptions, PotWon, Roll, RolledOne, State

from games.kit.contract import Ask, Step
from games.kit.dice import Dice, LoadedDice
from games.kit.game import Game
from games.kit.money import Suckers
from games.kit.moves import LegalMove
from games.kit.seats import SPECTATOR, Seat, after
from games.lab.simulation import simulate
from games.proof.seeded_dice import SeededDice

ANN, BOB, CID = Seat(0), Seat(1), Seat(2)


def loaded(*faces: int) -> LoadedDice:
    return LoadedDice(list(map(str, faces)), SeededDice(b"s", "g", b""))


def begun(first: Seat = ANN, goal: int = 100) -> State:
    return GAME.start(PigOptions(goal=goal), (Suckers(100),) * 3, loaded(first), None).state


def rolling(state: State, *faces: int) -> State:
    dice = loaded(*faces)
    for _ in faces:
        state = GAME.play(state, state.seat, Roll(), dice).state
    return state


def holding(state: State) -> Step[State]:
    return GAME.play(state, state.seat, Hold(), loaded())


def asked(state: State) -> Ask:
    ask = GAME.asks(state)
    assert ask is not None
    return ask


def test_rolls_add_up_until_they_are_held_and_the_die_passes_on() -> None:
    state = rolling(begun(), 4, 6)
    assert (state.total, state.scores) == (10, (0, 0, 0))
    state, events = holding(state)
    assert events == (Held(ANN, 10, 10), DiePassed(BOB))
    assert (state.seat, state.total, state.scores) == (BOB, 0, (10, 0, 0))


def test_a_1_takes_what_the_turn_has_brought_and_no_more() -> None:
    state = holding(rolling(begun(), 5)).state
    state, events = GAME.play(rolling(state, 6, 3), BOB, Roll(), loaded(1))
    assert events == (RolledOne(BOB, 9), DiePassed(CID))
    assert state.scores == (5, 0, 0)


def test_there_is_nothing_to_hold_before_the_first_roll() -> None:
    assert GAME.legal_moves(begun(), ANN) == (LegalMove(Roll),)
    assert GAME.legal_moves(rolling(begun(), 2), ANN) == (LegalMove(Roll), LegalMove(Hold))
    assert GAME.legal_moves(begun(), BOB) == ()


def test_who_holds_the_goal_takes_the_pot() -> None:
    state, events = holding(rolling(begun(goal=20), 6, 6, 6, 2))
    assert events == (Held(ANN, 20, 20), PotWon(ANN, Suckers(15)))
    assert (GAME.asks(state), state.stacks) == (None, (110, 95, 95))
    result = GAME.result(state)
    assert result is not None
    assert (result.ended, result.winners) == ("reached", (ANN,))


def test_each_turn_has_a_clock_of_its_own_and_a_roll_leaves_ten_seconds() -> None:
    first, rolled = asked(begun()), asked(rolling(begun(), 3))
    assert (first, first.seats, first.extend_to) == (rolled, (ANN,), 10)
    assert asked(rolling(begun(), 1)).id != first.id


@pytest.mark.parametrize(
    ("before", "falls", "scores"), [((3,), (), (3, 0, 0)), ((), (5,), (5, 0, 0)), ((), (1,), (0, 0, 0))]
)
def test_all_1_silence_holds_what_there_is_and_rolls_once_before(
    before: tuple[int, ...], falls: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    state = GAME.time_up(rolling(begun(), *before), (ANN,), loaded(*falls)).state
    assert (state.scores, state.seat) == (scores, BOB)


def test_who_leaves_in_their_turn_loses_it_and_the_next_has_the_die() -> None:
    state, events = GAME.leave(rolling(begun(), 6), ANN, loaded())
    assert events == (DiePassed(BOB),)
    assert (state.seat, state.total, asked(state).id != asked(begun()).id) == (BOB, 0, True)


def test_who_leaves_out_of_turn_disturbs_nobody_and_is_passed_over() -> None:
    before = rolling(begun(), 6)
    state, events = GAME.leave(before, BOB, loaded())
    assert (events, state.total, asked(state)) == ((), 6, asked(before))
    assert holding(state).events == (Held(ANN, 6, 6), DiePassed(CID))


def test_who_stays_alone_takes_the_pot_and_who_left_has_lost_their_ante() -> None:
    state = GAME.leave(begun(), CID, loaded()).state
    assert GAME.owed(state, (Suckers(100),) * 3).seats == (103, 102, 95)
    state, events = GAME.leave(state, BOB, loaded())
    assert events == (PotWon(ANN, Suckers(15)),)
    result = GAME.result(state)
    assert result is not None
    assert (result.ended, result.stacks) == ("alone", (110, 95, 95))
    assert GAME.owed(state, (Suckers(100),) * 3).seats == result.stacks


def test_the_seats_of_who_left_are_passed_over_round_the_table() -> None:
    assert [after(seat, 3, (BOB,)) for seat in (ANN, BOB, CID)] == [CID, CID, ANN]
    assert after(CID, 3) == ANN
    assert after(ANN, 3, (BOB, CID)) == ANN


def test_a_house_bot_holds_the_more_the_better_it_plays_and_what_wins() -> None:
    def holds_at(state: State, level: int) -> int:
        return pig.enough(GAME.view(state, SPECTATOR), level)

    assert [holds_at(begun(), level) for level in range(4)] == [12, 20, 21, 21]
    behind = replace(begun(), scores=(10, 50, 0))
    assert [holds_at(behind, level) for level in range(4)] == [12, 20, 26, 26]
    late = replace(begun(), scores=(60, 75, 0))
    assert [holds_at(late, level) for level in range(4)] == [12, 20, 40, 40]
    assert holds_at(replace(begun(), scores=(95, 0, 0)), 0) == 5


class PlainLeave(pig.Pig):
    """Has only the kit's `leave`, which does not skip people who are gone, so the die comes to them."""

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        return Game.leave(self, state, seat, dice)


class OneId(pig.Pig):
    """Asks everybody with one question."""

    def asks(self, state: State) -> Ask | None:
        return None if state.winners else Ask("turn", (state.seat,), 30)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (PlainLeave, "left, yet are awaited: `leave` notes who is gone, and `asks` passes them over"),
        (OneId, "awaited anew by 'turn', whose clock runs already: each turn needs an id of its own"),
    ],
)
def test_what_a_game_of_turns_forgets_is_found_and_told_once(game: type[pig.Pig], said: str) -> None:
    report = simulate(game(), seats=3, games=8, seed=b"", options={"goal": "50"})
    assert report.violations > 10
    assert [said in found for found in report.first] == [True]
