"""Test reading accounts: the newest entries first, however many, folded entries, counts."""

import msgspec
import pytest

from persistence import Short, Store, StoreTrouble, Transfer, pipe
from persistence.keys import venue_keys
from persistence.money import LEDGER_PAGE

PURSE = "purse:web:ab12"


async def gets(store: Store, venue: str, count: int) -> None:
    """Give a purse 1, 2, 3 and so on suckers."""
    await store.transfer(venue, tuple(Transfer("bank", PURSE, amount, "win") for amount in range(1, count + 1)))


async def test_the_ledger_tells_fifty_entries_unless_more_are_asked_for(store: Store, venue: str) -> None:
    await gets(store, venue, 60)
    for account in (None, PURSE):
        assert [one.amount for one in await store.ledger(venue, account)] == list(range(60, 10, -1))
        assert len(await store.ledger(venue, account, 100)) == 60


@pytest.mark.parametrize("count", [0, 1, LEDGER_PAGE - 1, LEDGER_PAGE, LEDGER_PAGE + 1, 2 * LEDGER_PAGE + 1])
async def test_the_pages_of_an_account_hold_every_entry_once_the_newest_first(
    store: Store, venue: str, count: int
) -> None:
    if count:
        await gets(store, venue, count)
    pages = [[one.amount for one in page] async for page in store.ledger_pages(venue, PURSE, 10_000)]
    assert [amount for page in pages for amount in page] == list(range(count, 0, -1))
    assert all(0 < len(page) <= LEDGER_PAGE for page in pages)


@pytest.mark.parametrize("most", [1, 7, LEDGER_PAGE + 1])
async def test_no_more_pages_are_read_than_hold_as_many_entries_as_were_asked_for(
    store: Store, venue: str, most: int
) -> None:
    await gets(store, venue, LEDGER_PAGE + 50)
    found = [one.amount async for page in store.ledger_pages(venue, PURSE, most) for one in page]
    assert found == list(range(LEDGER_PAGE + 50, LEDGER_PAGE + 50 - most, -1))


async def test_sums_of_folded_entries_come_by_pages_and_as_one(store: Store, venue: str) -> None:
    """There are more than the store returns at once."""
    sums = {("2026-07", "bank", f"purse:web:{number}", "win"): number for number in range(1, 2001)}
    flat = [part for key, amount in sums.items() for part in (msgspec.json.encode(key), amount)]
    await store.pipe.write("HSET", venue_keys(venue).folded, *flat)
    assert await store.folded(venue) == sums
    pages = [page async for page in store.folded_pages(venue)]
    assert len(pages) > 1
    found: dict[tuple[str, str, str, str], int] = {}
    for page in pages:
        found |= page
    assert found == sums


async def test_nothing_was_folded_where_nobody_ever_paid(store: Store, venue: str) -> None:
    assert await store.folded(venue) == {}
    assert [page async for page in store.folded_pages(venue) if page] == []


async def test_what_is_given_once_may_be_held_to_be_given_already(store: Store, venue: str) -> None:
    await store.spend(venue, ["welcome:web:ab12", "gift:7"])
    welcome = Transfer("bank", PURSE, 100, "welcome", once="welcome:web:ab12")
    paid = Transfer(PURSE, "bank", 1, "lost")
    assert await store.transfer(venue, (welcome, paid)) == Short(PURSE, 0)
    other = Transfer("bank", PURSE, 5, "gift", once="gift:8")
    assert await store.transfer(venue, (other,)) == {"bank": -5, PURSE: 5}


async def test_a_counter_that_was_never_counted_is_at_nought(store: Store, venue: str) -> None:
    assert await store.counter(venue, "called-off") == 0
    await store.pipe.write("HSET", venue_keys(venue).counters, "called-off", 3)
    assert await store.counter(venue, "called-off") == 3


WELCOME = (Transfer("bank", PURSE, 100, "welcome", once="welcome"),)


@pytest.mark.parametrize("message", ["", "m1"])
async def test_f5_money_that_no_replica_has_is_not_called_paid(
    store: Store, venue: str, monkeypatch: pytest.MonkeyPatch, message: str
) -> None:
    """It may be lost with the server: it was sent, but is not confirmed."""
    monkeypatch.setattr(pipe, "WAITS_AT_MOST", 0.0001)
    monkeypatch.setattr(store.pipe, "most_replicas", 1)
    monkeypatch.setattr(store.pipe, "replicas", 1)
    with pytest.raises(StoreTrouble) as raised:
        await (store.transfer_for(message, venue, WELCOME) if message else store.transfer(venue, WELCOME))
    assert (raised.value.kind, raised.value.pending) == ("unconfirmed", True)


async def test_of_a_stake_entries_can_be_found_for_sixty_days_and_of_a_purse_always(store: Store, venue: str) -> None:
    """There is a stake for each table, so they would grow without end."""
    days = 24 * 3600 * 1000
    await store.transfer(venue, (Transfer("bank", PURSE, 5, "win"), Transfer(PURSE, "stake:K7Q", 5, "buy-in")))
    keys = venue_keys(venue)
    assert 59 * days < await store.pipe.read("PTTL", keys.entries("stake:K7Q")) <= 60 * days
    assert await store.pipe.read("PTTL", keys.entries(PURSE)) == -1
