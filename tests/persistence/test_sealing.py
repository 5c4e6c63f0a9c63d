"""Test that what is stored of a table is sealed, and opens only in its own place with an existing key (threats T32)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persistence import BrokenSealError, Commit, Committed, Seals, Store, Stored, TableRef, UnknownSealError, sealing
from persistence.keys import table_keys
from persistence.sealing import mark_of, sealed_with

ONE, TWO = bytes(range(32)), b"two" + bytes(29)
REF, OTHER = TableRef("venue", "table"), TableRef("venue", "other")
SEALS = Seals({1: ONE})
CONTENT = b'{"hand":"the queen of spades"}'


@given(st.binary(max_size=2000), st.text(max_size=20), st.integers(0, 2**40))
def test_what_is_sealed_opens_as_it_was(content: bytes, audience: str, version: int) -> None:
    for kind, item in ((b"document", str(version)), (b"shown", audience)):
        sealed = SEALS.seal(REF, kind, item.encode(), content)
        assert SEALS.open(REF, kind, item.encode(), sealed) == content
        assert sealed_with(sealed) == 1


@pytest.mark.parametrize(
    ("ref", "kind", "item"),
    [
        (OTHER, b"document", b"7"),
        (TableRef("venu", "etable"), b"document", b"7"),
        (REF, b"line", b"7"),
        (REF, b"document", b"8"),
        (REF, b"document/7", b""),
        (REF, b"documen", b"t/7"),
    ],
)
def test_it_opens_in_no_other_place(ref: TableRef, kind: bytes, item: bytes) -> None:
    """Somebody who can write to the store can't put an older version or another table's line there."""
    sealed = SEALS.seal(REF, b"document", b"7", CONTENT)
    with pytest.raises(BrokenSealError):
        SEALS.open(ref, kind, item, sealed)


def test_of_each_byte_that_is_changed_it_is_told() -> None:
    sealed = SEALS.seal(REF, b"line", b"0", CONTENT)
    for at in range(1, len(sealed)):
        changed = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        with pytest.raises((BrokenSealError, UnknownSealError)):
            SEALS.open(REF, b"line", b"0", changed)
    for length in range(3, len(sealed)):
        with pytest.raises(BrokenSealError):
            SEALS.open(REF, b"line", b"0", sealed[:length])


def test_the_same_is_never_sealed_alike_twice() -> None:
    assert len({SEALS.seal(REF, b"line", b"0", CONTENT) for _ in range(1000)}) == 1000


def test_with_a_new_key_beside_it_the_old_still_opens() -> None:
    both = Seals({1: ONE, 2: TWO})
    assert both.open(REF, b"line", b"0", SEALS.seal(REF, b"line", b"0", CONTENT)) == CONTENT
    assert sealed_with(both.seal(REF, b"line", b"0", CONTENT)) == 2


@pytest.mark.parametrize("others", [{2: TWO}, {1: TWO}])
def test_a_key_that_is_not_here_is_told_from_a_change(others: dict[int, bytes]) -> None:
    sealed = SEALS.seal(REF, b"line", b"0", CONTENT)
    with pytest.raises(UnknownSealError):
        Seals(others).open(REF, b"line", b"0", sealed)


@pytest.mark.parametrize("number", [1, 31, 32, 255, 2**32 - 1])
def test_a_key_may_have_any_number(number: int) -> None:
    seals = Seals({number: ONE})
    sealed = seals.seal(REF, b"line", b"0", CONTENT)
    assert sealed_with(sealed) == number
    assert seals.open(REF, b"line", b"0", sealed) == CONTENT


@pytest.mark.parametrize(
    ("stored", "number"),
    [
        (b"", None),
        (b"\xc1", None),
        (b"\xc1x", None),
        (b"\xc1xy", 1),
        (b"\xdfxy", 31),
        (b"\xc0xy", None),
        (b"\xe0xy", None),
        (b"\x01", None),
        (b"\x01\0\0\0\x0712345678", 7),
        (b"\x01\0\0\0\x071234567", None),
        (b"\x02\0\0\0\x0712345678", None),
        (CONTENT, None),
    ],
)
def test_by_its_beginning_something_says_with_which_key_it_is_sealed(stored: bytes, number: int | None) -> None:
    assert sealed_with(stored) == number


@pytest.mark.parametrize(
    ("written", "error"),
    [(b"\xef no such dictionary", UnknownSealError), (b"\xe3 no frame", BrokenSealError)],
)
def test_what_is_sealed_well_and_packed_otherwise_is_told(
    written: bytes, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "packed", bytes)
    with pytest.raises(error):
        SEALS.open(REF, b"line", b"0", SEALS.seal(REF, b"line", b"0", written))


def test_what_was_stored_unsealed_is_not_read() -> None:
    with pytest.raises(BrokenSealError):
        SEALS.open(REF, b"document", b"7", CONTENT)


def test_a_digest_can_be_made_by_nobody_without_the_key() -> None:
    """There are few enough possible hands to try them all."""
    assert SEALS.digest(CONTENT) == Seals({1: ONE}).digest(CONTENT) != Seals({1: TWO}).digest(CONTENT)


def test_no_key_is_made_from_its_mark() -> None:
    assert mark_of(ONE) != mark_of(TWO)
    assert ONE.hex()[:16] not in mark_of(ONE)


async def test_a_store_with_seals_gives_back_what_it_was_given_and_holds_none_of_it(store: Store, venue: str) -> None:
    ref = TableRef(venue, "sealed")
    store.seals = SEALS
    first = Commit(ref, 0, CONTENT, log=(CONTENT, b"two"), game=3)
    assert isinstance(await store.commit(first), Committed)
    assert isinstance(await store.commit(Commit(ref, 1, CONTENT, log=(b"three",), log_start=2)), Committed)
    await store.show(ref, {"person:web:a": CONTENT})
    assert await store.load(ref) == Stored(2, CONTENT)
    assert await store.log(ref) == [CONTENT, b"two", b"three"]
    assert await store.log(ref, 1, 2) == [b"two", b"three"]
    assert await store.shown(ref) == {"person:web:a": CONTENT}
    keys = table_keys(ref)
    held = [
        *await store.pipe.read("HGETALL", keys.session),
        *await store.pipe.read("LRANGE", keys.log, 0, -1),
        *await store.pipe.read("HVALS", keys.shown),
    ]
    assert not any(b"queen" in one for one in held)


async def test_what_was_shown_and_is_broken_hides_no_other(store: Store, venue: str) -> None:
    """F23."""
    ref = TableRef(venue, "shown")
    store.seals = SEALS
    await store.show(ref, {"a": b"one", "b": b"two"})
    await store.pipe.write(
        "HSET", table_keys(ref).shown, "b", await store.pipe.read("HGET", table_keys(ref).shown, "a")
    )
    assert await store.shown(ref) == {"a": b"one"}


async def test_the_game_that_is_on_is_known_without_opening_anything(store: Store, venue: str) -> None:
    ref = TableRef(venue, "game")
    store.seals = SEALS
    await store.commit(Commit(ref, 0, b"", game=17))
    assert await store.game_of(ref) == 17
    await store.commit(Commit(ref, 1, b""))
    assert await store.game_of(ref) == 0
    await store.commit(Commit(ref, 2, b"", game=18, closed=True))
    assert await store.game_of(ref) == 0
