"""The refund of the stakes of a table that can't be read any more."""

from typing import Final

from persistence import Store, TableRef, Transfer

MOST_ENTRIES: Final = 10_000


async def refund(store: Store, ref: TableRef) -> None:
    """Give the stakes of a table that can't be read back to those who paid them in, by the ledger (threats F23)."""
    account = f"stake:{ref.table}"
    paid: dict[str, int] = {}
    for entry in await store.ledger(ref.venue, account, MOST_ENTRIES):
        other, sign = (entry.source, 1) if entry.target == account else (entry.target, -1)
        paid[other] = paid.get(other, 0) + sign * entry.amount
    left = await store.balance(ref.venue, account) or 0
    back: list[Transfer] = []
    for other in sorted(paid, key=lambda one: one == "bank"):
        due = min(left, max(0, paid[other]))
        if due:
            back.append(Transfer(account, other, due, "refund", once=f"refund:{ref.table}:{other}"))
        left -= due
    if left:
        back.append(Transfer(account, "bank", left, "refund", once=f"refund:{ref.table}"))
    await store.transfer(ref.venue, tuple(back))
