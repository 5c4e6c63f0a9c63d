"""A parsed line for the bot: its table, its first word, and the words that follow."""

import re
from typing import Final

from msgspec import Struct

from bot.ports.ids import TableCode
from bot.ports.messages import Message

CODE: Final = re.compile(r"[A-HJ-NP-Z][2-9][A-HJ-NP-Z]{1,3}", re.IGNORECASE)
"""A table's code: letters that can't be misread, and a digit, so that no word looks like a code."""


class Said(Struct, frozen=True):
    """A line for us: the table's code if one was given, the first word, and the words after it.

    `typed`: the first word as it was typed, before it was corrected. `by_name`: the bot was called by its name.
    """

    message: Message
    code: TableCode
    word: str
    rest: tuple[str, ...]
    typed: str = ""
    by_name: bool = False

    @property
    def meant(self) -> TableCode:
        """Return the code of the table that was named, or else of the one that the sender's page shows; empty: none."""
        return self.code or self.message.looks_at

    @property
    def is_addressed(self) -> bool:
        """Tell whether it is certainly for us, whoever else reads it: by its first word, or by where it was said."""
        sent = self.message
        return bool(self.by_name or sent.private or sent.page or sent.table or sent.ask or sent.invited)
