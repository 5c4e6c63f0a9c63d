"""Notes of what each audience of a table was last shown, as the store knows it."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from bot.delivery.shown import Shown
from bot.ports.ids import AudienceKey
from games.kit.kept import keep_latest
from persistence import Store, TableRef

MOST_SEEN: Final = 4096
_SHOWN: Final = msgspec.json.Decoder(Shown)


class ShownNotes:
    """Keeps the notes of tables that are being delivered; the names of audiences are those of `Update.audience`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[TableRef, dict[AudienceKey, Shown]] = {}
        self._on_pages: dict[TableRef, dict[AudienceKey, Shown]] = {}
        """Notes of audiences that have only open pages: these pages end with this program, and so do the notes."""
        self._seen: dict[TableRef, int] = {}
        self._versions: dict[TableRef, int] = {}
        """The version of each table that all pages of this process were shown."""
        store.news.when_missed(self._kept.clear)

    async def of(self, ref: TableRef) -> dict[AudienceKey, Shown]:
        """Return the notes by audience; change them in place once they are stored. Raises StoreTrouble."""
        if ref not in self._kept:
            stored = await self._store.shown(ref)
            read = {AudienceKey(name): _SHOWN.decode(content) for name, content in stored.items()}
            read |= self._on_pages.get(ref, {})
            return self._kept.setdefault(ref, read)  # another task may have been faster
        return self._kept[ref]

    async def note(
        self, ref: TableRef, fresh: Mapping[AudienceKey, Shown], *, all_delivered: int | None = None
    ) -> None:
        """Keep and store what these audiences were shown. Raises StoreTrouble.

        `all_delivered`: nobody lacks anything of this version; the mark "to be delivered" is then removed, unless the
        table has gone on.
        """
        if ref in self._kept:
            self._kept[ref].update(fresh)
        shown: dict[str, bytes] = {name: msgspec.json.encode(one) for name, one in fresh.items()}
        await self._store.show(ref, shown, delivered=all_delivered)

    async def anew(self, ref: TableRef) -> Mapping[AudienceKey, Shown]:
        """Return the notes as they are stored now: others may have noted more. Raises StoreTrouble."""
        self.forget(ref)
        return await self.of(ref)

    def seen(self, ref: TableRef, otherwise: int) -> int:
        """Return the log up to which the pages of this process were told; `otherwise` if nothing is known of them."""
        found = self._seen.get(ref)
        return keep_latest(self._seen, ref, otherwise, MOST_SEEN) if found is None else found

    def note_pages(self, ref: TableRef, fresh: Mapping[AudienceKey, Shown], upto: int, version: int) -> None:
        """Note that the pages of this process were told the log up to there, and shown this version.

        `fresh`: what these audiences were shown, for as long as this program runs.
        """
        if fresh:
            self._on_pages.setdefault(ref, {}).update(fresh)
        keep_latest(self._seen, ref, upto, MOST_SEEN)
        keep_latest(self._versions, ref, version, MOST_SEEN)

    def version_seen(self, ref: TableRef) -> int:
        """Return the version that the pages of this process were shown; 0 if that is not known."""
        return self._versions.get(ref, 0)

    def begin_here(self, ref: TableRef, upto: int, people: Iterable[AudienceKey] = ()) -> None:
        """Note that pages of these people here show a table up to there, unless more is known of them."""
        self.seen(ref, upto)
        for one in people:
            self._on_pages.setdefault(ref, {}).setdefault(one, Shown(upto))

    def let_go(self, ref: TableRef) -> None:
        """Drop everything that is kept about a table: it is closed, or no page of this process shows it."""
        self.forget(ref)
        self._on_pages.pop(ref, None)
        self._seen.pop(ref, None)

    def forget(self, ref: TableRef) -> None:
        """Drop the notes, so that they are read again: another process may have shown more."""
        self._kept.pop(ref, None)

    def now(self) -> int:
        """Return the time in ms."""
        return self._store.clock.now()
