"""Notes of what each audience of a table was last shown, as the store knows it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from bot.delivery.shown import Shown
from bot.ports.ids import AudienceKey
from persistence import Store, TableRef

_SHOWN: Final = msgspec.json.Decoder(Shown)


class ShownNotes:
    """Keep the notes of the tables that are being delivered; audiences are named as in `Update.audience`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[TableRef, dict[AudienceKey, Shown]] = {}
        self._on_pages: dict[TableRef, dict[AudienceKey, Shown]] = {}
        """Of audiences whose open pages are all they have: those end with this program, and so do these."""

    async def of(self, ref: TableRef) -> dict[AudienceKey, Shown]:
        """Return the notes by audience, to be changed in place once they are stored. Raises StoreTrouble."""
        if ref not in self._kept:
            stored = await self._store.shown(ref)
            read = {AudienceKey(name): _SHOWN.decode(content) for name, content in stored.items()}
            read |= self._on_pages.get(ref, {})
            return self._kept.setdefault(ref, read)  # somebody else may have been faster
        return self._kept[ref]

    async def note(
        self, ref: TableRef, fresh: Mapping[AudienceKey, Shown], *, all_delivered: int | None = None
    ) -> None:
        """Keep and store what these audiences have been shown now. Raises StoreTrouble.

        `all_delivered`: nobody lacks anything of this version; unless the table has gone on, the mark "to be delivered"
        is taken off.
        """
        if ref in self._kept:
            self._kept[ref].update(fresh)
        shown: dict[str, bytes] = {name: msgspec.json.encode(one) for name, one in fresh.items()}
        await self._store.show(ref, shown, delivered=all_delivered)

    def keep(self, ref: TableRef, on_pages: Mapping[AudienceKey, Shown]) -> None:
        """Keep what open pages have been shown now, for as long as this program runs."""
        if on_pages:
            self._on_pages.setdefault(ref, {}).update(on_pages)

    def let_go(self, ref: TableRef) -> None:
        """Let go of all that is kept of a table that is closed."""
        self.forget(ref)
        self._on_pages.pop(ref, None)

    def forget(self, ref: TableRef) -> None:
        """Read them anew next time: another process may have shown more."""
        self._kept.pop(ref, None)

    def now(self) -> int:
        """Return the time in ms."""
        return self._store.clock.now()
