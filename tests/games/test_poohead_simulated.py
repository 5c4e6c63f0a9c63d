"""Test whole games of Poohead by house bots, with every rule checked after each move; the long form is a soak."""

import pytest
from playing import GAMES, nothing_is_wrong

from games.kit.contract import Result
from games.kit.seats import Seat, all_seats
from games.kit.temper import Temper
from games.proof.seeded_dice import SeededDice, thinking

POOHEAD = GAMES["poohead"]
TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    *((seats, {}) for seats in (2, 3, 5, 6, 10)),
    *((3, {"opening": word}) for word in ("lowest", "dealer_left")),
    *((3, {"jokers_per_deck": number}) for number in ("0", "2")),
    *((3, {key: "plain"}) for key in ("eights", "nines")),
    *((3, {key: "off"}) for key in ("eight_transparent", "eights_stack", "quad_jokers", "match_faceup")),
    *((3, {key: "on"}) for key in ("quad_through_eights", "slam", "voluntary_pickup", "show_failed_blind")),
    *((3, {"faceup_pickup": word}) for word in ("required", "none")),
    *((3, {"quad_size": number}) for number in ("3", "5")),
    (3, {"burn_again": "must"}),
    (2, {"finish_on_special": "forbid"}),
    (3, {"end": "first_out"}),
    (4, {"house": "pagat"}),
)
each_table = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)


@each_table
def test_nothing_is_wrong_at_any_table(seats: int, options: dict[str, str]) -> None:
    nothing_is_wrong(POOHEAD, seats, options, games=1, seed=b"short", level=2)


@pytest.mark.soak
@pytest.mark.parametrize("level", [0, 2])
@each_table
def test_nothing_is_wrong_in_thousands_of_games(seats: int, options: dict[str, str], level: int) -> None:
    nothing_is_wrong(POOHEAD, seats, options, games=1000, seed=b"long", level=level)


# Every game ends (PH-33): house bots that break ties at random reach an end by themselves


def ended(seats: int, number: int, level: int) -> Result:
    """Return the result of a game of house bots, without silence or departures."""
    game, dice = POOHEAD, SeededDice(number.to_bytes(32, "big"), "whole", b"")
    state = game.start(game.options_from({}), (game.stack(game.options_from({})),) * seats, dice, None).state
    while (result := game.result(state)) is None:
        state = after_a_move(state, all_seats(seats), dice, level)
    return result


def after_a_move(state: object, seats: tuple[Seat, ...], dice: SeededDice, level: int) -> object:
    for seat in seats:
        legal = POOHEAD.legal_moves(state, seat)
        move = legal and POOHEAD.choose(
            POOHEAD.view(state, seat),
            (),
            legal,
            lambda again, seat=seat: POOHEAD.resample(state, seat, again),
            Temper(level),
            thinking(dice, seat),
        )
        if move:
            return POOHEAD.play(state, seat, move, dice).state
    return POOHEAD.time_up(state, (), dice).state


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 10])
def test_house_bots_end_their_games_before_the_turns_are_up(seats: int) -> None:
    assert {ended(seats, number, 2).ended for number in range(3)} == {"out"}


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 5, 6, 10])
def test_not_one_game_in_a_thousand_is_ended_by_the_turns(seats: int) -> None:
    capped = [number for number in range(3000) if ended(seats, number, 2).ended == "cap"]
    assert len(capped) <= 3
