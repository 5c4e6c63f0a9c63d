"""Write what the store keeps of a message of ours as its handle, and read it."""

from typing import Final

from msgspec import Struct

CALL: Final = "c"
"""Begins the part of a handle for a call."""
PROVEN: Final = "p"
"""Begins the part of a handle that says how far fair play was posted."""


class Call(Struct, frozen=True):
    """A short message that calls people to a table. `people`: their ids; none: the call is over and must be deleted."""

    channel: int
    message: int
    people: tuple[int, ...] = ()

    @property
    def part(self) -> str:
        """Return the call as a part of a handle; `call_in` reads it."""
        return CALL + ".".join(map(str, (self.channel, self.message, *self.people)))


class Standing(Struct, frozen=True):
    """A message of ours as stored: where it is, and a digest of what it shows.

    `old`: earlier cards, as channel and id alternately; they are to be deleted, or in other channels to become links.
    `calls`: the messages that call people to it. `proven`: the number of the first line in the table's log whose fair
    play may not be posted yet.
    """

    channel: int
    message: int
    digest: str
    old: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()
    proven: int = 0

    @property
    def handle(self) -> str:
        """Return the handle to store; `standing` reads it."""
        own = map(str, (self.channel, self.message, self.digest, *self.old))
        proven = [f"{PROVEN}{self.proven}"] if self.proven else []
        return "/".join([*own, *(call.part for call in self.calls), *proven])

    @property
    def old_cards(self) -> tuple[tuple[int, int], ...]:
        """Return the channel and id of each earlier card."""
        return tuple(zip(self.old[::2], self.old[1::2], strict=True))


def standing(handle: str) -> Standing | None:
    """Return the message in a handle; None: the handle is not ours."""
    channel, _, rest = handle.partition("/")
    message, _, rest = rest.partition("/")
    digest, *parts = rest.split("/")
    calls = [call_in(part) for part in parts if part.startswith(CALL)]
    proven = [part.removeprefix(PROVEN) for part in parts if part.startswith(PROVEN)]
    old = [part for part in parts if not part.startswith((CALL, PROVEN))]
    if not (channel.isdecimal() and message.isdecimal() and all(part.isdecimal() for part in (*old, *proven))):
        return None
    if len(old) % 2 or None in calls:
        return None
    kept = tuple(one for one in calls if one)
    return Standing(int(channel), int(message), digest, tuple(map(int, old)), kept, max(map(int, proven), default=0))


def call_in(part: str) -> Call | None:
    """Return the call in a part of a handle; None: it is not a call."""
    numbers = part.removeprefix(CALL).split(".")
    if len(numbers) < 2 or not all(one.isdecimal() for one in numbers):
        return None
    channel, message, *people = map(int, numbers)
    return Call(channel, message, tuple(people))
