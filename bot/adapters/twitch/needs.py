"""What Twitch asks of the house: nothing else of it is known here."""

from typing import Literal, Protocol

from bot.ports.messages import Answer, Message, Person
from bot.text import Words


class Bot(Protocol):
    async def hear(self, message: Message) -> Answer: ...

    async def here_again(self) -> None:
        """We were away, and what was said meanwhile is lost."""
        ...

    async def place_closed(self, venue: str, place: str) -> None:
        """Nobody can act in this place any more: its tables stand still."""
        ...

    async def place_open(self, venue: str, place: str) -> None:
        """It may be that one can act in this place again: its tables are shown at once."""
        ...

    def words(self, locale: str, venue: str = "") -> Words: ...

    async def prefix_of(self, venue: str) -> str:
        """What a typed command begins with in this venue."""
        ...

    def tell(self, person: str, answer: Answer) -> bool:
        """A private answer onto somebody's open page; False: they have none open."""
        ...

    async def way_in(self, place: str) -> str:
        """The public address where people of a place find their own pages; empty: there is none."""
        ...

    async def announces(self, venue: str) -> bool:
        """Whether a table that opens is announced in this channel."""
        ...

    async def has_rewards(self, venue: str) -> bool: ...

    async def redeemed(self, person: Person, place: str, reward: str, redemption: str) -> Answer | None:
        """Somebody took a reward: what is said of it; not `ok`: their points go back. None: it is none of ours."""
        ...

    async def pings_of(self, person: str) -> Literal["on", "off", "dm"]: ...

    def now(self) -> int:
        """In ms since the epoch."""
        ...


class Notes(Protocol):
    """Small things that outlive a restart."""

    async def save(self, name: str, content: bytes, seconds: int | None = None) -> None: ...

    async def load(self, name: str) -> bytes | None: ...

    async def forget(self, name: str) -> None: ...
