"""The luck of a test follows from its name: what has passed once does not fail another day by the fall of the dice.

`POTLUCK_LUCK=WORD` tries another luck for all tests, as `make soak` does. Programs that a test starts have their own.
"""

import os
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

ANOTHER: Final = os.environ.get("POTLUCK_LUCK", "")
DRAWN: Final = random.Random()  # noqa: S311 - what is drawn in tests need not be secret


def pytest_configure() -> None:
    """Draw all that `secrets` and `random` give from one seed, in this process alone."""
    asked: Callable[[int], bytes] = random._urandom  # type: ignore[attr-defined]  # below `SystemRandom`, hence `secrets`
    random._urandom = DRAWN.randbytes  # type: ignore[attr-defined]
    os.register_at_fork(after_in_child=lambda: setattr(random, "_urandom", asked))
    begin("before all tests")


def begin(name: str) -> None:
    """Begin the luck of what is called `name`: a test, or what a test has set up for it."""
    DRAWN.seed(f"{ANOTHER} {name}")
    random.seed(f"{ANOTHER} {name}")


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> None:
    begin(f"{request.node.nodeid} {fixturedef.argname}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    begin(item.nodeid)
