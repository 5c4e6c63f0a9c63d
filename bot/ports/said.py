"""A line that somebody said to us, taken apart: its table, its word, and the words that follow."""

import re
from typing import Final

from msgspec import Struct

from bot.ports.ids import TableCode
from bot.ports.messages import Message

CODE: Final = re.compile(r"[A-HJ-NP-Z][2-9][A-HJ-NP-Z]{1,3}", re.IGNORECASE)
"""A table's code: letters that can't be misread, and a figure so that no word looks like one."""


class Said(Struct, frozen=True):
    """A line that is for us: the table's code if one was given, the first word, and the words after it.

    `typed`: the word as it was typed, before it was taken for another. `by_name`: the bot was called by its name.
    """

    message: Message
    code: TableCode
    word: str
    rest: tuple[str, ...]
    typed: str = ""
    by_name: bool = False
