"""What becomes of a table that can't be read any more: every stake goes back, and it counts as called off."""

from typing import Final

from bot.table.audit import CALLED_OFF, VOID, AuditEntry, written
from persistence import Store, TableRef, Transfer

MOST_ENTRIES: Final = 10_000


async def refund(store: Store, ref: TableRef) -> None:
    """Give the stakes of a table that can't be read back to those who paid them in, by the ledger (threats F23)."""
    account = f"stake:{ref.table}"
    left = await store.balance(ref.venue, account)
    if not left:
        return
    paid: dict[str, int] = {}
    for entry in await store.ledger(ref.venue, account, MOST_ENTRIES):
        other, sign = (entry.source, 1) if entry.target == account else (entry.target, -1)
        paid[other] = paid.get(other, 0) + sign * entry.amount
    back: list[Transfer] = []
    for other in sorted(paid, key=lambda one: one == "bank"):
        due = min(left, max(0, paid[other]))
        if due:
            back.append(Transfer(account, other, due, "refund", once=f"refund:{ref.table}:{other}"))
        left -= due
    if left:
        back.append(Transfer(account, "bank", left, "refund", once=f"refund:{ref.table}"))
    await store.transfer(ref.venue, tuple(back))


async def set_aside(store: Store, ref: TableRef, why: str, game: int) -> None:
    """Pay back the stakes of a table that nobody can read, note in public that it is void, and set it aside.

    `game`: the number of the game that was on, 0 where none was. In this order, so that a kill in between loses no
    stake: the next who looks does it again, and the money moves once.
    """
    await refund(store, ref)
    if game:
        did = f"table lost, game {game} void"
        code = ref.table.rpartition("-")[2]
        entry = AuditEntry(store.clock.now(), "", "", did, code, ref.table, why, counts=VOID)
        await store.note_audit(ref.venue, written(entry), CALLED_OFF)
    await store.quarantine(ref)
