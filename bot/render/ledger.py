"""Ledger entries in words: how much, why, and how long ago."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.people.finished_games import GONE
from bot.people.flows import GIFT
from bot.ports.ids import PersonId
from bot.render.ago import ago
from bot.text import Words
from persistence import Entry

CAUSES: Final = {
    "buy-in": "entry-buy-in",
    "paid-back": "entry-paid-back",
    "welcome": "entry-welcome",
    "joined": "entry-joined",
    "joined-welcome": "entry-joined-welcome",
    "forgotten": "entry-forgotten",
    "went-home": "entry-went-home",
    "came-home": "entry-came-home",
    "refill": "entry-refill",
    "idle": "entry-idle",
    "allowance": "entry-allowance",
    GIFT: "entry-gift",
    "reward": "entry-reward",
    "refund": "entry-refund",
    "corrected": "entry-corrected",
    "brought": "entry-brought",
    "given-back": "entry-given-back",
    "house-won": "entry-house-won",
    "house-paid": "entry-house-paid",
}
"""The sentence of each cause of a transfer."""


def ledger_lines(
    entries: Sequence[Entry], account: str | None, names: Mapping[PersonId, str], now: int, words: Words
) -> list[str]:
    """Return each entry as a line, the newest first. `account`: the purse that they concern; None: any account."""
    return [entry_line(entry, account, names, now, words) for entry in entries]


def entry_line(entry: Entry, account: str | None, names: Mapping[PersonId, str], now: int, words: Words) -> str:
    why, when = why_told(entry, words), ago(entry.at, now, words)
    if account is None:
        whose = [called(one, names, words) for one in (entry.source, entry.target)]
        return words.text("entry-of-all", amount=entry.amount, source=whose[0], target=whose[1], why=why, ago=when)
    got = entry.target == account
    if entry.cause == GIFT:
        other = PersonId((entry.source if got else entry.target).partition(":")[2])
        who = names.get(other, words.text("entry-somebody"))
        why = words.text("entry-gift-from", who=who) if got else words.text("entry-gift-to", who=who)
    return words.text("entry-of-one", amount=f"{'+' if got else '-'}{entry.amount}", why=why, ago=when)


def why_told(entry: Entry, words: Words) -> str:
    """Return why money moved, in words; an unknown cause is returned as it is."""
    if entry.cause not in CAUSES:
        return entry.cause
    return words.text(CAUSES[entry.cause], note=entry.note or "", known="yes" if entry.note else "no")


def called(account: str, names: Mapping[PersonId, str], words: Words) -> str:
    """Return the name of an account: a purse without a known name has the person's id, unless they were forgotten."""
    kind, _, whose = account.partition(":")
    if whose.startswith(GONE):
        return words.text("entry-somebody")
    if kind == "purse":
        return names.get(PersonId(whose), whose)
    return words.text("entry-table") if kind == "stake" else words.text("entry-bank")
