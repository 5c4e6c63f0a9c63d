"""Test that words which people choose are stored as hashes that are slow to guess from."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from few_rounds import FEW, in_few_rounds

from bot.adapters.web.guests.staff_word import mark
from bot.wings.hosting.admission import stretched

MEMORY = 16 * 2**20
"""Bytes that each guess needs at least."""


@pytest.mark.parametrize(
    "hashed", [lambda: stretched("open sesame", b"salt"), lambda: mark.__wrapped__("open sesame", "guest")]
)
def test_each_guess_at_a_word_costs_much_memory(
    hashed: Callable[[], bytes | str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def recorded(word: bytes, **how: Any) -> bytes:
        asked.append(how)
        return in_few_rounds(word, **how)

    monkeypatch.setattr(hashlib, "scrypt", recorded)
    assert hashed()
    (how,) = asked
    assert 128 * how["n"] * how["r"] >= MEMORY
    assert how["n"] > FEW
