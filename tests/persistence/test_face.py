"""Test the base of all faces of the store."""

from typing import Any

import pytest

from persistence import HandClock, Heard, Seals, Store, TableRef, UnknownSealError
from persistence.face import Face, paged, pairs, two_by_two
from persistence.keys import member, seats_key, venue_keys
from persistence.sealing import opened, sealed

REF = TableRef("discord:1", "K7Q")
SEALS = Seals({1: b"k" * 32})


class TimeTeller:
    """A pipe to a server that knows only the time."""

    async def read(self, *command: str) -> list[bytes]:
        assert command == ("TIME",)
        return [b"1750000000", b"999999"]


async def test_the_servers_time_is_read_in_whole_ms() -> None:
    pipe: Any = TimeTeller()
    assert await Face(pipe, None)._ask_time() == 1_750_000_000_999


def test_a_clock_that_was_handed_in_comes_before_the_servers() -> None:
    pipe: Any = TimeTeller()
    by_hand = HandClock(5)
    assert Face(pipe, by_hand).clock is by_hand
    with pytest.raises(RuntimeError, match="never set"):
        Face(pipe, None).clock.now()


async def test_a_message_is_noted_at_the_time_of_the_clock(store: Store, venue: str) -> None:
    """It is found as long as it is kept, also where only `wait:` moves the time (threats F7)."""
    await Face(store.pipe, HandClock(5_000))._note_taken(Heard(venue, "by hand"), ())
    seen = venue_keys(venue).seen
    assert [float(score) for score in await store.pipe.read("ZMSCORE", seen, "by hand")] == [5_000]


async def test_a_seat_keeps_the_time_at_which_it_was_taken_first(store: Store, venue: str) -> None:
    ref, clock = TableRef(venue, "K7Q"), HandClock(5_000)
    for _ in range(2):
        await store.pipe.write_all(Face(store.pipe, clock)._seat_noted(venue, ref))
        clock.move(60)
    assert await store.pipe.read("ZRANGE", seats_key(venue), 0, -1, "WITHSCORES") == [member(ref).encode(), b"5000"]


def test_what_is_stored_with_seals_opens_with_them_alone() -> None:
    """Threats T32."""
    stored = sealed(SEALS, REF, b"document", 7, b"the deck")
    assert b"deck" not in stored
    assert opened(SEALS, REF, b"document", 7, stored) == b"the deck"
    with pytest.raises(UnknownSealError):
        opened(Seals({2: b"o" * 32}), REF, b"document", 7, stored)


def test_without_seals_it_is_stored_as_it_is() -> None:
    assert sealed(None, REF, b"document", 7, b"the deck") == b"the deck"
    assert opened(None, REF, b"document", 7, b"the deck") == b"the deck"


def test_what_came_flat_is_read_as_pairs() -> None:
    assert list(two_by_two([])) == []
    assert list(two_by_two([b"a", b"1", b"b", b"2"])) == [(b"a", b"1"), (b"b", b"2")]
    assert pairs([b"a", b"1", b"b", b"2"]) == {"a": b"1", "b": b"2"}


def test_a_name_without_its_value_is_no_pair() -> None:
    with pytest.raises(ValueError, match="shorter"):
        list(two_by_two([b"a", b"1", b"b"]))


@pytest.mark.parametrize(
    ("items", "pages"), [("", []), ("abc", ["abc"]), ("abcd", ["abc", "d"]), ("abcdefg", ["abc", "def", "g"])]
)
def test_pages_hold_everything_once_in_its_order(items: str, pages: list[str]) -> None:
    assert list(paged(items, 3)) == pages
