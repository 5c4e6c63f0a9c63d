"""Test that a line too long for a card loses its middle, but never ten votes or their result."""

from hypothesis import assume, given
from hypothesis import strategies as st

from bot.adapters.discord.outbound.layout import LONGEST_NEWS, latest, shortened
from bot.adapters.discord.outbound.markup import plain
from bot.ports.messages import News

NAMES = [f"{'Wilhelmina the Great'} {letter}*" for letter in "ABCDEFGHIJ"]
BALLOTS = ", ".join(f"{name} 3 for all the dice" for name in NAMES)
VOTES = f"How dice count: {BALLOTS}. That makes it all the dice. The pot is 34."
NEXT = "Wilhelmina the Great A, which cup is sold next?"


def test_how_ten_voted_stays_on_the_card_when_the_next_line_comes() -> None:
    shown = latest([News("The die is cast.", 1), News(VOTES, 2), News(NEXT, 3)], LONGEST_NEWS).splitlines()
    assert len(shown) == 2
    assert shown[0].startswith("How dice count: ")
    assert shown[0].endswith("That makes it all the dice. The pot is 34.")
    assert shown[1] == plain(NEXT)
    assert sum(map(len, shown)) < LONGEST_NEWS


def test_a_line_that_fits_is_told_whole() -> None:
    assert latest([News(VOTES, 1)], 2 * len(VOTES)) == plain(VOTES)


@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=40).map(" ".join), st.integers(1, 300))
def test_a_line_that_does_not_fit_has_room_when_it_is_shortened(line: str, room: int) -> None:
    assume(len(plain(line)) > room)
    told = shortened(line, room)
    assert len(told) <= room
    assert "…" in told
