"""Backups: taken while people play, and brought back into an empty store. The key file is never in one."""

from importlib.metadata import version
from pathlib import Path
from typing import Final

from bot.app.beside import connected, server_beside
from bot.app.settings import Settings
from bot.app.stored_keys import is_lost, keys_in, lost_keys, used_keys
from bot.app.stream_check.outside import answers_health, here
from persistence import BackupError, BackupHead, EmbeddedServer, backup

PATIENCE: Final = 60.0
"""Seconds that the store may take to read a large venue."""


async def taken(settings: Settings, path: Path) -> BackupHead:
    """Write a backup of all that is stored, beside a running bot or by itself.

    Raises BackupError, StoreTrouble and OSError.
    """
    async with server_beside(settings) as url:
        if not url:
            raise BackupError("Nothing is stored yet, so there is nothing to back up.")
        async with connected(url, settings, patience=PATIENCE) as store:
            await store.check_form()
            seals = await used_keys(store)
            return await backup.written(path, store.snapshot(), version("potluck"), store.clock.now(), seals)


async def brought_back(settings: Settings, path: Path) -> BackupHead:
    """Restore a backup into the store of these settings, which must be empty and used by nobody.

    Raises BackupError, KeyFileError, StoreTrouble and OSError.
    """
    head = backup.checked(path)
    folder = settings.data / "redis"
    if await answers_health(here(settings)) or (not settings.redis_url and await EmbeddedServer.running(folder)):
        raise BackupError("A Potluck runs here. Stop it before you restore; nothing was touched.")
    if settings.redis_url:
        await _restored(settings.redis_url, settings, path)
        return head
    async with await EmbeddedServer.start(folder) as server:
        await _restored(server.url, settings, path)
    return head


async def _restored(url: str, settings: Settings, path: Path) -> None:
    async with connected(url, settings, patience=PATIENCE) as store:
        await store.restore(backup.parts(path))


def lacking_keys(head: BackupHead, path: Path) -> str:
    """Return a sentence on keys that a backup needs and the key file lacks; empty if it has all.

    Raises KeyFileError and OSError.
    """
    keys = keys_in(path)
    lost = {number for number, mark in head.seals.items() if is_lost(keys.get(number), mark)}
    return str(lost_keys(path, keys, lost)) if lost else ""
