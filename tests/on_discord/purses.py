"""Check the money of a server: it balances, and the tables hold what the ledger says."""

from evening import at_table
from night import Night

from bot.table.phases import Closed


async def money(night: Night) -> dict[str, int]:
    """Return all accounts of the server, once they are right."""
    accounts = await night.store.accounts(night.venue)
    assert sum(accounts.values()) == 0, accounts
    assert not {name: amount for name, amount in accounts.items() if amount < 0 and name != "bank"}
    tables = [one for channel in night.guild.channels.values() for one in await night.sessions(channel)]
    of_purses = [one for one in tables if one.options.money == "purse" and not isinstance(one.phase, Closed)]
    lying = {f"stake:{one.table}": at_table(one) for one in of_purses}
    held = {name: amount for name, amount in accounts.items() if name.startswith("stake:") and amount}
    assert held == {name: amount for name, amount in lying.items() if amount}
    return accounts
