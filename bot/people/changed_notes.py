"""Change a note that several people may change at once."""

from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from persistence import Heard, Store, StoreTrouble

TRIES: Final = 20
T = TypeVar("T")


async def changed(
    store: Store,
    kind: str,
    name: str,
    read: Callable[[bytes | None], T],
    alter: Callable[[T], T],
    by: Heard | None = None,
    *,
    seconds: int | None = None,
) -> T:
    """Change a note, and return what it became. `by`: the message that asks for it, which is taken with it. `seconds`:
    for how long it is kept from now on; None: as long as the one before it.

    `alter` gets what `read` makes of it, again if somebody else has changed it meanwhile. Raises what these two raise,
    and StoreTrouble.
    """
    for _ in range(TRIES):
        content = await store.note(kind, name)
        after = alter(read(content))
        if await store.replace_note(kind, name, content, msgspec.json.encode(after), by, seconds=seconds):
            return after
    raise StoreTrouble("busy", f"{kind} change faster than they can be read")
