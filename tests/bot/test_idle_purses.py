"""Purses of guests who can't come back are closed by an entry after 90 days; nobody else's is, and nothing is lost."""

from evening import Evening

from bot.wings.purses.idle_purses import IDLE, IdlePurses
from persistence import Transfer
from persistence.keys import venue_keys

DAY = 24 * 3600


async def given(evening: Evening, person: str, amount: int) -> None:
    await evening.store.transfer(evening.venue, (Transfer("bank", f"purse:{person}", amount, "welcome"),))


async def test_only_purses_of_guests_who_cannot_come_back_are_closed(evening: Evening) -> None:
    store, venue, idle = evening.store, evening.venue, evening.house.part(IdlePurses)
    for person in ("web:gone", "web:linked", "twitch:5", "web:plays", "web:known", "web:spent"):
        await given(evening, person, 700)
    await store.transfer(venue, (Transfer("purse:web:spent", "bank", 700, "gift"),))
    await store.spend(venue, ["welcome:web:gone", "welcome:web:plays"])
    await store.put_note("selves", "web:linked", b"[]")
    await store.put_note("guest", "known", b"{}")
    evening.clock.move(IDLE // 1000 - DAY)
    await store.transfer(venue, (Transfer("bank", "purse:web:plays", 1, "refill"),))
    assert await idle.close() == 0
    evening.clock.move(2 * DAY)
    assert await idle.close() == 2
    accounts = await store.accounts(venue)
    left = {name.removeprefix("purse:"): amount for name, amount in accounts.items() if name.startswith("purse:")}
    assert left == {"web:linked": 700, "twitch:5": 700, "web:plays": 701, "web:known": 700}
    assert sum(accounts.values()) == 0
    entry = (await store.ledger(venue))[0]
    assert (entry.source, entry.target, entry.amount, entry.cause) == ("purse:web:gone", "bank", 700, "idle")
    assert not await store.pipe.read("EXISTS", venue_keys(venue).entries("purse:web:gone"))
    assert not await store.is_spent(venue, "welcome:web:gone")
    assert await store.is_spent(venue, "welcome:web:plays")
    assert await idle.close() == 0


async def test_a_purse_that_was_used_since_it_was_found_is_left_alone(evening: Evening) -> None:
    store, venue = evening.store, evening.venue
    for amount in (0, 50):
        person = f"web:back{amount}"
        await given(evening, person, 50)
        if not amount:
            await store.transfer(venue, (Transfer(f"purse:{person}", "bank", 50, "gift"),))
    evening.clock.move(IDLE // 1000 + DAY)
    found = [one async for one in store.idle(venue, "purse:web:back*", evening.clock.now() - IDLE)]
    assert sorted((one.account, one.balance) for one in found) == [("purse:web:back0", 0), ("purse:web:back50", 50)]
    for one in found:
        await store.transfer(venue, (Transfer("bank", one.account, 7, "refill"),))
        await store.transfer(venue, (Transfer(one.account, "bank", 7, "gift"),))
        assert not await store.close_account(venue, one, "idle"), "it holds what it held, and was used all the same"
    accounts = await store.accounts(venue)
    assert (accounts["purse:web:back0"], accounts["purse:web:back50"], sum(accounts.values())) == (0, 50, 0)
    assert len(await store.ledger(venue, "purse:web:back0")) == 4


async def test_a_guest_who_comes_every_day_keeps_the_purse(evening: Evening) -> None:
    """Their note is renewed by their cookie, though they play for nothing."""
    await given(evening, "web:daily", 900)
    await evening.store.put_note("guest", "daily", b"{}")
    evening.clock.move(3 * IDLE // 1000)
    assert await evening.house.part(IdlePurses).close() == 0
    assert await evening.store.balance(evening.venue, "purse:web:daily") == 900
