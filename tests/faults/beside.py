"""Provide another house beside an evening's, and read what the store holds of a table."""

import secrets

from evening import Evening

from bot.table.codec import decode_batch
from bot.table.log import Batch
from persistence import Store, TableRef


async def log(evening: Evening, ref: TableRef) -> list[Batch]:
    return [decode_batch(line) for line in await evening.store.log(ref)]


async def deeds(evening: Evening, ref: TableRef) -> list[object]:
    return [batch.deed for batch in await log(evening, ref) if batch.deed is not None]


def beside(evening: Evening, store: Store) -> Evening:
    """Return another house that serves the same people at the same place."""
    made = Evening(store, evening.clock, venue=evening.venue, tag=evening.tag)
    made.place = evening.place
    made.said_so_far = sum(map(ord, secrets.token_hex(8))) * 10_000  # its messages have their own ids
    return made
