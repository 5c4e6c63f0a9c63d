"""The tests that every game inherits, for a game's own package. They need pytest and Hypothesis.

from potluck.testing import GameContract

class TestHighDie(GameContract):
    game = GAME
"""

import pytest

pytest.register_assert_rewrite("potluck.testing.contract", "potluck.testing.secrets", "potluck.testing.said")

from potluck.testing.contract import GameContract  # noqa: E402 - its asserts are to speak

__all__ = ["GameContract"]
