"""What the table room needs of the rest of the house."""

from typing import Protocol

from msgspec import Struct

from bot.messages import Answer, Message, Person, Update


class GameChoice(Struct, frozen=True):
    """A game that can be opened, with its own options and those of every table.

    An option: its key, its default, its values (none: anything may be typed). Values such as `a+b` among `a` and `b`:
    some of these.
    """

    name: str
    title: str
    about: str
    options: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    table: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


class Bot(Protocol):
    async def hear(self, message: Message) -> Answer:
        """Take what somebody said. Trouble is told in the Answer, never raised."""
        ...

    async def look(self, person: Person, venue: str, place: str, locale: str) -> tuple[Update, ...]:
        """All that this person may see now: each open table of the place, each table they sit at, recent news."""
        ...

    def now(self) -> int:
        """The tables' clock in ms since the epoch."""
        ...

    def games(self, locale: str) -> tuple[GameChoice, ...]: ...

    def text(self, sentence: str, locale: str, /, **args: str) -> str:
        """A sentence of the page, by its id in `words.en.ftl`."""
        ...


class Guests(Protocol):
    """Where guests are remembered across restarts."""

    async def save(self, guest: str, content: bytes) -> None: ...

    async def load(self, guest: str) -> bytes | None: ...

    async def forget(self, guest: str) -> None: ...
