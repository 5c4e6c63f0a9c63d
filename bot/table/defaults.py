"""The owner's defaults for all tables."""

from msgspec import Struct


class Defaults(Struct, frozen=True):
    """The prefix of commands, and whether house bots may play from the bank.

    `pace`: seconds that a house bot takes, unless a table sets another. 0: no delays for appearance's sake. `venue_mb`:
    how many megabytes a venue may keep in the store.
    """

    prefix: str = "!"
    bots_from_bank: bool = False
    pace: int = 2
    venue_mb: int = 512
