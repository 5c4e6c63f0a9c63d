"""Test the parts of a draw: its hash, numbers below a limit, weights, and lists of parts."""

import hashlib
import hmac
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.proof import fair

S = bytes(range(32))
G = "d:123:456:7"
E = "00df57e338a9bfe92d9c8f1c3e93272960854367593e60a1a03aeb2f84652c0d"


@given(st.binary(max_size=150), st.binary(max_size=150), st.binary(max_size=150))
def test_the_hash_of_draws_is_hmac(key: bytes, beginning: bytes, rest: bytes) -> None:
    """A seed has 32 bytes, but any other length is HMAC too."""
    assert fair.DrawHash(key, beginning).of(rest) == hmac.digest(key, beginning + rest, "sha256")


def test_a_draw_is_the_hmac_that_the_page_says() -> None:
    """Written out by hand from the formula."""

    def lp(*parts: bytes) -> bytes:
        return b"".join(struct.pack(">I", len(part)) + part for part in parts)

    number = struct.pack(">Q", 5)
    block = struct.pack(">Q", 0)
    message = lp(b"potluck/3", b"draw", G.encode(), bytes.fromhex(E), b"giant", number, block)
    first = struct.unpack(">8I", hmac.new(S, message, hashlib.sha256).digest())
    words = fair.words_of(fair.DrawHash(S, fair.draws_of(G, bytes.fromhex(E))), "giant", 5)
    assert tuple(next(words) for _ in range(8)) == first


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=6))
def test_below_n_drops_exactly_the_words_that_would_favour_some(n: int, words: list[int]) -> None:
    kept = [word for word in words if word < 2**32 - (2**32 % n)]
    stream = iter(words)
    if kept:
        assert fair.below(stream, n) == kept[0] % n
    else:
        with pytest.raises(StopIteration):
            fair.below(stream, n)


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_no_draw_is_below_nothing_or_beyond_a_word(n: int) -> None:
    with pytest.raises(ValueError, match="a draw is below"):
        fair.below(iter([1]), n)


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_two_lists_of_parts_never_run_together(one: list[str], other: list[str]) -> None:
    assert (fair.lp(*one) == fair.lp(*other)) == (one == other)


def test_weights_are_kept_exactly() -> None:
    """Over all numbers below their sum, each index comes as often as its weight says."""
    weights = (3, 0, 1, 2)

    class Counted:
        def __init__(self, number: int) -> None:
            self.number = number

        def below(self, n: int) -> int:
            assert n == sum(weights)
            return self.number

    from games.kit.dice import Draw  # noqa: PLC0415 - the class under test, called on a stream of one number

    found = [Draw.weighted(Counted(number), weights) for number in range(6)]  # type: ignore[arg-type]
    assert [Fraction(found.count(index), 6) for index in range(4)] == [Fraction(weight, 6) for weight in weights]
