"""Test what an unreadable table pays back: to each person what they brought and did not take away (threats F23)."""

import pytest
from evening import Evening

from bot.engine import sessions
from bot.engine.sessions import refund
from persistence import Store, TableRef, Transfer

Paid = list[tuple[str, str, int]]
AT = "stake:K7Q"


async def after_refund(store: Store, venue: str, paid: Paid) -> dict[str, int]:
    """Return the balance of each account after two refunds of the same table."""
    ref = TableRef(venue, "K7Q")
    await store.transfer(venue, tuple(Transfer("bank", f"purse:{name}", 1000, "welcome") for name in ("ann", "ben")))
    for source, target, amount in paid:
        await store.transfer(venue, (Transfer(source, target, amount, "buy-in"),))
    for _ in range(2):
        await refund(store, ref)
    return dict(await store.accounts(venue))


@pytest.mark.parametrize(
    ("paid", "ann", "ben"),
    [
        ([("purse:ann", AT, 300)], 1000, 1000),
        ([("purse:ann", AT, 300), ("purse:ben", AT, 100)], 1000, 1000),
        ([("purse:ann", AT, 300), ("purse:ben", AT, 100), (AT, "purse:ben", 100)], 1000, 1000),
        ([("purse:ann", AT, 300), ("purse:ben", AT, 100), (AT, "purse:ben", 150)], 950, 1050),
        ([("purse:ann", AT, 300), ("bank", AT, 200), (AT, "purse:ann", 400)], 1100, 1000),
        ([("purse:ann", AT, 300), ("bank", AT, 200)], 1000, 1000),
        ([("purse:ann", AT, 300), ("purse:ben", AT, 200), (AT, "bank", 250)], 750, 1000),
        ([("purse:ann", AT, 300), ("bank", AT, 200), (AT, "purse:ben", 250)], 950, 1250),
        ([("purse:ann", AT, 50), (AT, "purse:ann", 20), ("purse:ann", AT, 10)], 1000, 1000),
    ],
)
async def test_each_is_paid_back_what_they_brought_less_what_they_took(
    evening: Evening, paid: Paid, ann: int, ben: int
) -> None:
    found = await after_refund(evening.store, evening.venue, paid)
    assert (found["purse:ann"], found["purse:ben"]) == (ann, ben)
    assert found.get(AT, 0) == 0
    assert sum(found.values()) == 0


async def test_what_nobody_is_known_to_have_brought_goes_to_the_bank(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger is cut one day, and then has only the newest entries."""
    monkeypatch.setattr(sessions, "MOST_ENTRIES", 1)
    found = await after_refund(evening.store, evening.venue, [("purse:ann", AT, 300), ("purse:ben", AT, 100)])
    assert (found["purse:ann"], found["purse:ben"], found["bank"], found[AT]) == (700, 1000, -1700, 0)


async def test_a_table_at_which_nothing_lies_pays_nothing_back(evening: Evening) -> None:
    await refund(evening.store, TableRef(evening.venue, "K7Q"))
    assert await evening.store.accounts(evening.venue) == {}
    paid = [("purse:ann", AT, 300), (AT, "purse:ann", 300)]
    found = await after_refund(evening.store, evening.venue, paid)
    assert (found["purse:ann"], found[AT]) == (1000, 0)
    assert not [one for one in await evening.store.ledger(evening.venue) if one.cause == "refund"]
