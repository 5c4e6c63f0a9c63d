"""Links that nobody can guess: to a finished game, to the archive of a venue, to its nights."""

import secrets
from typing import Final

from persistence import Store

LETTERS: Final = 9
"""Bytes in the random part of a link."""


class SecretLinks:
    """Make links of one kind, and find what each leads to. Each method raises StoreTrouble.

    `kind`, `of_kind`: the kinds of the notes with what a link leads to, and with the link of a name.
    """

    def __init__(self, store: Store, kind: str, of_kind: str) -> None:
        self._store, self._kind, self._of_kind = store, kind, of_kind

    async def link(self, name: str, target: bytes, seconds: int | None = None) -> str:
        """Return the secret part of the link of a name, always the same one; it is made now if there is none.

        `target`: what it leads to. `seconds`: how long a new one is kept; None: for good.
        """
        known = await self._store.note(self._of_kind, name)
        if known is not None:
            return known.decode()
        made = secrets.token_hex(LETTERS)
        await self._store.put_note(self._kind, made, target, seconds)
        if await self._store.claim_note(self._of_kind, name, made.encode(), seconds):
            return made
        await self._store.drop_note(self._kind, made)  # of two requests at once, one makes the link
        first = await self._store.note(self._of_kind, name)
        return made if first is None else first.decode()

    async def target(self, link: str) -> bytes | None:
        """Return what a link leads to; None: there is no such link."""
        return await self._store.note(self._kind, link) if 0 < len(link) <= 4 * LETTERS else None
