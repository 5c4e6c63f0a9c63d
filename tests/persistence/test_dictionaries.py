"""Test that stored content is packed with a dictionary, and says with which."""

from hashlib import sha256
from operator import add

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from persistence import BrokenSealError, Seals, TableRef, UnknownSealError, sealing, wire
from persistence.sealing import (
    FIRST_PACKED,
    HIGHEST_DICTIONARY,
    MAGIC,
    MOST_BYTES,
    NEWEST_DICTIONARY,
    BrokenPackingError,
    UnknownDictionaryError,
    dictionary,
    packed,
    unpacked,
)

NOTE = b'{"upto":6,"digest":"7ebd6ce33501457b","handle":"","ask":"1-3","behind":false,"waits":false,"shut":false,'
NOTE += b'"fades_at":null,"fading":0,"owed":false}'
LINE = b'{"at":1790000000000,"notes":[{"say":{"type":"say","id":"sat-down","args":{"who":"ben"}}}],"position":[1,true]}'
BEGINNINGS = [bytes([FIRST_PACKED + number]) for number in range(HIGHEST_DICTIONARY + 1)]
"""How packed content begins; other content that begins like this must be read correctly, too."""


def framed(content: bytes, number: int = NEWEST_DICTIONARY) -> bytes:
    """Return content packed as somebody who can write to the store could have packed it."""
    return bytes([FIRST_PACKED + number]) + zstandard.ZstdCompressor().compress(content)[len(MAGIC) :]


@given(st.one_of(st.binary(max_size=3000), st.builds(add, st.sampled_from(BEGINNINGS), st.binary(max_size=20))))
def test_what_is_packed_is_read_as_it_was(content: bytes) -> None:
    assert unpacked(packed(content)) == content


def test_what_tables_say_all_the_time_becomes_a_third_or_less() -> None:
    assert len(packed(LINE)) <= len(LINE) // 3


def test_what_would_become_longer_stays_as_it_is() -> None:
    assert packed(b"[7]") == b"[7]"


def test_it_is_packed_as_soon_as_that_is_shorter_by_a_byte_and_not_before() -> None:
    """Content that grows by the same letter never takes less room packed than when it was shorter."""
    noise = b"-" + sha256(b"noise").digest() * 2
    contents = [noise[:40] + b"a" * number for number in range(60)]
    sizes = [len(packed(content)) for content in contents]
    assert sizes == sorted(sizes)
    assert packed(contents[0]) == contents[0]
    assert sizes[-1] < len(contents[-1]) - 9
    for content in contents:
        assert packed(content) == content or len(packed(content)) < len(content)


def test_it_is_said_with_which_unknown_dictionary_something_is_packed() -> None:
    with pytest.raises(UnknownDictionaryError, match=f"dictionary 9; the newest here is {NEWEST_DICTIONARY}"):
        unpacked(framed(NOTE, 9))


@pytest.mark.parametrize("number", [number for number in range(HIGHEST_DICTIONARY + 1) if number != NEWEST_DICTIONARY])
def test_whatever_dictionary_may_come_is_told_from_what_is_broken(number: int) -> None:
    """A newer bot may have the dictionary, so such content is not thrown away."""
    with pytest.raises(UnknownDictionaryError, match=f"dictionary {number};"):
        unpacked(bytes([FIRST_PACKED + number]) + b"x")


@pytest.mark.parametrize("content", [b"", b"x"])
def test_the_shortest_contents_are_unpacked(content: bytes) -> None:
    assert unpacked(framed(content)) == content


def test_the_dictionary_that_is_packed_with_is_here() -> None:
    words = dictionary(NEWEST_DICTIONARY)
    stored = zstandard.ZstdCompressor(dict_data=words, write_dict_id=False).compress(NOTE)
    assert unpacked(bytes([FIRST_PACKED + NEWEST_DICTIONARY]) + stored[len(MAGIC) :]) == NOTE


@pytest.mark.parametrize(
    "stored",
    [
        bytes([FIRST_PACKED + NEWEST_DICTIONARY]),
        packed(NOTE)[:-3],
        packed(NOTE)[:20] + b"\xff\xff" + packed(NOTE)[22:],
        bytes([FIRST_PACKED + NEWEST_DICTIONARY])
        + zstandard.ZstdCompressor(write_content_size=False).compress(NOTE)[len(MAGIC) :],
        framed(bytes(MOST_BYTES + 1)),
    ],
    ids=[
        "nothing behind its number",
        "cut off",
        "changed",
        "of a size that is not said",
        "a bomb",
    ],
)
def test_nothing_is_unpacked_that_is_broken_or_too_long(stored: bytes) -> None:
    with pytest.raises(BrokenPackingError):
        unpacked(stored)


def test_a_sealed_thing_of_an_unknown_dictionary_is_told_from_a_broken_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ref, seals = TableRef("venue", "table"), Seals({1: bytes(32)})
    monkeypatch.setattr(sealing, "packed", lambda content: framed(content, 9))
    with pytest.raises(UnknownSealError, match="dictionary 9"):
        seals.open(ref, b"line", b"0", seals.seal(ref, b"line", b"0", NOTE))
    monkeypatch.setattr(sealing, "packed", lambda content: packed(content)[:-3])
    with pytest.raises(BrokenSealError):
        seals.open(ref, b"line", b"0", seals.seal(ref, b"line", b"0", NOTE))


def test_a_record_that_can_not_be_unpacked_is_handed_on_as_it_is_kept() -> None:
    assert wire.unpacked(framed(NOTE, 9)) == framed(NOTE, 9)
