"""What the overlays need of the rest of the house."""

from typing import Protocol

from bot.ports.messages import Person, Update


class OverlayBot(Protocol):
    async def look(self, person: Person, venue: str, place: str, locale: str) -> tuple[Update, ...]:
        """All that this person may see now; nobody in particular: what the place may see."""
        ...

    def now(self) -> int:
        """The tables' clock in ms since the epoch."""
        ...

    def text(self, sentence: str, locale: str, /, **args: str) -> str: ...

    async def commentary(self, venue: str, place: str, table: str, locale: str) -> tuple[str, ...]:
        """What may be told of the game that ended there last, each seat's secrets among it; empty while one is on.

        `table`: as in `Update.table`.
        """
        ...

    async def door_address(self, place: str) -> str:
        """The public address where viewers find their seats, for the overlay to show; empty: none."""
        ...


class OverlayNotes(Protocol):
    """Where the places' overlays are remembered across restarts."""

    async def save(self, name: str, content: bytes) -> None: ...

    async def load(self, name: str) -> bytes | None: ...

    async def forget(self, name: str) -> None: ...
