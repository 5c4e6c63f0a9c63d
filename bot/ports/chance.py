"""Chance, which is handed to whoever needs it: in a transcript it follows from a seed."""

from collections.abc import Callable

RandomBytes = Callable[[int], bytes]
"""Makes so many random bytes."""
