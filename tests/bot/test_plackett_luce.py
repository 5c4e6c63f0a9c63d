"""Test that our rating update equals that of openskill, for any players and any end of a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.wings.archive.plackett_luce import Strength, after

MODEL = PlackettLuce()
SEAT = st.tuples(
    st.floats(-20, 80, allow_nan=False), st.floats(0.5, 10, allow_nan=False), st.integers(min_value=0, max_value=4)
)


@given(st.lists(SEAT, min_size=2, max_size=8))
def test_a_game_changes_ratings_as_the_library_does(seats: list[tuple[float, float, int]]) -> None:
    ranks = [rank for _, _, rank in seats]
    theirs = MODEL.rate([[MODEL.rating(mu=mean, sigma=unsure)] for mean, unsure, _ in seats], ranks=list(ranks))
    ours = after([Strength(mean, unsure) for mean, unsure, _ in seats], ranks)
    for (their,), our in zip(theirs, ours, strict=True):
        assert our.mean == pytest.approx(their.mu, abs=1e-6)
        assert our.unsure == pytest.approx(their.sigma, abs=1e-6)


def test_a_beginner_is_the_library_s() -> None:
    fresh = MODEL.rating()
    assert (fresh.mu, fresh.sigma) == pytest.approx(Strength())
