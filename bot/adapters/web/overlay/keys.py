"""Keep the read-only keys of overlays: only hashes are stored, and a place has one key at a time (threats T18)."""

import asyncio
import hashlib
import re
import secrets
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.overlay.looks import OverlaySettings
from bot.ports.browser import NO_OTHERS, Notes, OtherRooms
from bot.ports.ids import PlaceId, VenueId

CHANGED: Final = b"overlay-changed"
WRONG_KEY: Final = 4003
"""The WebSocket code of an overlay whose key does not count, or no longer."""
KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""256 bits, as written in an address."""

T = TypeVar("T")


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """The place whose tables an overlay shows."""

    venue: VenueId
    place: PlaceId

    @property
    def note(self) -> str:
        """Return the name of the place's note."""
        return f"place:{hashed(f'{self.venue} {self.place}')}"


class Kept(Struct, frozen=True, omit_defaults=True):
    """The note of a place. `key`: the hash of its only key; empty: none was made.

    `hidden`: nothing is shown, whatever the settings are. `muted`: no lines are.
    """

    key: str = ""
    settings: OverlaySettings = OverlaySettings()
    hidden: bool = False
    muted: bool = False


def hashed(text: str) -> str:
    """Return the SHA-256, in hex."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


class Keys:
    """Makes keys, and finds the place of a key. All methods raise StoreTrouble.

    `others`: are told at once what has changed, for their open overlays.
    """

    def __init__(self, notes: Notes, others: OtherRooms = NO_OTHERS) -> None:
        self._notes, self._others = notes, others
        self._writing = asyncio.Lock()

    async def kept(self, where: Where) -> Kept:
        """Return the note of a place."""
        return await self._read(where.note, Kept) or Kept()

    async def opened_by(self, key: str) -> tuple[Where, Kept] | None:
        """Return the place that this key opens; None: the key is wrong, or was replaced."""
        if not KEY.fullmatch(key):
            return None
        where = await self._read(f"key:{hashed(key)}", Where)
        if where is None:
            return None
        kept = await self.kept(where)
        # The place's note decides: of two keys made at the same time, one counts.
        return (where, kept) if secrets.compare_digest(kept.key, hashed(key)) else None

    async def make(self, where: Where) -> tuple[str, str]:
        """Return a new key, and the hash of the key that it replaces, empty for none.

        The old key ends before the new one counts.
        """
        async with self._writing:
            kept = await self.kept(where)
            if kept.key:
                await self._notes.forget(f"key:{kept.key}")
            key = secrets.token_urlsafe(32)
            await self._notes.save(f"key:{hashed(key)}", msgspec.json.encode(where))
            await self._keep(where, replace(kept, key=hashed(key)))
            return key, kept.key

    async def note_shown(self, where: Where, key: str) -> None:
        """Store that an overlay was opened by the key with this hash."""
        await self._notes.save(f"shown:{where.note}", key.encode())

    async def was_shown(self, where: Where) -> bool:
        """Return whether an overlay of a place was ever opened with the current key."""
        kept, shown = await self.kept(where), await self._notes.load(f"shown:{where.note}")
        return bool(kept.key) and shown == kept.key.encode()

    async def set(self, where: Where, settings: OverlaySettings) -> None:
        """Store the settings of a place's overlay."""
        async with self._writing:
            kept = await self.kept(where)
            await self._keep(where, replace(kept, settings=settings))

    async def hide(self, where: Where, *, hidden: bool) -> None:
        """Store whether the overlay of a place is hidden."""
        async with self._writing:
            kept = await self.kept(where)
            await self._keep(where, replace(kept, hidden=hidden))

    async def mute(self, where: Where, *, muted: bool) -> None:
        """Store whether the lines of a place's overlay are shown."""
        async with self._writing:
            kept = await self.kept(where)
            await self._keep(where, replace(kept, muted=muted))

    async def _keep(self, where: Where, kept: Kept) -> None:
        await self._notes.save(where.note, msgspec.json.encode(kept))
        self._others.tell(CHANGED, where.venue, msgspec.json.encode((where, kept)))

    async def _read(self, name: str, kind: type[T]) -> T | None:
        content = await self._notes.load(name)
        try:
            return None if content is None else msgspec.json.decode(content, type=kind)
        except msgspec.MsgspecError:
            return None
