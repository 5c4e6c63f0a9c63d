"""Compares the keys that were ever used for this store, by number and mark, with those of the key file (threats F27).

If a key is missing while something is stored, the bot makes no new one silently: it does not start, and says why.
`--new-key` takes a number that was never used; every game of a lost key is then void, refunded and counted.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from bot.app.key_file import KeyFileError, keys_from_file, new_key, write_key_file
from bot.engine.sessions import set_aside
from bot.table.audit import KEY_LOST
from bot.table.fairness import Keys
from persistence import Store
from persistence.sealing import mark_of

NOTE: Final = "keys"
NAME: Final = "used"
GIVEN_UP: Final = "lost"
"""The mark of a lost key whose games are void: its number is never used again."""


async def keys_for(store: Store, path: Path, *, wants_new: bool) -> Keys:
    """Return the operator's keys, and note that they are used; make one if there is none yet, or if a new one is
    wanted.

    Raises KeyFileError if a key is missing that the store needs, unless a new one is wanted; then everything that the
    missing key sealed is given up. Raises OSError and StoreTrouble.
    """
    used = await used_keys(store)
    keys = keys_in(path)
    lost = {number for number, mark in used.items() if is_lost(keys.get(number), mark)}
    if lost and not wants_new:
        raise lost_keys(path, keys, lost)
    if wants_new or not keys:
        keys = {**keys, max([0, *used, *keys]) + 1: new_key()}
        write_key_file(path, keys)
    marks = {number: mark_of(key) for number, key in keys.items() if not used.get(number)}
    if marks:
        await store.put_note(NOTE, NAME, msgspec.json.encode({**used, **marks}))
    if lost:
        await give_up(store, lost)
        await store.put_note(NOTE, NAME, msgspec.json.encode({**used, **marks, **dict.fromkeys(lost, GIVEN_UP)}))
    return Keys(keys)


def keys_in(path: Path) -> dict[int, bytes]:
    """Return the keys in the file; none if there is no file. Raises KeyFileError and OSError."""
    return keys_from_file(path).by_number if path.exists() else {}


def is_lost(key: bytes | None, mark: str) -> bool:
    """Tell whether a key that was used is missing, or has been replaced."""
    return mark != GIVEN_UP and (key is None or mark_of(key) != mark)


async def used_keys(store: Store) -> dict[int, str]:
    """Return the mark of each key that was used for this store."""
    content = await store.note(NOTE, NAME)
    return {} if content is None else msgspec.json.decode(content, type=dict[int, str])


def lost_keys(path: Path, keys: Mapping[int, bytes], lost: set[int]) -> KeyFileError:
    """Return the error that says which keys are missing, and what can be done."""
    named = ", ".join(map(str, sorted(lost)))
    what = "is another one than it was" if lost & set(keys) else "is missing"
    return KeyFileError(
        f"Key {named} {what} in {path}, and tables are stored that need it. Put the file back from its copy. If it is "
        "lost for good, start once with --new-key: every game of the lost key is void then, all stakes go back, and it "
        "counts as called off."
    )


async def give_up(store: Store, lost: set[int]) -> int:
    """Pay back the stakes of open tables that can no longer be read, and quarantine them; return how many."""
    count = 0
    async for table in store.all_tables():
        if not table.closed and lost & await store.keys_needed(table):
            await set_aside(store, table.ref, KEY_LOST, table.game)
            count += 1
    return count
