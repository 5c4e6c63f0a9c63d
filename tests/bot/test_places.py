"""Test the places that a game leaves, and what it brought, as surfaces show them."""

from bot.ports.messages import SeatLine
from bot.render.seat_lines import in_signs, placed
from games.kit.seats import Seat


def seats(*of: tuple[int | None, int | None, bool]) -> list[SeatLine]:
    """Return seats with these stacks and gains, and whether each has won."""
    return [
        SeatLine(Seat(at), f"s{at}", stack, False, False, False, False, gain=gain, won=won)
        for at, (stack, gain, won) in enumerate(of)
    ]


def told(*of: tuple[int | None, int | None, bool]) -> list[tuple[int, int]]:
    return [(place, int(one.seat)) for place, one in placed(seats(*of))]


def test_who_won_comes_first_then_who_has_most_and_equals_share_a_place() -> None:
    found = told((90, -10, False), (80, 20, True), (90, -10, False), (10, -90, False))
    assert found == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_whoever_came_after_the_game_has_no_place() -> None:
    assert told((500, None, False), (80, 20, True), (60, -20, False)) == [(1, 1), (2, 2)]


def test_without_money_only_the_winners_have_a_place() -> None:
    assert told((None, None, False), (None, None, True)) == [(1, 1)]
    assert told((None, None, False), (None, None, False)) == []


def test_there_are_no_places_where_nobody_won_or_whoever_won_has_left() -> None:
    assert told((95, -5, False), (95, -5, False)) == [(0, 0), (0, 1)]
    assert told((80, -20, False), (95, -5, False)) == [(0, 1), (0, 0)]


def test_a_gain_is_told_with_its_sign() -> None:
    assert [in_signs(one) for one in (1240, 0, -35)] == ["+1,240", "±0", "\u221235"]
