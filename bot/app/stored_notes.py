"""Notes that an adapter or a page keeps in the store, besides the tables."""

from typing import ClassVar

from persistence import Store


class StoredNotes:
    """Notes of one kind. Every method raises StoreTrouble while the store is away."""

    kind: ClassVar[str]
    kept: ClassVar[int | None] = None
    """Seconds for which a note is kept; None: for ever."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def save(self, name: str, content: bytes, seconds: int | None = None) -> None:
        """Store a note; `seconds`: for how long, in place of `kept`."""
        await self._store.put_note(self.kind, name, content, self.kept if seconds is None else seconds)

    async def load(self, name: str) -> bytes | None:
        return await self._store.note(self.kind, name)

    async def replace(self, name: str, before: bytes | None, content: bytes, seconds: int | None = None) -> bool:
        kept = self.kept if seconds is None else seconds
        return await self._store.replace_note(self.kind, name, before, content, seconds=kept)

    async def forget(self, name: str) -> None:
        await self._store.drop_note(self.kind, name)
