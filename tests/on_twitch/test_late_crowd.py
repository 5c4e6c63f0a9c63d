"""Test a late crowd, like viewers of a stream: its stakes arrive during the round (HG-16)."""

import pytest
from ahead import Ahead
from on_twitch.late_crowd import Figures, a_late_crowd
from on_twitch.night import Night


def check(found: Figures) -> None:
    assert found.tables == 1, "a table for each late viewer is what this is about"
    assert found.lost == 0
    assert found.told == found.people, "each is told of once"
    assert found.dropped == 0


async def test_stakes_that_come_while_a_round_is_on_are_kept_at_one_table(ahead: Ahead, limited: Night) -> None:
    """With Twitch's limits at their real size."""
    found = await a_late_crowd(limited, 60, 3.0, ahead.move)
    check(found)
    assert found.lines <= 5, "not a line a person"


@pytest.mark.soak
@pytest.mark.timeout(300)
async def test_three_hundred_stakes_go_on_arriving_for_half_a_minute(ahead: Ahead, limited: Night) -> None:
    found = await a_late_crowd(limited, 300, 30.0, ahead.move)
    check(found)
    assert found.lines <= 12
