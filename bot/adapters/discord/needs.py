"""What Discord asks of the house: nothing else of it is known here."""

from typing import Literal, Protocol

from bot.ports.messages import Answer, Message, Person, Update
from bot.text import Words


class Bot(Protocol):
    async def hear(self, message: Message) -> Answer: ...

    async def repeated(self, message: Message) -> Answer | None:
        """What a repeat is told instead of a refusal that the house knows nothing of; None: it was never taken."""
        ...

    async def hand(self, message: Message) -> Update | Answer:
        """What the sender may see of their own at `message.table`, with what waited for them; or why not."""
        ...

    async def hand_was_shown(self, message: Message, update: Update) -> None:
        """What waited for them waits no longer."""
        ...

    async def look(self, person: Person, venue: str, place: str, locale: str) -> tuple[Update, ...]: ...

    async def here_again(self) -> None:
        """We were away, and what was said meanwhile is lost."""
        ...

    async def place_closed(self, venue: str, place: str) -> None:
        """Nobody can act in this place any more: its tables stand still."""
        ...

    async def place_open(self, venue: str, place: str) -> None:
        """It may be that one can act in this place again: its tables are shown at once."""
        ...

    async def platform_closed(self) -> None:
        """Nobody on Discord can be heard any more: nobody's time there runs."""
        ...

    async def platform_open(self) -> None: ...

    def words(self, locale: str) -> Words: ...

    async def prefix_of(self, venue: str) -> str:
        """What a typed command begins with in this venue."""
        ...

    async def staff_roles(self, venue: str) -> frozenset[int]: ...

    async def pings_of(self, person: str) -> Literal["on", "off", "dm"]: ...


class Notes(Protocol):
    """Small things that outlive a restart: the ids of DM channels, and where DMs are closed."""

    async def save(self, name: str, content: bytes) -> None: ...

    async def load(self, name: str) -> bytes | None: ...
