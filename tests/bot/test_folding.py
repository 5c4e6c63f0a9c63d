"""Test that old ledger entries can be folded into monthly sums with the same totals, interrupted or not."""

import contextlib
import random
from typing import Any

import pytest

from persistence import HandClock, Store, StoreTrouble, Transfer


async def told(store: Store, venue: str) -> dict[str, int]:
    """Return each account's balance by entries and sums."""
    found: dict[str, int] = {}
    moved = [(one.source, one.target, one.amount) for one in await store.ledger(venue, None, 100_000)]
    moved += [(source, target, amount) for (_, source, target, _), amount in (await store.folded(venue)).items()]
    for source, target, amount in moved:
        found[source] = found.get(source, 0) - amount
        found[target] = found.get(target, 0) + amount
    return found


@pytest.mark.parametrize("seed", range(6))
async def test_a_folded_ledger_adds_up_and_keeps_stakes_and_everybodys_last_ten(
    store: Store, clock: HandClock, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, venue, start = random.Random(seed), f"test:fold{seed}", clock.now()  # noqa: S311 - not the dice of a game
    people = [f"purse:p{number}" for number in range(6)]
    for _ in range(300):
        clock.move(chance.randrange(5 * 24 * 3600))
        one, other = chance.sample([*people, "bank"], 2)
        await store.transfer(venue, (Transfer("bank", one, 5, "welcome"),) if one != "bank" else ())
        await store.transfer(venue, (Transfer(one, other, chance.randint(1, 9), "gift"),))
    await store.transfer(
        venue, (Transfer("bank", "purse:p0", 50, "welcome"), Transfer("purse:p0", "stake:t", 7, "buy-in"))
    )
    last = {one: await store.ledger(venue, one, 10) for one in people}
    accounts = await store.accounts(venue)
    send, cuts = type(store.pipe)._send, 2

    async def cut(self: Any, commands: Any, *, changes: bool, **how: bool) -> Any:
        nonlocal cuts
        answer = await send(self, commands, changes=changes, **how)
        if changes and cuts:
            cuts -= 1
            raise StoreTrouble("gone", "killed", pending=True)
        return answer

    monkeypatch.setattr(type(store.pipe), "_send", cut)
    for _ in range(4):
        with contextlib.suppress(StoreTrouble):
            await store.fold(venue, clock.now() + 1)
    monkeypatch.undo()
    assert await store.fold(venue, clock.now() + 1) == 0
    assert await store.folded(venue)
    assert await told(store, venue) == accounts
    assert await store.accounts(venue) == accounts
    assert {one: await store.ledger(venue, one, 10) for one in people} == last
    assert [entry.amount for entry in await store.ledger(venue, "stake:t", 5)] == [7]
    assert await store.fold(venue, start) == 0


async def test_sums_of_somebody_forgotten_are_nobodys_in_particular(store: Store, clock: HandClock) -> None:
    venue = "test:fold-forgotten"
    for _ in range(30):
        await store.transfer(venue, (Transfer("bank", "purse:web:ann", 5, "welcome"),))
        clock.move(3600)
    await store.fold(venue, clock.now())
    await store.transfer(venue, (Transfer("purse:web:ann", "bank", 150, "forgotten"),))
    await store.forget_purse(venue, "web:ann", "gone:1", str)
    assert {account for _, *both, _ in await store.folded(venue) for account in both} == {"bank", "purse:gone:1"}
    assert sum(amount for of, amount in (await store.folded(venue)).items()) == 20 * 5
    assert len(await store.ledger(venue, "purse:gone:1", 100)) == 11
