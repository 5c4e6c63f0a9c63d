"""What the table room needs of the rest of the house."""

from typing import Protocol

from msgspec import Struct

from bot.ports.messages import Answer, Arrival, Door, Message, Person, Rights, Update


class GameChoice(Struct, frozen=True):
    """A game that can be opened, with its own options and those of every table.

    An option: its key, its default, its values (none: anything may be typed). Values such as `a+b` among `a` and `b`:
    some of these. `tournament`: a tournament's own options; none where the game has no tournaments.
    """

    name: str
    title: str
    about: str
    options: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    table: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    tournament: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


class Bot(Protocol):
    async def hear(self, message: Message) -> Answer:
        """Take what somebody said. Trouble is told in the Answer, never raised."""
        ...

    async def repeated(self, message: Message) -> Answer | None:
        """What a repeat is told instead of a refusal that the house knows nothing of; None: it was never taken."""
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

    # People of other platforms

    def rights_of(self, person: str, venue: str) -> Rights:
        """What their platform said last of somebody in a venue."""
        ...

    async def door(self, platform: str, name: str) -> Door | None:
        """The place that people of a platform know by this name."""
        ...

    async def new_code(self, door: Door, lock: str) -> str:
        """A code for the browser that holds the key to this lock (SHA-256, hex); empty: none can be had now.

        Typed in chat within two minutes, it binds that browser to who typed it.
        """
        ...

    async def bound(self, lock: str) -> Arrival | None:
        """Who typed the code of this lock, told once; None: nobody yet, or too late."""
        ...

    async def redeem(self, secret: str) -> Arrival | None:
        """Who the personal link with this secret was made for; a secret is good once."""
        ...

    def sign_in_address(self, platform: str, purpose: str, state: str) -> str:
        """Where to send a browser to sign in; empty: it can't be done. Purposes: `seat`, `channel`, `bot`."""
        ...

    async def signed_in(self, platform: str, purpose: str, code: str) -> Arrival | str:
        """Who came back from there with this code; or the id of the sentence that says why not.

        For `seat` the person alone counts: the door they came from says where they belong.
        """
        ...

    def setup_key_fits(self, key: str) -> bool:
        """Whether this is the operator's key, with which the bot's own account may be connected."""
        ...


class Guests(Protocol):
    """Where guests are remembered across restarts."""

    async def save(self, name: str, content: bytes) -> None: ...

    async def load(self, name: str) -> bytes | None: ...

    async def forget(self, name: str) -> None: ...
