"""Test that outdated data are removed, and the rest is measured by kind of key."""

from typing import Any

import msgspec
import pytest

from persistence import Store, Transfer
from persistence.growth import Weight, kinds
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
    """A gift that is requested again after midnight is still known; no mark is kept forever."""
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
    found = await store.pipe.read("KEYS", "pl:*")  # short-lived keys, such as a test of the store, may be gone
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


async def spent(store: Store, venue: str) -> set[bytes]:
    return set(await store.pipe.read("SMEMBERS", venue_keys(venue).once))


async def test_of_more_marks_than_a_page_holds_all_old_ones_go(store: Store, venue: str) -> None:
    old = [f"refill:web:{number}:9" for number in range(1203)]
    lines = [f"gift:{number}" for number in range(701)]
    await store.spend(venue, [*old, *lines, "refill:web:1:10"])
    assert await store.drop_old_once(venue, 10) == 1203
    assert await store.drop_old_once(venue, 17) == 1
    assert await store.drop_old_once(venue, 18) == 701
    assert await spent(store, venue) == set()
    assert await store.pipe.read("EXISTS", venue_keys(venue).once_first) == 0


async def entries(store: Store, venue: str, *moved: tuple[str, str, int], at: int = 0) -> None:
    """Write entries of the ledger as if they were paid, each a ms later than the one before."""
    keys = venue_keys(venue)
    for number, (source, target, amount) in enumerate(moved, at):
        line = b"%d" % number + msgspec.json.encode((source, target, amount, "gift"))
        place = await store.pipe.write("RPUSH", keys.ledger, line) - 1
        await store.pipe.write("RPUSH", keys.entries(source), place)
        await store.pipe.write("RPUSH", keys.entries(target), place)


async def test_entries_before_a_time_are_folded_but_the_last_ten_of_everybody(store: Store, venue: str) -> None:
    """The bank's own latest entries are no reason to keep any."""
    others = [("bank", f"purse:{name}", 1) for name in "bcd"]
    await entries(store, venue, *[("bank", "purse:a", 2)] * 15, *[("purse:a", "bank", 1)] * 5, *others)
    assert await store.fold(venue, 3) == 3
    assert await store.fold(venue, 3) == 0
    assert await store.folded(venue) == {("1970-01", "bank", "purse:a", "gift"): 6}
    assert await store.fold(venue, 2**50) == 7
    assert await store.folded(venue) == {("1970-01", "bank", "purse:a", "gift"): 20}
    assert [one.at for one in await store.ledger(venue, "purse:a")] == list(range(19, 9, -1))
    assert [one.at for one in await store.ledger(venue, "bank")] == list(range(22, 9, -1))


@pytest.mark.parametrize(("balance", "stay"), [(5, 3), (0, 0), (None, 0)])
async def test_entries_of_a_stake_stay_while_it_is_on_a_table(
    store: Store, venue: str, balance: int | None, stay: int
) -> None:
    """This holds however many entries came after them. Purses with suckers are not stakes."""
    stake, keys = "stake:K7Q", venue_keys(venue)
    await entries(store, venue, ("bank", stake, 2), ("purse:a", stake, 3), (stake, "purse:b", 1))
    await entries(store, venue, *[("bank", name, 1) for name in ("purse:a", "purse:b", stake)] * 10, at=3)
    await store.pipe.write("HSET", keys.purses, "purse:a", 7, "purse:b", 0)
    if balance is not None:
        await store.pipe.write("HSET", keys.purses, stake, balance)
    await store.fold(venue, 3)
    assert len([one for one in await store.ledger(venue, stake, 100) if one.at < 3]) == stay


async def test_a_ledger_is_folded_page_by_page_until_nothing_is_old(store: Store, venue: str) -> None:
    """A page that was folded before is not the end; one in which everything is recent is."""
    keys = venue_keys(venue)
    lines = [b"%d" % number + b'["bank","bank",1,"gift"]' for number in range(2003)]
    await store.pipe.write("RPUSH", keys.ledger, *[b""] * 500, *lines[500:])
    await store.pipe.write("RPUSH", keys.ledger, *[b'5["bank","bank",1,"gift"]'] * 7)
    assert await store.fold(venue, 1003) == 503
    left = await store.pipe.read("LRANGE", keys.ledger, 0, -1)
    assert left[:1003] == [b""] * 1003
    assert left[1003:] == [*lines[1003:], *[b'5["bank","bank",1,"gift"]'] * 7]
    await store.fold(venue, 0)
    assert await store.fold(venue, 2**50) == 1007


async def test_a_ledger_without_entries_folds_to_nothing(store: Store, venue: str) -> None:
    assert await store.fold(venue, 2**50) == 0
    assert await store.folded(venue) == {}


async def test_keys_of_a_kind_are_weighed_together_and_each_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk over the keys may name one twice, and one may be deleted before it is measured."""
    names = [b"pl:note:weighed:a", b"pl:note:weighed:b", b"pl:note:other:c"]
    plain_read, plain_all = store.pipe.read, store.pipe.read_all
    pages = iter([[b"1", names[:2]], [b"2", [names[0], names[2], names[2]]], [b"0", [b"pl:note:weighed:gone"]]])

    async def scanned(*command: Any) -> Any:
        return next(pages) if command[0] == "SCAN" else await plain_read(*command)

    monkeypatch.setattr(store.pipe, "read", scanned)
    for name, content in zip(names, (b"x", b"x" * 5000, b"x" * 900), strict=True):
        await store.pipe.write("SET", name, content)
    sizes = await plain_all([("MEMORY", "USAGE", name) for name in names])
    assert await store.weights() == [
        Weight(sizes[0] + sizes[1], 3, "note:weighed"),
        Weight(sizes[2], 1, "note:other"),
    ]
    await store.pipe.write("DEL", *names)
