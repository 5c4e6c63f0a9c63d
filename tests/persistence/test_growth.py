"""What is out of date goes, and the rest is weighed by kind of key."""

import pytest

from persistence import Store, Transfer
from persistence.growth import kinds
from persistence.keys import venue_keys

VENUE = "test:growth"
LINES = "test:growth of lines"


async def test_marks_of_old_days_go_and_all_others_stay(store: Store) -> None:
    kept = ["welcome:twitch:5", "refill:twitch:5:100", "allowance:web:a:101", "gift:9", "joined:refill:x"]
    await store.spend(VENUE, [*kept, "refill:twitch:5:99", "allowance:web:a:7"])
    assert await store.drop_old_once(VENUE, 100) == 2
    assert await store.drop_old_once(VENUE, 100) == 0
    assert sorted(one.decode() for one in await store.pipe.read("SMEMBERS", venue_keys(VENUE).once)) == sorted(kept)


async def test_marks_of_single_lines_go_a_week_after_they_were_first_found(store: Store) -> None:
    """A gift that is said again after midnight is still known; none is kept for ever."""
    await store.spend(LINES, ["gift:9", "correct:10", "welcome:web:a"])
    for day in (100, 101, 107):
        assert await store.drop_old_once(LINES, day) == 0
    await store.spend(LINES, ["gift:11"])
    assert await store.drop_old_once(LINES, 108) == 2
    left = await store.pipe.read("SMEMBERS", venue_keys(LINES).once)
    assert sorted(left) == [b"gift:11", b"welcome:web:a"]
    assert await store.pipe.read("HKEYS", venue_keys(LINES).once_first) == [b"gift:11"]


async def test_every_key_is_weighed_under_its_kind(store: Store) -> None:
    await store.transfer(VENUE, (Transfer("bank", "purse:a", 5, "reward"),))
    await store.put_note("pings", "a", b"off")
    weights = {one.kind: one for one in await store.weights()}
    assert {"ledger", "entries", "purses", "note:pings"} <= set(weights)
    assert all(one.bytes > 0 and one.keys > 0 for one in weights.values())
    found = await store.pipe.read(
        "KEYS", "pl:*"
    )  # what lasts for a moment alone, such as a try of the store, may be gone
    assert sum(one.keys for one in weights.values()) >= len(found)
    assert set(weights) >= set(kinds(found))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (b"pl:{p001}:twitch%3A5:entries:purse%3Aa", "entries"),
        (b"pl:{p001}:twitch%3A5:table:ab-K7Q:log", "table:log"),
        (b"pl:{p001}:due", "due"),
        (b"pl:note:own-limit:twitch%3A5", "note:own-limit"),
        (b"pl:seats:twitch%3A5", "seats"),
    ],
)
def test_a_key_says_its_kind(name: bytes, kind: str) -> None:
    assert list(kinds([name])) == [kind]
