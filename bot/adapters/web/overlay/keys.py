"""The read-only keys of overlays: only hashes are kept, and a place has one key at a time (threats T18)."""

import asyncio
import hashlib
import re
import secrets
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.overlay.looks import OverlaySettings
from bot.ports.browser import Notes
from bot.ports.ids import PlaceId, VenueId

KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""256 bits, as they stand in an address."""

T = TypeVar("T")


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """The place whose tables an overlay shows."""

    venue: VenueId
    place: PlaceId

    @property
    def note(self) -> str:
        """Return the name under which it is remembered."""
        return f"place:{hashed(f'{self.venue} {self.place}')}"


class Kept(Struct, frozen=True, omit_defaults=True):
    """The note of a place. `key`: the hash of the one key that opens it; empty: none was made.

    `hidden`: nothing is shown, whatever else is set.
    """

    key: str = ""
    settings: OverlaySettings = OverlaySettings()
    hidden: bool = False


def hashed(text: str) -> str:
    """Return the SHA-256, hex."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


class Keys:
    """Makes keys, and finds the place that one opens. All raise StoreTrouble."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._writing = asyncio.Lock()

    async def kept(self, where: Where) -> Kept:
        """Return what is remembered of a place."""
        return await self._read(where.note, Kept) or Kept()

    async def opened_by(self, key: str) -> tuple[Where, Kept] | None:
        """Return the place that this key opens; None: a wrong key, or an old one."""
        if not KEY.fullmatch(key):
            return None
        where = await self._read(f"key:{hashed(key)}", Where)
        if where is None:
            return None
        kept = await self.kept(where)
        # The place has the last word: of two keys made at once, one counts.
        return (where, kept) if secrets.compare_digest(kept.key, hashed(key)) else None

    async def make(self, where: Where) -> tuple[str, str]:
        """Return a new key, and the hash of the one that it takes the place of, empty for none.

        The old one ends before the new one counts.
        """
        async with self._writing:
            kept = await self.kept(where)
            if kept.key:
                await self._notes.forget(f"key:{kept.key}")
            key = secrets.token_urlsafe(32)
            await self._notes.save(f"key:{hashed(key)}", msgspec.json.encode(where))
            await self._notes.save(where.note, msgspec.json.encode(replace(kept, key=hashed(key))))
            return key, kept.key

    async def note_shown(self, where: Where, key: str) -> None:
        """Remember that an overlay was opened by the key with this hash."""
        await self._notes.save(f"shown:{where.note}", key.encode())

    async def was_shown(self, where: Where) -> bool:
        """Tell whether an overlay of a place was ever opened by the key that counts now."""
        kept, shown = await self.kept(where), await self._notes.load(f"shown:{where.note}")
        return bool(kept.key) and shown == kept.key.encode()

    async def set(self, where: Where, settings: OverlaySettings) -> None:
        """Remember how the overlay of a place looks."""
        async with self._writing:
            kept = await self.kept(where)
            await self._notes.save(where.note, msgspec.json.encode(replace(kept, settings=settings)))

    async def hide(self, where: Where, *, hidden: bool) -> None:
        """Remember whether the overlay of a place is hidden."""
        async with self._writing:
            kept = await self.kept(where)
            await self._notes.save(where.note, msgspec.json.encode(replace(kept, hidden=hidden)))

    async def _read(self, name: str, kind: type[T]) -> T | None:
        content = await self._notes.load(name)
        try:
            return None if content is None else msgspec.json.decode(content, type=kind)
        except msgspec.MsgspecError:
            return None
