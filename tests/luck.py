"""Derive the luck of a test from its name, so that what has passed once does not fail another day by chance.

`POTLUCK_LUCK=WORD` tries another luck for all tests, as `make soak` does. Programs that a test starts are not affected.
"""

import os
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

ANOTHER: Final = os.environ.get("POTLUCK_LUCK", "")
DRAWN: Final = random.Random()  # noqa: S311 - what is drawn in tests need not be secret


def pytest_configure() -> None:
    """Draw everything that `secrets` and `random` return from one seed, in this process only."""
    asked: Callable[[int], bytes] = random._urandom  # type: ignore[attr-defined]  # below `SystemRandom`, hence `secrets`
    random._urandom = DRAWN.randbytes  # type: ignore[attr-defined]
    os.register_at_fork(after_in_child=lambda: setattr(random, "_urandom", asked))
    begin("before all tests")


def begin(name: str) -> None:
    """Start the luck for a name: of a test, or of a fixture that was set up for it."""
    DRAWN.seed(f"{ANOTHER} {name}")
    random.seed(f"{ANOTHER} {name}")


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> None:
    begin(f"{request.node.nodeid} {fixturedef.argname}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    begin(item.nodeid)
