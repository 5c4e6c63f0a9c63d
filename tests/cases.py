"""Name the case of a loop that failed: many that take no time are one test."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(*which: object) -> Iterator[None]:
    """Add the name of the case to any error in the block."""
    try:
        yield
    except BaseException as wrong:
        wrong.add_note(f"where the case is: {', '.join(map(str, which))}")
        raise
