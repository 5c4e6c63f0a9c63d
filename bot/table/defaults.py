"""The defaults that the owner sets for all tables."""

from msgspec import Struct


class Defaults(Struct, frozen=True):
    """The prefix of commands, and whether house bots may play from the bank.

    `pace`: seconds a house bot takes, where a table says nothing else. 0: nothing waits for the look of it.
    """

    prefix: str = "!"
    bots_from_bank: bool = False
    pace: int = 2
