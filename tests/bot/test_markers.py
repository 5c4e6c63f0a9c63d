"""Test which games of an evening get a marker in the recording of a stream."""

from bot.ports.browser import GameEnded, Winner
from bot.ports.ids import TableCode
from bot.wings.streams.markers import APART, is_marked

MINUTE = 60_000


def evening(*games: tuple[int, int]) -> list[GameEnded]:
    """Return games that ended after so many minutes and brought so much, the newest first."""
    return [
        GameEnded(f"{minute}", TableCode("K7Q"), "Cones", (Winner("Zoe", gain),) if gain else (), minute * MINUTE)
        for minute, gain in reversed(games)
    ]


def test_the_largest_win_from_the_third_game_on_is_marked() -> None:
    assert not is_marked(evening((0, 10), (5, 20)))
    assert is_marked(evening((0, 10), (5, 20), (10, 30)))
    assert not is_marked(evening((0, 10), (5, 20), (10, 20)))
    assert not is_marked(evening((0, 0), (5, 0), (10, 0)))


def test_within_ten_minutes_of_a_marked_game_no_other_is_marked() -> None:
    first = ((0, 10), (5, 20), (10, 30))
    assert APART == 10 * MINUTE
    assert not is_marked(evening(*first, (19, 40)))
    assert is_marked(evening(*first, (20, 40)))
    assert not is_marked(evening(*first, (19, 40), (25, 40))), "it must still be the largest"
    assert is_marked(evening(*first, (19, 40), (25, 50))), "what was not marked keeps none from being marked"
